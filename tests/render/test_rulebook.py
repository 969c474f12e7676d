"""A rule, a list of rules or games, and the booklet: a rulebook to be read whole."""

from __future__ import annotations

import re

import pytest
from msgspec import json
from msgspec.structs import replace

from referee.core.paper.booklet import booklet_of
from referee.core.rulebook import Clause, Option, Rule
from referee.html.reading import render_booklet_page
from referee.render.formats import Format, Style
from referee.render.rulebook import (
    GameLine,
    render_booklet,
    render_games,
    render_rule,
    render_rulebook,
    rule_facts,
)
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


RULE = BOOK.rules["PEB-5.1"]
ALL = list(BOOK.rules.values())
GAME = GameLine("pebble-fair", "Pebble Fair", "2-10", "Pebble Fair 1999", "print in English")


def test_a_rule_is_shown_whole() -> None:
    assert render_rule(RULE, BOOK, Format.TABLE, Style()) == (
        "PEB-5.1 Plain pebbles\n"
        "\n"
        "A plain pebble is worth 3 points.\n"
        "\n"
        "each: 3\n"
        "by_players: 2 players: 4, 3 players: 5\n"
        "by_kind: plain 20\n"
        "bonus: the table reports: the numbers of the help card (6 numbers, by rain)\n"
        'source: section "Counting"\n'
        "status: inferred: it follows from the printed rules\n"
        "enforced: the players check it\n"
        "explained in: docs/decisions/0007.md\n"
        "damaged print: The print reads 8.\n"
    )


def test_plain_has_no_empty_lines() -> None:
    lines = render_rule(RULE, BOOK, Format.PLAIN, Style()).splitlines()
    assert lines[:3] == ["PEB-5.1 Plain pebbles", RULE.text, "each: 3"]
    assert "" not in lines


def test_json_has_the_rule_as_it_stands_in_the_book() -> None:
    read = json.decode(render_rule(RULE, BOOK, Format.JSON, Style()))
    assert (read["schema"], read["game"]) == (1, "pebble-fair")
    assert read["rule"]["id"] == "PEB-5.1"
    assert read["rule"]["numbers"] == {
        "each": 3,
        "by_players": {"2": 4, "3": 5},
        "by_kind": {"plain": 20},
    }
    asked = {"question": "the numbers of the help card", "count": 6, "by": "rain"}
    assert read["rule"]["asks"] == {"bonus": asked}
    assert read["rule"]["repairs"] == ["The print reads 8."]
    assert (read["rule"]["status"], read["rule"]["enforced"]) == ("inferred", "table")


def test_markdown_holds_the_same_facts() -> None:
    assert "- each: 3\n" in render_rule(RULE, BOOK, Format.MARKDOWN, Style())


@pytest.mark.parametrize("status", ["printed", "public", "inferred", "ruling", "open", "odd"])
@pytest.mark.parametrize("enforced", ["code", "table", "odd"])
def test_every_status_is_worded(status: str, enforced: str) -> None:
    rule = Rule(rule_id="PEB-9.9", title="", text="", status=status, enforced=enforced)
    facts = dict(rule_facts(rule))
    assert set(facts) == {"status", "enforced"}
    assert all(facts.values())


def test_a_stranger_s_rulebook_cannot_steer_the_terminal() -> None:
    rule = Rule(
        rule_id="\x1b1", title="\x1b2", text="\x1b3", source="\x1b4", constants={"\x1b5": 1}
    )
    for fmt in (Format.TABLE, Format.PLAIN, Format.MARKDOWN):
        shown = render_rule(rule, BOOK, fmt, Style()) + render_rulebook(BOOK, [rule], fmt, Style())
        assert "\x1b" not in shown
        assert "x1b5" in shown


def test_colour_is_for_the_title_alone() -> None:
    assert render_rule(RULE, BOOK, Format.TABLE, Style(colour=True)).splitlines()[0] == (
        "\x1b[1mPEB-5.1 Plain pebbles\x1b[0m"
    )
    assert "\x1b" not in render_rule(RULE, BOOK, Format.PLAIN, Style(colour=True))


def test_a_list_of_rules_keeps_the_order_given() -> None:
    table = render_rulebook(BOOK, ALL[::-1], Format.TABLE, Style()).splitlines()
    assert [row.split()[0] for row in table[2:]] == ["PEB-6.2", "PEB-6.1", "PEB-5.1", "PEB-1.1"]
    assert table[-1] == "PEB-1.1  Box            printed"
    plain = render_rulebook(BOOK, ALL, Format.PLAIN, Style()).splitlines()
    assert plain[0] == "PEB-1.1 Box: printed"
    read = json.decode(render_rulebook(BOOK, ALL, Format.JSON, Style()))
    assert read["rulebook"] == {"version": 3, "digest": "d1"}
    assert [rule["id"] for rule in read["rules"]] == list(BOOK.rules)


def test_the_games_are_listed() -> None:
    assert render_games([GAME, GAME], Format.TABLE).split("\n\n")[0] == (
        "pebble-fair: Pebble Fair, 2-10 players\n  rules after: Pebble Fair 1999\n"
        "  print in English"
    )
    assert render_games([GAME], Format.CSV).splitlines()[1] == (
        "pebble-fair,Pebble Fair,2-10,Pebble Fair 1999,print in English"
    )
    assert json.decode(render_games([GAME], Format.JSON)) == {
        "schema": 1,
        "games": [
            {
                "id": "pebble-fair",
                "title": "Pebble Fair",
                "players": "2-10",
                "edition": "Pebble Fair 1999",
                "source": "print in English",
                "parts": ["ask", "play", "score"],
            }
        ],
    }
    assert render_games([], Format.PLAIN) == ""
