"""Hostile files of every kind that is YAML, each with a command that reads it."""

from __future__ import annotations

from random import Random
from typing import Final

from referee.registry import game_ids
from tests.fuzz import examples, odd
from tests.fuzz.inputs import ABOUT, KEPT, Content, Huge, Input, Kind, Odd
from tests.fuzz.trees import Node, Pairs, copied, hostile, written

FORMATS: Final = ("table", "plain", "json", "csv", "markdown")
_MOST: Final = {Kind.RULEBOOK: 6, Kind.SCENARIO: 12}
"""How many entries of a list or map are kept as a rule, so that most inputs stay small."""
_FEW_FORMATS: Final = {"check": 3, "ask": 3, "replay": 3}


def file_input(kind: Kind, draw: Random) -> Input:
    """Draw a file of a kind and a command that reads it."""
    content, others = _content(kind, draw)
    words: tuple[str, ...]
    if kind is Kind.SETTINGS:
        mode = draw.choice(((), ("--set", "mode=simple"), ("--set", "mode=advanced")))
        words = (draw.choice(("new", "play")), "colorful-treasure", "--players", "Ana,Bo", *mode)
        return Input(kind=kind, words=words, files={KEPT: content}, heard=b"\n\n1 2\n")
    words = _words(kind, draw)
    is_sound = words[0] in {"check", "score", "replay", "ask"}
    if is_sound:
        words = _formatted(words, draw)
    return Input(
        kind=kind,
        words=words,
        files={**others, ABOUT: content},
        heard=b"Ana\n\n1\n/undo\n?\n",
        is_sound=is_sound,
    )


def _content(kind: Kind, draw: Random) -> tuple[Content, dict[str, Content]]:
    """Draw the file, and those beside it."""
    beside: dict[str, Content] = {}
    luck = draw.random()
    if luck < 0.0001:
        return Huge(draw.choice(_LARGE), 10_000_000 // 64), beside
    if luck < 0.003:
        return draw.choice(tuple(Odd)), beside
    if luck < 0.01:
        return odd.encoded(draw.choice(odd.TRAPS), draw), beside
    if luck < 0.02:
        return draw.randbytes(draw.choice((0, 1, 7, 300, 3000))), beside
    if luck < 0.06:
        text = draw.choice(examples.texts())
        return odd.encoded(odd.bent(text, draw), draw), beside
    raw = odd.encoded(_text(kind, draw), draw)
    if draw.random() < 0.05:
        raw = odd.damaged(raw, draw)
    if kind is Kind.DISPUTE and b"maze" in raw:
        beside["maze.yaml"] = odd.encoded(_text(Kind.MAZE, draw), draw)
    return raw, beside


_LARGE: Final = (
    b"# a remark of sixty-four bytes, again and again, until all is full",
    b"x" * 64,
    b"- " * 32,
    b"[" * 64,
    b"a: &a [*a, *a, *a, *a, *a, *a]\n" * 2,
    b"\0" * 64,
    b'{"referee":2,"game":"aladdin","setup":{"seating":["Ana","Bo"]}}\n',
)


def _text(kind: Kind, draw: Random) -> str:
    """Draw an example, cut it short, make it hostile part by part and maybe sign by sign."""
    known = examples.trees(kind)
    if kind is Kind.MAZE and draw.random() < 0.5:
        return _maze(draw)
    tree = copied(draw.choice(known), draw, _MOST.get(kind, 30))

    def other() -> Node:
        return copied(draw.choice(known), draw, 5)

    if draw.random() < 0.85:
        tree = hostile(tree, other, draw)
    text = written(tree, draw)
    return odd.bent(text, draw) if draw.random() < 0.3 else text


def _maze(draw: Random) -> str:
    """Draw a maze of any size, sound or with a slip here and there."""
    across, down = (draw.choice((1, 2, 3, 5, 8, 8, 15, 60)) for _ in range(2))
    open_share = draw.random()
    rows = []
    for y in range(2 * down + 1):
        row = [_maze_sign(x, y, open_share, draw) for x in range(2 * across + 1)]
        rows.append("".join(row))
    if draw.random() < 0.4:
        rows = odd.bent("\n".join(rows), draw).split("\n")
    indent = draw.choice(("  ", "  ", "  ", " ", "    ", "\t"))
    return "\n".join(["game: sidibaba", "maze: |", *(f"{indent}{row}" for row in rows), ""])


def _maze_sign(x: int, y: int, open_share: float, draw: Random) -> str:
    if x % 2 and y % 2:
        return draw.choice("TC          ")
    if not x % 2 and not y % 2:
        return "+"
    return " " if draw.random() < open_share else "-|"[x % 2 == 0]


def _words(kind: Kind, draw: Random) -> tuple[str, ...]:
    if draw.random() < 0.25:
        return ("check", ABOUT)
    if kind is Kind.RULEBOOK:
        return ("check", ABOUT)
    if kind is Kind.DISPUTE:
        return ("ask", "--file", ABOUT)
    if kind is Kind.MAZE:
        return _maze_words(draw)
    if kind is Kind.TABLE or draw.random() < 0.1:
        game = draw.choice(game_ids())
        known = [each for each in examples.trees(kind) if isinstance(each, Pairs)]
        named = [value for key, value in draw.choice(known).entries if key == "game"]
        game = named[0] if named and isinstance(named[0], str) and draw.random() < 0.9 else game
        return (draw.choice(("new", "sheet", "play")), game, "--from", ABOUT)
    return ("score", ABOUT) if kind is Kind.HOLDINGS else ("replay", ABOUT)


def _maze_words(draw: Random) -> tuple[str, ...]:
    if draw.random() < 0.5:
        place = draw.choice(("1,1", "2,1", "3,3", "9,9"))
        target = draw.choice(("treasure", "exit", "loot"))
        facts = (f"maze={ABOUT}", f"from={place}", f"to={target}")
        return ("ask", "sidibaba", "steps", *facts, *draw.choice(((), ("paid=3",))))
    seats = ("--players", "Ana,Bo", "--leader", "Zed", "--maze", ABOUT)
    return (draw.choice(("new", "sheet", "play")), "sidibaba", *seats)


def _formatted(words: tuple[str, ...], draw: Random) -> tuple[str, ...]:
    """Choose how the result is printed; JSON comes last, where it is looked for."""
    words += draw.choice(((), (), ("--why",))) if words[0] != "replay" else ()
    if words[0] != "replay" and draw.random() < 0.05:
        words += ("--color", "always")
    fmt = draw.choice(FORMATS[: _FEW_FORMATS.get(words[0], 5)])
    return words if fmt == "table" else (*words, "--format", fmt)
