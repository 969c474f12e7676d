"""Final counts and thefts against their slow twin: all small holdings, and random ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from random import Random
from typing import Any, TypeVar

import pytest

from referee.core.game import ANSWERED, Facts
from referee.core.ruling import Verdict
from referee.core.scoring.score import PlayerScore, ranks
from referee.core.table import FinalCount, Holdings, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin import GAME
from tests.games.aladdin import oracle
from tests.rooms import shown

BOOK = load_rulebook("aladdin")
STEAL = next(each for each in GAME.questions if each.name == "steal")
NAMES = tuple(map(Player, ("Maya", "Margot", "Maurice", "Bo", "Ana")))
"""In order of seating, which is no order of the alphabet."""
RULE_OF_PART = {"cards": "ALA-7.1", "sets": "ALA-7.2", "majorities": "ALA-7.3", "ring": "ALA-8.5"}
FOURTH = "purple"
"""What some tables call the gem whose name is lost."""

OF_ONE_KIND = [(gems, 0) for gems in range(4)] + [
    (gems, talismans) for gems in range(1, 4) for talismans in range(1, 3)
]
"""Up to three gems of a kind, and up to two talismans on them."""


def told(holding: oracle.Holding, fourth: str = "fourth") -> dict[str, Any]:
    """Tell a holding as a holdings file does; what is none is left out."""
    called = {kind: kind for kind in oracle.GEMS} | {"fourth": fourth}
    lone = {"lone": holding.lone} if holding.lone else {}
    ornaments: dict[str, tuple[str, ...]] = {}
    for (metal, kind), number in holding.ornaments.items():
        if number:
            ornaments[metal] = (*ornaments.get(metal, ()), *[kind] * number)
    talismans = {called[kind]: number for kind, number in holding.talismans.items() if number}
    return {
        "gems": {called[kind]: number for kind, number in holding.gems.items() if number},
        "talismans": talismans | lone,
        "ornaments": ornaments,
        **({"magic_ring": True} if holding.ring else {}),
    }


def parts(score: PlayerScore) -> oracle.Points:
    """Add the lines up by the rule that each rests on first."""
    found: Counter[str] = Counter()
    for line in score.lines:
        found[line.rules[0].rule_id] += int(line.points)
    assert sum(found.values()) == score.total
    points = oracle.Points(**{part: found.pop(rule, 0) for part, rule in RULE_OF_PART.items()})
    assert not found, "lines by no rule for points"
    return points


class Comparison:
    """Puts the same table to the room and to the twin, and counts what it met."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def compare(self, table: Mapping[str, oracle.Holding], fourth: str = "") -> None:
        """Compare parts, totals, ranks and winners; ``fourth`` is the name the table gave."""
        ring = any(held.ring for held in table.values())
        options = {"variant": ("my-precious",)} if ring else {}
        options |= {"fourth_gem": (fourth,)} if fourth else {}
        holdings = {name: told(held, fourth or "fourth") for name, held in table.items()}
        setup = Setup(tuple(map(Player, table)), options=options)
        sheet = GAME.final.score(BOOK, FinalCount(setup, holdings))
        expected = oracle.points(table)
        assert {each.player: parts(each) for each in sheet.scores} == expected, holdings
        placed = dict(zip(table, ranks(sheet.scores), strict=True))
        assert placed == oracle.ranks(expected), holdings
        assert list(sheet.outcome.winners) == oracle.winners(expected), holdings
        self.count(expected, len(sheet.outcome.winners))

    def count(self, scored: Mapping[str, oracle.Points], winners: int) -> None:
        self.seen["tables"] += 1
        self.seen["shared victories"] += winners > 1
        for own in scored.values():
            for part, points in own._asdict().items():
                self.seen[f"points for {part}"] += points


def compare_gems(seats: int, every: int) -> dict[str, int]:
    """Compare who has most of a kind, for all that each may hold of it, or one in so many.

    Each table has four such cases far apart, one for each kind, so that none can be mixed up.
    """
    comparison = Comparison()
    cases = list(islice(product(OF_ONE_KIND, repeat=seats), 0, None, every))
    quarter = -(-len(cases) // len(oracle.GEMS))
    for first in range(quarter):
        four = dict(zip(oracle.GEMS, cases[first::quarter], strict=False))
        table: dict[str, oracle.Holding] = {
            name: oracle.Holding(
                gems={kind: case[seat][0] for kind, case in four.items()},
                talismans={kind: case[seat][1] for kind, case in four.items()},
            )
            for seat, name in enumerate(NAMES[:seats])
        }
        comparison.compare(table)
        comparison.seen["kinds compared"] += len(four)
    return shown(f"gems of {seats} players", comparison.seen)


def ornaments_up_to(most: int) -> Iterator[dict[tuple[str, str], int]]:
    """List all holdings of ornaments with so many of each at most."""
    kinds = list(product(oracle.CHESTS, oracle.ORNAMENTS))
    for counts in product(range(most + 1), repeat=len(kinds)):
        yield dict(zip(kinds, counts, strict=True))


def compare_ornaments(most: int, every: int = 1) -> dict[str, int]:
    """Compare what sets are worth, or one holding of so many, five players at a time."""
    comparison = Comparison()
    holdings = islice(ornaments_up_to(most), 0, None, every)
    while some := list(islice(holdings, len(NAMES))):
        table: dict[str, oracle.Holding] = {
            name: oracle.Holding(ornaments=own) for name, own in zip(NAMES, some, strict=False)
        }
        comparison.compare(table)
        comparison.seen["holdings"] += len(some)
    return shown(f"ornaments, {most} of each at most", comparison.seen)


def random_table(draw: Random) -> dict[str, oracle.Holding]:
    """Deal cards at random, on some tables only few of each kind, so that players are equal."""
    seats = draw.randint(2, 5)
    most = draw.choice((1, 2, 4))
    owner = draw.choice([*NAMES[:seats], None])
    kinds = list(product(oracle.CHESTS, oracle.ORNAMENTS))
    table: dict[str, oracle.Holding] = {}
    for name in NAMES[:seats]:
        gems = {kind: draw.randint(0, most) for kind in oracle.GEMS}
        on_them = {kind: draw.randint(0, 2) for kind in oracle.GEMS if gems[kind]}
        table[name] = oracle.Holding(
            gems=gems,
            talismans=on_them if draw.random() < 1 / 2 else {},
            lone=draw.choice((0, 0, 1, 2)),
            ornaments={kind: draw.choice((0, 0, 1, most)) for kind in kinds},
            ring=name == owner,
        )
    return table


def compare_random(times: int, seed: int) -> dict[str, int]:
    draw = Random(seed)
    comparison = Comparison()
    for _ in range(times):
        comparison.compare(random_table(draw), draw.choice(("", FOURTH)))
    return shown("random tables", comparison.seen)


EACH, FEWER, SOME = 1, 3, 33
"""Three and 33 share no factor with the ten holdings of a kind: every one is among them."""


PROVE = pytest.mark.prove


@pytest.mark.parametrize(
    ("seats", "every", "met"),
    [
        (2, EACH, (25, 0, 400, 100)),
        (3, EACH, (250, 6, 3_540, 1_000)),
        (4, FEWER, (834, 52, 10_840, 3_334)),
        pytest.param(4, EACH, (2_500, 137, 32_480, 10_000), marks=PROVE),
        (5, SOME, (758, 51, 9_035, 3_031)),
        pytest.param(5, EACH, (25_000, 2_460, 304_100, 100_000), marks=PROVE),
    ],
)
def test_who_has_most_of_a_kind_is_as_the_twin_says(
    seats: int, every: int, met: tuple[int, ...]
) -> None:
    found = compare_gems(seats, every)
    names = ("tables", "shared victories", "points for majorities", "kinds compared")
    assert tuple(found[name] for name in names) == met


SEEN = ("tables", "shared victories", *(f"points for {part}" for part in RULE_OF_PART))
"""What is counted, in the order of the numbers below."""


@pytest.mark.parametrize(
    ("most", "every", "seen", "holdings"),
    [
        (2, 7, (563, 7, 25_306, 22_496, 0, 0), 2_812),
        pytest.param(3, EACH, (52_429, 5_734, 3_538_944, 3_538_944, 0, 0), 262_144, marks=PROVE),
    ],
)
def test_sets_of_ornaments_are_worth_what_the_twin_says(
    most: int, every: int, seen: tuple[int, ...], holdings: int
) -> None:
    expected = {**dict(zip(SEEN, seen, strict=True)), "holdings": holdings}
    assert compare_ornaments(most, every) == expected


@pytest.mark.parametrize(
    ("times", "seed", "seen"),
    [
        (1_000, 1, (1_000, 37, 48_950, 11_920, 13_670, 3_960)),
        pytest.param(
            *(4_000, 1),
            (4_000, 150, 197_951, 47_590, 55_120, 15_520),
            id="same_seed",
            marks=PROVE,
        ),
        pytest.param(
            *(100_000, 2),
            (100_000, 3_629, 4_990_481, 1_226_410, 1_370_595, 380_610),
            marks=PROVE,
        ),
    ],
)
def test_random_tables_are_scored_as_the_twin_says(
    times: int, seed: int, seen: tuple[int, ...]
) -> None:
    assert compare_random(times, seed) == dict(zip(SEEN, seen, strict=True))


def test_both_names_of_the_fourth_gem_count_as_one_kind() -> None:
    options = {"fourth_gem": (FOURTH,)}
    two, one = {FOURTH: 1, "fourth": 1}, {FOURTH: 1}
    holdings: Holdings = {NAMES[0]: {"gems": two}, NAMES[1]: {"gems": one}}
    first, second = GAME.final.score(
        BOOK, FinalCount(Setup(NAMES[:2], options=options), holdings)
    ).scores
    assert (parts(first), parts(second)) == ((2, 0, 5, 0), (1, 0, 0, 0))


def test_talismans_on_a_kind_without_a_gem_score_as_alone() -> None:
    comparison = Comparison()
    for few in product(product(range(3), repeat=2), repeat=3):
        table: dict[str, oracle.Holding] = {
            name: oracle.Holding(gems={"red": gems}, talismans={"red": talismans})
            for name, (gems, talismans) in zip(NAMES, few, strict=False)
        }
        comparison.compare(table)
    assert comparison.seen["tables"] == 9**3


def test_a_player_without_a_card_scores_nothing() -> None:
    sheet = GAME.final.score(BOOK, FinalCount(Setup(NAMES[:2]), {name: {} for name in NAMES[:2]}))
    assert [parts(each) for each in sheet.scores] == [(0, 0, 0, 0)] * 2
    assert sheet.outcome.winners == NAMES[:2]


# Thefts


def taken(holding: oracle.Holding, fourth: str = "") -> list[str]:
    """Ask what may be stolen."""
    facts = told(holding, fourth or "fourth")
    reply = STEAL.answer(BOOK, Facts(facts, {"fourth_gem": (fourth,)} if fourth else {}))
    assert reply.verdict == ANSWERED, facts
    return list(reply.results["may_take"])


T = TypeVar("T")


def turned(kinds: Sequence[T], by: int) -> Sequence[T]:
    """Begin a list at another place."""
    return [*kinds[by % len(kinds) :], *kinds[: by % len(kinds)]]


def told_in_another_order(holding: oracle.Holding, index: int) -> oracle.Holding:
    """Tell gems, metals and kinds of ornament in another order, by the number of the case."""
    metals, kinds = turned(oracle.CHESTS, index), turned(oracle.ORNAMENTS, index // 3)
    return holding._replace(
        gems={kind: holding.gems.get(kind, 0) for kind in turned(oracle.GEMS, index)},
        ornaments={each: holding.ornaments.get(each, 0) for each in product(metals, kinds)},
    )


def compare_thefts(holdings: Iterator[oracle.Holding]) -> dict[str, int]:
    seen: Counter[str] = Counter()
    for index, held in enumerate(holdings):
        holding = told_in_another_order(held, index)
        fourth = FOURTH if index % 2 else ""
        expected = oracle.may_be_stolen(holding)
        if fourth:
            expected = [each.replace("fourth", fourth) for each in expected]
        assert taken(holding, fourth) == expected, holding
        seen["holdings"] += 1
        seen["kinds to steal"] += len(expected)
        seen["nothing to steal"] += not expected
    return shown("thefts", seen)


def gems_and_talismans(most: int) -> Iterator[oracle.Holding]:
    """List all holdings of gems of four kinds, and at most one talisman on each kind or alone."""
    of_one = [(gems, on_it) for gems in range(most + 1) for on_it in range(min(gems, 1) + 1)]
    for own, lone in product(product(of_one, repeat=len(oracle.GEMS)), range(2)):
        yield oracle.Holding(
            gems={kind: gems for kind, (gems, _) in zip(oracle.GEMS, own, strict=True)},
            talismans={kind: number for kind, (_, number) in zip(oracle.GEMS, own, strict=True)},
            lone=lone,
        )


def ornaments_and_gems(most: int) -> Iterator[oracle.Holding]:
    """List all holdings of ornaments with so many of each at most, with gems by turns."""
    by_turns = [tuple(bool(index & 1 << bit) for bit in range(4)) for index in range(16)]
    for index, ornaments in enumerate(ornaments_up_to(most)):
        has = by_turns[index // 5 % 16]
        gems = {kind: int(is_there) for kind, is_there in zip(oracle.GEMS, has, strict=True)}
        yield oracle.Holding(gems=gems, ornaments=ornaments)


@pytest.mark.parametrize(
    ("listed", "most", "seen"),
    [
        (gems_and_talismans, 2, (1_250, 4_000, 2)),
        (ornaments_and_gems, 1, (512, 2_727, 1)),
        pytest.param(ornaments_and_gems, 2, (19_683, 124_653, 3), marks=PROVE),
        pytest.param(ornaments_and_gems, 3, (262_144, 1_777_644, 4), marks=PROVE),
    ],
)
def test_what_may_be_stolen_is_as_the_twin_says(
    listed: Callable[[int], Iterator[oracle.Holding]], most: int, seen: tuple[int, ...]
) -> None:
    counted = ("holdings", "kinds to steal", "nothing to steal")
    assert compare_thefts(listed(most)) == dict(zip(counted, seen, strict=True))


def test_a_talisman_on_a_kind_without_a_gem_is_impossible() -> None:
    reply = STEAL.answer(BOOK, Facts({"gems": {"green": 1}, "talismans": {"red": 1}}))
    assert reply.verdict == Verdict.IMPOSSIBLE
    assert set(reply.results.values()) == {None}
