"""In how many turns a player can have taken cards, and how many of them in the last turn."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from operator import le
from typing import NamedTuple, TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""Cards of each kind; of what was taken from the field, keys and chests together last."""
LOOT = range(6)
"""The places of gems and diamond cards among the kinds."""
ENDLESS = 1_000


def with_more(counts: Counts, kind: int, more: int) -> Counts:
    """Add to the count of a kind, or subtract if ``more`` is negative."""
    return (*counts[:kind], counts[kind] + more, *counts[kind + 1 :])


class Taking(NamedTuple):
    """What a player can take in a turn.

    ``cards`` at most, of ``kinds`` kinds. A tile that is used up allows one card more in one turn,
    ``once_more``, or one kind more, ``once_kinds``. ``idles`` says that a turn may take nothing.
    """

    cards: int
    kinds: int = 1
    once_more: bool = False
    once_kinds: bool = False
    idles: bool = False


class Span(NamedTuple):
    """A range of turns, both ends included; empty if ``least`` is more than ``most``."""

    least: int
    most: int


@lru_cache(maxsize=65536)
def turns_needed(piles: Counts, taking: Taking) -> int:
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


def _needed_with_tiles_once(piles: Counts, taking: Taking) -> int:
    """Try every turn for which a tile can have been used up."""
    plain = taking._replace(once_more=False, once_kinds=False)
    best = turns_needed(piles, plain)
    if taking.once_more:
        for kind, n in enumerate(piles):
            if n > taking.cards:
                less = with_more(piles, kind, -taking.cards - 1)
                best = min(best, 1 + turns_needed(less, taking._replace(once_more=False)))
    if taking.once_kinds:
        most = taking.cards + taking.once_more
        for one, other in combinations(range(len(piles) - 1), 2):
            for first in range(1, min(piles[other], most - 1) + 1):
                less = with_more(piles, other, -first)
                less = with_more(less, one, -min(piles[one], most - first))
                best = min(best, 1 + turns_needed(less, plain))
    return best


@lru_cache(maxsize=16384)
def _needed_in_two_kinds(piles: tuple[int, ...], most: int) -> int:
    """Pack piles, smallest first, into turns of so many cards and of two kinds at most."""
    if not piles:
        return 0
    if len(piles) == 1:
        return -(-piles[0] // most)
    # The smallest pile fits into one turn or fills one: try every pile that can share that turn.
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
def span_of(piles: Counts, taking: Taking) -> Span:
    """Return the fewest and most turns that take these cards. Cites: COL-2.6, COL-9.10."""
    return Span(turns_needed(piles, taking), ENDLESS if taking.idles else sum(piles))


@lru_cache(maxsize=65536)
def needed_with_fewer(piles: Counts, taking: Taking) -> tuple[int, ...]:
    """Return the fewest turns for these cards, then for one, two and so on of the loot fewer.

    These are lower bounds; only with tiles that change takes can they be too low.

    >>> needed_with_fewer((4, 1, 0, 0, 0, 3, 0), Taking(3))
    (4, 3, 2, 2, 2, 1, 1, 1, 0)
    """
    needed, loot = turns_needed(piles, taking), piles[:-1]
    spared = [1] * sum(loot)
    if taking.kinds == 1 and not (taking.once_more or taking.once_kinds):
        most = taking.cards
        spared = sorted(min(most, n - full) for n in loot for full in range(0, n, most))
    fewer = [needed - n for n, cards in enumerate(spared) for _ in range(cards)]
    return (*fewer, max(0, needed - len(spared)))


@lru_cache(maxsize=65536)
def last_takes(piles: Counts, taking: Taking) -> tuple[Span, ...]:
    """Return for a last take of 1, 2, 3 and so on cards the numbers of turns that allow it.

    Cites: COL-9.4.

    >>> last_takes((3, 1, 0, 0, 0, 0, 0), Taking(3))
    (Span(least=2, most=4), Span(least=3, most=3), Span(least=2, most=2))
    """
    most = taking.cards + taking.once_more
    found = []
    for n in range(1, most + 1):
        rest = taking._replace(once_more=taking.once_more and n <= taking.cards)
        needs = [
            turns_needed(with_more(piles, kind, -n), rest)
            for kind, there in enumerate(piles)
            if there >= n
        ]
        needs += _in_two_kinds(piles, rest, n)
        least = min(needs, default=ENDLESS) + 1
        found.append(Span(least, ENDLESS if taking.idles else sum(piles) - n + 1))
    return tuple(found)


def _in_two_kinds(piles: Counts, taking: Taking, n: int) -> list[int]:
    """List the fewest turns before a last take of two kinds, for each such take."""
    if taking.kinds == 1 and not taking.once_kinds:
        return []
    rest = taking._replace(once_kinds=False)
    return [
        turns_needed(with_more(with_more(piles, one, -first), other, first - n), rest)
        for one, other in combinations(range(len(piles) - 1), 2)
        for first in range(1, n)
        if piles[one] >= first and piles[other] >= n - first
    ]


def most_last(lasts: Sequence[Span], turns: int) -> int:
    """Return the largest last take that so many turns allow, 0 if there is none.

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


class Plunder(NamedTuple):
    """Who plundered, from whom, and which kind of card."""

    by: int
    victim: int
    kind: int


class Rounds:
    """Whether takes agree with equal turns and the last round, and which plunders explain them.

    ``last_sum`` is the least that the last takes of all players add up to. Cites: COL-8.1, COL-9.4.
    """

    def __init__(
        self, takings: Sequence[Taking], last_sum: int, *, in_rows: bool, counts_turns: bool
    ) -> None:
        """Store the takes that are possible, and which checks are needed."""
        self._takings, self._last_sum = takings, last_sum
        self._in_rows, self._counts_turns = in_rows, counts_turns
        self._seats = range(len(takings))
        self._can_suffice = last_sum <= sum(each.cards + each.once_more for each in takings)

    def can_be_equal(self, piles: Sequence[Counts], left: Sequence[int], plunders: int) -> bool:
        """Whether so many plunders, ``left`` to each player, can make all turns equal."""
        if self._in_rows or not self._counts_turns:
            return True
        return bool(self._in_reach(piles, self._spans(piles), left, plunders))

    def missing(
        self, piles: Sequence[Counts], left: Sequence[int], plunders: int
    ) -> list[Plunder] | None:
        """List plunders one of which must have happened; None if the takes agree.

        ``plunders`` more can have happened; ``left`` are those of each player.
        """
        spans = self._spans(piles)
        if self._in_rows:
            return None if self._fits_in_rows(spans) else []
        least, most = 1, ENDLESS
        if self._counts_turns:
            least = max(1, *(span.least for span in spans))
            most = min(span.most for span in spans)
        if least > most:
            return self._nearer(piles, spans, left, plunders)
        if self._last_takes_suffice(piles, least, most):
            return None
        if self._counts_turns and not self._in_reach(piles, spans, left, plunders):
            return []
        return self._plunders_by(self._seats, piles) if self._can_suffice else []

    def _spans(self, piles: Sequence[Counts]) -> list[Span]:
        return list(map(span_of, piles, self._takings))

    def _in_reach(
        self, piles: Sequence[Counts], spans: Sequence[Span], left: Sequence[int], plunders: int
    ) -> list[list[int]]:
        """List for every number of turns in reach how many cards each must have plundered.

        A player who needs more turns must have plundered cards. A player with cards for fewer
        turns must have lost some, to players who have enough cards or had to plunder; and so must
        players whose last takes were too small. Cites: COL-9.9, COL-9.10.
        """
        found, slowest = [], max(1, *(span.least for span in spans))
        fewer = list(map(needed_with_fewer, piles, self._takings))
        largest = list(map(self._largest_take, self._seats, piles))
        for turns in range(max(1, slowest - plunders), slowest + 1):
            own = [next((m for m, n in enumerate(each) if n <= turns), ENDLESS) for each in fewer]
            spare = [span.most - turns for span in spans]
            over = [n - m for n, m in zip(spare, own, strict=True)]
            last = sum([min(n, 1 + max(0, m)) for n, m in zip(largest, over, strict=True)])
            lost = max(0, self._last_sum - last) - sum([n for n in over if n < 0])
            by_all = sum([max(m, min(n, k)) for m, n, k in zip(own, left, spare, strict=True)])
            if max(sum(own), lost) <= plunders and lost <= by_all and all(map(le, own, left)):
                found.append(own)
        return found

    def _largest_take(self, p: int, piles: Counts) -> int:
        """Return the most cards that a player can have taken at once without further losses."""
        cards, kinds, once_more, once_kinds, _ = self._takings[p]
        if kinds > 1 or once_kinds:
            return cards + once_more
        return max(1, min(cards + once_more, max(piles)))

    def _nearer(
        self, piles: Sequence[Counts], spans: Sequence[Span], left: Sequence[int], plunders: int
    ) -> list[Plunder]:
        """List what the player with the most turns can have plundered, or the fewest have lost."""
        in_reach = self._in_reach(piles, spans, left, plunders)
        if not in_reach:
            return []
        slow = max(self._seats, key=lambda p: spans[p].least)
        by_slow = self._plunders_by((slow,), piles)
        if all(own[slow] for own in in_reach):
            return by_slow
        fast = min(self._seats, key=lambda p: spans[p].most)
        of_fast = [Plunder(p, fast, kind) for kind in LOOT for p in self._seats if p != fast]
        return [*by_slow, *of_fast]

    def _plunders_by(self, some: Iterable[int], piles: Sequence[Counts]) -> list[Plunder]:
        return [
            Plunder(by, victim, kind)
            for kind in LOOT
            for by in some
            if piles[by][kind]
            for victim in self._seats
            if victim != by
        ]

    def _last_takes_suffice(self, piles: Sequence[Counts], least: int, most: int) -> bool:
        """Whether the last takes can have taken enough cards. Cites: COL-8.1, COL-9.4."""
        if self._last_sum <= len(piles):
            return True
        lasts = list(map(last_takes, piles, self._takings))
        if not self._counts_turns:
            takes = (
                max((n for n, span in enumerate(each, 1) if span.least < ENDLESS), default=0)
                for each in lasts
            )
            return sum(takes) >= self._last_sum
        edges = {least, *(span.least for each in lasts for span in each)}
        return any(
            least <= turns <= most
            and self._last_sum <= sum(most_last(each, turns) for each in lasts)
            for turns in edges
        )

    def _fits_in_rows(self, spans: Sequence[Span]) -> bool:
        """Whether some players in a row had a turn more than the others. Cites: COL-9.10."""
        if not self._counts_turns:
            return True
        for more in rows(len(spans)):
            least = max(span.least - (p in more) for p, span in enumerate(spans))
            most = min(span.most - (p in more) for p, span in enumerate(spans))
            if max(least, 0) <= most:
                return True
        return False
