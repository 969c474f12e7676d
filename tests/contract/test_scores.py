"""Totals are their lines, ranks follow the sort key, and names change nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.score import Scoresheet, ranks
from referee.core.table import FinalCount
from tests.contract.cases import setup_of
from tests.contract.play import (
    attempt,
    begin,
    few_or_many,
    offer,
    played_out,
    size,
    still_going,
    taken,
)
from tests.contract.shapes import Drawn, typed_fields
from tests.contract.telling import with_names, written
from tests.rooms import EVERY_ROOM, EVERY_TABLE, ROOMS, Room

every_table = pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
EARLIER = ("Qoa", "Qob", "Qoc", "Qod", "Qoe", "Qof", "Qog", "Qoh", "Qoi", "Qoj", "Qok")
LATER = ("卫", "朱", "许", "何", "吕", "施", "张", "孔", "曹", "严", "华")


def check_scores(sheet: Scoresheet, book: Rulebook) -> None:
    """Hold a scoresheet against itself."""
    by_merit = sorted({score.sort_key for score in sheet.scores}, reverse=True)
    better = [
        sum(other.sort_key > score.sort_key for other in sheet.scores) for score in sheet.scores
    ]
    for score in sheet.scores:
        assert score.total == sum(line.points for line in score.lines)
        assert [line for line in score.lines if not line.rules] == []
        assert len({len(other.tie_breakers) for other in sheet.scores}) == 1
    assert ranks(sheet.scores) == tuple(1 + n for n in better)
    assert len(by_merit) == len({*ranks(sheet.scores)})
    first = [score.player for score, n in zip(sheet.scores, better, strict=True) if n == 0]
    scored = {score.player for score in sheet.scores}
    assert not scored & set(sheet.outcome.winners) or list(sheet.outcome.winners) == first
    assert sheet.outcome.winners
    assert sheet.outcome.rules
    assert written(sheet) != ""


@few_or_many(range(6), range(6, 46))
@every_table
def test_totals_are_their_lines_and_ranks_follow_the_merit_after_play(
    name: str, seats: int, seeds: range
) -> None:
    room = ROOMS[name]
    for seed in seeds:
        session = played_out(room, room.setup(seats, seed), seed)
        final = room.game.final.count(session.state)
        assert isinstance(final, FinalCount), final
        check_scores(room.game.final.score(session.book, final), session.book)


@few_or_many(range(60), range(60, 260))
@every_table
def test_any_readable_holdings_are_scored_and_audited(name: str, seats: int, seeds: range) -> None:
    room = ROOMS[name]
    for seed in seeds:
        setup = room.setup(seats, seed)
        book = room.book.with_table_numbers(setup.numbers)
        form = room.game.final.form(book, setup.options)
        drawn = Drawn(seed, tuple(setup.seating))
        owners = form.entries(setup.seating)
        final = FinalCount(
            setup,
            {owner: drawn.fields(form.fields) for owner in owners},
            drawn.fields(form.shared),
        )
        sheet = room.game.final.score(book, final)
        assert [score.player for score in sheet.scores] == list(owners)
        check_scores(sheet, book)
        assert written(room.game.final.audit(book, final)) != ""


def evening(room: Room, seats: int, seed: int, names: tuple[str, ...]) -> list[str]:
    """Tell everything that is shown in a game drawn by indexes, so that two can be compared."""
    setup = room.setup(seats, seed, names)
    session, draw = begin(room, setup), Random(seed)
    said: list[Any] = []
    while still_going(session):
        step = session.step
        assert step is not None
        words = offer(step, draw.randrange(size(step)))
        tried = attempt(session, words)
        assert tried is not None
        views = [each.show(session.book, session.state) for each in room.game.paper.views.values()]
        said += [step, words, step.on_enter, step.answers.hint(), tried.ruling, views]
        taken(session, tried)
    said.append(room.game.sheet(session.book, setup, session.log()))
    final = room.game.final.count(session.state)
    assert not isinstance(final, Say)
    said += [room.game.final.audit(session.book, final), room.game.final.score(session.book, final)]
    return [written(each) for each in said]


@few_or_many(range(1), range(1, 9))
@every_table
def test_other_names_change_the_names_and_nothing_else(name: str, seats: int, seeds: range) -> None:
    room = ROOMS[name]
    for seed in (seats + more for more in seeds):  # so that tables differ in their switches
        first = evening(room, seats, seed, EARLIER)
        second = evening(room, seats, seed, LATER)
        renamed = dict(zip(EARLIER, LATER, strict=True))
        assert [with_names(text, renamed) for text in first] == second
        assert first != second


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_count_of_the_cases_is_scored_by_its_lines(name: str) -> None:
    room = ROOMS[name]
    counts = [case["score"] for case in room.cases() if "score" in case]
    assert len(counts) >= 1
    for told_ in counts:
        setup = setup_of(told_)
        book = room.book.with_table_numbers(setup.numbers)
        form = room.game.final.form(book, setup.options)
        holdings = {
            str(owner): typed_fields(entry, form.fields)
            for owner, entry in told_["holdings"].items()
        }
        final = FinalCount(setup, holdings, typed_fields(told_.get("besides", {}), form.shared))
        check_scores(room.game.final.score(book, final), book)
