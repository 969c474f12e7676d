"""The round-by-round scoresheet in letters: a blank form to fill in, or the record of a session."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.log_item import LogItem
from referee.core.picture import Diagram
from referee.core.roundsheet import Grid, QuickReference
from referee.core.rulebook import Rule
from referee.core.ruling import Verdict
from referee.core.say import Say
from referee.core.sheet_document import Paper, mark_name, mark_words, marks_beside
from referee.core.wording import cell_text, cited, ids, visible, worded
from referee.render.export import sheet_csv, sheet_record
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw
from referee.render.pages import heading, listed, named, page, prose, rule_text
from referee.render.rulings import verdict_word
from referee.render.scores import drawn_scores, read_out
from referee.render.text import folded_to

WIDTH = 100
"""Cells of a line where no terminal says how wide it is: what a sheet of paper takes."""
_ROOM_TO_WRITE = " " * 8


def show_paper(paper: Paper, fmt: Format, style: Style) -> str:
    """Show a scoresheet. ``why`` adds workings, rulings and the texts of all rules it cites.

    Marks of the table stand beside the rows that tell their entries, by their number, and in
    full below. A blank form has boxes wide enough for a pencil. CSV holds the sheet alone.
    """
    if fmt is Format.JSON:
        return as_json(sheet_record(paper))
    if fmt is Format.CSV:
        return sheet_csv(paper)
    style = replace(style, within=style.within or WIDTH)
    blocks = [
        heading(worded(paper.sheet.title), fmt),
        *_folded(named(paper.head, fmt), fmt, style),
        _grid(paper, fmt, style),
        *_folded(_lines(paper.sheet.lines, fmt), fmt, style),
        *(_picture(picture, fmt) for picture in paper.sheet.diagrams),
        *_margin(paper, fmt, style),
        *_final(paper, fmt, style),
    ]
    if style.why:
        rulings = [ruling_words(item) for item in paper.rulings]
        blocks += _folded(listed("Rulings that were given", rulings, fmt), fmt, style)
        for title, rules in _rules(paper):
            blocks += _folded(listed(title, list(map(rule_text, rules)), fmt), fmt, style)
    return page([*blocks, *_folded(named(paper.foot, fmt), fmt, style)])


def ruling_words(item: LogItem) -> str:
    """Tell a ruling that was given: to which entry, what was answered, and by which rules.

    >>> ruling_words(LogItem(number=7, at="", step="fair.end", words="end", said=Say("It ends."),
    ...     verdict=Verdict.TABLE_CALL))
    '7, “end”: Table call: It ends.'
    """
    word = verdict_word(item.verdict or Verdict.ALLOWED, Style())
    head = Say("{n}, “{words}”", n=item.number, words=item.words)
    said = worded(Say("{head}: {verdict}: {said}", head=head, verdict=word, said=item.said))
    behind = [ids(item.rules)] if item.rules else []
    behind += [str(Say("overruled: {reason}", reason=visible(item.overruled)))] * bool(
        item.overruled
    )
    behind += [str(Say("struck"))] * item.struck
    return cited(said, "; ".join(behind))


def _grid(paper: Paper, fmt: Format, style: Style) -> str:
    is_blank = paper.margin is not None and fmt in {Format.TABLE, Format.MARKDOWN}
    room = _ROOM_TO_WRITE if is_blank else ""
    sheet = paper.sheet
    columns = [worded(column) for column in (sheet.counts, Say("what"), *sheet.columns)]
    rows = [
        [cell_text(cell) or room for cell in (row.round, row.what, *row.cells)]
        for row in sheet.rows
    ]
    if paper.marks:
        columns.append(worded(Say("marks")))
        for row, cells in zip(sheet.rows, rows, strict=True):
            beside = marks_beside(row, paper.marks)
            cells.append(", ".join(map(mark_name, beside)))
    drawn = draw(columns, rows, fmt, boxed=is_blank, within=style.within)
    return page([drawn, listed("Marks of the table", list(map(mark_words, paper.marks)), fmt)])


def _picture(picture: Diagram, fmt: Format) -> str:
    """Draw a picture in letters; who has it read out hears what it shows."""
    if fmt is Format.PLAIN:
        return worded(picture.told)
    drawn = "\n".join(map(worded, picture.lines))
    if fmt is Format.MARKDOWN:
        drawn = f"```text\n{drawn}\n```"
    return page([heading(worded(picture.title), fmt), drawn])


def _margin(paper: Paper, fmt: Format, style: Style) -> Iterator[str]:
    if paper.margin is None:
        return
    yield _final_boxes(paper, paper.margin, fmt, style)
    yield _setup(paper.margin.setup, fmt, style)


def _final_boxes(paper: Paper, margin: QuickReference, fmt: Format, style: Style) -> str:
    """Draw the scoring table with a box for each player, and the total below."""
    is_boxed = fmt in {Format.TABLE, Format.MARKDOWN}
    seats = [visible(seat) for seat in paper.sheet.seats] if is_boxed else []
    room = [_ROOM_TO_WRITE] * len(seats)
    rows = [
        [worded(line.label), worded(line.worth), ids(line.rules), *room] for line in margin.scoring
    ]
    rows += [[str(Say("total")), "", "", *room]] if is_boxed else []
    columns = [str(Say("final score")), str(Say("worth")), str(Say("rules")), *seats]
    return draw(columns, rows, fmt, boxed=is_boxed, within=style.within)


def _setup(grid: Grid, fmt: Format, style: Style) -> str:
    columns = [worded(column) for column in grid.columns]
    rows = [[cell_text(cell) for cell in row] for row in grid.rows]
    drawn = draw(columns, rows, fmt, title=worded(grid.title), within=style.within)
    return page([drawn, _lines(grid.lines, fmt)])


def _final(paper: Paper, fmt: Format, style: Style) -> Iterator[str]:
    """Tell the final score, or why there is none yet."""
    if paper.hidden is not None:
        yield prose(worded(Say("There is no score yet. {hidden}", hidden=paper.hidden)), fmt)
    for told in filter(None, (paper.told, paper.today)):
        if told is paper.today:
            yield prose(worded(Say("By today's rulebook, which has other numbers:")), fmt)
        if fmt is Format.PLAIN:
            yield "\n".join(read_out(told))
            continue
        for block in drawn_scores(told, fmt, style):
            yield from _folded(block, fmt, style)


def _rules(paper: Paper) -> Iterator[tuple[str, list[Rule]]]:
    """Give what a blank form is asked most, then all else that the paper cites."""
    asked = {ref.rule_id for ref in paper.margin.rules_asked_most} if paper.margin else set()
    yield "Asked most", [rule for rule in paper.rules if rule.rule_id in asked]
    yield "Rules", [rule for rule in paper.rules if rule.rule_id not in asked]


def _lines(lines: tuple[Say, ...], fmt: Format) -> str:
    between = "\n\n" if fmt is Format.MARKDOWN else "\n"
    return between.join(prose(worded(line), fmt) for line in lines)


def _folded(block: str, fmt: Format, style: Style) -> Iterator[str]:
    """Fold what is wider than the page; what programs and voices read stays in one line."""
    if fmt is not Format.TABLE or style.within is None:
        yield block
        return
    lines = (folded_to(line, style.within) for line in block.split("\n"))
    yield "\n".join(part for parts in lines for part in parts)
