"""Reading what a dispute tells of the table: cards, cells and goals as players write them."""

from __future__ import annotations

from typing import Final, NamedTuple

from referee.core.errors import BadAnswer
from referee.core.say import Say
from referee.core.shape import Text
from referee.core.words import halfwidth, prefix_matches
from referee.games.saboteur.cards import Card, read_card
from referee.games.saboteur.cells import Cell, read_cell
from referee.games.saboteur.goals import GOALS

CARD: Final = Text(like="EW", read=read_card)
CELL: Final = Text(like="8,0", read=read_cell)


class Lying(NamedTuple):
    """A tunnel card at a cell."""

    at: Cell
    card: Card


class Goal(NamedTuple):
    """A goal at a cell: what it shows, and how it lies; None while it is face down."""

    at: Cell
    shows: str
    card: Card | None


def read_lying(words: str) -> Lying:
    """Read a cell and a card, as in ``1,0:EW``. Raises BadAnswer.

    >>> read_lying("1,0:EW")
    Lying(at=(1, 0), card=10)
    """
    cell, sign, card = halfwidth(words).partition(":")
    if not sign:
        raise BadAnswer(Say("“{words}” names no card at a cell.", words=words))
    return Lying(read_cell(cell), read_card(card))


def read_goal(words: str) -> Goal:
    """Read a goal, as in ``8,0:stone-a:SW``; without the last part it is face down.

    Raises BadAnswer.

    >>> read_goal("8,2:treasure")
    Goal(at=(8, 2), shows='treasure', card=None)
    """
    cell, _, rest = halfwidth(words).partition(":")
    shows, _, card = rest.partition(":")
    found = prefix_matches(shows, GOALS)
    if len(found) != 1:
        raise BadAnswer(Say("“{word}” is none of {goals}.", word=shows, goals=GOALS))
    return Goal(read_cell(cell), found[0], read_card(card) if card else None)


LYING: Final = Text(like="1,0:EW", read=read_lying)
GOAL: Final = Text(like="8,0:stone-a:SW", read=read_goal)
