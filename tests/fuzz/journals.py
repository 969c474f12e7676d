"""Hostile journals: cut, spliced and changed, some of them with checksums that fit all the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

from referee.files.journal.lines import with_checksum
from tests.fuzz import examples, odd
from tests.fuzz.inputs import JOURNAL, Content, Huge, Input, Kind, Odd

_ODD: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 1, 2, 99, 2**63, 2**64, 10**400, 1e308, 0.5, "", "x", "Ana", [], {}),
    *([[]], ["Ana"], ["Ana", "Ana"], {"a": 1}, "\x00", "\ud800", "x" * 70_000, [0] * 3000),
)


def journal_input(draw: Random) -> Input:
    """Draw a journal and a command that reads it, or goes on with it."""
    command = draw.choice(("score", "check", "log", "sheet", "play"))
    words: tuple[str, ...] = (command, JOURNAL)
    if command != "play" and draw.random() < 0.4:
        words += ("--format", draw.choice(("plain", "json")))
    heard = b"\n".join(draw.choice(_HEARD) for _ in range(draw.randrange(4)))
    if command == "play" and draw.random() < 0.1:
        words += ("--journal", "other.jsonl")
    files = {JOURNAL: _content(draw)}
    return Input(kind=Kind.JOURNAL, words=words, files=files, heard=heard, is_sound=True)


_HEARD: Final = b",Ana,1,none,/undo,/undo 3,/score,/sheet,?,/log".split(b",")


def _content(draw: Random) -> Content:
    luck = draw.random()
    if luck < 0.0001:
        return Huge(b"".join(examples.journals()[0][:1]) + b"\n", 10_000_000 // 2000)
    if luck < 0.003:
        return draw.choice(tuple(Odd))
    lines = draw.choice(examples.journals())
    lines = lines[: 1 + int(draw.expovariate(1 / 12))]
    if luck < 0.5:
        return _sealed_anew([examples.body_of(line) for line in lines], draw)
    raw = b"\n".join(lines) + b"\n"
    if luck < 0.55:
        return odd.bent(raw.decode(), draw).encode("utf-8", "surrogatepass")
    if luck < 0.6:
        return raw[: draw.randrange(len(raw) + 1)]
    return odd.damaged(raw, draw) if luck < 0.9 else raw


def _sealed_anew(bodies: list[bytes], draw: Random) -> bytes:
    """Change what the lines say, and give them checksums that fit."""
    if draw.random() < 0.005:
        return _sealed(_numbered(_made_long(bodies, draw)))
    for _ in range(1 + int(draw.expovariate(1.0))):
        at = draw.randrange(len(bodies))
        what = draw.randrange(6)
        if what == 0 and len(bodies) > 1:
            del bodies[at]
        elif what == 1:
            bodies.insert(draw.randrange(len(bodies) + 1), bodies[at])
        elif what == 2:
            other = draw.choice(examples.journals())
            bodies[at] = examples.body_of(draw.choice(other))
        else:
            bodies[at] = _line_changed(bodies[at], draw)
    return _sealed(_numbered(bodies) if draw.random() < 0.7 else bodies)


def _sealed(bodies: list[bytes]) -> bytes:
    lines, previous = [], ""
    for body in bodies:
        line, previous = with_checksum(body, previous)
        lines.append(line)
    return b"".join(lines)


def _made_long(bodies: list[bytes], draw: Random) -> list[bytes]:
    """Let a mark come up to a thousand times, and have each of them struck in some files."""
    at, times = draw.randrange(len(bodies)), draw.randrange(2, 1_000)
    long = [*bodies[: at + 1], *[bodies[at]] * times]
    struck = draw.choice(((), range(at, at + times), range(at + times, at, -1)))
    return long + [b'{"n":0,"at":"","struck":[%d]}' % number for number in struck]


def _line_changed(body: bytes, draw: Random) -> bytes:
    try:
        line = json.loads(body)
    except ValueError:
        return body
    for _ in range(1 + int(draw.expovariate(1.0))):
        spots = list(_spots(line))
        if spots:
            draw.choice(spots)(draw)
    try:
        return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
    except ValueError:
        return json.dumps(line).encode()


def _numbered(bodies: list[bytes]) -> list[bytes]:
    """Give each line the number that is due; the head has none."""
    return [
        b'{"n":%d' % n + body[body.find(b",") :] if n and body.startswith(b'{"n":') else body
        for n, body in enumerate(bodies)
    ]


def _spots(value: Any) -> list[Callable[[Random], None]]:
    """List what can be changed within a value, each as the change itself."""
    parts: list[Any] = []
    if isinstance(value, dict):
        parts = list(value)
    elif isinstance(value, list):
        parts = list(range(len(value)))
    own = [lambda draw, at=at: _change(value, at, draw) for at in parts]
    return own + [spot for at in parts for spot in _spots(value[at])]


def _change(holder: Any, at: Any, draw: Random) -> None:
    what = draw.randrange(5)
    if at not in (range(len(holder)) if isinstance(holder, list) else holder):
        return
    before = holder[at]
    if what == 0:
        del holder[at]
    elif what == 1 and isinstance(before, int):
        holder[at] = before + draw.choice((-1, 1, 1000, 10**9))
    elif what == 2 and isinstance(before, str):
        holder[at] = odd.scalar(draw)
    elif what == 3 and isinstance(holder, dict):
        holder[odd.scalar(draw)] = before
    else:
        holder[at] = deepcopy(draw.choice(_ODD))
