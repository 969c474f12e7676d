"""What a command does not need is not loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SHOW = """
import sys
from referee.render.formats import Format, Style
from referee.render.scores import render_scores
from referee.render.rulings import render_answer, render_questions
from referee.render.rulebook import GameLine, render_games, render_rule, render_rulebook
from referee.render.sheets import render_sheet
from referee.core.paper.sheet_document import Occasion, Provenance, SheetDocument
from referee.core.paper.sheet_document import LogItem
from referee.render.logs import render_log
from referee.render.diagnostics import render_diagnostics
from referee.core.game import Answer
from referee.core.paper.round_sheet import RoundSheet
from referee.core.rulebook import Edition, Rule, Rulebook
from referee.core.say import Say
from referee.core.scoring.score import PlayerScore, Scoresheet, decide
from referee.core.paper.score_summary import Summary

fmt, style = Format(sys.argv[1]), Style(why=True)
rule = Rule(rule_id="PEB-1.1", title="", text="")
book = Rulebook(game="g", version=1, digest="", prefix="PEB", edition=Edition("", "", ""),
                players=(2, 4), rules={"PEB-1.1": rule})
reply = Answer("answered", Say("yes"), ())
print(render_answer(reply, game="g", question="q", book=book, fmt=fmt, style=style))
print(render_rule(rule, book, fmt, style), render_questions([], "g", fmt))
print(render_diagnostics([], fmt, style))
if len(sys.argv) == 2:
    scores = (PlayerScore("\\u5c0f\\u660e", ()), PlayerScore("Bo", ()))
    sheet = Scoresheet(scores, decide(scores))
    summary = Summary(sheet=sheet, audit=(), game="g", book=book, lines={})
    print(render_scores(summary, fmt, style))
    print(render_rulebook(book, [rule], fmt, style))
    print(render_games([GameLine("a", "b", "c", "d", "e")], fmt))
    sheet = RoundSheet(title=Say("t"), counts=Say("a"), seats=(), rows=())
    made = Provenance(program="1", game="g", rulebook=1, rulebook_digest="")
    document = SheetDocument(sheet=sheet, game="g", title="t", language="",
                             occasion=Occasion(players=2), provenance=made)
    print(render_sheet(document, fmt, style))
    print(render_log([LogItem(number=1, at="", step="", words="", said=Say("x"))], fmt, style))
print(*sorted(sys.modules), file=sys.stderr)
"""
DEAR = {"tabulate", "wcwidth", "jinja2", "markupsafe", "csv", "json", "dataclasses", "logging"}


def loaded_by(*args: str) -> set[str]:
    """List the modules loaded once everything is shown in a format."""
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", SHOW, *args],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return set(run.stderr.split())


@pytest.mark.parametrize("fmt", ["plain", "json", "csv"])
def test_no_grid_is_loaded_without_a_grid(fmt: str) -> None:
    assert loaded_by(fmt) & DEAR == set()


def test_a_dispute_and_a_rule_are_shown_as_table_without_a_grid() -> None:
    assert loaded_by("table", "without grids") & DEAR == set()


def test_a_score_table_is_a_grid_and_measures_no_sign_that_stands_alone() -> None:
    seen = loaded_by("table")
    assert "tabulate" in seen
    assert "wcwidth" not in seen
