"""The referee's own sand timer: what is left of it, and that it has run out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import accumulate, islice
from math import ceil
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

from referee.cli.output import talk
from referee.core.play.loop import GameLoop
from referee.core.play.marks.marking import OFF
from referee.core.play.marks.undo import SAND
from referee.core.play.reading import commands
from referee.core.play.record import TimerAction, TimerMark
from referee.core.play.response import OnResponse, Response, ResponseKind
from referee.core.play.timer import TimerHistory, ran_out_at, remaining_runs, sand_left
from referee.core.say import Say
from referee.files.journal.errors import WriteFailed
from referee.files.journal.journal import Journal

if TYPE_CHECKING:
    from referee.cli.play.line_reader import LineReader


class Bell:
    """Rings at given times until it is stopped. It records nothing."""

    def __init__(self, ring: Callable[[], None]) -> None:
        """Set what to do: ``ring`` is called from a thread of the bell's own."""
        self._ring = ring
        self._stop = Event()
        self.rung = 0
        self._thread: Thread | None = None

    def start(self, seconds: Sequence[float]) -> None:
        """Ring after each of these seconds from now."""
        begin = monotonic()
        self._stop, self.rung = Event(), 0
        if seconds:
            moments = [begin + each for each in seconds]
            # A daemon: whoever leaves by Ctrl-C does not wait for the sand.
            self._thread = Thread(target=self._wait, args=(moments,), daemon=True)
            self._thread.start()

    def stop(self) -> int:
        """Stop; return how often it has rung since it was started."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None
        return self.rung

    def _wait(self, moments: Sequence[float]) -> None:
        for moment in moments:
            if self._stop.wait(max(0.0, moment - monotonic())):
                return
            self._ring()
            self.rung += 1


Tick: TypeAlias = Callable[[], float]
"""Counts seconds and is never set, such as ``time.monotonic``."""
MOST_BELLS: Final = 99
"""How many runs of the timer are planned ahead; no table sleeps longer."""


class TimerClock:
    """Keeps the sand timer of a session at play.

    What came before is computed from the times of the journal's lines; from here on ``tick``
    counts, whatever is done to the clock of the machine. The time between the last line of the
    journal and now does not count.
    """

    def __init__(
        self, journal: Journal, drive: GameLoop, now: Callable[[], str], tick: Tick
    ) -> None:
        """Begin to count. ``now`` returns the time for the journal."""
        self._journal = journal
        self._drive = drive
        self._now = now
        self._tick = tick
        self._glass = TimerHistory(drive.session)
        self._moments = list(moments_of([journal.head.at, *journal.times]))
        self._begin = self._moments[-1] - tick()

    def left(self) -> float | None:
        """Return the seconds that are left; None if no timer is asked for."""
        return sand_left(self._glass.sands, self._moments, self._follow())

    def said(self) -> Say | None:
        """Word what is left, for the prompt."""
        left, filling = self.left(), self._glass.sands[-1].filling
        if left is None or filling is None:
            return None
        if filling.is_by_hand:
            return Say("{left}. Type {sand} when the sand runs out.", left=worded(left), sand=SAND)
        return worded(left)

    @property
    def has_bell(self) -> bool:
        """Whether the table wants to hear the bell."""
        return self._drive.session.preferences.get(commands.BELL) != OFF

    def bells(self) -> list[float]:
        """Return in how many seconds the sand runs out, now and in the runs that would follow.

        Empty while the timer does not run.
        """
        left, sand = self.left(), self._glass.sands[-1]
        if left is None or sand.filling is None or not sand.runs or sand.filling.is_by_hand:
            return []
        later = islice(remaining_runs(self._drive.session), MOST_BELLS)
        return list(accumulate(later, initial=left))

    def note_what_ran_out(self, tell: OnResponse) -> None:
        """Record each run that has ended, as of the moment when it did, and report it.

        Raises WriteFailed.
        """
        now = self._follow()
        while (at := ran_out_at(self._glass.sands, self._moments, now)) is not None:
            ended = self._glass.sands[-1].filling
            with self._journal.as_of(earlier(self._now(), now - at)):
                echo = self._drive.expire_timer()
            if echo is None:
                return
            tell(echo)
            self._follow(at)
            if echo.kind is not ResponseKind.RECORDED or self._glass.sands[-1].filling == ended:
                return

    def leave(self) -> None:
        """Record that the table leaves, so that the time until it returns does not count."""
        self._follow()
        if self._glass.sands[-1].runs:
            with suppress(WriteFailed):  # then the rest is that of the last line
                self._drive.session.add(TimerMark(TimerAction.CLOSED))

    def _follow(self, at: float | None = None) -> float:
        """Take in new marks as of now, or of another moment; return now."""
        now = self._begin + self._tick()
        self._glass.follow()
        new = len(self._glass.sands) - len(self._moments)
        self._moments += [now if at is None else at] * new
        return now


def moments_of(times: list[str]) -> Iterator[float]:
    """Turn the times of a journal into seconds; an unreadable one is that of the line before.

    >>> list(moments_of(["1970-01-01T00:00:07+00:00", "tea time", "1970-01-01T00:01:00+00:00"]))
    [7.0, 7.0, 60.0]
    """
    moment = 0.0
    for time in times:
        with suppress(ValueError, OverflowError, OSError):  # the last two: years beyond counting
            moment = datetime.fromisoformat(time).timestamp()
        yield moment


def earlier(time: str, seconds: float) -> str:
    """Return the time that is some seconds before another.

    >>> earlier("2026-11-21T20:15:03+01:00", 4.2)
    '2026-11-21T20:14:58+01:00'
    """
    then = datetime.fromisoformat(time) - timedelta(seconds=seconds)
    return then.isoformat(timespec="seconds")


def worded(seconds: float) -> Say:
    """Word what is left as minutes and seconds, rounded up.

    >>> str(worded(160.2)), str(worded(0))
    ('Sand 2:41', 'Sand 0:00')
    """
    minutes, rest = divmod(ceil(seconds), 60)
    return Say("Sand {minutes}:{seconds}", minutes=minutes, seconds=f"{rest:02}")


OUT: Final = Say("The sand has run out.")
RINGING: Final = "\a"


WARNING: Final = 30
"""Seconds before the end at which a bell rings."""
SOON: Final = Say("{n} seconds left.", n=WARNING)
_TITLE: Final = "\x1b]0;{title}\x07"


class Countdown:
    """Reads lines, and rings meanwhile; the clock alone knows the time.

    Only at a terminal does it count in the title of the window, and ring while it waits for a
    line. Elsewhere the bell rings when the line has come.
    """

    def __init__(self, clock: TimerClock, reader: LineReader) -> None:
        self.clock = clock
        self._reader = reader
        self._bell = Bell(self._tick)
        self._moments: list[tuple[float, str]] = []
        self._rung = 0

    def line(self) -> str | None:
        """Read one line; None at the end of the input."""
        self._moments = self._to_come() if self._reader.at_terminal else []
        self._rung = 0
        self._bell.start([at for at, _ in self._moments])
        try:
            return self._reader.line()
        finally:
            self._bell.stop()

    def _to_come(self) -> list[tuple[float, str]]:
        """List what to print while waiting for a line, and when."""
        ends = self.clock.bells()
        moments = [(end, str(OUT)) for end in ends]
        moments += [(end - WARNING, str(SOON)) for end in ends if end > WARNING]
        if ends and is_ansi():
            whole = range(ceil(ends[0]))
            moments += [(ends[0] - n, _TITLE.format(title=worded(n))) for n in whole]
        return sorted(moments)

    def _tick(self) -> None:
        """Print what is due, from the thread of the bell; the line being typed is kept."""
        said = self._moments[self._bell.rung][1]
        if said.startswith("\x1b]"):
            sys.stderr.write(said)
            sys.stderr.flush()
            return
        self._rung += said == str(OUT)
        self._reader.interrupt(f"{RINGING if self.clock.has_bell else ''}{said}")

    def note_what_ran_out(self, tell: OnResponse) -> None:
        """Record what has run out, and ring for what was not announced. Raises WriteFailed."""

        def tell_and_ring(response: Response) -> None:
            if self._rung:
                self._rung -= 1
            else:
                talk(f"{RINGING if self.clock.has_bell else ''}{OUT}")
            tell(response)

        self.clock.note_what_ran_out(tell_and_ring)


def is_ansi() -> bool:
    """Whether the terminal understands more than text."""
    return os.environ.get("TERM", "dumb") != "dumb"
