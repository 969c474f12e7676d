from __future__ import annotations

from msgspec import json

from referee.core.paper.sheet_document import LogItem
from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.render.formats import Format, Style
from referee.render.logs import render_log
from tests.render.pebbles import read_csv

TAKEN = LogItem(
    number=1,
    at="20:15:01",
    step="fair.take",
    words="7",
    said=Say("{who} takes {n}.", who="小\x1b明", n=7),
    rules=(RuleRef("PEB-2.1"),),
    overrule_reason="we agreed",
)
NOTED = LogItem(
    number=2,
    at="20:16:00",
    step="",
    words="",
    said=Say("{t}", t="rain"),
    note="=rain",
    is_undone=True,
)
BARE = LogItem(number=3, at="", step="fair.end", words="yes", said=Say("Over."))


def test_a_log_is_a_table_with_marks_where_there_are_any() -> None:
    assert render_log([TAKEN, NOTED, BARE], Format.TABLE, Style()) == (
        "   1  20:15:01  小\\x1b明 takes 7. (table decision: we agreed)\n"
        "   2  20:16:00  rain (taken back; note: =rain)\n"
        "   3    Over.\n"
    )
    assert "(" not in render_log([BARE], Format.TABLE, Style())
    assert "| notes" in render_log([TAKEN], Format.MARKDOWN, Style())
    assert "notes" not in render_log([BARE], Format.MARKDOWN, Style())


def test_what_the_clock_noted_is_marked() -> None:
    rung = LogItem(
        number=4,
        at="",
        step="lamp.sand",
        words="sand",
        said=Say("Out."),
        by_timer=True,
        is_undone=True,
    )
    assert render_log([rung], Format.PLAIN, Style()) == ("4: Out. (taken back; by the timer)\n")
    assert json.decode(render_log([rung], Format.JSON, Style()))["entries"][0]["by_clock"] is True


def test_why_adds_the_rules() -> None:
    assert "PEB-2.1" not in render_log([TAKEN], Format.TABLE, Style())
    assert "PEB-2.1" in render_log([TAKEN], Format.TABLE, Style(why=True))
    assert "PEB-2.1" in render_log([TAKEN], Format.PLAIN, Style(why=True))


def test_why_adds_what_was_typed_at_which_step() -> None:
    for fmt in (Format.TABLE, Format.PLAIN):
        plain = render_log([TAKEN], fmt, Style())
        full = render_log([TAKEN], fmt, Style(why=True))
        assert ("fair.take" in plain, "“7”" in plain) == (False, False)
        assert ("fair.take" in full, "“7”" in full) == (True, True)


def test_plain_is_one_entry_a_line() -> None:
    assert render_log([TAKEN, NOTED, BARE], Format.PLAIN, Style()).splitlines() == [
        "1, 20:15:01: 小\\x1b明 takes 7. (table decision: we agreed)",
        "2, 20:16:00: rain (taken back; note: =rain)",
        "3: Over.",
    ]


def test_json_holds_everything_and_the_facts() -> None:
    read = json.decode(render_log([TAKEN, NOTED], Format.JSON, Style()))
    assert read["schema"] == 1
    assert read["entries"][0] == {
        "number": 1,
        "at": "20:15:01",
        "step": "fair.take",
        "words": "7",
        "said": "小\x1b明 takes 7.",
        "facts": {"template": "{who} takes {n}.", "facts": {"who": "小\x1b明", "n": 7}},
        "verdict": None,
        "rules": ["PEB-2.1"],
        "struck": False,
        "overruled": "we agreed",
        "by_clock": False,
        "note": "",
    }
    assert (read["entries"][1]["struck"], read["entries"][1]["note"]) == (True, "=rain")


def test_csv_always_has_the_same_columns() -> None:
    rows = read_csv(render_log([BARE], Format.CSV, Style()))
    assert rows == [
        ["no.", "time", "what happened", "step", "answer", "rules", "notes"],
        ["3", "", "Over.", "fair.end", "yes", "", ""],
    ]


def test_an_empty_log_is_shown() -> None:
    assert render_log([], Format.PLAIN, Style()) == ""
    assert json.decode(render_log([], Format.JSON, Style())) == {"schema": 1, "entries": []}
    assert render_log([], Format.TABLE, Style()) == ""
    assert render_log([], Format.MARKDOWN, Style()).startswith("| no.")
