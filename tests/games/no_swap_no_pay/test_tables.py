"""Final tables without a record, half of them with a slip: the program and the logic program."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from referee.core.table import FinalCount, Player, Setup
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.model.box import GHOST
from referee.games.no_swap_no_pay.model.coins import COLOURS
from tests.games.no_swap_no_pay import chance
from tests.rooms import ROOMS

BOOK = ROOMS["no-swap-no-pay"].book
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Ed")))
LOGIC = Path(__file__).with_name("possible.lp")


def can_be(seats: int, bags: list[chance.Bag], treasure: chance.Bag | None) -> bool:
    """Whether the program finds nothing that cannot be."""
    entries = [dict(zip(COLOURS, bag, strict=True)) for bag in bags]
    holdings = dict(zip(map(str, (*NAMES[:seats], GHOST)), entries, strict=False))
    shared = {} if treasure is None else {"treasure": dict(zip(COLOURS, treasure, strict=True))}
    findings = GAME.final.contradictions(BOOK, FinalCount(Setup(NAMES[:seats]), holdings, shared))
    return not any(each.verdict.stops_play for each in findings)


def has_a_play(seats: int, bags: list[chance.Bag], treasure: chance.Bag | None) -> bool:
    """Whether the logic program finds a play that ends so."""
    clingo = pytest.importorskip("clingo")
    known = [
        f"shown({at}, {colour}, {n})."
        for at, bag in enumerate(bags)
        for colour, n in zip(COLOURS, bag, strict=True)
    ]
    known += [f"left({colour}, {n})." for colour, n in zip(COLOURS, treasure or (), strict=False)]
    control = clingo.Control([f"-cplayers={seats}", "--configuration=handy"])
    control.load(str(LOGIC))
    control.add("base", [], " ".join(known))
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)


@pytest.mark.parametrize("seed", range(150))
def test_a_table_that_was_played_can_be(seed: int) -> None:
    draw = Random(seed)
    seats = draw.choice((3, 4, 5))
    *bags, treasure = chance.Game(seats, draw).counted
    assert can_be(seats, bags, treasure)
    assert can_be(seats, bags, None)


@pytest.mark.prove
def test_a_table_can_be_where_the_logic_program_finds_a_play_and_nowhere_else() -> None:
    found: Counter[bool] = Counter()
    for seed in range(150):
        draw = Random(seed)
        seats = draw.choice((3, 4, 5))
        shown = chance.Game(seats, draw).counted
        *bags, left = chance.slipped(shown, draw) if seed % 3 else shown
        treasure = left if draw.random() < 2 / 3 else None
        expected = has_a_play(seats, bags, treasure)
        assert can_be(seats, bags, treasure) is expected, (seats, bags, treasure)
        found[expected] += 1
    assert found == {True: 67, False: 83}
