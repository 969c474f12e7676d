"""The referee's own sand timer: what is left of it, and that it has run out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from enum import Enum
from itertools import accumulate, islice
from math import ceil
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

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


class Alarm:
    """Calls a function at given times until it is stopped."""

    def __init__(self, fire: Callable[[], None]) -> None:
        """Set the function; it is called from a thread of the alarm."""
        self._fire = fire
        self._stop = Event()
        self.fired = 0
        self._thread: Thread | None = None

    def start(self, seconds: Sequence[float]) -> None:
        """Fire after each of these seconds from now."""
        begin = monotonic()
        self._stop, self.fired = Event(), 0
        if seconds:
            moments = [begin + each for each in seconds]
            # A daemon: whoever leaves by Ctrl-C does not wait for the sand.
            self._thread = Thread(target=self._wait, args=(moments,), daemon=True)
            self._thread.start()

    def stop(self) -> int:
        """Stop; return how often it has fired since it was started."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None
        return self.fired

    def _wait(self, moments: Sequence[float]) -> None:
        for moment in moments:
            if self._stop.wait(max(0.0, moment - monotonic())):
                return
            self._fire()
            self.fired += 1


Tick: TypeAlias = Callable[[], float]
"""Returns seconds of a clock that nobody can set, such as ``time.monotonic``."""
MOST_RUNS: Final = 99
"""How many runs of the timer are planned ahead; no table sleeps longer."""


class TimerClock:
    """Keeps the sand timer of a session at play.

    What came before is computed from the times of the journal's lines. From here on ``tick``
    counts, even if the clock of the machine is set. The time between the last line of the journal
    and now does not count.
    """

    def __init__(
        self, journal: Journal, loop: GameLoop, now: Callable[[], str], tick: Tick
    ) -> None:
        """Begin to count. ``now`` returns the time for the journal."""
        self._journal = journal
        self._loop = loop
        self._now = now
        self._tick = tick
        self._glass = TimerHistory(loop.session)
        self._moments = list(moments_of([journal.head.at, *journal.times]))
        self._begin = self._moments[-1] - tick()

    def left(self) -> float | None:
        """Return the seconds that are left; None if the table uses no timer."""
        return sand_left(self._glass.sands, self._moments, self._follow())

    def left_text(self) -> Say | None:
        """Say what is left, for the prompt."""
        left, filling = self.left(), self._glass.sands[-1].filling
        if left is None or filling is None:
            return None
        if filling.is_by_hand:
            return Say(
                "{left}. Type {sand} when the sand runs out.", left=sand_text(left), sand=SAND
            )
        return sand_text(left)

    @property
    def has_bell(self) -> bool:
        """Whether the table wants to hear the bell."""
        return self._loop.session.preferences.get(commands.BELL) != OFF

    def ends(self) -> list[float]:
        """Return in how many seconds the sand runs out, now and in the runs that would follow.

        Empty while the timer does not run.
        """
        left, sand = self.left(), self._glass.sands[-1]
        if left is None or sand.filling is None or not sand.runs or sand.filling.is_by_hand:
            return []
        later = islice(remaining_runs(self._loop.session), MOST_RUNS)
        return list(accumulate(later, initial=left))

    def note_what_ran_out(self, tell: OnResponse) -> None:
        """Record each run that has ended, as of the moment when it did, and report it.

        Raises WriteFailed.
        """
        now = self._follow()
        while (at := ran_out_at(self._glass.sands, self._moments, now)) is not None:
            ended = self._glass.sands[-1].filling
            with self._journal.as_of(earlier(self._now(), now - at)):
                response = self._loop.expire_timer()
            if response is None:
                return
            tell(response)
            self._follow(at)
            if response.kind is not ResponseKind.RECORDED or self._glass.sands[-1].filling == ended:
                return

    def leave(self) -> None:
        """Record that the table leaves, so that the time until it returns does not count."""
        self._follow()
        if self._glass.sands[-1].runs:
            with suppress(WriteFailed):  # then the last line says what is left
                self._loop.session.add(TimerMark(TimerAction.CLOSED))

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


def sand_text(seconds: float) -> Say:
    """Say what is left as minutes and seconds, rounded up.

    >>> str(sand_text(160.2)), str(sand_text(0))
    ('Sand 2:41', 'Sand 0:00')
    """
    minutes, rest = divmod(ceil(seconds), 60)
    return Say("Sand {minutes}:{seconds}", minutes=minutes, seconds=f"{rest:02}")


RAN_OUT: Final = Say("The sand has run out.")
_BELL_SIGN: Final = "\a"
WARNING_SECONDS: Final = 30
"""Seconds before the end at which a bell rings."""
SOON: Final = Say("{n} seconds left.", n=WARNING_SECONDS)
_TITLE: Final = "\x1b]0;{title}\x07"


class _Kind(Enum):
    """What a signal of a countdown says."""

    END = "end"
    WARNING = "warning"
    TITLE = "title"


class _Signal(NamedTuple):
    """What is printed while a line is awaited; ``at`` is in how many seconds."""

    at: float
    text: str
    kind: _Kind


class Countdown:
    """Reads lines while the sand runs, and announces that it ends.

    At a terminal it rings while it waits for a line, and counts in the title of the window.
    Elsewhere the bell rings when the line has come.
    """

    def __init__(self, clock: TimerClock, reader: LineReader) -> None:
        self.clock = clock
        self._reader = reader
        self._alarm = Alarm(self._announce)
        self._signals: list[_Signal] = []
        self._announced_ends = 0

    def line(self) -> str | None:
        """Read one line; None at the end of the input."""
        self._signals = self._plan() if self._reader.at_terminal else []
        self._announced_ends = 0
        self._alarm.start([signal.at for signal in self._signals])
        try:
            return self._reader.line()
        finally:
            self._alarm.stop()

    def _plan(self) -> list[_Signal]:
        """List what to print while waiting for a line, and when."""
        ends = self.clock.ends()
        signals = [_Signal(end, str(RAN_OUT), _Kind.END) for end in ends]
        soon = [end - WARNING_SECONDS for end in ends if end > WARNING_SECONDS]
        signals += [_Signal(at, str(SOON), _Kind.WARNING) for at in soon]
        if ends and is_ansi():
            for left in range(ceil(ends[0])):
                title = _TITLE.format(title=sand_text(left))
                signals.append(_Signal(ends[0] - left, title, _Kind.TITLE))
        return sorted(signals, key=lambda signal: signal[:2])

    def _announce(self) -> None:
        """Print what is due, from the thread of the alarm; the line being typed is kept."""
        signal = self._signals[self._alarm.fired]
        if signal.kind is _Kind.TITLE:
            sys.stderr.write(signal.text)
            sys.stderr.flush()
            return
        if signal.kind is _Kind.END:
            self._announced_ends += 1
        self._ring(self._reader.interrupt, signal.text)

    def _ring(self, show: Callable[[str], None], text: str) -> None:
        show(f"{_BELL_SIGN if self.clock.has_bell else ''}{text}")

    def note_what_ran_out(self, tell: OnResponse) -> None:
        """Record what has run out, and ring for what was not announced. Raises WriteFailed."""

        def tell_and_ring(response: Response) -> None:
            if self._announced_ends:
                self._announced_ends -= 1
            else:
                self._ring(talk, str(RAN_OUT))
            tell(response)

        self.clock.note_what_ran_out(tell_and_ring)


def is_ansi() -> bool:
    """Whether the terminal understands more than text."""
    return os.environ.get("TERM", "dumb") != "dumb"
