"""Scores and scoresheets as records: for spreadsheets and for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from referee.core.paper import pad as pads
from referee.core.paper.drawing import Chart
from referee.core.paper.round_sheet import RoundSheet, SheetRow
from referee.core.paper.score_summary import Summary, lines_about, place_of, row_order
from referee.core.paper.sheet_document import Provenance, SheetDocument
from referee.core.paper.wording import cell_text, decimal_text, rule_cell, text_of
from referee.core.rulebook import Rulebook
from referee.core.ruling import Change, FieldPath, Ruling
from referee.core.say import in_plain_english
from referee.core.scoring.score import PlayerScore, ScoreLine
from referee.render.formats import Format, basis_record, fields_of, json_number
from referee.render.grids import draw, json_cell


def score_csv(summary: Summary) -> str:
    """Write one record per line of each player; a player without lines has one record, too."""
    columns = ("player", "rank", "total", "line", "points", "exact", "working", "rules")
    rows = []
    for score, rank in summary.ranked:
        head = (score.player, str(rank or ""), decimal_text(score.total))
        lines = [
            (
                *(text_of(each.label), decimal_text(each.points), str(each.points)),
                *(text_of(each.working), rule_cell(each.rules)),
            )
            for each in score.lines
        ]
        confirmed = "yes" if summary.is_confirmed else "no"
        rows += [(*head, *line, confirmed) for line in lines or [("",) * 5]]
    return draw((*columns, "confirmed"), rows, Format.CSV)


def score_record(summary: Summary) -> dict[str, object]:
    """Return the whole score for other programs, with tie-breakers and exact points."""
    outcome = summary.sheet.outcome
    return {
        "schema": 1,
        "ok": summary.is_confirmed,
        "game": summary.game,
        "rulebook": fields_of(summary.book, "version", "digest"),
        "row_order": [text_of(row) for row in summary.sheet.rows]
        or list(dict.fromkeys(text_of(label) for label, _ in row_order(summary.sheet.scores))),
        "scores": [_player_record(score, rank, summary) for score, rank in summary.ranked],
        "winners": outcome.winners,
        "outcome": outcome.said,
        "outcome_rules": outcome.rules,
        "audit": [
            finding_record(each, summary.lines, summary.entries, summary.book)
            for each in summary.audit
        ],
        "not_checked": summary.unchecked,
    }


def sheet_csv(document: SheetDocument) -> str:
    """Write one record per entry of a player and round, then lines of the score, total and rank.

    It begins with a byte order mark, by which spreadsheets recognize UTF-8. ``place`` is where the
    game was played; ``exact`` has fractions where ``value`` is rounded.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.paper.sheet_document import Occasion, Provenance
    >>> from referee.core.say import Say, in_plain_english
    >>> rows = (SheetRow(round=1, what=Say("drew"), cells=(4, Say("mud"))),)
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=rows)
    >>> made = Provenance(program="1", game="fair", rulebook=1, rulebook_digest="")
    >>> document = SheetDocument(sheet=sheet, game="fair", title="Fair", provenance=made,
    ...     occasion=Occasion(players=2), language="en")
    >>> print(sheet_csv(document).lstrip("\N{ZERO WIDTH NO-BREAK SPACE}"), end="")
    game,date,place,round,player,what,value,exact
    fair,,,1,Ana,drew,4,4
    fair,,,1,Bo,drew,mud,
    """
    columns = ("game", "date", "place", "round", "player", "what", "value", "exact")
    head = (document.game, document.occasion.date, document.occasion.place)
    rows = [(*head, *record) for record in _records(document)]
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + draw(columns, rows, Format.CSV)


def _records(document: SheetDocument) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield round, player, what, value and exact value, round by round and seat by seat."""
    sheet = document.sheet
    for number, own in groupby(sheet.rows if sheet else (), lambda row: row.round):
        lines = list(own)
        for n, seat in enumerate(sheet.seats if sheet else ()):
            for line in lines:
                cell = line.cells[n]
                if cell is not None:
                    value = cell_text(cell)
                    exact = value if isinstance(cell, int) else ""
                    yield cell_text(number), seat, in_plain_english(line.what), value, exact
    for score, rank in document.score.ranked if document.score else ():
        parts = [(in_plain_english(line.label), line.points) for line in score.lines]
        ranked = (("rank", Fraction(rank)),) if rank else ()
        for what, points in (*parts, ("total", score.total), *ranked):
            yield "", score.player, what, decimal_text(points), str(points)


def sheet_record(document: SheetDocument) -> dict[str, object]:
    """Return everything on the sheet for other programs, numbers as numbers.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.paper.sheet_document import Occasion, Provenance
    >>> from referee.core.say import Say, in_plain_english
    >>> rows = (SheetRow(round=1, what=Say("drew"), cells=(4,), line="drew"),)
    >>> sheet = RoundSheet(title=Say("Fair"), counts=Say("round"), seats=("Ana",), rows=rows)
    >>> made = Provenance(program="1", game="fair", rulebook=1, rulebook_digest="")
    >>> document = SheetDocument(sheet=sheet, game="fair", title="Fair", provenance=made,
    ...     occasion=Occasion(players=1), language="en")
    >>> sheet_record(document)["rows"]
    [{'round': 1, 'line': 'drew', 'what': 'drew', 'cells': [4]}]
    """
    sheet, occasion = document.sheet, document.occasion
    diagrams = sheet.diagrams if sheet else ()
    return {
        "schema": 1,
        **fields_of(document, "game", "title"),
        "date": occasion.date or None,
        "begun": occasion.begun or None,
        "ended": occasion.ended or None,
        "place": occasion.place or None,
        "noted": occasion.noted,
        "players": document.seats,
        "former": occasion.former,
        "row_order": tuple(map(text_of, document.row_order)),
        "score": score_record(document.score) if document.score else None,
        "today": score_record(document.score_today) if document.score_today else None,
        "hidden": document.hidden,
        "counts": sheet.counts if sheet else None,
        "columns": tuple(map(text_of, sheet.columns)) if sheet else (),
        "rounds": _short(sheet) if sheet else [],
        "rows": [_row(row) for row in sheet.rows] if sheet else [],
        "notes": sheet.lines if sheet else (),
        "chart": _chart(sheet.chart) if sheet and sheet.chart else None,
        "pictures": [fields_of(d, "title", "told", "lines") for d in diagrams],
        "decided": [fields_of(each, "when", "said", "rules") for each in document.decided],
        "unchecked": document.unchecked,
        "rules": [
            {"id": rule.rule_id, **fields_of(rule, "title", "text")} for rule in document.rules
        ],
        "pad": [_part(part) for part in document.pad.parts] if document.pad else None,
        "code": document.code.text if document.code else None,
        "evening": document.code.evening if document.code else None,
        "provenance": _provenance(document.provenance),
    }


def finding_record(
    finding: Ruling,
    lines: Mapping[FieldPath, int],
    entries: Mapping[FieldPath, int],
    book: Rulebook | None,
) -> dict[str, object]:
    """Return a finding for other programs, with lines of its file or entries of its session.

    >>> from referee.core.ruling import impossible
    >>> found = impossible("The box holds 16.").concerning([("holdings", "Ana", "gold")])
    >>> finding_record(found, {("holdings", "Ana"): 7}, {}, None)["lines"]
    [7]
    """
    return {
        "verdict": finding.verdict.value,
        **fields_of(finding, "reason", "rules"),
        "basis": basis_record(finding.rules, book) if book else [],
        "lines": lines_about(finding, lines),
        "corrections": [
            {"changes": [_change_record(each, lines, entries) for each in correction.changes]}
            for correction in finding.corrections
        ],
        "tried_all": finding.tried_all,
    }


def _change_record(
    change: Change, lines: Mapping[FieldPath, int], entries: Mapping[FieldPath, int]
) -> dict[str, object]:
    line, entry = place_of(change.path, lines), place_of(change.path, entries)
    where = {"line": line, "entry": entry}
    known = {name: number for name, number in where.items() if number is not None}
    return {"path": change.path, **known, **fields_of(change, "told", "instead")}


def _player_record(score: PlayerScore, rank: int | None, summary: Summary) -> dict[str, object]:
    return {
        "player": score.player,
        "rank": rank,
        "total": json_number(score.total),
        "exact": score.total,
        "lines": [_line_record(score.player, line, summary) for line in score.lines],
        "tie_breakers": [
            {"label": each.label, "value": json_number(each.value), "rules": each.rules}
            for each in score.tie_breakers
        ],
    }


def _line_record(player: str, line: ScoreLine, summary: Summary) -> dict[str, object]:
    has_entries = summary.behind is not None
    return {
        "label": line.label,
        "points": json_number(line.points),
        "exact": line.points,
        **fields_of(line, "working", "rules"),
        **({"entries": summary.entries_behind(player, line.label)} if has_entries else {}),
    }


def _provenance(made: Provenance) -> dict[str, object]:
    entries = {name: getattr(made, name) for name in made.__struct_fields__}
    del entries["evening"]  # it names the record beside its code
    if not made.package:
        del entries["package"]
    return {**entries, "house_rules": dict(made.house_rules)}


def _row(row: SheetRow) -> dict[str, object]:
    return {
        "round": json_cell(row.round),
        "line": row.line,
        "what": text_of(row.what),
        "cells": [json_cell(cell) for cell in row.cells],
    }


def _short(sheet: RoundSheet) -> list[dict[str, object]]:
    short = sheet.in_short
    return [
        {
            "round": json_cell(row.round),
            "players": dict(zip(sheet.seats, map(json_cell, row.cells), strict=True)),
            "table": {
                text_of(name): json_cell(cell)
                for name, cell in zip(
                    (*short.before, *short.after), (*row.before, *row.after), strict=True
                )
            },
        }
        for row in short.rows
    ]


def _chart(chart: Chart) -> dict[str, object]:
    return {
        **fields_of(chart, "title", "told"),
        "rounds": [json_cell(each) for each in chart.rounds],
        "players": [
            {"player": seat, "numbers": [n if n is None else json_number(n) for n in numbers]}
            for seat, numbers in zip(chart.seats, chart.numbers, strict=True)
        ],
        "marks": [
            {"player": mark.seat, "round": json_cell(chart.rounds[mark.round]), "mark": mark.shape}
            for mark in chart.marks
        ],
        "signs": [{"mark": shape, "means": means} for shape, means in chart.signs],
    }


def _part(part: pads.PadPart) -> dict[str, object]:
    match part:
        case pads.BlankLine(parts):
            return {"fill_in": [_to_fill(each) for each in parts]}
        case pads.Boxes():
            labels = [json_cell(label) for label in part.labels]
            return {"boxes": labels, "title": part.title, "note": part.note}
        case pads.PadTable():
            rows = [
                {**fields_of(row, "label", "small"), "cells": [*map(json_cell, row.cells)]}
                for row in part.rows
            ]
            columns = (part.corner, *part.columns)
            return {"title": part.title, "columns": columns, "rows": rows}
        case pads.Footnote(lines):
            return {"lines": lines}
    raise AssertionError(part)


def _to_fill(part: pads.BlankCell | pads.Checkbox) -> dict[str, object]:
    choices = part.choices if isinstance(part, pads.Checkbox) else ()
    return {"label": part.label, "choices": choices}
