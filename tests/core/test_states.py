"""States that are not held are the same as if they had been."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.play.state_cache import STRIDE, StateCache

LENGTHS = st.integers(0, 3 * STRIDE)


def counted() -> tuple[StateCache[int], list[int]]:
    """Make states that add up their places, and a list of what is played again."""
    again: list[int] = []

    def after(total: int, place: int) -> int:
        again.append(place)
        return total + place

    return StateCache(0, after), again


def total(place: int) -> int:
    return place * (place + 1) // 2


@given(st.lists(st.tuples(LENGTHS, LENGTHS), max_size=6))
def test_what_was_appended_and_cut_can_be_had_at_every_place(legs: list[tuple[int, int]]) -> None:
    states, again = counted()
    for more, back in legs:
        for _ in range(more):
            states.append(states.latest + states.last + 1)
        last = max(0, states.last - back)
        states.truncate(last)
        assert states.latest == total(last)
        assert len(states._kept) <= 2 * STRIDE + last / STRIDE + 1
        for place in range(last + 1):
            again.clear()
            assert states.at(place) == total(place)
            assert len(again) < STRIDE


def test_going_back_one_by_one_plays_each_event_again_at_most_once() -> None:
    states, again = counted()
    for place in range(1, 1001):
        states.append(total(place))
    for place in reversed(range(1000)):
        states.truncate(place)
        assert states.latest == total(place)
    assert len(again) == len(set(again)) <= 1000
    assert len(states._kept) == 1


@pytest.mark.parametrize("place", [-1, 3])
def test_there_is_no_other_place(place: int) -> None:
    states, _ = counted()
    states.append(1)
    states.append(3)
    with pytest.raises(IndexError):
        states.at(place)
