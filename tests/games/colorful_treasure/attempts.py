"""Everything that a table might try at each step, legal or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tests.rooms import NAMES

PEOPLE: Final = [*NAMES[:5], *(f"@{name}" for name in NAMES[:5]), "Zed", "@Zed", "An", "a", "@"]
"""Everyone who may sit at a table of the tests, and some who do not."""
GARBAGE: Final = ["", " ", "?", "x", "；", "{x}", "none", "1", "b", "7", "red", "3", "0r"]
CARDS: Final = [
    *(f"{wonder}{face}" for wonder in (1, 2, 3, 10) for face in "rygbpdkc"),
    *("3 red", "red 3", "３r", "3", "r", "3x", "11r", "0k", "3-r", "1r2"),
]
PAIRS: Final = [
    *("1r 2k", "1r1b", "3d 3k", "3k 3c", "3r 3r", "1 red, 2 blue", "r1 k2", "10 p 9 chest"),
    *("1k 2k", "1c 2c", "4g 5g", "1r 2r 3r", "1r 11b", "1r", "1d 2d", "7y 7p", "1r 2", "none"),
]
KINDS: Final = [
    *("red", "r", "yellow", "green", "blue", "purple", "diamond", "key", "chest", "secrets", "s"),
    *("red blue", "red, yellow", "red blue green", "red diamond", "key red", "key chest", "none"),
]
TILES: Final = [
    *("1 2 3 4 5", "1 3 6 7 10", "6 7 8 9 10", "no-p, four-p, f, extra", "any, extra, fourth"),
    *("1 1 2 3 4", "1 2 3 4", "1 2 3 4 5 6", "11", "no-plunder peek-same sixth fourth any-token"),
    *("no-secrets extra-kind any-token four-points sixth-colour", "joker 1 2 3 4"),
]
USED: Final = [
    *("pair", "pa", "pair used", "any-token", "peek 3", "peek 1 2", "peek 3 3", "peek 1 2 3"),
    *("peek 11", "peek", "peek 0", "p 4", "peek 1 red", "stop", "st", "done"),
]
LOOT: Final = [
    *(f"{name} {what}" for name in NAMES[:4] for what in ("1r", "diamond", "d", "3d", "2k")),
    *("Ana", "1r", "@007 d", "Zed d", "007 007 d", "none", "Bo Li 3 red", "@小明 11r"),
]

TRIED: Final[Mapping[str, Sequence[str]]] = {
    "setup.start": PEOPLE,
    "setup.tiles": TILES,
    "turn.flip": [*PAIRS, *USED],
    "turn.more": [*CARDS, *USED],
    "turn.take": [*KINDS, *CARDS, "1r 2r", *USED],
    "turn.plunder": [*LOOT, *USED],
    "turn.tile": ["1", "2", "5", "9", *(tile for tile in ("no-p", "four", "f", "joker")), *USED],
    "turn.end": ["done", "d", *USED],
}
ATTEMPTS: Final = {step_id: (*words, *GARBAGE) for step_id, words in TRIED.items()}
"""What is tried at which step: fitting words, other names, and what means nothing."""
