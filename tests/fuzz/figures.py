"""What a stretch of the fuzzer came to, as it is counted and as it is printed."""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field

from tests.fuzz.inputs import Huge, Input, Kind, Odd
from tests.fuzz.processes import Weighed
from tests.fuzz.running import Ran


class Failure(Struct, frozen=True):
    """An input that was not dealt with as it must be, and why."""

    number: int
    given: Input
    ran: Ran
    complaints: tuple[str, ...]


class Figures(Struct):
    """Counts of one stretch."""

    tried: Counter[Kind] = field(default_factory=Counter)
    codes: Counter[int] = field(default_factory=Counter)
    twice: int = 0
    apart: int = 0
    apart_pure: int = 0
    failures: list[Failure] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, 0)
    """CPU seconds in this process, and the number of the input."""
    slowest_apart: tuple[float, int] = (0.0, 0)
    """CPU seconds above the bare start, as a process of its own."""
    slowest_pure: tuple[float, int] = (0.0, 0)
    """The same without the C parser of PyYAML."""
    largest_apart: tuple[int, int] = (0, 0)
    """Kilobytes above the bare start, as a process of its own."""
    at_begin: int = 0
    """Kilobytes that this process had held at most before the first input."""

    def count(self, given: Input, ran: Ran) -> None:
        """Count a run in this process."""
        self.tried[given.kind] += 1
        self.codes[ran.code] += 1

    def count_apart(self, number: int, weighed: Weighed, *, pure: bool) -> None:
        """Count a process of its own; the time without the C parser stands by itself."""
        if pure:
            self.slowest_pure = max(self.slowest_pure, (weighed.seconds, number))
        else:
            self.slowest_apart = max(self.slowest_apart, (weighed.seconds, number))
        self.largest_apart = max(self.largest_apart, (weighed.kilobytes, number))

    def lines(self, seconds: float) -> Iterator[str]:
        """Word the figures."""
        total = sum(self.tried.values())
        yield f"{total} inputs in {seconds:.0f} s, {total / max(seconds, 0.001):.0f} a second"
        yield "  " + ", ".join(f"{kind} {n}" for kind, n in sorted(self.tried.items()))
        told = {0: "done", 1: "ruled no", 2: "wrong use", 3: "unreadable", 4: "no sound journal"}
        counts = sorted(self.codes.items())
        yield "  " + ", ".join(f"{told.get(code, code)} {n}" for code, n in counts)
        yield f"  {self.twice} twice, {self.apart} as processes of their own"
        yield f"  {self.apart_pure} of these once more without the C parser of PyYAML"
        yield f"slowest: {_timed(self.slowest)}"
        if self.apart:
            yield f"slowest above the bare start: {_timed(self.slowest_apart)}"
            yield f"slowest without the C parser: {_timed(self.slowest_pure)}"
            size, number = self.largest_apart
            yield f"largest above the bare start: {size / 1024:.1f} MB (input {number})"
        most, before = held() / 1024, self.at_begin / 1024
        yield f"memory of this process: {most:.0f} MB, {before:.0f} MB before the first input"
        yield f"failures: {len(self.failures)}"


def held() -> int:
    """Tell the most kilobytes that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _timed(slowest: tuple[float, int]) -> str:
    seconds, number = slowest
    return f"{seconds * 1000:.0f} ms (input {number})"


def kept(failure: Failure, folder: Path) -> Path:
    """Write a failure down so that it can be looked at: the files, the words, what was said."""
    own = folder / f"{failure.number}-{failure.given.kind}"
    own.mkdir(parents=True, exist_ok=True)
    for name, content in failure.given.files.items():
        path = own / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Odd):
            path.with_suffix(".odd").write_text(content, encoding="utf-8")
        elif isinstance(content, Huge):
            path.write_bytes(content.pattern)
        else:
            path.write_bytes(content)
    (own / "heard").write_bytes(failure.given.heard)
    said = [
        f"words: {failure.given.words!r}",
        *(f"wrong: {each}" for each in failure.complaints),
        f"exit code: {failure.ran.code}, {failure.ran.seconds * 1000:.0f} ms",
        failure.ran.fault,
        f"--- output\n{failure.ran.out[:5000]}",
        f"--- talk\n{failure.ran.err[:5000]}",
    ]
    (own / "told.txt").write_text("\n".join(said), encoding="utf-8", errors="backslashreplace")
    return own
