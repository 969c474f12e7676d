"""A session is its log: undo gives the old state back, and what is not kept has not happened."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.core.play.record import Entry, Note, Record, Undo
from referee.core.play.session import MAX_REPLAYED, Session
from referee.core.table import Setup
from tests.core.pebble import (
    ANA,
    BO,
    BOOK,
    COURSE,
    CY,
    DRAW,
    GAME,
    GREET,
    DrawingStopped,
    PebblesDrawn,
    PlayerGreeted,
    pebble_session,
)
from tests.toys import with_parts


def entry(event: Any) -> Entry:
    return Entry(step="turn", words="", event=event)


OPENING = (
    PebblesDrawn(ANA, 2),
    PlayerGreeted(ANA, BO),
    PebblesDrawn(BO, 1),
    PlayerGreeted(BO, CY),
    PebblesDrawn(CY, 2),
)


def played(*events: Any) -> Session:
    session = pebble_session()
    for event in events:
        session.add(entry(event))
    return session


@pytest.mark.parametrize("length", range(len(OPENING) + 1))
def test_undo_after_any_event_gives_the_old_state(length: int) -> None:
    session = played(*OPENING[:length])
    before, step, log = session.state, session.step, session.log()
    number = session.add(entry(PebblesDrawn(BO, 1)))
    assert session.state != before
    session.add(Undo((number,)))
    assert (session.state, session.log()) == (before, log)
    assert session.step is not None
    assert step is not None
    assert session.step.id == step.id


@pytest.mark.parametrize("struck", [(1,), (3,), (5,), (2, 4), (1, 2, 3, 4, 5)])
def test_a_strike_leaves_the_state_of_the_rest_of_the_log(struck: tuple[int, ...]) -> None:
    session = played(*OPENING)
    session.add(Undo(struck))
    rest = [event for number, event in enumerate(OPENING, 1) if number not in struck]
    assert session.log() == tuple(rest)
    assert session.state == played(*rest).state
    for number in session.active:
        before = [event for other, event in enumerate(OPENING, 1) if other < number]
        kept = [event for other, event in enumerate(before, 1) if other not in struck]
        assert session.state_before(number) == played(*kept).state


def test_numbers_count_every_mark_and_are_never_given_twice() -> None:
    session = played(*OPENING[:2])
    assert session.add(Note("tea")) == 3
    assert session.add(Undo((2,))) == 4
    assert session.add(entry(OPENING[1])) == 5
    assert list(session.active) == [1, 5]
    assert [type(mark) for mark in session.record] == [Entry, Entry, Note, Undo, Entry]
    assert session.entry(2).event == OPENING[1]


@pytest.mark.parametrize("number", [0, -1, 2, 3])
def test_only_an_entry_is_found_by_its_number(number: int) -> None:
    session = played(OPENING[0])
    session.add(Note("tea"))
    with pytest.raises(KeyError):
        session.entry(number)


@pytest.mark.parametrize("struck", [(), (2,), (3,), (1, 2), (4,), (0,)])
def test_only_what_is_in_force_is_struck(struck: tuple[int, ...]) -> None:
    session = played(*OPENING[:2])
    session.add(Undo((2,)))
    before = list(session.record)
    with pytest.raises(ValueError, match="not in force"):
        session.add(Undo(struck))
    assert session.record == before
    assert list(session.active) == [1]


@pytest.mark.parametrize("number", [0, 2, 3])
def test_only_an_entry_in_force_was_judged_in_a_state(number: int) -> None:
    session = played(*OPENING[:2])
    session.add(Undo((2,)))
    with pytest.raises(KeyError):
        session.state_before(number)


def tired(session: Session) -> None:
    """Strike entries until as many have been played again as may be; more than 245 are needed."""
    left = MAX_REPLAYED
    while left:
        numbers = session.active
        behind = min(left, len(numbers) - 1)
        session.add(Undo((numbers[-1 - behind],)))
        left -= behind


def test_strikes_may_not_let_the_log_be_played_over_and_over() -> None:
    session = played(*(PebblesDrawn(ANA, 1) for _ in range(260)))
    tired(session)
    state, record, in_force = session.state, list(session.record), list(session.active)
    assert not session.can_undo(in_force[-2:-1])
    with pytest.raises(ValueError, match=f"more than {MAX_REPLAYED} entries again"):
        session.add(Undo((in_force[-2],)))
    assert (session.state, session.record, list(session.active)) == (state, record, in_force)
    assert session.state == played(*session.log()).state
    assert session.can_undo(in_force[-1:]), "nothing stays behind the last"
    session.add(Undo(tuple(in_force)))
    assert session.log() == ()


def counting() -> tuple[Session, list[Any]]:
    """Begin a game of which a list says in which states it was asked what is due."""
    asked: list[Any] = []

    def is_due(state: Any) -> bool:
        asked.append(state)
        return GREET.when(state)

    course = replace(COURSE, stages=(replace(GREET, when=is_due), DRAW))
    return Session(with_parts(GAME, course=course), BOOK, Setup((ANA, BO, CY))), asked


def test_the_step_is_worked_out_once_for_each_state() -> None:
    session, asked = counting()
    assert asked == []
    first = session.step
    assert session.step is first
    assert len(asked) == 1
    session.add(Note("tea"))
    assert session.step is first
    session.add(entry(OPENING[0]))
    assert len(asked) == 1
    second = session.step
    assert second is not None
    assert (second.id, session.step, len(asked)) == ("turn.greet", second, 2)
    session.add(Undo((2,)))
    back = session.step
    assert back is not None
    assert (back.id, len(asked)) == ("turn.drawn", 3)


def test_that_a_game_is_over_is_worked_out_once_too() -> None:
    session, asked = counting()
    session.add(entry(DrawingStopped(ANA)))
    assert (session.step, session.step, len(asked)) == (None, None, 1)


class DiskFullError(Exception):
    """Nothing more can be kept."""


@pytest.mark.parametrize("mark", [entry(OPENING[2]), Undo((1,)), Note("tea")])
def test_what_cannot_be_kept_has_not_happened(mark: Record) -> None:
    kept: list[Record] = []

    def keep(number: int, mark: Record) -> None:
        if number > 2:
            raise DiskFullError
        kept.append(mark)

    session = pebble_session(keep)
    for event in OPENING[:2]:
        session.add(entry(event))
    state, record = session.state, list(session.record)
    with pytest.raises(DiskFullError):
        session.add(mark)
    assert (session.state, session.record, list(session.active)) == (state, record, [1, 2])
    assert kept == record


def test_marks_are_kept_before_they_count_as_noted() -> None:
    seen: list[tuple[int, int]] = []

    def keep(number: int, mark: Record) -> None:
        seen.append((number, len(session.record)))

    session = pebble_session(keep)
    session.add(entry(OPENING[0]))
    session.add(Note("tea"))
    session.add(Undo((1,)))
    assert seen == [(1, 0), (2, 1), (3, 2)]
