"""The slow twin of final tables: which of them some play of the rules ends in.

It imports nothing of ours. Numbers of coins are those that an exhaustive search reaches,
whoever was first captain; within them any colours will do that add up to the game. That this is
so is tried where every colour can be followed: in a box scaled down to two colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

from tests.games.no_swap_no_pay import oracle

Bag: TypeAlias = tuple[int, ...]
Bags: TypeAlias = tuple[Bag, ...]


@cache
def ends(seats: int) -> frozenset[tuple[int, ...]]:
    """Give all numbers of coins that bags end with, the ghost's last, by any first captain."""
    return frozenset(
        (*counts[turn:seats], *counts[:turn], *counts[seats:])
        for counts in oracle.reach(seats)[-1].counts
        for turn in range(seats)
    )


def can_end_so(seats: int, bags: Sequence[Bag], treasure: Bag | None) -> bool:
    """Whether some play ends with these bags, and with this treasure bag if it is told."""
    game = oracle.coins_in_game(seats)
    rest = tuple(game[at] - sum(bag[at] for bag in bags) for at in range(4))
    if min(rest) < 0 or (treasure is not None and treasure != rest):
        return False
    return tuple(map(sum, bags)) in ends(seats)


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


# The box scaled down


def every_end(treasure: Bag, rounds: int) -> set[Bags]:
    """Follow every colour through all plays of three players who draft one coin a round.

    Each begins with one coin of each of two colours; all may look, choose and answer as they
    like. The treasure bag stands last.
    """
    states: set[Bags] = {((1, 1), (1, 1), (1, 1), treasure)}
    for number in range(rounds):
        order = [(number + at) % 3 for at in range(3)]
        for step in (_drafts, _challenges, _donates):
            for player in order:
                states = {after for bags in states for after in step(bags, player)}
    return states


def _moved(bags: Bags, source: int, target: int) -> Iterator[Bags]:
    for colour in range(2):
        if bags[source][colour]:
            held = [list(bag) for bag in bags]
            held[source][colour] -= 1
            held[target][colour] += 1
            yield tuple(tuple(bag) for bag in held)


def _drafts(bags: Bags, player: int) -> Iterable[Bags]:
    return list(_moved(bags, 3, player)) or [bags]


def _challenges(bags: Bags, player: int) -> Iterator[Bags]:
    for other in {0, 1, 2} - {player}:
        swapped = list(bags)
        swapped[player], swapped[other] = bags[other], bags[player]
        yield tuple(swapped)
        yield from _moved(bags, other, player)


def _donates(bags: Bags, player: int) -> Iterable[Bags]:
    return list(_moved(bags, player, 3)) or [bags]


def with_any_colours(tables: Iterable[Bags]) -> set[Bags]:
    """Give all tables with the numbers of coins of these, and their coins in all."""
    found: set[Bags] = set()
    for table in {tuple(map(sum, table)): table for table in tables}.values():
        numbers, first = [*map(sum, table)], sum(bag[0] for bag in table)
        for ones in product(*(range(n + 1) for n in numbers)):
            if sum(ones) == first:
                pairs = zip(ones, numbers, strict=True)
                found.add(tuple((a, n - a) for a, n in pairs))
    return found
