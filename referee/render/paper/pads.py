"""A pad in letters: lines to write on, boxes to tick, tables to fill in."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.paper.pad import (
    BlankCell,
    BlankLine,
    Boxes,
    Checkbox,
    Footnote,
    Pad,
    PadPart,
    PadTable,
)
from referee.core.paper.wording import cell_text, text_of
from referee.core.say import Say
from referee.render.formats import Format, Style
from referee.render.grids import draw
from referee.render.pages import page, prose

_BOX = "[ ]"
_LINE = "_" * 16


def pad_blocks(pad: Pad, fmt: Format, style: Style) -> Iterator[str]:
    """Draw the parts of a pad, from the top down; programs and voices get no boxes.

    >>> pad = Pad((BlankLine((BlankCell(Say("Judge")), Checkbox((Say("caught"),)))),))
    >>> print(*pad_blocks(pad, Format.TABLE, Style()))
    Judge ________________   [ ] caught
    """
    for part in pad.parts:
        yield _part(part, fmt, style)


def _part(part: PadPart, fmt: Format, style: Style) -> str:
    match part:
        case BlankLine():
            said = (_ticks(e) if isinstance(e, Checkbox) else _blank(e) for e in part.parts)
            return prose("   ".join(said), fmt)
        case Boxes():
            boxes = " ".join(
                str(Say("({n})" if part.is_round else "[{n}]", n=f" {cell_text(label)} "))
                for label in part.labels
            )
            note = f" ({text_of(part.note)})" if part.note else ""
            return prose(f"{text_of(part.title)}{note}", fmt) + "\n" + prose(boxes, fmt)
        case PadTable():
            return _table(part, fmt, style)
        case Footnote():
            return page([prose(text_of(line), fmt) for line in part.lines])
    raise AssertionError(part)


def _blank(blank: BlankCell) -> str:
    return f"{text_of(blank.label)} {text_of(blank.filled) if blank.filled else _LINE}"


def _ticks(tick: Checkbox) -> str:
    boxes = "  ".join(f"{_BOX} {text_of(choice)}" for choice in tick.choices)
    return f"{text_of(tick.label)} {boxes}" if tick.label else boxes


def _table(table: PadTable, fmt: Format, style: Style) -> str:
    """Draw a table to fill in; where many columns would not fit the names stand in rows."""
    rows = []
    for row in table.rows:
        label = text_of(row.label)
        if row.small:
            label = f"{label} ({text_of(row.small)})"
        cells = [cell_text(cell) for cell in row.cells]
        rows.append([label, *cells, *[""] * (len(table.columns) - len(cells))])
    columns = [text_of(table.corner), *map(text_of, table.columns)]
    title = text_of(table.title) if table.title else ""
    is_boxed = fmt in {Format.TABLE, Format.MARKDOWN}
    width = style.width or 0
    if fmt is Format.TABLE and 20 + 9 * len(table.columns) > width:
        columns, rows = _turned(columns, rows)
    if fmt is Format.TABLE:  # a box is wide enough for a pencil where there is room
        free = (width - 24) // max(1, len(columns) - 1) - 3
        room = " " * max(4, min(9, free))
        rows = [[row[0], *(cell or room for cell in row[1:])] for row in rows]
    return draw(columns, rows, fmt, title=title, boxed=is_boxed, within=style.width)


def _turned(columns: list[str], rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Let columns be rows, and the other way round."""
    whole = [columns, *rows]
    turned = [list(column) for column in zip(*whole, strict=True)]
    return turned[0], turned[1:]
