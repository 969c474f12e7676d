"""The scoresheet in letters, as a record, and for spreadsheets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from referee.core.paper.sheet_document import SheetDocument
from referee.core.say import Say
from referee.render.formats import Format, Style
from referee.render.sheets import render_sheet
from tests.html.documents import FIELD, blank, filled, summary_of, with_pictures
from tests.render.pebbles import cells, line, read_csv, score

WHY, SHORT = Style(why=True), Style()
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
TEN = tuple("ABCDEFGHIJ")


def shown(paper: SheetDocument, fmt: Format = Format.TABLE, style: Style = WHY) -> str:
    return render_sheet(paper, fmt, style)


def read(paper: SheetDocument) -> Any:
    return json.decode(shown(paper, Format.JSON))


def rows_of(paper: SheetDocument) -> list[list[str]]:
    return read_csv(shown(paper, Format.CSV).removeprefix(MARK))


def test_a_sheet_tells_the_evening_then_the_proof_then_what_it_was_made_from() -> None:
    paper = filled(("小明", "Bo"))
    assert shown(paper).startswith(
        "Pebble Fair\n"
        "Saturday 21 November 2026, 20:14 to 20:51 · 2 players · 小明's\n"
        "\n"
        "Not confirmed: Bo wins with 33⅔ points. (PEB-6.1)\n"
        "\n"
        "                       小明   Bo\n"
        "---------------------  ----  ---\n"
        "plain                    31   32\n"
        "mud                       ⅔   1⅔\n"
        "total (not confirmed)   31⅔  33⅔\n"
        "place                   2nd  1st\n"
        "\n"
        "Round by round\n"
        "\n"
        "round  chief  小明   Bo  basket\n"
        "-----  -----  ----  ---  ------\n"
        "    1  小明    100  101     201\n"
    )
    order = ("Decided at the table", "Where every point comes from", "What was checked", "Rules")
    places = [shown(paper).find(f"\n{title}\n") for title in order]
    assert places == sorted(places)
    assert places[0] > 0
    assert shown(paper).endswith(
        "referee 9.9 · Pebble Fair rulebook 3 (d1) · evening 7e27 d8ca 36f2 · rain=wet ·\n"
        "2 corrections\n"
    )


def test_what_the_table_decided_stands_with_its_reason() -> None:
    text = " ".join(shown(filled()).split())
    assert "round 2: Ana takes too many. The table allowed it: “we <agreed>”. (PEB-1.1)" in text
    assert "Note: Ana <sneezed>" in text


def test_what_was_checked_is_said_either_way() -> None:
    assert (
        "What was checked\n  Impossible: Too many. (PEB-1.1)\n    No single number explains it.\n"
        "  Not checked: the weather.\n"
    ) in shown(filled())
    sound = replace(filled(), score=summary_of(score("Ana", line("plain", 3))), unchecked=())
    assert "What was checked\n  No problem found.\n" in shown(sound)


def test_in_the_middle_of_a_game_the_sheet_is_short() -> None:
    hidden = Say("小明's basket is closed.")
    text = shown(replace(filled(), score=None, hidden=hidden), style=SHORT)
    assert "No score yet. 小明's basket is closed." in text
    assert "Rules" not in text


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", [1, 5, 6, 10])
def test_no_line_is_wider_than_the_terminal(seats: int, width: int) -> None:
    paper = filled(tuple(f"{name} the player" for name in TEN[:seats]))
    for each in (paper, blank(paper.seats)):
        text = shown(each, style=Style(why=True, width=width))
        assert max(map(cells, text.splitlines())) <= width


def test_where_nothing_says_how_wide_a_line_is_it_has_eighty_cells() -> None:
    assert max(map(cells, shown(filled(TEN)).splitlines())) <= 80


def test_more_than_five_players_stand_in_rows() -> None:
    text = shown(filled(TEN))
    assert "\nA   10th                    31⅔     31    ⅔\n" in text
    assert "\n    1  A       100\n" in text
    assert "\n    1          chief: A\n" in text


def test_a_picture_is_drawn_in_letters_and_told_to_who_cannot_see_it() -> None:
    drawn = with_pictures(FIELD)
    assert "\n\nThe field of round 1\n\n+--+\n|M |\n\n" in shown(drawn)
    assert "### The field of round 1\n\n```text\n+--+\n|M |\n```\n" in shown(drawn, Format.MARKDOWN)
    assert "The way leads 2 cells to the east." in shown(drawn, Format.PLAIN)
    assert "A line for each player. At the end: Ana 2 and Bo 3." in shown(drawn, Format.PLAIN)


def test_names_are_escaped_in_markdown() -> None:
    text = shown(filled(("a|b", "*Bo*")), Format.MARKDOWN)
    assert text.startswith("# Pebble Fair\n")
    assert "a\\|b" in text
    assert "\\*Bo\\*" in text


def test_a_pad_has_boxes_to_write_in() -> None:
    text = shown(blank())
    assert "date ________________   place ____________________" in text
    assert "Judge ________________   Weather: [ ] rain  [ ] sun" in text
    assert "Numbers (from the card)\n[ 1 ] [ 2 ] [ 3 ]" in text
    assert "| plain (3 each) |           |           |" in text
    assert text.find("| total ") < text.find("\nRounds\n")


def test_a_spreadsheet_has_a_row_for_each_player_and_round() -> None:
    rows = rows_of(filled(("小明", "Bo"), rounds=2))
    assert rows[0] == ["game", "date", "place", "round", "player", "what", "value", "exact"]
    head = ["fair", "2026-11-21", "小明's"]
    assert rows[1:] == [
        [*head, "1", "小明", "took", "小明 gives", ""],
        [*head, "1", "Bo", "took", "Bo gives", ""],
        [*head, "2", "小明", "took", "小明 gives", ""],
        [*head, "2", "Bo", "took", "Bo gives", ""],
        [*head, "", "小明", "plain", "31", "31"],
        [*head, "", "小明", "mud", "0.6666666666666666", "2/3"],
        [*head, "", "小明", "total", "31.666666666666668", "95/3"],
        [*head, "", "小明", "rank", "2", "2"],
        [*head, "", "Bo", "plain", "32", "32"],
        [*head, "", "Bo", "mud", "1.6666666666666667", "5/3"],
        [*head, "", "Bo", "total", "33.666666666666664", "101/3"],
        [*head, "", "Bo", "rank", "1", "1"],
    ]


def test_a_spreadsheet_computes_nothing_and_knows_the_encoding() -> None:
    paper = filled(("=1+1", "@x"), rounds=1)
    assert shown(paper, Format.CSV).startswith(f"{MARK}game,")
    assert {row[4] for row in rows_of(paper)[1:]} == {"'=1+1", "'@x"}
    below = replace(paper, score=summary_of(score("=1+1", line("loss", -3))))
    assert [row[6] for row in rows_of(below) if row[5] == "loss"] == ["-3"]


def test_json_tells_what_the_paper_tells() -> None:
    got = read(filled())
    assert (got["game"], got["date"], got["place"]) == ("fair", "2026-11-21", "Ana's")
    assert (got["counts"], got["columns"]) == ("round", ["Ana", "Bo", "basket"])
    assert got["rounds"][0] == {
        "round": 1,
        "players": {"Ana": 100, "Bo": 101},
        "table": {"chief": "Ana", "basket": 201},
    }
    assert got["chart"]["players"][1] == {"player": "Bo", "numbers": [1, 2, 3]}
    assert got["chart"]["marks"] == [{"player": "Ana", "round": 2, "mark": "star"}]
    assert got["decided"][0]["rules"] == ["PEB-1.1"]
    assert got["provenance"]["house_rules"] == {"rain": "wet"}
    assert got["provenance"]["corrections"] == 2
    assert [rule["id"] for rule in got["rules"]] == ["PEB-1.1", "PEB-5.1", "PEB-6.1", "PEB-6.2"]
    assert got["pad"] is None


def test_json_of_a_pad_has_its_parts() -> None:
    parts = read(blank())["pad"]
    assert [min(part) for part in parts] == [
        "fill_in",
        "boxes",
        "columns",
        "columns",
        "lines",
    ]
    assert parts[2]["rows"][0] == {"label": "plain", "small": "3 each", "cells": []}


def test_plain_reads_out_row_by_row() -> None:
    lines = shown(filled(), Format.PLAIN).splitlines()
    assert "Ana, plain: 31 points (7 x 5) PEB-5.1" in lines
    assert "round: 1; chief: Ana; Ana: 100; Bo: 101; basket: 201" in lines
