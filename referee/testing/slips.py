"""A slip is put into a possible table: each correction that the audit offers must mend it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.ruling import Correction, Ruling
from referee.core.scoring.corrections import corrected, paired_changes, single_changes
from referee.core.table import FinalCount
from referee.testing.play import played_out
from referee.testing.room import Room, checks, per_table

CHECKS, check = checks()
FOUND_AGAIN: Final = (9, 10)
"""So many of so many slips in one number must have the true one among their corrections."""


def possible_tables(room: Room, seats: int, seeds: range) -> Iterator[tuple[Rulebook, FinalCount]]:
    """Play games and give what each leaves, as a table types it: without what a record proves."""
    for seed in seeds:
        session = played_out(room, room.setup(seats, seed), seed)
        count = room.game.final.count(session.state)
        assert isinstance(count, FinalCount), count
        yield session.book, FinalCount(count.setup, count.holdings, count.shared)


def slips_in(room: Room, book: Rulebook, count: FinalCount, draw: Random) -> list[Correction]:
    """Draw a slip of one value and one of two."""
    form = room.game.final.form(book, count.setup.options)
    kinds = [single_changes(book, form, count), [*paired_changes(form, count)]]
    return [draw.choice(kind) for kind in kinds if kind]


@check(per_table, few=range(4), many=range(4, 60))
def a_correction_lets_its_finding_go_and_brings_no_other(
    room: Room, seats: int, seeds: range
) -> None:
    draw = Random(seats)
    for book, count in possible_tables(room, seats, seeds):
        for slip in slips_in(room, book, count, draw):
            wrong = corrected(count, slip)
            before = room.game.final.audit(book, wrong)
            for finding in before:
                assert finding.verdict.stops_play or not finding.corrections, finding
                for correction in finding.corrections:
                    after = room.game.final.audit(book, corrected(wrong, correction))
                    known = {each.reason for each in before} - {finding.reason}
                    assert {each.reason for each in after} <= known, (wrong, finding, correction)


@check(per_table, few=range(12), many=range(12, 120))
def the_true_number_is_among_the_corrections(room: Room, seats: int, seeds: range) -> None:
    draw, missed, found = Random(seats), [], 0
    for book, count in possible_tables(room, seats, seeds):
        form = room.game.final.form(book, count.setup.options)
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
            missed.append((wrong, broken))
    of, all_ = FOUND_AGAIN
    assert len(missed) * all_ <= found * (all_ - of), (found, missed[:3])


def _is_true(finding: Ruling, slip: Correction) -> bool:
    """Whether a correction puts the value back that was there."""
    (slipped,) = slip.changes
    true = [
        change
        for correction in finding.corrections
        for change in correction.changes
        if change.path == slipped.path and change.instead == slipped.told
    ]
    return bool(true)
