"""What is told of all hands at the end, and the aspects that it is held against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from referee.games.colorful_treasure.model.plays.turns import Taking

COLOURS, DIAMOND, KEY, CHEST = range(5), 5, 6, 7
LOOT = range(6)
"""The places of gems and diamond cards in the piles of a hand; keys and chests come after."""
DIAMONDS, GEM_BONUS, EXPLORATION, TILES_EARNED, TURNS, LAST_ROUND = (
    "diamonds", "gem", "exploration", "tiles", "turns", "last round",
)  # fmt: skip
ASPECTS = (DIAMONDS, GEM_BONUS, EXPLORATION, TILES_EARNED, TURNS, LAST_ROUND)
"""What the hands are held against, the budget of plunders beside each."""
OF_TURNS = frozenset((TURNS, LAST_ROUND))
"""The aspects that ask for more than cards and plunders."""
Counts: TypeAlias = tuple[int, ...]
_ANY_TAKING = Taking(0)
"""Stands where nothing is asked of turns."""


class Hand(NamedTuple):
    """What is told of a player. An unknown number is None.

    ``piles`` are cards by kind; ``colours`` and ``wonders`` are asked for by the bonus cards of
    the player, or 0, and ``shown`` the wonders shown, at most; ``thirds`` are the tiles that a
    third gem was needed for. ``is_wild`` where the player used the tile for any token.
    """

    piles: tuple[int | None, ...]
    diamonds: int | None
    taking: Taking
    colours: int = 0
    wonders: int = 0
    shown: int = 0
    thirds: int = 0
    is_wild: bool = False


class Hands(NamedTuple):
    """All hands clockwise, and what the box and the way of playing ask of them together.

    ``held`` are the cards that all hold together, from and to; ``early`` how many of them were
    taken before the last round at most, None where there is none; ``plunders`` how many there can
    have been in all. ``third`` is the gem that earns a tile, ``in_rows`` tells that some players
    in a row can have had one turn more than the others. Only a blame hangs on what ``is_brief``.
    """

    hands: tuple[Hand, ...]
    room: Counts
    held: tuple[int, int]
    early: int | None
    plunders: int
    third: int
    in_rows: bool = False
    is_brief: bool = False

    @property
    def is_told(self) -> bool:
        """Whether every number of cards is known."""
        return all(n is not None for hand in self.hands for n in hand.piles)


def cards_alone(aspects: Sequence[str]) -> tuple[str, ...]:
    """List the aspects that ask for cards and plunders, and not for turns."""
    return tuple(aspect for aspect in aspects if aspect not in OF_TURNS)


def borne_on(told: Hands, aspects: tuple[str, ...]) -> Hands:
    """Leave out what these aspects do not ask for; of what others hold whole nobody has more.

    >>> first = Hand((1, 6, 0, 0, 0, 2, 1, 1), 2, Taking(3), colours=5, wonders=8)
    >>> other = Hand((None, None, 0, 0, 0, 2, 1, 1), 2, Taking(3))
    >>> told = Hands((first, other), (6, 6, 6, 6, 6, 10, 5, 5), (40, 50), 39, 2, 3)
    >>> [(hand.piles[:2], hand.diamonds, hand.colours) for hand in borne_on(told, ("gem",)).hands]
    [((1, 6), None, 5), ((None, 0), None, 0)]
    """
    turns = not OF_TURNS.isdisjoint(aspects)
    diamonds, gem, explored, tiles = (
        aspect in aspects for aspect in (DIAMONDS, GEM_BONUS, EXPLORATION, TILES_EARNED)
    )
    held = [
        sum(n or 0 for n in pile) for pile in zip(*(hand.piles for hand in told.hands), strict=True)
    ]
    rest = [max(0, there - n) for there, n in zip(told.room, held, strict=True)]
    hands = tuple(
        Hand(
            piles=tuple(
                [
                    0 if n is None and not left else n
                    for n, left in zip(hand.piles, rest, strict=True)
                ]
            ),
            diamonds=hand.diamonds if diamonds else None,
            taking=hand.taking if turns else _ANY_TAKING,
            colours=hand.colours if gem else 0,
            wonders=hand.wonders if explored else 0,
            shown=hand.shown if explored and hand.wonders else 0,
            thirds=hand.thirds if tiles else 0,
            is_wild=hand.is_wild,
        )
        for hand in told.hands
    )
    if turns:
        return told._replace(hands=hands, early=told.early if LAST_ROUND in aspects else None)
    return told._replace(hands=hands, held=(0, 0), early=None, in_rows=False)
