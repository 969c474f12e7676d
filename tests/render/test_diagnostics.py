from __future__ import annotations

import pytest
from msgspec import Struct, json

from referee.core.say import Say
from referee.render.diagnostics import MAX_WIDTH, caret_line, render_diagnostics
from referee.render.formats import Format, Style
from tests.render.pebbles import cells, cut


class Wrong(Struct, frozen=True):
    path: str
    line: int
    column: int
    code: str
    message: Say
    remedy: Say
    source: str = ""

    @property
    def where(self) -> str:
        return self.path


WRONG = Wrong(
    "a.yaml", 3, 5, "WORD", Say("“{w}” is no colour.", w="gl\x1bd"), Say("Write gold."), "小明: gl"
)
WHOLE = Wrong("b\x1b.yaml", 0, 0, "NO-FILE", Say("There is no such file."), Say(""))


@pytest.mark.parametrize(
    ("source", "column", "sign", "cell"),
    [
        ("gold: x", 1, "g", 0),
        ("gold: x", 7, "x", 6),
        ("小明: x", 5, "x", 6),
        ("小明: x", 2, "明", 2),
        ("\t\tgold", 3, "g", 2),
        ("Zoe\u0308: x", 7, "x", 5),
        ("Zoe\u0308: x", 4, "e\u0308", 2),
        ("👨\u200d👩\u200d👧: x", 8, "x", 4),
        ("👨\u200d👩\u200d👧: x", 3, "👨\u200d👩\u200d👧", 0),
        ("a\x1bb", 3, "b", 5),
        ("ｶﾞ x", 4, "x", 3),
    ],
)
def test_the_caret_stands_under_the_right_cell(
    source: str, column: int, sign: str, cell: int
) -> None:
    line, blanks = caret_line(source, column)
    assert len(blanks) == cell
    assert blanks.strip() == ""
    assert cut(line, cell, cell + max(cells(sign), 1)).startswith(sign[0])


@pytest.mark.parametrize("column", [6, 7, 99])
def test_behind_the_line_the_caret_stands_behind_its_last_sign(column: int) -> None:
    assert caret_line("gold:", column) == ("gold:", "     ")


def test_a_line_of_100_cells_is_whole_and_one_of_101_is_not() -> None:
    assert caret_line("x" * MAX_WIDTH, 100)[0] == "x" * MAX_WIDTH
    line, blanks = caret_line("x" * (MAX_WIDTH + 1), 1)
    assert (line, blanks) == ("x" * 98 + "…", "")


@pytest.mark.parametrize("filler", ["x", "明", "e\u0308", "👨\u200d👩\u200d👧", "\x1b", "\t"])
@pytest.mark.parametrize(("before", "behind"), [(0, 3000), (3000, 0), (500, 500), (101, 101)])
def test_a_long_line_is_cut_to_what_stands_around_the_caret(
    filler: str, before: int, behind: int
) -> None:
    source = filler * before + "!" + filler * behind
    line, blanks = caret_line(source, len(filler) * before + 1)
    assert cells(line) <= MAX_WIDTH
    assert cut(line, len(blanks), len(blanks) + 1) == "!"
    assert line.startswith("…") == (before > 0)
    assert line.endswith("…") == (behind > 0)


def test_marks_upon_marks_do_not_make_a_line_endless() -> None:
    line, blanks = caret_line("a" + "\u0308" * 100_000 + "b", 1)
    assert len(line) < 1000
    assert blanks == ""


def test_a_diagnostic_shows_place_line_caret_and_remedy() -> None:
    shown = render_diagnostics([WRONG, WHOLE], Format.TABLE, Style())
    assert shown.splitlines() == [
        "a.yaml:3:5: WORD “gl\\x1bd” is no colour.",
        "    小明: gl",
        "          ^",
        "    Write gold.",
        "",
        "b\\x1b.yaml: NO-FILE There is no such file.",
    ]


def test_colour_is_for_the_caret_alone() -> None:
    shown = render_diagnostics([WRONG], Format.TABLE, Style(colour=True))
    plain = render_diagnostics([WRONG], Format.TABLE, Style())
    assert shown.replace("\x1b[31m^\x1b[0m", "^") == plain
    assert shown != plain


def test_plain_puts_each_into_one_line() -> None:
    shown = render_diagnostics([WRONG, WHOLE], Format.PLAIN, Style(colour=True))
    assert shown.splitlines() == [
        "a.yaml:3:5: WORD “gl\\x1bd” is no colour. Write gold.",
        "b\\x1b.yaml: NO-FILE There is no such file.",
    ]


def test_json_has_the_keys_that_programs_rely_on() -> None:
    shown = render_diagnostics([WRONG], Format.JSON, Style(colour=True))
    assert json.decode(shown) == {
        "schema": 1,
        "ok": False,
        "diagnostics": [
            {
                "path": "a.yaml",
                "line": 3,
                "column": 5,
                "code": "WORD",
                "message": "“gl\x1bd” is no colour.",
                "remedy": "Write gold.",
            }
        ],
    }
