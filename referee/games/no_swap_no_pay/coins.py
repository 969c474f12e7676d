"""Coins by colour: what a bag, the table or the box holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from referee.core.say import Say, plural

GOLD: Final = "gold"
SILVER: Final = "silver"
BLACK: Final = "black"
PURPLE: Final = "purple"
COLOURS: Final = (GOLD, SILVER, BLACK, PURPLE)
DECLARABLE: Final = (GOLD, SILVER, BLACK)
"""What a purple coin may be declared."""


class Coins(Struct, frozen=True, order=False):
    """A number of coins of each colour, none below zero.

    >>> (Coins(gold=2) + Coins(gold=1, black=1)).total
    4
    """

    gold: int = 0
    silver: int = 0
    black: int = 0
    purple: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, Any]) -> Coins:
        """Take the colours out of a map; those left out are none.

        >>> Coins.of({"gold": 2, "purple_as": ("gold",)})
        Coins(gold=2, silver=0, black=0, purple=0)
        """
        return cls(*(int(counts.get(colour, 0)) for colour in COLOURS))

    def __getitem__(self, colour: str) -> int:
        """Count one colour."""
        return int(getattr(self, colour))

    def __add__(self, other: Coins) -> Coins:
        """Put coins together."""
        return Coins(*(self[colour] + other[colour] for colour in COLOURS))

    def __sub__(self, other: Coins) -> Coins:
        """Take coins away, as far as there are any."""
        return Coins(*(max(0, self[colour] - other[colour]) for colour in COLOURS))

    @property
    def total(self) -> int:
        """Count all of them."""
        return self.gold + self.silver + self.black + self.purple

    @property
    def counts(self) -> dict[str, int]:
        """Give all four colours as a map."""
        return {colour: self[colour] for colour in COLOURS}

    @property
    def say(self) -> Say:
        """Word the coins, colours without any left out.

        >>> str(Coins(gold=2, black=1).say), str(Coins().say)
        ('2 gold and 1 black', 'no coin')
        """
        held = tuple(Say("{n} {colour}", n=n, colour=c) for c, n in self.counts.items() if n)
        return Say("{coins}", coins=held) if held else Say("no coin")

    @property
    def words(self) -> str:
        """Word the coins as a player would type them.

        >>> Coins(gold=2, black=1).words
        'gold 2, black 1'
        """
        return ", ".join(f"{c} {n}" for c, n in self.counts.items() if n) or "none"

    @property
    def short(self) -> str:
        """Write the coins by their first letters, as they may be typed too.

        >>> Coins(gold=2, black=1).short
        '2g 1b'
        """
        return " ".join(f"{n}{c[0]}" for c, n in self.counts.items() if n) or "none"


def coins(n: int) -> Say:
    """Word a number of coins.

    >>> str(coins(1)), str(coins(2))
    ('1 coin', '2 coins')
    """
    return plural(n, "{n} coin", "{n} coins")


ONE_OF_EACH: Final = Coins(1, 1, 1, 1)
"""What a coin of unknown colour may have been."""


def one(colour: str) -> Coins:
    """Give one coin of a colour.

    >>> one("black")
    Coins(gold=0, silver=0, black=1, purple=0)
    """
    return Coins.of({colour: 1})
