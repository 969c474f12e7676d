"""Totals are the sums of their lines, names change nothing, and corrections correct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from random import Random
from typing import Any, Final

from referee.core.fields import Field, FieldType, ListOf, Record, Value
from referee.core.rulebook import Rulebook
from referee.core.ruling import Correction, Ruling
from referee.core.scoring.corrections import corrected, paired_changes, single_changes
from referee.core.scoring.score import Scoresheet, ranks
from referee.core.table import FinalCount
from referee.testing import play
from referee.testing.cases import as_written, count_of, ran
from referee.testing.faults import CORRECT_STEP, fault
from referee.testing.play import AnySession
from referee.testing.room import Drawn, Room, checks, if_cases, per_table, with_names, written

CHECKS, check = checks("play", "score")

EARLIER = ("Qoa", "Qob", "Qoc", "Qod", "Qoe", "Qof", "Qog", "Qoh", "Qoi", "Qoj", "Qok")
LATER = ("卫", "朱", "许", "何", "吕", "施", "张", "孔", "曹", "严", "华")


def check_scores(room: Room, sheet: Scoresheet) -> None:
    """Check that a scoresheet is consistent."""
    where = room.places.code(room.game.final.score, "final")
    merits = [score.sort_key for score in sheet.scores]
    better = [sum(other > merit for other in merits) for merit in merits]
    for score in sheet.scores:
        if score.total != sum(line.points for line in score.lines):
            said = f"The total of {score.player}, {score.total}, is not the sum of its lines."
            fault(said, where, "Let the total be the sum.")
        for line in score.lines:
            if not line.rules:
                said = f"The line “{line.label}” of {score.player} cites no rule."
                fault(said, where, "Give the line the rule by which it scores.")
        if len(score.tie_breakers) != len(sheet.scores[0].tie_breakers):
            said = f"{score.player} has another number of tie-breakers than the others."
            fault(said, where, "Give everybody the same tie-breakers.")
    if ranks(sheet.scores) != tuple(1 + n for n in better):
        fault(f"The ranks are {ranks(sheet.scores)}.", where, "Let totals and tie-breakers decide.")
    first = [score.player for score, n in zip(sheet.scores, better, strict=True) if n == 0]
    scored, winners = {score.player for score in sheet.scores}, list(sheet.outcome.winners)
    if (scored & {*winners} and winners != first) or not winners:
        said = f"The winners are {', '.join(winners) or 'nobody'}; first is {', '.join(first)}."
        fault(said, where, "Let those win who are first.")
    if not sheet.outcome.rules:
        said = f"The outcome cites no rule: “{sheet.outcome.said}”"
        fault(said, where, "Cite the rule by which they win.")
    written(sheet)


def counted(room: Room, session: AnySession) -> FinalCount:
    """Return the final count of a game that is over."""
    final = room.game.final.count(session.state)
    if not isinstance(final, FinalCount):
        said = f"A game is over and cannot be counted: {final}"
        where = room.places.code(room.game.final.count, "final")
        fault(said, where, "Count every state in which a game ends.")
    return final


@check(per_table, few=range(2), many=range(2, 46))
def totals_are_their_lines_and_ranks_follow_the_merit_after_play(
    room: Room, seats: int, seeds: range
) -> None:
    for session in play.played_games(room, seats, seeds):
        check_scores(room, room.game.final.scoresheet(session.book, counted(room, session)))


@check(per_table, few=range(2), many=range(2, 60))
def a_game_by_the_rules_given_in_full_or_in_part_has_no_finding(
    room: Room, seats: int, seeds: range
) -> None:
    for seed, session in zip(seeds, play.played_games(room, seats, seeds), strict=True):
        count = counted(room, session)
        blameless(room, session.book, count)
        form = room.game.final.form(session.book, count.setup.options)
        draw = Random(seed)
        for likely in (1.0, 2 / 3, 1 / 3):
            shared = _in_part(count.shared, form.shared, draw, likely)
            blameless(room, session.book, FinalCount(count.setup, count.holdings, shared))


def blameless(room: Room, book: Rulebook, count: FinalCount) -> None:
    """Check that no finding stops play; a table may still have to decide."""
    for each in room.game.final.audit(book, count):
        if each.verdict.stops_play:
            said = f"A game that kept the rules is {each.verdict}: {each.reason}"
            held = dict(count.holdings) | {"besides": count.shared}
            do = f"Let the audit find only what cannot be. (The holdings were {as_written(held)}.)"
            fault(said, room.places.part("final"), do)


def _in_part(
    given: Mapping[str, Value], fields: Iterable[Field], draw: Random, likely: float
) -> dict[str, Value]:
    """Omit some of the optional fields, in records too."""
    return {
        field.name: _part_of(given[field.name], field.shape, draw, likely)
        for field in fields
        if field.name in given and (field.required or draw.random() < likely)
    }


def _part_of(value: Any, shape: FieldType, draw: Random, likely: float) -> Value:
    if isinstance(shape, Record):
        return _in_part(value, shape.fields, draw, likely)
    if isinstance(shape, ListOf):
        return tuple(_part_of(each, shape.each, draw, likely) for each in value)
    found: Value = value
    return found


@check(per_table, few=range(4), many=range(4, 260), needs=("score",))
def any_readable_holdings_are_scored_and_audited(room: Room, seats: int, seeds: range) -> None:
    for seed in seeds:
        setup = room.setup(seats, seed)
        book = room.book.with_table_numbers(setup.numbers)
        form = room.game.final.form_for(book, setup.options)
        drawn = Drawn(seed, tuple(setup.seating))
        owners = form.entries(setup.seating)
        holdings: dict[str, Any] = {owner: drawn.fields(form.fields) for owner in owners}
        final = FinalCount(setup, holdings, drawn.fields(form.shared))
        sheet = room.game.final.scoresheet(book, final)
        scored = [score.player for score in sheet.scores]
        if scored != list(owners):
            said = f"{', '.join(scored) or 'Nobody'} is scored, not {', '.join(owners)}."
            where = room.places.code(room.game.final.score, "final")
            fault(said, where, "Score everybody who has holdings, in the order of the table.")
        check_scores(room, sheet)
        written(room.game.final.audit(book, final))


def evening(room: Room, seats: int, seed: int, names: tuple[str, ...]) -> list[str]:
    """Return everything shown in a game drawn by indexes, so that two can be compared."""
    setup = room.setup(seats, seed, names)
    session, draw = play.begin(room, setup), Random(seed)
    said: list[Any] = []
    while play.still_going(session):
        step = play.step_of(session)
        words = play.offer(step, draw.randrange(play.size(step)))
        tried = play.attempt(session, words)
        if tried is None:
            what = f"“{words}” is offered at {step.id} and not understood."
            fault(what, room.places.step(step.id), CORRECT_STEP)
        views = [each.show(session.book, session.state) for each in room.game.paper.views.values()]
        said += [step, words, step.on_empty, step.answers.hint(), tried.ruling, views]
        play.taken(session, tried)
    final = counted(room, session)
    said += [
        room.game.sheet(session.book, setup, session.log()),
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
        pairs = zip((with_names(text, renamed) for text in first), second, strict=False)
        if len(first) != len(second) or any(one != other for one, other in pairs):
            said = "With other names a game goes otherwise, or says something else."
            do = "Let names decide nothing, not even an order: take the order of the seats."
            fault(said, room.places.part("stages"), do)


@check(if_cases("none has holdings."), needs=("score",))
def every_count_of_the_cases_is_scored_by_its_lines(room: Room) -> None:
    for case in room.cases:
        if "score" in case and not ran(room, case).differs:
            book, count = count_of(room.game, room.book, case["score"])
            check_scores(room, room.game.final.scoresheet(book, count))


MISSED_AT_MOST: Final = 1 / 10
"""How many slips of one number may have corrections without the true number among them."""


def possible_tables(room: Room, seats: int, seeds: range) -> Iterator[tuple[Rulebook, FinalCount]]:
    """Yield the final counts of random games as a table types them, without a record."""
    for session in play.played_games(room, seats, seeds):
        count = counted(room, session)
        yield session.book, FinalCount(count.setup, count.holdings, count.shared)


def with_slips(room: Room, book: Rulebook, count: FinalCount, draw: Random) -> Iterator[FinalCount]:
    """Yield a count with a slip in one value, with one in two values, and with both."""
    form = room.game.final.form_for(book, count.setup.options)
    kinds = [single_changes(book, form, count), [*paired_changes(form, count)]]
    slips = [draw.choice(kind) for kind in kinds if kind]
    yield from (corrected(count, slip) for slip in slips)
    yield reduce(corrected, slips, count)


@check(per_table, few=range(2), many=range(2, 60))
def a_correction_lets_its_finding_go_and_brings_no_other(
    room: Room, seats: int, seeds: range
) -> None:
    draw = Random(seats)
    for book, count in possible_tables(room, seats, seeds):
        for wrong in with_slips(room, book, count, draw):
            before = room.game.final.audit(book, wrong)
            for finding in before:
                where = room.places.part("final")
                if finding.corrections and not finding.verdict.stops_play:
                    said = f"A finding that the table decides has corrections: {finding.reason}"
                    fault(said, where, "Give corrections to what cannot be.")
                for correction in finding.corrections:
                    after = room.game.final.audit(book, corrected(wrong, correction))
                    known = {each.reason for each in before} - {finding.reason}
                    if more := [each for each in after if each.reason not in known]:
                        said = f"{finding.reason} When it is corrected: {more[0].reason}"
                        fault(said, where, "Let each finding be about one thing that is wrong.")


@check(per_table, few=range(6), many=range(6, 120))
def the_true_number_is_among_the_corrections(room: Room, seats: int, seeds: range) -> None:
    draw, missed, found = Random(seats), [], 0
    for book, count in possible_tables(room, seats, seeds):
        form = room.game.final.form_for(book, count.setup.options)
        numbers = [
            each
            for each in single_changes(book, form, count)
            if isinstance(each.changes[0].told, int) and each.changes[0].owner
        ]
        if not numbers:
            continue
        slip = draw.choice(numbers)
        wrong = corrected(count, slip)
        broken = [each for each in room.game.final.audit(book, wrong) if each.verdict.stops_play]
        found += bool(broken)
        if broken and not any(_is_true(each, slip) for each in broken):
            missed.append(broken[0].reason)
    if len(missed) > found * MISSED_AT_MOST:
        said = f"The true number is not among the corrections in {len(missed)} of {found} slips: "
        do = "Let findings name all fields that are added up."
        fault(f"{said}{missed[0]}", room.places.part("final"), do)


def _is_true(finding: Ruling, slip: Correction) -> bool:
    """Whether a correction puts the value back that was there."""
    (slipped,) = slip.changes
    return any(
        change.path == slipped.path and change.instead == slipped.told
        for correction in finding.corrections
        for change in correction.changes
    )
