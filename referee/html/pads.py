"""How large the parts of a pad are. All in mm."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from referee.core.paper.pad import BlankLine, Boxes, Footnote, Pad, PadPart, PadTable
from referee.core.paper.wording import text_of

PAGE: Final = 243.0
"""The height of Letter, the shorter paper, between its margins, with some to spare."""
HALF: Final = 116.0
"""The most height of each of two pads on a page."""
TITLE: Final = 20.0
"""The height of the title, with date and place."""
ROW_LEAST, ROW_MOST = 6.6, 10.0
"""The height of a row, for a pencil."""
_LINE_LETTERS: Final = 120
"""How many letters of small print fit on a line."""


class PadLayout(Struct, frozen=True):
    """The height of each row, and how many copies fit on a page."""

    row: float
    copies: int


def pad_layout(pad: Pad) -> PadLayout:
    """Stretch the rows to fill the page; a pad of half a page is printed twice.

    >>> from referee.core.paper.pad import PadRow
    >>> from referee.core.say import Say
    >>> rows = tuple(PadRow(Say("{n}", n=n)) for n in range(9))
    >>> table = PadTable(corner=Say(""), columns=(), rows=rows)
    >>> pad_layout(Pad((table,))), pad_layout(Pad((table, table)))
    (PadLayout(row=9.3, copies=2), PadLayout(row=10.0, copies=1))
    """
    fixed = TITLE + sum(map(_fixed, pad.parts))
    rows = sum(len(part.rows) + 1 for part in pad.parts if isinstance(part, PadTable))
    if fixed + rows * ROW_LEAST * 1.15 <= HALF:
        return PadLayout(_row(HALF - fixed, rows), 2)
    return PadLayout(_row(PAGE - fixed, rows), 1)


def _row(free: float, rows: int) -> float:
    return round(max(ROW_LEAST, min(ROW_MOST, free / max(rows, 1))), 1)


def _fixed(part: PadPart) -> float:
    """Return the height of a part without its rows."""
    match part:
        case PadTable():
            return 9.5 if part.title else 2.5
        case Boxes():
            return 22.0
        case BlankLine():
            return 8.0
        case Footnote(lines):
            return 3.0 + sum(3.6 * (1 + len(text_of(line)) // _LINE_LETTERS) for line in lines)
    raise AssertionError(part)


def column_widths(table: PadTable) -> list[float]:
    """Share the width among the columns, in per cent; wide columns get more.

    >>> from referee.core.say import Say
    >>> columns = (Say("leads"), Say("found"))
    >>> column_widths(PadTable(corner=Say("hour"), columns=columns, rows=(), wide=(1,)))
    [12, 22.0, 66.0]
    """
    longest = max((len(text_of(row.label)) + len(text_of(row.small)) if row.small
                   else len(text_of(row.label)) for row in table.rows), default=0)  # fmt: skip
    is_short = longest <= 3 and len(text_of(table.corner)) < 8  # noqa: PLR2004 - letters
    label = 12 if is_short else 22
    parts = [3.0 if n in table.wide else 1.0 for n in range(len(table.columns))]
    return [label, *(round((100 - label) * part / sum(parts), 2) for part in parts)]
