"""What an audit says of a table that cannot be: the sentence, its places, what to count again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.core.paper.score_summary import correction_text
from referee.core.ruling import Ruling
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME

BOOK = load_rulebook("colorful-treasure")
COUNTS = ("red", "yellow", "green", "blue", "purple", "diamond_cards", "diamonds", "keys", "chests")
SIMPLE = {"Maya": "5 3 3 3 1 5 5", "Bo": "1 3 3 3 5 5 5"}
BASIC = {"Maya": "4 3 2 1 1 5 5 3 1", "Bo": "2 2 3 3 4 4 4 1 3"}
ADVANCED = {"Maya": "5 0 0 6 4 5 5 0 0", "Bo": "0 6 4 0 0 4 4 5 2"}
"""Possible tables: the counts of everybody, in the order of the fields."""
Entries = Mapping[str, Mapping[str, Any]]


def table(
    mode: str, hands: Mapping[str, str], more: Entries | None = None, field: int | None = None
) -> FinalCount:
    """Give a table, with whatever is another number, a bonus card or a tile there."""
    holdings = {
        name: dict(zip(COUNTS, map(int, numbers.split()), strict=False))
        | {**(more or {}).get(name, {})}
        for name, numbers in hands.items()
    }
    setup = Setup(tuple(map(Player, hands)), options={"mode": (mode,)})
    return FinalCount(setup, holdings, {} if field is None else {"field": field})


def found(count: FinalCount) -> list[Ruling]:
    return [each for each in GAME.final.audit(BOOK, count) if each.verdict.stops_play]


def places(finding: Ruling) -> str:
    """Name the places of a finding in short, such as ``Maya.red``."""
    return " ".join(".".join(path[-2:]) for path in finding.fields)


@pytest.mark.parametrize(
    ("mode", "hands"), [("simple", SIMPLE), ("basic", BASIC), ("advanced", ADVANCED)]
)
def test_the_tables_of_these_tests_can_be(mode: str, hands: Mapping[str, str]) -> None:
    assert found(table(mode, hands)) == []


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (
            table("basic", BASIC, {"Maya": {"diamond_cards": 8, "diamonds": 8}}),
            {
                "12 diamond cards; the box has 10.": "Maya.diamond_cards Bo.diamond_cards",
                "12 diamonds; the box has 10.": "Maya.diamonds Bo.diamonds",
            },
        ),
        (
            table("basic", BASIC, {"Maya": {"keys": 6, "chests": 4}}),
            {
                "7 key cards; the box has 5.": "Maya.keys Bo.keys",
                "7 chest cards; the box has 5.": "Maya.chests Bo.chests",
            },
        ),
        (table("basic", BASIC, field=12), {"12 cards are left; 10 are the most.": "field"}),
        (
            table("basic", BASIC, {"Maya": {"red": 0, "yellow": 0}}, field=8),
            {
                "35 cards are held and 8 are left: 7 of 50 are missing.": (
                    "Maya.green Maya.blue Maya.purple Maya.diamond_cards Maya.keys Maya.chests "
                    "Bo.red Bo.yellow Bo.green Bo.blue Bo.purple Bo.diamond_cards Bo.keys "
                    "Bo.chests field"
                )
            },
        ),
        (
            table("simple", SIMPLE, {"Maya": {"diamond_cards": 1, "diamonds": 2}}),
            {
                "36 cards are held; the simple game has 40.": (
                    "Maya.red Maya.yellow Maya.green Maya.blue Maya.purple Maya.diamond_cards "
                    "Bo.red Bo.yellow Bo.green Bo.blue Bo.purple Bo.diamond_cards"
                ),
                "Maya holds 2 diamonds and 1 diamond card; no diamond comes alone in the simple"
                " game.": "Maya.diamonds Maya.diamond_cards options.mode",
            },
        ),
        (
            table("simple", SIMPLE, {"Bo": {"keys": 6, "bonuses": ("gem",)}}),
            {
                "Bo has key cards; the simple game has none.": "Bo.keys options.mode",
                "Bo has bonus cards; the simple game has none.": "Bo.bonuses options.mode",
            },
        ),
        (
            table("advanced", ADVANCED, {name: {"tiles": ("four-points",)} for name in ADVANCED}),
            {"2 tiles are four-points; there is one.": "Maya.tiles Bo.tiles"},
        ),
        (
            table("basic", BASIC, {"Maya": {"wonders": 11}, "Bo": {"wonders": 3}}),
            {
                "Maya's cards cannot be of 11 wonders.": (
                    "Maya.red Maya.yellow Maya.green Maya.blue Maya.purple Maya.diamond_cards "
                    "Maya.keys Maya.chests Maya.wonders"
                ),
                "Bo's cards cannot be of 3 wonders.": (
                    "Bo.red Bo.yellow Bo.green Bo.blue Bo.purple Bo.diamond_cards "
                    "Bo.keys Bo.chests Bo.wonders"
                ),
            },
        ),
    ],
)
def test_every_sum_that_is_broken_by_itself_is_said_once_in_the_numbers_of_the_file(
    count: FinalCount, said: Mapping[str, str]
) -> None:
    assert {str(each.reason): places(each) for each in found(count)} == said


def test_only_where_no_sum_is_broken_is_a_play_looked_for() -> None:
    """Nobody had a pair, so nobody plundered a diamond."""
    moved = {"Maya": {"diamonds": 7, "chests": 0}, "Bo": {"diamonds": 2, "keys": 0}}
    (finding,) = found(table("basic", BASIC, moved))
    said = "Diamonds and diamond cards differ by more plunders than there were pairs."
    assert str(finding.reason) == said
    assert places(finding) == (
        "Maya.diamonds Maya.diamond_cards Maya.keys Bo.diamonds Bo.diamond_cards Bo.chests"
    )
    moved["Maya"]["red"] = 6
    (finding,) = found(table("basic", BASIC, moved))
    assert str(finding.reason) == "8 red gems; the box has 6."


def test_the_simple_game_knows_no_plunder() -> None:
    """Maya took nearly all there is, so she needed more turns than Bo has cards."""
    (finding,) = found(table("simple", {"Maya": "6 6 6 6 6 9 9", "Bo": "0 0 0 0 0 1 1"}))
    assert str(finding.reason) == (
        "The players cannot all have had as many turns as the rules give them."
    )
    assert "COL-9.9" not in [each.rule_id for each in finding.rules]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (
            table("basic", BASIC, {"Maya": {"red": 5}}, field=8),
            "Count again: Maya's red gems (5; 4 fits), Bo's (2; 1 fits).",
        ),
        (
            table("basic", BASIC, {"Maya": {"diamonds": 6}}),
            (
                "Count again: Maya's diamond cards (5; 6 fits), Maya's diamonds (6; 5 fits),"
                " Bo's diamond cards (4; 5 fits), Bo's diamonds (4; 3 fits)."
            ),
        ),
        (
            table("simple", SIMPLE, {"Maya": {"diamonds": 6}, "Bo": {"diamonds": 4}}),
            (
                "Perhaps 1 of Bo's diamond cards belongs to Maya (4 and 6 fit), 1 of Maya's"
                " diamonds belongs to Bo (5 and 5 fit)."
            ),
        ),
        (
            table("basic", BASIC, {"Maya": {"red": 14}}),
            "No single number explains it.",
        ),
        (
            table("basic", BASIC, {"Maya": {"tiles": ("four-points",)}}),
            (
                "Count again: Maya's tiles (four-points; none fits), the house rule mode (basic;"
                " advanced fits)."
            ),
        ),
    ],
)
def test_what_may_have_been_counted_wrongly_is_named(count: FinalCount, said: str) -> None:
    (finding,) = found(count)
    assert correction_text(finding, {}) == said


def test_table_calls_stand_next_to_what_cannot_be_and_have_no_corrections() -> None:
    count = table("basic", BASIC, {"Maya": {"red": 5, "diamonds": 3}})
    grave, *calls = GAME.final.audit(BOOK, count)
    assert str(grave.reason) == "7 red gems; the box has 6."
    assert {str(each.reason) for each in calls} == {
        "7 diamonds for 9 diamond cards: were some left on the table?",
        "Maya shows 5 colours, and nobody has the gem bonus.",
    }
    assert not any(each.corrections or correction_text(each, {}) for each in calls)
