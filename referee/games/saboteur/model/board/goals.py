"""The three goals: what they show, and how each lies once it is turned up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from referee.api import BadAnswer, Rulebook, Say, halfwidth, join_or, prefix_matches
from referee.games.saboteur.keys import BETWEEN_GOALS, TO_THE_GOALS
from referee.games.saboteur.model.board.cards import (
    CROSSING,
    EAST,
    NORTH,
    WEST,
    Card,
    orientations,
    read_card,
)
from referee.games.saboteur.model.board.cells import Cell, read_cell

TREASURE: Final = "treasure"
STONE_A: Final = "stone-a"
STONE_B: Final = "stone-b"
GOALS: Final = (TREASURE, STONE_A, STONE_B)
_SHOWN: Final = {TREASURE: CROSSING, STONE_A: NORTH | EAST, STONE_B: NORTH | WEST}


class Goal(NamedTuple):
    """A goal at a cell: what it shows, and how it lies; None while it is face down."""

    at: Cell
    shows: str
    card: Card | None


def goal_cells(book: Rulebook) -> tuple[Cell, ...]:
    """List the cells of the three goals, from the top. Cites: SAB-1.9."""
    column, apart = book[TO_THE_GOALS] + 1, book[BETWEEN_GOALS] + 1
    return ((column, apart), (column, 0), (column, -apart))


def goal_orientations(goal: str) -> tuple[Card, ...]:
    """List the ways in which a goal can lie at all. Cites: SAB-1.3, SAB-4.3."""
    return orientations(_SHOWN[goal])


def lies_as(goal: str, side: Card) -> Card:
    """Tell how a goal lies that was reached from this side of it: exactly one way fits.

    >>> lies_as("stone-a", WEST) == read_card("SW"), lies_as("stone-b", WEST) == read_card("NW")
    (True, True)
    """
    return next(card for card in goal_orientations(goal) if card & side)


def still_hidden(shown: Iterable[str]) -> tuple[str, ...]:
    """List what a goal that is face down may show: each there is once. Cites: SAB-1.3.

    >>> still_hidden(["stone-b"])
    ('treasure', 'stone-a')
    """
    up = set(shown)
    return tuple(goal for goal in GOALS if goal not in up)


def read_goal(words: str, goals: Sequence[Cell] = ()) -> Goal:
    """Read a goal, as in ``8,0:stone-a:SW``; without the last part it is face down.

    Raises BadAnswer.

    >>> read_goal("8,2:treasure")
    Goal(at=(8, 2), shows='treasure', card=None)
    """
    cell, _, rest = halfwidth(words).partition(":")
    shows, _, card = rest.partition(":")
    found = prefix_matches(shows, GOALS)
    if len(found) != 1:
        said = Say("“{word}” is not one of: {goals}.", word=shows, goals=join_or(GOALS))
        raise BadAnswer(said)
    return Goal(read_cell(cell, goals), found[0], read_card(card) if card else None)
