"""What the page of a sheet shows, and how large the parts of a pad are. All in mm."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from referee.core.paper.pad import BlankLine, Boxes, Footnote, Pad, PadPart, PadTable
from referee.core.paper.round_sheet import RoundSheet, SheetCell
from referee.core.paper.score_summary import (
    Summary,
    TieRow,
    correction_text,
    finding_text,
    keyed_lines,
    row_order,
    tie_rows,
)
from referee.core.paper.sheet_document import SheetDocument
from referee.core.paper.wording import cell_text, text_of
from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.core.scoring.score import PlayerScore
from referee.html.chart import DrawnChart, drawn_chart, estimated_width
from referee.html.code import code_picture
from referee.html.diagrams import DrawnDiagram, drawings_of

WIDTH: Final = 186.0
"""The width of A4, the narrower paper, between its margins."""
FITS: Final = 222.0
"""A sheet that is estimated to be higher may not fit on a page."""
LINE, LETTER = 4.3, 2.9
"""The height of a line of a table, and of a letter in it."""


class ScoreRow(Struct, frozen=True):
    """A line of the score, with the points of each player; None for those without."""

    label: Say
    points: tuple[Fraction | None, ...]


class ScoreParts(Struct, frozen=True, kw_only=True):
    """A score as a page shows it; ``wins`` is true for the columns of winners."""

    players: tuple[str, ...]
    wins: tuple[bool, ...]
    rows: tuple[ScoreRow, ...]
    scores: tuple[tuple[PlayerScore, int | None], ...]
    ties: tuple[TieRow, ...]
    is_confirmed: bool
    outcome: Say
    outcome_rules: tuple[RuleRef, ...]
    findings: tuple[str, ...]


class SheetParts(Struct, frozen=True, kw_only=True):
    """The parts of a page.

    ``breaks``: the evening fits on one page, so the proof begins on the next.
    """

    score: ScoreParts | None
    today: ScoreParts | None
    chart: DrawnChart | None
    drawings: tuple[DrawnDiagram, ...]
    signs: tuple[Say, ...]
    breaks: bool
    code: Markup | Say | None = None


def sheet_parts(document: SheetDocument, sheet: RoundSheet) -> SheetParts:
    """Prepare all parts of a page.

    >>> from referee.core.paper.sheet_document import Occasion, Provenance
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana",), rows=())
    >>> made = Provenance(program="", game="", rulebook=1, rulebook_digest="")
    >>> parts = sheet_parts(SheetDocument(sheet=sheet, game="", title="", language="",
    ...     occasion=Occasion(players=1), provenance=made), sheet)
    >>> parts.score, parts.breaks
    (None, True)
    """
    drawings = drawings_of(sheet.diagrams, WIDTH)
    chart = None if drawings or sheet.chart is None else drawn_chart(sheet.chart, WIDTH)
    picture = max((drawing.height for drawing in drawings), default=0.0)
    picture = chart.height if chart else picture
    return SheetParts(
        score=score_parts(document.score) if document.score else None,
        today=score_parts(document.score_today) if document.score_today else None,
        chart=chart,
        drawings=drawings,
        signs=tuple(dict.fromkeys(sign for drawing in drawings for sign in drawing.signs)),
        breaks=_height(document, sheet) + picture <= FITS,
        code=code_picture(document.code.text) if document.code else None,
    )


def score_parts(summary: Summary) -> ScoreParts:
    """Prepare a score for the page."""
    scores = summary.sheet.scores
    winners = summary.sheet.outcome.winners
    return ScoreParts(
        players=tuple(score.player for score in scores),
        wins=tuple(score.player in winners for score in scores),
        rows=tuple(_rows(summary)),
        scores=tuple(summary.ranked),
        ties=tuple(tie_rows(scores)),
        is_confirmed=summary.is_confirmed,
        outcome=summary.sheet.outcome.said,
        outcome_rules=summary.sheet.outcome.rules,
        findings=tuple(
            f"{finding_text(each, summary.lines)} {correction_text(each, summary.entries)}".rstrip()
            for each in summary.audit
        ),
    )


def _rows(summary: Summary) -> Iterator[ScoreRow]:
    keyed = [keyed_lines(score) for score in summary.sheet.scores]
    for key in row_order(summary.sheet.scores, summary.sheet.rows):
        lines = [each.get(key) for each in keyed]
        yield ScoreRow(key[0], tuple(line.points if line else None for line in lines))


def _height(document: SheetDocument, sheet: RoundSheet) -> float:
    """Estimate the height of title, score, rounds and decisions on paper."""
    kinds = len(list(_rows(document.score))) if document.score else 0
    short = sheet.in_short
    around = len(short.before) + len(short.after)
    column = (WIDTH - 12 - 24 * around) / max(1, len(sheet.seats))
    rows = sum(
        1.6 + LINE * max((_lines(cell, column) for cell in row.cells), default=1)
        for row in short.rows
    )
    decided = sum(LINE * (1 + len(str(each.said)) // 110) for each in document.decided)
    return 62 + (kinds + 2) * 6.2 + rows + (decided + 10 if decided else 0)


def _lines(cell: SheetCell, width: float) -> int:
    return ceil(estimated_width(cell_text(cell), LETTER) * 0.75 / max(width - 3, 8)) or 1


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
