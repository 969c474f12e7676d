"""A room's tests may bring answers that lead where drawing alone seldom comes."""

from __future__ import annotations

from typing import Any

import pytest

from referee.testing.play import begin, opening, random_player
from tests.rooms import EVERY_ROOM, ROOMS, Room

WITHOUT = [name for name in EVERY_ROOM if not ROOMS[name].brings("openings", "OPENINGS", ())]
WITH = [name for name in EVERY_ROOM if name not in WITHOUT]


def brought_by(room: Room) -> Any:
    """Give the openings that a room brings for its smallest table."""
    known = room.brings("openings", "OPENINGS", ())
    return known(room.setup(room.game.players.start)) if callable(known) else known


def begun(room: Room, seed: int) -> Any:
    """Play the opening of a seed; give what the players answered."""
    session = begin(room, room.setup(room.game.players.start))
    taken = sum(1 for _ in opening(room, session, seed))
    words = tuple(session.entry(number).words for number in session.active)
    assert len(words) == taken
    return words


def test_there_are_rooms_of_both_kinds() -> None:
    assert "no-swap-no-pay" in WITHOUT
    assert {"saboteur", "aladdin"} <= {*WITH}


@pytest.mark.parametrize("name", WITHOUT)
def test_a_room_that_brings_none_begins_as_it_is(name: str) -> None:
    assert [begun(ROOMS[name], seed) for seed in range(4)] == [()] * 4


@pytest.mark.parametrize("name", WITH)
def test_seeds_take_the_openings_in_turn_and_0_takes_none(name: str) -> None:
    room = ROOMS[name]
    brought = brought_by(room)
    assert len(brought) >= 1
    seeds = range(2 * (len(brought) + 1))
    assert [begun(room, seed) for seed in seeds] == [(), *brought] * 2


@pytest.mark.parametrize("name", WITH)
def test_a_stranger_goes_on_from_there(name: str) -> None:
    room = ROOMS[name]
    (first, *_) = brought_by(room)
    session = None
    for session in random_player(room, room.setup(room.game.players.start), 1):  # noqa: B007
        pass
    assert session is not None
    words = [session.entry(number).words for number in session.active]
    assert words[: len(first)] == [*first]
    assert len(words) > len(first)
    assert session.step is None
