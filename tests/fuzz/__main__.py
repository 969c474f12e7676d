"""The fuzzer: ``python -m tests.fuzz --count N --seconds S --seed K --start I``.

Input I of seed K is the same on every run, so a failure is tried again with ``--start I
--count 1``. It leaves with 1 where anything failed.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from time import monotonic

from tests.fuzz.driving import Failure, Stretch, drive, kept
from tests.fuzz.inputs import Kind


def main(words: list[str] | None = None) -> int:
    chosen = _parser().parse_args(words)
    stretch = Stretch(
        seed=chosen.seed,
        start=chosen.start,
        count=chosen.count,
        seconds=chosen.seconds,
        only=chosen.only and Kind(chosen.only),
        apart_every=chosen.own_process_every,
    )

    folder = Path(chosen.keep).resolve()  # the inputs are run in another folder

    def tell(failure: Failure) -> None:
        path = kept(failure, folder / str(chosen.seed))
        say(f"input {failure.number}: {'; '.join(failure.complaints)}\n  kept in {path}")

    begun = monotonic()
    figures, following = drive(stretch, tell)
    for line in figures.lines(monotonic() - begun):
        say(line)
    say(f"go on with: --seed {chosen.seed} --start {following}")
    return int(bool(figures.failures))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n".encode("utf-8", "backslashreplace").decode())
    sys.stdout.flush()


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    add = parser.add_argument
    add("--count", type=int, default=10_000, help="how many inputs at most")
    add("--seconds", type=float, default=60, help="how long at most")
    add("--seed", type=int, default=1, help="which inputs")
    add("--start", type=int, default=0, help="the number of the first input")
    add("--only", choices=[kind.value for kind in Kind], help="one kind only")
    add("--own-process-every", type=int, default=1000, help="0: none")
    add("--keep", default="build/fuzz", help="where failures are kept")
    return parser


if __name__ == "__main__":
    sys.exit(main())
