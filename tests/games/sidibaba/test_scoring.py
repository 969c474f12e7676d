"""Final counts against their slow twin: points, ranks and winners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from referee.core.scoring.score import ranks
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba import GAME
from tests.games.sidibaba import oracle
from tests.rooms import shown

BOOK = load_rulebook("sidibaba")
NAMES = ("Maya", "Bo", "Ana", "Cy", "小明", "Di")
"""In order of seating, which is no order of the alphabet."""
LEADER = "Zed"
OUTCOMES = ("escaped", "escaped", "lamps-out", "caught")
KINDS = ("1", "1", "2", "3", "4", "1/3", "1/5", "1/5", "genie")
STRANGE = ("2/5", "3/4")
"""Jewels whose left number is not 1."""


def entry_of(draw: Random, held: Sequence[str]) -> dict[str, Any]:
    """Tell tokens as a holdings file does; what is none is often left out."""
    entry: dict[str, Any] = {
        "jewels": tuple(int(token) for token in held if token.isdigit()),
        "pairs": dict(Counter(token for token in held if "/" in token)),
        "genies": held.count("genie"),
    }
    if draw.random() < 1 / 4:
        entry["pairs"].setdefault("1/7", 0)
        entry["pairs"].setdefault("2/7", 0)
    return {name: told for name, told in entry.items() if told or draw.random() < 1 / 4}


def some_tokens(draw: Random, most: int) -> dict[str, list[str]]:
    """Give everybody tokens; at some tables there are strange ones."""
    kinds = (*KINDS, *STRANGE) if draw.random() < 1 / 10 else KINDS
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
        {name: entry_of(draw, held) for name, held in table.items()},
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
