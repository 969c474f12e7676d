"""The round-by-round scoresheet in letters: a blank form to fill in, or the record of a session."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.paper.diagram import Diagram
from referee.core.paper.round_sheet import Grid, QuickReference
from referee.core.paper.sheet_document import (
    LogItem,
    SheetDocument,
    annotation_name,
    annotation_text,
    annotations_beside,
)
from referee.core.paper.wording import cell_text, cited, escaped, rule_ids, text_of
from referee.core.rulebook import Rule
from referee.core.ruling import Verdict
from referee.core.say import Say
from referee.render.export import sheet_csv, sheet_record
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw
from referee.render.pages import heading, named_list, page, prose, rule_text, titled_list
from referee.render.rulings import verdict_text
from referee.render.scores import score_blocks, score_lines
from referee.render.text import wrapped

PAPER_WIDTH = 100
"""Cells of a line where no terminal says how wide it is: what a sheet of paper takes."""
_ROOM_TO_WRITE = " " * 8


def render_sheet(document: SheetDocument, fmt: Format, style: Style) -> str:
    """Show a scoresheet in letters.

    ``why`` adds workings, rulings and the texts of all rules it cites.
    Marks of the table stand beside the rows that tell their entries, by their number, and in
    full below. A blank form has boxes wide enough for a pencil. CSV holds the sheet alone.
    """
    if fmt is Format.JSON:
        return as_json(sheet_record(document))
    if fmt is Format.CSV:
        return sheet_csv(document)
    style = replace(style, width=style.width or PAPER_WIDTH)
    blocks = [
        heading(text_of(document.sheet.title), fmt),
        *_wrapped(named_list(document.head, fmt), fmt, style),
        _grid(document, fmt, style),
        *_wrapped(_lines(document.sheet.lines, fmt), fmt, style),
        *(_diagram(diagram, fmt) for diagram in document.sheet.diagrams),
        *_reference(document, fmt, style),
        *_final_score(document, fmt, style),
    ]
    if style.why:
        rulings = [ruling_text(item) for item in document.rulings]
        blocks += _wrapped(titled_list("Rulings that were given", rulings, fmt), fmt, style)
        for title, rules in _rules(document):
            blocks += _wrapped(titled_list(title, list(map(rule_text, rules)), fmt), fmt, style)
    return page([*blocks, *_wrapped(named_list(document.foot, fmt), fmt, style)])


def ruling_text(item: LogItem) -> str:
    """Tell a ruling that was given: to which entry, what was answered, and by which rules.

    >>> ruling_text(LogItem(number=7, at="", step="fair.end", words="end", said=Say("It ends."),
    ...     verdict=Verdict.TABLE_CALL))
    '7, “end”: Table call: It ends.'
    """
    word = verdict_text(item.verdict or Verdict.ALLOWED, Style())
    head = Say("{n}, “{words}”", n=item.number or "", words=item.words)
    said = text_of(Say("{head}: {verdict}: {said}", head=head, verdict=word, said=item.said))
    behind = [rule_ids(item.rules)] if item.rules else []
    if item.overrule_reason:
        behind.append(str(Say("overruled: {reason}", reason=escaped(item.overrule_reason))))
    behind += [str(Say("struck"))] if item.is_undone else []
    return cited(said, "; ".join(behind))


def _grid(document: SheetDocument, fmt: Format, style: Style) -> str:
    is_blank = document.reference is not None and fmt in {Format.TABLE, Format.MARKDOWN}
    room = _ROOM_TO_WRITE if is_blank else ""
    sheet = document.sheet
    columns = [text_of(column) for column in (sheet.counts, Say("what"), *sheet.columns)]
    rows = [
        [cell_text(cell) or room for cell in (row.round, row.what, *row.cells)]
        for row in sheet.rows
    ]
    if document.annotations:
        columns.append(text_of(Say("marks")))
        for row, cells in zip(sheet.rows, rows, strict=True):
            beside = annotations_beside(row, document.annotations)
            cells.append(", ".join(map(annotation_name, beside)))
    drawn = draw(columns, rows, fmt, boxed=is_blank, within=style.width)
    told = list(map(annotation_text, document.annotations))
    return page([drawn, titled_list("Marks of the table", told, fmt)])


def _diagram(diagram: Diagram, fmt: Format) -> str:
    """Draw a diagram in letters; who has it read out hears what it shows."""
    if fmt is Format.PLAIN:
        return text_of(diagram.told)
    drawn = "\n".join(map(text_of, diagram.lines))
    if fmt is Format.MARKDOWN:
        drawn = f"```text\n{drawn}\n```"
    return page([heading(text_of(diagram.title), fmt), drawn])


def _reference(document: SheetDocument, fmt: Format, style: Style) -> Iterator[str]:
    if document.reference is None:
        return
    yield _final_boxes(document, document.reference, fmt, style)
    yield _setup(document.reference.setup, fmt, style)


def _final_boxes(
    document: SheetDocument, reference: QuickReference, fmt: Format, style: Style
) -> str:
    """Draw the scoring table with a box for each player, and the total below."""
    is_boxed = fmt in {Format.TABLE, Format.MARKDOWN}
    seats = [escaped(seat) for seat in document.sheet.seats] if is_boxed else []
    room = [_ROOM_TO_WRITE] * len(seats)
    rows = [
        [text_of(line.label), text_of(line.worth), rule_ids(line.rules), *room]
        for line in reference.scoring
    ]
    rows += [[str(Say("total")), "", "", *room]] if is_boxed else []
    columns = [str(Say("final score")), str(Say("worth")), str(Say("rules")), *seats]
    return draw(columns, rows, fmt, boxed=is_boxed, within=style.width)


def _setup(grid: Grid, fmt: Format, style: Style) -> str:
    columns = [text_of(column) for column in grid.columns]
    rows = [[cell_text(cell) for cell in row] for row in grid.rows]
    drawn = draw(columns, rows, fmt, title=text_of(grid.title), within=style.width)
    return page([drawn, _lines(grid.lines, fmt)])


def _final_score(document: SheetDocument, fmt: Format, style: Style) -> Iterator[str]:
    """Tell the final score, or why there is none yet."""
    if document.hidden is not None:
        yield prose(text_of(Say("There is no score yet. {hidden}", hidden=document.hidden)), fmt)
    for summary in filter(None, (document.score, document.score_today)):
        if summary is document.score_today:
            yield prose(text_of(Say("By today's rulebook, which has other numbers:")), fmt)
        if fmt is Format.PLAIN:
            yield "\n".join(score_lines(summary))
            continue
        for block in score_blocks(summary, fmt, style):
            yield from _wrapped(block, fmt, style)


def _rules(document: SheetDocument) -> Iterator[tuple[str, list[Rule]]]:
    """Give what a blank form is asked most, then all else that the sheet cites."""
    refs = document.reference.rules_asked_most if document.reference else ()
    asked = {ref.rule_id for ref in refs}
    yield "Asked most", [rule for rule in document.rules if rule.rule_id in asked]
    yield "Rules", [rule for rule in document.rules if rule.rule_id not in asked]


def _lines(lines: tuple[Say, ...], fmt: Format) -> str:
    between = "\n\n" if fmt is Format.MARKDOWN else "\n"
    return between.join(prose(text_of(line), fmt) for line in lines)


def _wrapped(block: str, fmt: Format, style: Style) -> Iterator[str]:
    """Fold what is wider than the page; what programs and voices read stays in one line."""
    if fmt is not Format.TABLE or style.width is None:
        yield block
        return
    lines = (wrapped(line, style.width) for line in block.split("\n"))
    yield "\n".join(part for parts in lines for part in parts)
