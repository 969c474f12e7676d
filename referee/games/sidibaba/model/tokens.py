"""Tokens from the bag: jewels with one number or two, genies, curses; and who holds them.

Which numbers are printed no source tells, so any up to twenty are read.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.api import (
    BadAnswer,
    Ruling,
    Say,
    Struct,
    forbidden,
    halfwidth,
    impossible,
    parse_count,
    plural,
)
from referee.games.sidibaba import keys

GENIE, CURSE, HIDDEN = "genie", "curse", "hidden"
HIGHEST: Final = 20
"""The highest number that a jewel is taken to show; the real ones are a few."""

ONE_VALUE: Final = tuple(str(n) for n in range(1, HIGHEST + 1))
TWO_VALUES: Final = tuple(
    f"{left}/{right}" for left in range(1, HIGHEST + 1) for right in range(1, HIGHEST + 1)
)
JEWELS: Final = (*ONE_VALUE, *TWO_VALUES)
"""Every jewel that can be read: a number, or two with a stroke between."""
KEPT: Final = (*JEWELS, GENIE)
"""Every token that somebody may hold."""
DRAWN: Final = (*KEPT, CURSE)
"""Every token that may come out of the bag."""

_PLACES: Final[Mapping[str, int]] = {token: place for place, token in enumerate(DRAWN)}
_UNKNOWN: Final = len(DRAWN)


def in_order(tokens: Iterable[str]) -> tuple[str, ...]:
    """Sort tokens: jewels by their numbers, then genies and curses.

    >>> in_order(["genie", "1/5", "3", "2"])
    ('2', '3', '1/5', 'genie')
    """
    return tuple(sorted(tokens, key=lambda token: _PLACES.get(token, _UNKNOWN)))


def is_jewel(token: str) -> bool:
    """Whether a token is a jewel.

    >>> is_jewel("1/5"), is_jewel("genie")
    (True, False)
    """
    return token not in {GENIE, CURSE, HIDDEN}


def numbers_of(kind: str) -> tuple[int, int]:
    """Give the two numbers of a jewel: alone, and two together.

    >>> numbers_of("1/5")
    (1, 5)
    """
    left, _, right = kind.partition("/")
    return int(left), int(right)


def value_when_paid(token: str) -> int:
    """Tell what a jewel is worth alone: of two numbers the left one. Cites: SID-8.2.

    >>> value_when_paid("3"), value_when_paid("1/5"), value_when_paid("genie")
    (3, 1, 0)
    """
    return int(token.partition("/")[0]) if is_jewel(token) else 0


def read_pair(words: str) -> str:
    """Read a jewel with two numbers, such as ``1/5``. Raises BadAnswer.

    >>> read_pair("１／5")
    '1/5'
    """
    left, stroke, right = halfwidth(words).partition("/")
    numbers = [parse_count(part) for part in (left, right)]
    if not stroke or None in numbers:
        raise BadAnswer(Say("“{words}”: two numbers, such as 1/5.", words=words))
    return "/".join(map(str, numbers))


def jewel_words(tokens: Iterable[str]) -> tuple[str, ...]:
    """Name tokens for a sentence, equal ones together.

    >>> jewel_words(["1", "genie", "1"])
    ('2 x 1', 'genie')
    """
    return tuple(f"{n} x {token}" if n > 1 else token for token, n in Counter(tokens).items())


def no_such_token(token: str) -> Ruling | None:
    """Stop what no token shows; a curse is none that anybody holds. Cites: SID-4.2, SID-8.2."""
    if token in KEPT:
        return None
    if token == CURSE:
        return forbidden("Nobody keeps a curse.", keys.CURSES)
    return impossible("“{token}” is no jewel and no genie.", keys.ALIKE, token=token)


class Holding(Struct, frozen=True):
    """Tokens by what they show, and how many nobody has seen since something was stolen unseen.

    >>> Holding(("3", "genie")).robbed(1)
    Holding(tokens=(), hidden=1)
    """

    tokens: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def said(self) -> Say:
        """List tokens that were seen, and how many were not."""
        parts: tuple[str | Say, ...] = jewel_words(self.tokens)
        if self.hidden:
            parts += (plural(self.hidden, "{n} token unseen", "{n} tokens unseen"),)
        return Say("{parts}", parts=parts) if parts else Say("nothing")

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

    def having(self, token: str) -> "Holding":
        """Add a token, seen or not."""
        if token == HIDDEN:
            return Holding(self.tokens, self.hidden + 1)
        return Holding(in_order((*self.tokens, token)), self.hidden)

    def without(self, token: str) -> "Holding":
        """Give a token away: one that was seen, else one that was not, as far as there is one."""
        if token in self.tokens:
            at = self.tokens.index(token)
            return Holding(self.tokens[:at] + self.tokens[at + 1 :], self.hidden)
        return Holding(self.tokens, max(0, self.hidden - 1))

    def robbed(self, n: int) -> "Holding":
        """Lose tokens unseen; what is left is known by number only. Cites: SID-7.2."""
        return Holding((), max(0, self.count - n)) if n else self

    def as_entry(self) -> dict[str, Any]:
        """Give the holding as an entry of a holdings file; tokens not seen are left out."""
        return {
            "jewels": tuple(int(token) for token in self.jewels if "/" not in token),
            "pairs": dict(Counter(token for token in self.jewels if "/" in token)),
            "genies": self.tokens.count(GENIE),
        }
