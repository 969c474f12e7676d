"""Everything that a table might try at each step, legal or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tests.rooms import NAMES

PEOPLE: Final = [*NAMES, *(f"@{name}" for name in NAMES), "Zed", "@Zed", "An", "a", "@"]
"""Everyone who may sit at a table of the tests, and some who do not."""
GARBAGE: Final = [
    "",
    " ",
    "?",
    "x",
    "；",
    "{x}",
    "EW",
    "3,0",
    "EW 3",
    "xx 3,0",
    "NEWS 1,0 2",
    "E 1,0",
]
CARDS: Final = [
    *("NS", "EW", "NE", "ES", "SW", "NW", "NES", "NSW", "NEW", "ESW", "NESW"),
    *("xN", "xE", "xS", "xW", "xNS", "xEW", "xNE", "xNESW"),
]
CELLS: Final = [
    *("0,0", "1,0", "-1,0", "0,1", "0,-1", "2,0", "1,1", "1,-1", "3,0", "7,0", "8,0", "8,2"),
    *("8,-2", "8,1", "9,0", "-3,4", "５，０", "99,99"),
]
LAID: Final = [
    *(f"{card} 1,0" for card in CARDS),
    *(f"NESW {cell}" for cell in CELLS),
    *(f"{cell}:xNESW" for cell in CELLS[4:12]),
    *("EW 2,0", "NEW 2,0", "NW 0,-1", "xS 0,1", "EW 7,0", "NESW 8,1"),
]
TOOLS: Final = ("pickaxe", "lamp", "cart")
BROKEN: Final = [
    f"break {tool} {name}" for tool in TOOLS for name in ("Ana", "@007", "小明", "Zed")
]
REPAIRED: Final = [
    *(f"repair {tool} {name}" for tool in TOOLS for name in ("Ana", "@007", "Bo Li")),
    *("repair pickaxe-lamp Ana", "repair pickaxe-lamp lamp Ana", "repair lamp-cart cart @007"),
    *("repair pickaxe-cart pickaxe Bo Li", "repair lamp", "repair hammer Ana", "repair"),
]
ELSEWHERE: Final = [
    *(f"rockfall {cell}" for cell in CELLS),
    *(f"map {cell}" for cell in CELLS),
    *(
        "discard",
        "d",
        "discard done",
        "discard EW",
        "end",
        "end agreed",
        "e",
        "rockfall",
        "map",
        "r",
    ),
]
GOALS: Final = ["treasure", "stone-a", "stone-b", "t", "s", "1", "2", "3", "4", "gold"]
GOLD: Final = [
    *("3", "2", "1", "3+1", "2+2", "2+1+1", "1+1+1+1", "2+1", "1+1+1", "1+1", "3 3", "4", "5"),
    *("3 3 3 3", "3 3 3 3 3", "2x8", "1x16", "2x9", "1x17", "3 2 1", "9", "3, 2, 2, 1", "x3", "3x"),
    *("changed", "owed", "c", "o", "none", "0", "secret", "open", "s", "3x4, 2x8, 1x16"),
]

TRIED: Final[Mapping[str, Sequence[str]]] = {
    "setup.starter": PEOPLE,
    "turn.lay": [*LAID, *BROKEN, *REPAIRED, *ELSEWHERE],
    "goal.shows": GOALS,
    "round.role": ["digger", "saboteur", "selfish", "d", "s", "sa", "1", "2", "3", "none"],
    "gold.noted": ["secret", "open", "s", "o", "1", "2", "none"],
    "gold.kept": GOLD,
    "gold.paid": GOLD,
    "end.gold": GOLD,
}
ATTEMPTS: Final = {step_id: (*words, *GARBAGE) for step_id, words in TRIED.items()}
"""What is tried at which step: fitting words, other names, and what means nothing."""
