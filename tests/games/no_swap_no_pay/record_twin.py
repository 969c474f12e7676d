"""The slow twin of the record: it follows every colour that an unseen coin can have.

It imports nothing of ours. What can lie where is kept as a set of whole tables, one for each way
in which the coins that moved unseen can have been coloured so far; so its boxes must be small.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import TypeAlias

Bag: TypeAlias = tuple[int, ...]
Move: TypeAlias = tuple[int, int, Bag]
End: TypeAlias = tuple[int, int, "Bag | None"]
Table: TypeAlias = tuple[Bag, ...]

BOX, TREASURE, MIDDLE = -1, 0, -2
NOTHING: Bag = (0, 0, 0, 0)


def plus(one: Bag, other: Bag) -> Bag:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Bag, other: Bag) -> Bag | None:
    left = tuple(a - b for a, b in zip(one, other, strict=True))
    return None if min(left) < 0 else left


def fits(moves: Sequence[Move], ends: Sequence[End]) -> bool:
    """Whether the unseen coins can have had colours so that all that is told holds."""
    places = sorted({place for source, target, _ in moves for place in (source, target)} - {BOX})
    at = {place: index for index, place in enumerate(places)}
    tables: set[Table] = {tuple(NOTHING for _ in places)}
    for source, target, coins in moves:
        ways = [coins] if len(coins) == 4 else coloured(coins[0])
        after: set[Table] = set()
        for table, way in product(tables, ways):
            now = list(table)
            if source != BOX:
                left = minus(now[at[source]], way)
                if left is None:
                    continue
                now[at[source]] = left
            now[at[target]] = plus(now[at[target]], way)
            after.add(tuple(now))
        tables = after
    told = [(at[place], coins) for place, _, coins in ends if coins is not None]
    return any(all(table[place] == coins for place, coins in told) for table in tables)


def coloured(n: int) -> list[Bag]:
    return [way for way in product(range(n + 1), repeat=4) if sum(way) == n]


class SmallGame:
    """A game of two or three bags, few coins and two rounds, played with real coins."""

    def __init__(self, draw: Random) -> None:
        self.draw = draw
        self.moves: list[Move] = []
        self.count = draw.choice((2, 3))
        self.held: dict[int, list[int]] = {place: [] for place in range(self.count + 1)}
        self.held[TREASURE] = [draw.randrange(4) for _ in range(draw.randint(4, 8))]
        self.moves.append((BOX, TREASURE, counted(self.held[TREASURE])))
        for bag in self.bags:
            first = [draw.randrange(4) for _ in range(draw.randint(0, 3))]
            self.held[bag] += first
            self.moves.append((BOX, bag, counted(first)))
        for _ in range(2):
            self.round()

    @property
    def bags(self) -> range:
        return range(1, self.count + 1)

    @property
    def ends(self) -> list[End]:
        return [(place, len(held), counted(held)) for place, held in self.held.items()]

    def round(self) -> None:
        """Unseen coins into bags, a draw for all to see, coins paid, coins given back."""
        for bag in self.bags:
            self.unseen(TREASURE, bag)
        drawn = [self.out_of(TREASURE) for _ in range(min(2, len(self.held[TREASURE])))]
        self.moves.append((TREASURE, MIDDLE, counted(drawn)))
        for coin in drawn:
            bag = self.draw.choice(self.bags)
            self.held[bag].append(coin)
            self.moves.append((MIDDLE, bag, counted([coin])))
        for bag in self.bags:
            self.unseen(bag, self.draw.choice([place for place in self.bags if place != bag]))
        for bag in self.bags:
            self.unseen(bag, TREASURE)

    def out_of(self, place: int) -> int:
        held = self.held[place]
        return held.pop(self.draw.randrange(len(held)))

    def unseen(self, source: int, target: int) -> None:
        if self.held[source] and self.draw.random() < 2 / 5:
            self.held[target].append(self.out_of(source))
            self.moves.append((source, target, (1,)))


def counted(coins: list[int]) -> Bag:
    return tuple(coins.count(colour) for colour in range(4))


def slipped(ends: list[End], draw: Random) -> list[End]:
    """Tell one table with a slip: coins of two colours in each other's place."""
    held = [list(coins or ()) for _, _, coins in ends]
    pairs = [
        (one, other, a, b)
        for one, other in product(range(len(held)), repeat=2)
        for a, b in product(range(4), repeat=2)
        if one < other and a != b and held[one][a] and held[other][b]
    ]
    if pairs:
        one, other, a, b = draw.choice(pairs)
        n = draw.randint(1, min(held[one][a], held[other][b]))
        for place, colour, more in ((one, a, -n), (one, b, n), (other, b, -n), (other, a, n)):
            held[place][colour] += more
    shown = [tuple(coins) for coins in held]
    untold = draw.random() < 1 / 4
    return [
        (place, n, None if untold and draw.random() < 1 / 2 else coins)
        for (place, n, _), coins in zip(ends, shown, strict=True)
    ]
