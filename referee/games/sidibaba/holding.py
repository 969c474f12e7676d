"""What an adventurer holds: tokens that everyone has seen, and tokens known by number only."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from referee.games.sidibaba.tokens import GENIE, HIDDEN, in_order, is_jewel


class Holding(Struct, frozen=True):
    """Tokens by what they show, and how many nobody has seen since something was stolen unseen.

    >>> Holding(("3", "genie")).robbed(1)
    Holding(tokens=(), hidden=1)
    """

    tokens: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def count(self) -> int:
        """Count all tokens."""
        return len(self.tokens) + self.hidden

    @property
    def jewels(self) -> tuple[str, ...]:
        """List the jewels that are known."""
        return tuple(token for token in self.tokens if is_jewel(token))

    def may_have(self, token: str) -> bool:
        """Whether the token is there, or may be among those that nobody has seen."""
        return token in self.tokens or bool(self.hidden)

    def having(self, token: str) -> Holding:
        """Add a token, seen or not."""
        if token == HIDDEN:
            return Holding(self.tokens, self.hidden + 1)
        return Holding(in_order((*self.tokens, token)), self.hidden)

    def without(self, token: str) -> Holding:
        """Give a token away: one that was seen, else one that was not, as far as there is one."""
        if token in self.tokens:
            at = self.tokens.index(token)
            return Holding(self.tokens[:at] + self.tokens[at + 1 :], self.hidden)
        return Holding(self.tokens, max(0, self.hidden - 1))

    def robbed(self, n: int) -> Holding:
        """Lose tokens unseen; what is left is known by number only. Cites: SID-7.2."""
        return Holding((), max(0, self.count - n)) if n else self

    def as_entry(self) -> dict[str, Any]:
        """Give the holding as an entry of a holdings file; tokens not seen are left out."""
        pairs: dict[str, int] = {}
        for token in self.jewels:
            if "/" in token:
                pairs[token] = pairs.get(token, 0) + 1
        return {
            "jewels": tuple(int(token) for token in self.jewels if "/" not in token),
            "pairs": pairs,
            "genies": self.tokens.count(GENIE),
        }
