"""Games played by chance with real coins, and the slips with which their tables are told."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from tests.games.no_swap_no_pay import oracle

Bag: TypeAlias = tuple[int, ...]


class Game:
    """A game with real coins, as the table might play it; ``bags`` and ``treasure`` at its end."""

    def __init__(self, seats: int, draw: Random) -> None:
        self.draw = draw
        self.seats = seats
        self.treasure = [c for c, n in enumerate(oracle.TREASURE[seats]) for _ in range(n)]
        draw.shuffle(self.treasure)
        unseen = oracle.UNSEEN[seats]
        self.bags = [[0, 1, *self.taken(unseen)] for _ in range(seats + (seats == 3))]
        self.hunts, self.refuses = draw.choice((0, 1 / 2, 9 / 10)), draw.choice((1 / 5, 19 / 20))
        first = draw.randrange(seats)
        for number in range(oracle.ROUNDS[seats]):
            self.round([(first + number + at) % seats for at in range(seats)])

    def taken(self, n: int) -> list[int]:
        out, self.treasure = self.treasure[:n], self.treasure[n:]
        return out

    def round(self, order: list[int]) -> None:
        self.draw.shuffle(self.treasure)
        if self.seats == 3:
            self.bags[3] += self.taken(1)
        middle = self.taken(2 * self.seats)
        for player, coin in zip((*order, *reversed(order)), middle, strict=False):
            self.bags[player].append(coin)
        for player in order:
            self.challenge(player)
        for player in order:
            if bag := self.bags[player]:
                self.treasure.append(bag.pop(self.draw.randrange(len(bag))))

    def challenge(self, by: int) -> None:
        others = [at for at in range(len(self.bags)) if at != by]
        to = self.draw.choice(others)
        if self.draw.random() < self.hunts:
            to = min(others[: self.seats - 1], key=lambda at: len(self.bags[at]) or 99)
        target = self.bags[to]
        if to < self.seats and target and self.draw.random() < self.refuses:
            self.bags[by].append(target.pop(self.draw.randrange(len(target))))
        else:
            self.bags[by], self.bags[to] = target, self.bags[by]

    @property
    def counted(self) -> list[Bag]:
        """All bags by colour, the treasure bag last."""
        return [tuple(map(coins.count, range(4))) for coins in (*self.bags, self.treasure)]


def slipped(told: list[Bag], draw: Random) -> list[Bag]:
    """Tell a table with one slip, such as tables make: a number, a colour, or whose coin it was."""
    bags = [list(bag) for bag in told]
    at, to = draw.sample(range(len(bags)), 2)
    colour, other = draw.sample(range(4), 2)
    match draw.choice(("number", "colour", "whose", "all", "digit")):
        case "number":
            bags[at][colour] = max(0, bags[at][colour] + draw.choice((-1, 1)))
        case "colour":
            bags[at][colour], bags[at][other] = bags[at][other], bags[at][colour]
        case "whose" if bags[at][colour]:
            bags[at][colour] -= 1
            bags[to][colour] += 1
        case "all":
            bags[to] = [a + b for a, b in zip(bags[at], bags[to], strict=True)]
            bags[at] = [0, 0, 0, 0]
        case _:
            bags[at][colour] += 10
    return [tuple(bag) for bag in bags]
