"""What commands cost as they are installed, beside the least program that reads and prints as much.

    python tools/benchmarks/installed.py --runs 15
    python tools/benchmarks/installed.py --kept --instructions

The wheel is built and installed with what it needs at run time and nothing else, in an environment
of its own below build/. Each command and its bare program take turns; the figure is the median of
the ratios of the pairs, of the CPU time of whole processes. The bare programs: `ask` and `score`
import click and yaml (and tabulate), parse the same files with the C parser, and print; a sheet is
held against importing what it is made with; a long journal against msgspec decoding its lines;
every other command against importing all that it loads beside itself, in peak memory too.

On a machine that others use as well, the figures of two runs differ by a tenth and more. Where
valgrind is installed, ``--instructions`` counts what the programs execute, once; no load disturbs
that, but it says nothing of calls of the system and of memory.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))  # the benchmarks are no package of their own

from tests.rooms import ROOMS
from tools.benchmarks.replayed import GameLoop, Journal, now, offer
from tools.benchmarks.startup import BARE, DISPUTE, EVENING, ROOT, RULEBOOK, cpu_of, printed_rows

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


SPY = """
import os, sys
sys.argv[0] = "referee"
leave = os._exit
def told(code):
    os.write(2, " ".join(sys.modules).encode())
    leave(code)
os._exit = told
from referee.__main__ import main
main()
"""
LOADED = """
import sys
from contextlib import suppress
from importlib import import_module
for name in sys.argv[1:]:
    with suppress(ImportError):  # some stand in memory under a name that is no module's
        import_module(name)
"""
WATCHED = """
import os, sys
null = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_RDWR, 0) for n in (0, 1, 2)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=null)
_, status, used = os.wait4(child, 0)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, os.waitstatus_to_exitcode(status))
"""
"""Starts a program from a small one: the memory of who starts it counts as its own."""
OTHERS = (
    # command, the goal of its time, the goal of its memory
    ("--version", 1.0, 1.2),
    ("--help", 1.05, 1.2),
    ("explain NO-FILE", 1.2, 1.2),
    ("completion bash", 1.25, 1.2),
    ("games", 1.4, 1.25),
    ("rules saboteur SAB-3.4", 1.15, 1.2),
    ("cases saboteur", 1.15, 1.2),
    ("new no-swap --players A,B,C", 1.15, 1.2),
    ("schema no-swap", 1.15, 1.2),
    (f"check {EVENING}", 1.15, 1.2),
    ("sheet saboteur --players A,B,C", 1.25, 1.2),
    (f"sheet {SATURDAY} --format html", 1.6, 1.4),
    (f"check {SATURDAY}", 1.9, 1.6),
    (f"log {SATURDAY}", 1.15, 1.2),
    (f"stats {SATURDAY}", 1.15, 1.2),
)


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


def imports_of(command: list[str]) -> list[str]:
    """Write the program that imports what a command loads, but for the command itself."""
    ran = subprocess.run(
        [PYTHON, "-c", SPY, *command], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    names = ran.stderr.decode().split()
    ours = ("referee", "__main__", "_frozen", "importlib._bootstrap", "encodings", "zipimport")
    return [PYTHON, "-c", LOADED, *(name for name in names if not name.startswith(ours))]


def watched(command: list[str]) -> tuple[float, float]:
    """Run a program that ends well; give its CPU seconds and its peak memory in MB."""
    ran = subprocess.run(
        [PYTHON, "-I", "-S", "-c", WATCHED, *command], capture_output=True, text=True, check=True
    )
    seconds, memory, code = ran.stdout.split()
    if int(code):
        raise subprocess.CalledProcessError(int(code), command)
    return float(seconds), float(memory) / 1024


def milliseconds(command: list[str]) -> float:
    """Run a program and give its CPU time."""
    return cpu_of(command) * 1000


def millions_of_instructions(command: list[str]) -> float:
    """Have valgrind run a Python program, and give how much it executed."""
    words = command if command[0] == PYTHON else [PYTHON, *command]  # a script is not looked into
    counting = [
        "valgrind",
        "--tool=cachegrind",
        "--cache-sim=no",
        f"--cachegrind-out-file={os.devnull}",
    ]
    ran = subprocess.run(
        [*counting, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    (counted,) = re.findall(r"I\s+refs:\s+([\d,]+)", ran.stderr)
    return int(counted.replace(",", "")) / 1_000_000


def compare(pair: Pair, cost: Callable[[list[str]], float], unit: str, runs: int) -> None:
    """Let the two take turns, and print the median of the ratios."""
    os.environ.update(pair.env)
    both = [(cost(pair.ours), cost(pair.bare)) for _ in range(runs)]
    for name in pair.env:
        del os.environ[name]
    ours, bare = map(median, zip(*both, strict=True))
    ratio = median(one / other for one, other in both)
    print(f"{pair.name:<42}{ours:7.1f} {unit:2}{bare:7.1f} {unit:2}{ratio:8.2f}{pair.goal:8.2f}")


def measure_others(runs: int) -> None:
    """Print for every other command the ratios of time and of peak memory."""
    print(f"\n{'':<42}{'ours':>10}{'bare':>10}   ratio    goal{'MB':>10}   ratio    goal")
    for words, time_goal, memory_goal in OTHERS:
        command = words.split()
        pair = [REFEREE, *command], imports_of(command)
        both = [tuple(map(watched, pair)) for _ in range(runs)]
        ours, bare = (median(each[n][0] for each in both) * 1000 for n in (0, 1))
        ratio = median(one[0] / other[0] for one, other in both)
        memory = median(one[1] for one, _ in both)
        more = median(one[1] / other[1] for one, other in both)
        print(
            f"{named(command):<42}{ours:7.1f} ms{bare:7.1f} ms{ratio:8.2f}{time_goal:8.2f}"
            f"{memory:10.1f}{more:8.2f}{memory_goal:8.2f}"
        )


def named(command: list[str]) -> str:
    """Write a command down without the folders of its files."""
    return " ".join(Path(word).name if "/" in word else word for word in command)


def main(words: list[str]) -> None:
    """Install, measure in turns, and print the ratios."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--kept", action="store_true", help="measure what was installed before")
    parser.add_argument("--instructions", action="store_true", help="count instead, by valgrind")
    wish = parser.parse_args(words)
    if not wish.kept:
        install()
    with TemporaryDirectory(prefix="installed-") as place:
        print(f"{'':<42}{'ours':>10}{'bare':>10}   ratio    goal")
        for each in pairs(Path(place)):
            if wish.instructions:
                compare(each, millions_of_instructions, "M", runs=1)
            else:
                compare(each, milliseconds, "ms", wish.runs)
    if not wish.instructions:
        measure_others(wish.runs)
        return
    for told, goal, _ in OTHERS:
        command = told.split()
        pair = Pair(named(command), [REFEREE, *command], imports_of(command), goal)
        compare(pair, millions_of_instructions, "M", runs=1)


if __name__ == "__main__":
    main(sys.argv[1:])
