"""Whether time and memory grow as the input does: every kind of input, and four times as much.

Each command runs as a process of its own, twice; the CPU time and the peak memory of a bare
start are taken off. Four times the input may cost at most six times as much: an exponent of 1.3.
Run it as ``python tools/benchmarks/linear.py``, with part of a name to measure that input only.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from signal import SIGKILL
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RUNS = 2
MOST = 6.0
"""What four times the input may cost: time, or memory."""
LONGEST = 10
"""Seconds after which a command is ended: then it is too slow in any case."""
LEAST_SECONDS = 0.02
LEAST_BYTES = 4 << 20
"""What costs less beyond a bare start tells nothing."""


class Case(NamedTuple):
    """One kind of input: the words of the command, the file it reads, what is typed, for a size."""

    name: str
    size: int
    words: Callable[[int], list[str]]
    file: Callable[[int], str] = lambda _: ""
    typed: Callable[[int], str] = lambda _: ""


def names(n: int, start: str = "N") -> list[str]:
    """Make so many names, none of which begins another."""
    return [f"{start}{number:06}" for number in range(n)]


def holdings(game: str, key: str, words: Callable[[int], list[str]]) -> Callable[[int], str]:
    """Write a file with a list of so many words under a key of the first entry."""
    return lambda n: (
        f"game: {game}\nplayers: [A, B]\nnumbers: {{same_colour: [1, 3, 6, 10, 15, 21]}}\n"
        f"holdings:\n  A: {{{key}: [{', '.join(words(n))}]}}\n  B: {{}}\n"
    )


def journal_of(n: int) -> str:
    """Write a journal with so many notes, through the program."""
    path = Path("noted.jsonl")
    path.unlink(missing_ok=True)
    play = ["play", "no-swap", "--players", "A,B,C,D", "--journal", str(path)]
    run(play, "/note tea\n" * n)
    return path.read_text(encoding="utf-8")


SCORE = ["score", "in.yaml"]
SIDIBABA = ["play", "sidibaba", "--players", "Ana,Bo", "--leader", "Zed"]
CASES = (
    Case("bonuses: one word many times", 1000, lambda _: SCORE,
         holdings("colorful-treasure", "bonuses", lambda n: ["gem"] * n)),
    Case("bonuses: names", 1000, lambda _: SCORE,
         holdings("colorful-treasure", "bonuses", names)),
    Case("tiles: unknown words", 4700, lambda _: SCORE,
         holdings("colorful-treasure", "tiles", names)),
    Case("gold: many numbers", 16000, lambda _: SCORE,
         lambda n: "game: saboteur\nplayers: [A, B, C]\nholdings:\n"
         f"  A: {{gold: [{', '.join(['3'] * n)}]}}\n  B: {{}}\n  C: {{}}\n"),
    Case("players: names", 4700, lambda _: SCORE,
         lambda n: f"game: saboteur\nplayers: [{', '.join(names(n))}]\nholdings: {{}}\n"),
    Case("holdings: entries of nobody", 4000, lambda _: SCORE,
         lambda n: "game: saboteur\nplayers: [A, B, C]\nholdings:\n"
         + "".join(f"  {name}: {{}}\n" for name in names(n))),
    Case("rounds: many", 2500, lambda _: SCORE,
         lambda n: "game: saboteur\nplayers: [A, B, C]\nholdings:\n  A: {}\n  B: {}\n  C: {}\n"
         "rounds:\n" + "- {won: diggers, connector: A}\n" * n),
    Case("unknown keys", 4000, lambda _: SCORE,
         lambda n: "game: saboteur\n" + "".join(f"{name}: 1\n" for name in names(n))),
    Case("nests", 8000, lambda _: SCORE, lambda n: "game: " + "[" * n + "\n"),
    Case("one long word", 60000, lambda _: SCORE, lambda n: f"game: {'x' * n}\n"),
    Case("remarks", 20000, lambda _: SCORE, lambda n: "# x\n" * n),
    Case("a dispute's facts", 4700, lambda _: ["ask", "--file", "in.yaml"],
         lambda n: "game: saboteur\nquestion: place\nfacts:\n  lay: '1,0:EW'\n  laid:\n"
         + "".join(f"  - '{number % 90},{number // 90}:EW'\n" for number in range(1, n))),
    Case("answers of a scenario", 2500, lambda _: ["replay", "in.yaml"],
         lambda n: "game: no-swap-no-pay\nplayers: [A, B, C, D]\nanswers:\n"
         + "- /note tea\n" * n),
    Case("new --players", 3000, lambda n: ["new", "saboteur", "--players", ",".join(names(n))]),
    Case("new --player", 4700,
         lambda n: ["new", "saboteur", *(f"--player={name}" for name in names(n))]),
    Case("players= of a payout", 3000,
         lambda n: ["ask", "saboteur", "payout", f"players={','.join(names(n))}", "saboteurs=Zed"]),
    Case("saboteurs= of a payout", 3000,
         lambda n: ["ask", "saboteur", "payout", "players=A,B,C",
                    f"saboteurs={','.join(names(n))}"]),
    Case("broken= again and again", 4700,
         lambda n: ["ask", "saboteur", "place", "lay=1,0:EW", *["broken=lamp"] * n]),
    Case("laid= again and again", 4700,
         lambda n: ["ask", "saboteur", "place", "lay=1,0:EW",
                    *(f"laid={number % 90},{number // 90}:EW" for number in range(1, n))]),
    Case("blanks in a cell", 8000,
         lambda n: ["ask", "saboteur", "joined", "laid=1,0:EW", f"at=1{' ' * n}!"]),
    Case("signs between a card and a cell", 8000,
         lambda n: ["ask", "saboteur", "place", f"lay=a{' :' * n}b"]),
    Case("blanks in a square", 8000,
         lambda n: ["ask", "sidibaba", "landslide", f"at=1{' ' * n}!"]),
    Case("letters of draws", 8000, lambda n: ["ask", "aladdin", "draw", f"scorpions=1{'a' * n}!"]),
    Case("words to search for", 8000, lambda n: ["rules", "saboteur", *names(n)]),
    Case("words of no language", 450, lambda _: ["ask", "--file", "in.yaml"],
         lambda n: f"game: saboteur\nquestion: place\nfacts:\n  lay: '{'ü ' * n}'\n"),
    Case("words of another language", 450, lambda _: ["ask", "--file", "in.yaml"],
         lambda n: f"game: saboteur\nquestion: place\nfacts:\n  lay: '{'小 ' * n}'\n"),
    Case("signs that cannot be seen", 15000, lambda _: ["check", "in.yaml"],
         lambda n: "x" * 200 + "\x01" * n),
    Case("a line of answers", 1500, lambda _: [*SIDIBABA, "--journal", "new.jsonl"],
         typed=lambda n: f"Ana\n{'010' * (n // 3)}\n"),
    Case("lines that mean nothing", 400, lambda _: [*SIDIBABA, "--journal", "new.jsonl"],
         typed=lambda n: "k: 1\n" * n),
    Case("notes of a journal, log", 2000, lambda _: ["log", "in.yaml"], journal_of),
    Case("notes of a journal, sheet", 2000, lambda _: ["sheet", "in.yaml"], journal_of),
    Case("notes of a journal, check", 2000, lambda _: ["check", "in.yaml"], journal_of),
)  # fmt: skip


def run(words: list[str], heard: str = "") -> tuple[float, float, str]:
    """Run a command: its CPU seconds, its peak memory in bytes, and what it said."""
    with Path("typed").open("w+") as typed, Path("said").open("w+") as said:
        typed.write(heard)
        typed.seek(0)
        program = subprocess.Popen(
            [sys.executable, "-m", "referee", *words],
            stdin=typed, stdout=said, stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            preexec_fn=lambda: setrlimit(RLIMIT_CPU, (LONGEST, LONGEST)),  # noqa: PLW1509
        )  # fmt: skip
        _, status, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        told = said.read()
    if program.returncode not in {*range(5), -SIGKILL}:
        sys.exit(f"{words[:3]} left with {program.returncode}: {told[-500:]}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024.0, told


def least(words: list[str], heard: str = "") -> tuple[float, float]:
    """Run a command a few times, and give the least seconds and bytes."""
    runs: list[tuple[float, float, str]] = []
    for _ in range(RUNS):
        Path("new.jsonl").unlink(missing_ok=True)  # each game is a new one
        runs.append(run(words, heard))
    return min(each[0] for each in runs), min(each[1] for each in runs)


def measured(case: Case, size: int) -> tuple[float, float]:
    """Measure a command on an input of a size."""
    Path("in.yaml").write_text(case.file(size), encoding="utf-8")
    return least(case.words(size), case.typed(size))


def main(part: str) -> int:
    """Print what each kind of input costs; 1 where something grows faster than it may."""
    too_fast = 0
    seconds, memory = least(["--version"])
    print(f"{'':32}{'n':>7}{'ms':>7}{'4n ms':>8}{'':>4}time^{'':>5}memory^")
    for case in CASES:
        if part not in case.name:
            continue
        one, four = measured(case, case.size), measured(case, 4 * case.size)
        time = growth(one[0] - seconds, four[0] - seconds, LEAST_SECONDS)
        space = growth(one[1] - memory, four[1] - memory, LEAST_BYTES)
        bad = max(time, space) > MOST
        too_fast += bad
        print(
            f"{case.name:32}{case.size:>7}{1000 * (one[0] - seconds):>7.0f}"
            f"{1000 * (four[0] - seconds):>8.0f}{exponent(time):>9.2f}{exponent(space):>12.2f}"
            f"{'   TOO FAST' if bad else ''}",
            flush=True,
        )
    return 1 if too_fast else 0


def growth(one: float, four: float, floor: float) -> float:
    """Tell how many times more four times the input costs."""
    return max(four, floor) / max(one, floor)


def exponent(times: float) -> float:
    """Turn the growth into an exponent: 1 is linear, 2 quadratic."""
    return math.log(times, 4)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
