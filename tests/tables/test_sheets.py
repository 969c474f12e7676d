from __future__ import annotations

import csv
import io

from msgspec import json

from referee.core.roundsheet import Roundsheet, SheetRow
from referee.core.say import Say
from referee.tables.formats import Format
from referee.tables.sheets import show_sheet
from tests.tables.pebbles import HARD_NAMES, cells

SHEET = Roundsheet(
    Say("Pebble Fair, {n} players", n=2),
    (Say("round"), Say("{who}", who="小明"), Say("{who}", who="a|b")),
    (
        SheetRow((1, Say("{n} plain", n=2), 3), (0, 1)),
        SheetRow((2, None, "none"), (2,)),
    ),
    (Say("Each takes {n}.", n=4),),
)
BLANK = Roundsheet(SHEET.title, SHEET.columns, (SheetRow((1, None, None)),), SHEET.lines)
HEAD = (("game", "pebble-fair"), ("played", "b\x1by Zoë"))
MARKS = {1: ["overruled: we agreed"], 2: ["struck", "note: =rain"]}


def test_a_sheet_shows_its_rows_between_head_and_foot() -> None:
    assert show_sheet(SHEET, Format.TABLE, head=HEAD, foot=["Kept in a.jsonl."]) == (
        "Pebble Fair, 2 players\n"
        "\n"
        "game: pebble-fair\n"
        "played: b\\x1by Zoë\n"
        "\n"
        "round  小明     a|b\n"
        "-----  -------  ----\n"
        "    1  2 plain  3\n"
        "    2           none\n"
        "\n"
        "Each takes 4.\n"
        "Kept in a.jsonl.\n"
    )


def test_marks_hang_on_the_rows_of_their_entries() -> None:
    rows = show_sheet(SHEET, Format.TABLE, marks=MARKS).splitlines()
    assert rows[2].endswith("a|b   marks")
    assert rows[4].endswith("3     overruled: we agreed")
    assert rows[5].endswith("none  struck; note: =rain")


def test_without_marks_there_is_no_column_for_them() -> None:
    assert "marks" not in show_sheet(SHEET, Format.TABLE, marks={0: []})


def test_a_mark_that_no_row_takes_is_not_lost() -> None:
    shown = show_sheet(SHEET, Format.TABLE, marks={7: ["note: late"]}, foot=["End."])
    assert shown.endswith("Each takes 4.\nnote: late\nEnd.\n")
    read = json.decode(show_sheet(SHEET, Format.JSON, marks={7: ["note: late"]}, foot=["End."]))
    assert read["foot"] == ["note: late", "End."]


def test_a_blank_form_has_boxes_to_write_in() -> None:
    drawn = show_sheet(BLANK, Format.TABLE).split("\n\n")[1].splitlines()
    assert drawn[0] == "+-------+----------+----------+"
    assert drawn[3] == "|     1 |          |          |"
    assert len({cells(row) for row in drawn}) == 1


def test_a_box_left_free_is_empty_or_null_elsewhere() -> None:
    assert show_sheet(BLANK, Format.CSV) == "round,小明,a|b\n1,,\n"
    assert json.decode(show_sheet(BLANK, Format.JSON))["rows"] == [[1, None, None]]
    assert "\nround: 1\n" in show_sheet(BLANK, Format.PLAIN)


def test_json_has_columns_rows_lines_head_and_marks() -> None:
    read = json.decode(show_sheet(SHEET, Format.JSON, head=HEAD, marks=MARKS))
    assert read == {
        "schema": 1,
        "title": "Pebble Fair, 2 players",
        "head": [
            {"name": "game", "value": "pebble-fair"},
            {"name": "played", "value": "b\x1by Zoë"},
        ],
        "columns": ["round", "小明", "a|b"],
        "rows": [[1, "2 plain", 3], [2, None, "none"]],
        "marks": [["overruled: we agreed"], ["struck", "note: =rain"]],
        "lines": ["Each takes 4."],
        "foot": [],
    }


def test_csv_is_the_rows_alone() -> None:
    shown = show_sheet(SHEET, Format.CSV, head=HEAD, marks=MARKS, foot=["x"])
    assert list(csv.reader(io.StringIO(shown))) == [
        ["round", "小明", "a|b", "marks"],
        ["1", "2 plain", "3", "overruled: we agreed"],
        ["2", "", "none", "struck; note: =rain"],
    ]


def test_plain_reads_out_row_by_row() -> None:
    shown = show_sheet(SHEET, Format.PLAIN, marks=MARKS).splitlines()
    assert "round: 1; 小明: 2 plain; a|b: 3; marks: overruled: we agreed" in shown


def test_columns_line_up_whatever_the_names() -> None:
    columns = (Say("round"), *(Say("{who}", who=who) for who in HARD_NAMES))
    rows = tuple(SheetRow((n, *(f"{n} mud" for _ in HARD_NAMES)), (n,)) for n in range(3))
    for fmt in (Format.TABLE, Format.MARKDOWN):
        drawn = show_sheet(Roundsheet(Say("t"), columns, rows), fmt).split("\n\n")[1].splitlines()
        # Where nothing is drawn on the right, the last cell may be shorter than its column.
        assert len({cells(row.removesuffix("|").rstrip()) for row in drawn[2:]}) == 1
        assert {row.find("1 mud") >= 0 for row in drawn} == {True, False}
