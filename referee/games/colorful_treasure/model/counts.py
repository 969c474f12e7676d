"""The entries of a final count, and what gems of one colour are expected to be worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.api import FinalCount, Player, Say, Struct
from referee.games.colorful_treasure.model.cards import COLOURS
from referee.games.colorful_treasure.model.tiles import SIXTH_COLOUR

CARDS = (*COLOURS, "diamond_cards", "keys", "chests")
"""The fields of an entry that count cards, in the order of the kinds of a hand."""


class Counted(Struct, frozen=True):
    """The entry of one player; what is left out counts as none, and ``tells`` says so."""

    entry: Mapping[str, Any]

    def tells(self, *names: str) -> bool:
        """Whether all of these are known."""
        return all(name in self.entry for name in names)

    def of(self, *names: str) -> int:
        """Count the pieces of these fields together, as far as they are known."""
        return sum([self.entry.get(name, 0) for name in names])

    @property
    def cards(self) -> int:
        """Count all wonder cards."""
        return self.of(*CARDS)

    @property
    def secrets(self) -> int:
        """Count key and chest cards. Cites: COL-4.3."""
        return self.of("keys", "chests")

    @property
    def bonuses(self) -> tuple[str, ...]:
        """List the bonus cards."""
        return tuple(self.entry.get("bonuses", ()))

    @property
    def tiles(self) -> tuple[str, ...]:
        """List the tiles."""
        return tuple(self.entry.get("tiles", ()))

    @property
    def colours(self) -> int:
        """Count the colours, the sixth one of a tile too. Cites: COL-4.1, COL-6.6."""
        return sum(self.of(colour) > 0 for colour in COLOURS) + (SIXTH_COLOUR in self.tiles)


def all_counted(count: FinalCount) -> dict[Player, Counted]:
    """Take up the entry of every player, clockwise."""
    return {player: Counted(count.holdings.get(player, {})) for player in count.setup.seating}


def odd_table(numbers: Sequence[int]) -> Say | None:
    """Ask about a table of gems that does not look like one. Cites: COL-9.8.

    >>> odd_table((1, 3, 6, 10, 15, 21)) is None, str(odd_table((1, 3, 2, 10, 15, 21)))
    (True, 'Are gems of one colour really worth 1, 3, 2, 10, 15 and 21? 3 score less than 2.')
    """
    steps = [after - before for before, after in zip((0, *numbers), numbers, strict=False)]
    told = tuple(map(str, numbers))
    for n, more in enumerate(steps, start=1):
        if more < 0:
            said = "Are gems of one colour really worth {numbers}? {n} score less than {fewer}."
            return Say(said, numbers=told, n=n, fewer=n - 1)
        if n > 1 and more < steps[n - 2]:
            said = (
                "Are gems of one colour really worth {numbers}? Gem {n} adds less than gem {fewer}."
            )
            return Say(said, numbers=told, n=n, fewer=n - 1)
    return None
