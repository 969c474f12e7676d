"""Our rooms as the tests find them, each with the folder of its own tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from referee.testing.room import NAMES, Room, room_of

__all__ = [
    "EVERY_ROOM",
    "EVERY_TABLE",
    "NAMES",
    "ROOMS",
    "ROOT",
    "Room",
    "few_or_many",
    "room_folders",
    "rooms",
    "shown",
]

ROOT: Final = Path(__file__).parent.parent


def room_folders() -> list[str]:
    return sorted(path.parent.name for path in (ROOT / "referee/games").glob("*/__init__.py"))


@cache
def rooms() -> tuple[Room, ...]:
    folders = room_folders()
    return tuple(room_of(name.replace("_", "-"), ROOT / "tests/games" / name) for name in folders)


ROOMS = {room.game.id: room for room in rooms()}
EVERY_ROOM = tuple(ROOMS)
EVERY_TABLE = tuple((name, seats) for name, room in ROOMS.items() for seats in room.game.players)
"""Each room with each number of players that it takes."""


def few_or_many(few: range, many: range) -> pytest.MarkDecorator:
    """Give a test its ``seeds``: a few in the quick run, many others in the proof."""
    proof = pytest.param(many, id="many", marks=pytest.mark.prove)
    return pytest.mark.parametrize("seeds", [pytest.param(few, id="few"), proof])


def shown(what: str, met: Mapping[str, int]) -> dict[str, int]:
    """Show with ``pytest -s`` how often each thing was met; give it back."""
    print(what, *met.items(), sep="\n")  # noqa: T201 - for whoever asks
    return dict(met)
