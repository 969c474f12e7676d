"""Every step of the recorded evenings of a room, and of random ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from referee.testing.play import AnySession, begin, random_player
from referee.testing.room import Room
from tests.recorded import Recorded, scenarios
from tests.rooms import ROOMS


@cache
def _recorded(name: str, path: Path) -> AnySession:
    return Recorded[Any, Any](ROOMS[name], path).session


def recorded(room: Room) -> AnySession:
    """Give the first of the recorded evenings, played to its end."""
    return _recorded(room.game.id, scenarios(room)[0])


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


def different_steps(room: Room, often: int = 2) -> Iterator[AnySession]:
    """Go through both, but not more often through steps that ask and offer the same."""
    met = Counter[tuple[object, ...]]()
    for session in chain(recorded_steps(room), random_steps(room, range(2))):
        step = session.step
        if step is None:
            continue
        asked = (step.id, step.ask.template, *(each.keyword for each in step.alternatives))
        met[asked] += 1
        if met[asked] <= often:
            yield session
