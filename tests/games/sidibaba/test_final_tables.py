"""Final tables against their slow twin: what can be and what cannot, and what is said of it."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from referee.core.ruling import Ruling
from referee.core.scoring.corrections import corrected
from referee.core.table import FinalCount, Options, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba import GAME
from referee.games.sidibaba.stages.losses import TokensShown
from tests.games.sidibaba import final_oracle as oracle
from tests.games.sidibaba.final_oracle import Game, Told

BOOK = load_rulebook("sidibaba")
NAMES = ("Maya", "Bo", "Ana", "Cy", "小明", "ゆうこ")
SLIPS = ("more", "fewer", "coin", "other", "treasure", "chests", "outcome", "events")
KINDS = ("1", "1", "2", "1/5", "genie")


def entry_of(tokens: list[str]) -> dict[str, Any]:
    return {
        "jewels": tuple(int(token) for token in tokens if token.isdecimal()),
        "pairs": dict(Counter(token for token in tokens if "/" in token)),
        "genies": tokens.count("genie"),
    }


def count_of(told: Told, tokens: list[list[str]]) -> FinalCount:
    """Write a table as a holdings file has it."""
    shared: dict[str, Any] = {"outcome": told.outcome}
    if told.treasure is not None:
        shared["treasure_found"] = told.treasure
    if told.chests is not None:
        shared["chests_found"] = told.chests
    options = {} if told.has_events else {"events": ("no",)}
    names = tuple(map(Player, NAMES[: len(tokens)]))
    holdings: dict[str, dict[str, Any]] = {
        name: entry_of(own) for name, own in zip(names, tokens, strict=True)
    }
    return FinalCount(Setup(names, {"leader": Player("Zed")}, options), holdings, shared)


def found_in(count: FinalCount) -> list[Ruling]:
    return [each for each in GAME.final.audit(BOOK, count) if each.verdict.stops_play]


def slipped(draw: Random, told: Told, tokens: list[list[str]]) -> Told:
    """Make one slip: of the tokens of somebody, or of what is told beside them."""
    slip = draw.choice(SLIPS)
    own = draw.choice(tokens)
    if slip == "more":
        own += draw.choices(KINDS, k=draw.choice((1, 1, 2, 5, 20)))
    elif slip == "fewer" and own:
        del own[: draw.choice((1, 1, 2, 3))]
    elif slip in {"coin", "other"} and own:
        own[0] = "1" if slip == "coin" else "2"
    elif slip == "treasure":
        told = oracle.without(told, treasure=not told.treasure)
    elif slip == "chests":
        told = oracle.without(told, chests=draw.randint(0, oracle.CHESTS + 1))
    elif slip == "outcome":
        told = oracle.without(told, outcome=draw.choice(("escaped", "lamps-out", "caught")))
    elif slip == "events":
        told = oracle.without(told, has_events=not told.has_events)
    return oracle.without(told, hands=oracle.hands_of(tokens))


def check_corrections(count: FinalCount, found: list[Ruling]) -> None:
    """After a change that is offered the finding is gone, and no other has come."""
    said = {each.reason for each in found}
    for finding in found:
        for correction in finding.corrections[:3]:
            after = {each.reason for each in found_in(corrected(count, correction))}
            assert after <= said - {finding.reason}, (count, correction)


def compare_tables(times: int, seed: int) -> dict[str, int]:
    """Compare tables of games that were played, every second one with a slip."""
    seen: Counter[str] = Counter()
    draw = Random(seed)
    for number in range(times):
        game = Game(draw, draw.randint(2, len(NAMES)), draw.random() < 1 / 2)
        game.play()
        told, is_damaged = oracle.told_by(game), number % 2 == 1
        if is_damaged:
            told = slipped(draw, told, game.tokens)
        can_be = oracle.is_possible(told)
        assert can_be or is_damaged, told
        count = count_of(told, game.tokens)
        found = found_in(count)
        assert (found == []) == can_be, (told, found)
        check_corrections(count, found)
        seen["tables"] += 1
        seen["possible"] += can_be
        for each in found[:1]:
            seen[str(each.rules[0])] += 1
            assert each.fields
    return dict(seen)


def test_five_hundred_final_tables_are_what_the_twin_says() -> None:
    seen = compare_tables(500, seed=7)
    assert (seen["tables"], seen["possible"]) == (500, 443)


@pytest.mark.prove
def test_twenty_thousand_final_tables_are_what_the_twin_says() -> None:
    seen = compare_tables(20_000, seed=22)
    assert seen["tables"] == 20_000
    assert min(seen.values()) > 100


@pytest.mark.parametrize("laps", [0, 1, pytest.param(2, marks=pytest.mark.prove)])
@pytest.mark.parametrize("has_events", [True, False])
def test_the_twin_allows_what_a_small_game_reaches_and_nothing_else(
    laps: int, *, has_events: bool
) -> None:
    """Two adventurers with so many chests: each table of up to six tokens each."""
    reached = oracle.all_reached(2, laps, has_events=has_events)
    hands = list(product(range(7), range(laps + 2)))
    for one, other in product(hands, hands):
        told = Told((one, other), "lamps-out", treasure=False, chests=laps, has_events=has_events)
        assert oracle.is_possible(told) == ((one, other) in reached), told


COINS_OF_6, COINS_OF_9, FIVES_OF_7 = ["1"] * 6, ["1"] * 9, ["5"] * 7
NO_EVENTS = {"events": ("no",)}
NOT_FOUND = {"treasure_found": False}
NOTHING_FOUND = {"treasure_found": False, "chests_found": 0}
FINDINGS: list[tuple[list[list[str]], dict[str, Any], dict[str, Any], dict[str, str]]] = [
    (
        [COINS_OF_9, COINS_OF_9],
        NOT_FOUND,
        {},
        {
            "18 tokens are held; the most that can be won is 16.": (
                "A jewels, B jewels, treasure_found"
            )
        },
    ),
    (
        [["1", *FIVES_OF_7, "5"], [*FIVES_OF_7, "1/5"]],
        {"outcome": "escaped"},
        {},
        {
            "16 tokens are not coins; at most 14 can have come out of the bag.": (
                "A jewels, B jewels, B pairs 1/5"
            )
        },
    ),
    (
        [["1"] * 5, ["1", "1", *FIVES_OF_7]],
        {**NOT_FOUND, "chests_found": 1},
        {},
        {
            "14 tokens are held; the most that can be won is 8.": (
                "A jewels, B jewels, chests_found, treasure_found"
            ),
            "7 tokens are not coins; at most 2 can have come out of the bag.": (
                "B jewels, chests_found, treasure_found"
            ),
        },
    ),
    (
        [["1"] * 60, ["genie"] * 9],
        {"outcome": "escaped"},
        {},
        {"69 tokens are held; the box has at most 68.": "A jewels, B genies"},
    ),
    (
        [["1"] * 11, ["genie"] * 10],
        {},
        NO_EVENTS,
        {
            "A has 11 tokens; without events it can be 10 at most.": "A jewels, options events",
            "B has 10 tokens that are not coins; without events it can be 7 at most.": (
                "B genies, options events"
            ),
        },
    ),
    (
        [["1"] * 3, ["genie"]],
        NOTHING_FOUND,
        NO_EVENTS,
        {
            "B still has 3 coins if nothing was found or played.": (
                "B, treasure_found, options events"
            ),
            "B has 1 token that is not a coin; without events it can be 0 at most.": (
                "B genies, treasure_found, options events"
            ),
        },
    ),
]


def said_of(count: FinalCount) -> dict[str, str]:
    """Give each finding with the places that it concerns."""
    return {
        str(each.reason): ", ".join(
            " ".join(path).removeprefix("holdings ") for path in each.fields
        )
        for each in found_in(count)
    }


def table_of(hands: list[list[str]], shared: dict[str, Any], options: Options) -> FinalCount:
    holdings = {name: entry_of(own) for name, own in zip("ABCD", hands, strict=False)}
    setup = Setup(tuple(map(Player, holdings)), {"leader": Player("Zed")}, options)
    return FinalCount(setup, holdings, {"outcome": "lamps-out", **shared})


@pytest.mark.parametrize(("hands", "shared", "options", "found"), FINDINGS)
def test_each_broken_sum_is_said_once_with_the_numbers_of_the_file_and_their_places(
    hands: list[list[str]], shared: dict[str, Any], options: Options, found: dict[str, str]
) -> None:
    assert said_of(table_of(hands, shared, options)) == found


def test_a_table_is_judged_as_a_whole_only_where_no_sum_is_broken_by_itself() -> None:
    picked = ["2"] * 7
    missing = "2 coins are missing, and a payment is worth 3."
    hands = [["1", *picked], ["1", "1", "1", *picked]]
    places = "A jewels, B jewels, options events"
    assert said_of(table_of(hands, {}, NO_EVENTS)) == {missing: places}
    assert found_in(table_of([hands[0], ["1"]], {}, NO_EVENTS)) == []
    (alone,) = found_in(table_of([hands[0], [*hands[1], "2"]], {}, {"caught_lamp": ("unlit",)}))
    assert str(alone.reason).startswith("15 tokens are not coins")


def test_corrections_are_the_changes_of_one_value_that_mend_a_finding_nearest_first() -> None:
    (finding,) = found_in(table_of([COINS_OF_9, [*COINS_OF_6, "1/5", "1/5"]], NOT_FOUND, {}))
    changes = [each.changes[0] for each in finding.corrections]
    assert [(change.path[-1], change.instead) for change in changes] == [
        ("jewels", (1,) * 8),
        ("jewels", (1,) * 5),
        ("1/5", 1),
        ("treasure_found", True),
        ("1/5", 0),
    ]
    assert [str(change.label) for change in changes] == [
        "jewels",
        "jewels",
        "1/5 jewels",
        "whether the Treasure was found",
        "1/5 jewels",
    ]
    assert finding.tried_all


def test_in_a_session_only_tokens_turned_up_at_the_end_can_be_counted_again() -> None:
    count = table_of([COINS_OF_9, COINS_OF_6, ["1", "1"]], {**NOTHING_FOUND, "chests_found": 2}, {})
    shown = TokensShown(Player("B"), tuple(COINS_OF_6))
    (finding,) = GAME.final.audit(BOOK, count, counted=shown.counted)
    assert str(finding.reason) == "17 tokens are held; the most that can be won is 15."
    assert finding.corrections == ()
    (finding,) = GAME.final.audit(
        BOOK, table_of([COINS_OF_9, ["1"] * 8], NOT_FOUND, {}), shown.counted
    )
    assert [each.changes[0].path for each in finding.corrections] == [("holdings", "B", "jewels")]
