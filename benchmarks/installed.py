"""What commands cost as they are installed, beside the least program that reads and prints as much.

    python benchmarks/installed.py --runs 15

The wheel is built and installed with what it needs at run time and nothing else, in an environment
of its own below build/. Each command and its bare program take turns; the figure is the median of
the ratios of the pairs, of the CPU time of whole processes. The bare programs: `ask` and `score`
import click and yaml (and tabulate), parse the same files with the C parser, and print; a sheet is
held against importing what it is made with; a long journal against msgspec decoding its lines.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # the benchmarks are no package of their own

from benchmarks.replayed import GameLoop, Journal, now, offer
from benchmarks.startup import BARE, DISPUTE, EVENING, ROOT, RULEBOOK, cpu_of, printed_rows
from tests.rooms import ROOMS

HOME = ROOT / "build/installed"
PYTHON, REFEREE = str(HOME / "bin/python"), str(HOME / "bin/referee")
BOARD = str(ROOT / "rulebooks/saboteur.yaml")
SATURDAY = str(ROOT / "scoresheets/aladdin/saturday.jsonl")
ENTRIES, TAKEN_BACK = 10_000, 100
DECODE = """
import sys, msgspec
for line in open(sys.argv[1], "rb"): msgspec.json.decode(line)
"""
IMPORTS = "import click, jinja2, msgspec.json, wcwidth, yaml, random, html"
BASH = {
    "_REFEREE_COMPLETE": "bash_complete",
    "COMP_WORDS": "referee ask no-swap v",
    "COMP_CWORD": "3",
}


class Pair(NamedTuple):
    """A command, what it is held against, and what was aimed at."""

    name: str
    ours: list[str]
    bare: list[str]
    goal: float
    env: Mapping[str, str] = MappingProxyType({})


def install() -> None:
    """Build the wheel, and install it and what it needs at run time."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(HOME)], check=True)
    pip = [PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, str(ROOT)], check=True)
    subprocess.run([PYTHON, "-m", "compileall", "-q", str(HOME / "lib")], check=True)


def long_journal(folder: Path) -> str:
    """Play a game in which an answer is taken back and given again until there are enough marks."""
    room, draw = ROOMS["saboteur"], Random(7)  # noqa: S311 - play needs no secrets
    setup, path = room.setup(5, 7), folder / "long.jsonl"
    os.fsync = lambda fd: None  # noqa: ARG005 - its own name; nobody mourns this journal
    with Journal.create(
        path, room.game, room.book.with_table_numbers(setup.numbers), setup, now
    ) as kept:
        session, loop = kept.session, GameLoop(kept.session)
        while step := session.step:
            loop.feed(offer(step, draw.randrange(step.offers)))
            while len(session.active) == TAKEN_BACK and len(session.record) < ENTRIES:
                loop.feed("undo")
                loop.feed("")
    return str(path)


def pairs(folder: Path) -> list[Pair]:
    """List what is measured."""
    rows, long = printed_rows(), long_journal(folder)
    ask, score = str(BARE / "bare_ask.py"), str(BARE / "bare_score.py")
    typed = [REFEREE, "ask", "saboteur", "place", "lay=2,0:NESW", "laid=1,0:EW"]
    decoded = [PYTHON, "-c", DECODE, long]
    return [
        Pair("ask, facts typed", typed, [PYTHON, ask, BOARD], 0.95),
        Pair(
            "ask --file",
            [REFEREE, "ask", "no-swap", "--file", DISPUTE],
            [PYTHON, ask, DISPUTE, RULEBOOK],
            1.12,
        ),
        Pair(
            "score FILE",
            [REFEREE, "score", EVENING],
            [PYTHON, score, "2", EVENING, RULEBOOK, *rows],
            1.06,
        ),
        Pair("completion, beside ask", [REFEREE], typed, 1.0, BASH),
        Pair(
            "sheet --format html, beside its imports",
            [REFEREE, "sheet", SATURDAY, "--format", "html"],
            [PYTHON, "-c", IMPORTS],
            1.6,
        ),
        Pair("log, 10,000 entries", [REFEREE, "log", long], decoded, 10),
        Pair("play, 10,000 entries", [REFEREE, "play", long], decoded, 4),
        Pair("check, 10,000 entries", [REFEREE, "check", long], decoded, 4),
        Pair("score, 10,000 entries", [REFEREE, "score", long], decoded, 4),
        Pair("sheet, 10,000 entries", [REFEREE, "sheet", long], decoded, 8),
    ]


def main(words: list[str]) -> None:
    """Install, measure in turns, and print the ratios."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--kept", action="store_true", help="measure what was installed before")
    wish = parser.parse_args(words)
    if not wish.kept:
        install()
    with TemporaryDirectory(prefix="installed-") as place:
        print(f"{'':<42}{'ours':>10}{'bare':>10}   ratio    goal")
        for each in pairs(Path(place)):
            os.environ.update(each.env)
            both = [(cpu_of(each.ours), cpu_of(each.bare)) for _ in range(wish.runs)]
            for name in each.env:
                del os.environ[name]
            ours, bare = (median(each) * 1000 for each in zip(*both, strict=True))
            ratio = median(one / other for one, other in both)
            print(f"{each.name:<42}{ours:7.1f} ms{bare:7.1f} ms{ratio:8.2f}{each.goal:8.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
