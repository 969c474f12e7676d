"""Scores and scoresheets as records: for spreadsheets and for other programs."""

from __future__ import annotations

from typing import TypeAlias

from referee.core.paper.diagram import Diagram
from referee.core.paper.round_sheet import Grid, QuickReference, SheetRow
from referee.core.paper.score_summary import Summary, lines_about
from referee.core.paper.sheet_document import (
    ScoreHistory,
    SheetDocument,
    annotation_text,
    annotations_beside,
    score_history,
)
from referee.core.paper.wording import cell_text, mixed_text, rule_ids, text_of
from referee.core.ruling import Ruling
from referee.core.score import PlayerScore, ScoreLine
from referee.render.formats import Format, json_number
from referee.render.grids import draw, json_cell
from referee.render.logs import item_record

RoundAndPlayer: TypeAlias = tuple[str, str]
"""A round and a player, as they are written."""


def score_csv(summary: Summary) -> str:
    """Write one record per line of each player; who has no line has one record without.

    >>> from fractions import Fraction
    >>> from referee.core.rulebook import Edition, Rulebook, RuleRef
    >>> from referee.core.say import Say
    >>> from referee.core.score import Scoresheet, decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)),)
    >>> summary = Summary(sheet=Scoresheet(scores, decide(scores)), audit=(), game="pebble-fair",
    ...     lines={}, book=Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB",
    ...     players=(2, 4), edition=Edition("Pebble Fair", "en", ""), rules={}))
    >>> print(score_csv(summary), end="")
    player,rank,total,line,points,working,rules,confirmed
    Ana,1,12,pebbles,12,4 x 3,PEB-5.1,yes
    """
    columns = ("player", "rank", "total", "line", "points", "working", "rules", "confirmed")
    rows = []
    for score, rank in summary.ranked:
        head = (score.player, str(rank), mixed_text(score.total))
        lines = [
            (
                text_of(each.label),
                mixed_text(each.points),
                text_of(each.working),
                rule_ids(each.rules),
            )
            for each in score.lines
        ]
        confirmed = "yes" if summary.is_confirmed else "no"
        rows += [(*head, *line, confirmed) for line in lines or [("", "", "", "")]]
    return draw(columns, rows, Format.CSV)


def score_record(summary: Summary) -> dict[str, object]:
    """Give other programs all there is, tie-breakers and exact points among it.

    >>> from fractions import Fraction
    >>> from referee.core.rulebook import Edition, Rulebook, RuleRef
    >>> from referee.core.say import Say
    >>> from referee.core.score import Scoresheet, decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)),)
    >>> summary = Summary(sheet=Scoresheet(scores, decide(scores)), audit=(), game="pebble-fair",
    ...     lines={}, book=Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB",
    ...     players=(2, 4), edition=Edition("Pebble Fair", "en", ""), rules={}))
    >>> score_record(summary)["winners"], score_record(summary)["ok"]
    (('Ana',), True)
    """
    outcome = summary.sheet.outcome
    return {
        "schema": 1,
        "ok": summary.is_confirmed,
        "game": summary.game,
        "rulebook": {"version": summary.book.version, "digest": summary.book.digest},
        "scores": [_player_record(score, rank) for score, rank in summary.ranked],
        "winners": outcome.winners,
        "outcome": outcome.said,
        "outcome_rules": outcome.rules,
        "audit": [finding_record(each, lines_about(each, summary.lines)) for each in summary.audit],
        "not_checked": summary.unchecked,
    }


def sheet_csv(document: SheetDocument) -> str:
    """Write one record for each round and player: all that the rows of the round tell of him.

    What the whole table saw has records of its own; there stand the marks of the table, too.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.say import Say
    >>> rows = (SheetRow(round=1, what=Say("drew"), cells=(4, None)),
    ...     SheetRow(round=1, what=Say("guessed"), cells=(None, 2)))
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=rows)
    >>> document = SheetDocument(sheet=sheet, head=(), foot=(), language="en", rules=())
    >>> print(sheet_csv(document), end="")
    round,player,drew,guessed
    1,Ana,4,
    1,Bo,,2
    """
    sheet = document.sheet
    whats = list(dict.fromkeys(text_of(row.what) for row in sheet.rows))
    seen: dict[RoundAndPlayer, dict[str, str]] = {}
    for row in sheet.rows:
        for column, cell in zip(sheet.columns, row.cells, strict=True):
            told = seen.setdefault((cell_text(row.round), text_of(column)), {})
            told[text_of(row.what)] = cell_text(cell)
    beside = {key: "; ".join(said) for key, said in _annotations(document).items()}
    columns = [text_of(sheet.counts), "player", *whats, *(["marks"] if beside else [])]
    rows = [
        [*key, *(told.get(what, "") for what in whats), *([beside.get(key, "")] if beside else [])]
        for key, told in {**seen, **{key: {} for key in beside if key not in seen}}.items()
    ]
    return draw(columns, rows, Format.CSV)


def sheet_record(document: SheetDocument) -> dict[str, object]:
    """Give other programs all that the sheet tells, each number as a number.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.say import Say
    >>> rows = (SheetRow(round=1, what=Say("drew"), cells=(4,)),)
    >>> sheet = RoundSheet(title=Say("Fair"), counts=Say("round"), seats=("Ana",), rows=rows)
    >>> document = SheetDocument(sheet=sheet, head=(("game", "fair"),), foot=(), language="en",
    ...     rules=())
    >>> read = sheet_record(document)
    >>> read["columns"], read["rows"]
    (('Ana',), [{'round': 1, 'what': 'drew', 'cells': [4], 'marks': []}])
    """
    sheet = document.sheet
    return {
        "schema": 1,
        "title": sheet.title,
        "head": _named(document.head),
        "counts": sheet.counts,
        "columns": tuple(map(text_of, sheet.columns)),
        "rows": [_row(row, document) for row in sheet.rows],
        "lines": sheet.lines,
        "pictures": [_diagram(diagram) for diagram in sheet.diagrams],
        "standings": _history(score_history(sheet)),
        "margin": _reference(document.reference),
        "marks": [
            {"number": annotation.number, "kind": annotation.kind, "told": annotation.text}
            for annotation in document.annotations
        ],
        "score": score_record(document.score) if document.score else None,
        "today": score_record(document.score_today) if document.score_today else None,
        "hidden": document.hidden,
        "rulings": [item_record(item) for item in document.rulings],
        "rules": [
            {"id": rule.rule_id, "title": rule.title, "text": rule.text} for rule in document.rules
        ],
        "foot": _named(document.foot),
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


def _player_record(score: PlayerScore, rank: int) -> dict[str, object]:
    return {
        "player": score.player,
        "rank": rank,
        "total": json_number(score.total),
        "exact": score.total,
        "lines": [_line_record(line) for line in score.lines],
        "tie_breakers": [
            {"label": each.label, "value": json_number(each.value), "rules": each.rules}
            for each in score.tie_breakers
        ],
    }


def _line_record(line: ScoreLine) -> dict[str, object]:
    return {
        "label": line.label,
        "points": json_number(line.points),
        "exact": line.points,
        "working": line.working,
        "rules": line.rules,
    }


def _named(facts: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in facts]


def _row(row: SheetRow, document: SheetDocument) -> dict[str, object]:
    return {
        "round": json_cell(row.round),
        "what": text_of(row.what),
        "cells": [json_cell(cell) for cell in row.cells],
        "marks": [
            annotation.number for annotation in annotations_beside(row, document.annotations)
        ],
    }


def _diagram(diagram: Diagram) -> dict[str, object]:
    return {"title": diagram.title, "told": diagram.told, "lines": diagram.lines}


def _history(history: ScoreHistory | None) -> dict[str, object] | None:
    if history is None:
        return None
    return {
        "what": history.what,
        "after": [json_cell(each) for each in history.rounds],
        "players": [
            {"player": seat, "numbers": numbers}
            for seat, numbers in zip(history.seats, history.numbers, strict=True)
        ],
    }


def _reference(reference: QuickReference | None) -> dict[str, object] | None:
    if reference is None:
        return None
    scoring = [
        {"label": line.label, "worth": line.worth, "rules": line.rules}
        for line in reference.scoring
    ]
    return {
        "setup": _grid(reference.setup),
        "scoring": scoring,
        "asked": reference.rules_asked_most,
    }


def _grid(grid: Grid) -> dict[str, object]:
    return {
        "title": grid.title,
        "columns": grid.columns,
        "rows": [[json_cell(cell) for cell in row] for row in grid.rows],
        "lines": grid.lines,
    }


def _annotations(document: SheetDocument) -> dict[RoundAndPlayer, list[str]]:
    """Find the record that takes each mark: that of the whole table in its round."""
    table = "" if document.sheet.table is None else text_of(document.sheet.table)
    beside: dict[RoundAndPlayer, list[str]] = {}
    for annotation in document.annotations:
        rounds = (row.round for row in document.sheet.rows if annotation.entry in row.entries)
        key = (cell_text(next(rounds, None)), table)
        beside.setdefault(key, []).append(annotation_text(annotation))
    return beside
