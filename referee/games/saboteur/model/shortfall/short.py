"""How a last round can fall short: who is paid, owed or changes money, and what was out before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from referee.games.saboteur.model.shortfall.blocks import (
    CHANGED,
    OWED,
    PAID,
    Label,
    can_block,
    with_block,
)
from referee.games.saboteur.model.shortfall.shown import labels
from referee.games.saboteur.model.three_rounds.exact import Laid, Total
from referee.games.saboteur.model.three_rounds.hands import Hand, Values, handfuls, made_of, minus
from referee.games.saboteur.model.three_rounds.patterns import Pattern

Seated: TypeAlias = tuple[tuple[Label, ...], tuple[int, frozenset[int]] | None]
"""How saboteurs are paid in order of seating, and where that order begins if it is known."""


class Short(Laid):
    """Ways to seat the same payments of a last round that fell short."""

    def __init__(self, values: Values, each: int, seated: Collection[Seated]) -> None:
        """Take up orders of the same labels."""
        course = next(iter(seated))[0]
        known = labels(values, each)
        self.is_changed: Final = CHANGED in course or PAID in course
        self.debts: Final = course.count(OWED)
        self.paid: Final = [label for label in course if isinstance(label, tuple)]
        self.patterns = [
            Pattern(tuple(map(known.index, course)), counted=counted) for course, counted in seated
        ]


class Bank(NamedTuple):
    """A full bank, and how many are paid out of what is left of it."""

    values: Values
    box: Hand
    each: int
    number: int


@lru_cache(maxsize=4096)
def shorts(
    bank: Bank,
    last: int | None,
    is_alike: bool,  # noqa: FBT001 - a key
    before: Total,
) -> tuple[tuple[Short, frozenset[Hand]], ...]:
    """List all ways to fall short after rounds that paid so, and what was out then.

    They are ``is_alike`` after a change where nobody noted who took which cards.
    """
    paid = frozenset(made_of(bank.values, bank.box, *before))
    left = (minus(bank.box, used) for used in paid)
    if not any(each and can_block(bank.values, each, bank.each, bank.number) for each in left):
        return ()  # a rich bank, as nearly always: what else could be is not listed
    found = ((short, used & paid) for short, used in _all_shorts(bank, last, is_alike))
    return tuple((short, out) for short, out in found if out)


@lru_cache(maxsize=256)
def _all_shorts(
    bank: Bank,
    last: int | None,
    is_alike: bool,  # noqa: FBT001 - a key
) -> list[tuple[Short, frozenset[Hand]]]:
    """List all ways to fall short; those of the same labels after the same cards are one."""
    values, box, each, number = bank
    used_by: dict[tuple[tuple[Label, ...], Seated], set[Hand]] = defaultdict(set)
    for left in handfuls(box):
        used = tuple(there - n for there, n in zip(box, left, strict=True))
        for course in with_block(values, left, each, number):
            for seated in _seated(course, last, is_alike=is_alike):
                used_by[tuple(sorted(seated[0], key=str)), seated].add(used)
    alike: dict[tuple[tuple[Label, ...], frozenset[Hand]], list[Seated]] = defaultdict(list)
    for (course, seated), hands in used_by.items():
        alike[course, frozenset(hands)].append(seated)
    return [(Short(values, each, seated), used) for (_, used), seated in alike.items()]


def _seated(course: tuple[Label, ...], last: int | None, *, is_alike: bool) -> Iterator[Seated]:
    """Seat a course of payments: whoever used the last card chooses first, clockwise on."""
    if CHANGED in course and is_alike:  # who took which cards is all the same then
        course = tuple(label if label == OWED else PAID for label in course)
    for before in range(len(course)):
        counted = None
        if last:
            # Nobody before that seat, or all of them: the course begins in the same place.
            counted = (last - 1, frozenset({before} if before else {0, len(course)}))
        elif last == 0 and before:
            continue
        yield course[len(course) - before :] + course[: len(course) - before], counted
