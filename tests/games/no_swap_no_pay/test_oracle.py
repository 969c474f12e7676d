"""The room against its slow twin: every small bag, and thousands of final counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from referee.core.game import Facts
from referee.core.ruling import Verdict
from referee.core.scoring.score import ranks
from referee.core.table import FinalCount, Player, Setup, clockwise_from
from referee.games.no_swap_no_pay.model.box import coins_in_game
from referee.games.no_swap_no_pay.model.coins import COLOURS, DECLARABLE
from referee.games.no_swap_no_pay.questions.bags import BAGS
from referee.games.no_swap_no_pay.state import draft_order
from tests.games.no_swap_no_pay import oracle
from tests.rooms import ROOMS

ROOM = ROOMS["no-swap-no-pay"]
GAME, BOOK = ROOM.game, ROOM.book
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Ed")))
SWITCHES = tuple(product(("every", "once"), ("yes", "no")))


def owners(seats: int) -> tuple[str, ...]:
    return (*NAMES[:seats], oracle.GHOST) if seats == 3 else NAMES[:seats]


def entry(bag: oracle.Bag, words: tuple[str, ...] = ()) -> dict[str, Any]:
    return {**dict(zip(COLOURS, bag, strict=True)), **({"purple_as": words} if words else {})}


def final(holdings: Mapping[Any, Any], sets: str, ties: str) -> FinalCount:
    seating = tuple(Player(name) for name in holdings if name != oracle.GHOST)
    options = {"silver_sets": (sets,), "purple_in_ties": (ties,)}
    return FinalCount(Setup(seating, options=options), holdings)


def worth_in_the_room(score: Any) -> oracle.Worth:
    black, silver = (int(each.value) for each in score.tie_breakers)
    return oracle.Worth(int(score.total), black, silver)


def compare_bags(bags: list[oracle.Bag], sets: str, ties: str) -> None:
    """Put the bags four at a time on a table, at their best and as their owners insist."""
    for start in range(0, len(bags), 4):
        some = dict(zip(NAMES, bags[start : start + 4], strict=False))
        holdings = {name: entry(bag) for name, bag in some.items()}
        scores = GAME.final.score(BOOK, final(holdings, sets, ties)).scores
        expected = {name: oracle.best(bag, sets, ties) for name, bag in some.items()}
        assert {each.player: worth_in_the_room(each) for each in scores} == expected, some
    for bag in bags:
        for words in product(DECLARABLE, repeat=bag[3]):
            told = {NAMES[0]: entry(bag, words)}
            (score,) = GAME.final.score(BOOK, final(told, sets, ties)).scores
            assert worth_in_the_room(score) == oracle.declared(bag, words, sets, ties), (bag, words)


@pytest.mark.parametrize(
    ("most", "every"),
    [((3, 10, 4, 2), 7), pytest.param(oracle.BOX, 1, marks=pytest.mark.prove)],
)
@pytest.mark.parametrize(("sets", "ties"), SWITCHES)
def test_bags_are_worth_what_the_twin_says(
    sets: str, ties: str, most: oracle.Bag, every: int
) -> None:
    """Every number of each coin is among them, and all that the box can fill in the proof."""
    bags = [(g, s, b, p) for g, s, b, p in product(*(range(n + 1) for n in most))]
    compare_bags(bags[SWITCHES.index((sets, ties)) % every :: every], sets, ties)


def random_count(seats: int, draw: Random) -> dict[str, Any]:
    """Deal the coins of a game at random; every third time few coins, so that bags are equal."""
    coins = list(oracle.coins_in_game(seats))
    names = owners(seats)
    bags: dict[str, list[int]] = {name: [0, 0, 0, 0] for name in names}
    few = draw.random() < 1 / 3
    for colour, count in enumerate(coins):
        for _ in range(draw.randrange(min(count, 4) + 1) if few else count):
            if few or draw.random() < 7 / 8:
                bags[draw.choice(names)][colour] += 1
    holdings = {}
    for name, (gold, silver, black, purple) in bags.items():
        insists = purple and name != oracle.GHOST and draw.random() < 1 / 2
        words = tuple(draw.choices(DECLARABLE, k=purple)) if insists else ()
        holdings[name] = entry((gold, silver, black, purple), words)
    return holdings


def expected_worth(holdings: Mapping[str, Any], sets: str, ties: str) -> dict[str, oracle.Worth]:
    worth = {}
    for name, told in holdings.items():
        bag = (told["gold"], told["silver"], told["black"], told["purple"])
        words = told.get("purple_as")
        worth[name] = (
            oracle.declared(bag, words, sets, ties) if words else oracle.best(bag, sets, ties)
        )
    return worth


def compare_counts(seats: int, times: int, seed: int) -> Iterator[list[str]]:
    """Compare totals, ranks and winners; give the winners of each count."""
    draw = Random(seed)
    for _ in range(times):
        holdings = random_count(seats, draw)
        sets, ties = draw.choice(SWITCHES)
        sheet = GAME.final.score(BOOK, final(holdings, sets, ties))
        worth = expected_worth(holdings, sets, ties)
        assert {each.player: worth_in_the_room(each) for each in sheet.scores} == worth, holdings
        placed = dict(zip(worth, ranks(sheet.scores), strict=True))
        assert placed == oracle.ranks(worth), holdings
        assert list(sheet.outcome.winners) == oracle.winners(worth), holdings
        yield list(sheet.outcome.winners)


@pytest.mark.parametrize(
    ("times", "seed"), [(300, 0), pytest.param(40_000, 100, marks=pytest.mark.prove)]
)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_final_counts_come_out_as_the_twin_says(seats: int, times: int, seed: int) -> None:
    won = list(compare_counts(seats, times, seed + seats))
    assert any(len(each) > 1 for each in won), "no shared victory among them"
    assert seats != 3 or [oracle.GHOST] in won, "the ghost never wins"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_draft_goes_there_and_back_from_every_captain(seats: int) -> None:
    players = NAMES[:seats]
    for captain in players:
        order = draft_order(clockwise_from(players, captain), 2)
        assert list(order) == oracle.draft_order(players, captain)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_coins_in_the_game_are_those_of_the_setup_table(seats: int) -> None:
    coins = coins_in_game(BOOK, seats)
    assert (coins.gold, coins.silver, coins.black, coins.purple) == oracle.coins_in_game(seats)
    assert coins.total == {3: 39, 4: 36, 5: 45}[seats]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_bags_after_challenges_hold_what_the_twin_says(seats: int) -> None:
    draw = Random(seats)
    for _ in range(1000):
        counts: dict[str, int] = {name: draw.randrange(1, 8) for name in owners(seats)}
        told: list[tuple[str, str, str]] = []
        for by in draw.sample(NAMES[:seats], seats):
            to = draw.choice([name for name in counts if name != by])
            held = oracle.counts_after(counts, told)[to]
            may_refuse = to != oracle.GHOST and held > 0
            told.append((by, to, draw.choice(("refused", "swapped")) if may_refuse else "swapped"))
        challenges = tuple({"by": by, "to": to, "answer": answer} for by, to, answer in told)
        reply = BAGS.answer(BOOK, Facts({"counts": counts, "challenges": challenges}))
        if sum(counts.values()) > sum(oracle.coins_in_game(seats)):
            assert reply.verdict == Verdict.IMPOSSIBLE
        else:
            assert reply.results["counts"] == oracle.counts_after(counts, told)
