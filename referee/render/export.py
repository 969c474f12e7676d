"""Scores and scoresheets as records: for spreadsheets and for other programs."""

from __future__ import annotations

from typing import TypeAlias

from referee.core.picture import Diagram
from referee.core.roundsheet import Grid, QuickReference, SheetRow
from referee.core.ruling import Ruling
from referee.core.score import PlayerScore, ScoreLine
from referee.core.score_summary import Told, lines_about
from referee.core.sheet_document import Course, Paper, course_of, mark_words, marks_beside
from referee.core.wording import cell_text, ids, mixed, worded
from referee.render.formats import Format, number
from referee.render.grids import draw, json_cell
from referee.render.logs import item_record

Key: TypeAlias = tuple[str, str]
"""A round and a player, as they are written."""


def score_csv(told: Told) -> str:
    """Write one record per line of each player; who has no line has one record without.

    >>> from fractions import Fraction
    >>> from referee.core.rulebook import Edition, Rulebook, RuleRef
    >>> from referee.core.say import Say
    >>> from referee.core.score import Scoresheet, decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)),)
    >>> told = Told(sheet=Scoresheet(scores, decide(scores)), audit=(), game="pebble-fair",
    ...     lines={}, book=Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB",
    ...     players=(2, 4), edition=Edition("Pebble Fair", "en", ""), rules={}))
    >>> print(score_csv(told), end="")
    player,rank,total,line,points,working,rules,confirmed
    Ana,1,12,pebbles,12,4 x 3,PEB-5.1,yes
    """
    columns = ("player", "rank", "total", "line", "points", "working", "rules", "confirmed")
    rows = []
    for score, rank in told.ranked:
        head = (score.player, str(rank), mixed(score.total))
        lines = [
            (worded(each.label), mixed(each.points), worded(each.working), ids(each.rules))
            for each in score.lines
        ]
        confirmed = "yes" if told.is_confirmed else "no"
        rows += [(*head, *line, confirmed) for line in lines or [("", "", "", "")]]
    return draw(columns, rows, Format.CSV)


def score_record(told: Told) -> dict[str, object]:
    """Give other programs all there is, tie-breakers and exact points among it.

    >>> from fractions import Fraction
    >>> from referee.core.rulebook import Edition, Rulebook, RuleRef
    >>> from referee.core.say import Say
    >>> from referee.core.score import Scoresheet, decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)),)
    >>> told = Told(sheet=Scoresheet(scores, decide(scores)), audit=(), game="pebble-fair",
    ...     lines={}, book=Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB",
    ...     players=(2, 4), edition=Edition("Pebble Fair", "en", ""), rules={}))
    >>> score_record(told)["winners"], score_record(told)["ok"]
    (('Ana',), True)
    """
    outcome = told.sheet.outcome
    return {
        "schema": 1,
        "ok": told.is_confirmed,
        "game": told.game,
        "rulebook": {"version": told.book.version, "digest": told.book.digest},
        "scores": [_player_score(score, rank) for score, rank in told.ranked],
        "winners": outcome.winners,
        "outcome": outcome.said,
        "outcome_rules": outcome.rules,
        "audit": [finding_record(each, lines_about(each, told.lines)) for each in told.audit],
    }


def sheet_csv(paper: Paper) -> str:
    """Write one record for each round and player: all that the rows of the round tell of him.

    What the whole table saw has records of its own; there stand the marks of the table, too.

    >>> from referee.core.roundsheet import RoundSheet
    >>> from referee.core.say import Say
    >>> rows = (SheetRow(round=1, what=Say("drew"), cells=(4, None)),
    ...     SheetRow(round=1, what=Say("guessed"), cells=(None, 2)))
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=rows)
    >>> print(sheet_csv(Paper(sheet=sheet, head=(), foot=(), language="en", rules=())), end="")
    round,player,drew,guessed
    1,Ana,4,
    1,Bo,,2
    """
    sheet = paper.sheet
    whats = list(dict.fromkeys(worded(row.what) for row in sheet.rows))
    seen: dict[Key, dict[str, str]] = {}
    for row in sheet.rows:
        for column, cell in zip(sheet.columns, row.cells, strict=True):
            told = seen.setdefault((cell_text(row.round), worded(column)), {})
            told[worded(row.what)] = cell_text(cell)
    beside = {key: "; ".join(said) for key, said in _marks(paper).items()}
    columns = [worded(sheet.counts), "player", *whats, *(["marks"] if beside else [])]
    rows = [
        [*key, *(told.get(what, "") for what in whats), *([beside.get(key, "")] if beside else [])]
        for key, told in {**seen, **{key: {} for key in beside if key not in seen}}.items()
    ]
    return draw(columns, rows, Format.CSV)


def sheet_record(paper: Paper) -> dict[str, object]:
    """Give other programs all that the paper tells, each number as a number.

    >>> from referee.core.roundsheet import RoundSheet
    >>> from referee.core.say import Say
    >>> rows = (SheetRow(round=1, what=Say("drew"), cells=(4,)),)
    >>> sheet = RoundSheet(title=Say("Fair"), counts=Say("round"), seats=("Ana",), rows=rows)
    >>> paper = Paper(sheet=sheet, head=(("game", "fair"),), foot=(), language="en", rules=())
    >>> read = sheet_record(paper)
    >>> read["columns"], read["rows"]
    (('Ana',), [{'round': 1, 'what': 'drew', 'cells': [4], 'marks': []}])
    """
    sheet = paper.sheet
    return {
        "schema": 1,
        "title": sheet.title,
        "head": _named(paper.head),
        "counts": sheet.counts,
        "columns": tuple(map(worded, sheet.columns)),
        "rows": [_row(row, paper) for row in sheet.rows],
        "lines": sheet.lines,
        "pictures": [_picture(picture) for picture in sheet.diagrams],
        "standings": _course(course_of(sheet)),
        "margin": _margin(paper.margin),
        "marks": [
            {"number": mark.number, "kind": mark.kind, "told": mark.told} for mark in paper.marks
        ],
        "score": score_record(paper.told) if paper.told else None,
        "today": score_record(paper.today) if paper.today else None,
        "hidden": paper.hidden,
        "rulings": [item_record(item) for item in paper.rulings],
        "rules": [
            {"id": rule.rule_id, "title": rule.title, "text": rule.text} for rule in paper.rules
        ],
        "foot": _named(paper.foot),
    }


def finding_record(finding: Ruling, lines: list[int]) -> dict[str, object]:
    """Give a finding to other programs.

    >>> from referee.core.ruling import impossible
    >>> finding_record(impossible("The box holds 16."), [7])["lines"]
    [7]
    """
    return {
        "verdict": finding.verdict.value,
        "reason": finding.reason,
        "rules": finding.rules,
        "lines": lines,
    }


def _player_score(score: PlayerScore, rank: int) -> dict[str, object]:
    return {
        "player": score.player,
        "rank": rank,
        "total": number(score.total),
        "exact": score.total,
        "lines": [_score_line(line) for line in score.lines],
        "tie_breakers": [
            {"label": each.label, "value": number(each.value), "rules": each.rules}
            for each in score.tie_breakers
        ],
    }


def _score_line(line: ScoreLine) -> dict[str, object]:
    return {
        "label": line.label,
        "points": number(line.points),
        "exact": line.points,
        "working": line.working,
        "rules": line.rules,
    }


def _named(facts: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in facts]


def _row(row: SheetRow, paper: Paper) -> dict[str, object]:
    return {
        "round": json_cell(row.round),
        "what": worded(row.what),
        "cells": [json_cell(cell) for cell in row.cells],
        "marks": [mark.number for mark in marks_beside(row, paper.marks)],
    }


def _picture(picture: Diagram) -> dict[str, object]:
    return {"title": picture.title, "told": picture.told, "lines": picture.lines}


def _course(course: Course | None) -> dict[str, object] | None:
    if course is None:
        return None
    return {
        "what": course.what,
        "after": [json_cell(moment) for moment in course.moments],
        "players": [
            {"player": seat, "numbers": numbers}
            for seat, numbers in zip(course.seats, course.numbers, strict=True)
        ],
    }


def _margin(margin: QuickReference | None) -> dict[str, object] | None:
    if margin is None:
        return None
    scoring = [
        {"label": line.label, "worth": line.worth, "rules": line.rules} for line in margin.scoring
    ]
    return {"setup": _grid(margin.setup), "scoring": scoring, "asked": margin.rules_asked_most}


def _grid(grid: Grid) -> dict[str, object]:
    return {
        "title": grid.title,
        "columns": grid.columns,
        "rows": [[json_cell(cell) for cell in row] for row in grid.rows],
        "lines": grid.lines,
    }


def _marks(paper: Paper) -> dict[Key, list[str]]:
    """Find the record that takes each mark: that of the whole table in its round."""
    table = "" if paper.sheet.table is None else worded(paper.sheet.table)
    beside: dict[Key, list[str]] = {}
    for mark in paper.marks:
        rounds = (row.round for row in paper.sheet.rows if mark.entry in row.entries)
        key = (cell_text(next(rounds, None)), table)
        beside.setdefault(key, []).append(mark_words(mark))
    return beside
