"""Final tables without a record beside their slow twin: half played, half of these with a slip."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.core.table import FinalCount, Player, Setup
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.model.box import GHOST
from referee.games.no_swap_no_pay.model.coins import COLOURS
from tests.games.no_swap_no_pay import tables_twin as twin
from tests.rooms import ROOMS

BOOK = ROOMS["no-swap-no-pay"].book
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Ed")))


def compare(times: int, seed: int) -> Counter[bool]:
    """Put tables to both; every third time nobody looked into the treasure bag."""
    found: Counter[bool] = Counter()
    for number in range(times):
        draw = Random(seed + number)
        seats = draw.choice((3, 4, 5))
        played = twin.Game(seats, draw).counted
        told = twin.slipped(played, draw) if number % 2 else played
        *bags, treasure = told
        is_told = draw.random() < 2 / 3
        expected = twin.can_end_so(seats, bags, treasure if is_told else None)
        assert expected or number % 2, played
        owners = (*NAMES[:seats], GHOST)
        entries = [dict(zip(COLOURS, bag, strict=True)) for bag in told]
        final = FinalCount(
            Setup(NAMES[:seats]),
            dict(zip(owners, entries[:-1], strict=False)),
            {"treasure": entries[-1]} if is_told else {},
        )
        findings = [f for f in GAME.final.audit(BOOK, final) if f.verdict.stops_play]
        assert (not findings) is expected, (seats, told, is_told, findings)
        found[expected] += 1
    return found


def test_a_table_is_blamed_where_no_play_ends_so_and_nowhere_else() -> None:
    found = compare(200, 1)
    assert min(found[True], found[False]) >= 30


@pytest.mark.prove
def test_ten_thousand_tables_are_blamed_as_the_twin_blames_them() -> None:
    found = compare(10_000, 1_000_000)
    print(dict(found))  # noqa: T201 - the figure is the point
    assert min(found[True], found[False]) >= 1_000


@pytest.mark.parametrize("treasure", [(3, 3), (4, 2), (6, 0), (2, 2)])
def test_any_colours_can_lie_where_the_numbers_can(treasure: tuple[int, int]) -> None:
    reached = twin.every_end(treasure, 2)
    assert reached == twin.with_any_colours(reached)
