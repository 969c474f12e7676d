"""The recordings of a version, as files: which there are, how they are made and compared."""

from __future__ import annotations

import gzip
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct, json

from tests.record.asked import recorded_room
from tests.record.comparing import Difference, difference_of
from tests.record.games import recorded_game
from tests.record.telling import Seen
from tests.rooms import ROOMS

T = TypeVar("T")
R = TypeVar("R")
ENDING: Final = ".jsonl.gz"
QUICK: Final = 3
"""How hard it is pressed: harder takes longer than the games."""


class Part(Struct, frozen=True):
    """One file: the ``number``-th game of a table, or what a room says without one."""

    room: str
    seats: int = 0
    number: int = 0
    seed: int = 0

    @property
    def name(self) -> str:
        """Name the file."""
        return f"{self.room}-{self.seats}-{self.seed}" if self.seats else self.room

    @property
    def breaks_rules(self) -> bool:
        """Of four games in a row two keep the rules, one at a table of each set of texts."""
        return (self.number + self.number // 2) % 2 == 1

    def rows(self) -> Iterator[Seen]:
        """Record it. A table's first game goes by the switches as they stand by default."""
        room = ROOMS[self.room]
        if not self.seats:
            return recorded_room(room)
        setup = room.setup(self.seats, self.seed if self.number else 0)
        return recorded_game(room, setup, self.seed, breaks_rules=self.breaks_rules)


class Compared(Struct, frozen=True):
    """What came of one file: how much was compared, and the first difference."""

    name: str
    positions: int
    rulings: int
    difference: Difference | None


def parts(count: int, first: int, only: Iterable[str]) -> list[Part]:
    """List the files: ``count`` games of each table, by seeds from ``first`` on."""
    chosen = [room for room in ROOMS if room in only]
    tables = [
        (name, seats, first + place * count)
        for name in chosen
        for place, seats in enumerate(ROOMS[name].game.players)
    ]
    games = [
        Part(name, seats, number, seed + number)
        for name, seats, seed in tables
        for number in range(count)
    ]
    return [*map(Part, chosen), *games]


def record(listed: list[Part], folder: Path, jobs: int) -> None:
    """Record all of it into a folder of its own; what lay there goes."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for _ in _shared_out(partial(_recorded, folder), listed, jobs):
        pass


def compare(folder: Path, jobs: int, but: Sequence[str] = ()) -> list[Compared]:
    """Replay every recording of a folder here; what is named in ``but`` may differ."""
    paths = sorted(folder.glob(f"*{ENDING}"))
    return sorted(_shared_out(partial(_compared, but), paths, jobs), key=lambda each: each.name)


def _shared_out(work: Callable[[T], R], listed: list[T], jobs: int) -> Iterator[R]:
    with Pool(jobs) as pool:
        yield from pool.imap_unordered(work, listed)


def _recorded(folder: Path, part: Part) -> None:
    lines = b"".join(json.encode(row) + b"\n" for row in part.rows())
    (folder / f"{part.name}{ENDING}").write_bytes(gzip.compress(lines, QUICK, mtime=0))


def _compared(but: Sequence[str], path: Path) -> Compared:
    counted: Counter[str] = Counter()

    def rows() -> Iterator[Seen]:
        for line in gzip.decompress(path.read_bytes()).splitlines():
            row = json.decode(line)
            counted[row["given"]["kind"]] += 1
            counted["ruling"] += sum(len(row["seen"].get(each, ())) for each in ("said", "judged"))
            yield row

    difference = difference_of(rows(), but=but)
    rulings = counted["ruling"] + counted["ask"]
    return Compared(path.name.removesuffix(ENDING), counted["position"], rulings, difference)
