"""What happened, one event after the other, and how things stood before and after it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.play.event import Event
from referee.core.play.state_cache import StateChange, state_changes
from referee.core.table import Setup
from tests.core.pebble import ANA, BO, BOOK, COURSE, PebblesDrawn, PlayerGreeted, State, start

STATE = start(BOOK, Setup((ANA, BO)))
apply = COURSE.apply
LOG: Sequence[Event[State]] = (PebblesDrawn(ANA, 2), PlayerGreeted(ANA, BO), PebblesDrawn(BO, 1))


def test_without_an_event_there_is_no_moment() -> None:
    assert list(state_changes(apply, STATE, ())) == []


def test_how_things_stood_after_an_event_is_how_they_stood_before_the_next() -> None:
    first, second, third = moments = [*state_changes(apply, STATE, LOG)]
    assert [(moment.number, moment.event) for moment in moments] == [*enumerate(LOG)]
    assert first == StateChange(0, LOG[0], STATE, apply(STATE, LOG[0]))
    assert (first.after, second.after) == (second.before, third.before)
    assert third.after == apply(apply(apply(STATE, LOG[0]), LOG[1]), LOG[2])


def test_thousands_of_events_take_effect_one_by_one() -> None:
    *_, last = state_changes(int.__add__, 0, [1] * 5000)
    assert last == StateChange(4999, 1, before=4999, after=5000)
