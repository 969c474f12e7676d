"""Payments that the bank cannot make exactly: in which order saboteurs are paid, owed or change.

The printed rules do not say what happens then; SAB-7.8 does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from referee.games.saboteur.model.three_rounds.hands import (
    NONE,
    Hand,
    Values,
    fewest_cards,
    minus,
    ways,
)

OWED: Final = "owed"
CHANGED: Final = "changed"
PAID: Final = "paid"
"""Paid by any cards of the exact sum, after somebody changed money."""
Label: TypeAlias = Hand | str
"""How one saboteur was paid: by these cards, or OWED, CHANGED or PAID."""


def is_blocked(values: Values, bank: Hand, each: int, waiting: int) -> bool:
    """Whether a bank cannot pay all who still wait exactly, whatever each takes. Cites: SAB-7.8.

    >>> is_blocked((3, 2, 1), (0, 8, 0), 3, 1), is_blocked((3, 2, 1), (0, 8, 6), 3, 3)
    (True, False)
    """
    return fewest_cards(values, bank, (each,) * waiting) >= NONE


@cache
def courses(values: Values, bank: Hand, each: int, waiting: int) -> frozenset[tuple[Label, ...]]:
    """List how those who wait can be paid one after the other, first to last.

    Cites: SAB-7.7, SAB-7.8.
    """
    return frozenset(_courses(values, bank, each, waiting))


def _courses(values: Values, bank: Hand, each: int, waiting: int) -> Iterator[tuple[Label, ...]]:
    if not waiting:
        yield ()
        return
    for way in ways(values, bank, each):
        left = tuple(there - taken for there, taken in zip(bank, way, strict=True))
        for rest in courses(values, left, each, waiting - 1):
            yield (way, *rest)
    if is_blocked(values, bank, each, waiting):
        for rest in courses(values, bank, each, waiting - 1):
            yield (OWED, *rest)
        for others in product((PAID, OWED), repeat=waiting - 1):
            yield (CHANGED, *others)


@cache
def can_block(values: Values, bank: Hand, each: int, waiting: int) -> bool:
    """Whether somebody may go short, whatever the others take.

    Where all can be paid in ones, nobody does.

    >>> can_block((3, 2, 1), (0, 8, 6), 3, 3), can_block((3, 2, 1), (0, 8, 9), 3, 3)
    (True, False)
    """
    if not each or not waiting or (values[-1] == 1 and bank[-1] >= each * waiting):
        return False
    return is_blocked(values, bank, each, waiting) or any(
        can_block(values, left, each, waiting - 1)
        for way in ways(values, bank, each)
        if (left := minus(bank, way))
    )


@cache
def with_block(
    values: Values, bank: Hand, each: int, waiting: int
) -> tuple[tuple[Label, ...], ...]:
    """List the courses in which somebody is owed or changes money."""
    if not can_block(values, bank, each, waiting):
        return ()
    found = courses(values, bank, each, waiting)
    return tuple(each for each in found if OWED in each or CHANGED in each)
