"""The slow, obvious twin of No Swap No Pay!: written from the rules alone, it imports none of ours.

A bag is a tuple of four numbers: gold, silver, black, purple.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

Bag: TypeAlias = tuple[int, int, int, int]
Counts: TypeAlias = tuple[int, ...]
GHOST = "Davy Jones"

BOX: Bag = (16, 16, 11, 2)
TREASURE: Mapping[int, Bag] = {3: (10, 10, 9, 2), 4: (9, 9, 8, 2), 5: (11, 11, 11, 2)}
UNSEEN = {3: 1, 4: 2, 5: 1}
ROUNDS = {3: 6, 4: 4, 5: 5}


def coins_in_game(seats: int) -> Bag:
    """One gold and one silver in each bag, the ghost's too, beside the treasure bag."""
    gold, silver, black, purple = TREASURE[seats]
    bags = 4 if seats < 5 else 5
    return (gold + bags, silver + bags, black, purple)


def points(gold: int, silver: int, black: int, sets: str = "every") -> int:
    """Value a bag without purple coins, coin by coin."""
    if black in {1, 2}:
        return 0
    worth = 0
    for _ in range(gold):
        worth += 3
    paid = 0
    while silver >= 5 and (sets == "every" or paid == 0):
        silver -= 5
        worth += 15
        paid += 1
    for _ in range(silver):
        worth += 1
    if black > 0:
        worth += 10
    return worth


class Worth(NamedTuple):
    """What a bag comes to: points, then what decides ties."""

    points: int
    black: int
    silver: int


def worths(bag: Bag, sets: str = "every", ties: str = "yes") -> Iterator[tuple[Worth, list[str]]]:
    """Try everything that the purple coins may be declared."""
    gold, silver, black, purple = bag
    for words in product(("gold", "silver", "black"), repeat=purple):
        as_gold, as_silver, as_black = (words.count(c) for c in ("gold", "silver", "black"))
        worth = points(gold + as_gold, silver + as_silver, black + as_black, sets)
        if ties == "yes":
            yield Worth(worth, black + as_black, silver + as_silver), list(words)
        else:
            yield Worth(worth, black, silver), list(words)


def best(bag: Bag, sets: str = "every", ties: str = "yes") -> Worth:
    """Find the best that a bag can come to."""
    return max(worth for worth, _ in worths(bag, sets, ties))


def declared(bag: Bag, words: Sequence[str], sets: str = "every", ties: str = "yes") -> Worth:
    """Value a bag whose owner insists on these words."""
    return next(w for w, tried in worths(bag, sets, ties) if sorted(tried) == sorted(words))


def ranks(worth: Mapping[str, Worth]) -> dict[str, int]:
    """Give each owner the number of those who are better, and one."""
    return {
        name: 1 + sum(1 for rival in worth.values() if rival > own) for name, own in worth.items()
    }


def winners(worth: Mapping[str, Worth]) -> list[str]:
    """Name all whom nobody beats."""
    most = max(each.points for each in worth.values())
    left = {name: each for name, each in worth.items() if each.points == most}
    if len(left) > 1:
        black = max(each.black for each in left.values())
        left = {name: each for name, each in left.items() if each.black == black}
    if len(left) > 1:
        silver = max(each.silver for each in left.values())
        left = {name: each for name, each in left.items() if each.silver == silver}
    return list(left)


def draft_order(players: Sequence[str], captain: str) -> list[str]:
    """Walk once around the table from the captain, then back the same way."""
    order = []
    seat = list(players).index(captain)
    for _ in players:
        order.append(players[seat])
        seat = (seat + 1) % len(players)
    for _ in players:
        seat = (seat - 1) % len(players)
        order.append(players[seat])
    return order


def counts_after(counts: Mapping[str, int], told: Iterable[tuple[str, str, str]]) -> dict[str, int]:
    """Follow the number of coins in each bag through challenges: by, to, refused or swapped."""
    now = dict(counts)
    for by, to, answer in told:
        if answer == "swapped":
            held = now[by]
            now[by] = now[to]
            now[to] = held
        else:
            now[to] -= 1
            now[by] += 1
    return now


class Reached(NamedTuple):
    """All counts there can be after the donations of one round, and what happened in it.

    The counts stand from the round's captain on, the ghost last. ``missed`` are the numbers
    of donations that can have been missed in the round.
    """

    counts: frozenset[Counts]
    challenged_empty: bool
    missed: frozenset[int]


def reach(seats: int) -> list[Reached]:
    """Follow every answer to every challenge, in numbers of coins only, round by round."""
    total = sum(coins_in_game(seats))
    bag = 2 + UNSEEN[seats]
    ghost = 1 if seats == 3 else 0
    states: set[Counts] = {(bag,) * (seats + ghost)}
    rounds = []
    for _ in range(ROUNDS[seats]):
        states = {_drafted(state, seats, total) for state in states}
        empty = False
        for challenger in range(seats):
            empty = empty or any(
                state[target] == 0 for state in states for target in range(seats)
                if target != challenger
            )  # fmt: skip
            states = {
                after for state in states for after in _challenged(state, challenger, seats)
            }  # fmt: skip
        missed = frozenset(state[:seats].count(0) for state in states)
        states = {_donated(state, seats) for state in states}
        rounds.append(Reached(frozenset(states), empty, missed))
        states = {(*state[1:seats], state[0], *state[seats:]) for state in states}
    return rounds


def _drafted(state: Counts, seats: int, total: int) -> Counts:
    left = total - sum(state)
    counts = list(state)
    if len(counts) > seats and left:
        counts[seats] += 1
        left -= 1
    there_and_back = [*range(seats), *reversed(range(seats))]
    for seat in there_and_back[:left]:
        counts[seat] += 1
    return tuple(counts)


def _challenged(state: Counts, challenger: int, seats: int) -> Iterator[Counts]:
    for target in range(len(state)):
        if target == challenger:
            continue
        counts = list(state)
        counts[challenger], counts[target] = state[target], state[challenger]
        yield tuple(counts)
        if target < seats and state[target]:
            counts = list(state)
            counts[challenger] += 1
            counts[target] -= 1
            yield tuple(counts)


def _donated(state: Counts, seats: int) -> Counts:
    return tuple(n - 1 if seat < seats and n else n for seat, n in enumerate(state))
