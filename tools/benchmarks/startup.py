"""What a command costs from start to end, beside a bare program that does the unavoidable.

Whole-process CPU time (user and system), median of 15 runs, the two programs taking turns.
The bare programs (bare_ask.py, bare_score.py) parse the same files with the same C parser:
the table's file and the rulebook. A second ratio compares with parsing the table's file only.
Run it with `make bench`, on a machine that does nothing else.
"""

from __future__ import annotations

import csv
import os
import resource
import subprocess
import sys
from compileall import compile_dir
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
BARE = ROOT / "tools/benchmarks"
DISPUTE = str(ROOT / "scoresheets/no-swap-no-pay/dispute.yaml")
EVENING = str(ROOT / "scoresheets/no-swap-no-pay/evening.yaml")
RULEBOOK = str(ROOT / "rulebooks/no_swap_no_pay.yaml")
REFEREE = str(Path(sys.executable).with_name("referee"))
RUNS = 15
BUDGETS = {"ask": 1.5, "score": 1.35}


def cpu_of_children() -> float:
    """Give the CPU seconds of all programs that were run so far and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_of(command: list[str]) -> float:
    """Run a program and give the CPU seconds it took; it must end well."""
    before = cpu_of_children()
    null = subprocess.DEVNULL
    subprocess.run(command, check=True, stdin=null, stdout=null, stderr=null)
    return cpu_of_children() - before


def medians(commands: list[list[str]]) -> list[float]:
    """Run the programs in turns, and give the median CPU seconds of each."""
    for command in commands:
        cpu_of(command)  # once for nothing: files come into the cache
    rounds = [[cpu_of(command) for command in commands] for _ in range(RUNS)]
    return [median(times) for times in zip(*rounds, strict=True)]


def printed_rows() -> list[str]:
    """Fetch the cells of the score table, one row a word, cells parted by tabs."""
    command = [REFEREE, "score", EVENING, "--format", "csv"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return ["\t".join(row) for row in csv.reader(done.stdout.splitlines()) if row]


def compare(name: str, ours: list[str], bare: list[str], barest: list[str]) -> None:
    """Measure one command against its bare programs, and print both ratios."""
    cost, base, least = medians([ours, bare, barest])
    ratio, budget = cost / base, BUDGETS[name]
    held = "within" if ratio <= budget else "over"
    print(f"referee {name:<6} {cost * 1000:6.1f} ms")
    print(f"  bare, same files       {base * 1000:6.1f} ms   ratio {ratio:.2f}", end="")
    print(f"   {held} the budget of {budget}")
    print(f"  bare, without rulebook {least * 1000:6.1f} ms   ratio {cost / least:.2f}")


def packages_of(root: Path) -> list[str]:
    """List the packages of a checkout that the program consists of."""
    return [name for name in ("referee", "rulebooks") if (root / name / "__init__.py").is_file()]


def compile_everything(root: Path = ROOT) -> None:
    """Write bytecode for what is measured, also where the environment forbids it on import."""
    for package in packages_of(root):
        if not compile_dir(root / package, quiet=1):
            sys.exit(f"{package} does not compile.")


def main() -> None:
    """Print the ratios of `ask` and of `score`."""
    if not Path(REFEREE).exists():
        sys.exit(f"There is no {REFEREE}: install the project first, or call `make bench`.")
    os.environ.pop("PYTHONPROFILEIMPORTTIME", None)
    compile_everything()
    python = sys.executable
    ask = [python, str(BARE / "bare_ask.py")]
    compare(
        "ask",
        [REFEREE, "ask", "no-swap-no-pay", "--file", DISPUTE],
        [*ask, DISPUTE, RULEBOOK],
        [*ask, DISPUTE],
    )
    score, rows = [python, str(BARE / "bare_score.py")], printed_rows()
    compare(
        "score",
        [REFEREE, "score", EVENING],
        [*score, "2", EVENING, RULEBOOK, *rows],
        [*score, "1", EVENING, *rows],
    )


if __name__ == "__main__":
    main()
