"""Whether coins that moved unseen can have had colours so that all that was seen holds.

One colour against the rest is a flow through the network of the record, and so is one pair of
colours against the other: where one of these seven fails, there is no colouring. All seven
together are not enough, for the four colours must fit at the same time. So what moved unseen is
coloured one by one where the flows disagree, and all seven are routed again after each.
"""

from __future__ import annotations

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
    fits_a_guess,
    sum_of,
)

_TURNS: Final = ((3, 2, 0, 1), (3, 0, 2, 1), (3, 1, 2, 0))
"""Orders in which colours take their room; the last one takes the rest."""
_ORDERS: Final = (1, 100, 37, 58, 23, 71)
"""What moved unseen is coloured first from the first on, then from the last, then mixed."""
_MIXED_BY: Final = 101
_TRIES: Final = 40
"""After so many tries another order is begun; after the last, the fewest colours come first."""


class Search:
    """One search for a colouring. ``colours`` has the flow of each colour once it is found."""

    def __init__(self, network: Network, ends: Sequence[End]) -> None:
        """Bound the seven flows by the colours that the ends are known to have."""
        self.network = network
        self.colours: list[Flow] = [[] for _ in range(COLOUR_COUNT)]
        self.flows: list[Flow] = []
        self.lows: list[Flow] = []
        self.highs: list[Flow] = []
        for members in CLASSES:
            low, high = [0] * len(network.totals), list(network.totals)
            for arc, end in zip(network.ends, ends, strict=True):
                if end.coins is not None:
                    low[arc] = high[arc] = sum_of(members, end.coins)
            self.lows.append(low)
            self.highs.append(high)
        self._tries = 0

    def succeeds(self) -> bool:
        """Whether there is a colouring."""
        if not self.has_flows():
            return False
        arcs = self.network.unseen
        for step in _ORDERS:
            self._tries = 0
            fits = self._in_order(sorted(arcs, key=lambda arc: arc * step % _MIXED_BY))
            if fits is not None:
                return fits
        return self._narrowest_first(arcs)

    def has_flows(self) -> bool:
        """Find the seven flows, each by itself; there are none where the record is not sound."""
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
        """Route one of the seven, beginning with a flow; None where that is impossible."""
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
        """Whether the colours fit one after the other, each in the room that others leave.

        That is a colouring; where there is none so, there may be one all the same. The colours
        begin with the flows found so far, before that with nothing.
        """
        return any(self._fill_in_turn(turn) for turn in _TURNS)

    def _fill_in_turn(self, turn: Sequence[int]) -> bool:
        room, start = list(self.network.totals), self.flows or self.lows
        for colour in turn[:-1]:
            high = list(map(min, self.highs[colour], room))
            flow = self._routed(colour, start[colour], high)
            if flow is None:
                return False
            room = list(map(sub, room, flow))
            self.colours[colour] = flow
        self.colours[turn[-1]] = room
        return True

    def _in_order(self, arcs: Sequence[int]) -> bool | None:
        """Colour what the flows disagree on, in order; None where that takes too many tries."""
        if self.is_compatible():
            return True
        arc, ways = self._disputed(arcs)
        for amounts in ways:
            self._tries += 1
            if self._tries > _TRIES:
                return None
            kept = self._saved(arc)
            fits = self._in_order(arcs) if self._fix(arc, amounts) else False
            if fits:
                return True
            self._restore(arc, kept)
            if fits is None:
                return None
        return False

    def _disputed(self, arcs: Sequence[int]) -> tuple[int, list[Amounts]]:
        """Find the first unseen move on which single colours disagree, else classes of them."""
        net, singles = self.network, self.flows[:COLOUR_COUNT]
        found = next((a for a in arcs if sum(f[a] for f in singles) != net.totals[a]), None)
        if found is not None:
            return found, self._ways(found)
        ways = ((arc, self._ways(arc)) for arc in arcs)
        return next(each for each in ways if self._distance(each[0], each[1][0]))

    def _narrowest_first(self, arcs: Sequence[int]) -> bool:
        """Colour what moved unseen, always next what has the fewest colours left."""
        if self.is_compatible():
            return True
        open_now = {arc: [w for w in self._ways(arc) if self._is_open(arc, w)] for arc in arcs}
        arc = min(open_now, key=lambda each: len(open_now[each]))
        rest = [each for each in arcs if each != arc]
        for amounts in open_now[arc]:
            kept = self._saved(arc)
            if self._fix(arc, amounts) and self._narrowest_first(rest):
                return True
            self._restore(arc, kept)
        return False

    def _ways(self, arc: int) -> list[Amounts]:
        """List what can be on an arc, first what the seven flows have there or nearly have."""
        ways = _split(self.network.totals[arc])
        return sorted(ways, key=lambda way: self._distance(arc, way))

    def _distance(self, arc: int, amounts: Amounts) -> int:
        pairs = zip(self.flows, CLASSES, strict=True)
        return sum(abs(flow[arc] - sum_of(members, amounts)) for flow, members in pairs)

    def _is_open(self, arc: int, amounts: Amounts) -> bool:
        kept = self._saved(arc)
        can = self._fix(arc, amounts)
        self._restore(arc, kept)
        return can

    def _fix(self, arc: int, amounts: Amounts) -> bool:
        """Lay these coins on an arc and route all flows around them; False where one fails."""
        net = self.network
        for number, members in enumerate(CLASSES):
            flow, low, high = self.flows[number], self.lows[number], self.highs[number]
            n = sum_of(members, amounts)
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

    def _restore(self, arc: int, kept: tuple[list[Flow], list[tuple[int, int]]]) -> None:
        self.flows = kept[0]
        for number, (low, high) in enumerate(kept[1]):
            self.lows[number][arc], self.highs[number][arc] = low, high

    def bounds(self, arc: int) -> tuple[tuple[int, int], ...]:
        """Bound what each of the seven classes can have on an arc; call it before colouring."""
        net, bounds = self.network, []
        for flow, low, high in zip(self.flows, self.lows, self.highs, strict=True):
            ends = []
            for more in (-1, 1):
                tried = flow.copy()
                while True:
                    ends_at = tried[arc]
                    if not low[arc] <= ends_at + more <= high[arc]:
                        break
                    tried[arc] += more
                    held = [*low], [*high]
                    for bound in held:
                        bound[arc] = tried[arc]
                    if not net.route(tried, *held, _imbalance(net, arc, more)):
                        break
                ends.append(ends_at)
            bounds.append((ends[0], ends[1]))
        return tuple(bounds)

    def contents_by_exchange(self, at: int, ends: Sequence[End]) -> Iterator[Amounts]:
        """Give what an end can hold, by exchanging two colours at a time along one way."""
        net, arc = self.network, self.network.ends[at]
        fixed = [a for a, end in zip(net.ends, ends, strict=True) if end.coins is not None]
        first = tuple(flow[arc] for flow in self.colours)
        known, ahead = {first}, [self.colours]
        yield first
        for joint in ahead:
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
                    ahead.append(after)
                    yield tuple(held)


def _imbalance(net: Network, arc: int, more: int) -> list[int]:
    """Give what is left at the nodes when so many more are put on an arc."""
    left = [0] * len(net.adjacent)
    left[net.tails[arc]] -= more
    left[net.heads[arc]] += more
    return left


@lru_cache(maxsize=64)
def _split(n: int) -> tuple[Amounts, ...]:
    """List all ways in which so many coins can be of four colours."""
    return tuple(
        (gold, silver, black, n - gold - silver - black)
        for gold in range(n + 1)
        for silver in range(n + 1 - gold)
        for black in range(n + 1 - gold - silver)
    )


@lru_cache(maxsize=4)
def _network(moves: tuple[Move, ...], ends: tuple[End, ...]) -> Network:
    """Follow the moves of a record once, whatever is asked of its ends."""
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
    """Find colours for all that moved unseen; give what each end then holds, None if nothing fits.

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
    """Whether ``colouring`` finds any; this is decided faster.

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
    """List some of what an end can hold, at most so many; none only where nothing fits."""
    search = _coloured(moves, ends)
    found = search.contents_by_exchange(at, ends) if search else ()
    return tuple(sorted(each for each, _ in zip(found, range(most), strict=False)))


@lru_cache(maxsize=64)
def all_contents(moves: tuple[Move, ...], ends: tuple[End, ...], at: int) -> tuple[Amounts, ...]:
    """List all that an end can hold.

    What an exchange of two colours reaches is certain, and so is what the bounds of the seven
    classes shut out; the little between the two is searched.
    """
    search = _search(moves, ends)
    if not search.has_flows():
        return ()
    bounds = search.bounds(search.network.ends[at])
    if not search.succeeds():
        return ()
    sure = {*search.contents_by_exchange(at, ends)}
    fit = (
        way
        for way in _split(ends[at].total)
        if all(
            low <= sum_of(members, way) <= high
            for members, (low, high) in zip(CLASSES, bounds, strict=True)
        )
    )
    return tuple(way for way in fit if way in sure or _is_possible(moves, ends, at, way))


@lru_cache(maxsize=64)
def colour_bounds(
    moves: tuple[Move, ...], ends: tuple[End, ...], at: int
) -> tuple[tuple[int, int], ...]:
    """Give the fewest and the most of each colour that an end can hold, each by itself."""
    search = _search(moves, ends)
    if not search.has_flows():
        return ()
    return search.bounds(search.network.ends[at])[:COLOUR_COUNT]


def _is_possible(moves: tuple[Move, ...], ends: tuple[End, ...], at: int, held: Amounts) -> bool:
    end = End(ends[at].place, ends[at].total, held)
    return has_colouring(moves, (*ends[:at], end, *ends[at + 1 :]))
