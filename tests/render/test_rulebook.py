from __future__ import annotations

import pytest
from msgspec import json

from referee.core.rulebook import Rule
from referee.render.formats import Format, Style
from referee.render.rulebook import (
    GameLine,
    render_games,
    render_rule,
    render_rulebook,
    rule_facts,
)
from tests.render.pebbles import BOOK, read_csv

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


def test_csv_and_markdown_hold_the_same_facts() -> None:
    rows = read_csv(render_rule(RULE, BOOK, Format.CSV, Style()))
    assert ["each", "3"] in rows
    assert ["text", RULE.text] in rows
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
    for fmt in (Format.TABLE, Format.PLAIN, Format.CSV, Format.MARKDOWN):
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
