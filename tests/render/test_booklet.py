"""The booklet: a rulebook to be read from the first page to the last."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from referee.core.paper.booklet import booklet_of
from referee.core.rulebook import Clause, Option, Rule
from referee.html.reading import render_booklet_page
from referee.render.formats import Format, Style
from referee.render.rulebook import render_booklet
from referee.render.text import width
from tests.cli.running import call
from tests.html.documents import Page
from tests.render.pebbles import BOOK
from tests.rooms import EVERY_ROOM, ROOMS

RULES = {
    **{rule_id: replace(rule, constants={}) for rule_id, rule in BOOK.rules.items()},
    "PEB-7.1": Rule(
        rule_id="PEB-7.1",
        title="Hands",
        text="Six each. Five with three.",
        clauses=(Clause("Six each.", "printed", "page 2"), Clause("Five with three.", "ruling")),
        constants={"hand": {2: 6, 3: 5}, "worth": {"plain": 3}},
    ),
}
FAIR = replace(
    BOOK,
    players=(2, 3),
    rules=RULES,
    sections=("Setup", "", "", "", "Points", "Ties", "小明's part"),
    options={"rain": Option("rain", ("dry", "wet"), "dry", "PEB-6.1")},
)
MADE = booklet_of(FAIR, "Pebble Fair")


def shown(fmt: Format = Format.TEXT, cells: int = 80) -> str:
    return render_booklet(MADE, fmt, Style(width=cells))


def test_rules_stand_in_sections_with_their_ids_in_the_margin() -> None:
    text = shown()
    assert text.startswith(
        "Pebble Fair\nFor 2 to 3 players.\nAfter Pebble Fair, in our own words.\n"
    )
    assert "\n\nPEB-1.1   Box\n          28 pebbles.\n\n" in text
    heads = [line for line in text.splitlines() if re.match(r"[0-9]\. ", line)]
    assert heads == ["1. Setup", "5. Points", "6. Ties", "7. 小明's part"]


def test_numbers_by_players_are_a_table_and_others_are_not() -> None:
    margin = " " * 10
    assert f"{margin}players  Hands\n{margin}-------  -----\n{margin}      2      6\n" in shown()
    assert "plain 3" not in shown()


def test_house_rules_what_is_open_and_the_sources_stand_at_the_end() -> None:
    text = " ".join(shown().split())
    assert "PEB-6.1 rain: dry unless you agree otherwise; or wet." in text
    assert "PEB-7.1 Five with three. The source" in text
    assert "PEB-7.1 printed: page 2 PEB-7.1 ruling" in text
    assert (
        text.find("House rules") < text.find("rules leave open") < text.find("The source of each")
    )


def test_equal_rows_of_a_table_are_one() -> None:
    saboteur = ROOMS["saboteur"].book
    rules = [rule for part in booklet_of(saboteur, "").sections for rule in part.rules]
    (hands,) = (rule.table for rule in rules if rule.rule_id == "SAB-1.7")
    assert hands is not None
    assert [[str(cell) for cell in row] for row in hands.rows] == [
        ["3-5", "6"],
        ["6-7", "5"],
        ["8-10", "4"],
    ]


def test_each_rule_that_leaves_something_open_is_read_in_one_sentence() -> None:
    for room in ROOMS.values():
        read = booklet_of(room.book, "").left_open
        assert len({each.rule_id for each in read}) == len(read) > 9
        for each in read:
            assert not re.search(r"[.!?] [A-Z]", each.reading.replace("e.g. ", "")), each


def test_each_booklet_has_one_picture_of_what_its_rules_say() -> None:
    told = {}
    for game, room in ROOMS.items():
        booklet = booklet_of(room.book, "", room.game.paper)
        assert Page(render_booklet_page(booklet)).count("figure") == 1
        assert booklet.picture is not None
        told[game] = str(booklet.picture.told)
    assert told["no-swap-no-pay"] == (
        "gold coins: 3, silver sets: 15, silver coins: 1, black set: 10"
    )
    assert told["colorful-treasure"].endswith("diamond cards: 10, key cards: 5, chest cards: 5")
    assert told["sidibaba"] == "lamps: 12, chests to find: 5, Treasure: 1"


@pytest.mark.parametrize("cells", [50, 60, 100])
def test_no_line_is_wider_than_the_terminal(cells: int) -> None:
    assert max(map(width, shown(cells=cells).splitlines())) <= cells


def test_markdown_has_a_heading_for_each_rule() -> None:
    text = shown(Format.MARKDOWN)
    assert text.startswith("# Pebble Fair\n")
    assert "### PEB-7.1 Hands\n" in text
    assert "| players | Hands |" in re.sub(" +", " ", text)


def test_the_page_holds_all_of_it_and_needs_nothing_else() -> None:
    page = Page(render_booklet_page(MADE))
    for rule in RULES.values():
        assert rule.title in page.text
    assert page.count("table") == 1
    assert page.count("script") == 0


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_game_has_a_booklet_with_all_its_rules(name: str) -> None:
    text = call("rules", name).out
    book = ROOMS[name].book
    assert text.startswith(f"{ROOMS[name].game.title}\n")
    assert [rule for rule in book.rules if f"\n{rule} " not in text] == []
    assert max(map(width, text.splitlines())) <= 80
    assert call("rules", name, "--format", "text").out == text
    page = call("rules", name, "--format", "html").out
    assert page.count('class="rule"') == len(book.rules)


def test_a_table_stays_a_table_and_words_still_search() -> None:
    assert call("rules", "no-swap", "--format", "table").out.startswith("id ")
    assert call("rules", "no-swap", "NSP-5.1").out.startswith("NSP-5.1 ")
    assert call("rules", "no-swap", "silver", "--format", "html").code == 2


def test_no_list_of_games_names_a_file_of_ours() -> None:
    for fmt in ("table", "plain", "json", "csv", "markdown"):
        assert ".txt" not in call("games", "--format", fmt).out
