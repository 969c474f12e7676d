"""The audit against a solver: what some play leaves is never blamed, what none does is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from referee.core.ruling import FieldPath, Verdict
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from referee.games.colorful_treasure.model.contradiction import is_unsettled
from tests.games.colorful_treasure.handed_out import handed_out
from tests.games.colorful_treasure.played import Game, damaged, some_switches

pytest.importorskip("ortools", reason="the solver is a development dependency")

BOOK = load_rulebook("colorful-treasure")
PASSES = (Verdict.TABLE_CALL, Verdict.ALLOWED)
LOOT = ("red", "yellow", "green", "blue", "purple", "diamond_cards")
MODES = ("basic", "basic", "advanced", "simple")


def tables(draw: Random, slips: Sequence[int]) -> Iterator[tuple[FinalCount, int]]:
    """Give played games, each with one of so many slips afterwards, and say how many."""
    while True:
        mode, switches = draw.choice(MODES), some_switches(draw)
        game = Game(draw, draw.choice((2, 3, 4)), mode, switches)
        holdings, n = game.holdings(), draw.choice(slips)
        for _ in range(n):
            damaged(draw, holdings, mode)
        if draw.random() < 0.3:
            for entry in holdings.values():
                for name in ("wonders", "tiles"):
                    if draw.random() < 0.4:
                        del entry[name]
        options = {"mode": (mode,)} | {name: (value,) for name, value in switches.items()}
        shared = {"field": len(game.field)} if draw.random() < 0.3 else {}
        yield FinalCount(Setup(tuple(map(Player, holdings)), options=options), holdings, shared), n


def solves(count: FinalCount) -> bool:
    """Ask the solver whether some play leaves this."""
    from tests.games.colorful_treasure.twin import Twin

    mode, *_ = count.setup.options["mode"]
    switches = {name: value for name, (value, *_) in count.setup.options.items()}
    entries = [count.holdings.get(player, {}) for player in count.setup.seating]
    field = count.shared.get("field")
    assert field is None or isinstance(field, int)
    return Twin(entries, mode, switches, field).is_possible()


def compare(times: int, seed: int) -> Counter[str]:
    """Put tables to the room and to the solver: played ones, half of them damaged afterwards.

    A played table is possible, so the solver looks at one of ten of these only.
    """
    draw, seen = Random(seed), Counter[str]()
    for place, (count, slips) in enumerate(islice(tables(draw, (0, 1)), times)):
        ruling = GAME.final.contradiction(BOOK, count)
        passes = ruling is None or ruling.verdict in PASSES
        is_possible = True
        if slips or place % 10 == 0:
            is_possible = solves(count)
        assert is_possible or slips, count
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
@pytest.mark.parametrize("seed", range(2, 6))
def test_ten_thousand_tables_are_possible_where_the_solver_finds_a_play(seed: int) -> None:
    seen = compare(2_500, seed)
    print(seen)  # noqa: T201 - pytest -s shows it
    assert seen["possible tables blamed"] == 0
    assert seen["impossible tables uncaught"] == 0


def half_told(draw: Random) -> Iterator[FinalCount]:
    """Give tables, half of them played by nobody, without one or two counts of gems and diamonds.

    No file is without one: an audit asks so once it has taken statements back.
    """
    games = tables(draw, (0, 1, 2))
    while True:
        count, _ = next(games)
        if draw.random() < 1 / 2:
            mode, seats = draw.choice(MODES), draw.choice((2, 3, 4))
            holdings, _ = handed_out(draw, seats, mode)
            setup = Setup(tuple(map(Player, holdings)), options={"mode": (mode,)})
            count = FinalCount(setup, holdings, {})
        paths = [
            ("holdings", str(who), name)
            for who, entry in count.holdings.items()
            for name in entry
            if name in LOOT
        ]
        some = draw.sample(paths, draw.choice((1, 2)))
        yield replace(
            count,
            holdings={
                who: {
                    name: told
                    for name, told in entry.items()
                    if ("holdings", who, name) not in some
                }
                for who, entry in count.holdings.items()
            },
        )


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(11, 14))
def test_a_count_that_is_unknown_can_be_something_or_that_is_said(seed: int) -> None:
    """What passes without a word can be filled in; where nobody knows that, the audit says so."""
    draw, seen = Random(seed), Counter[str]()
    for count in islice(half_told(draw), 100):
        ruling = GAME.final.contradiction(BOOK, count)
        passes = ruling is None or ruling.verdict in PASSES
        is_possible = solves(count)
        is_said = passes and is_unsettled(BOOK, count)
        seen["possible" if is_possible else "impossible"] += 1
        seen["possible tables blamed"] += is_possible and not passes
        seen["passed, and said that it is not known"] += is_said
        seen["impossible tables passed without a word"] += (
            passes and not is_possible and not is_said
        )
    print(seen)  # noqa: T201 - pytest -s shows it
    assert seen["possible tables blamed"] == 0
    assert seen["impossible tables passed without a word"] == 0
    assert seen["impossible"] > 20


def blamed_alone(count: FinalCount, blamed: Sequence[FieldPath]) -> FinalCount:
    """Leave nothing told but some statements."""
    holdings = {
        player: {name: told for name, told in entry.items() if ("holdings", player, name) in blamed}
        for player, entry in count.holdings.items()
    }
    shared = {name: told for name, told in count.shared.items() if (name,) in blamed}
    return replace(count, holdings=holdings, shared=shared)


@pytest.mark.prove
def test_what_is_blamed_cannot_be_and_less_of_it_can() -> None:
    """Where a blame may be too large, the finding says so."""
    draw, seen = Random(7), Counter[str]()
    for count, _ in islice(tables(draw, (1, 2)), 25):
        for finding in GAME.final.audit(BOOK, count):
            if finding.verdict is Verdict.TABLE_CALL:
                continue
            assert not solves(blamed_alone(count, finding.fields)), finding
            spare = [
                path
                for path in finding.fields
                if not solves(
                    blamed_alone(count, [each for each in finding.fields if each != path])
                )
            ]
            assert not spare or finding.unchecked, (count, finding, spare)
            seen["blamed"] += 1
            seen["perhaps too large, and said so"] += bool(finding.unchecked)
            seen["too large"] += bool(spare)
    print(seen)  # noqa: T201 - pytest -s shows it
    assert seen["blamed"] > 5
