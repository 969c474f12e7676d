"""The fuzzer's loop: one input after the other, each judged, until the count or the time is up."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Final

from msgspec import Struct

from referee.cli.main import main
from tests.fuzz.drawing import input_of
from tests.fuzz.figures import Failure, Figures, held
from tests.fuzz.inputs import Input, Kind
from tests.fuzz.judging import MOST_KILOBYTES, complaints, differences, most_seconds
from tests.fuzz.processes import Weighed, weigh
from tests.fuzz.running import Program, Ran, alone, laid_out, run_here, wanted_to_stop

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
        self.figures.count(given, ran)
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
