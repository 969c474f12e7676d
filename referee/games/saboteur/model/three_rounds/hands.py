"""Hands of gold cards as counts, and how the bank can pay them.

A hand counts the cards of each printed value, in the order of ``values``, the highest first:
with values (3, 2, 1) the hand (0, 2, 1) is 2+2+1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from operator import add, mul, sub
from typing import Final, TypeAlias

from referee.games.saboteur.model.gold import CHANGED, OWED, PAID

Hand: TypeAlias = tuple[int, ...]
Values: TypeAlias = tuple[int, ...]
Sums: TypeAlias = tuple[int, ...]
"""Nuggets that have to be made up exactly, the smallest first."""

Label: TypeAlias = Hand | str
"""How one saboteur was paid in the last round: these cards, or OWED, CHANGED or PAID."""
Order: TypeAlias = tuple[Label, ...]
"""How the saboteurs were paid, one after the other."""
UNPAYABLE: Final = 99
"""A number of cards that no payment has: there is no way to pay."""


def hand_of(values: Values, cards: tuple[int, ...]) -> Hand:
    """Count cards by their value.

    >>> hand_of((3, 2, 1), (2, 1, 2))
    (0, 2, 1)
    """
    return tuple(map(cards.count, values))


def cards_of(values: Values, hand: Hand) -> tuple[int, ...]:
    """List the cards of a hand, the highest first.

    >>> cards_of((3, 2, 1), (1, 0, 2))
    (3, 1, 1)
    """
    return tuple(value for value, n in zip(values, hand, strict=True) for _ in range(n))


def worth(values: Values, hand: Hand) -> int:
    """Count the nuggets."""
    return sum(map(mul, values, hand))


def plus(hand: Hand, other: Hand) -> Hand:
    """Add two hands."""
    return tuple(map(add, hand, other))


def minus(hand: Hand, other: Hand) -> Hand | None:
    """Return a hand without some cards, or None if it does not have them.

    >>> minus((1, 0, 2), (0, 0, 1)), minus((1, 0, 2), (0, 1, 0))
    ((1, 0, 1), None)
    """
    left = tuple(map(sub, hand, other))
    return None if min(left) < 0 else left


def less(hand: Hand, other: Hand) -> Hand:
    """Return a hand without some of its cards; it must have them."""
    return tuple(map(sub, hand, other))


@cache
def ways(values: Values, hand: Hand, amount: int) -> tuple[Hand, ...]:
    """Return all ways to choose cards of a hand that are worth exactly an amount.

    >>> ways((3, 2, 1), (1, 1, 1), 3)
    ((1, 0, 0), (0, 1, 1))
    """
    if not values:
        return () if amount else ((),)
    most = min(hand[0], amount // values[0] if values[0] else 0)
    return tuple(
        (n, *rest)
        for n in range(most, -1, -1)
        for rest in ways(values[1:], hand[1:], amount - n * values[0])
    )


@cache
def splits(values: Values, hand: Hand, cards: int, sums: Sums) -> bool:
    """Whether a hand can be divided into ``cards`` cards of any value and exactly these sums.

    >>> splits((3, 2, 1), (1, 0, 3), 2, (4,)), splits((3, 2, 1), (0, 2, 0), 1, (3,))
    (True, False)
    >>> splits((3, 2, 1), (1, 0, 3), 1, (3,)), splits((3, 2, 1), (0, 2, 1), 1, (3,))
    (True, True)
    """
    if not sums:
        return sum(hand) == cards
    if sum(hand) < cards:
        return False
    return any(
        splits(values, less(hand, way), cards, sums[1:]) for way in ways(values, hand, sums[0])
    )


@cache
def made_of(values: Values, box: Hand, cards: int, sums: Sums) -> tuple[Hand, ...]:
    """Return the hands out of a box that are ``cards`` cards of any value and these exact sums.

    >>> made_of((3, 2, 1), (1, 1, 2), 1, (3,))
    ((0, 1, 2), (1, 0, 1), (1, 1, 0), (1, 1, 1))
    """
    if sums:
        shorter = made_of(values, box, cards, sums[1:])
        found = {plus(hand, way) for hand in shorter for way in ways(values, box, sums[0])}
        return tuple(sorted(hand for hand in found if minus(box, hand) is not None))
    return tuple(hand for hand in handfuls(box) if sum(hand) == cards)


@cache
def fewest_cards(values: Values, hand: Hand, sums: Sums) -> int:
    """Return the fewest cards of a hand that make up all these sums, or UNPAYABLE.

    >>> fewest_cards((3, 2, 1), (1, 8, 0), (2, 3)), fewest_cards((3, 2, 1), (0, 8, 0), (3,))
    (2, 99)
    """
    if not sums:
        return 0
    found = (
        sum(way) + fewest_cards(values, less(hand, way), sums[:-1])
        for way in ways(values, hand, sums[-1])
    )
    return min((UNPAYABLE, *found))


def supplies(values: Values, hand: Hand, cards: int, sums: Sums) -> bool:
    """Whether a hand has these exact sums and ``cards`` more cards."""
    return sum(hand) - fewest_cards(values, hand, sums) >= cards


def handfuls(box: Hand) -> Iterator[Hand]:
    """Return all hands out of a box, those with the fewest cards of the highest value first."""
    return product(*(range(n + 1) for n in box))


def is_blocked(values: Values, bank: Hand, each: int, waiting: int) -> bool:
    """Whether a bank cannot pay everybody who is waiting exactly. Cites: SAB-7.8.

    >>> is_blocked((3, 2, 1), (0, 8, 0), 3, 1), is_blocked((3, 2, 1), (0, 8, 6), 3, 3)
    (True, False)
    """
    return fewest_cards(values, bank, (each,) * waiting) >= UNPAYABLE


@cache
def payment_orders(values: Values, bank: Hand, each: int, waiting: int) -> frozenset[Order]:
    """Return all orders in which those who are waiting can be paid. Cites: SAB-7.7, SAB-7.8."""
    if not waiting:
        return frozenset({()})
    found: set[Order] = {
        (way, *rest)
        for way in ways(values, bank, each)
        for rest in payment_orders(values, less(bank, way), each, waiting - 1)
    }
    if is_blocked(values, bank, each, waiting):
        found |= {(OWED, *rest) for rest in payment_orders(values, bank, each, waiting - 1)}
        found |= {(CHANGED, *others) for others in product((PAID, OWED), repeat=waiting - 1)}
    return frozenset(found)


@cache
def may_go_short(values: Values, bank: Hand, each: int, waiting: int) -> bool:
    """Whether some choices of cards leave somebody without exact payment.

    If the bank can pay everybody in ones, nobody goes short.

    >>> may_go_short((3, 2, 1), (0, 8, 6), 3, 3), may_go_short((3, 2, 1), (0, 8, 9), 3, 3)
    (True, False)
    """
    if not each or not waiting or (values[-1] == 1 and bank[-1] >= each * waiting):
        return False
    return is_blocked(values, bank, each, waiting) or any(
        may_go_short(values, less(bank, way), each, waiting - 1) for way in ways(values, bank, each)
    )


@cache
def short_orders(values: Values, bank: Hand, each: int, waiting: int) -> tuple[Order, ...]:
    """Return the payment orders in which somebody is owed or changes money."""
    if not may_go_short(values, bank, each, waiting):
        return ()
    found = payment_orders(values, bank, each, waiting)
    return tuple(each for each in found if OWED in each or CHANGED in each)
