"""One way of colouring what moved unseen, chosen move by move: mostly it fits, and is soon told."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from operator import add, sub

from referee.games.no_swap_no_pay.model.network import (
    COLOUR_COUNT,
    NOWHERE,
    TREASURE,
    Amounts,
    End,
    Move,
)


def fits_a_guess(moves: Sequence[Move], ends: Sequence[End]) -> bool:
    """Whether colours fit that are chosen with an eye on what is seen of the treasure bag later.

    What comes into it unseen is what it lacks soonest, what goes out what it lacks last. True is
    certain; False tells nothing.

    >>> moves = ((-1, 1, (1, 1, 0, 0)), (-1, 0, (0, 0, 1, 0)), (1, 0, (1,)))
    >>> fits_a_guess(moves, (End(1, 1), End(0, 1), End(0, 1, (0, 1, 0, 0))))
    True
    >>> fits_a_guess(moves, (End(1, 1), End(0, 2, (1, 1, 0, 0))))
    False

    A bag that ends with another number of coins than went in fits nothing.

    >>> fits_a_guess(moves, (End(1, 2), End(0, 1), End(0, 1, (0, 1, 0, 0))))
    False
    """
    told: list[Move] = [(end.place, NOWHERE, end.coins) for end in ends if end.coins is not None]
    guess = _Guess([*moves, *told])
    return guess.fits() and guess.leaves([end for end in ends if end.coins is None])


class _Guess:
    """What each place holds, as far as the moves have been followed."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = moves
        seen = [coins for at, _, coins in moves if at == TREASURE and _is_seen(coins)]
        self._wanted = [list(accumulate((each[c] for each in seen), initial=0)) for c in _COLOURS]
        """By colour, how many have gone out of the treasure bag after each time that was seen."""
        self._gone = [0] * COLOUR_COUNT
        self._held: dict[int, list[int]] = defaultdict(lambda: [0] * COLOUR_COUNT)

    def fits(self) -> bool:
        """Follow the moves; False where a place would lack what goes out of it."""
        for source, target, coins in self._moves:
            bag, other = self._held[source], self._held[target]
            if _is_seen(coins):
                other[:] = map(add, other, coins)
                if source == TREASURE:
                    self._gone[:] = map(add, self._gone, coins)
                if source != NOWHERE:
                    bag[:] = map(sub, bag, coins)
                    if min(bag) < 0:
                        return False
            elif sum(bag) < coins[0]:
                return False
            else:
                for _ in range(coins[0]):
                    colour = self._choice(source, target)
                    bag[colour] -= 1
                    other[colour] += 1
        return True

    def leaves(self, ends: Sequence[End]) -> bool:
        """Whether it is as many coins that are left, at all places."""
        left = {place: sum(bag) for place, bag in self._held.items() if place != NOWHERE}
        for end in ends:
            left[end.place] = left.get(end.place, 0) - end.total
        return not any(left.values())

    def _choice(self, source: int, target: int) -> int:
        bag = self._held[source]
        colours = [colour for colour in _COLOURS if bag[colour]]
        if source == TREASURE:
            return max(colours, key=lambda colour: self._lack(colour, -1))
        if target == TREASURE:
            return min(colours, key=lambda colour: (*self._lack(colour), -bag[colour]))
        return max(colours, key=bag.__getitem__)

    def _lack(self, colour: int, more: int = 0) -> tuple[int, int]:
        """Tell when the treasure bag lacks a colour, having so many more of it, and how many."""
        n, wanted = self._held[TREASURE][colour] + self._gone[colour] + more, self._wanted[colour]
        return bisect(wanted, n), n - wanted[-1]


_COLOURS = range(COLOUR_COUNT)


def _is_seen(coins: Amounts) -> bool:
    return len(coins) == COLOUR_COUNT
