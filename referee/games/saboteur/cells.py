"""Cells of the table: the start is 0,0, x grows towards the goals and y upwards."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from referee.core.errors import BadAnswer
from referee.core.say import Say
from referee.core.words import plain

Cell: TypeAlias = tuple[int, int]

START: Final[Cell] = (0, 0)
FURTHEST: Final = 99
"""Cells further off are no cells of a table: 40 cards do not reach them."""
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
    found = _CELL.fullmatch(plain(words).translate(_MINUS))
    if not found:
        raise BadAnswer(Say("“{words}” is no cell; cells are x,y such as 3,-1.", words=words))
    return int(found[1]), int(found[2])
