"""How a sheet lies on the paper, portrait or landscape, and where the sidebar goes. All in mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from referee.core.paper.sheet_document import SheetDocument
from referee.core.paper.wording import cell_text

PORTRAIT: Final = 186
"""What A4, the narrower, leaves between its margins."""
LANDSCAPE: Final = 255
"""What Letter, the shorter, leaves between its margins when it lies on its side."""
ROUND_WIDTH, WHAT_WIDTH, TABLE_WIDTH, MARKS_WIDTH, SIDEBAR_WIDTH = 11, 24, 30, 22, 62
BOX_WIDTH: Final = 20
"""The least width of a box that a hand can write in."""
READING_WIDTH: Final = 23
"""The least width of a column that is only read."""
NOTES_WIDTH: Final = 1.0
"""What a letter of a long tale takes where it is told in two or three lines."""


class Layout(Struct, frozen=True):
    """Whether the paper lies on its side, what is free across, what of it the sidebar takes."""

    is_landscape: bool
    width: int
    sidebar: int = 0


def layout_of(document: SheetDocument) -> Layout:
    """Choose the way the paper lies by the columns that it has to hold.

    A form keeps its boxes wide enough for a hand, and puts the sidebar at the side where they
    leave room for it; else it goes below.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.say import Say
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=())
    >>> layout_of(SheetDocument(sheet=sheet, head=(), foot=(), language="", rules=()))
    Layout(is_landscape=False, width=186, sidebar=0)
    """
    seats, has_table = len(document.sheet.seats), document.sheet.table is not None
    if document.reference is None:
        taken = (
            ROUND_WIDTH
            + WHAT_WIDTH
            + READING_WIDTH * seats
            + TABLE_WIDTH * has_table
            + MARKS_WIDTH * bool(document.annotations)
        )
        is_landscape = taken > PORTRAIT
        return Layout(is_landscape, LANDSCAPE if is_landscape else PORTRAIT)
    boxes = ROUND_WIDTH + WHAT_WIDTH + BOX_WIDTH * (seats + has_table)
    for is_landscape, width in ((False, PORTRAIT), (True, LANDSCAPE)):
        if boxes + SIDEBAR_WIDTH <= width:
            return Layout(is_landscape, width, SIDEBAR_WIDTH)
    return Layout(is_landscape=True, width=LANDSCAPE)


def column_widths(document: SheetDocument, layout: Layout) -> list[float]:
    """Share the free width among the columns of the sheet, from the round to the marks.

    Boxes are equal. What all saw together may be a long tale, and then has more room, as long
    as the players keep theirs.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.say import Say
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=())
    >>> document = SheetDocument(sheet=sheet, head=(), foot=(), language="", rules=())
    >>> column_widths(document, layout_of(document))
    [11, 24, 75.5, 75.5]
    """
    marks = [MARKS_WIDTH] if document.annotations else []
    free = layout.width - layout.sidebar - ROUND_WIDTH - WHAT_WIDTH - sum(marks)
    seats, has_table = len(document.sheet.seats), document.sheet.table is not None
    table = free / (seats + 1) if has_table else 0.0
    if has_table and document.reference is None:
        tale = max((len(cell_text(row.cells[-1])) for row in document.sheet.rows), default=0)
        table = max(table, min(tale * NOTES_WIDTH, free - READING_WIDTH * seats))
    one = (free - table) / max(seats, 1)
    widths = [one] * seats + [table] * has_table
    return [ROUND_WIDTH, WHAT_WIDTH, *(round(width, 2) for width in widths), *marks]


def score_width(players: Sequence[str]) -> int:
    """Tell how wide the final score is: names of usual length stay on one line.

    >>> score_width(["Ana", "Bo"])
    86
    """
    return 42 + 22 * len(players)
