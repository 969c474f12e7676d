"""What an audit of Colorful Treasure costs, and of how many tables it cannot tell.

Run it as ``python tools/benchmarks/audits_of_colorful_treasure.py``, with a number of tables if
not 200 of each kind. The games are those of the tests, played by chance, with a slip or two
afterwards; with ``dealt`` behind it nobody played them: cards, diamonds, bonus cards and tiles were
handed out; with ``whole`` behind it nobody made a slip, and all of them lack some tiles, wonders or
pieces that are none. Nothing is kept between two audits. The figures are processor time, so that a
busy machine does not matter.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))  # the games lie among the tests

from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from tests.games.colorful_treasure.handed_out import handed_out
from tests.games.colorful_treasure.played import Entry, Game, Switches, damaged, some_switches

BOOK = load_rulebook("colorful-treasure")
TABLES = 200
LIMIT = 0.15


def played(seats: int, mode: str, *, slips: int) -> Iterator[FinalCount]:
    """Give played tables with so many slips afterwards."""
    draw = Random(f"{seats} {mode} {slips}")  # noqa: S311 - nothing here is secret
    while True:
        switches = some_switches(draw)
        game = Game(draw, seats, mode, switches)
        holdings = game.holdings()
        for _ in range(slips):
            damaged(draw, holdings, mode)
        if not slips:
            holdings = {who: left_out(draw, entry) for who, entry in holdings.items()}
        yield table(draw, holdings, mode, switches, len(game.field))


def left_out(draw: Random, entry: Entry) -> Entry:
    """Leave out what is none, and mostly the wonders and tiles."""
    unknown = {name for name in ("wonders", "tiles") if draw.random() < 2 / 3}
    return {name: n for name, n in entry.items() if n and name not in unknown}


def dealt(seats: int, mode: str) -> Iterator[FinalCount]:
    """Give tables that nobody played."""
    draw = Random(f"dealt {seats} {mode}")  # noqa: S311
    while True:
        switches = some_switches(draw)
        holdings, left = handed_out(draw, seats, mode)
        yield table(draw, holdings, mode, switches, left)


def table(
    draw: Random, holdings: dict[str, Entry], mode: str, switches: Switches, left: int
) -> FinalCount:
    """Tell a table, every third without some tiles and wonders."""
    if draw.random() < 1 / 3:
        for entry in holdings.values():
            for name in ("wonders", "tiles"):
                if name in entry and draw.random() < 1 / 2:
                    del entry[name]
    options = {"mode": (mode,), **{name: (value,) for name, value in switches.items()}}
    shared = {"field": left} if draw.random() < 1 / 3 else {}
    return FinalCount(Setup(tuple(map(Player, holdings)), options=options), holdings, shared)


def forget() -> None:
    """Drop all that the room keeps from one audit to the next."""
    for kept in gc.get_objects():
        if isinstance(kept, _lru_cache_wrapper) and "colorful" in str(kept.__module__):
            kept.cache_clear()


class Cost(NamedTuple):
    """What an audit cost, what it found, and whether it could not tell."""

    seconds: float
    is_grave: bool
    is_undecided: bool
    has_tried_all: bool


def cost_of(final: FinalCount) -> Cost:
    """Audit a table."""
    forget()
    begun = process_time()
    found = GAME.final.audit(BOOK, final)
    unchecked = GAME.final.unchecked(BOOK, final)
    return Cost(
        process_time() - begun,
        any(each.verdict.stops_play for each in found),
        any("too many would have to be tried" in str(each) for each in unchecked),
        all(each.tried_all for each in found),
    )


def drawn(seats: int, mode: str, wanted: int, kind: str) -> list[FinalCount]:
    """Give so many tables of a kind, half of the played ones with two slips."""
    if kind == "dealt":
        return [*islice(dealt(seats, mode), wanted)]
    if kind == "whole":
        return [*islice(played(seats, mode, slips=0), wanted)]
    return [
        final for slips in (1, 2) for final in islice(played(seats, mode, slips=slips), wanted // 2)
    ]


def main(wanted: int, kind: str) -> None:
    """Print what the audits cost that found nothing, and those that found something."""
    for mode in ("basic", "advanced", "simple"):
        for seats in GAME.players:
            costs = [cost_of(final) for final in drawn(seats, mode, wanted, kind)]
            print(
                f"{mode}, {seats} players: nothing found: {spread(costs, is_grave=False)}; "
                f"something: {spread(costs, is_grave=True)}; "
                f"{sum(each.is_undecided for each in costs)} undecided, "
                f"{sum(not each.has_tried_all for each in costs)} not all tried",
                flush=True,
            )


def spread(costs: list[Cost], *, is_grave: bool) -> str:
    """Say what some audits cost."""
    own = sorted(each.seconds for each in costs if each.is_grave == is_grave)
    if not own:
        return "none"
    above = sum(seconds > LIMIT for seconds in own)
    median = own[len(own) // 2]
    return f"{len(own)}, median {median:.3f} s, at most {own[-1]:.3f} s, {above} above {LIMIT} s"


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else TABLES, *sys.argv[2:] or ["played"])
