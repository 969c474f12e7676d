"""What an audit of Colorful Treasure costs: the decision alone, and with all that it blames.

Run it as ``python tools/benchmarks/audits_of_colorful_treasure.py``, with a number of tables if
not 200 of each kind. The games are those of the twin in the tests, played by chance, with a slip
or two afterwards; with ``dealt`` behind it nobody played them: cards, diamonds, bonus cards and
tiles were handed out. Every third is told without some tiles and wonders. Nothing is kept between
two audits. The figures are processor time, so that a busy machine does not matter.
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

sys.path.insert(0, str(Path(__file__).parents[2]))  # the games lie among the tests

from referee.core.ruling import Verdict
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from tests.games.colorful_treasure.handed_out import handed_out
from tests.games.colorful_treasure.played import Entry, Game, Switches, damaged, some_switches

BOOK = load_rulebook("colorful-treasure")
TABLES = 200
LIMIT = 0.3


def played(seats: int, mode: str, *, slips: int) -> Iterator[FinalCount]:
    """Give played tables with so many slips afterwards."""
    draw = Random(f"{seats} {mode} {slips}")  # noqa: S311 - nothing here is secret
    while True:
        switches = some_switches(draw)
        game = Game(draw, seats, mode, switches)
        holdings = game.holdings()
        for _ in range(slips):
            damaged(draw, holdings, mode)
        yield table(draw, holdings, mode, switches, len(game.field))


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
                if draw.random() < 1 / 2:
                    del entry[name]
    options = {"mode": (mode,), **{name: (value,) for name, value in switches.items()}}
    shared = {"field": left} if draw.random() < 1 / 3 else {}
    return FinalCount(Setup(tuple(map(Player, holdings)), options=options), holdings, shared)


def forget() -> None:
    """Drop all that the room keeps from one audit to the next."""
    for kept in gc.get_objects():
        if isinstance(kept, _lru_cache_wrapper) and "colorful" in str(kept.__module__):
            kept.cache_clear()


def seconds(final: FinalCount) -> tuple[float, float, bool]:
    """Give what a decision costs and a whole audit, and whether anything was to blame."""
    forget()
    begun = process_time()
    found = GAME.final.contradiction(BOOK, final)
    decided = process_time() - begun
    forget()
    begun = process_time()
    GAME.final.not_checked(BOOK, final, GAME.final.audit(BOOK, final))
    is_grave = found is not None and found.verdict is not Verdict.TABLE_CALL
    return decided, process_time() - begun, is_grave


def drawn(seats: int, mode: str, wanted: int, kind: str) -> list[FinalCount]:
    """Give so many tables of a kind, half of the played ones with two slips."""
    if kind == "dealt":
        return [*islice(dealt(seats, mode), wanted)]
    return [
        final for slips in (1, 2) for final in islice(played(seats, mode, slips=slips), wanted // 2)
    ]


def main(wanted: int, kind: str) -> None:
    """Print the most that a decision took, then the audits of impossible tables."""
    for mode in ("basic", "advanced", "simple"):
        for seats in GAME.players:
            costs = [seconds(final) for final in drawn(seats, mode, wanted, kind)]
            audits = sorted(cost for _, cost, is_grave in costs if is_grave)
            above = sum(cost > LIMIT for cost in audits)
            print(
                f"{mode}, {seats} players: decision at most {max(costs)[0]:.3f} s; "
                f"{len(audits)} impossible: median {audits[len(audits) // 2]:.3f} s, "
                f"at most {audits[-1]:.3f} s, {above} above {LIMIT} s",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else TABLES, *sys.argv[2:] or ["played"])
