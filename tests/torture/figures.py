"""What was tried, and what failed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile
from time import monotonic
from typing import Final, TypeVar

from msgspec import Struct, json

T = TypeVar("T")
SHOWN: Final = 20
"""How many failures are printed of each kind."""


class Figure(Struct, frozen=True):
    """How many cases of a kind were tried, of how many, and what was wrong."""

    kind: str
    tried: int
    cases: int
    failures: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """Word it, with the first failures."""
        left = f" (of {self.cases:,}: the time was up)" if self.tried < self.cases else ""
        failed = f"{len(self.failures):,} failures" if self.failures else "no failure"
        yield f"{self.tried:>9,} {self.kind}: {failed}{left}"
        yield from islice(self.failures, SHOWN)


def figure(
    kind: str, cases: Sequence[T], wrong: Callable[[T], str], until: float, jobs: int = 1
) -> Figure:
    """Try the cases in order until the time is up, in so many processes.

    ``wrong`` tries one case and tells what is wrong with it, or nothing.
    """
    shares = [_begun(cases[first::jobs], wrong, until) for first in range(jobs)]
    found = [said for share in shares for said in _ended(*share)]
    return Figure(kind, len(found), len(cases), tuple(said for said in found if said))


def _begun(cases: Sequence[T], wrong: Callable[[T], str], until: float) -> tuple[int, int]:
    """Begin to try cases in a process of its own; its id, and where it tells what it found."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    try:
        found = [_tried(case, wrong) for case in takewhile(lambda _: monotonic() < until, cases)]
        with open(writing, "wb") as pipe:  # noqa: PTH123
            pipe.write(json.encode(found))
    finally:
        os._exit(0)


def _ended(child: int, reading: int) -> list[str]:
    """Wait for a process that tries cases, and give what it found."""
    with open(reading, "rb") as pipe:
        found = pipe.read()
    os.waitpid(child, 0)
    return json.decode(found, type=list[str])


def _tried(case: T, wrong: Callable[[T], str]) -> str:
    try:
        said = wrong(case)
    except Exception as error:  # noqa: BLE001  # a fault of ours is a failure like another
        said = f"{type(error).__name__}: {error}"
    return f"{case}: {said}" if said else ""
