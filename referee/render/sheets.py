"""The scoresheet as text: the evening, the proof, what it was made from; or a pad to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from referee.core.paper import pad as pads
from referee.core.paper.code import PER_LINE, in_lines
from referee.core.paper.drawing import Diagram
from referee.core.paper.round_sheet import RoundSheet, SheetCell
from referee.core.paper.score_summary import Summary
from referee.core.paper.sheet_document import DOT, Decision, SheetDocument
from referee.core.paper.wording import cell_text, cited, escaped, rule_ids, text_of
from referee.core.say import Say, join
from referee.render import scores
from referee.render.formats import (
    Format,
    Style,
    as_json,
    heading,
    page,
    prose,
    rule_text,
    titled_list,
)
from referee.render.grids import PENCIL, draw, frame_width, least_widths
from referee.render.records.export import sheet_csv, sheet_record
from referee.render.text import BLANK, width, wrapped

MOST_ACROSS: Final = 5
"""Up to this many players have a column each; more have a row each."""


def render_sheet(document: SheetDocument, fmt: Format, style: Style) -> str:
    """Show a scoresheet as text; ``why`` adds the proof and the texts of all rules it cites.

    More than five players have rows instead of columns, so that every line keeps to the width.
    """
    if fmt is Format.JSON:
        return as_json(sheet_record(document))
    if fmt is Format.CSV:
        return sheet_csv(document)
    style = replace(style, width=style.cells)
    blocks = [*_title(document, fmt)]
    if document.pad is not None:
        blocks += pad_blocks(document.pad, fmt, style)
    else:
        blocks += _evening(document, fmt, style)
        if style.why:
            blocks += _proof(document, fmt)
    footer = text_of(join(document.footer, DOT))
    fitted = [_wrapped(block, fmt, style) for block in (*blocks, prose(footer, fmt))]
    cells = style.cells if fmt is Format.TABLE else PER_LINE
    return page([*fitted, in_lines(document.code.text, cells) if document.code else ""])


def _title(document: SheetDocument, fmt: Format) -> Iterator[str]:
    title = prose(escaped(document.title), fmt)
    where = text_of(document.occasion.line)
    if document.pad is not None:
        place = Say("place {place}", place=document.occasion.place or "_" * 20)
        where = text_of(Say("date {line}   {place}", line="_" * 16, place=place))
        where = where.replace(" __", f"{BLANK}__")
    if fmt is Format.MARKDOWN:
        yield f"# {title}"
        yield prose(where, fmt)
    else:
        yield f"{title}\n{where}"


def _evening(document: SheetDocument, fmt: Format, style: Style) -> Iterator[str]:
    """Yield who won and by how much, the game round by round, and what the table decided."""
    if document.hidden is not None:
        yield prose(text_of(Say("No score yet. {hidden}", hidden=document.hidden)), fmt)
    if document.score is not None:
        yield prose(scores.outcome_text(document.score, style), fmt)
        yield score_block(document.score, fmt, style)
    if document.sheet is not None:
        yield from (_diagram(diagram, fmt) for diagram in document.sheet.diagrams)
        if document.sheet.chart is not None and fmt is Format.PLAIN:
            yield text_of(document.sheet.chart.told)
        yield _rounds(document.sheet, fmt, style)
    decided = [decision_text(each) for each in document.decided]
    yield titled_list(text_of(Say("Decided at the table")), decided, fmt)


def score_block(score: Summary, fmt: Format, style: Style) -> str:
    """Write what everybody has, row by row, as it is on a sheet."""
    if fmt is Format.PLAIN:
        return "\n".join(scores.score_lines(score))
    columns, rows = scores.score_rows(score, across=len(score.sheet.scores) <= MOST_ACROSS)
    return draw(columns, rows, fmt, within=style.width)


def _rounds(sheet: RoundSheet, fmt: Format, style: Style) -> str:
    """Draw a row for each round; if many play, for each player in each round."""
    short = sheet.in_short
    around = [*short.before, *short.after]
    if len(sheet.seats) <= MOST_ACROSS:
        seats = [Say("{name}", name=seat) for seat in sheet.seats]
        columns = [sheet.counts, *short.before, *seats, *short.after]
        rows: list[Sequence[SheetCell]] = [
            (row.round, *row.before, *row.cells, *row.after) for row in short.rows
        ]
    else:
        columns, rows = [sheet.counts, Say("player"), Say("what happened")], []
        for row in short.rows:
            others = zip(around, (*row.before, *row.after), strict=True)
            rows += [(row.round, None, Say("{what}: {cell}", what=what, cell=cell_text(cell)))
                     for what, cell in others if cell is not None]  # fmt: skip
            own = zip(sheet.seats, row.cells, strict=True)
            rows += [(row.round, seat, cell) for seat, cell in own if cell is not None]
    if not rows:
        return ""
    drawn = draw(
        [text_of(column) for column in columns],
        [[cell_text(cell) for cell in row] for row in rows],
        fmt,
        title=text_of(Say("Round by round")),
        within=style.width,
    )
    signs = text_of(join(short.signs, DOT))
    return page([drawn, prose(signs, fmt)])


def decision_text(decision: Decision) -> str:
    """Write what the table decided, on one line.

    >>> decision_text(Decision(when=Say("round 2"), said=(Say("Ana yawned."), Say("So be it."))))
    'round 2: Ana yawned. So be it.'
    """
    said = " ".join(map(text_of, decision.said))
    if decision.when is not None:
        said = text_of(Say("{place}: {said}", place=decision.when, said=said))
    return cited(said, rule_ids(decision.rules))


def _diagram(diagram: Diagram, fmt: Format) -> str:
    if fmt is Format.PLAIN:
        return text_of(diagram.told)
    if not diagram.lines:
        return ""
    drawn = "\n".join(map(text_of, diagram.lines))
    if fmt is Format.MARKDOWN:
        drawn = f"```text\n{drawn}\n```"
    return page([heading(text_of(diagram.title), fmt), drawn])


def _proof(document: SheetDocument, fmt: Format) -> Iterator[str]:
    """Yield how every point adds up, what was checked, and the rules in full."""
    score, today = document.score, document.score_today
    if score is not None:
        lines = [scores.line_text(s.player, line) for s in score.sheet.scores for line in s.lines]
        lines += scores.tie_lines(score)
        if fmt is not Format.PLAIN:  # there the score has them
            yield titled_list(text_of(Say("Where every point comes from")), lines, fmt)
        checked = scores.audit_lines(score, Style()) or [text_of(Say("No problem found."))]
        checked += map(text_of, document.unchecked)
        yield titled_list(text_of(Say("What was checked")), checked, fmt)
    if today is not None:
        title = text_of(Say("By today's rulebook, whose numbers differ"))
        yield titled_list(title, list(scores.score_lines(today)), fmt)
    yield titled_list(text_of(Say("Rules")), list(map(rule_text, document.rules)), fmt)


def _wrapped(block: str, fmt: Format, style: Style) -> str:
    """Fold lines that are wider than the page; other formats are not folded."""
    if fmt is Format.TABLE:
        block = "\n".join(part for line in block.split("\n") for part in wrapped(line, style.cells))
    return block.replace(BLANK, " ")


_BOX = "[ ]"
_LINE = "_" * 16
_HEAD: Final = 12
"""How wide the head of a column gets, in cells, before it is broken."""


def pad_blocks(pad: pads.Pad, fmt: Format, style: Style) -> Iterator[str]:
    """Yield the parts of a pad, from top to bottom; formats that are not looked at have no boxes.

    Where a word must not leave its line, a ``BLANK`` stands between them.

    >>> line = pads.BlankLine((pads.BlankCell(Say("Judge")), pads.Checkbox((Say("caught"),))))
    >>> print("".join(pad_blocks(pads.Pad((line,)), Format.TABLE, Style())).replace(BLANK, " "))
    Judge ________________   [ ] caught
    """
    for part in pad.parts:
        yield _part(part, fmt, style)


def _part(part: pads.PadPart, fmt: Format, style: Style) -> str:
    match part:
        case pads.BlankLine():
            said = (_ticks(e) if isinstance(e, pads.Checkbox) else _blank(e) for e in part.parts)
            return prose("   ".join(said), fmt)
        case pads.Boxes():
            boxes = " ".join(
                str(Say("({n})" if part.is_round else "[{n}]", n=f" {cell_text(label)} "))
                for label in part.labels
            )
            note = f" ({text_of(part.note)})" if part.note else ""
            return prose(f"{text_of(part.title)}{note}", fmt) + "\n" + prose(boxes, fmt)
        case pads.PadTable():
            return _table(part, fmt, style)
        case pads.Footnote():
            return page([prose(text_of(line), fmt) for line in part.lines])
    raise AssertionError(part)


def _blank(blank: pads.BlankCell) -> str:
    return f"{text_of(blank.label)}{BLANK}{text_of(blank.filled) if blank.filled else _LINE}"


def _ticks(tick: pads.Checkbox) -> str:
    boxes = "  ".join(f"{_BOX} {text_of(choice)}" for choice in tick.choices)
    return f"{text_of(tick.label)} {boxes}" if tick.label else boxes


def _table(table: pads.PadTable, fmt: Format, style: Style) -> str:
    """Draw a table to fill in; if the columns do not fit, rows and columns are swapped.

    Columns for which a line has no room even then are in another table below.
    """
    rows = []
    for row in table.rows:
        label = text_of(row.label)
        if row.small:
            label = f"{label} ({text_of(row.small)})"
        cells = [cell_text(cell) for cell in row.cells]
        rows.append([label, *cells, *[""] * (len(table.columns) - len(cells))])
    corner, title = text_of(table.corner), text_of(table.title) if table.title else ""
    if fmt is not Format.TABLE:
        columns = [corner, *map(text_of, table.columns)]
        return draw(columns, rows, fmt, title=title, boxed=fmt is Format.MARKDOWN)
    within = style.cells
    rows = [[row[0], *(each.replace("☐ ", f"☐{BLANK}") for each in row[1:])] for row in rows]
    if 20 + 9 * len(table.columns) > within and len(rows) <= len(table.columns):
        across = zip([corner, *map(text_of, table.columns)], *rows, strict=True)
        columns, *rows = map(list, across)
    else:
        columns = [corner, *map(_head, table.columns)]
    drawn = [
        draw(heads, _with_room(cells, within, bool(table.wide)), fmt, boxed=True, within=within)
        for heads, cells in _side_by_side(columns, rows, within)
    ]
    return page([title, *drawn])


def _with_room(rows: list[list[str]], within: int, is_wide: bool) -> list[list[str]]:  # noqa: FBT001 - one of two forms
    """Make the boxes wide enough for a pencil, if there is room; where it ``is_wide``, for words.

    What is printed in a wide one leaves room to write beside it.
    """
    free = (within - 24) // max(1, len(rows[0]) - 1) - 3
    if is_wide:
        return [
            [row[0], *(each + BLANK * (min(free, 20) - width(each)) for each in row[1:])]
            for row in rows
        ]
    room = " " * max(PENCIL, min(9, free))
    return [[row[0], *(cell or room for cell in row[1:])] for row in rows]


def _side_by_side(
    columns: list[str], rows: list[list[str]], within: int
) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Yield tables with as many of the columns as fit on a line, each with the labels of the rows.

    >>> rows = [["wins", "", "", ""], ["gold", "", "", ""]]
    >>> for heads, _ in _side_by_side(["player", "Maximilian", "Ana", "Bo"], rows, 30):
    ...     print(heads)
    ['player', 'Maximilian', 'Ana']
    ['player', 'Bo']
    """
    least = [max(PENCIL, each) for each in least_widths(columns, rows, within)]
    first = 1
    while first < len(columns):
        end = first + 1
        while end < len(columns):
            shown = [least[0], *least[first : end + 1]]
            if sum(shown) + frame_width(len(shown), boxed=True) > within:
                break
            end += 1
        yield [columns[0], *columns[first:end]], [[row[0], *row[first:end]] for row in rows]
        first = end


def _head(column: Say) -> str:
    """Write the head of a column; unlike a name it may be broken next to ideographs."""
    text = text_of(column)
    is_name = column.template == "{name}"
    return text if is_name or text.isascii() else " ".join(wrapped(text, _HEAD))
