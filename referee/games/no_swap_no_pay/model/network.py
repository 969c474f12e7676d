"""The record of a session as a network in time: coins that moved seen, unseen, or stayed."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, compress
from operator import add, sub
from typing import Final, TypeAlias

from referee.api import Struct

Amounts: TypeAlias = tuple[int, ...]
"""Coins by colour: gold, silver, black, purple."""
Move: TypeAlias = tuple[int, int, Amounts]
"""From one place to another (a bag by its number, or below): coins by colour, else how many."""
Flow: TypeAlias = list[int]
"""How many coins of some colours are on each arc."""

COLOUR_COUNT: Final = 4
NOWHERE: Final = -1
"""The place of all coins before the game."""
TREASURE: Final = 0
"""The place of the treasure bag."""
MIDDLE: Final = -2
"""The place of coins that lie open on the table."""
CLASSES: Final = tuple(
    tuple(colour in members for colour in range(COLOUR_COUNT))
    for members in ((0,), (1,), (2,), (3,), (0, 1), (0, 2), (0, 3))
)
"""The four colours, then the pairs with gold in them."""


def class_total(members: Sequence[bool], amounts: Sequence[int]) -> int:
    """Count the coins whose colours belong to a class."""
    return sum(compress(amounts, members))


class End(Struct, frozen=True):
    """What a place holds at the end, or a part of it: how many coins, and which if known."""

    place: int
    total: int
    coins: Amounts | None = None


class Network:
    """A place is a node until it takes coins after giving some, then another; moves are arcs.

    ``is_sound`` is False if more coins left a place than were in it, or if the ends do not hold
    all that are left.
    """

    def __init__(self, moves: Iterable[Move], ends: Sequence[End]) -> None:
        """Follow the moves in their order.

        >>> net = Network([(NOWHERE, 1, (1, 1, 0, 0)), (1, 2, (1,))], [End(1, 1), End(2, 1)])
        >>> net.is_sound, len(net.totals), net.unseen
        (True, 3, [0])
        """
        self.tails: Flow = []
        self.heads: Flow = []
        self.totals: Flow = []
        self.unseen: list[int] = []
        """The arcs of what moved unseen, in order."""
        self._seen: list[list[int]] = []
        """By node, the coins of each colour seen coming in, less those seen going out."""
        self.is_sound = True
        self._now: dict[int, int] = {}
        self._stock: dict[int, int] = {}
        self._has_given: set[int] = set()
        for source, target, coins in moves:
            if source != target:
                self._move(source, target, coins)
        self.sink = self._node()
        self.ends = [self._arc(self._at(end.place), self.sink, end.total) for end in ends]
        for end in ends:
            self._stock[end.place] -= end.total
        self.is_sound = self.is_sound and not any(self._stock.values())
        for colour in range(COLOUR_COUNT):
            self._seen[self.sink][colour] = -sum(node[colour] for node in self._seen)
        self.supplies = [[class_total(members, node) for node in self._seen] for members in CLASSES]
        """By class and node, the coins seen coming in, less those seen going out."""
        self.adjacent: list[list[tuple[int, int, bool]]] = [[] for _ in self._seen]
        """By node its arcs: the arc, the node at its other end, and whether it leads there."""
        for arc, (tail, head) in enumerate(zip(self.tails, self.heads, strict=True)):
            self.adjacent[tail].append((arc, head, True))
            self.adjacent[head].append((arc, tail, False))

    def _node(self) -> int:
        self._seen.append([0] * COLOUR_COUNT)
        return len(self._seen) - 1

    def _arc(self, tail: int, head: int, total: int) -> int:
        self.tails.append(tail)
        self.heads.append(head)
        self.totals.append(total)
        return len(self.totals) - 1

    def _at(self, place: int) -> int:
        """Return the current node of a place."""
        if place not in self._now:
            self._now[place] = self._node()
            self._stock[place] = 0
        return self._now[place]

    def _receiving(self, place: int) -> int:
        """Return the node of a place that takes coins; coins already there follow on an arc."""
        before = self._at(place)
        if place in self._has_given:
            self._has_given.remove(place)
            self._now[place] = self._node()
            self._arc(before, self._now[place], self._stock[place])
        return self._now[place]

    def _move(self, source: int, target: int, coins: Amounts) -> None:
        n, is_seen = sum(coins), len(coins) == COLOUR_COUNT
        tail = None
        if source != NOWHERE:
            tail = self._at(source)
            self._has_given.add(source)
            self._stock[source] -= n
            self.is_sound = self.is_sound and self._stock[source] >= 0
        head = self._receiving(target)
        self._stock[target] += n
        if is_seen:
            for colour, amount in enumerate(coins):
                self._seen[head][colour] += amount
                if tail is not None:
                    self._seen[tail][colour] -= amount
        elif tail is not None and n:
            self.unseen.append(self._arc(tail, head, n))

    def route(self, flow: Flow, low: Flow, high: Flow, left: list[int]) -> bool:
        """Send the surplus of nodes to those that lack coins; False if no path is free.

        ``left`` is the surplus of each node; it and ``flow`` are changed. One breadth-first search
        finds a path to every node that can be reached, and each path takes what fits through it.
        """
        adjacent, sources = self.adjacent, [node for node, n in enumerate(left) if n > 0]
        while sources:
            came: dict[int, tuple[int, int, bool] | None] = dict.fromkeys(sources)
            queue, goals = list(sources), list[int]()
            for here in queue:
                if left[here] < 0:
                    goals.append(here)
                    continue
                for arc, other, is_along in adjacent[here]:
                    if other not in came and (
                        flow[arc] < high[arc] if is_along else flow[arc] > low[arc]
                    ):
                        came[other] = (here, arc, is_along)
                        queue.append(other)
            if not goals:
                return False
            for goal in goals:
                way: list[tuple[int, bool]] = []
                node, n = goal, -left[goal]
                while step := came[node]:
                    node, arc, is_along = step
                    way.append((arc, is_along))
                    n = min(n, high[arc] - flow[arc] if is_along else flow[arc] - low[arc])
                n = min(n, left[node])
                for arc, is_along in way:
                    flow[arc] += n if is_along else -n
                left[node] -= n
                left[goal] += n
            sources = [node for node in sources if left[node] > 0]
        return True


def fits_a_guess(moves: Sequence[Move], ends: Sequence[End]) -> bool:
    """Whether colours fit that are guessed by what was later seen to leave the treasure bag.

    Coins that go into it unseen have the colour it lacks soonest, coins that leave it the colour
    it lacks last. A greedy test: success is proof, failure is not.

    >>> moves = ((-1, 1, (1, 1, 0, 0)), (-1, 0, (0, 0, 1, 0)), (1, 0, (1,)))
    >>> fits_a_guess(moves, (End(1, 1), End(0, 1), End(0, 1, (0, 1, 0, 0))))
    True
    >>> fits_a_guess(moves, (End(1, 1), End(0, 2, (1, 1, 0, 0))))
    False

    A bag that ends with another number of coins than went in fits nothing.

    >>> fits_a_guess(moves, (End(1, 2), End(0, 1), End(0, 1, (0, 1, 0, 0))))
    False
    """
    shown: list[Move] = [(end.place, NOWHERE, end.coins) for end in ends if end.coins is not None]
    guess = _Guess([*moves, *shown])
    return guess.fits() and guess.leaves([end for end in ends if end.coins is None])


class _Guess:
    """What each place holds, by the moves followed so far."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = moves
        seen = [coins for at, _, coins in moves if at == TREASURE and _is_seen(coins)]
        self._wanted = [list(accumulate((each[c] for each in seen), initial=0)) for c in _COLOURS]
        """By colour, how many had left the treasure bag in all after each time that was seen."""
        self._gone = [0] * COLOUR_COUNT
        self._held: dict[int, list[int]] = defaultdict(lambda: [0] * COLOUR_COUNT)

    def fits(self) -> bool:
        """Follow the moves; False if a place lacks the coins that leave it."""
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
        """Whether each place has as many coins left as its ends hold."""
        left = {place: sum(bag) for place, bag in self._held.items() if place != NOWHERE}
        for end in ends:
            left[end.place] = left.get(end.place, 0) - end.total
        return not any(left.values())

    def _choice(self, source: int, target: int) -> int:
        bag = self._held[source]
        colours = [colour for colour in _COLOURS if bag[colour]]
        if source == TREASURE:
            return max(colours, key=lambda colour: self._shortage(colour, -1))
        if target == TREASURE:
            return min(colours, key=lambda colour: (*self._shortage(colour), -bag[colour]))
        return max(colours, key=bag.__getitem__)

    def _shortage(self, colour: int, more: int = 0) -> tuple[int, int]:
        """Return when the treasure bag will lack a colour, with so many more of it; its surplus."""
        n, wanted = self._held[TREASURE][colour] + self._gone[colour] + more, self._wanted[colour]
        return bisect(wanted, n), n - wanted[-1]


_COLOURS = range(COLOUR_COUNT)


def _is_seen(coins: Amounts) -> bool:
    return len(coins) == COLOUR_COUNT
