"""All that a page shows, drawn up before a template lays it out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from msgspec import Struct

from referee.core.roundsheet import Cell, Grid, QuickReference, ScoringEntry, SheetRow
from referee.core.rulebook import Rule
from referee.core.say import Say
from referee.core.sheet_document import Course, Paper, course_of
from referee.core.wording import constant_words, visible, worded
from referee.html.chart import Chart, Stretch, chart_of, stretches
from referee.html.diagrams import Drawing, drawings_of
from referee.html.finals import Final as FinalScore
from referee.html.finals import final_of
from referee.html.layout import Layout, column_widths, layout_of

_NUMBER: Final = re.compile(r"-?[0-9]+(?: [0-9]+/[0-9]+|/[0-9]+)?")


class Beside(Struct, frozen=True, kw_only=True):
    """What is printed beside a form; ``own`` is the row of the setup that is this table's."""

    setup: Grid
    own: int | None
    scoring: tuple[ScoringEntry, ...]
    asked: tuple[Rule, ...]


class Contents(Struct, frozen=True, kw_only=True):
    """What a page shows, part by part; ``sides`` align the columns of the sheet."""

    layout: Layout
    widths: tuple[float, ...]
    sides: tuple[str, ...]
    rounds: tuple[tuple[SheetRow, ...], ...]
    beside: Beside | None
    others: tuple[Rule, ...]
    course: Course | None
    curves: Chart | None
    stretches: tuple[Stretch, ...]
    drawings: tuple[Drawing, ...]
    final_score: FinalScore | None
    final_today: FinalScore | None


def contents_of(paper: Paper) -> Contents:
    """Draw up all parts of a page.

    >>> from referee.core.roundsheet import RoundSheet
    >>> row = SheetRow(round=1, what=Say("coins"), cells=(4,))
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana",), rows=(row, row))
    >>> contents = contents_of(Paper(sheet=sheet, head=(), foot=(), language="", rules=()))
    >>> contents.sides, [len(each) for each in contents.rounds]
    (('n',), [2])
    """
    layout = layout_of(paper)
    form = beside(paper, paper.margin) if paper.margin else None
    course = None if form else course_of(paper.sheet)
    asked = form.asked if form else ()
    return Contents(
        layout=layout,
        widths=tuple(column_widths(paper, layout)),
        sides=tuple(map(_side, _columns(paper))),
        rounds=tuple(tuple(rows) for _, rows in groupby(paper.sheet.rows, lambda row: row.round)),
        beside=form,
        others=tuple(rule for rule in paper.rules if rule not in asked),
        course=course,
        curves=chart_of(course, layout.width) if course else None,
        stretches=tuple(stretches(course, layout.width)) if course else (),
        drawings=drawings_of(paper.sheet.diagrams, layout.width),
        final_score=final_of(paper.told) if paper.told else None,
        final_today=final_of(paper.today) if paper.today else None,
    )


def beside(paper: Paper, margin: QuickReference) -> Beside:
    """Draw up the margin of a form.

    >>> from referee.core.roundsheet import RoundSheet
    >>> from referee.core.say import Say
    >>> setup = Grid(Say("Setup"), (Say("players"), Say("pebbles")), ((2, 20), (3, 28)))
    >>> margin = QuickReference(setup=setup, scoring=(), rules_asked_most=())
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=())
    >>> paper = Paper(sheet=sheet, head=(), foot=(), language="", rules=(), margin=margin)
    >>> beside(paper, margin).own
    0
    """
    counts = [str(row[0]) for row in margin.setup.rows]
    sitting = str(len(paper.sheet.seats) if paper.sitting is None else paper.sitting)
    rules = {rule.rule_id: rule for rule in paper.rules}
    return Beside(
        setup=margin.setup,
        own=counts.index(sitting) if sitting in counts else None,
        scoring=margin.scoring,
        asked=tuple(rules[str(ref)] for ref in margin.rules_asked_most if str(ref) in rules),
    )


def numbers_of(rule: Rule) -> Say | None:
    """Tell the numbers of a rule by their names; None where it has none.

    >>> print(numbers_of(Rule(rule_id="PEB-3.2", title="", text="", constants={"bust_at": 2})))
    bust at: 2
    """
    numbers = tuple(
        str(Say("{name}: {value}", name=name.replace("_", " "), value=constant_words(value)))
        for name, value in rule.constants.items()
    )
    return Say("{numbers}", numbers="; ".join(numbers)) if numbers else None


def told_of(course: Course, counts: Say) -> Say:
    """Tell what a chart shows to those who cannot see it.

    >>> print(told_of(Course(Say("coins"), ("Ana",), (1, 2), ((3, 4),)), Say("round")))
    A line for each player, from round 1 to round 2. At the end Ana 4. The numbers stand below.
    """
    ends = tuple(
        str(Say("{name} {n}", name=name, n=known[-1]))
        for name, numbers in zip(course.seats, course.numbers, strict=True)
        for known in [[n for n in numbers if n is not None]]
        if known
    )
    return Say(
        "A line for each player, from {counts} {first} to {counts} {last}. At the end {ends}."
        " The numbers stand below.",
        counts=counts,
        first=course.moments[0],
        last=course.moments[-1],
        ends=ends,
    )


def _columns(paper: Paper) -> Iterable[Iterable[Cell]]:
    rows = [row.cells for row in paper.sheet.rows]
    return zip(*rows, strict=True) if rows else [()] * len(paper.sheet.columns)


def _side(cells: Iterable[Cell]) -> str:
    """Put a column to the right if all that stands in it are numbers."""
    told = [worded(c) if isinstance(c, Say) else visible(str(c)) for c in cells if c is not None]
    return "n" if told and all(map(_NUMBER.fullmatch, told)) else "t"
