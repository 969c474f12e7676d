"""Final tables: what can be and what cannot, what is said of it, and what they score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.core.ruling import Ruling
from referee.core.scoring.score import ranks
from referee.core.table import FinalCount, Options, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba import GAME
from referee.games.sidibaba.stages.losses import TokensShown
from tests.games.sidibaba import oracle
from tests.games.sidibaba.final_games import CHESTS, NAMES, Game, Table, entry_of
from tests.rooms import shown

BOOK = load_rulebook("sidibaba")
POSSIBLE = Path(__file__).with_name("possible.lp")
SLIPS = ("more", "fewer", "other", "treasure", "chests", "outcome", "events")
KINDS = ("1", "1", "2", "1/5", "genie", "0")


def found_in(count: FinalCount) -> list[Ruling]:
    return [each for each in GAME.final.audit(BOOK, count) if each.verdict.stops_play]


def played(draw: Random) -> Table:
    game = Game(draw, draw.randint(2, len(NAMES)), draw.random() < 1 / 2)
    game.play()
    return game.table


def slipped(draw: Random, table: Table) -> Table:
    """Make one slip: in the tokens of somebody, or in what else is reported."""
    slip, who = draw.choice(SLIPS), draw.randrange(len(table.tokens))
    own = table.tokens[who]
    if slip == "treasure":
        return replace(table, treasure=not table.treasure)
    if slip == "chests":
        return replace(table, chests=draw.randint(0, CHESTS + 1))
    if slip == "outcome":
        return replace(table, outcome=draw.choice(("escaped", "lamps-out", "caught")))
    if slip == "events":
        return replace(table, has_events=not table.has_events)
    if slip == "more":
        own = (*own, *draw.choices(KINDS, k=draw.choice((1, 1, 2, 5, 20, 80))))
    elif slip == "fewer":
        own = own[draw.choice((1, 1, 2, 3)) :]
    else:
        own = (draw.choice(KINDS), *own[1:])
    return replace(table, tokens=(*table.tokens[:who], own, *table.tokens[who + 1 :]))


def can_be(table: Table) -> bool:
    """Whether the logic program finds a way to end so."""
    clingo = pytest.importorskip("clingo")
    control = clingo.Control(["--warn=none"])
    control.load(str(POSSIBLE))
    control.add("base", [], table.facts)
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)


@pytest.mark.prove
def test_ten_thousand_final_tables_are_what_the_logic_program_says() -> None:
    draw, seen = Random(22), Counter[str]()
    for number in range(10_000):
        table = slipped(draw, played(draw)) if number % 3 else played(draw)
        if number % 3 == 2:
            table = slipped(draw, table)
        found = GAME.final.contradictions(BOOK, table.count)
        stops = [str(each.rules[0]) for each in found if each.verdict.stops_play]
        assert (not stops) == can_be(table), (table, found)
        seen["possible"] += not stops
        seen.update({*stops})
    assert seen["possible"] > 5_000
    assert len(seen) == 7
    assert min(seen.values()) > 50


@pytest.mark.prove
@pytest.mark.parametrize("chests", [0, 1, 2])
@pytest.mark.parametrize("has_events", [True, False])
def test_each_small_table_of_two_is_what_the_logic_program_says(
    chests: int, *, has_events: bool
) -> None:
    hands = [("1",) * n + ("2",) * m for n, m in product(range(7), range(chests + 2))]
    seen = Counter[bool]()
    for tokens in product(hands, hands):
        table = Table(tokens, "lamps-out", treasure=False, chests=chests, has_events=has_events)
        possible = can_be(table)
        seen[possible] += 1
        assert (GAME.final.contradictions(BOOK, table.count) == ()) == possible, table
    assert min(seen.values()) > 0


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


LEADER = "Zed"
OUTCOMES = ("escaped", "escaped", "lamps-out", "caught")
SCORING = ("1", "1", "2", "3", "4", "1/3", "1/5", "1/5", "genie")
STRANGE = ("2/5", "3/4")
"""Jewels whose left number is not 1."""


def entry_told(draw: Random, held: Sequence[str]) -> dict[str, Any]:
    """Tell tokens as a holdings file does; what is none is often left out."""
    entry = entry_of(held)
    if draw.random() < 1 / 4:
        entry["pairs"].setdefault("1/7", 0)
        entry["pairs"].setdefault("2/7", 0)
    return {name: told for name, told in entry.items() if told or draw.random() < 1 / 4}


def some_tokens(draw: Random, most: int) -> dict[str, list[str]]:
    """Give everybody tokens; at some tables there are strange ones."""
    kinds = (*SCORING, *STRANGE) if draw.random() < 1 / 10 else SCORING
    names = NAMES[: draw.randint(2, len(NAMES))]
    return {name: draw.choices(kinds, k=draw.randint(0, most)) for name in names}


def final_count(
    draw: Random, table: Mapping[str, Sequence[str]], outcome: str, *, treasure_found: bool
) -> FinalCount:
    """Make the final count; that the Treasure was not found optional."""
    besides: dict[str, Any] = {"outcome": outcome}
    if treasure_found or draw.random() < 1 / 2:
        besides["treasure_found"] = treasure_found
    return FinalCount(
        Setup(tuple(map(Player, table)), roles={"leader": Player(LEADER)}),
        {name: entry_told(draw, held) for name, held in table.items()},
        besides,
    )


def compare_counts(times: int, seed: int) -> dict[str, int]:
    """Compare random final counts, from hardly any tokens to more than there are."""
    seen: Counter[str] = Counter()
    draw = Random(seed)
    for _ in range(times):
        table = some_tokens(draw, draw.choice((2, 6, 10, 14, 25)))
        outcome, treasure_found = draw.choice(OUTCOMES), draw.random() < 2 / 3
        final = final_count(draw, table, outcome, treasure_found=treasure_found)
        compare_scores(seen, table, outcome, final)
    return shown("final counts", seen)


def compare_scores(
    seen: Counter[str], table: Mapping[str, Sequence[str]], outcome: str, final: FinalCount
) -> None:
    sheet = GAME.final.score(BOOK, final)
    totals = {name: oracle.points(held) for name, held in table.items()}
    assert {each.player: each.total for each in sheet.scores} == totals, final
    assert [each.player for each in sheet.scores] == [*table], final
    placed = dict(zip(table, ranks(sheet.scores), strict=True))
    assert placed == oracle.ranks(totals), final
    won = oracle.winners(totals, outcome, LEADER)
    assert list(sheet.outcome.winners) == won, final
    seen["final counts"] += 1
    seen["points"] += sum(totals.values())
    seen["won by the Leader"] += won == [LEADER]
    seen["shared victories"] += len(won) > 1


def test_final_counts_are_scored_as_the_twin_does() -> None:
    assert compare_counts(600, seed=1) == {
        "final counts": 600,
        "points": 26_418,
        "won by the Leader": 300,
        "shared victories": 28,
    }


@pytest.mark.prove
def test_a_hundred_thousand_final_counts_are_scored_as_the_twin_does() -> None:
    assert compare_counts(100_000, seed=2) == {
        "final counts": 100_000,
        "points": 4_184_403,
        "won by the Leader": 50_131,
        "shared victories": 4_802,
    }
