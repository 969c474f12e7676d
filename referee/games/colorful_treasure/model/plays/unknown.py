"""Whether cards of which nobody told can be such that turns and the number of cards agree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, combinations
from operator import gt

from referee.games.colorful_treasure.model.plays.hands import Counts, Hands
from referee.games.colorful_treasure.model.plays.turns import (
    ENDLESS,
    Piles,
    Taking,
    last_takes,
    most_last,
    rows,
    turns_needed,
)


class Unknown:
    """The cards of which nobody told: the kinds that each player can have more of.

    ``rest`` counts of each kind what nobody is known to hold, ``known`` the cards that somebody is.
    """

    def __init__(self, rest: Counts, of_each: Sequence[Counts], known: int) -> None:
        """Keep them."""
        self.rest, self.of_each, self.known = rest, of_each, known
        self.is_any = any(of_each)

    def fits(self, held: tuple[int, int]) -> bool:
        """Tell whether so many cards can be held, from and to, whoever plundered what.

        >>> Unknown((2, 1, 0, 0, 0, 0, 0), [(0,), (0, 1)], 38).fits((40, 50))
        True
        """
        kinds = {kind for kinds in self.of_each for kind in kinds}
        return self.known <= held[1] and held[0] <= self.known + sum(
            self.rest[kind] for kind in kinds
        )

    def completes(
        self, piles: Sequence[Piles], told: Hands, late: int, least: int = 0, most: int = ENDLESS
    ) -> bool:
        """Whether unknown numbers can be such that turns and the number of cards agree.

        ``late`` cards were the last takes together.
        """
        takings = [hand.taking for hand in told.hands]
        needed = list(map(turns_needed, piles, takings))
        cards = list(map(sum, piles))
        rooms = [self._rooms(p, taking.cards) for p, taking in enumerate(takings)]
        lowest, highest = max(0, told.held[0] - self.known), told.held[1] - self.known
        in_rows = [frozenset[int]()]
        if told.in_rows:
            least = max(0, max(needed) - 1)
            in_rows = rows(len(piles))
        smallest = min(taking.cards for taking in takings)
        longest = min(most, max(needed) + sum(-(-n // smallest) for n in self.rest))
        for turns in range(least, longest + 1):
            if self._are_too_many(self._fewest(cards, takings, [turns] * len(piles)), highest):
                return False  # and more turns ask for more cards still
            for more in in_rows:
                of_each = [turns + (p in more) for p in range(len(piles))]
                if any(map(gt, needed, of_each)):
                    continue
                fewest = self._fewest(cards, takings, of_each)
                room = [
                    free[min(own - n, len(free) - 1)]
                    for own, n, free in zip(of_each, needed, rooms, strict=True)
                ]
                if not self._fills(fewest, room, lowest, highest):
                    continue
                lasts = (
                    taking.cards + taking.once_more
                    if self.of_each[p]
                    else most_last(last_takes(piles[p], taking), of_each[p])
                    for p, taking in enumerate(takings)
                )
                if late <= 0 or late <= sum(lasts):
                    return True
        return False

    def _fewest(
        self, cards: Sequence[int], takings: Sequence[Taking], turns: Sequence[int]
    ) -> list[int]:
        """Count for each player the unknown cards that so many turns ask for. Cites: COL-2.6."""
        return [
            0 if taking.idles else max(0, own - n)
            for own, n, taking in zip(turns, cards, takings, strict=True)
        ]

    def _are_too_many(self, fewest: Sequence[int], highest: int) -> bool:
        """Whether the players, or some of them, cannot have so many unknown cards as they need."""
        if sum(fewest) > highest:
            return True
        return any(sum([fewest[p] for p in some]) > cards for some, cards in self._sets)

    def _fills(self, fewest: Sequence[int], room: Sequence[int], lowest: int, highest: int) -> bool:
        """Whether so many of the unknown cards can be spread among the players.

        A flow from players to kinds: every set of players must find enough for the fewest cards
        that they need, and all the cards that must be held have to find a place.
        """
        if any(map(gt, fewest, room)) or self._are_too_many(fewest, highest):
            return False
        in_all = sum(room)
        return all(
            lowest <= cards + in_all - sum([room[p] for p in some]) for some, cards in self._sets
        )

    @cached_property
    def _sets(self) -> list[tuple[tuple[int, ...], int]]:
        """List every set of players, and the unknown cards that these can have among them."""
        seats = range(len(self.of_each))
        sets = [some for n in range(len(seats) + 1) for some in combinations(seats, n)]
        return [
            (
                some,
                sum(self.rest[kind] for kind in {kind for p in some for kind in self.of_each[p]}),
            )
            for some in sets
        ]

    def _rooms(self, p: int, most: int) -> list[int]:
        """Give for no more turns, one, two and so on how many unknown cards they have room for."""
        batches = []
        for kind in self.of_each[p]:
            full, left = divmod(self.rest[kind], most)
            batches += [most] * full + [left] * bool(left)
        return [0, *accumulate(sorted(batches, reverse=True))]
