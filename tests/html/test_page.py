"""The page for the printer: what stands on it, whoever plays, and what never does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from referee.core.paper.sheet_document import SheetDocument
from referee.core.say import Say
from referee.html.page import render_page
from referee.render.formats import Format, Style
from referee.render.sheets import render_sheet
from tests.html.documents import FIELD, Page, blank, filled
from tests.print.numbers import numbers, told

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


def as_json(paper: SheetDocument) -> str:
    return render_sheet(paper, Format.JSON, Style())


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
    assert [t for t, _ in hostile.tags if t not in own] == [t for t, _ in plain.tags]
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


def test_every_number_of_the_json_is_on_the_page() -> None:
    for paper in (filled(), blank(), filled(("Ana", "Bo", "Cy"), rounds=12)):
        found = numbers(iter([Page(render_page(paper)).text]))
        lacking = {n for n in numbers(told(json.loads(as_json(paper)))) if n not in found}
        assert {n for n in lacking if n not in {"1", "35"}} == set()


def test_a_filled_page_has_all_its_parts() -> None:
    page = Page(render_page(filled()))
    for words in (
        "Pebble Fair, 2 players",
        "Unconfirmed: Bo wins with 33 2/3 points.",
        "It rains.",
        "note 57",
        "Ana <sneezed>",
        "How they stood: pebbles",
        "A line for each player, from round 1 to round 3. At the end Ana 300 and Bo 301.",
        "The way leads 2 cells to the east.",
        "M mud",
        "Final score",
        "total (unconfirmed) 31 2/3 33 2/3",
        "plain 7 x 5 31 PEB-5.1",
        "31 2/3 (95/3)",
        "Impossible: Too many. (PEB-1.1)",
        "58 2026-11-21 20:15:00 4 Ana takes too many. (overruled: we agreed) PEB-1.1",
        "PEB-6.2 Ties Then the most mud.",
        "each: 3; by players: 2 players: 4, 3 players: 5",
        "entries 77 digest d1g35t",
    ):
        assert words in page.text
    assert page.count("svg", "chart") == page.count("svg", "drawing") == 1
    assert page.count("table", "grid") == page.count("thead") - 5
    assert page.count("a") > 5
    targets = {given["id"] for _, given in page.tags if given.get("id")}
    assert {given["href"] for t, given in page.tags if t == "a"} <= {f"#{i}" for i in targets}


def test_without_a_score_the_page_says_why() -> None:
    paper = replace(filled(), score=None, hidden=Say("{who}'s basket is closed.", who="Ana"))
    page = Page(render_page(paper))
    assert "There is no score yet. Ana's basket is closed." in page.text
    assert "Final score" not in page.text


def test_a_score_by_todays_rulebook_stands_beside_the_other() -> None:
    paper = filled()
    page = Page(render_page(replace(paper, score_today=paper.score)))
    assert page.count("table", "score") == page.count("table", "sums") == 2
    assert "The score by today's rulebook" in page.text


def test_a_form_has_boxes_and_a_margin() -> None:
    page = Page(render_page(blank()))
    assert page.count("aside") == 1
    assert page.count("table", "boxes") == 2
    assert page.count("svg") == page.count("table", "score") == 0
    for words in ("plain 3 each PEB-5.1", "total", "PEB-6.2 Ties Then the most mud.", "Asked most"):
        assert words in page.text


def test_a_form_may_have_a_picture() -> None:
    form = blank()
    page = Page(render_page(replace(form, sheet=replace(form.sheet, diagrams=(FIELD,)))))
    assert page.count("svg", "drawing") == 1


def test_where_the_seats_leave_no_room_the_margin_stands_below() -> None:
    page = Page(render_page(blank(tuple("ABCDEFGHIJ"))))
    assert page.count("aside") == 0
    assert "Asked most" in page.text


@pytest.mark.parametrize(("sitting", "marked"), [(None, "20"), (3, "24"), (7, None)])
def test_the_setup_of_this_table_is_marked(sitting: int | None, marked: str | None) -> None:
    html = render_page(blank(sitting=sitting))
    own = re.findall(r'<td class="own last">(\d+)</td>', html)
    assert own == ([marked] if marked else [])


def test_tables_without_a_round_a_player_or_a_score_line_have_a_page() -> None:
    paper = filled()
    empty = replace(paper, sheet=replace(paper.sheet, rows=(), diagrams=(), table=None), score=None)
    assert "Pebble Fair" in render_page(empty)
    nobody = replace(empty, sheet=replace(empty.sheet, seats=()))
    assert "Pebble Fair" in render_page(nobody)
