"""Tunnel cards: which sides are open, whether a tunnel runs through them, where they lie."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from referee.api import BadAnswer, Say, identifier
from referee.api.reading import halfwidth
from referee.games.saboteur.model.board.cells import Cell, read_cell

Card: TypeAlias = int
"""The open sides of a card as it lies, added up, and DEAD_END where nothing passes through."""

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
DEAD_END: Final = 16
OPENINGS: Final = NORTH | EAST | SOUTH | WEST

LETTERS: Final = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
BLOCKED: Final = "x"
"""What stands before the openings of a dead end."""
SIDE_NAMES: Final = {
    NORTH: identifier("north"),
    EAST: identifier("east"),
    SOUTH: identifier("south"),
    WEST: identifier("west"),
}

CROSSING: Final = OPENINGS
"""How the start card lies, and the treasure: open on all four sides."""


def is_dead_end(card: Card) -> bool:
    """Whether nothing passes through the card. Cites: SAB-3.7."""
    return bool(card & DEAD_END)


def turned(card: Card) -> Card:
    """Give the card after a half turn: N and S change places, E and W too. Cites: SAB-3.1.

    >>> card_words(turned(read_card("xES")))
    'xNW'
    """
    return card & DEAD_END | (card & (NORTH | EAST)) << 2 | (card & (SOUTH | WEST)) >> 2


@cache
def shape_of(card: Card) -> str:
    """Name the shape that a card shows, the same for both ways it can lie. Cites: SAB-1.1.

    >>> shape_of(read_card("SW")), shape_of(read_card("xNW"))
    ('NE', 'xES')
    """
    return card_words(min(card, turned(card)))


def orientations(card: Card) -> tuple[Card, ...]:
    """List the ways in which a card can lie: as it is, and turned if that differs.

    >>> [card_words(each) for each in orientations(read_card("NEW"))]
    ['NEW', 'ESW']
    """
    other = turned(card)
    return (card,) if other == card else (card, other)


@cache
def card_words(card: Card) -> str:
    """Write a card by its openings in the order N, E, S, W; a dead end has ``x`` in front.

    >>> card_words(DEAD_END | WEST | SOUTH)
    'xSW'
    """
    letters = "".join(letter for letter, side in LETTERS.items() if card & side)
    return f"{BLOCKED}{letters}" if is_dead_end(card) else letters


@lru_cache(maxsize=256)
def read_card(words: str) -> Card:
    """Read a card by its openings in any order. Raises BadAnswer for anything else.

    One opening alone is a dead end: no connecting card has fewer than two. Cites: SAB-1.1.

    >>> card_words(read_card("se")), card_words(read_card("Xe"))
    ('ES', 'xE')
    """
    text = halfwidth(words).upper()
    letters = text.removeprefix(BLOCKED.upper())
    sides = [LETTERS.get(letter, 0) for letter in letters]
    if not sides or 0 in sides or len(set(sides)) < len(sides):
        said = Say(
            "“{words}” is not a tunnel card. Name its openings, such as EW, or xEW for a dead end.",
            words=words,
        )
        raise BadAnswer(said)
    if letters == text and len(sides) == 1:
        raise BadAnswer(
            Say("One opening alone is a dead end: x{letter}.", letter=letters),
        )
    return sum(sides) | (DEAD_END if letters != text else 0)


class PlacedCard(NamedTuple):
    """A tunnel card at a cell."""

    at: Cell
    card: Card


def read_placed_card(words: str) -> PlacedCard:
    """Read a card and a cell in either order, as in ``1,0:EW``. Raises BadAnswer.

    >>> read_placed_card("1,0:EW"), read_placed_card("ew3")
    (PlacedCard(at=(1, 0), card=10), PlacedCard(at=(3, 0), card=10))
    >>> read_placed_card("new1-1").at
    (1, -1)
    """
    found = re.fullmatch(_PLACED, halfwidth(words))
    if not found:
        said = Say("“{words}” is not a card and a cell, such as EW 3,0.", words=words)
        raise BadAnswer(said)
    card, cell = (found[1], found[2].lstrip("@: ")) if found[1] else (found[4], found[3])
    return PlacedCard(read_cell(cell.strip(": ")), read_card(card))


_PLACED: Final = r"\s*([A-Za-z]+)([^A-Za-z]+)|([^A-Za-z]+)([A-Za-z]+)\s*"
