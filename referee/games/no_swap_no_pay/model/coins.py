"""Coins by colour: what a bag, the table or the box holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from referee.api import Fact, Say, Struct, Vocabulary, plural

COLOURS = Vocabulary("gold", "silver", "black", "purple")
GOLD, SILVER, BLACK, PURPLE = COLOURS
DECLARABLE = (GOLD, SILVER, BLACK)
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
        count: int = getattr(self, colour)
        return count

    def __add__(self, other: Coins) -> Coins:
        """Put coins together."""
        return Coins(
            self.gold + other.gold,
            self.silver + other.silver,
            self.black + other.black,
            self.purple + other.purple,
        )

    def __sub__(self, other: Coins) -> Coins:
        """Take coins away, as far as there are any."""
        return Coins(
            max(0, self.gold - other.gold),
            max(0, self.silver - other.silver),
            max(0, self.black - other.black),
            max(0, self.purple - other.purple),
        )

    @property
    def total(self) -> int:
        """Count all of them."""
        return self.gold + self.silver + self.black + self.purple

    @property
    def amounts(self) -> tuple[int, int, int, int]:
        """Give all four colours in their order."""
        return (self.gold, self.silver, self.black, self.purple)

    @property
    def counts(self) -> dict[str, int]:
        """Give all four colours as a map."""
        return {GOLD: self.gold, SILVER: self.silver, BLACK: self.black, PURPLE: self.purple}

    @property
    def say(self) -> Say:
        """Word the coins, colours without any left out.

        >>> str(Coins(gold=2, black=1).say), str(Coins().say)
        ('2 gold and 1 black', 'no coin')
        """
        return _worded(self)

    @property
    def words(self) -> str:
        """Word the coins as a player would type them.

        >>> Coins(gold=2, black=1).words
        'gold 2, black 1'
        """
        return ", ".join(f"{colour} {n}" for colour, n in self._held) or "none"

    @property
    def short(self) -> Say:
        """Write the coins by their first letters, as they may be typed too.

        >>> str(Coins(gold=2, black=1).short)
        '2g 1b'
        """
        held = " ".join(f"{n}{colour[0]}" for colour, n in self._held)
        return Say("{coins}", coins=held) if held else Say("none")

    @property
    def _held(self) -> tuple[tuple[str, int], ...]:
        return tuple((colour, n) for colour, n in self.counts.items() if n)


@lru_cache(maxsize=1024)
def _worded(coins: Coins) -> Say:
    """Word coins; the same ones are worded at every offer that is judged."""
    held = tuple(Say("{n} {colour}", n=n, colour=COLOURS[c]) for c, n in coins.counts.items() if n)
    return Say("{coins}", coins=held) if held else Say("no coin")


def one(colour: str) -> Coins:
    """Give one coin of a colour.

    >>> one("black")
    Coins(gold=0, silver=0, black=1, purple=0)
    """
    return Coins.of({colour: 1})


def n_coins(n: int) -> Say:
    """Word a number of coins.

    >>> str(n_coins(1)), str(n_coins(2))
    ('1 coin', '2 coins')
    """
    return plural(n, "{n} coin", "{n} coins")


def named(colours: Iterable[str]) -> tuple[Fact, ...]:
    """Word colours; what is none stays as it was told.

    >>> [str(each) for each in named(("gold", "blue"))]
    ['gold', 'blue']
    """
    return tuple(COLOURS.get(colour, colour) for colour in colours)
