"""Everything that a table might try at each step, legal or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tests.rooms import NAMES

PEOPLE: Final = [*NAMES[:7], *(f"@{name}" for name in NAMES[:7]), "Zed", "@Zed", "An", "a", "@"]
"""Everyone who may sit at a table of the tests, and some who do not."""
GARBAGE: Final = ["", " ", "?", "x", "；", "{x}", "none", "1", "b", "7", "g", "done"]
ORDERS: Final = [
    *PEOPLE,
    *("Ana 007", "007, Ana", "Ana Ana", "Bo Li, Smith, Jr", "@Smith, Jr @Ana", "小明 Ana 007"),
]
TOKENS: Final = [
    *("1", "3", "20", "21", "1/5", "2/3", "１／５", "g", "genie", "c", "curse", "hidden", "h"),
    *("none", "1/", "/5", "0", "3 g", "x"),
]
SEVERAL: Final = [
    *("1 2", "3 g c", "c c", "1/5 1/5 g", "1 1 1 1", "g g g", "c", "none", "21", "1,2,3", "h"),
    *("1 1 1 1 1 1 1 1 1 1 1 1 1", "c c c c c"),
]
SIDE: Final = [
    *("sand", "sand out", "s", "sand in"),
    *("genie Ana light", "genie 007 here", "genie 007 treasure", "genie Ana exit"),
    *("genie Bo Li loot", "genie Zed light", "genie Ana", "genie light"),
    *("event movement 3", "event movement", "event movement 0", "event thief", "event illusion"),
    *("event illusion move", "event padlock", "event padlock move", "event combination"),
    *("event landslide", "event landslide 2,2", "event landslide 9,9", "event landslide move"),
    *("event scheherazade", "event merchant", "event merchant move", "event m", "event flood"),
    *("vote f 2", "vote f 1 l 1", "vote f 9", "vote", "vote x 1"),
]

TRIED: Final[Mapping[str, Sequence[str]]] = {
    "setup.lamps": ORDERS,
    "setup.order": ORDERS,
    "setup.entrance": ["1,1 N", "2,1 S", "1,1 south", "9,9 S", "1,1", "S", "1,2 W"],
    "lamp.order": [*ORDERS, "sand", "sand again", "vote Ana 1", "vote 007 9", "vote Ana 1, 007 1"],
    "march.move": ["f", "fl", "fr", "l", "r", "b", "forward", "1", "6"],
    "march.square": [
        *("nothing", "chest", "treasure", "exit", "leader", "wall", "n", "e", "lo", "locked"),
        *("leader chest", "le t", "leader locked", "locked treasure", "event thief"),
    ],
    "march.lamp": PEOPLE,
    "loot.drawn": SEVERAL,
    "loot.curse": PEOPLE,
    "loot.picked": TOKENS,
    "lock.rolled": ["leave", "6", "5", "5 6", "6 6", "6 5 4", "7", "0", "1 2 3 1", "six"],
    "lock.handed": [
        *("Ana 1, short", "short", "Ana 1, 007 2, short"),
        *("Ana 1, 007 2", "Ana none, 007 none", "Ana g, 007 c", "Ana 1", "Ana 21, 007 1"),
    ],
    "genie.paid": ["Ana 1", "007 1", "Ana 3", "Ana g", "Zed 1", "done", "Ana 1/5"],
    "genie.told": ["ahead", "left", "right", "back", "none", "north"],
    "genie.arrow": ["ahead", "left", "up", "back red"],
    "genie.kept": TOKENS,
    "leader.reaches": ["yes", "no", "y", "maybe"],
    "leader.at": ["none", "off", "1,1", "2,1", "3,3", "2,2", "9,9", "x"],
    "thief.stolen": [*PEOPLE, "Ana 1", "007 1", "Ana g", "007 3"],
    "tale.rolled": ["1", "4", "5", "6", "7", "0"],
    "tale.given": TOKENS,
    "trade.laid": TOKENS,
    "trade.picked": TOKENS,
    "end.tokens": SEVERAL,
}
ATTEMPTS: Final = {step_id: (*words, *GARBAGE) for step_id, words in TRIED.items()}
"""What is tried at which step: fitting words, other names, and what means nothing."""
