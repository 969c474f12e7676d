from __future__ import annotations

import csv
import io
from typing import Any

from msgspec import json
from msgspec.structs import replace

from referee.core.paper.diagram import Box, Diagram
from referee.core.paper.round_sheet import Grid, QuickReference, RoundSheet, ScoringEntry, SheetRow
from referee.core.paper.sheet_document import Annotation, LogItem, SheetDocument, score_history
from referee.core.rulebook import Rule, RuleRef
from referee.core.ruling import Verdict
from referee.core.say import Say
from referee.render.formats import Format, Style
from referee.render.sheets import render_sheet
from tests.render.pebbles import HARD_NAMES, cells

ROWS = (
    SheetRow(round=1, what=Say("drew"), cells=(Say("{n} plain", n=2), 3, None), entries=(0, 1)),
    SheetRow(round=1, what=Say("has"), cells=(2, 3, None), is_standing=True),
    SheetRow(round=2, what=Say("drew"), cells=(None, "none", Say("rain")), entries=(2,)),
    SheetRow(round=2, what=Say("has"), cells=(2, None, None), is_standing=True),
)
SHEET = RoundSheet(
    title=Say("Pebble Fair, {n} players", n=2),
    counts=Say("round"),
    seats=("小明", "a|b"),
    table=Say("fair"),
    rows=ROWS,
    lines=(Say("Each takes {n}.", n=4),),
)
RULE = Rule(rule_id="PEB-1.1", title="The box", text="It holds 28 pebbles.")
MARKS = (
    Annotation(2, Say("overruled"), "we agreed", 1),
    Annotation(4, Say("struck"), "7", 2),
    Annotation(5, Say("note"), "=rain\x1b", 2),
)
FILLED = SheetDocument(
    sheet=SHEET,
    head=(("game", "pebble-fair"), ("played", "b\x1by Zoë")),
    foot=(("digest", "0123456789abcdef"),),
    language="en",
    rules=(RULE,),
    annotations=MARKS,
    rulings=(
        LogItem(
            number=2,
            at="20:15",
            step="fair.take",
            words="4",
            said=Say("{who} has drawn already.", who="小明"),
            verdict=Verdict.FORBIDDEN,
            rules=(RuleRef("PEB-1.1"),),
            overrule_reason="we agreed",
        ),
    ),
    hidden=Say("小明's basket is closed."),
)
BLANK = SheetDocument(
    sheet=replace(
        SHEET, rows=(SheetRow(round=1, what=Say("drew"), cells=(None, None, None)),), lines=()
    ),
    head=(),
    foot=(),
    language="en",
    rules=(RULE,),
    reference=QuickReference(
        setup=Grid(Say("Setup"), (Say("players"), Say("baskets")), ((2, 4), (3, 5)), (Say("Go!"),)),
        scoring=(ScoringEntry(Say("pebbles"), Say("{n} each", n=3), (RuleRef("PEB-1.1"),)),),
        rules_asked_most=(RuleRef("PEB-1.1"),),
    ),
)
WHY, SHORT = Style(why=True), Style()


def told(paper: SheetDocument, fmt: Format = Format.TABLE, style: Style = WHY) -> str:
    return render_sheet(paper, fmt, style)


def read(paper: SheetDocument) -> Any:
    return json.decode(told(paper, Format.JSON))


def test_a_filled_sheet_tells_all_from_head_to_foot() -> None:
    assert told(FILLED) == (
        "Pebble Fair, 2 players\n"
        "\n"
        "game: pebble-fair\n"
        "played: b\\x1by Zoë\n"
        "\n"
        "round  what  小明     a|b   fair  marks\n"
        "-----  ----  -------  ----  ----  ----------------\n"
        "    1  drew  2 plain  3           overruled 2\n"
        "    1  has   2        3\n"
        "    2  drew           none  rain  struck 4, note 5\n"
        "    2  has   2\n"
        "\n"
        "Marks of the table\n"
        "  overruled 2: we agreed\n"
        "  struck 4: 7\n"
        "  note 5: =rain\\x1b\n"
        "\n"
        "Each takes 4.\n"
        "\n"
        "There is no score yet. 小明's basket is closed.\n"
        "\n"
        "Rulings that were given\n"
        "  2, “4”: Forbidden: 小明 has drawn already. (PEB-1.1; overruled: we agreed)\n"
        "\n"
        "Rules\n"
        "  PEB-1.1 The box: It holds 28 pebbles.\n"
        "\n"
        "digest: 0123456789abcdef\n"
    )


def test_in_the_middle_of_a_game_the_sheet_is_short() -> None:
    shown = told(FILLED, style=SHORT)
    assert "Rules" not in shown
    assert "Rulings" not in shown
    assert "overruled 2: we agreed" in shown


def test_without_marks_there_is_no_column_for_them() -> None:
    assert "marks" not in told(replace(FILLED, annotations=()), style=SHORT)
    assert "marks" not in told(replace(FILLED, annotations=()), Format.CSV)


def test_a_mark_that_no_row_takes_is_not_lost() -> None:
    lost = replace(FILLED, annotations=(Annotation(9, Say("note"), "late", 7),))
    assert "note 9: late\n" in told(lost)
    assert ["", "fair", "", "", "note 9: late"] in rows_of(lost)
    assert read(lost)["marks"] == [{"number": 9, "kind": "note", "told": "late"}]


def test_a_mark_without_words_is_its_name() -> None:
    assert "\n  paused 9\n" in told(
        replace(FILLED, annotations=(Annotation(9, Say("paused"), "", 0),))
    )


def test_a_blank_form_has_boxes_to_write_in_and_the_tables_beside() -> None:
    shown = told(BLANK)
    drawn = shown.split("\n\n")[1].splitlines()
    assert drawn[0] == "+-------+------+----------+----------+----------+"
    assert drawn[3] == "|     1 | drew |          |          |          |"
    assert len({cells(row) for row in drawn}) == 1
    assert "| pebbles     | 3 each | PEB-1.1 |          |          |" in shown
    assert "| total       |        |         |          |          |" in shown
    assert "Setup\n\nplayers  baskets\n-------  -------\n      2        4\n" in shown
    assert "\nGo!\n" in shown
    assert shown.endswith("\nAsked most\n  PEB-1.1 The box: It holds 28 pebbles.\n")


def test_a_box_left_free_is_empty_or_null_elsewhere() -> None:
    assert told(BLANK, Format.CSV) == "round,player,drew\n1,小明,\n1,a|b,\n1,fair,\n"
    assert read(BLANK)["rows"] == [
        {"round": 1, "what": "drew", "cells": [None, None, None], "marks": []}
    ]
    assert "\nround: 1; what: drew\n" in told(BLANK, Format.PLAIN)
    assert "\nfinal score: pebbles; worth: 3 each; rules: PEB-1.1\n" in told(BLANK, Format.PLAIN)


def test_json_tells_what_the_paper_tells() -> None:
    got = read(FILLED)
    assert got["head"] == [
        {"name": "game", "value": "pebble-fair"},
        {"name": "played", "value": "b\x1by Zoë"},
    ]
    assert (got["counts"], got["columns"]) == ("round", ["小明", "a|b", "fair"])
    assert got["rows"][0] == {
        "round": 1, "what": "drew", "cells": ["2 plain", 3, None], "marks": [2],
    }  # fmt: skip
    assert got["standings"] == {
        "what": "has",
        "after": [1, 2],
        "players": [
            {"player": "小明", "numbers": [2, 2]},
            {"player": "a|b", "numbers": [3, None]},
        ],
    }
    assert [mark["number"] for mark in got["marks"]] == [2, 4, 5]
    assert got["rulings"][0]["verdict"] == "forbidden"
    assert got["rules"] == [{"id": "PEB-1.1", "title": "The box", "text": "It holds 28 pebbles."}]
    assert got["score"] is None
    assert got["hidden"] == "小明's basket is closed."
    blank = read(BLANK)
    assert blank["margin"]["setup"]["rows"] == [[2, 4], [3, 5]]
    assert blank["margin"]["asked"] == ["PEB-1.1"]
    assert blank["standings"] is None


def test_csv_has_a_record_for_each_round_and_player() -> None:
    assert rows_of(FILLED) == [
        ["round", "player", "drew", "has", "marks"],
        ["1", "小明", "2 plain", "2", ""],
        ["1", "a|b", "3", "3", ""],
        ["1", "fair", "", "", "overruled 2: we agreed"],
        ["2", "小明", "", "2", ""],
        ["2", "a|b", "none", "", ""],
        ["2", "fair", "rain", "", "struck 4: 7; note 5: =rain\\x1b"],
    ]


def test_a_formula_stays_text_in_a_spreadsheet() -> None:
    names = ("=1+1", "@x")
    rows = (SheetRow(round=1, what=Say("-drew"), cells=("+4", "＝A1")),)
    sheet = RoundSheet(title=Say("t"), counts=Say("round"), seats=names, rows=rows)
    got = rows_of(replace(BLANK, sheet=sheet))
    assert got == [
        ["round", "player", "'-drew"],
        ["1", "'=1+1", "'+4"],
        ["1", "'@x", "'＝A1"],
    ]


def test_plain_reads_out_row_by_row() -> None:
    shown = told(FILLED, Format.PLAIN).splitlines()
    assert "round: 1; what: drew; 小明: 2 plain; a|b: 3; marks: overruled 2" in shown


def test_a_picture_is_drawn_in_letters_and_told_to_who_cannot_see_it() -> None:
    picture = Diagram(
        title=Say("The fair"),
        told=Say("One stall."),
        size=(1, 1),
        drawn=(Box((0, 0)),),
        lines=(Say("+-+"), Say("| |")),
    )
    paper = replace(FILLED, sheet=replace(SHEET, diagrams=(picture,)))
    assert "\n\nThe fair\n\n+-+\n| |\n\n" in told(paper)
    assert "### The fair\n\n```text\n+-+\n| |\n```\n" in told(paper, Format.MARKDOWN)
    assert "\n\nOne stall.\n\n" in told(paper, Format.PLAIN)
    assert read(paper)["pictures"] == [
        {"title": "The fair", "told": "One stall.", "lines": ["+-+", "| |"]}
    ]


def test_what_is_wider_than_the_page_is_folded_in_its_column() -> None:
    long = SheetRow(round=1, what=Say("drew"), cells=("pebble " * 30, "x" * 90, "小明" * 30))
    paper = replace(BLANK, reference=None, sheet=replace(SHEET, rows=(long,)))
    for within in (60, 80, 100):
        shown = told(paper, style=Style(why=True, width=within))
        assert max(cells(line) for line in shown.splitlines()) <= within
        assert shown.count("pebble ") + shown.count("pebble\n") >= 20
    assert 80 < max(cells(line) for line in told(paper).splitlines()) <= 100
    assert "x" * 90 in told(paper, Format.MARKDOWN)


def test_where_nobody_stands_anywhere_there_is_no_course() -> None:
    assert score_history(replace(SHEET, rows=ROWS[:2])) is None
    course = score_history(SHEET)
    assert course is not None
    assert course.numbers == ((2, 2), (3, None))


def test_columns_line_up_whatever_the_names() -> None:
    rows = tuple(
        SheetRow(round=n, what=Say("drew"), cells=tuple(f"{n} mud" for _ in HARD_NAMES))
        for n in range(3)
    )
    sheet = RoundSheet(title=Say("t"), counts=Say("round"), seats=HARD_NAMES, rows=rows)
    paper = replace(FILLED, sheet=sheet, head=(), annotations=())
    for fmt in (Format.TABLE, Format.MARKDOWN):
        drawn = told(paper, fmt, Style(width=400)).split("\n\n")[1].splitlines()
        # Where nothing is drawn on the right, the last cell may be shorter than its column.
        assert len({cells(row.removesuffix("|").rstrip()) for row in drawn[2:]}) == 1
        assert {row.find("1 mud") >= 0 for row in drawn} == {True, False}


def rows_of(paper: SheetDocument) -> list[list[str]]:
    return list(csv.reader(io.StringIO(told(paper, Format.CSV))))
