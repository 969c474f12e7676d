"""What commands and replays cost here, beside another commit of this project.

    python tools/benchmarks/against.py 8f2fe3b --pairs 9 --runs 3 --only ask,score,play,replay

The two take turns in pairs: all that counts is the ratio of here to there, the median of the
pairs of a run. What is slower in one run alone is chance; what is slower in all of them is marked.

`ask`, `score`, `play`, `sheet` and `log` are whole processes, user and system time, with the files
of scoresheets/; each checkout hears its own answers, all other files are those of the base.
`replay` opens journals of 10,000 entries together, which the base has played by chance, in one
process for each game and without its start; those are left out in which the rules refuse something
here, since a base that did not follow the colours of coins drew some that no bag could hold; and,
`at once`, one journal of as many marks, in which answers are taken back and given again. In the
same process `step`, `judge` and `apply` of each game are timed for an event. Run it on a machine
that does nothing else.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from signal import SIGTERM, signal
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

sys.path.insert(0, str(Path(__file__).parents[2]))  # the benchmarks are no package of their own

from tools.benchmarks.startup import ROOT, compile_everything, cpu_of_children, packages_of

BUILD = ROOT / "build"
WORKER = str(ROOT / "tools/benchmarks/replayed.py")
COMMANDS = ("ask", "score", "play", "sheet", "log")
REPLAY = "replay"
PARTS = (REPLAY, "step", "judge", "apply")
FORCED = ("--forced", "announce")
"""How evenings are typed since there is the option; the first bases do not know it."""
HOME_VARIABLES = ("HOME", "XDG_CONFIG_HOME", "APPDATA")
"""What decides where the program keeps numbers, which it then does not ask for again."""
WHENCE = """
import sys
from importlib import import_module
for name in sys.argv[1:]:
    print(import_module(name).__file__)
"""


class Cost(NamedTuple):
    """What one measurement gave: CPU seconds by what was done, and what should be alike."""

    seconds: dict[str, float]
    came_of_it: str


class Row(NamedTuple):
    """What one figure cost there and here, over all runs, and the ratio of each run."""

    base: float
    here: float
    ratios: list[float]


Measure: TypeAlias = Callable[[Path], Cost]
"""Measures something with the referee of a checkout."""
Figures: TypeAlias = dict[str, list[tuple[float, float]]]
"""The pairs of a run by what was done: seconds of the base, and here."""


def main(words: list[str]) -> None:
    """Measure both by turns, and print the ratios."""
    wish = _parser().parse_args(words)
    os.environ.pop("PYTHONPROFILEIMPORTTIME", None)
    signal(SIGTERM, lambda *_: sys.exit("ended"))  # so that the base's checkout is removed
    with _checked_out(wish.base) as base, TemporaryDirectory(prefix="against-") as scratch:
        for checkout in (base, ROOT):
            compile_everything(checkout)
            _check_home(checkout)
        measures = list(_measures(base, Path(scratch), wish.only, wish.entries))
        for measure in measures:  # once for nothing: files come into the cache
            _check_alike(measure(base), measure(ROOT))
        runs = [_run(measures, base, wish.pairs) for _ in range(wish.runs)]
    print(f"{wish.base} beside this checkout, {wish.runs} runs of {wish.pairs} pairs")
    print(f"{'':<26}{'base':>10}{'here':>10}   here/base in each run")
    for name in runs[0]:
        row = _row([run[name] for run in runs])
        most = wish.slower_replay if name.startswith(REPLAY) else wish.slower
        ratios = "  ".join(f"{ratio:.2f}" for ratio in row.ratios)
        mark = "   slower" if min(row.ratios) > most else ""
        print(f"{name:<26}{_told(row.base):>10}{_told(row.here):>10}   {ratios}{mark}")


def _run(measures: list[Measure], base: Path, pairs: int) -> Figures:
    """Measure everything in so many pairs."""
    figures: Figures = {}
    for measure in measures:
        for _ in range(pairs):
            there, here = measure(base), measure(ROOT)
            for name, seconds in there.seconds.items():
                figures.setdefault(name, []).append((seconds, here.seconds[name]))
    return figures


def _row(runs: list[list[tuple[float, float]]]) -> Row:
    """Take the medians of one figure."""
    base, here = zip(*(pair for run in runs for pair in run), strict=True)
    ratios = [median(here / base for base, here in run) for run in runs]
    return Row(median(base), median(here), ratios)


def _told(seconds: float) -> str:
    """Word a time in the unit that fits it."""
    milliseconds = seconds * 1000
    return f"{milliseconds:.1f} ms" if milliseconds >= 1 else f"{milliseconds * 1000:.1f} µs"


def _measures(base: Path, scratch: Path, only: list[str], entries: int) -> Iterator[Measure]:
    """List what is measured, one after the other; the base writes the journals for it."""
    folders = sorted((base / "scoresheets").iterdir())
    for folder in folders:
        for command in COMMANDS:
            if command in only:
                yield partial(_command, command, folder)
    for folder in folders if REPLAY in only else ():
        for written, parts in (("write", PARTS), ("write-long", (REPLAY,))):
            journals = scratch / f"{written}-{folder.name}"
            journals.mkdir()
            _worker(base, written, folder.name, str(journals), str(entries))
            if written == "write":
                _worker(ROOT, "leave-out", str(journals))
            yield partial(_replay, folder.name, journals, parts)


def _command(command: str, folder: Path, checkout: Path) -> Cost:
    """Run a command of the program from its start to its end, in a home that is empty."""
    game, saturday, heard = folder.name, folder / "saturday.jsonl", ""
    with TemporaryDirectory(prefix="against-") as home:
        match command:
            case "ask":
                words = [game, "--file", str(folder / "dispute.yaml")]
            case "score":
                words = [str(folder / "evening.yaml")]
            case "play":
                words = [
                    game,
                    *_table(saturday),
                    *_forced(checkout),
                    "--journal",
                    f"{home}/evening.jsonl",
                ]
                answers = checkout / "scoresheets" / game / "saturday.answers"
                heard = answers.read_text(encoding="utf-8")
            case _:
                words = [str(saturday)]
        before = cpu_of_children()
        program = ("-m", "referee", command, *words)
        ran = _ran(checkout, *program, heard=heard, **dict.fromkeys(HOME_VARIABLES, home))
        seconds = cpu_of_children() - before
    most = 1 if command == "ask" else 0  # the answer to a dispute may be no
    if ran.returncode > most or (heard and "The game is over." not in ran.stderr):
        sys.exit(f"{checkout}: {' '.join(program)}\nleft with {ran.returncode}: {ran.stderr}")
    name, lines = f"{command} {game}", len(heard.splitlines())
    return Cost({name: seconds}, f"{name} hears {lines} lines and leaves with {ran.returncode}")


@cache
def _forced(checkout: Path) -> tuple[str, ...]:
    """Have forced answers announced, where the program of a checkout can."""
    return FORCED if FORCED[0] in _ran(checkout, "-m", "referee", "play", "--help").stdout else ()


def _table(journal: Path) -> list[str]:
    """Word as options who sat at the table of a journal, and beside it."""
    setup = json.loads(journal.read_text(encoding="utf-8").partition("\n")[0])["setup"]
    beside = [word for role, name in setup["aside"].items() for word in (f"--{role}", name)]
    return ["--players", ",".join(setup["seating"]), *beside]


def _replay(game: str, journals: Path, parts: Sequence[str], checkout: Path) -> Cost:
    """Replay the journals of a game, and time its parts for an event."""
    told = json.loads(_worker(checkout, "replay", str(journals)))
    name = game if len(parts) > 1 else f"{game}, at once"
    seconds = {f"{part} {name}": told[part] for part in parts}
    return Cost(seconds, f"{game} has {told['entries']} entries, {told['offered']} answers")


def _worker(checkout: Path, *words: str) -> str:
    """Call replayed.py with the referee of a checkout, and give what it prints."""
    ran = _ran(checkout, WORKER, *words)
    if ran.returncode:
        sys.exit(f"{checkout}: {' '.join(words)}\n{ran.stderr}")
    return ran.stdout


def _ran(
    checkout: Path, *words: str, heard: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in a checkout, so that it is found before the one that is installed."""
    own = {"PYTHONPATH": str(checkout), "PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=checkout,
        env={**os.environ, **own, **variables},
        input=heard,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def _check_home(checkout: Path) -> None:
    """Make sure that what runs there is what lies there, and nothing that is installed."""
    packages = packages_of(checkout)
    found = _ran(checkout, "-c", WHENCE, *packages).stdout.splitlines()
    expected = [str(checkout.resolve() / name / "__init__.py") for name in packages]
    if found != expected:
        sys.exit(f"Python would run {found} in {checkout}.")


def _check_alike(base: Cost, here: Cost) -> None:
    """Say so where the two do not do the same: what does less may well take less."""
    if base.came_of_it != here.came_of_it:
        print(f"not alike: {base.came_of_it}; here {here.came_of_it}")


@contextmanager
def _checked_out(base: str) -> Iterator[Path]:
    """Check a commit out, on the disk on which this checkout lies, and remove it afterwards."""
    BUILD.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="against-", dir=BUILD) as place:
        checkout = Path(place) / "base"
        _git("worktree", "add", "--quiet", "--detach", str(checkout), base)
        try:
            yield checkout
        finally:
            _git("worktree", "remove", "--force", str(checkout))


def _git(*words: str) -> None:
    git = ["git", *words]
    if subprocess.run(git, cwd=ROOT, check=False).returncode:
        sys.exit(f"`{' '.join(git)}` went wrong.")


def _parser() -> ArgumentParser:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("base", help="the commit to compare with")
    parser.add_argument("--pairs", type=int, default=9, help="pairs of each run")
    parser.add_argument("--runs", type=int, default=3, help="runs")
    parser.add_argument(
        "--entries", type=int, default=10_000, help="entries of each game, replayed"
    )
    parser.add_argument("--slower", type=float, default=1.05, help="what is marked above this")
    parser.add_argument("--slower-replay", type=float, default=1.2, help="the same for replays")
    parser.add_argument(
        "--only",
        type=_chosen,
        default=[*COMMANDS, REPLAY],
        help="of these, parted by commas: " + ", ".join((*COMMANDS, REPLAY)),
    )
    return parser


def _chosen(words: str) -> list[str]:
    chosen = words.split(",")
    unknown = {*chosen} - {*COMMANDS, REPLAY}
    if unknown:
        raise ValueError(unknown)
    return chosen


if __name__ == "__main__":
    main(sys.argv[1:])
