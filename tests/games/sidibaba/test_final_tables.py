"""Final tables against their slow twin: none that can be is blamed, and all that cannot are."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from referee.core.ruling import Ruling
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba import GAME
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


BLAMED = [
    ("9 each", (9, 9), {"treasure_found": False}, ["A jewels", "B jewels", "treasure_found"]),
    ("4 and 17", (4, 17), {"treasure_found": False}, ["A jewels", "B jewels"]),
    ("2 and 17", (2, 17), {"treasure_found": False}, ["B jewels", "treasure_found"]),
    ("2 and 19", (2, 19), {"chests_found": 4}, ["A jewels", "B jewels"]),
    ("2 and 17 again", (2, 17), {"chests_found": 4}, ["A jewels", "B jewels", "chests_found"]),
]


@pytest.mark.parametrize(("held", "shared", "blamed"), [each[1:] for each in BLAMED])
def test_what_was_found_is_to_blame_only_if_the_tokens_could_be_without_it(
    held: tuple[int, int], shared: dict[str, Any], blamed: list[str]
) -> None:
    names = (Player("A"), Player("B"))
    holdings: dict[str, dict[str, Any]] = {
        name: {"jewels": (1,) * n} for name, n in zip(names, held, strict=True)
    }
    setup = Setup(names, {"leader": Player("Zed")})
    (finding,) = found_in(FinalCount(setup, holdings, {"outcome": "lamps-out", **shared}))
    assert [" ".join(path).removeprefix("holdings ") for path in finding.fields] == blamed


def test_the_fewest_entries_are_blamed_by_their_tokens_not_by_their_numbers() -> None:
    names = tuple(map(Player, "ABCD"))
    held = ((1,) * 30, (9,) * 11, (99,) * 8, (99,) * 8)
    holdings: dict[str, dict[str, Any]] = {
        name: {"jewels": own} for name, own in zip(names, held, strict=True)
    }
    setup = Setup(names, {"leader": Player("Zed")})
    found = found_in(FinalCount(setup, holdings, {"outcome": "escaped"}))
    assert found[0].fields == (("holdings", "A", "jewels"), ("holdings", "B", "jewels"))
