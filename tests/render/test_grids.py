from __future__ import annotations

import csv
import io

import pytest
from msgspec import json

from referee.core.paper.round_sheet import CardGrid
from referee.core.paper.wording import escaped
from referee.core.say import Say
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw, render_grid
from tests.render.pebbles import HARD_NAMES, cells, cut, read_csv

ROWS = [[name, str(n), "x"] for n, name in enumerate(HARD_NAMES)]


def test_columns_line_up_whatever_the_names() -> None:
    heading, dashes, *rows = draw(["who", "points", "end"], ROWS, Format.TABLE).splitlines()
    assert len(rows) == len(HARD_NAMES)
    first, second, _ = dashes.split("  ")
    start = len(first) + 2
    end = start + len(second)
    assert heading[start:end] == "points"
    for n, row in enumerate(rows):
        assert cut(row, start, end) == str(n).rjust(end - start)
        assert cells(row) == len(dashes) - len("end") + 1
        assert row.startswith(escaped(HARD_NAMES[n]))


def test_headings_line_up_whatever_the_names() -> None:
    counts = [str(n * 1000) for n in range(len(HARD_NAMES))]
    heading, dashes, row = draw(HARD_NAMES, [counts], Format.TABLE).splitlines()
    assert cells(heading) == cells(dashes) == cells(row)
    at = 0
    for name, count, dash in zip(HARD_NAMES, counts, dashes.split("  "), strict=True):
        assert cut(heading, at, at + len(dash)).strip() == escaped(name)
        assert cut(row, at, at + len(dash)).strip() == count
        at += len(dash) + 2


def test_markdown_columns_line_up_and_keep_their_number() -> None:
    rows = draw(["who", "points", "end"], ROWS, Format.MARKDOWN).splitlines()
    assert len({cells(row) for row in rows}) == 1
    for row in rows:
        assert len([n for n, sign in enumerate(row) if sign == "|" and row[n - 1] != "\\"]) == 4


def test_a_name_cannot_break_a_markdown_table() -> None:
    drawn = draw(["who"], [["a|b"], ["a\\|b"], ["a\nb"], ["<b>"]], Format.MARKDOWN)
    assert [row.strip("| ") for row in drawn.splitlines()[2:]] == [
        r"a\|b",
        r"a\\\|b",
        r"a\\nb",
        r"\<b>",
    ]


@pytest.mark.parametrize("cell", ["007", "1e5", "0x10", "1_000", "nan", "1.50", "+3", "-0"])
def test_a_cell_stays_as_it_was_typed(cell: str) -> None:
    assert draw(["who"], [[cell]], Format.TABLE).splitlines()[2].strip() == cell


def test_leading_blanks_are_kept() -> None:
    rows = draw(["what", "n"], [["gold", "1"], ["  of it mine", "2"]], Format.TABLE).splitlines()
    assert rows[3] == "  of it mine  2"


@pytest.mark.parametrize(
    ("column", "side"),
    [
        (["7", "32⅓", "⅓", "2³⁄₁₁", "-4", "–", "1st", ""], "right"),
        (["7", "12 of 16"], "left"),
        (["7", "1/3 2"], "left"),
        (["7", "2nd of 3"], "left"),
        (["", ""], "left"),
        (["7", "٣"], "left"),
    ],
)
def test_only_a_column_of_numbers_stands_on_the_right(column: list[str], side: str) -> None:
    rows = draw(["a long heading", "z"], [[c, "z"] for c in column], Format.TABLE).splitlines()
    filled = column[0].ljust(14) if side == "left" else column[0].rjust(14)
    assert rows[2] == f"{filled}  z"


def test_a_grid_without_rows_shows_its_columns() -> None:
    assert draw(["a", "b"], [], Format.TABLE) == "a  b\n-  -\n"
    assert draw(["a", "b"], [], Format.CSV) == "a,b\n"
    assert draw(["a", "b"], [], Format.PLAIN) == ""


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=SUM(A1)", "'=SUM(A1)"),
        ("+1+1", "'+1+1"),
        ("@cmd", "'@cmd"),
        ("-1+1", "'-1+1"),
        ("＝1", "'＝1"),
        ("-3", "-3"),
        ("-32.5", "-32.5"),
        ("-32 1/3", "'-32 1/3"),
        ("-", "'-"),
        ("a=b", "a=b"),
        ("a;=1+1", "a;'=1+1"),
        ("=1;+1;@x;-1;＝1", "'=1;'+1;'@x;'-1;'＝1"),
        ("a; =1", "a; '=1"),
        ("a;b=1;c", "a;b=1;c"),
        ("a;;=1", "a;;'=1"),
        ("007", "007"),
        ('say "hi", Bo', 'say "hi", Bo'),
        ("\t=1", "\\t=1"),
        ("\r=1", "\\r=1"),
    ],
)
def test_no_spreadsheet_computes_a_name(cell: str, written: str) -> None:
    text = draw(["who", "n"], [[cell, "1"]], Format.CSV)
    assert read_csv(text) == [["who", "n"], [written, "1"]]


@pytest.mark.parametrize("parting", [",", ";"])
def test_no_cell_is_a_formula_wherever_a_spreadsheet_parts_the_cells(parting: str) -> None:
    hard = ["a;=1+1", '";=1', "=1;=2", ";@x", "a;;-1+1", '"";"=1', ",;=1", "'=1;x", '=";"=1']
    text = draw(["who", "b", "c"], [[a, b, "1"] for a in hard for b in hard], Format.CSV)
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=parting) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []


def test_csv_doubles_quotes() -> None:
    assert draw(["who"], [['a "b", c']], Format.CSV) == 'who\n"a ""b"", c"\n'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("\x9b31m", "\\x9b31m"),
        ("\x7f", "\\x7f"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u2028b", "a\\u2028b"),
        ("\udc80", "\\udc80"),
        ("\u200b", "\\u200b"),
    ],
)
def test_unseen_signs_are_shown_as_escapes(text: str, shown: str) -> None:
    assert escaped(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "小明",
        "Zoe\u0308",
        "👨\u200d👩\u200d👧",
        "❤\ufe0f",
        "a\u3000b",
        "a\u00a0b",
        "می\u200cخواهم",
        "C:\\x",
    ],
)
def test_names_of_all_tongues_stay_whole(text: str) -> None:
    assert escaped(text) == text


@pytest.mark.parametrize("fmt", [f for f in Format if f is not Format.JSON])
def test_no_control_reaches_the_terminal(fmt: Format) -> None:
    name = "".join(map(chr, [*range(32), *range(127, 160)]))
    drawn = draw([name, "n"], [[name, "1"]], fmt, title=name)
    assert not [sign for sign in drawn if not sign.isprintable() and sign != "\n"]
    assert "\\x1b" in drawn


def test_json_takes_a_file_name_that_is_no_text() -> None:
    assert json.decode(as_json({"p": ["a\udc80b", Say("{p}", p="\udc81")]})) == {
        "p": ["a\\udc80b", "\\udc81"]
    }


def test_plain_passes_over_empty_cells() -> None:
    assert draw(["who", "a", "b"], [["Ana", "", "2"]], Format.PLAIN) == "who: Ana; b: 2\n"


def test_a_grid_is_shown_to_people_in_every_format() -> None:
    grid = CardGrid(
        Say("Round {n}", n=2),
        (Say(""), Say("{who}", who="小明")),
        ((Say("coins"), 7), (Say("front"), None)),
        (Say("To act: {who}.", who="a|b"),),
    )
    table = "Round 2\n\n       小明\n-----  ----\ncoins     7\nfront\n\nTo act: a|b.\n"
    assert render_grid(grid, Format.TABLE, Style()) == table
    plain = "Round 2\n\ncoins; 小明: 7\nfront\n\nTo act: a|b.\n"
    assert render_grid(grid, Format.PLAIN, Style()) == plain
    assert render_grid(grid, Format.MARKDOWN, Style()).splitlines()[-1] == "To act: a\\|b."
