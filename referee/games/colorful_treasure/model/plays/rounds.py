"""Whether takes agree with equal turns and the last round, and which plunders could mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import le
from typing import TypeAlias

from referee.games.colorful_treasure.model.plays.hands import LAST_ROUND, LOOT, TURNS, Counts, Hands
from referee.games.colorful_treasure.model.plays.turns import (
    ENDLESS,
    Piles,
    Span,
    last_takes,
    most_last,
    needed_with_fewer,
    rows,
    span_of,
)
from referee.games.colorful_treasure.model.plays.unknown import Unknown

Plunder: TypeAlias = tuple[int, int, int]
"""Who plundered, from whom, and which kind of card."""


class Rounds:
    """The turns of all players, for hands of which some numbers of cards can be unknown."""

    def __init__(self, told: Hands, aspects: Sequence[str], unknown: Unknown) -> None:
        """Keep what is asked of the turns."""
        self._told, self._unknown = told, unknown
        self._takings = [hand.taking for hand in told.hands]
        self._seats = range(len(told.hands))
        self._asks_turns = TURNS in aspects
        late = 0 if told.early is None else max(told.held[0], unknown.known) - told.early
        self._late = late if LAST_ROUND in aspects else 0
        """Cards that the last takes must have been together. Cites: COL-8.1, COL-9.4."""
        self._most_unknown = told.held[1] - unknown.known
        largest = sum(taking.cards + taking.once_more for taking in self._takings)
        self._can_end_late = self._late <= largest

    def is_near(self, piles: Sequence[Piles], left: Sequence[int], plunders: int) -> bool:
        """Tell whether so many plunders can make the turns of all players equal.

        ``left`` are those of each player.
        """
        if self._told.in_rows or not self._asks_turns:
            return True
        return bool(self._within_reach(piles, self._spans(piles), left, plunders))

    def mends(
        self, piles: Sequence[Piles], left: Sequence[int], plunders: int
    ) -> list[Plunder] | None:
        """List plunders one of which must have been, None where the takes agree.

        There can have been so many more, and so many of each player are ``left``.
        """
        is_open = self._unknown.is_any
        if not self._asks_turns and is_open:
            return None if self._can_end_late else []
        spans = self._spans(piles)
        if self._told.in_rows:
            fits = any(self.completions(piles)) if is_open else self._fits_in_rows(spans)
            return None if fits else []
        least, most = 1, ENDLESS
        if self._asks_turns:
            least = max(1, *(span.least for span in spans))
            most = min(span.most for span in spans)
        if least > most:
            return self._nearer(piles, spans, left, plunders)
        fits = any(self.completions(piles)) if is_open else self._ends_late(piles, least, most)
        if fits:
            return None
        if self._asks_turns and not self._within_reach(piles, spans, left, plunders):
            return []
        return self._any_plunder(piles) if self._can_end_late else []

    def completions(self, piles: Sequence[Piles]) -> Iterator[Counts]:
        """List the turns of all players with which the cards of which nobody told can agree."""
        least, most = 0, ENDLESS
        if self._asks_turns and not self._told.in_rows:
            spans = self._spans(piles)
            least = max(1, *(span.least for span in spans))
            most = min(span.most for span in spans)
        return self._unknown.completes(piles, self._told, least, most)

    def _spans(self, piles: Sequence[Piles]) -> list[Span]:
        """Give everybody's turns, as if the cards of which nobody told could be anybody's."""
        return [
            Span(span.least, span.most + more)
            for span, more in zip(
                map(span_of, piles, self._takings), self._unknown.most_of_each, strict=True
            )
        ]

    def _within_reach(
        self, piles: Sequence[Piles], spans: Sequence[Span], left: Sequence[int], plunders: int
    ) -> list[list[int]]:
        """List for every number of turns in reach how many cards each must have plundered.

        Who needs more turns must have plundered so many; whoever has cards for fewer, these
        among them, must have lost the others, to those who have more than enough cards or had to
        plunder. So must those whose last takes were not enough. Cites: COL-9.9, COL-9.10.
        """
        found, slowest = [], max(1, *(span.least for span in spans))
        fewer = list(map(needed_with_fewer, piles, self._takings))
        largest = list(map(self._largest_take, self._seats, piles))
        for turns in range(max(1, slowest - plunders), slowest + 1):
            own = [next((m for m, n in enumerate(each) if n <= turns), ENDLESS) for each in fewer]
            spare = [span.most - turns for span in spans]
            over = [n - m for n, m in zip(spare, own, strict=True)]
            last = sum([min(n, 1 + max(0, m)) for n, m in zip(largest, over, strict=True)])
            lost = max(0, self._late - last) - sum([n for n in over if n < 0])
            if self._unknown.is_any:
                more = self._unknown.most_of_each
                of_known = sum([min(0, n - m) for n, m in zip(over, more, strict=True)])
                lost = max(lost, -of_known - self._most_unknown)
            by_all = sum([max(m, min(n, k)) for m, n, k in zip(own, left, spare, strict=True)])
            if max(sum(own), lost) <= plunders and lost <= by_all and all(map(le, own, left)):
                found.append(own)
        return found

    def _largest_take(self, p: int, piles: Piles) -> int:
        """Give the most cards that a player can have taken at once, if nothing else was lost."""
        cards, kinds, once_more, once_kinds, _ = self._takings[p]
        if self._unknown.of_each[p] or kinds > 1 or once_kinds:
            return cards + once_more
        return max(1, min(cards + once_more, max(piles)))

    def _nearer(
        self, piles: Sequence[Piles], spans: Sequence[Span], left: Sequence[int], plunders: int
    ) -> list[Plunder]:
        """List what the slowest can have plundered, and what was plundered from the fastest."""
        within_reach = self._within_reach(piles, spans, left, plunders)
        if not within_reach:
            return []
        slow = max(self._seats, key=lambda p: spans[p].least)
        by_slow = [
            (slow, p, kind) for kind in LOOT if piles[slow][kind] for p in self._seats if p != slow
        ]
        if all(own[slow] for own in within_reach):
            return by_slow
        fast = min(self._seats, key=lambda p: spans[p].most)
        return [*by_slow, *((p, fast, kind) for kind in LOOT for p in self._seats if p != fast)]

    def _any_plunder(self, piles: Sequence[Piles]) -> list[Plunder]:
        return [
            (by, victim, kind)
            for kind in LOOT
            for by in self._seats
            if piles[by][kind] or self._told.hands[by].piles[kind] is None
            for victim in self._seats
            if victim != by
        ]

    def _ends_late(self, piles: Sequence[Piles], least: int, most: int) -> bool:
        """Tell whether the last takes can have been enough. Cites: COL-8.1, COL-9.4."""
        if self._late <= len(piles):
            return True
        lasts = list(map(last_takes, piles, self._takings))
        if not self._asks_turns:
            takes = (
                max((n for n, span in enumerate(each, 1) if span.least < ENDLESS), default=0)
                for each in lasts
            )
            return sum(takes) >= self._late
        edges = {least, *(span.least for each in lasts for span in each)}
        return any(
            least <= turns <= most and self._late <= sum(most_last(each, turns) for each in lasts)
            for turns in edges
        )

    def _fits_in_rows(self, spans: Sequence[Span]) -> bool:
        """Whether some players in a row had a turn more than the others. Cites: COL-9.10."""
        if not self._asks_turns:
            return True
        for more in rows(len(spans)):
            least = max(span.least - (p in more) for p, span in enumerate(spans))
            most = min(span.most - (p in more) for p, span in enumerate(spans))
            if max(least, 0) <= most:
                return True
        return False
