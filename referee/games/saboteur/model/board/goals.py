"""The three goals: what they show, and how each lies once it is turned up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from referee.api import BadAnswer, Rulebook, Say, Vocabulary, join_or
from referee.api.reading import halfwidth, match_key, prefix_matches
from referee.games.saboteur.keys import BETWEEN_GOALS, TO_THE_GOALS
from referee.games.saboteur.model.board.cards import (
    CROSSING,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Card,
    card_words,
    orientations,
    read_card,
)
from referee.games.saboteur.model.board.cells import Cell, read_cell

TREASURE: Final = "treasure"
STONE_A: Final = "stone-a"
STONE_B: Final = "stone-b"
GOLD: Final = "gold"
STONES: Final = (STONE_A, STONE_B)
GOALS: Final = (TREASURE, *STONES)
_SHOWN: Final = {TREASURE: CROSSING, STONE_A: NORTH | EAST, STONE_B: NORTH | WEST}
LEADS: Final = {"up": NORTH, "right": EAST, "down": SOUTH, "left": WEST}
"""Where a stone leads on, seen on the table."""
_COMPASS: Final = {"up": "north", "right": "east", "down": "south", "left": "west"}


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

    >>> card_words(lies_as("stone-a", WEST)), card_words(lies_as("stone-b", WEST))
    ('SW', 'NW')
    """
    return next(card for card in goal_orientations(goal) if card & side)


def leads(stone: str, side: Card) -> str:
    """Tell where a stone leads on that was reached from this side of it.

    >>> leads("stone-a", WEST), leads("stone-b", SOUTH)
    ('down', 'right')
    """
    on = lies_as(stone, side) & ~side
    return next(way for way, opening in LEADS.items() if opening == on)


def goal_named(words: str) -> str:
    """Name what a goal shows: gold, or a stone by its openings; anything else stays as it is.

    A side that a stone leads to is named as on the table.

    >>> goal_named("gold"), goal_named("ws"), goal_named("north"), goal_named("treasure")
    ('treasure', 'stone-a', 'up', 'treasure')
    """
    key = match_key(words)
    return _OTHER_WORDS.get(key) or _WAYS.get(key, words)


def side_named(words: str) -> str:
    """Give the letter of a side of the table; anything else stays as it is.

    >>> side_named("left"), side_named("south"), side_named("W")
    ('W', 'S', 'W')
    """
    key = match_key(words)
    return card_words(LEADS[_WAYS.get(key, key)]) if key in {*_WAYS, *LEADS} else words


def goal_words(side: Card) -> Vocabulary:
    """Give all words for what a goal shows that is reached from this side, its id first.

    >>> goal_words(WEST)["stone-b"].english
    ('stone-b', 'nw', 'wn', 'es', 'se', 'up', 'north')
    """
    words = {
        goal: [goal, *(word for word, meant in _OTHER_WORDS.items() if meant == goal)]
        for goal in GOALS
    }
    for stone in STONES:
        way = leads(stone, side)
        words[stone] += [way, _COMPASS[way]]
    return Vocabulary(**{goal.replace("-", "_"): tuple(named) for goal, named in words.items()})


_WAYS: Final = {point: way for way, point in _COMPASS.items()}
_OTHER_WORDS: Final = {
    GOLD: TREASURE,
    **{
        word.casefold(): stone
        for stone in STONES
        for card in map(card_words, goal_orientations(stone))
        for word in (card, card[::-1])
    },
}


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
    found = prefix_matches(goal_named(shows), GOALS)
    if len(found) != 1:
        said = Say("“{word}” is not one of: {goals}.", word=shows, goals=join_or(GOALS))
        raise BadAnswer(said)
    return Goal(read_cell(cell, goals), found[0], read_card(card) if card else None)
