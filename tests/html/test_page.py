"""The page for the printer: what is on it, whoever plays, and what never is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from referee.core.paper.round_sheet import SummaryTable
from referee.core.paper.sheet_document import SheetDocument
from referee.core.say import Say
from referee.html.page import render_page
from tests.html.documents import FIELD, Page, blank, filled, summary_of
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
    own = {"bdi"}
    assert [t for t, _ in hostile.tags if t not in own] == [
        t for t, _ in plain.tags if t not in own
    ]
    assert {
        key for _, given in hostile.tags for key in given
    } <= {key for _, given in plain.tags for key in given} | {"lang"}  # fmt: skip
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
        ">Ana</th>",
        '<bdi lang="ja">小明</bdi> takes too many.',
    ):
        assert said in html


def test_page_one_begins_with_who_won_and_the_small_print_comes_last() -> None:
    text = Page(render_page(filled())).text
    order = (
        "Saturday 21 November 2026, 20:14 to 20:51",
        "2 players, at Ana's",
        "wins with",
        "total",
        "place",
        "Pebbles in the basket",
        "Round by round",
        "Decided at the table",
        "How every point adds up, and by which rules: next page",
        "What was checked",
        "The rules for this",
        "referee 9.9",
    )
    places = [text.find(words) for words in order]
    assert places == sorted(places)
    assert places[0] > 0
    for words in (
        "Not confirmed: Bo wins with 33 ⅔ points.",
        "total (not confirmed) 31⅔ 33⅔",
        "plain 7 x 5 31 PEB-5.1",
        "Impossible: Too many. (PEB-1.1)",
        "Not checked: the weather.",
        "round 2 Ana takes too many. The table allowed it: “we <agreed>”. PEB-1.1",
        "Note: Ana <sneezed>",
        "won a ribbon",
        "evening 7e27 d8ca 36f2 · rain=wet · 2 corrections",
        "A line for each player. At the end: Ana 2 and Bo 3.",
    ):
        assert words in text.replace("33⅔ points", "33 ⅔ points"), words


def test_the_winners_column_is_tinted_and_what_is_not_there_is_a_dash() -> None:
    paper = filled()
    scores = [score("Ana", line("plain", 3)), score("Bo", line("mud", 0))]
    page = Page(render_page(replace(paper, score=summary_of(*scores))))
    assert page.count("td", "wins") == 4
    assert page.count("col", "wins") == 1
    assert "plain 3 – mud – 0 total 3 0 place 1st 2nd" in page.text


def test_a_page_has_one_picture_with_words_for_those_who_cannot_see_it() -> None:
    page = Page(render_page(filled()))
    assert page.count("svg", "chart") == page.count("desc") == 1
    paper = filled()
    assert paper.sheet is not None
    drawn = replace(paper, sheet=replace(paper.sheet, diagrams=(FIELD, FIELD, FIELD)))
    page = Page(render_page(drawn))
    assert page.count("svg", "drawing") == page.count("desc") == 3
    assert page.count("svg", "chart") == 0
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
    assert "How every point adds up" not in page.text


def test_a_score_by_todays_rulebook_stands_beside_the_other() -> None:
    paper = filled()
    page = Page(render_page(replace(paper, score_today=paper.score)))
    assert page.count("table", "score") == 2
    assert "The score by today's rulebook" in page.text


def test_a_long_evening_lets_the_proof_follow_on_the_same_page() -> None:
    assert 'class="proof next"' in render_page(filled())
    assert 'class="proof next"' not in render_page(filled(rounds=60))


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
