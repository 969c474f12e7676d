"""How large the parts of a pad are. All in mm."""

from __future__ import annotations

from math import ceil
from typing import Final

from msgspec import Struct

from referee.core.paper.pad import BlankLine, Boxes, Footnote, Pad, PadPart, PadTable
from referee.core.paper.wording import text_of
from referee.html.chart import estimated_width
from referee.html.markup import longest_word

PAGE: Final = 243.0
"""The height of Letter, the shorter paper, between its margins, with some to spare."""
HALF: Final = 116.0
"""The most height of each of two pads on a page."""
TITLE: Final = 20.0
"""The height of the title, with date and place."""
ROW_LEAST, ROW_MOST = 6.6, 10.0
"""The height of a row, for a pencil."""
ROW_AT_WORST: Final = 5.9
"""The height of a row below names so long that they are turned."""
LETTER: Final = 2.6
"""The height of the smallest letters, and a little."""
TALLEST_NAMES: Final = 32.0
"""The most heights of a letter for names that are turned, in all tables of a pad together."""
WIDTH: Final = 182.0
"""The width of A4, the narrower paper, between its margins."""
_LABELS, _MOST_LABELS = 22.0, 50.0
"""The part of the width that the labels of the rows get, in per cent."""
_BESIDE, _ON_PHONE = 6.0, 29.0
"""How wide a word may be beside its boxes on a phone, and a line above them, in such heights."""
_PHONE: Final = 19.0
"""How many heights of a letter all columns get on a phone."""
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
    upright = [each for each in pad.parts if isinstance(each, PadTable) and _is_turned(each)]
    heads = sum(head_letters(each, pad) * LETTER + 3 - ROW_AT_WORST for each in upright)
    fixed = TITLE + sum(map(_fixed, pad.parts)) + heads
    rows = sum(len(part.rows) + 1 for part in pad.parts if isinstance(part, PadTable))
    if fixed + rows * ROW_LEAST * 1.15 <= HALF:
        return PadLayout(_row(HALF - fixed, rows), 2)
    least = ROW_AT_WORST if upright else ROW_LEAST
    return PadLayout(_row(PAGE - fixed, rows, least), 1)


def _row(free: float, rows: int, least: float = ROW_LEAST) -> float:
    return round(max(least, min(ROW_MOST, free / max(rows, 1))), 1)


def turned(table: PadTable) -> str:
    """Return the class of a table whose columns are headed by words too long to lie flat.

    >>> from referee.core.say import Say
    >>> [turned(PadTable(corner=Say(""), columns=(Say(name),) * 5, rows=()))
    ...     for name in ("Ana", "Maximilian", "Maximiliansebastianfriedrich")]
    ['', 'slim', 'upright']
    """
    if _is_turned(table):
        return "upright"
    words = [longest_word(text_of(each)) for each in table.columns]
    return "slim" if max(words, default=0) > _PHONE / max(len(words), 1) else ""


def row_class(label: str) -> str:
    """Return the class of a row whose label has a word too long to be beside boxes on a phone.

    >>> [row_class("寿限無" * n) for n in (2, 5, 10)]
    ['', 'over', 'huge']
    """
    word = longest_word(label)
    return "huge" if word > _ON_PHONE else "over" if word > _BESIDE else ""


def lines_above(label: str) -> int:
    """Count the lines that such a name takes there, above the boxes."""
    return ceil(estimated_width(label, 1) / _ON_PHONE)


def _is_turned(part: PadTable) -> bool:
    """Whether a name is too long to lie flat above its column on paper."""
    rooms = (share * WIDTH / 100 - LETTER for share in column_widths(part)[1:])
    words = [longest_word(text_of(each)) * LETTER for each in part.columns]
    return any(word > room for word, room in zip(words, rooms, strict=True))


def head_letters(table: PadTable, pad: Pad) -> float:
    """Count the heights of a letter that a name takes where it is turned."""
    tables = sum(isinstance(part, PadTable) and _is_turned(part) for part in pad.parts)
    tallest = max(estimated_width(text_of(each), 1) for each in table.columns)
    return round(min(tallest, TALLEST_NAMES / max(tables, 1), 21), 1)


def _fixed(part: PadPart) -> float:
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
    word = max((longest_word(text_of(row.label)) for row in table.rows), default=0)
    needed = 100 * (word + 1) * LETTER / WIDTH
    label = 12 if is_short else round(min(_MOST_LABELS, max(_LABELS, needed)))
    parts = [3.0 if n in table.wide else 1.0 for n in range(len(table.columns))]
    return [label, *(round((100 - label) * part / sum(parts), 2) for part in parts)]
