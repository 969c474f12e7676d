"""Tokens from the bag: jewels with one number or two, genies, curses.

Which numbers are printed no source tells, so any up to twenty are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.core.errors import BadAnswer
from referee.core.say import Say
from referee.core.words import halfwidth, parse_count

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
    counts: dict[str, int] = {}
    for token in tokens:
        counts[token] = counts.get(token, 0) + 1
    return tuple(f"{n} x {token}" if n > 1 else token for token, n in counts.items())
