"""What one more entry costs when the log is short, and when it is long.

Run it as ``python tools/benchmarks/entry_cost.py``. An invented game is played through the drive,
so that reading, judging and noting are all in the figure. A cost that does not grow gives ratios
of about 1; the ratio with the disk varies with the disk.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter_ns

sys.path.insert(0, str(Path(__file__).parents[2]))  # the toy game lives among the tests

from referee.core.play.loop import GameLoop
from tests.files.pebble_journal import begin, reopen

SHORT, LONG = 10, 10_000
SAMPLE = 200
"""Entries measured at each length; the median is taken, as a disk has its moods."""


def cost_at(length: int, folder: Path) -> float:
    """Microseconds of one more answer behind ``length`` others."""
    path = folder / f"fair-{length}.jsonl"
    with no_flush():
        play(path, length)
    times = []
    with reopen(path, write=True) as journal:
        drive = GameLoop(journal.session)
        for _ in range(SAMPLE):
            started = perf_counter_ns()
            drive.feed("2")
            times.append(perf_counter_ns() - started)
            if length < LONG:
                drive.feed("/undo")  # a short log stays as short as it is said to be
        if len(journal.session.active) != length + SAMPLE * (length == LONG):
            message = "an answer was not taken"
            raise AssertionError(message)
    path.unlink()
    return median(times) / 1000


def play(path: Path, length: int) -> None:
    """Write a journal of so many entries."""
    with begin(path) as journal:
        drive = GameLoop(journal.session)
        for _ in range(length):
            drive.feed("2")


@contextmanager
def no_flush() -> Iterator[None]:
    """Leave out the waiting for the disk, which is the same for every entry."""
    flush, os.fsync = os.fsync, lambda fd: None  # noqa: ARG005 - its own name
    try:
        yield
    finally:
        os.fsync = flush


def report(what: str, folder: Path) -> None:
    """Print the costs at both lengths and their ratio."""
    short, long = cost_at(SHORT, folder), cost_at(LONG, folder)
    print(f"one more entry, {what}: {short:.0f} µs behind {SHORT:,} entries,")
    print(f"    {long:.0f} µs behind {LONG:,}; ratio {long / short:.2f}")


def main() -> None:
    """Measure with the disk and without it."""
    with TemporaryDirectory(dir=".") as name:  # here, as a temporary folder may be no disk
        with no_flush():
            report("not waiting for the disk", Path(name))
        report("flushed to disk", Path(name))


if __name__ == "__main__":
    main()
