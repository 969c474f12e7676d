"""Key and chest tokens, and the pairs that they make."""

from __future__ import annotations

from typing import NamedTuple


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


def paired(tokens: Tokens, *, any_token: bool) -> Paired:
    """Make all pairs there are, and one more with the tile for any token if it is used.

    Cites: COL-3.1, COL-3.4, COL-6.10.

    >>> paired(Tokens(2, 3), any_token=False)
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
