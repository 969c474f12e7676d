"""Key and chest tokens, the pairs that they make, and the bonus cards that are raced for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.api import Rulebook, Struct
from referee.games.colorful_treasure.keys import EXPLORED, GEM_COLOURS

GEM, EXPLORATION = "gem", "exploration"
BONUSES = (GEM, EXPLORATION)
"""The bonus cards that are taken during the game."""


class Tokens(NamedTuple):
    """The tokens before a player.

    >>> Tokens(2, 1).without_pair(), Tokens(2, 0).has_pair
    (Tokens(keys=1, chests=0), False)
    """

    keys: int = 0
    chests: int = 0

    @property
    def has_pair(self) -> bool:
        """Whether there are a key and a chest. Cites: COL-3.1."""
        return bool(self.keys and self.chests)

    def without_pair(self) -> Tokens:
        """Discard a key and a chest, as far as there are."""
        return Tokens(max(0, self.keys - 1), max(0, self.chests - 1))

    def without_one(self) -> Tokens:
        """Discard the one that the tile for any token is paired with. Cites: COL-6.10."""
        return Tokens(self.keys - 1, self.chests) if self.keys else Tokens(0, self.chests - 1)


class Paired(NamedTuple):
    """What became of tokens: how many plunders they made, and which are left."""

    plunders: int
    left: Tokens


def paired(tokens: Tokens, *, any_token: bool = False) -> Paired:
    """Make all pairs there are, and one more with the tile for any token if it is used.

    Cites: COL-3.1, COL-3.4, COL-6.10.

    >>> paired(Tokens(2, 3))
    Paired(plunders=2, left=Tokens(keys=0, chests=1))
    >>> paired(Tokens(2, 3), any_token=True)
    Paired(plunders=3, left=Tokens(keys=0, chests=0))
    """
    plunders = 0
    while tokens.has_pair:
        tokens = tokens.without_pair()
        plunders += 1
    if any_token and any(tokens):
        return Paired(plunders + 1, tokens.without_one())
    return Paired(plunders, tokens)


class Bonuses(Struct, frozen=True):
    """What a table asks for: so many colours, so many wonders."""

    colours: int
    wonders: int

    @classmethod
    def of(cls, book: Rulebook, seats: int) -> Bonuses:
        """Read what this number of players needs. Cites: COL-4.1, COL-4.2."""
        return cls(book[GEM_COLOURS][seats], book[EXPLORED])

    def earned(self, colours: int, wonders: int, gone: Iterable[str] = ()) -> tuple[str, ...]:
        """List the bonus cards that so many colours and wonders earn, of those not gone.

        >>> Bonuses(5, 8).earned(5, 8, gone=("gem",))
        ('exploration',)
        """
        enough = {GEM: colours >= self.colours, EXPLORATION: wonders >= self.wonders}
        taken = frozenset(gone)
        return tuple(bonus for bonus in BONUSES if enough[bonus] and bonus not in taken)
