"""All that a page shows, drawn up before a template lays it out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from msgspec import Struct

from referee.core.paper.round_sheet import Cell, Grid, QuickReference, ScoringEntry, SheetRow
from referee.core.paper.sheet_document import ScoreHistory, SheetDocument, score_history
from referee.core.paper.wording import constant_text, escaped, text_of
from referee.core.rulebook import Rule
from referee.core.say import Say
from referee.html.chart import Chart, Segment, chart_of, segments
from referee.html.diagrams import Drawing, drawings_of
from referee.html.finals import FinalScore, final_score
from referee.html.layout import Layout, column_widths, layout_of

_NUMBER: Final = re.compile(r"-?[0-9]+(?: [0-9]+/[0-9]+|/[0-9]+)?")


class Sidebar(Struct, frozen=True, kw_only=True):
    """What is printed beside a form; ``own_row`` is the one of the setup that is this table's."""

    setup: Grid
    own_row: int | None
    scoring: tuple[ScoringEntry, ...]
    asked_most: tuple[Rule, ...]


class Contents(Struct, frozen=True, kw_only=True):
    """What a page shows, part by part; ``alignments`` are those of the columns of the sheet."""

    layout: Layout
    widths: tuple[float, ...]
    alignments: tuple[str, ...]
    rounds: tuple[tuple[SheetRow, ...], ...]
    sidebar: Sidebar | None
    other_rules: tuple[Rule, ...]
    history: ScoreHistory | None
    curves: Chart | None
    segments: tuple[Segment, ...]
    diagrams: tuple[Drawing, ...]
    final_score: FinalScore | None
    final_today: FinalScore | None


def contents_of(document: SheetDocument) -> Contents:
    """Draw up all parts of a page.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> row = SheetRow(round=1, what=Say("coins"), cells=(4,))
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana",), rows=(row, row))
    >>> contents = contents_of(SheetDocument(sheet=sheet, head=(), foot=(), language="", rules=()))
    >>> contents.alignments, [len(each) for each in contents.rounds]
    (('n',), [2])
    """
    layout = layout_of(document)
    form = sidebar(document, document.reference) if document.reference else None
    history = None if form else score_history(document.sheet)
    asked = form.asked_most if form else ()
    return Contents(
        layout=layout,
        widths=tuple(column_widths(document, layout)),
        alignments=tuple(map(_alignment, _columns(document))),
        rounds=tuple(
            tuple(rows) for _, rows in groupby(document.sheet.rows, lambda row: row.round)
        ),
        sidebar=form,
        other_rules=tuple(rule for rule in document.rules if rule not in asked),
        history=history,
        curves=chart_of(history, layout.width) if history else None,
        segments=tuple(segments(history, layout.width)) if history else (),
        diagrams=drawings_of(document.sheet.diagrams, layout.width),
        final_score=final_score(document.score) if document.score else None,
        final_today=final_score(document.score_today) if document.score_today else None,
    )


def sidebar(document: SheetDocument, reference: QuickReference) -> Sidebar:
    """Draw up what stands beside a form.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.say import Say
    >>> setup = Grid(Say("Setup"), (Say("players"), Say("pebbles")), ((2, 20), (3, 28)))
    >>> reference = QuickReference(setup=setup, scoring=(), rules_asked_most=())
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=())
    >>> document = SheetDocument(sheet=sheet, head=(), foot=(), language="", rules=(),
    ...     reference=reference)
    >>> sidebar(document, reference).own_row
    0
    """
    counts = [str(row[0]) for row in reference.setup.rows]
    sitting = str(len(document.sheet.seats) if document.sitting is None else document.sitting)
    rules = {rule.rule_id: rule for rule in document.rules}
    return Sidebar(
        setup=reference.setup,
        own_row=counts.index(sitting) if sitting in counts else None,
        scoring=reference.scoring,
        asked_most=tuple(
            rules[str(ref)] for ref in reference.rules_asked_most if str(ref) in rules
        ),
    )


def numbers_of(rule: Rule) -> Say | None:
    """Tell the numbers of a rule by their names; None where it has none.

    >>> print(numbers_of(Rule(rule_id="PEB-3.2", title="", text="", constants={"bust_at": 2})))
    bust at: 2
    """
    numbers = tuple(
        str(Say("{name}: {value}", name=name.replace("_", " "), value=constant_text(value)))
        for name, value in rule.constants.items()
    )
    return Say("{numbers}", numbers="; ".join(numbers)) if numbers else None


def summary_of(history: ScoreHistory, counts: Say) -> Say:
    """Tell what a chart shows to those who cannot see it.

    >>> print(summary_of(ScoreHistory(Say("coins"), ("Ana",), (1, 2), ((3, 4),)), Say("round")))
    A line for each player, from round 1 to round 2. At the end Ana 4. The numbers stand below.
    """
    ends = tuple(
        str(Say("{name} {n}", name=name, n=known[-1]))
        for name, numbers in zip(history.seats, history.numbers, strict=True)
        for known in [[n for n in numbers if n is not None]]
        if known
    )
    return Say(
        "A line for each player, from {counts} {first} to {counts} {last}. At the end {ends}."
        " The numbers stand below.",
        counts=counts,
        first=history.rounds[0],
        last=history.rounds[-1],
        ends=ends,
    )


def _columns(document: SheetDocument) -> Iterable[Iterable[Cell]]:
    rows = [row.cells for row in document.sheet.rows]
    return zip(*rows, strict=True) if rows else [()] * len(document.sheet.columns)


def _alignment(cells: Iterable[Cell]) -> str:
    """Put a column to the right if all that stands in it are numbers."""
    told = [text_of(c) if isinstance(c, Say) else escaped(str(c)) for c in cells if c is not None]
    return "n" if told and all(map(_NUMBER.fullmatch, told)) else "t"
