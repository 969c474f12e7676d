"""``python -m tests.torture``: kills, cuts, flips and troubles, as many as the time allows.

Prints how many of each were tried and what failed, and leaves with 1 where anything did.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tests.rooms import EVERY_ROOM
from tests.torture.damage import cuts, flips, wrong_after_cut, wrong_after_flip
from tests.torture.figures import figure
from tests.torture.kills import faults, kills, wrong_after, wrong_with_fault
from tests.torture.nights import Night, evening_of, night_of
from tests.torture.scenes import scenes, wrong_in_scene
from tests.torture.troubles import troubles, wrong_in_trouble

IN_MEMORY = Path("/dev/shm")  # noqa: S108  # flushing costs nothing there, and means the same
FLIPS = 100_000


class Part(Struct, frozen=True):
    """One kind of trial: its name, its cases, how one is tried, the seconds that one takes."""

    kind: str
    cases: Sequence[Any]
    wrong: Callable[[Any, Night, Path], str]
    seconds: float


def parts(nights: list[Night], wish: Namespace) -> Iterator[Part]:
    """List the kinds of trials, with all of their cases in an order drawn by lot."""
    draw = Random(wish.seed)

    def all_of(listed: Callable[[Night], Iterable[Any]]) -> list[Any]:
        cases = list(chain.from_iterable(map(listed, nights)))
        draw.shuffle(cases)
        return cases

    yield Part("scenes", all_of(scenes), wrong_in_scene, 1.0)
    yield Part("flips", list(flips(nights, wish.flips, draw)), wrong_after_flip, 0.0006)
    yield Part("troubles", all_of(troubles), wrong_in_trouble, 0.1)
    yield Part("faults", all_of(faults), wrong_with_fault, 0.1)
    yield Part("cuts", all_of(cuts), wrong_after_cut, 0.005)
    yield Part("kills", all_of(kills), wrong_after, 0.1)


def torture(wish: Namespace, folder: Path) -> int:
    """Try everything that is wished for, and print the figures; gives the exit code."""
    begin = monotonic()
    nights = {game: night_of(evening_of(game), folder / game) for game in wish.game}
    to_come = [_wished(part, wish) for part in parts([*nights.values()], wish)]
    failures = 0
    while to_come:
        share = _seconds(to_come[:1]) / (_seconds(to_come) or 1)
        part = to_come.pop(0)
        until = monotonic() + (begin + wish.seconds - monotonic()) * share

        def wrong(case: Any, part: Part = part) -> str:
            return part.wrong(case, nights[case.game], folder / str(os.getpid()))

        found = figure(part.kind, part.cases, wrong, until, wish.jobs)
        print("\n".join(found.lines()), flush=True)
        failures += len(found.failures)
    print(f"{monotonic() - begin:>9,.0f} seconds, seed {wish.seed}", flush=True)
    return 1 if failures else 0


def _wished(part: Part, wish: Namespace) -> Part:
    """Leave out the cases that are not wished for."""
    chosen = [case for case in part.cases if wish.only in f"{part.kind}/{case}"]
    return replace(part, cases=chosen[: getattr(wish, part.kind)])


def _seconds(parts: Sequence[Part]) -> float:
    """Reckon how long parts take; what one does not need of its time is left to the next."""
    return sum(part.seconds * len(part.cases) for part in parts)


@contextmanager
def room_for_it(wished: str | None) -> Iterator[Path]:
    """Make a folder for it, in memory where there is one."""
    home = wished or (str(IN_MEMORY) if os.access(IN_MEMORY, os.W_OK) else None)
    with TemporaryDirectory(prefix="torture-", dir=home) as folder:
        for name in ("HOME", "XDG_CONFIG_HOME", "TMPDIR"):
            os.environ[name] = folder
        yield Path(folder)


def wishes(words: Sequence[str]) -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1800, help="end by then")
    parser.add_argument("--seed", type=int, default=0, help="decides flips, and the order")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--game", action="append", choices=EVERY_ROOM, help="this game only")
    parser.add_argument("--only", default="", help="cases with this in their name: kills/aladdin/3")
    parser.add_argument("--folder", help="where to do it: the disk that is to be tried")
    for kind in ("scenes", "flips", "troubles", "faults", "cuts", "kills"):
        most = FLIPS if kind == "flips" else None
        parser.add_argument(f"--{kind}", type=int, default=most, help="not more of these")
    wish = parser.parse_args(words)
    wish.game = wish.game or list(EVERY_ROOM)
    return wish


def main(words: Sequence[str]) -> int:
    """Do what the command line wishes."""
    wish = wishes(words)
    with room_for_it(wish.folder) as folder:
        return torture(wish, folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
