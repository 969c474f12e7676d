"""Answers that name tokens: one, or several at once."""

from collections.abc import Sequence
from typing import Final

from referee.api import (
    NONE,
    BadAnswer,
    CustomAnswer,
    Say,
    Several,
    halfwidth,
    match_key,
    prefix_matches,
)
from referee.games.sidibaba.model.tokens import DRAWN, HIDDEN, in_order

FORM: Final = Say("a number, two such as 1/5, or g for a genie")
READABLE: Final = (*DRAWN, HIDDEN, NONE)
"""Every word for a token, for one unseen, and for none."""


def read_token(words: str) -> str:
    """Read a token: a jewel by its number, ``g``, ``c``, ``hidden`` or ``none``. Raises BadAnswer.

    >>> read_token("3"), read_token("1/5"), read_token("G")
    ('3', '1/5', 'genie')
    """
    found = prefix_matches(halfwidth(words), READABLE)
    if len(found) != 1:
        said = "“{words}” is no token: {form}." if words else "A token is missing: {form}."
        raise BadAnswer(Say(said, words=words, form=FORM))
    return found[0]


def one_token(offered: Sequence[str], syntax: Say = FORM) -> CustomAnswer[str]:
    """Ask for one token of those on offer; any other is read too.

    >>> one_token(("3", "genie")).parse("c")
    'curse'
    """
    return CustomAnswer(offered, read_token, syntax)


class SeveralTokens(Several, frozen=True):
    """Several tokens at once, such as ``3 1/5 g``; ``least`` and ``most`` are both included.

    >>> from referee.api import OneOf
    >>> SeveralTokens(OneOf(DRAWN, ("3", "genie")), 0, 2).parse("g 3")
    ('3', 'genie')
    """

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show none: a token is its own name."""
        return ()

    def parse(self, words: str) -> tuple[str, ...]:
        """Read the tokens; they come back in their order."""
        if match_key(words) and NONE.startswith(match_key(words)):
            return ()
        parts = halfwidth(words).replace(",", " ").split()
        return in_order(map(read_token, parts))

    def hint(self) -> Say:
        """Say how tokens are typed."""
        if self.most == 1:
            return Say("such as 3, 1/5 or g")
        if self.least == self.most:
            return Say("{n} of them, such as 3 1 g", n=self.most)
        return Say("up to {n}, such as 3 1 g", n=self.most)
