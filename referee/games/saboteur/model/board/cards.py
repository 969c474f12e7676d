"""Cells of the table, and tunnel cards by their openings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from referee.api import BadAnswer, Rulebook, Say, identifier
from referee.api.reading import halfwidth, match_key
from referee.games.saboteur.keys import BETWEEN_GOALS, TO_THE_GOALS

Cell: TypeAlias = tuple[int, int]

START: Final[Cell] = (0, 0)
WIDEST_GAP: Final = 9
"""The most empty columns or rows drawn next to each other; of a wider gap only the last is."""
_CELL: Final = r"\(?\s*([+-]?(?!0\d)\d{1,2})(?:\s*[,./ ]\s*([+-]?\d{1,2})|\s*([+-]\d{1,2}))?\s*\)?"
"""Numbers have two digits at most, because 40 cards do not reach 100. In 01 a comma is missing."""
GOAL_NAMES: Final = ("top", "middle", "bottom")
_GOAL_WORDS: Final = {"upper": "top", "centre": "middle", "center": "middle", "lower": "bottom"}
_MINUS_SIGNS: Final = {0x2212: "-", 0x2013: "-"}
"""Other characters that are typed as a minus."""


def cell_words(cell: Cell) -> str:
    """Write a cell.

    >>> cell_words((8, -2))
    '8,-2'
    """
    return f"{cell[0]},{cell[1]}"


def goal_cells(book: Rulebook) -> tuple[Cell, ...]:
    """List the cells of the three goals, from the top. Cites: SAB-1.9."""
    column, apart = book[TO_THE_GOALS] + 1, book[BETWEEN_GOALS] + 1
    return ((column, apart), (column, 0), (column, -apart))


def goal_name(cell: Cell, goals: Sequence[Cell]) -> str:
    """Return the name of a goal by its place; ``goals`` are all three, from the top.

    >>> goal_name((8, 0), [(8, 2), (8, 0), (8, -2)])
    'middle'
    """
    return GOAL_NAMES[goals.index(cell)]


def read_cell(words: str, goals: Sequence[Cell] = ()) -> Cell:
    """Read a cell; without a second number its row is 0. Raises BadAnswer for anything else.

    A goal can be named or abbreviated; ``goals`` are their cells from the top. Without them any
    name is read as the start.

    >>> read_cell("3,-1"), read_cell("（８，２）"), read_cell("3"), read_cell("1-1")
    ((3, -1), (8, 2), (3, 0), (1, -1))
    >>> read_cell("middle", [(8, 2), (8, 0), (8, -2)]), read_cell("t", [(8, 2), (8, 0), (8, -2)])
    ((8, 0), (8, 2))
    """
    text = " ".join(halfwidth(words).translate(_MINUS_SIGNS).split())
    name = re.sub(r"^the |( (goal|one|card|map))+$", "", text.casefold())
    name = _GOAL_WORDS.get(name, name)
    for index, goal in enumerate(GOAL_NAMES):
        if name and goal.startswith(name):
            return goals[index] if goals else START
    found = re.fullmatch(_CELL, text)
    if not found:
        said = Say("“{words}” is not a cell; cells are x,y such as 3,-1.", words=words)
        raise BadAnswer(said)
    return int(found[1]), int(found[2] or found[3] or 0)


def columns_and_rows(cells: Collection[Cell]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the columns, from the left, and the rows, from the top, that a drawing shows.

    If something lies far away, the empty stretch before it is left out, except for its end.

    >>> columns_and_rows([(0, 0), (3, 0), (99, 1)])
    ((0, 1, 2, 3, 98, 99), (1, 0))
    """
    columns, rows = (tuple(_without_gaps(numbers)) for numbers in zip(*cells, strict=True))
    return columns, rows[::-1]


def _without_gaps(numbers: Iterable[int]) -> Iterator[int]:
    held = sorted(set(numbers))
    yield held[0]
    for before, after in pairwise(held):
        is_wide = after - before - 1 > WIDEST_GAP
        yield from range(after - 1 if is_wide else before + 1, after + 1)


Card: TypeAlias = int
"""The open sides of a card as it lies, added up, plus DEAD_END if nothing passes through."""

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
DEAD_END: Final = 16
OPENINGS: Final = NORTH | EAST | SOUTH | WEST

LETTERS: Final = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
BLOCKED: Final = "x"
"""Written before the openings of a dead end."""
SIDE_NAMES: Final = {
    NORTH: identifier("north"),
    EAST: identifier("east"),
    SOUTH: identifier("south"),
    WEST: identifier("west"),
}

CROSSING: Final = OPENINGS
"""The start card and the treasure: open on all four sides."""


def is_dead_end(card: Card) -> bool:
    """Whether nothing passes through the card. Cites: SAB-3.7."""
    return bool(card & DEAD_END)


def turned(card: Card) -> Card:
    """Return the card after a half turn: N and S change places, E and W too. Cites: SAB-3.1.

    >>> card_words(turned(read_card("xES")))
    'xNW'
    """
    return card & DEAD_END | (card & (NORTH | EAST)) << 2 | (card & (SOUTH | WEST)) >> 2


@cache
def shape_of(card: Card) -> str:
    """Return the shape of a card, which is the same after a half turn. Cites: SAB-1.1.

    >>> shape_of(read_card("SW")), shape_of(read_card("xNW"))
    ('NE', 'xES')
    """
    return card_words(min(card, turned(card)))


def orientations(card: Card) -> tuple[Card, ...]:
    """Return the ways in which a card can lie: as it is, and turned if that differs.

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


CROSS: Final = "cross"
"""The name of a card with all four openings."""


@lru_cache(maxsize=256)
def read_card(words: str) -> Card:
    """Read a card by its openings in any order. Raises BadAnswer for anything else.

    One opening alone is a dead end: no connecting card has fewer than two. Cites: SAB-1.1.

    >>> card_words(read_card("se")), card_words(read_card("Xe"))
    ('ES', 'xE')
    """
    text = "NESW" if match_key(words) == CROSS else halfwidth(words).upper()
    letters = text.removeprefix(BLOCKED.upper())
    sides = [LETTERS.get(letter, 0) for letter in letters]
    if not sides or 0 in sides or len(set(sides)) < len(sides):
        said = Say(
            "“{words}” is not a tunnel card. Name its openings, such as EW, or xEW for a dead end.",
            words=words,
        )
        raise BadAnswer(said)
    if letters == text and len(sides) == 1:
        raise BadAnswer(Say("One opening alone is a dead end: x{letter}.", letter=letters))
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

_SIDE_WORDS: Final = {
    **dict.fromkeys(("north", "top", "up"), NORTH),
    **dict.fromkeys(("east", "right"), EAST),
    **dict.fromkeys(("south", "bottom", "down"), SOUTH),
    **dict.fromkeys(("west", "left"), WEST),
}
_STRAIGHT: Final = (EAST | WEST, NORTH | SOUTH)
_JUNCTIONS: Final = tuple(OPENINGS - side for side in LETTERS.values())
_BENDS: Final = tuple(a | b for a in (NORTH, SOUTH) for b in (EAST, WEST))
_SHAPE_WORDS: Final = {
    **dict.fromkeys(("straight", "line"), _STRAIGHT),
    "horizontal": _STRAIGHT[:1],
    "vertical": _STRAIGHT[1:],
    **dict.fromkeys((CROSS, "crossing", "crossroad", "crossroads", "four-way"), (CROSSING,)),
    **dict.fromkeys(("t", "junction", "fork", "three-way"), _JUNCTIONS),
    **dict.fromkeys(("bend", "corner", "curve"), _BENDS),
}
_SKIPPED_WORDS: Final = frozenset(
    ("a", "an", "the", "at", "on", "of", "to", "with", "and", "both", "all", "open", "opening")
).union(("openings", "through", "way", "ways", "card", "piece", "path", "tunnel"))
_NO_OPENINGS: Final = frozenset(("we", "new"))
"""Ordinary words that would spell openings; in capitals they do."""
_DESCRIBED: Final = rf"([a-zA-Z ,-]+)\s{_CELL}\s*|(?:at |on )?({_CELL})[ :]+([a-zA-Z ,-]+)"
_WORD: Final = r"dead[ -]?ends?|(?:four|three)-way|[a-zA-Z]+"


def described_cards(words: str) -> tuple[Cell, tuple[Card, ...]]:
    """Read a card that is described in words, and its cell; return all cards that it can mean.

    Raises BadAnswer for anything else.

    >>> [card_words(each) for each in described_cards("a straight piece at 1,0")[1]]
    ['NS', 'EW']
    >>> [card_words(each) for each in described_cards("1,0 dead end, left and right")[1]]
    ['xEW']
    """
    found = re.fullmatch(_DESCRIBED, halfwidth(words).translate(_MINUS_SIGNS))
    openings, dead_end, shapes = 0, 0, frozenset[Card]()
    for word in re.findall(_WORD, found[1] or found[9]) if found else ():
        key = word.casefold()
        letters = "" if word in _NO_OPENINGS else key.removeprefix(BLOCKED).upper()
        if key in _SHAPE_WORDS:
            shapes = shapes & {*_SHAPE_WORDS[key]} if shapes else frozenset(_SHAPE_WORDS[key])
        elif key in _SIDE_WORDS:
            openings |= _SIDE_WORDS[key]
        elif key.startswith("dead"):
            dead_end = DEAD_END
        elif letters and {*letters} <= {*LETTERS}:
            openings |= sum(LETTERS[letter] for letter in {*letters})
            dead_end |= DEAD_END * key.startswith(BLOCKED)
        elif key not in _SKIPPED_WORDS:
            found = None
    cards = shapes & {openings} if shapes and openings else shapes or {openings} - {0}
    is_card = dead_end or all(card.bit_count() > 1 for card in cards)
    if not (found and cards and is_card):
        said = Say("“{words}” is not a card and a cell, such as EW 3,0.", words=words)
        raise BadAnswer(said)
    cell = found[5] or found[0].removeprefix(found[1])
    return read_cell(cell), tuple(sorted(card | dead_end for card in cards))
