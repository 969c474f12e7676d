"""The sheets of the recorded evenings: what a reader lays side by side."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from referee.core.paper.sheet_document import SheetDocument
from referee.core.say import sentences
from referee.html.page import DARK_PAPER, WHITE, mixed, render_page
from referee.operations.log import log_items
from referee.operations.opening import open_journal
from referee.operations.sheets import filled_sheet
from referee.render.formats import Format, Style
from referee.render.sheets import render_sheet
from tests.html.documents import Page
from tests.rooms import EVERY_ROOM, ROOMS, ROOT

every_room = pytest.mark.parametrize("game", EVERY_ROOM)
LIGHT_PAPER = "#fffdf8"
LEAST = 4.5
INKS = {
    "no-swap-no-pay": ("#2f4f8f", "#a9c1f5"),
    "saboteur": ("#8a6100", "#f0c252"),
    "aladdin": ("#00625f", "#7fd6cf"),
    "colorful-treasure": ("#7a1f5c", "#f3a6d6"),
    "sidibaba": ("#9a3b12", "#ffb08a"),
}


def saturday(game: str) -> Path:
    return ROOT / f"scoresheets/{game}/saturday.jsonl"


@cache
def document(game: str) -> SheetDocument:
    return filled_sheet(open_journal(str(saturday(game))), saturday(game), "at Grandma's")


def log_of(game: str) -> dict[int | None, str]:
    return {item.number: str(item.said) for item in log_items(open_journal(str(saturday(game))))}


@cache
def told(game: str) -> Any:
    return json.decode(render_sheet(document(game), Format.JSON, Style()))


@cache
def page(game: str) -> Page:
    return Page(render_page(document(game)))


def light_of(colour: str) -> float:
    parts = [n / 255 for n in bytes.fromhex(colour[1:])]
    red, green, blue = (n / 12.92 if n <= 0.03928 else ((n + 0.055) / 1.055) ** 2.4 for n in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((light_of(one), light_of(other)))
    return (light + 0.05) / (dark + 0.05)


@every_room
def test_a_game_has_one_ink_that_is_read_by_day_and_by_night(game: str) -> None:
    ink = ROOMS[game].game.paper.ink
    assert (ink.light, ink.dark) == INKS[game]
    tints = mixed(ink.light, WHITE, 0.11), mixed(ink.dark, DARK_PAPER, 0.14)
    light = product((ink.light, "#16130e", "#4f4a42"), (WHITE, LIGHT_PAPER, tints[0]))
    dark = product((ink.dark, "#f5f0e6", "#c2baac"), (DARK_PAPER, tints[1]))
    assert min(contrast(*pair) for pair in (*light, *dark)) >= LEAST


@every_room
def test_the_first_sentence_is_the_headline_and_the_place_is_as_typed(game: str) -> None:
    paper = document(game)
    assert paper.score is not None
    first, *others = map(str, sentences(paper.score.sheet.outcome.said))
    shown = re.search(r"<h1>(.*?)</h1>", render_page(paper))
    assert shown is not None
    plain = re.sub("<.*?>", "", shown[1])
    assert plain.replace("½", "") == re.sub(r"75/2", "37", first).rstrip(".")
    assert all(each in page(game).text for each in others)
    assert f"{len(paper.seats)} players · at Grandma's" in page(game).text


@every_room
def test_every_card_has_every_row_in_the_order_of_the_rulebook(game: str) -> None:
    rows = told(game)["row_order"]
    for each in told(game)["score"]["scores"]:
        own = [line["label"] for line in each["lines"]]
        assert own == [row for row in rows if row in own]
    text = page(game).text
    cards = text[text.index("Where every point") : text.index("The rules for this")]
    for row in rows:
        assert len(re.findall(rf"\b{re.escape(row)} ", cards)) >= len(document(game).seats), row
    assert page(game).count("table", "card") == len(document(game).seats)


@every_room
def test_the_entries_behind_a_line_are_those_of_the_log(game: str) -> None:
    log = log_of(game)
    for each in told(game)["score"]["scores"]:
        for line in each["lines"]:
            assert line["entries"]
            assert line["entries"] == sorted({*line["entries"]})
            assert {*line["entries"]} <= log.keys()
            listed = " ".join(map(str, line["entries"]))
            assert f"{line['working']} · entr" in page(game).text
            assert f" {listed} " in page(game).text


def test_the_blue_gems_are_where_the_log_has_them() -> None:
    log = log_of("colorful-treasure")
    (ana,) = [each for each in told("colorful-treasure")["score"]["scores"] if each["rank"] == 1]
    (blue,) = [line for line in ana["lines"] if line["label"] == "blue"]
    assert (blue["working"], blue["entries"]) == ("5 gems", [10, 57, 96])
    assert all("blue" in log[n] for n in blue["entries"])


def test_a_chart_of_points_ends_at_the_total() -> None:
    chart = told("colorful-treasure")["chart"]
    assert chart["rounds"][-1] == "end"
    scores = told("colorful-treasure")["score"]["scores"]
    totals = {each["player"]: each["total"] for each in scores}
    assert {each["player"]: each["numbers"][-1] for each in chart["players"]} == totals
    assert told("aladdin")["chart"]["rounds"][-1] == 5


@every_room
def test_what_comes_after_the_last_round_stands_at_the_end(game: str) -> None:
    assert told(game)["rounds"][-1]["round"] == "end"
    assert all(cell is not None for cell in told(game)["rounds"][-1]["players"].values())


def test_what_the_table_read_out_stands_once_in_its_rule() -> None:
    assert page("colorful-treasure").text.count("1, 3, 6, 10, 15 and 21") == 1
    assert "6b blue 6" in page("colorful-treasure").text


def test_a_round_of_saboteur_stands_beside_its_tunnel_and_says_who_was_paid_what() -> None:
    shown = page("saboteur")
    assert shown.count("div", "round") == 3
    for said in (
        "1 The diggers reach the treasure Cy joins it. Gold cards, face down: Cy 2,",
        "2 The saboteurs win All cards are used.",
        "each take 3 nuggets.",
        "3 The saboteurs win All agree that no card can be played.",
    ):
        assert said in shown.text


def test_two_runs_give_the_same_bytes_and_large_ones_the_same_words() -> None:
    paper = document("saboteur")
    journal = open_journal(str(saturday("saboteur")))
    again = filled_sheet(journal, saturday("saboteur"), "at Grandma's")
    assert render_page(paper) == render_page(again)
    assert Page(render_page(replace(paper, large=True))).text == page("saboteur").text
