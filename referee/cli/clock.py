"""The referee's own sand timer: what is left of it, and that it has run out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import accumulate, islice
from math import ceil
from typing import Final, TypeAlias

from referee.core.play.loop import Drive, EchoKind, Tell
from referee.core.play.session import GlassMark, GlassWord
from referee.core.play.timer import GlassRecord, fillings_to_come, ran_out_at, sand_left
from referee.core.play.undo import SAND
from referee.core.say import Say
from referee.files.journal import Journal, NotNoted

Tick: TypeAlias = Callable[[], float]
"""Counts seconds and is never set, such as ``time.monotonic``."""
MOST_BELLS: Final = 99
"""How many fillings ahead are reckoned; no table sleeps longer."""


class Clock:
    """Keeps the sand timer of a session at play.

    What came before is reckoned from the times of the journal's lines; from here on ``tick``
    counts, whatever is done to the clock of the machine. The time before the last line of the
    journal and now is nobody's, so it begins where that line stands.
    """

    def __init__(self, journal: Journal, drive: Drive, now: Callable[[], str], tick: Tick) -> None:
        """Begin to count. ``now`` tells the hour for the journal."""
        self._journal = journal
        self._drive = drive
        self._now = now
        self._tick = tick
        self._glass = GlassRecord(drive.session)
        self._moments = list(moments_of([journal.head.at, *journal.times]))
        self._begin = self._moments[-1] - tick()

    def left(self) -> float | None:
        """Tell the seconds that are left; None where no glass is asked for."""
        return sand_left(self._glass.sands, self._moments, self._follow())

    def said(self) -> Say | None:
        """Word what is left, for the prompt."""
        left, filling = self.left(), self._glass.sands[-1].filling
        if left is None or filling is None:
            return None
        if filling.is_by_hand:
            return Say("{left}: say “{sand}” when it runs out", left=worded(left), sand=SAND)
        return worded(left)

    def bells(self) -> list[float]:
        """Tell in how many seconds the sand runs out: this filling's, and those that would follow.

        Empty where it stands still.
        """
        left, sand = self.left(), self._glass.sands[-1]
        if left is None or sand.filling is None or not sand.runs or sand.filling.is_by_hand:
            return []
        later = islice(fillings_to_come(self._drive.session), MOST_BELLS)
        return list(accumulate(later, initial=left))

    def note_what_ran_out(self, tell: Tell) -> None:
        """Note each filling that has run out, as of the moment when it did, and tell of it.

        Raises NotNoted.
        """
        now = self._follow()
        while (at := ran_out_at(self._glass.sands, self._moments, now)) is not None:
            ended = self._glass.sands[-1].filling
            with self._journal.as_of(earlier(self._now(), now - at)):
                echo = self._drive.run_out()
            if echo is None:
                return
            tell(echo)
            self._follow(at)
            if echo.kind is not EchoKind.NOTED or self._glass.sands[-1].filling == ended:
                return

    def leave(self) -> None:
        """Note that the table leaves: what is left now is left later. A full disk may forbid it."""
        self._follow()
        if self._glass.sands[-1].runs:
            try:
                self._drive.session.add(GlassMark(GlassWord.LEFT))
            except NotNoted:
                return  # then the rest is that of the last line

    def _follow(self, at: float | None = None) -> float:
        """Take in new marks as of now, or of another moment; now is given."""
        now = self._begin + self._tick()
        self._glass.follow()
        new = len(self._glass.sands) - len(self._moments)
        self._moments += [now if at is None else at] * new
        return now


def moments_of(times: list[str]) -> Iterator[float]:
    """Turn the times of a journal into seconds; what tells no time is as late as what came before.

    >>> list(moments_of(["1970-01-01T00:00:07+00:00", "tea time", "1970-01-01T00:01:00+00:00"]))
    [7.0, 7.0, 60.0]
    """
    moment = 0.0
    for time in times:
        with suppress(ValueError, OverflowError, OSError):  # the last two: years beyond counting
            moment = datetime.fromisoformat(time).timestamp()
        yield moment


def earlier(time: str, seconds: float) -> str:
    """Tell the time so many seconds before another.

    >>> earlier("2026-11-21T20:15:03+01:00", 4.2)
    '2026-11-21T20:14:58+01:00'
    """
    then = datetime.fromisoformat(time) - timedelta(seconds=seconds)
    return then.isoformat(timespec="seconds")


def worded(seconds: float) -> Say:
    """Word what is left as minutes and seconds; a second that has begun counts.

    >>> str(worded(160.2)), str(worded(0))
    ('2:41 left', '0:00 left')
    """
    minutes, rest = divmod(ceil(seconds), 60)
    return Say("{minutes}:{seconds} left", minutes=minutes, seconds=f"{rest:02}")
