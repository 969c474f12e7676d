"""Everything that a table might try at each step, legal or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tests.rooms import NAMES

PEOPLE: Final = [
    *NAMES,
    *(f"@{name}" for name in NAMES),
    *("Davy Jones", "@Davy Jones", "davy", "Zed", "@Zed", "An", "a", "@"),
]
"""Everyone who may sit at a table of the tests, the ghost, and some who do not."""
NUMBERS: Final = ["0", "1", "2", "3", "4", "5", "6", "７", "17", "1+1", "-1", "1.5", "999999999"]
GARBAGE: Final = [
    *("", " ", "?", "none", "NONE", "yes", "no", "x", "；", "{x}", "gold gold gold gold"),
]
COLOURS: Final = ["gold", "silver", "black", "purple", "g", "s", "b", "p", "Ｇ", "blue", "red"]
DONE: Final = ["done", "d", "none", "n", "undone", "gold", "2 coins"]

COINS: Final = [
    *("gold 2, silver 2, black 2", "gold 2, silver 2, black 2, purple 2", "2g 2s 2b 2p"),
    *("gold 6", "gold 8", "gold 10", "silver 8", "black 8", "silver 10", "black 10"),
    *("gold 4, silver 4", "silver 4, black 4", "gold 5, silver 5", "black 4, purple 2"),
    *("gold 3, silver 3", "gold 3, silver 2, black 2", "gold 1", "gold 9", "gold 3, silver 5"),
    *("gold 13", "gold 14", "gold 16", "gold 17", "silver 17", "black 12", "purple 3"),
    *("gold 16, silver 16, black 11, purple 2", "gold 16, silver 16, black 11, purple 3"),
    *("gold 1, gold 1", "1 gold 1 silver", "gold silver black", "purple", "purple 2"),
    *("金3", "blue 2", "gold 2, blue 1", "2", "gold -1", "3g3s2b", "gold 2 3"),
    *("gold 5, silver 4, black 2, purple 1", "gold 2, silver 1, black 1", "gold 2, silver 1"),
]
"""Draws, bags and leftovers: right and wrong sums, more than the box holds, words without sense."""
DECLARED: Final = [
    *("gold", "silver", "black", "gold gold", "gold, silver", "black black", "silver, black"),
    *("purple", "purple purple", "gold black silver", "g b", "none", "1", "blue"),
]
ANSWERS: Final = ["accept", "refuse", "a", "r", "none", "swap", "pay", "accept refuse", "Accept!"]

TRIED: Final[Mapping[str, Sequence[str]]] = {
    "setup.captain": PEOPLE,
    "ghost.fed": DONE,
    "draft.drawn": COINS,
    "draft.coin": [*COLOURS, "gold silver", "gold 1", "none"],
    "challenge.target": PEOPLE,
    "challenge.answer": ANSWERS,
    "donate.coin": DONE,
    "reveal.bag": COINS,
    "reveal.treasure": COINS,
    "reveal.purple": DECLARED,
}
TAKEN_ANYWAY: Final = ("reveal.bag", "reveal.treasure")
"""A bag that the record contradicts is taken, and said to be; only what can be is on offer."""
ATTEMPTS: Final = {step_id: (*words, *NUMBERS, *GARBAGE) for step_id, words in TRIED.items()}
"""What is tried at which step: fitting words, other names, and what means nothing."""
