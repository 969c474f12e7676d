"""Answers that lead where a stranger who draws among all that is offered seldom comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.core.table import Setup

FOUND: Final[Mapping[bool, tuple[str, ...]]] = {True: ("f",), False: ("f", "chest")}
"""How a chest is found: with the maze of the tests it lies ahead of the entrance."""
PLAYED_ON_A_CHEST: Final = (
    ("event padlock", "5", "6"),
    ("event combination", "6", "4"),
    ("event combination", "leave"),
    ("event illusion",),
)
PLAYED_ON_THE_MARCH: Final = (
    ("event merchant",),
    ("event scheherazade", "4"),
    ("event thief",),
    ("event illusion move",),
)
UNEVEN: Final = 5
"""So many adventurers do not share the lamps evenly."""


def OPENINGS(setup: Setup) -> tuple[tuple[str, ...], ...]:  # noqa: N802 - so the contract calls it
    """Have loot, a genie or a curse; where there are events have one of each kind played."""
    front, second = (f"@{player}" for player in setup.seating[:2])
    has_maze = "maze" in setup.texts
    into = (
        *((f"{front} {second}",) if len(setup.seating) == UNEVEN else ()),
        *(("3,1 S",) if has_maze else ()),
        front,
    )
    found = (*into, *FOUND[has_maze])
    genie = (*found, "g", "genie")
    shared = (
        (*into, "sand", f"vote {front} 1, {second} 1"),
        (*found, "c c"),
        (*genie, f"genie {front} here"),
        (*genie, f"genie {front} loot", f"{front} 1", f"{second} 1", f"{front} 1"),
        (*genie, f"genie {front} exit", "done"),
    )
    if setup.options.get("events", ("yes",))[0] == "no":
        return shared
    return (
        *((*found, *plot) for plot in PLAYED_ON_A_CHEST),
        *shared,
        *((*into, *plot) for plot in PLAYED_ON_THE_MARCH),
    )
