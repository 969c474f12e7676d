"""Whether cards of which nobody told can be such that turns and the number of cards agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        self.most_of_each = [sum([rest[kind] for kind in kinds]) for kinds in of_each]
        """Of how many of these cards each player can have taken, at most."""

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
        self, piles: Sequence[Piles], told: Hands, least: int = 0, most: int = ENDLESS
    ) -> Iterator[Counts]:
        """List the turns of all players for which unknown numbers can be such that all agrees.

        That is: turns, the number of cards, and what the last takes were together.
        """
        takings = [hand.taking for hand in told.hands]
        needed = list(map(turns_needed, piles, takings))
        cards = list(map(sum, piles))
        rooms = [self._rooms(p, piles[p], taking) for p, taking in enumerate(takings)]
        lowest, highest = max(0, told.held[0] - self.known), told.held[1] - self.known
        in_rows = [frozenset[int]()]
        if told.in_rows:
            least = max(0, max(needed) - 1)
            in_rows = rows(len(piles))
        smallest = min(taking.cards for taking in takings)
        longest = min(most, max(needed) + sum(-(-n // smallest) for n in self.rest))
        for turns in range(least, longest + 1):
            if self._are_too_many(self._fewest(cards, takings, [turns] * len(piles)), highest):
                return  # and more turns ask for more cards still
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
                if told.early is None or self._ends_late(piles, told, of_each, fewest, lowest):
                    yield tuple(of_each)

    def _ends_late(
        self,
        piles: Sequence[Piles],
        told: Hands,
        turns: Sequence[int],
        fewest: Sequence[int],
        lowest: int,
    ) -> bool:
        """Whether the last takes can have been enough, with the fewest unknown cards and with more.

        Every card more that is held has to be in them too. Cites: COL-9.4.
        """
        largest, likely = 0, 0
        for p, own in enumerate(piles):
            taking = told.hands[p].taking
            cards = taking.cards + taking.once_more
            if self.of_each[p]:
                largest += cards
                spare = ENDLESS if taking.idles else sum(own) + fewest[p] - turns[p]
                likely += min(cards, 1 + spare)
            else:
                last = most_last(last_takes(own, taking), turns[p])
                largest, likely = largest + last, likely + last
        late = self.known - (told.early or 0)
        return late + sum(fewest) <= likely and late + max(lowest, sum(fewest)) <= largest

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

    def _rooms(self, p: int, piles: Piles, taking: Taking) -> list[int]:
        """Give for no more turns, one, two and so on how many unknown cards they have room for.

        At most: where a turn can be of two kinds, those of another kind fill it up.
        """
        if taking.kinds > 1 or taking.once_kinds or taking.once_more:
            return [self.most_of_each[p]]
        batches, beside = [], 0
        for kind in self.of_each[p]:
            fits = min(self.rest[kind], -piles[kind] % taking.cards)
            beside += fits
            full, left = divmod(self.rest[kind] - fits, taking.cards)
            batches += [taking.cards] * full + [left] * bool(left)
        return [*accumulate(sorted(batches, reverse=True), initial=beside)]

    def filled(
        self, piles: Sequence[Piles], told: Hands, asked: Sequence[Counts], turns: Counts | None
    ) -> list[list[int]] | None:
        """Give everybody numbers of these cards, with all that is asked of them, as seems best.

        So many ``turns`` are filled with them, and as many cards are held as there must be. None
        where that leads nowhere; other numbers may be right then.
        """
        filler = _Filler(self, piles, told, turns)
        for p, wanted in enumerate(asked):
            for kind in self.of_each[p]:
                filler.add(p, kind, wanted[kind])
        for kind, p in self._forced(told.held[0]):
            filler.add(p, kind, self.rest[kind])
        can_be = filler.fill_turns() and filler.fill_up(told.held[0] - self.known)
        return filler.found if can_be else None

    def _forced(self, lowest: int) -> Iterator[tuple[int, int]]:
        """List the kinds of which one player alone must have all that is left, and that player."""
        owners = {
            kind: [p for p, kinds in enumerate(self.of_each) if kind in kinds]
            for kind in range(len(self.rest))
        }
        if self.known + sum(self.rest[kind] for kind in owners if owners[kind]) == lowest:
            yield from ((kind, those[0]) for kind, those in owners.items() if len(those) == 1)


class _Filler:
    """Numbers of unknown cards, one after the other; first those that ask for no further turn."""

    def __init__(
        self, unknown: Unknown, piles: Sequence[Piles], told: Hands, turns: Counts | None
    ) -> None:
        self._of_each, self._rest = unknown.of_each, list(unknown.rest)
        self._piles, self._takings = piles, [hand.taking for hand in told.hands]
        self._turns = turns
        self.found = [[0] * len(self._rest) for _ in piles]

    def add(self, p: int, kind: int, n: int) -> None:
        """Give a player so many cards, as far as there are so many."""
        more = min(n, self._rest[kind])
        self.found[p][kind] += more
        self._rest[kind] -= more

    def fill_turns(self) -> bool:
        """Give everybody enough cards for their turns. Cites: COL-2.6, COL-9.10."""
        for p, turns in enumerate(self._turns or ()):
            while not self._takings[p].idles and sum(self._piles[p]) + sum(self.found[p]) < turns:
                if (best := self._next(p)) is None:
                    return False
                self.add(p, best[-1], 1)
        return True

    def fill_up(self, wanted: int) -> bool:
        """Give anybody cards until there are so many. Cites: COL-9.3."""
        while (missing := wanted - sum(map(sum, self.found))) > 0:
            ways = [(best, p) for p in range(len(self.found)) if (best := self._next(p))]
            if not ways:
                return False
            (*_, kind), p = min(ways)
            now, most = self._piles[p][kind] + self.found[p][kind], self._takings[p].cards
            self.add(p, kind, min(missing, most - now % most))  # as many as go in one turn
        return True

    def _next(self, p: int) -> tuple[bool, int, int] | None:
        """Give the kind of which a player gets a card next: it comes last."""
        now = tuple(map(sum, zip(self._piles[p], self.found[p], strict=True)))
        needed, kinds = turns_needed(now, self._takings[p]), []
        for kind in filter(self._rest.__getitem__, self._of_each[p]):
            more = turns_needed((*now[:kind], now[kind] + 1, *now[kind + 1 :]), self._takings[p])
            if self._turns is None or more <= self._turns[p]:
                kinds.append((more > needed, -self._rest[kind], kind))
        return min(kinds, default=None)
