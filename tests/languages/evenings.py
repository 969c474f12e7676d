"""Every step of the recorded evenings of a room, and of random ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.testing.play import AnySession, begin, random_player
from referee.testing.room import Room
from tests.recorded import Recorded, scenarios


@cache
def _recorded(room: str, path: Path) -> AnySession:
    from tests.rooms import ROOMS

    session: AnySession = Recorded[object, object](ROOMS[room], path).session
    return session


def recorded_steps(room: Room) -> Iterator[AnySession]:
    """Go through the recorded evenings; the session is at one step after the other."""
    for path in scenarios(room):
        model = _recorded(room.game.id, path)
        again = begin(room, model.setup)
        for entry in map(model.entry, model.active):
            yield again
            again.add(entry)


def random_steps(room: Room, seeds: range) -> Iterator[AnySession]:
    """Go through random games, the tables as large as they can be and smaller."""
    for seed in seeds:
        seats = room.game.players[-1 - seed % len(room.game.players)]
        yield from random_player(room, room.setup(seats, seed), seed)
