"""How many turns a player's takes fill, and how much the last of them can have been."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

Piles: TypeAlias = tuple[int, ...]
"""Cards that one player took from the field: of each kind, keys and chests together last."""
ENDLESS = 1_000


class Taking(NamedTuple):
    """What a player can take in a turn.

    ``cards`` at most, of ``kinds`` kinds; ``once_more`` a turn with one card more, ``once_kinds``
    one with a further kind, where a tile was used up for it. ``idles`` where it may take nothing.
    """

    cards: int
    kinds: int = 1
    once_more: bool = False
    once_kinds: bool = False
    idles: bool = False


class Span(NamedTuple):
    """From how many turns to how many; empty where ``least`` is more than ``most``."""

    least: int
    most: int


@lru_cache(maxsize=65536)
def turns_needed(piles: Piles, taking: Taking) -> int:
    """Count the fewest turns in which these cards can be taken. Cites: COL-2.3, COL-2.4.

    >>> turns_needed((4, 1, 0, 0, 0, 3, 0), Taking(3))
    4
    >>> turns_needed((4, 1, 0, 0, 0, 3, 0), Taking(3, kinds=2))
    3
    """
    if taking.once_more or taking.once_kinds:
        return _needed_with_tiles_once(piles, taking)
    *others, secrets = piles
    alone = -(-secrets // taking.cards)
    if taking.kinds == 1:
        return alone + sum(-(-n // taking.cards) for n in others)
    return alone + _needed_in_two_kinds(tuple(sorted(filter(None, others))), taking.cards)


def _needed_with_tiles_once(piles: Piles, taking: Taking) -> int:
    """Try what the turn can have been for which a tile was used up."""
    plain = taking._replace(once_more=False, once_kinds=False)
    best = turns_needed(piles, plain)
    if taking.once_more:
        for kind, n in enumerate(piles):
            if n > taking.cards:
                less = (*piles[:kind], n - taking.cards - 1, *piles[kind + 1 :])
                rest = taking._replace(once_more=False)
                best = min(best, 1 + turns_needed(less, rest))
    if taking.once_kinds:
        most = taking.cards + taking.once_more
        rest = taking._replace(once_kinds=False, once_more=False)
        for one, n in enumerate(piles[:-1]):
            for other in range(one):
                for first in range(1, min(n, most - 1) + 1):
                    second = min(piles[other], most - first)
                    left = list(piles)
                    left[one] -= first
                    left[other] -= second
                    best = min(best, 1 + turns_needed(tuple(left), rest))
    return best


@lru_cache(maxsize=16384)
def _needed_in_two_kinds(piles: tuple[int, ...], most: int) -> int:
    """Pack piles, smallest first, into turns of so many cards and of two kinds at most."""
    if not piles:
        return 0
    if len(piles) == 1:
        return -(-piles[0] // most)
    # The smallest pile goes in one turn, or not whole; with whatever it shares that turn.
    first, *others = piles
    best = sum(-(-n // most) for n in piles)
    taken = min(first, most)
    left = first - taken
    for place, other in enumerate(others):
        shared = min(other, most - taken)
        rest = [*others[:place], other - shared, *others[place + 1 :], left]
        best = min(best, 1 + _needed_in_two_kinds(tuple(sorted(filter(None, rest))), most))
    return best


@lru_cache(maxsize=65536)
def span_of(piles: Piles, taking: Taking) -> Span:
    """Give in how few and in how many turns these cards can be taken. Cites: COL-2.6, COL-9.10."""
    return Span(turns_needed(piles, taking), ENDLESS if taking.idles else sum(piles))


@lru_cache(maxsize=65536)
def last_takes(piles: Piles, taking: Taking) -> tuple[Span, ...]:
    """Give for a last take of 1, 2, 3 and so on cards the numbers of turns that allow it.

    Cites: COL-9.4.

    >>> last_takes((3, 1, 0, 0, 0, 0, 0), Taking(3))
    (Span(least=2, most=4), Span(least=3, most=3), Span(least=2, most=2))
    """
    most = taking.cards + taking.once_more
    found = []
    for n in range(1, most + 1):
        rest = taking._replace(once_more=taking.once_more and n <= taking.cards)
        needs = [
            turns_needed(less, rest)
            for kind, there in enumerate(piles)
            if there >= n
            for less in [(*piles[:kind], there - n, *piles[kind + 1 :])]
        ]
        needs += _in_two_kinds(piles, rest, n)
        least = min(needs, default=ENDLESS) + 1
        found.append(Span(least, ENDLESS if taking.idles else sum(piles) - n + 1))
    return tuple(found)


def _in_two_kinds(piles: Piles, taking: Taking, n: int) -> list[int]:
    """Count the turns that are left to need where the last take was of two kinds."""
    if taking.kinds == 1 and not taking.once_kinds:
        return []
    rest = taking._replace(once_kinds=False)
    found = []
    for one in range(len(piles) - 1):
        for other in range(one):
            for first in range(1, n):
                if piles[one] >= first and piles[other] >= n - first:
                    less = list(piles)
                    less[one] -= first
                    less[other] -= n - first
                    found.append(turns_needed(tuple(less), rest))
    return found


def most_last(lasts: Sequence[Span], turns: int) -> int:
    """Give the largest last take that so many turns allow, 0 where there is none.

    >>> most_last(last_takes((3, 1, 0, 0, 0, 0, 0), Taking(3)), 4)
    1
    """
    fits = (n for n, (least, most) in enumerate(lasts, 1) if least <= turns <= most)
    return max(fits, default=0)


@lru_cache(maxsize=8)
def rows(seats: int) -> list[frozenset[int]]:
    """List who can have had one turn more than the others: some players in a row, or nobody.

    Cites: COL-9.10.

    >>> [sorted(row) for row in rows(3)]
    [[], [0], [0, 1], [1], [1, 2], [2], [0, 2]]
    """
    some = (
        frozenset((first + place) % seats for place in range(n))
        for first in range(seats)
        for n in range(1, seats)
    )
    return [frozenset(), *some]
