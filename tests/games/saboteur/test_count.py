"""What cannot be stays what it is: with less told, nothing that could be is forbidden."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

import pytest

from referee.core.scoring.final import Statement, _taken_back
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.saboteur import GAME
from referee.games.saboteur.model.count import contradiction
from tests.games.saboteur.test_recorded import PATHS, run

BOOK = load_rulebook("saboteur")
NAMES = tuple(map(Player, "ABCDEFGHIJ"))


def statements(count: FinalCount) -> list[Statement]:
    return GAME.final._statements(count, frozenset())


def less(draw: Random, count: FinalCount) -> FinalCount:
    """Leave out some of what a count states."""
    told = statements(count)
    for statement in draw.sample(told, draw.randint(0, len(told))):
        count, _ = _taken_back(count, frozenset(), [statement])
    return count


def drawn(draw: Random, seats: int) -> FinalCount:
    """Draw a count that may well be: a little gold for each, rounds told or not."""
    players = NAMES[:seats]
    setup = Setup(players, options={"gold": (draw.choice(("players", "miners")),)})
    most = draw.randint(0, 3)
    holdings: dict[str, dict[str, Any]] = {
        player: {"gold": tuple(draw.choices((3, 2, 1), (1, 2, 4), k=draw.randint(0, most)))}
        for player in players
    }
    if draw.random() < 1 / 5:
        holdings["A"]["owed"] = draw.randint(0, 3)
    rounds = tuple(played(draw, players) for _ in range(draw.choice((0, 0, 3, 3, 3, 2))))
    return FinalCount(setup, holdings, {"rounds": rounds})


def played(draw: Random, players: tuple[Player, ...]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "won": draw.choice(("diggers", "saboteurs")),
        "saboteurs": tuple(draw.sample(players, draw.randint(0, min(4, len(players))))),
    }
    if told["won"] == "diggers" and draw.random() < 1 / 2:
        told["connector"] = draw.choice(players)
    return told


@pytest.mark.parametrize("times", [10, pytest.param(100, id="same_seed", marks=pytest.mark.prove)])
@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_an_honest_game_can_be_told_in_part(path: Any, times: int) -> None:
    count, draw = run(path).final, Random(1)
    for _ in range(times):
        assert contradiction(run(path).book, less(draw, count)) is None


def test_what_could_be_still_can_with_less_told() -> None:
    draw, possible = Random(2), 0
    for seed in range(1200):
        count = drawn(draw, 3 + seed % 8)
        if contradiction(BOOK, count) is None:
            possible += 1
            for _ in range(5):
                part = less(draw, count)
                assert contradiction(BOOK, part) is None, (count, part)
    assert possible > 40  # an exact model leaves few of the tables that are drawn at random


def test_a_contradiction_is_found_in_ten_milliseconds() -> None:
    draw, slowest = Random(3), 0.0
    contradiction(BOOK, drawn(draw, 10))  # the handfuls of the box are numbered once
    for seed in range(400):
        count = drawn(draw, 3 + seed % 8)
        taken = []
        for _ in range(3):  # other programs run beside
            started = perf_counter()
            contradiction(BOOK, count)
            taken.append(perf_counter() - started)
        slowest = max(slowest, min(taken))
    assert slowest < 0.01
