"""The audit against a logic program: what some play leaves is not blamed, what none does is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from tests.games.colorful_treasure.handed_out import handed_out
from tests.games.colorful_treasure.played import Game, damaged, some_switches
from tests.rooms import shown

BOOK = load_rulebook("colorful-treasure")
PROGRAM = Path(__file__).with_name("possible.lp")
MODES = ("basic", "basic", "advanced", "simple")
ONCE = ("no_secrets_tile", "fourth_card_tile", "extra_kind_tile")
NOBODY_PLAYED = -1


def tables(draw: Random, slips: Sequence[int]) -> Iterator[tuple[FinalCount, int]]:
    """Give games, each with one of so many slips afterwards, or one that nobody played; say which.

    A third leave out some wonders and tiles.
    """
    while True:
        mode, switches, n = draw.choice(MODES), some_switches(draw), draw.choice(slips)
        seats = draw.choice((2, 3, 4))
        if n == NOBODY_PLAYED:
            holdings, left = handed_out(draw, seats, mode)
        else:
            game = Game(draw, seats, mode, switches)
            holdings, left = game.holdings(), len(game.field)
        for _ in range(n):
            damaged(draw, holdings, mode)
        if draw.random() < 0.3:
            for entry in holdings.values():
                for name in ("wonders", "tiles"):
                    if draw.random() < 0.4:
                        del entry[name]
        options = {"mode": (mode,)} | {name: (value,) for name, value in switches.items()}
        shared = {"field": left} if draw.random() < 0.3 else {}
        yield FinalCount(Setup(tuple(map(Player, holdings)), options=options), holdings, shared), n


def facts(count: FinalCount) -> Iterator[str]:
    """State a table as the logic program wants it."""
    options = {name: value for name, (value, *_) in count.setup.options.items()}
    yield from (options["mode"],) if options["mode"] != "basic" else ()
    yield from ("may",) if options.get("takes") == "may" else ()
    for name in ONCE:
        if options.get(name) == "once":
            yield f"once({name.removesuffix('_tile')})"
    if "field" in count.shared:
        yield f"field({count.shared['field']})"
    for p, player in enumerate(count.setup.seating):
        entry = dict(count.holdings[player])
        pieces = [*entry.pop("bonuses"), *entry.pop("tiles", ())]
        yield from (f"has({p},{piece.replace('-', '_')})" for piece in pieces)
        yield from (f"twice({name.replace('-', '_')})" for name in pieces if pieces.count(name) > 1)
        yield from (f"open({p})",) if "tiles" in count.holdings[player] else ()
        yield from (f"shows({p},{entry.pop('wonders')})",) if "wonders" in entry else ()
        yield f"diamonds({p},{entry.pop('diamonds')})"
        yield from (f"hold({p},{kind},{n})" for kind, n in entry.items())


def can_be(count: FinalCount) -> bool:
    """Ask the logic program whether some play leaves this."""
    clingo = pytest.importorskip("clingo", reason="the proofs bring it")
    control = clingo.Control(["--warn=none", "-c", f"n={len(count.setup.seating)}"])
    control.load(str(PROGRAM))
    control.add("table", [], " ".join(f"{fact}." for fact in facts(count)))
    control.ground([("base", []), ("table", [])])
    return bool(control.solve().satisfiable)


@pytest.mark.parametrize(
    ("times", "seed", "slips", "least"),
    [
        (8, 1, (0, 1, 1, NOBODY_PLAYED), 1),
        *(
            pytest.param(250, seed, (0, 1, 1, 2, NOBODY_PLAYED), 50, marks=pytest.mark.prove)
            for seed in range(2, 10)
        ),
    ],
)
def test_a_table_is_possible_where_the_logic_program_finds_a_play(
    times: int, seed: int, slips: Sequence[int], least: int
) -> None:
    draw, seen = Random(seed), Counter[str]()
    for count, n in islice(tables(draw, slips), times):
        passes = not any(each.verdict.stops_play for each in GAME.final.audit(BOOK, count))
        is_possible = can_be(count)
        assert is_possible or n, count
        assert passes == is_possible, count
        seen["possible" if is_possible else "impossible"] += 1
    shown("tables", seen)
    assert min(seen["possible"], seen["impossible"]) > least
