"""What it costs to add up ten thousand evenings, beside only reading the same files.

The files are the evenings of ``scoresheets/``, each begun at an hour of its own, so that no two
are the same. ``referee stats`` reads them whole: digests, entries, the final state, the score.
Beside it stands a program that decodes the same lines with msgspec and does nothing with them.

    python tools/benchmarks/many_evenings.py --count 10000
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import json

from referee.files.journal.lines import check_chain, with_checksum

FOLDER = Path(__file__).parents[2] / "scoresheets"
BUDGET = 25
"""How many times as long as bare reading it may take."""
BEGUN = datetime(2020, 1, 1, 20, 0, tzinfo=UTC)


def generate(folder: Path, count: int) -> None:
    """Write so many journals, each begun an hour after the one before."""
    chains = [
        check_chain(path, path.read_bytes()).lines for path in sorted(FOLDER.rglob("*.jsonl"))
    ]
    for n in range(count):
        at = (BEGUN + timedelta(hours=n)).isoformat()
        head, *lines = chains[n % len(chains)]
        begun = {**json.decode(head), "at": at}
        written, previous = [], ""
        for body in (json.encode(begun), *lines):
            line, previous = with_checksum(body, previous)
            written.append(line)
        (folder / f"{n:05}.jsonl").write_bytes(b"".join(written))


BARE = """
import sys
from pathlib import Path
from msgspec import json
for path in sorted(Path(sys.argv[1]).iterdir()):
    for line in path.read_bytes().splitlines():
        json.decode(line)
"""
"""Reads the same files with msgspec alone."""


def cost(*command: str) -> float:
    """Run a program, and tell the CPU time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak() -> float:
    """Tell the most memory that a program has taken so far, in MB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    """Print both times and their ratio."""
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=10_000)
    count = options.parse_args().count
    with TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder, count)
        bare = cost("-c", BARE, name)
        taken = cost("-m", "referee", "stats", name, "--format", "json")
    ratio = taken / bare
    held = "within" if ratio <= BUDGET else "over"
    print(f"{count} evenings: {taken:.1f} s of CPU, {ratio:.1f} times bare reading ({bare:.2f} s)")
    print(f"{held} the budget of {BUDGET}; {peak():.0f} MB of memory at most")


if __name__ == "__main__":
    main()
