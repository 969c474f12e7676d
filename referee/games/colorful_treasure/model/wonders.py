"""How many wonders the cards of all hands can be of, every colour being at six of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import TypeAlias

from referee.api import Player
from referee.games.colorful_treasure.model.box import Box

Gems: TypeAlias = tuple[int, ...]
"""Gems of each colour."""


@lru_cache(maxsize=4096)
def fewest_wonders(gems: Gems, others: int, box: Box) -> int:
    """Count the fewest wonders of which these gems can be, and so many cards of another kind.

    The other wonders have gems too, three each, and no colour lies at more than six wonders: of
    each colour as many lie among the first ones as find no room among the others. Cites: COL-9.5,
    COL-9.11.

    >>> box = Box(10, 5, 3, 6, 5, 5, True)
    >>> fewest_wonders((3, 3, 3, 0, 0), 1, box), fewest_wonders((5, 5, 5, 0, 0), 0, box)
    (3, 7)
    """
    for n in range(max(others, *gems), box.wonders):
        at_others = box.wonders - n
        if sum(max(own, box.of_colour - at_others) for own in gems) <= n * box.gems:
            return n
    return box.wonders


def crowded(
    hands: Mapping[Player, tuple[Gems, int]], told: Mapping[Player, int], box: Box
) -> Iterator[tuple[tuple[Player, ...], int]]:
    """List players whose cards cannot be of so few wonders together, and the fewest there are.

    ``hands`` are the gems of each player, and the largest number of cards of another kind;
    ``told`` the numbers of wonders that are known. Fewest players first.
    """
    for some in _all_sets(tuple(told)):
        gems = tuple(map(sum, zip(*(hands[player][0] for player in some), strict=True)))
        others = sum(hands[player][1] for player in some) if len(some) == 1 else 0
        if max(gems) > box.of_colour:
            continue
        fewest = fewest_wonders(gems, others, box)
        if fewest > sum(told[player] for player in some):
            yield some, fewest


def _all_sets(players: Sequence[Player]) -> Iterator[tuple[Player, ...]]:
    sizes = range(1, len(players) + 1)
    return chain.from_iterable(combinations(players, n) for n in sizes)
