"""The fuzzer's loop: which inputs are tried and judged, and what a stretch of them came to."""

from __future__ import annotations

import gc
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from msgspec import Struct, field

from referee.cli.main import main
from tests.fuzz.files import file_input
from tests.fuzz.inputs import Huge, Input, Kind, Odd
from tests.fuzz.journals import journal_input
from tests.fuzz.judging import MOST_KILOBYTES, complaints, differences, most_seconds
from tests.fuzz.processes import Weighed, weigh
from tests.fuzz.running import Program, Ran, alone, laid_out, run_here, wanted_to_stop
from tests.fuzz.words import keys_input, words_input


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


SHARES: Final = {
    Kind.HOLDINGS: 20,
    Kind.DISPUTE: 27,
    Kind.SCENARIO: 5,
    Kind.MAZE: 8,
    Kind.TABLE: 8,
    Kind.RULEBOOK: 4,
    Kind.JOURNAL: 7,
    Kind.SETTINGS: 2,
    Kind.WORDS: 16,
    Kind.KEYS: 3,
}
"""How many inputs of a hundred are of each kind: fewer of those that take long."""


def input_of(seed: int, number: int, only: Kind | None = None) -> Input:
    """Draw the input that bears this number.

    >>> input_of(1, 7) == input_of(1, 7)
    True
    """
    draw = Random(f"{seed}:{number}")
    kind = draw.choices(tuple(SHARES), tuple(SHARES.values()))[0]
    kind = only or kind
    if kind is Kind.JOURNAL:
        return journal_input(draw)
    if kind is Kind.WORDS:
        return words_input(draw)
    return keys_input(draw) if kind is Kind.KEYS else file_input(kind, draw)


TWICE_EVERY: Final = 16
_WARM_UP: Final = 300
_SWEPT_EVERY: Final = 1000
_OPEN: Final = Path("/proc/self/fd")


class Stretch(Struct, frozen=True, kw_only=True):
    """Which inputs are tried: ``count`` of a seed from ``start`` on, for so many seconds at most.

    Every ``apart_every``-th also runs as a process of its own; 0 for none.
    """

    seed: int
    start: int = 0
    count: int
    seconds: float
    only: Kind | None = None
    apart_every: int = 0


def tell_nobody(_: Failure) -> None:
    """Leave the telling to the figures."""


def drive(
    stretch: Stretch, tell: Callable[[Failure], None] = tell_nobody, program: Program = main
) -> tuple[Figures, int]:
    """Try a stretch of inputs; give the figures, and the number to go on with.

    Ctrl-C ends it as well, behind the input that is just being tried.
    """
    course = _Course(stretch, program)
    end = monotonic() + stretch.seconds
    number = stretch.start
    with alone(), wanted_to_stop() as signals:
        course.warm_up()
        while number < stretch.start + stretch.count and monotonic() < end and not signals:
            failure = course.tried(number)
            if failure is not None:
                course.figures.failures.append(failure)
                tell(failure)
            number += 1
    return course.figures, number


class _Course:
    """One stretch on its way."""

    def __init__(self, stretch: Stretch, program: Program) -> None:
        self.figures = Figures()
        self._stretch = stretch
        self._program = program

    def warm_up(self) -> None:
        """Load what is loaded once, by some of the inputs, so that none is blamed for it."""
        first = self._stretch.start
        for number in range(first, first + min(_WARM_UP, self._stretch.count // 10)):
            self._run(self._given(number))
        self._swept()
        self.figures.at_begin = held()

    def _swept(self) -> None:
        """Let go what `play`, which freezes what it finds, has kept of the runs before it."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # the examples stay, and need not be looked through again and again

    def tried(self, number: int) -> Failure | None:
        """Try one input: here, maybe a second time, maybe as a process of its own."""
        if number % _SWEPT_EVERY == 0:
            self._swept()
        given, held_before = self._given(number), held()
        ran = self._run(given)
        self.figures.tried[given.kind] += 1
        self.figures.codes[ran.code] += 1
        found = [*complaints(given, ran), *self._costs(given, ran, number, held_before)]
        if number % TWICE_EVERY == 0:
            found += self._again(given, ran)
        if self._stretch.apart_every and number % self._stretch.apart_every == 0:
            found += self._apart(given, ran, number)
        return Failure(number, given, ran, tuple(found)) if found else None

    def _given(self, number: int) -> Input:
        return input_of(self._stretch.seed, number, self._stretch.only)

    def _run(self, given: Input) -> Ran:
        laid_out(given.files)
        return run_here(given, self._program)

    def _costs(self, given: Input, ran: Ran, number: int, held_before: int) -> Iterator[str]:
        """Hold memory and time against what they may be; time is the least of three runs."""
        grown = held() - max(held_before, self.figures.at_begin)
        if grown > MOST_KILOBYTES:
            yield f"{grown / 1024:.0f} MB of memory were needed"
        seconds, most = ran.seconds, most_seconds(given)
        for _ in range(2 if seconds > most and not ran.fault else 0):  # others work here too
            seconds = min(seconds, self._run(given).seconds)
        self.figures.slowest = max(self.figures.slowest, (seconds, number))
        if seconds > most:
            yield f"{seconds * 1000:.0f} ms of CPU time were needed"

    def _again(self, given: Input, ran: Ran) -> Iterator[str]:
        self.figures.twice += 1
        before = _open_files()
        yield from differences(ran, self._run(given))
        if _open_files() > before:
            yield "a file was left open"

    def _apart(self, given: Input, here: Ran, number: int) -> Iterator[str]:
        """Run an input as a process of its own, also without the C parser, and weigh it."""
        self.figures.apart += 1
        for pure in (False, True) if given.files else (False,):
            self.figures.apart_pure += pure
            where = "as a process of its own" + (", without the C parser" if pure else "")
            weighed = self._weighed(given, pure=pure)
            found = complaints(given, weighed.ran)
            if not pure:  # PyYAML's own parser differs from the C parser in what it lets pass
                found += differences(here, weighed.ran)
            if weighed.seconds > most_seconds(given, pure=pure):
                found.append(f"{weighed.seconds * 1000:.0f} ms of CPU time above the bare start")
            if weighed.kilobytes > MOST_KILOBYTES:
                found.append(f"{weighed.kilobytes / 1024:.0f} MB of memory above the bare start")
            yield from (f"{where}: {each}" for each in found)
            self.figures.count_apart(number, weighed, pure=pure)

    def _weighed(self, given: Input, *, pure: bool) -> Weighed:
        """Weigh a run, and twice more where it took too long: the quickest counts."""
        weighed = weigh(given, pure=pure)
        for _ in range(2 if weighed.seconds > most_seconds(given, pure=pure) else 0):
            weighed = min(weighed, weigh(given, pure=pure), key=lambda each: each.seconds)
        return weighed


def _open_files() -> int:
    """Count the files that this process holds open, where the system tells."""
    return sum(1 for _ in _OPEN.iterdir()) if _OPEN.exists() else 0
