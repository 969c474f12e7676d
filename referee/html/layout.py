"""How a sheet lies on the paper: upright or across, and where the margin goes. All in mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from referee.core.sheet_document import Paper
from referee.core.wording import cell_text

UPRIGHT: Final = 186
"""What A4, the narrower, leaves between its margins."""
ACROSS: Final = 255
"""What Letter, the shorter, leaves between its margins when it lies on its side."""
ROUND, WHAT, TABLE, MARKS, ASIDE = 11, 24, 30, 22, 62
BOX: Final = 20
"""The least width of a box that a hand can write in."""
READ: Final = 23
"""The least width of a column that is only read."""
TALE: Final = 1.0
"""What a letter of a long tale takes where it is told in two or three lines."""


class Layout(Struct, frozen=True):
    """Whether the paper lies across, what is free from edge to edge, what the margin takes."""

    across: bool
    width: int
    aside: int = 0


def layout_of(paper: Paper) -> Layout:
    """Choose the way the paper lies by the columns that it has to hold.

    A form keeps its boxes wide enough for a hand, and puts the margin at the side where they
    leave room for it; else it goes below.

    >>> from referee.core.roundsheet import RoundSheet
    >>> from referee.core.say import Say
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=())
    >>> layout_of(Paper(sheet=sheet, head=(), foot=(), language="", rules=()))
    Layout(across=False, width=186, aside=0)
    """
    seats, has_table = len(paper.sheet.seats), paper.sheet.table is not None
    if paper.margin is None:
        taken = ROUND + WHAT + READ * seats + TABLE * has_table + MARKS * bool(paper.marks)
        across = taken > UPRIGHT
        return Layout(across, ACROSS if across else UPRIGHT)
    boxes = ROUND + WHAT + BOX * (seats + has_table)
    for across, width in ((False, UPRIGHT), (True, ACROSS)):
        if boxes + ASIDE <= width:
            return Layout(across, width, ASIDE)
    return Layout(across=True, width=ACROSS)


def column_widths(paper: Paper, layout: Layout) -> list[float]:
    """Share the free width among the columns of the sheet, from the round to the marks.

    Boxes are equal. What all saw together may be a long tale, and then has more room, as long
    as the players keep theirs.

    >>> from referee.core.roundsheet import RoundSheet
    >>> from referee.core.say import Say
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=())
    >>> paper = Paper(sheet=sheet, head=(), foot=(), language="", rules=())
    >>> column_widths(paper, layout_of(paper))
    [11, 24, 75.5, 75.5]
    """
    marks = [MARKS] if paper.marks else []
    free = layout.width - layout.aside - ROUND - WHAT - sum(marks)
    seats, has_table = len(paper.sheet.seats), paper.sheet.table is not None
    table = free / (seats + 1) if has_table else 0.0
    if has_table and paper.margin is None:
        tale = max((len(cell_text(row.cells[-1])) for row in paper.sheet.rows), default=0)
        table = max(table, min(tale * TALE, free - READ * seats))
    one = (free - table) / max(seats, 1)
    widths = [one] * seats + [table] * has_table
    return [ROUND, WHAT, *(round(width, 2) for width in widths), *marks]


def score_width(players: Sequence[str]) -> int:
    """Tell how wide the final score is: names of usual length stay on one line.

    >>> score_width(["Ana", "Bo"])
    86
    """
    return 42 + 22 * len(players)
