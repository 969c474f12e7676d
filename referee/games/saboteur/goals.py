"""The three goals: what they show, and how each lies once it is turned up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say, join_or
from referee.games.saboteur.cards import CROSSING, EAST, NORTH, WEST, Card, card_words, lies_of
from referee.games.saboteur.cells import Cell
from referee.games.saboteur.keys import BETWEEN_GOALS, TO_THE_GOALS

TREASURE: Final = "treasure"
STONE_A: Final = "stone-a"
STONE_B: Final = "stone-b"
GOALS: Final = (TREASURE, STONE_A, STONE_B)
_SHOWN: Final = {TREASURE: CROSSING, STONE_A: NORTH | EAST, STONE_B: NORTH | WEST}


def goal_cells(book: Rulebook) -> tuple[Cell, ...]:
    """List the cells of the three goals, from the top. Cites: SAB-1.9."""
    column, apart = book[TO_THE_GOALS] + 1, book[BETWEEN_GOALS] + 1
    return ((column, apart), (column, 0), (column, -apart))


def lies_as(goal: str, side: Card) -> Card:
    """Tell how a goal lies that was reached from this side of it: exactly one way fits.

    >>> from referee.games.saboteur.cards import card_words
    >>> card_words(lies_as("stone-a", WEST)), card_words(lies_as("stone-b", WEST))
    ('SW', 'NW')
    """
    return next(lie for lie in lies_of(_SHOWN[goal]) if lie & side)


def shown_as(goal: str) -> Say:
    """Word the two ways in which a goal can lie.

    >>> str(shown_as("stone-b"))
    'NW or ES'
    """
    return join_or([card_words(lie) for lie in lies_of(_SHOWN[goal])])


def may_lie_as(goal: str, card: Card) -> bool:
    """Whether a goal can lie so at all. Cites: SAB-1.3, SAB-4.3."""
    return card in lies_of(_SHOWN[goal])


def still_hidden(shown: Iterable[str]) -> tuple[str, ...]:
    """List what a goal that is face down may show: each there is once. Cites: SAB-1.3.

    >>> still_hidden(["stone-b"])
    ('treasure', 'stone-a')
    """
    up = set(shown)
    return tuple(goal for goal in GOALS if goal not in up)
