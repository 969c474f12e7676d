"""The round-by-round scoresheet: a blank form to fill in, or the record of a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from referee.core.roundsheet import Roundsheet, SheetRow
from referee.core.say import Say
from referee.tables.cells import visible, worded
from referee.tables.formats import Format, as_json
from referee.tables.grids import cell_text, draw, json_cell
from referee.tables.pages import heading, named, page, prose

_ROOM_TO_WRITE = " " * 8

Marks = Mapping[int, Sequence[str]]
"""What the table noted beside entries of the log, by their index from 0."""
_NONE: Marks = {}


class Frame(Struct, frozen=True):
    """What stands around a sheet: named facts above, the marks beside, lines below."""

    head: Sequence[tuple[str, str]]
    marks: Marks
    foot: Sequence[str]


def show_sheet(
    sheet: Roundsheet,
    fmt: Format,
    *,
    head: Sequence[tuple[str, str]] = (),
    marks: Marks = _NONE,
    foot: Sequence[str] = (),
) -> str:
    """Show a sheet. Marks stand in a last column beside the rows that tell their entries.

    A mark whose entry no row tells stands below. A sheet that tells no entry is a form to
    fill in, with boxes wide enough for a pencil.

    >>> rows = (SheetRow((1, 4), (0,)), SheetRow((2, None)))
    >>> sheet = Roundsheet(Say("Pebble Fair"), (Say("round"), Say("Ana")), rows)
    >>> print(show_sheet(sheet, Format.TABLE, marks={0: ["overruled: rain"]}), end="")
    Pebble Fair
    <BLANKLINE>
    round  Ana  marks
    -----  ---  ---------------
        1    4  overruled: rain
        2
    """
    frame = Frame(head, marks, foot)
    if fmt is Format.JSON:
        return as_json(_for_programs(sheet, frame))
    beside = [_beside(row, marks) for row in sheet.rows]
    columns = [worded(column) for column in sheet.columns]
    is_blank = fmt in {Format.TABLE, Format.MARKDOWN} and not any(r.entries for r in sheet.rows)
    rows = [[_text(cell, is_blank=is_blank) for cell in row.cells] for row in sheet.rows]
    if any(beside):
        columns.append(worded(Say("marks")))
        rows = [[*row, "; ".join(each)] for row, each in zip(rows, beside, strict=True)]
    if fmt is Format.CSV:
        return draw(columns, rows, fmt)
    below = [*map(worded, sheet.lines), *map(visible, (*_unhung(sheet, marks), *foot))]
    return page(
        [
            heading(worded(sheet.title), fmt),
            named(head, fmt),
            draw(columns, rows, fmt, boxed=is_blank),
            ("\n\n" if fmt is Format.MARKDOWN else "\n").join(prose(line, fmt) for line in below),
        ]
    )


def _text(cell: Say | str | int | None, *, is_blank: bool) -> str:
    return _ROOM_TO_WRITE if cell is None and is_blank else cell_text(cell)


def _beside(row: SheetRow, marks: Marks) -> list[str]:
    return [mark for entry in row.entries for mark in marks.get(entry, ())]


def _unhung(sheet: Roundsheet, marks: Marks) -> list[str]:
    """List the marks that no row takes; none of them may be lost."""
    told = {entry for row in sheet.rows for entry in row.entries}
    return [mark for entry, each in marks.items() if entry not in told for mark in each]


def _for_programs(sheet: Roundsheet, frame: Frame) -> dict[str, object]:
    return {
        "schema": 1,
        "title": sheet.title,
        "head": [{"name": name, "value": value} for name, value in frame.head],
        "columns": sheet.columns,
        "rows": [[json_cell(cell) for cell in row.cells] for row in sheet.rows],
        "marks": [_beside(row, frame.marks) for row in sheet.rows],
        "lines": sheet.lines,
        "foot": [*_unhung(sheet, frame.marks), *frame.foot],
    }
