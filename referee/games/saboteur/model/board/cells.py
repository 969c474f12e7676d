"""Cells of the table: the start is 0,0, x grows towards the goals and y upwards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from referee.api import BadAnswer, Say
from referee.api.reading import halfwidth

Cell: TypeAlias = tuple[int, int]

START: Final[Cell] = (0, 0)
FURTHEST: Final = 99
"""Cells further off are no cells of a table: 40 cards do not reach them."""
WIDEST_GAP: Final = 9
"""So many empty columns or rows are drawn; of a wider gap only the last is."""
_CELL: Final = r"\(?\s*([+-]?\d{1,2})(?:\s*[,/ ]\s*([+-]?\d{1,2})|\s*([+-]\d{1,2}))?\s*\)?"
GOAL_NAMES: Final = ("top", "middle", "bottom")
_MINUS: Final = {0x2212: "-", 0x2013: "-"}
"""Other signs that are typed for a minus."""


def cell_words(cell: Cell) -> str:
    """Write a cell.

    >>> cell_words((8, -2))
    '8,-2'
    """
    return f"{cell[0]},{cell[1]}"


def goal_name(cell: Cell, goals: Sequence[Cell]) -> str:
    """Name a goal by where it lies; ``goals`` are all, from the top.

    >>> goal_name((8, 0), [(8, 2), (8, 0), (8, -2)])
    'middle'
    """
    return GOAL_NAMES[goals.index(cell)]


def read_cell(words: str, goals: Sequence[Cell] = ()) -> Cell:
    """Read a cell; without a second number its row is 0. Raises BadAnswer for anything else.

    A goal's cell may be named, or begun, where ``goals`` are those from the top; without them a
    name is readable, and means nothing.

    >>> read_cell("3,-1"), read_cell("（８，２）"), read_cell("3"), read_cell("1-1")
    ((3, -1), (8, 2), (3, 0), (1, -1))
    >>> read_cell("middle", [(8, 2), (8, 0), (8, -2)]), read_cell("t", [(8, 2), (8, 0), (8, -2)])
    ((8, 0), (8, 2))
    """
    text = " ".join(halfwidth(words).translate(_MINUS).split())
    name = text.casefold()
    for goal, each in enumerate(GOAL_NAMES):
        if name and each.startswith(name):
            return goals[goal] if goals else START
    found = re.fullmatch(_CELL, text)
    if not found:
        said = Say("“{words}” is not a cell; cells are x,y such as 3,-1.", words=words)
        raise BadAnswer(said)
    return int(found[1]), int(found[2] or found[3] or 0)


def columns_and_rows(cells: Collection[Cell]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Tell which columns, from the left, and which rows, from the top, a drawing shows.

    Where something lies far off, the empty stretch before it is left out but for its end.

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
