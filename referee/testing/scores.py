"""Totals are their lines, ranks follow the sort key, and names change nothing."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.core.say import Say
from referee.core.score import Scoresheet, ranks
from referee.core.table import FinalCount
from referee.testing.cases import setup_of
from referee.testing.play import (
    attempt,
    begin,
    offer,
    played_out,
    size,
    still_going,
    taken,
)
from referee.testing.room import Room, checks, if_cases, per_table
from referee.testing.shapes import Drawn, typed_fields
from referee.testing.telling import with_names, written

CHECKS, check = checks()

EARLIER = ("Qoa", "Qob", "Qoc", "Qod", "Qoe", "Qof", "Qog", "Qoh", "Qoi", "Qoj", "Qok")
LATER = ("卫", "朱", "许", "何", "吕", "施", "张", "孔", "曹", "严", "华")


def check_scores(sheet: Scoresheet) -> None:
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


@check(per_table, few=range(6), many=range(6, 46))
def totals_are_their_lines_and_ranks_follow_the_merit_after_play(
    room: Room, seats: int, seeds: range
) -> None:
    for seed in seeds:
        session = played_out(room, room.setup(seats, seed), seed)
        final = room.game.final.count(session.state)
        assert isinstance(final, FinalCount), final
        check_scores(room.game.final.scoresheet(session.book, final))


@check(per_table, few=range(60), many=range(60, 260))
def any_readable_holdings_are_scored_and_audited(room: Room, seats: int, seeds: range) -> None:
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
        sheet = room.game.final.scoresheet(book, final)
        assert [score.player for score in sheet.scores] == list(owners)
        check_scores(sheet)
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
        said += [step, words, step.on_empty, step.answers.hint(), tried.ruling, views]
        taken(session, tried)
    said.append(room.game.sheet(session.book, setup, session.log()))
    final = room.game.final.count(session.state)
    assert not isinstance(final, Say)
    said += [
        room.game.final.audit(session.book, final),
        room.game.final.scoresheet(session.book, final),
    ]
    return [written(each) for each in said]


@check(per_table, few=range(1), many=range(1, 9))
def other_names_change_the_names_and_nothing_else(room: Room, seats: int, seeds: range) -> None:
    for seed in (seats + more for more in seeds):  # so that tables differ in their switches
        first = evening(room, seats, seed, EARLIER)
        second = evening(room, seats, seed, LATER)
        renamed = dict(zip(EARLIER, LATER, strict=True))
        assert [with_names(text, renamed) for text in first] == second
        assert first != second


@check(if_cases)
def every_count_of_the_cases_is_scored_by_its_lines(room: Room) -> None:
    counts = [case["score"] for case in room.cases if "score" in case]
    for told_ in counts:
        setup = setup_of(told_)
        book = room.book.with_table_numbers(setup.numbers)
        form = room.game.final.form(book, setup.options)
        holdings = {
            str(owner): typed_fields(entry, form.fields)
            for owner, entry in told_["holdings"].items()
        }
        final = FinalCount(setup, holdings, typed_fields(told_.get("besides", {}), form.shared))
        check_scores(room.game.final.scoresheet(book, final))
