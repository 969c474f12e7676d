"""Everything that a table might try at each step, legal or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tests.rooms import NAMES

PEOPLE: Final = [*NAMES[:6], *(f"@{name}" for name in NAMES[:6]), "Zed", "@Zed", "An", "a", "@"]
"""Everyone who may sit at a table of the tests, and some who do not."""
GARBAGE: Final = ["", " ", "?", "x", "；", "{x}", "none", "red red red", "1", "b", "7"]
GEMS: Final = ["red", "r", "green", "blue", "fourth", "purple", "lone", "gold", "red blue", "g g g"]
CARDS: Final = [
    *("red", "r", "green", "fourth", "silver ring", "s r", "gold necklace", "bronze bracelet"),
    *("talisman", "t", "sorcerer", "gold", "ring"),
]
DRAWN: Final = [
    *(f"{card} {n}" for card in CARDS for n in (0, 1, 2)),
    *("red", "1 red", "red 9", "red 1 2", "stop", "st", "stop done", "sorcerer", "none"),
]
DICE: Final = [
    *("b4", "bronze 4", "4 gold", "s 6", "g1", "b7", "b0", "copper 3", "b", "４ silver"),
    *("b4 s2", "b4 b2", "bronze 4, gold 5", "s1 g1", "b4 s2 g3", "b4 s7", "s5 b5"),
]
HANDS: Final = [
    *PEOPLE,
    *("Ana 007", "007, Ana", "Ana Ana", "Bo Li, Smith, Jr", "@Smith, Jr @Ana", "小明 Ana 007"),
]
MOVES: Final = [
    *("nothing", "draw bronze red", "draw gold sorcerer", "draw silver talisman", "draw red"),
    *("draw bronze g r", "move red Ana 007", "move red 007 Ana", "move talisman Ana 007"),
    *("move red Ana Ana", "move gold ring Ana Bo Li", "swap red Ana green 007"),
    *("swap red Ana red 007", "swap red Ana blue Ana", "discard red Ana", "discard talisman Ana"),
    *("recover red Ana", "recover gold ring 007", "recover talisman Ana"),
    *("die b4 s2 Ana", "die b4 s7 Ana", "die b4 Ana"),
    *("die b1 b2 007", "m", "move", "swap red Ana", "discard silver ring @007"),
    *("discard talisman red Ana", "discard talisman lone 007", "discard red red Ana"),
]

TRIED: Final[Mapping[str, Sequence[str]]] = {
    "setup.gems": GEMS,
    "dice.shown": DICE,
    "lamp.touched": HANDS,
    "lamp.opponent": PEOPLE,
    "lamp.stolen": [*CARDS, "none"],
    "wish.answer": ["accept", "refuse", "stop", "a", "r", "s", "2", "3"],
    "wish.effect": MOVES,
    "wish.done": ["done", "more", "d", "m"],
    "explore.card": DRAWN,
    "talisman.placed": GEMS,
    "ring.card": ["none", "red", "gold necklace"],
}
ATTEMPTS: Final = {step_id: (*words, *GARBAGE) for step_id, words in TRIED.items()}
"""What is tried at which step: fitting words, other names, and what means nothing."""
