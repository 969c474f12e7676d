"""What a sheet for the printer costs, beyond the bare start of the program.

Whole-process CPU time (user and system), median of 15 runs, the programs taking turns: the
sheet of a journal of 300 entries, and the blank form of the same table, as HTML, beside
`referee --version`. What is beyond that has a budget. The same sheets as text show how much of
it is the journal's, and how much the page's.
Run it with `make bench`, on a machine that does nothing else.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))  # the players are among the tests

from referee.files.journal.journal import Journal
from referee.testing.play import AnySession, played_out
from tests.rooms import ROOMS
from tools.benchmarks.startup import REFEREE, compile_everything, medians

ENTRIES = 300
BUDGET = 0.3
"""Seconds beyond the bare start."""
GAME, SEATS = "aladdin", 5
"""The game that has the most entries; its longest evenings pass the number wanted."""
AT = "2026-11-21T20:15:00+00:00"


def evening() -> AnySession:
    """Play until an evening has so many entries, from its setup to its final score."""
    room, seed = ROOMS[GAME], 0
    while True:
        played = played_out(room, room.setup(SEATS, seed), seed)
        if len(played.record) >= ENTRIES:
            return played
        seed += 1


def keep(played: AnySession, path: Path) -> None:
    """Write the evening down as a journal."""
    with Journal.create(path, played.game, played.book, played.setup, lambda: AT) as journal:
        for mark in played.record:
            journal.session.add(mark)


def report(what: str, cost: float, as_text: float, bare: float) -> None:
    """Print what a sheet costs beyond the bare start."""
    beyond = cost - bare
    held = "within" if beyond <= BUDGET else "over"
    print(f"{what}: {beyond * 1000:.0f} ms beyond the bare start, ", end="")
    print(f"{held} the budget of {BUDGET * 1000:.0f} ms; as text {(as_text - bare) * 1000:.0f} ms")


def main() -> None:
    """Print what both sheets cost."""
    if not Path(REFEREE).exists():
        sys.exit(f"There is no {REFEREE}: install the project first, or call `make bench`.")
    os.environ.pop("PYTHONPROFILEIMPORTTIME", None)
    compile_everything()
    played = evening()
    with TemporaryDirectory() as name:
        path = Path(name) / "evening.jsonl"
        keep(played, path)
        filled = [REFEREE, "sheet", str(path)]
        blank = [REFEREE, "sheet", GAME, "--players", ",".join(played.setup.seating[:3])]
        html, text = ["--format", "html"], ["--format", "plain"]
        bare, *costs = medians(
            [
                [REFEREE, "--version"],
                *(kind + fmt for kind in (filled, blank) for fmt in (html, text)),
            ]
        )
    print(f"the bare start of the program: {bare * 1000:.0f} ms")
    report(f"the sheet of {len(played.record)} entries", costs[0], costs[1], bare)
    report("the blank form", costs[2], costs[3], bare)


if __name__ == "__main__":
    main()
