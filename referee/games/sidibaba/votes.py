"""Votes for moves: how they are told, and what they decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from referee.core.pieces import Pieces
from referee.core.say import Say


class Votes(Struct, frozen=True):
    """How many voted for which move; nothing is on offer once a vote has been held.

    >>> Votes(Pieces({"f": 2, "l": 2}, 1, 2), is_open=True).parse("f 1 l 1") == {"f": 1, "l": 1}
    True
    """

    counts: Pieces
    is_open: bool

    @property
    def size(self) -> int:
        """Count the ways to vote."""
        return self.counts.size if self.is_open else 0

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show none: they are too many."""
        return ()

    def parse(self, words: str) -> Mapping[str, int]:
        """Read how many voted for what."""
        return self.counts.parse(words)

    def offer(self, index: int) -> str:
        """Word the index-th."""
        return self.counts.offer(index)

    def hint(self) -> Say:
        """Show the form."""
        return Say("how many for what, such as f 2 l 1")


def winning_votes(votes: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """List what has most votes; several where they are tied. Cites: SID-2.3.

    >>> winning_votes((("left", 2), ("right", 2), ("back", 1)))
    ('left', 'right')
    """
    most = max((n for _, n in votes), default=0)
    return tuple(what for what, n in votes if n == most)
