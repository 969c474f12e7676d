"""Cells of the table: the start is 0,0, x grows towards the goals and y upwards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from typing import Final, TypeAlias

from referee.api import BadAnswer, Say, halfwidth

Cell: TypeAlias = tuple[int, int]

START: Final[Cell] = (0, 0)
FURTHEST: Final = 99
"""Cells further off are no cells of a table: 40 cards do not reach them."""
WIDEST_GAP: Final = 9
"""So many empty columns or rows are drawn; of a wider gap only the last is."""
_CELL: Final = re.compile(r"\(?\s*([+-]?\d{1,2})\s*[,/ ]\s*([+-]?\d{1,2})\s*\)?")
_MINUS: Final = {0x2212: "-", 0x2013: "-"}
"""Other signs that are typed for a minus."""


def cell_words(cell: Cell) -> str:
    """Write a cell.

    >>> cell_words((8, -2))
    '8,-2'
    """
    return f"{cell[0]},{cell[1]}"


def read_cell(words: str) -> Cell:
    """Read a cell, with a comma or a blank between. Raises BadAnswer for anything else.

    >>> read_cell("3,-1"), read_cell("（８，２）")
    ((3, -1), (8, 2))
    """
    found = _CELL.fullmatch(halfwidth(words).translate(_MINUS))
    if not found:
        raise BadAnswer(Say("“{words}” is no cell; cells are x,y such as 3,-1.", words=words))
    return int(found[1]), int(found[2])


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
