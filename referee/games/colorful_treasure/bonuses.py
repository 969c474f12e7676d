"""The gem bonus and the exploration bonus: what they ask for, and who earns them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from referee.core.rulebook import Rulebook
from referee.games.colorful_treasure import keys

GEM, EXPLORATION = "gem", "exploration"
BONUSES: Final = (GEM, EXPLORATION)
"""The bonus cards that are taken during the game."""


class Bonuses(Struct, frozen=True):
    """What a table asks for: so many colours, so many wonders."""

    colours: int
    wonders: int

    @classmethod
    def of(cls, book: Rulebook, seats: int) -> Bonuses:
        """Read what this number of players needs. Cites: COL-4.1, COL-4.2."""
        return cls(book[keys.GEM_COLOURS][seats], book[keys.EXPLORED])

    def earned(self, colours: int, wonders: int, gone: Iterable[str] = ()) -> tuple[str, ...]:
        """List the bonus cards that so many colours and wonders earn, of those not gone.

        >>> Bonuses(5, 8).earned(5, 8, gone=("gem",))
        ('exploration',)
        """
        enough = {GEM: colours >= self.colours, EXPLORATION: wonders >= self.wonders}
        taken = frozenset(gone)
        return tuple(bonus for bonus in BONUSES if enough[bonus] and bonus not in taken)
