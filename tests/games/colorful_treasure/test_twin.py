"""The audit against a solver: what some play leaves is never blamed, what none does is found."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.core.ruling import Verdict
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from tests.games.colorful_treasure.played import Game, damaged, some_switches

pytest.importorskip("ortools", reason="the solver is a development dependency")

BOOK = load_rulebook("colorful-treasure")
MODES = ("basic", "basic", "advanced", "simple")


def compare(times: int, seed: int) -> Counter[str]:
    """Put tables to the room and to the solver: played ones, half of them damaged afterwards.

    A played table is possible, so the solver looks at one of ten of these only.
    """
    from tests.games.colorful_treasure.twin import Twin

    draw, seen = Random(seed), Counter[str]()
    for place in range(times):
        mode, switches = draw.choice(MODES), some_switches(draw)
        game = Game(draw, draw.choice((2, 3, 4)), mode, switches)
        holdings = game.holdings()
        is_damaged = draw.random() < 0.5
        if is_damaged:
            damaged(draw, holdings, mode)
        if draw.random() < 0.3:
            for entry in holdings.values():
                for name in ("wonders", "tiles"):
                    if draw.random() < 0.4:
                        del entry[name]
        field = len(game.field) if draw.random() < 0.3 else None
        count = FinalCount(
            Setup(
                tuple(map(Player, holdings)),
                options={"mode": (mode,)} | {name: (value,) for name, value in switches.items()},
            ),
            holdings,
            {} if field is None else {"field": field},
        )
        ruling = GAME.final.contradiction(BOOK, count)
        passes = ruling is None or ruling.verdict is Verdict.TABLE_CALL
        is_possible = True
        if is_damaged or place % 10 == 0:
            is_possible = Twin([*holdings.values()], mode, switches, field).is_possible()
        assert is_possible or is_damaged, count
        seen["possible" if is_possible else "impossible"] += 1
        seen["possible tables blamed"] += is_possible and not passes
        seen["impossible tables uncaught"] += passes and not is_possible
    return seen


def test_tables_are_possible_where_the_solver_finds_a_play() -> None:
    seen = compare(30, seed=1)
    assert seen["possible tables blamed"] == 0
    assert seen["impossible tables uncaught"] == 0
    assert seen["impossible"] > 3


@pytest.mark.prove
def test_ten_thousand_tables_are_possible_where_the_solver_finds_a_play() -> None:
    seen = compare(10_000, seed=2)
    print(seen)  # noqa: T201 - pytest -s shows it
    assert seen["possible tables blamed"] == 0
    assert seen["impossible tables uncaught"] == 0
