"""Whether what was found stands once the cards of which nobody told have numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from referee.games.colorful_treasure.model.plays.hands import COLOURS, DIAMOND, KEY, LOOT, Counts
from referee.games.colorful_treasure.model.plays.mending import Mending, State, piles_of
from referee.games.colorful_treasure.model.plays.turns import Piles
from referee.games.colorful_treasure.model.plays.unknown import Unknown

TURNS_TRIED = 6
"""With so many numbers of turns unknown cards are filled in, and then no more."""


class Filling(Mending):
    """Hands as the search looks at them, and numbers for those of which nobody told."""

    def is_filled(self, state: State) -> bool:
        """Tell whether numbers were found for cards of which nobody told, so that nothing is wrong.

        Asked of the state just looked at, where nothing seemed to be. Other numbers may do.
        """
        if not self._is_open:
            return True
        known = self._loot_known + self._start.secrets + sum(self._used)
        unknown = Unknown(self._rest, self._loot_unknown, known)
        asked = [self._asked_of(p) for p in self.seats]
        return any(
            found is not None and self._agrees(state, found)
            for piles, turns in self._completions(state)
            for found in [unknown.filled(piles, self.told, asked, turns)]
        )

    def _completions(self, state: State) -> Iterator[tuple[Sequence[Piles], Counts | None]]:
        """List what everybody took, and in how many turns, for a few numbers of these."""
        cards, rounds = self._rounds_of_state(state) if self._asks_of_turns else ((), None)
        for way in self._ways if rounds else self._start.ways[:1]:
            found = rounds.completions(piles_of(cards, way)) if rounds else [None]
            piles = piles_of(state.taken, way)
            yield from ((piles, turns) for turns in islice(found, TURNS_TRIED))

    def _asked_of(self, p: int) -> Counts:
        """Give how many unknown cards diamonds, bonus cards and tiles ask for."""
        hand, lost, kinds = self.hands[p], self._state.lost[p], self._loot_unknown[p]
        gained = self._state.gained[p]
        held = [(n or 0) + more for n, more in zip(hand.piles, gained, strict=False)]
        had = [n + more for n, more in zip(held, lost, strict=True)]
        asked = [0] * len(LOOT)
        if DIAMOND in kinds and hand.diamonds:
            asked[DIAMOND] = max(0, hand.diamonds - self._state.taken[p][DIAMOND])
        gems = sorted((k for k in kinds if k != DIAMOND), key=lambda k: -self._rest[k])
        colours = hand.colours - sum(had[k] > 0 for k in COLOURS)
        for kind in [k for k in gems if not had[k]][: max(0, colours)]:
            asked[kind] = 1
        third = self.told.third
        near = [k for k in gems if had[k] < third <= had[k] + self._rest[k]]
        for kind in near[: max(0, hand.thirds - self._thirds_had(had, lost))]:
            asked[kind] = third - had[kind]
        if hand.wonders:
            known = sum(held) + sum(n or 0 for n in hand.piles[KEY:]) + self._secrets_held[p]
            more = hand.wonders - sum(lost) - self._secrets_lost[p] - known - sum(asked)
            for kind in [k for k in (*gems, DIAMOND) if k in kinds]:
                asked[kind] += min(max(0, more), self._rest[kind] - asked[kind])
                more = hand.wonders - sum(lost) - self._secrets_lost[p] - known - sum(asked)
        return tuple(asked)

    def _thirds_had(self, had: Sequence[int], lost: Counts) -> int:
        third = self.told.third
        return sum(1 + min(lost[k], had[k] - third) for k in COLOURS if had[k] >= third)

    def _agrees(self, state: State, found: Sequence[Sequence[int]]) -> bool:
        """Tell whether nothing is wrong with these numbers of the unknown cards either."""
        hands = [
            hand._replace(
                piles=(
                    *(
                        gained + more if n is None else n
                        for n, gained, more in zip(hand.piles, own, added, strict=False)
                    ),
                    *hand.piles[KEY:],
                )
            )
            for hand, own, added in zip(self.hands, state.gained, found, strict=True)
        ]
        taken = tuple(
            tuple(n + more for n, more in zip(own, added, strict=False))
            for own, added in zip(state.taken, found, strict=True)
        )
        told = Mending(self.told._replace(hands=tuple(hands)), self.aspects)
        is_begun = told.begin(self._start) is not None
        return is_begun and told.mends(State(taken, state.lost, state.left, self._nothing)) is None
