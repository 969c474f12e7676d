"""Every step of the recorded evenings of a room, and of random ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from referee.core.play.loop import GameLoop
from referee.files.decoding import read_bytes
from referee.files.documents.scenarios import read_scenario
from referee.files.yaml.loader import parse
from referee.testing.play import AnySession, begin, random_player
from referee.testing.room import Room
from tests.recorded import scenarios


@cache
def _recorded(name: str, path: Path) -> AnySession:
    from tests.rooms import ROOMS

    room = ROOMS[name]
    told = read_scenario(parse(read_bytes(str(path)), str(path)), room.game, room.book)
    session = begin(room, told.setup)
    loop = GameLoop(session)
    for given in told.answers:
        step = session.step
        typed = step.typed(given.step, given.words) if step and given.step else given.words
        loop.feed_line(typed or given.words)
    return session


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
