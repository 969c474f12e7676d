"""Hostile command lines, and what is typed while a game is played."""

from __future__ import annotations

from random import Random
from typing import Final

from referee.cli.main import COMMANDS
from referee.registry import game_ids
from tests.fuzz import examples, odd
from tests.fuzz.inputs import JOURNAL, Input, Kind

_OPTIONS: Final = (
    *("--why", "--format", "json", "plain", "csv", "markdown", "html", "--color", "always", "-h"),
    *("--players", "Ana,Bo,Cy", "--player", "Smith, Jr", "--set", "--leader", "Zed", "--maze"),
    *("--from", "--timer", "--journal", "--file", "--help", "--version", "--", "-", "-x", "--x=y"),
    *("=", "a=b", "rain=dry", "same_colour=1,2,3", "mode=simple", ".", "subject.jsonl", "never"),
)
_MOST_HEARD: Final = 20_000
_COMMANDS: Final = (
    *("?", "/why", "/why-not", "/undo", "/undo 3", "/undo 99", "/undo x", "/undo sand"),
    *("/overrule", "/overrule we play it so", "/note", "/note x", "/state", "/score", "/sheet"),
    *("/log", "/rules", "/rules coin", "/rules x y z", "/pause", "/resume", "/tunnel", "/map"),
    *("/nonsense", "/", "／undo", ";", ";;", "；", "1;2;3", "/note a;b", "/UNDO", "sand", "genie"),
)


def words_input(draw: Random) -> Input:
    """Draw a command line: one that is asked somewhere, and changed."""
    luck = draw.random()
    if luck < 0.5:
        words = ["ask", *draw.choice(examples.asked())]
    elif luck < 0.7:
        command = draw.choice(("new", "sheet", "play"))
        table, _ = draw.choice(examples.evenings())
        words = [command, *_seats(table)]
    elif luck < 0.85:
        rest = draw.choice((["silver"], ["SAB-1.2"], [], ["NSP-5.2"], ["x"]))
        words = ["rules", draw.choice(game_ids()), *rest]
    else:
        words = [draw.choice(tuple(COMMANDS)), *draw.choices(_OPTIONS, k=draw.randrange(4))]
    for _ in range(int(draw.expovariate(0.7))):
        _change(words, draw)
    sendable = [
        word.replace("\0", "")
        .encode("utf-8", "surrogateescape" if _escaped(word) else "replace")
        .decode("utf-8", "surrogateescape")
        for word in words
    ]
    return Input(kind=Kind.WORDS, words=tuple(sendable), heard=b"Ana\n1\n?\n")


def _escaped(word: str) -> bool:
    """Whether every lone surrogate of a word stands for a byte that is no UTF-8."""
    return all("\udc80" <= sign <= "\udcff" for sign in word if "\ud800" <= sign <= "\udfff")


def _change(words: list[str], draw: Random) -> None:
    at = draw.randrange(len(words) + 1)
    what = draw.randrange(7)
    if what == 0:
        words[at : at + 1] = []
    elif what == 1:
        words.insert(at, draw.choice(_OPTIONS))
    elif what == 2:
        words.insert(at, odd.scalar(draw))
    elif what == 3 and at < len(words):
        words.append(words[at])
    elif at < len(words):
        name, sign, _ = words[at].partition("=")
        if sign and draw.random() < 0.5:
            words[at] = f"{name}={odd.scalar(draw)}"
        else:
            words[at] = odd.bent(words[at], draw)


def _seats(table: examples.Plain) -> list[str]:
    words = [str(table["game"])]
    for player in table.get("players", ()):
        words += ["--player", str(player)]
    if "leader" in table:
        words += ["--leader", str(table["leader"])]
    for name, value in table.get("options", {}).items():
        words += ["--set", f"{name}={value}"]
    asked = table.get("numbers") or examples.numbers()[words[0]]
    for name, value in asked.items():
        words += ["--set", f"{name}={','.join(map(str, value))}"]
    return words


def keys_input(draw: Random) -> Input:
    """Draw a table and what it types: what was answered somewhere, with slips in between."""
    if draw.random() < 0.4:
        return _gone_on(draw)
    table, answers = draw.choice(examples.evenings())
    typed = list(answers[: 1 + int(draw.expovariate(1 / 8))])
    for _ in range(int(draw.expovariate(0.4))):
        typed.insert(draw.randrange(len(typed) + 1), _slip(answers, draw))
    words = ("play", *_seats(table), "--journal", "new.jsonl")
    if draw.random() < 0.05:
        words += ("--timer",)
    return Input(kind=Kind.KEYS, words=words, heard=_heard(typed, draw))


def _gone_on(draw: Random) -> Input:
    """Go on somewhere in the middle of a recorded game."""
    lines = draw.choice(examples.journals())
    kept = b"".join(line + b"\n" for line in lines[: draw.randrange(1, len(lines) + 1)])
    _, answers = draw.choice(examples.evenings())
    typed = [_slip(answers, draw) for _ in range(draw.randrange(1, 6))]
    return Input(
        kind=Kind.KEYS,
        words=("play", JOURNAL),
        files={JOURNAL: kept},
        heard=_heard(typed, draw),
        is_sound=True,
    )


def _slip(answers: tuple[str, ...], draw: Random) -> str:
    luck = draw.random()
    if luck < 0.3:
        return draw.choice(_COMMANDS)
    if luck < 0.4:
        return f"/why-not {draw.choice(answers)}" if answers else "/why-not 1"
    if luck < 0.6:
        return odd.scalar(draw)
    if luck < 0.62:
        return odd.scalar(draw) * 2000
    if luck < 0.8 and answers:
        return odd.bent(draw.choice(answers), draw)
    return draw.choice(answers) if answers else ""


def _heard(typed: list[str], draw: Random) -> bytes:
    ends = "\n" if draw.random() < 0.9 else draw.choice(("\r\n", "\r", "\x85"))
    raw = odd.encoded(ends.join(typed) + ends, draw)[:_MOST_HEARD]
    if draw.random() < 0.0005:
        raw += draw.choice((b"x", b"1+", b"\xff", "名".encode())) * 3_000_000
    return odd.damaged(raw, draw) if draw.random() < 0.05 else raw
