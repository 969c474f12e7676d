"""How many wonders the cards of all hands can be of, every colour being at six of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

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


class OfHand(NamedTuple):
    """Cards of one player, as far as they are known."""

    gems: Gems
    diamonds: int
    secrets: int


def crowded(
    hands: Mapping[Player, OfHand], told: Mapping[Player, int], box: Box
) -> Iterator[tuple[tuple[Player, ...], int]]:
    """List players whose cards cannot be of so few wonders together, and the fewest there are.

    ``told`` are the numbers of wonders that are known. Fewest players first.
    """
    for some in _all_sets(tuple(told)):
        own = _together(hands, some)
        if max(own.gems) > box.of_colour:
            continue
        fewest = fewest_wonders(own.gems, max(own.diamonds, own.secrets), box)
        if fewest > sum(told[player] for player in some):
            yield some, fewest


def crowded_out(
    hands: Mapping[Player, OfHand], told: Mapping[Player, int], box: Box
) -> Iterator[tuple[tuple[Player, ...], tuple[Player, ...]]]:
    """List players, and others whose wonders find no room beside the cards of the first.

    Among the wonders of the first lie all their cards; so many of the others' wonders as there
    are not enough others for must be among them too, with a card each.
    """
    for some in _all_sets(tuple(told)):
        among = min(box.wonders, sum(told[player] for player in some))
        own = _together(hands, some)
        free = among * box.of_wonder - sum(own.gems) - own.diamonds - own.secrets
        due = {player: n - (box.wonders - among) for player, n in told.items()}
        others = tuple(who for who, n in due.items() if who not in some and n > 0)
        if sum(due[player] for player in others) > free:
            yield some, others


def _together(hands: Mapping[Player, OfHand], some: Sequence[Player]) -> OfHand:
    gems, diamonds, secrets = zip(*(hands[player] for player in some), strict=True)
    return OfHand(tuple(map(sum, zip(*gems, strict=True))), sum(diamonds), sum(secrets))


def _all_sets(players: Sequence[Player]) -> Iterator[tuple[Player, ...]]:
    sizes = range(1, len(players) + 1)
    return chain.from_iterable(combinations(players, n) for n in sizes)
