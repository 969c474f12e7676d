"""How soon a prompt comes at an evening of 300 entries, and what corrections cost there.

The evening is played by chance, and its last answers are typed line by line at a pseudo terminal:
the processor time from Enter until the next ``> `` is there. ``fix 1`` replays all that
came after, as ``insert`` and ``drop`` do: on a game of a toy, 1,000 and 10,000 entries long.

    python tools/benchmarks/prompts.py
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))  # the players are among the tests

from referee.core.play.loop import GameLoop
from referee.core.play.record import Entry
from referee.files.journal.journal import Journal
from referee.testing.play import AnySession
from tests.files.pebble_journal import reopen
from tools.benchmarks.entry_cost import no_flush, play
from tools.benchmarks.sheets import AT, ENTRIES, evening

TYPED = 40
PROMPT, FIX = 0.03, 0.3
"""Seconds until the next prompt, and until one after a correction, at most."""


class Table:
    """A game that goes on at a pseudo terminal."""

    def __init__(self, path: Path) -> None:
        """Sit down and wait for the first prompt."""
        self._ours, theirs = pty.openpty()
        words = ("play", str(path), "--forced", "ask")
        self._program = subprocess.Popen(
            [sys.executable, "-m", "referee", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "dumb"},
            start_new_session=True,
        )
        os.close(theirs)
        self._until_prompt()

    def seconds(self, line: str) -> float:
        """Type a line, and tell how much processor time the next prompt takes."""
        begun = self._used()
        os.write(self._ours, f"{line}\n".encode())
        self._until_prompt()
        return self._used() - begun

    def _used(self) -> float:
        """Tell the processor time of the program; the clock where the system does not tell it."""
        try:
            told = Path(f"/proc/{self._program.pid}/schedstat").read_text(encoding="ascii")
        except OSError:
            return perf_counter()
        return int(told.split()[0]) / 1e9

    def leave(self) -> None:
        """Leave the game."""
        os.write(self._ours, b"/quit\n")
        self._program.wait(timeout=30)
        os.close(self._ours)

    def _until_prompt(self) -> None:
        shown = b""
        while not shown.endswith(b"\n> "):
            if not select.select([self._ours], [], [], 30)[0]:
                raise TimeoutError(shown.decode())
            shown += os.read(self._ours, 65536)


def report(played: AnySession, folder: Path) -> None:
    """Print how long the prompts of an evening take, and those after corrections."""
    path = folder / "evening.jsonl"
    marks = [mark for mark in played.record if isinstance(mark, Entry)][:ENTRIES]
    with Journal.create(path, played.game, played.book, played.setup, lambda: AT) as journal:
        for mark in marks[:-TYPED]:
            journal.session.add(mark)
    table = Table(path)
    taken = sorted(table.seconds(mark.words) for mark in marks[-TYPED:])
    other = next(gem for gem in ("red", "green") if gem != marks[0].words)
    fixed = table.seconds(f"fix 1 {other}")
    table.leave()
    soon = sum(each <= PROMPT for each in taken)
    print(
        f"{played.game.title}, {len(marks)} entries: a prompt after {median(taken) * 1000:.0f} ms,"
    )
    print(f"    at most {taken[-1] * 1000:.0f}; {soon} of {TYPED} within {PROMPT * 1000:.0f} ms")
    print(f"fix 1: {fixed * 1000:.0f} ms, {'within' if fixed <= FIX else 'over'} {FIX * 1000:.0f}")


def cost(line: str, length: int, folder: Path) -> float:
    """Seconds of a correction on a toy game of so many entries, all of which still fit."""
    path = folder / f"{line.split(maxsplit=1)[0]}-{length}.jsonl"
    with no_flush():
        play(path, length)
        with reopen(path, write=True) as journal:
            loop, begun = GameLoop(journal.session), perf_counter()
            loop.feed(line)
            return perf_counter() - begun


def main() -> None:
    """Print both."""
    with TemporaryDirectory(dir=".") as name:
        report(evening(), Path(name))
        for line in ("fix 1 3", "insert 1 3", "drop 1"):
            short, long = (cost(line, length, Path(name)) for length in (1_000, 10_000))
            print(
                f"{line} of a toy: {short:.2f} s at 1,000 entries, {long:.2f} s at 10,000", end=""
            )
            print(f"; {long / short:.1f} times for 10 times as many")


if __name__ == "__main__":
    main()
