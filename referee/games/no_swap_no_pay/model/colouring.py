"""Whether the coins that moved unseen can have colours that agree with everything seen.

The coins of one colour are a flow through the network of the record, and so are those of a pair of
colours: if one of these seven flows is impossible, there is no colouring. All seven together are
not enough, because the four colours must fit at the same time. So the unseen moves on which the
flows disagree are coloured one by one, and all seven flows are routed again after each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from operator import gt, sub
from typing import Final

from referee.games.no_swap_no_pay.model.network import (
    CLASSES,
    COLOUR_COUNT,
    TREASURE,
    Amounts,
    End,
    Flow,
    Move,
    Network,
    class_total,
    fits_a_guess,
)

_COLOUR_ORDERS: Final = ((3, 2, 0, 1), (3, 0, 2, 1), (3, 1, 2, 0))
"""Orders in which colours are routed; the last colour gets all coins that are left."""
_SHUFFLE_STEPS: Final = (1, 100, 37, 58, 23, 71)
"""Arcs are sorted by ``arc * step % modulus``: from the first on, from the last, then mixed."""
_SHUFFLE_MOD: Final = 101
_MOST_TRIES: Final = 40
"""Tries in one order; after the last order, moves with the fewest colourings come first."""


class Search:
    """One search for a colouring. ``colours`` has the flow of each colour once one is found."""

    def __init__(self, network: Network, ends: Sequence[End]) -> None:
        """Fix the seven flows at the ends whose colours are known."""
        self.network = network
        self.colours: list[Flow] = [[] for _ in range(COLOUR_COUNT)]
        self.flows: list[Flow] = []
        self.lows: list[Flow] = []
        self.highs: list[Flow] = []
        for members in CLASSES:
            low, high = [0] * len(network.totals), list(network.totals)
            for arc, end in zip(network.ends, ends, strict=True):
                if end.coins is not None:
                    low[arc] = high[arc] = class_total(members, end.coins)
            self.lows.append(low)
            self.highs.append(high)
        self._tries = 0

    def succeeds(self) -> bool:
        """Whether there is a colouring."""
        if not self.has_flows():
            return False
        arcs = self.network.unseen
        for step in _SHUFFLE_STEPS:
            self._tries = 0
            fits = self._resolve_conflicts(sorted(arcs, key=lambda arc: arc * step % _SHUFFLE_MOD))
            if fits is not None:
                return fits
        return self._colour_fewest_first(arcs)

    def has_flows(self) -> bool:
        """Route the seven flows, each by itself; False if one fails or the record is not sound."""
        self.flows = []
        if not self.network.is_sound:
            return False
        for number, (low, high) in enumerate(zip(self.lows, self.highs, strict=True)):
            flow = self._routed(number, low, high)
            if flow is None:
                return False
            self.flows.append(flow)
        return True

    def _routed(self, number: int, start: Flow, high: Flow) -> Flow | None:
        """Return one of the seven flows, routed from a start; None if that is impossible."""
        net, low, flow = self.network, self.lows[number], list(map(min, start, high))
        if any(map(gt, low, flow)):
            return None
        left = list(net.supplies[number])
        for arc, n in enumerate(flow):
            if n:
                left[net.tails[arc]] -= n
                left[net.heads[arc]] += n
        return flow if net.route(flow, low, high, left) else None

    def is_compatible(self) -> bool:
        """Whether the colours fit when each is routed through what the earlier ones left.

        A greedy test: success is proof, failure is not. It starts from the flows found so far.
        """
        return any(self._fills_in_order(order) for order in _COLOUR_ORDERS)

    def _fills_in_order(self, order: Sequence[int]) -> bool:
        room, start = list(self.network.totals), self.flows or self.lows
        for colour in order[:-1]:
            high = list(map(min, self.highs[colour], room))
            flow = self._routed(colour, start[colour], high)
            if flow is None:
                return False
            room = list(map(sub, room, flow))
            self.colours[colour] = flow
        self.colours[order[-1]] = room
        return True

    def _resolve_conflicts(self, arcs: Sequence[int]) -> bool | None:
        """Colour the moves on which the flows disagree, in order; None after too many tries."""
        if self.is_compatible():
            return True
        arc, ways = self._first_conflict(arcs)
        for amounts in ways:
            self._tries += 1
            if self._tries > _MOST_TRIES:
                return None
            saved = self._saved(arc)
            fits = self._put_on(arc, amounts) and self._resolve_conflicts(arcs)
            if fits:
                return True
            self._restore(arc, saved)
            if fits is None:
                return None
        return False

    def _first_conflict(self, arcs: Sequence[int]) -> tuple[int, list[Amounts]]:
        """Return the first arc whose single colours, else whose pairs, disagree; and its ways."""
        net, singles = self.network, self.flows[:COLOUR_COUNT]
        for arc in arcs:
            if sum(flow[arc] for flow in singles) != net.totals[arc]:
                return arc, self._ways(arc)
        ways = ((arc, self._ways(arc)) for arc in arcs)
        return next((arc, each) for arc, each in ways if self._distance(arc, each[0]))

    def _colour_fewest_first(self, arcs: Sequence[int]) -> bool:
        """Colour the unseen moves, always next the one with the fewest ways left."""
        if self.is_compatible():
            return True
        ways = {a: [way for way in self._ways(a) if self._can_be_put_on(a, way)] for a in arcs}
        arc = min(ways, key=lambda each: len(ways[each]))
        rest = [each for each in arcs if each != arc]
        for amounts in ways[arc]:
            saved = self._saved(arc)
            if self._put_on(arc, amounts) and self._colour_fewest_first(rest):
                return True
            self._restore(arc, saved)
        return False

    def _ways(self, arc: int) -> list[Amounts]:
        """List all colourings of the coins on an arc, those nearest to the seven flows first."""
        ways = _split(self.network.totals[arc])
        return sorted(ways, key=lambda way: self._distance(arc, way))

    def _distance(self, arc: int, amounts: Amounts) -> int:
        pairs = zip(self.flows, CLASSES, strict=True)
        return sum(abs(flow[arc] - class_total(members, amounts)) for flow, members in pairs)

    def _can_be_put_on(self, arc: int, amounts: Amounts) -> bool:
        saved = self._saved(arc)
        is_possible = self._put_on(arc, amounts)
        self._restore(arc, saved)
        return is_possible

    def _put_on(self, arc: int, amounts: Amounts) -> bool:
        """Fix the coins of an arc and route all seven flows again; False if one fails."""
        net = self.network
        for number, members in enumerate(CLASSES):
            flow, low, high = self.flows[number], self.lows[number], self.highs[number]
            n = class_total(members, amounts)
            if not low[arc] <= n <= high[arc]:
                return False
            low[arc] = high[arc] = n
            more = n - flow[arc]
            if more:
                flow[arc] = n
                if not net.route(flow, low, high, _imbalance(net, arc, more)):
                    return False
        return True

    def _saved(self, arc: int) -> tuple[list[Flow], list[tuple[int, int]]]:
        bounds = zip(self.lows, self.highs, strict=True)
        return [flow.copy() for flow in self.flows], [(lo[arc], hi[arc]) for lo, hi in bounds]

    def _restore(self, arc: int, saved: tuple[list[Flow], list[tuple[int, int]]]) -> None:
        self.flows, bounds = saved
        for number, (low, high) in enumerate(bounds):
            self.lows[number][arc], self.highs[number][arc] = low, high

    def bounds(self, arc: int) -> tuple[tuple[int, int], ...]:
        """Return the fewest and most of each class on an arc; call it before colouring."""
        flows = zip(self.flows, self.lows, self.highs, strict=True)
        return tuple(
            (self._extreme(*each, arc, -1), self._extreme(*each, arc, 1)) for each in flows
        )

    def _extreme(self, flow: Flow, low: Flow, high: Flow, arc: int, step: int) -> int:
        """Return the last number on an arc, going up or down, for which a flow can be routed."""
        net, tried, reached = self.network, flow.copy(), flow[arc]
        while low[arc] <= reached + step <= high[arc]:
            tried[arc] = reached + step
            fixed = [*low], [*high]
            for bound in fixed:
                bound[arc] = tried[arc]
            if not net.route(tried, *fixed, _imbalance(net, arc, step)):
                break
            reached = tried[arc]
        return reached

    def contents_by_exchange(self, at: int, ends: Sequence[End]) -> Iterator[Amounts]:
        """Yield colours that an end can hold, found by exchanging one coin for another colour."""
        net, arc = self.network, self.network.ends[at]
        fixed = [a for a, end in zip(net.ends, ends, strict=True) if end.coins is not None]
        first = tuple(flow[arc] for flow in self.colours)
        known, queue = {first}, deque([self.colours])
        yield first
        while queue:
            joint = queue.popleft()
            for more, less in permutations(range(COLOUR_COUNT), 2):
                held = [flow[arc] for flow in joint]
                held[more] += 1
                held[less] -= 1
                if held[less] < 0 or tuple(held) in known:
                    continue
                both = [x + y for x, y in zip(joint[more], joint[less], strict=True)]
                low, high, flow = [0] * len(both), list(both), joint[more].copy()
                for each in fixed:
                    low[each] = high[each] = flow[each]
                flow[arc] = low[arc] = high[arc] = held[more]
                if net.route(flow, low, high, _imbalance(net, arc, 1)):
                    after = list(joint)
                    after[more] = flow
                    after[less] = [n - here for n, here in zip(both, flow, strict=True)]
                    known.add(tuple(held))
                    queue.append(after)
                    yield tuple(held)


def _imbalance(net: Network, arc: int, more: int) -> list[int]:
    """Return the surplus of each node after so many more coins were put on an arc."""
    left = [0] * len(net.adjacent)
    left[net.tails[arc]] -= more
    left[net.heads[arc]] += more
    return left


@lru_cache(maxsize=64)
def _split(n: int) -> tuple[Amounts, ...]:
    """List all ways to colour so many coins."""
    return tuple(
        (gold, silver, black, n - gold - silver - black)
        for gold in range(n + 1)
        for silver in range(n + 1 - gold)
        for black in range(n + 1 - gold - silver)
    )


@lru_cache(maxsize=4)
def _network(moves: tuple[Move, ...], ends: tuple[End, ...]) -> Network:
    """Return the network of a record, built once for all questions about its ends."""
    return Network(moves, ends)


def _search(moves: tuple[Move, ...], ends: tuple[End, ...]) -> Search:
    bare = tuple(End(end.place, end.total) for end in ends)
    return Search(_network(moves, bare), ends)


@lru_cache(maxsize=16)
def _coloured(moves: tuple[Move, ...], ends: tuple[End, ...]) -> Search | None:
    """Search for a colouring once: prompts ask for an example first, then for other contents."""
    search = _search(moves, ends)
    return search if search.succeeds() else None


@lru_cache(maxsize=256)
def colouring(moves: tuple[Move, ...], ends: tuple[End, ...]) -> tuple[Amounts, ...] | None:
    """Colour all unseen moves; return what each end then holds, None if there is no colouring.

    >>> moves = ((-1, 1, (1, 1, 0, 0)), (-1, 2, (0, 0, 1, 0)), (1, 2, (1,)))
    >>> colouring(moves, (End(1, 1), End(2, 2, (1, 0, 1, 0))))
    ((0, 1, 0, 0), (1, 0, 1, 0))
    >>> colouring(moves, (End(1, 1), End(2, 2, (0, 0, 1, 1)))) is None
    True
    """
    search = _coloured(moves, ends)
    if search is None:
        return None
    return tuple(tuple(f[arc] for f in search.colours) for arc in search.network.ends)


@lru_cache(maxsize=256)
def has_colouring(moves: tuple[Move, ...], ends: tuple[End, ...]) -> bool:
    """Whether there is a ``colouring``; faster than finding it.

    >>> has_colouring(((-1, 1, (1, 1, 0, 0)), (1, 2, (1,))), (End(1, 1), End(2, 1, (0, 0, 1, 0))))
    False
    """
    if all(end.place == TREASURE for end in ends if end.coins) and fits_a_guess(moves, ends):
        return True
    search = _search(moves, ends)
    return search.network.is_sound and (search.is_compatible() or search.succeeds())


@lru_cache(maxsize=64)
def some_contents(
    moves: tuple[Move, ...], ends: tuple[End, ...], at: int, most: int
) -> tuple[Amounts, ...]:
    """List at most so many colourings of an end; none only if nothing fits."""
    search = _coloured(moves, ends)
    found = search.contents_by_exchange(at, ends) if search else ()
    return tuple(sorted(each for each, _ in zip(found, range(most), strict=False)))


@lru_cache(maxsize=64)
def all_contents(moves: tuple[Move, ...], ends: tuple[End, ...], at: int) -> tuple[Amounts, ...]:
    """List everything that an end can hold.

    Contents found by exchanging colours are certainly possible, those outside the bounds of the
    seven classes certainly not; only the few in between are searched.
    """
    search = _search(moves, ends)
    if not search.has_flows():
        return ()
    bounds = search.bounds(search.network.ends[at])
    if not search.succeeds():
        return ()
    certain = {*search.contents_by_exchange(at, ends)}
    fit = (
        way
        for way in _split(ends[at].total)
        if all(
            low <= class_total(members, way) <= high
            for members, (low, high) in zip(CLASSES, bounds, strict=True)
        )
    )
    return tuple(way for way in fit if way in certain or _is_possible(moves, ends, at, way))


@lru_cache(maxsize=64)
def colour_bounds(
    moves: tuple[Move, ...], ends: tuple[End, ...], at: int
) -> tuple[tuple[int, int], ...]:
    """Return the fewest and the most of each colour that an end can hold, each by itself."""
    search = _search(moves, ends)
    if not search.has_flows():
        return ()
    return search.bounds(search.network.ends[at])[:COLOUR_COUNT]


def _is_possible(moves: tuple[Move, ...], ends: tuple[End, ...], at: int, held: Amounts) -> bool:
    end = End(ends[at].place, ends[at].total, held)
    return has_colouring(moves, (*ends[:at], end, *ends[at + 1 :]))
