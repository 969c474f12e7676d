"""The page for the printer: what is on it, whoever plays, and what never is."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from referee.core.paper.round_sheet import SummaryTable
from referee.core.paper.sheet_document import SheetDocument
from referee.core.say import Say
from referee.html.page import render_page
from tests.html.documents import FIELD, Page, blank, filled, summary_of, with_pictures
from tests.render.pebbles import line, score

Maker: TypeAlias = Callable[..., SheetDocument]
HOSTILE = (
    "</script><script>alert(1)</script>",
    "</style><b>bold",
    "\"'><img src=x onerror=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;&amp;&#0;",
    "\u202eevil\u202c",
    "\x1b[31mred\x00",
    "\ufffe\ufdd0\U0001ffff",
    "\ud800half",
    "محمد بن عبد الله",
    "\u0301combining e\u0301\u0301\u0301",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "W" * 200,
    "中" * 200,
    "]]>--><!--",
)


@pytest.mark.parametrize("make", [filled, blank])
def test_a_page_needs_nothing_beside_itself(make: Maker) -> None:
    html = render_page(make())
    assert html.startswith("<!DOCTYPE html>\n")
    assert html.endswith("</html>\n")
    page = Page(html)
    assert {"script", "link", "img", "iframe", "object", "base"} & {
        t for t, _ in page.tags
    } == set()
    assert not re.search(r"https?:|url\(|@import|//[a-z]", html)
    assert not [name for _, given in page.tags for name in given if name.startswith("on")]
    assert {str(given["href"])[0] for _, given in page.tags if given.get("href")} <= {"#"}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("make", [filled, blank])
def test_a_hostile_name_changes_nothing_but_its_words(make: Maker, name: str) -> None:
    plain, hostile = (Page(render_page(make((each, "Bo")))) for each in ("Ana", name))
    own = {"bdi", "tr", "td", "th", "div"}  # a long name has a line to itself
    assert [t for t, _ in hostile.tags if t not in own] == [
        t for t, _ in plain.tags if t not in own
    ]
    assert {
        key for _, given in hostile.tags for key in given
    } <= {key for _, given in plain.tags for key in given} | {"lang", "colspan"}  # fmt: skip
    assert not re.search("[\x00-\x09\x0b-\x1f\u202a-\u202e\ufffe\ufdd0\ud800]", hostile.text)
    assert render_page(make((name, "Bo"))).encode()


def test_names_are_set_in_their_own_language_and_direction() -> None:
    html = render_page(filled(("小明", "ゆうこ", "张伟", "黃麗", "민수", "Zoë", "Ana")))
    for said in (
        '<bdi lang="ja">小明</bdi>',
        '<bdi lang="ja">ゆうこ</bdi>',
        '<bdi lang="zh-Hans">张伟</bdi>',
        '<bdi lang="zh-Hant">黃麗</bdi>',
        '<bdi lang="ko">민수</bdi>',
        "<bdi>Zoë</bdi>",
        ">Ana</div>",
        '<bdi lang="ja">小明</bdi> takes too many.',
    ):
        assert said in html


def test_page_one_begins_with_who_won_and_the_small_print_comes_last() -> None:
    page = Page(render_page(filled()))
    order = (
        "Pebble Fair",
        "Bo wins with 33⅔ points",
        "Saturday 21 November 2026, 20:14 to 20:51 · 2 players · Ana's",
        "1st Bo 32 plain + 1⅔ mud 33⅔",
        "2nd Ana 31 plain + ⅔ mud 31⅔",
        "Pebbles in the basket",
        "Round by round",
        "Decided at the table",
        "Where every point comes from",
        "The rules for this",
        "What was checked",
        "referee 9.9 · Pebble Fair rulebook 3 (d1) · evening 7e27 d8ca 36f2 · rain=wet · 2",
    )
    text = page.text
    places = [text.find(words) for words in order]
    assert places == sorted(places)
    assert min(places) >= 0
    for words in (
        "Not confirmed: Bo wins with 33⅔ points Saturday",
        "plain 7 x 5 31 mud",
        "total (not confirmed) 32 + 1⅔ 33⅔",
        "Impossible: Too many. No single number explains it. PEB-1.1",
        "Not checked: the weather.",
        "1 chief: Ana Ana 100 Bo 101 basket: 201 2",
        "round 2 Ana takes too many. The table allowed it: “we <agreed>”. PEB-1.1",
        "Note: Ana <sneezed>",
        "won a ribbon",
        "A line for each player. At the end: Ana 2 and Bo 3.",
    ):
        assert words in text, words
    assert "fair.jsonl" not in text


def test_the_tab_names_game_day_and_winner() -> None:
    assert "<title>Pebble Fair, 21 November 2026: Bo 33⅔</title>" in render_page(filled())
    nobody = replace(filled(), score=None, hidden=Say("It is early."))
    assert "<title>Pebble Fair, 21 November 2026</title>" in render_page(nobody)


def test_the_winner_is_tinted_and_what_is_not_there_is_a_dash() -> None:
    scores = [score("Ana", line("plain", 3)), score("Bo", line("mud", 0))]
    html = render_page(replace(filled(), score=summary_of(*scores)))
    page = Page(html)
    assert page.count("tr", "wins") == 1
    assert "<h1><b>Ana</b> wins with 3 points</h1>" in html
    assert "Ana 1st for what points plain 3 mud – total 3" in page.text
    assert "Bo 2nd for what points plain – mud 0 total 0" in page.text
    assert page.count("svg", "bar") == 1


def test_a_bar_has_a_part_for_each_row_that_gave_points() -> None:
    page = Page(render_page(filled()))
    bars = [given for tag, given in page.tags if tag == "rect" and given.get("class") == "own"]
    assert len(bars) == 4
    assert float(str(bars[1]["x"])) + float(str(bars[1]["width"])) == pytest.approx(99.5, abs=0.1)


def test_tables_have_captions_and_headers_and_the_headings_are_in_order() -> None:
    page = Page(render_page(filled()))
    tables = page.count("table")
    assert tables == page.count("caption") == page.count("thead") == 3
    heads = [given for tag, given in page.tags if tag == "th"]
    assert all(given.get("scope") in {"row", "col"} for given in heads)
    levels = [int(tag[1]) for tag, _ in page.tags if tag in {"h1", "h2", "h3"}]
    assert levels[0] == 1
    assert all(later - level <= 1 for level, later in pairwise(levels))
    assert (page.count("main"), page.count("header"), page.count("footer")) == (1, 1, 1)


def test_shapes_have_their_colours_where_no_style_sheet_is() -> None:
    for each in (filled(), with_pictures(FIELD)):
        shapes = [
            given for tag, given in Page(render_page(each)).tags if tag in {"path", "rect", "line"}
        ]
        assert shapes
        assert all(given.get("fill") for given in shapes)


def test_a_page_has_one_picture_with_words_for_those_who_cannot_see_it() -> None:
    page = Page(render_page(filled()))
    assert page.count("div", "plot") == page.count("desc") == 1
    page = Page(render_page(with_pictures(FIELD, FIELD, FIELD)))
    assert page.count("div", "drawing") == page.count("desc") == 3
    assert page.count("div", "plot") == 0
    assert page.text.count("M mud") == 1
    assert page.text.count("It rained.") == 3


def test_rules_stand_once_each_and_are_led_to() -> None:
    page = Page(render_page(filled()))
    targets = {given["id"] for _, given in page.tags if given.get("id")}
    assert {given["href"] for t, given in page.tags if t == "a"} <= {f"#{i}" for i in targets}
    for rule in filled().rules:
        assert page.text.count(rule.text) == 1


def test_without_a_score_the_page_says_why() -> None:
    paper = replace(filled(), score=None, hidden=Say("{who}'s basket is closed.", who="Ana"))
    page = Page(render_page(paper))
    assert "No score yet. Ana's basket is closed." in page.text
    assert "Ana · " in page.text
    assert "Where every point comes from" not in page.text


def test_a_score_by_todays_rulebook_stands_beside_the_other() -> None:
    paper = filled()
    page = Page(render_page(replace(paper, score_today=paper.score)))
    assert "The score by today's rulebook Bo wins with 33⅔ points. Bo 33⅔ and Ana 31⅔." in page.text


def test_a_long_evening_lets_the_proof_follow_on_the_same_page() -> None:
    assert 'class="proof next' in render_page(filled())
    assert 'class="proof next' not in render_page(filled(rounds=60))


def test_a_pad_has_lines_boxes_and_tables() -> None:
    page = Page(render_page(blank(rounds=20)))
    assert page.count("table", "boxes") == 2
    assert page.count("div", "copy") == 1
    assert page.count("span", "tick") == 2 + 20
    for words in ("Judge", "plain 3 each", "total", "place", "28 pebbles.", "from the card"):
        assert words in page.text


def test_a_small_pad_stands_twice_on_the_page() -> None:
    assert Page(render_page(blank(rounds=1))).count("div", "copy") == 2


def test_a_pad_without_names_leaves_the_columns_blank() -> None:
    page = Page(render_page(blank(("", "", ""))))
    assert page.count("th", "long") == 0
    assert "player 3 each" in page.text.replace("plain ", "")


def test_tables_without_a_round_a_player_or_a_score_line_have_a_page() -> None:
    paper = filled()
    assert paper.sheet is not None
    empty = replace(paper.sheet, rows=(), in_short=SummaryTable(), table=None, chart=None)
    assert "Pebble Fair" in render_page(replace(paper, sheet=empty, score=None))
    nobody = replace(paper, sheet=replace(empty, seats=()), score=None)
    assert "Pebble Fair" in render_page(nobody)
