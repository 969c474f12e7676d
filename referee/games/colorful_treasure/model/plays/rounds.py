"""Whether takes agree with equal turns and the last round, and which plunders could mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.games.colorful_treasure.model.plays.hands import LAST_ROUND, LOOT, TURNS, Hands
from referee.games.colorful_treasure.model.plays.turns import (
    ENDLESS,
    Piles,
    Span,
    last_takes,
    most_last,
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
        largest = sum(taking.cards + taking.once_more for taking in self._takings)
        self._can_end_late = self._late <= largest

    def is_near(self, piles: Sequence[Piles], plunders: int) -> bool:
        """Tell whether so many plunders can make the turns of all players equal."""
        if self._told.in_rows or not self._asks_turns:
            return True
        spans = self._spans(piles)
        return max(span.least for span in spans) - min(span.most for span in spans) <= 2 * plunders

    def mends(self, piles: Sequence[Piles], plunders: int) -> list[Plunder] | None:
        """List plunders one of which must have been, None where the takes agree."""
        is_open = self._unknown.is_any
        if not self._asks_turns and is_open:
            return None if self._can_end_late else []
        spans = self._spans(piles)
        if self._told.in_rows:
            in_rows = self._unknown.completes(piles, self._told, self._late)
            return None if (in_rows if is_open else self._fits_in_rows(spans)) else []
        least, most = 1, ENDLESS
        if self._asks_turns:
            least = max(1, *(span.least for span in spans))
            most = min(span.most for span in spans)
        if least > most:
            return self._nearer(piles, spans) if least - most <= 2 * plunders else []
        if is_open:
            fits = self._unknown.completes(piles, self._told, self._late, least, most)
        else:
            fits = self._ends_late(piles, least, most)
        if fits:
            return None
        return self._any_plunder(piles) if self._can_end_late else []

    def _spans(self, piles: Sequence[Piles]) -> list[Span]:
        return [
            Span(span.least, ENDLESS) if unknown else span
            for span, unknown in zip(
                map(span_of, piles, self._takings), self._unknown.of_each, strict=True
            )
        ]

    def _nearer(self, piles: Sequence[Piles], spans: Sequence[Span]) -> list[Plunder]:
        """List what the slowest can have plundered, and what was plundered from the fastest."""
        slow = max(self._seats, key=lambda p: spans[p].least)
        fast = min(self._seats, key=lambda p: spans[p].most)
        return [
            *(
                (slow, p, kind)
                for kind in LOOT
                if piles[slow][kind]
                for p in self._seats
                if p != slow
            ),
            *((p, fast, kind) for kind in LOOT for p in self._seats if p != fast),
        ]

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
