"""What a journal may cost at the most that somebody forged up to its last byte.

Of each recorded game, and of each kind of event in it: the event over and over, noted and struck
in turn, or struck from the first on; and nothing but notes. Each is told by `referee log` and
`referee sheet` as a process of its own. The dearest of each shape is printed: CPU time and memory
above the bare start.
Run it as ``python tools/benchmarks/forged_journals.py``; it takes five to ten minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))  # the forger is among the tests

from referee.core.play.record import Entry, Record
from tests.fuzz.forging import again, forged, from_the_first, in_turn, notes, recorded
from tests.fuzz.inputs import Input
from tests.fuzz.judging import MOST_KILOBYTES
from tests.fuzz.processes import weigh
from tests.fuzz.running import alone

COMMANDS = ("log", "sheet")
STRUCK = 4_000
"""So many entries are struck from the first on; more do not fit behind them."""


class Cost(NamedTuple):
    """What telling a journal cost, above the bare start, and which one it was."""

    seconds: float
    megabytes: float
    lines: int
    ended: int
    about: str


def shapes() -> Iterator[tuple[str, str, Input]]:
    """Forge the journals: the shape of each, what it is about, and the run that tells it."""
    for game, head, marks in recorded():
        for command in COMMANDS:
            yield "notes", game, forged(head, notes(), command)
            for kind, at in last_of_each_kind(marks).items():
                about, before, entry = f"{game} {kind}", marks[:at], marks[at]
                yield "over and over", about, forged(head, again(before, entry), command)
                yield "struck in turn", about, forged(head, in_turn(before, entry), command)
                first = from_the_first(before, entry, STRUCK)
                yield "struck from the first", about, forged(head, first, command)


def last_of_each_kind(marks: list[Record]) -> dict[str, int]:
    """Find the place of the last entry of each kind of event."""
    return {type(m.event).__name__: n for n, m in enumerate(marks) if isinstance(m, Entry)}


def main() -> None:
    """Print the dearest of each shape."""
    dearest: dict[str, Cost] = {}
    largest: dict[str, float] = {}
    with alone():
        for shape, about, given in shapes():
            weighed = weigh(given, pure=False)
            cost = Cost(
                weighed.seconds,
                weighed.kilobytes / 1024,
                given.lines_kept,
                weighed.ran.code,
                f"{given.words[0]}, {about}",
            )
            dearest[shape] = max(dearest.get(shape, cost), cost)
            largest[shape] = max(largest.get(shape, 0), cost.megabytes)
    for shape, cost in dearest.items():
        print(f"{shape}: {cost.seconds * 1000:.0f} ms, ", end="")
        print(f"{cost.lines} lines, left with {cost.ended} ({cost.about}); ", end="")
        print(f"{largest[shape]:.0f} MB of {MOST_KILOBYTES // 1024}")


if __name__ == "__main__":
    main()
