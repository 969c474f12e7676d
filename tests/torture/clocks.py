"""The clock of the machine, set as nobody should: for a process that is there for one sitting."""

from __future__ import annotations

import datetime as dt

EVENING = (2026, 11, 21, 20)


def clock_standing_still() -> None:
    """Let the clock stand, so that the same evening leaves the same bytes."""
    _set(0)


def clock_going_back() -> None:
    """Let the clock go back an hour whenever somebody looks."""
    _set(1)


def _set(hours: int) -> None:
    looked = 0

    class Clock(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Clock:
            nonlocal looked
            looked += 1
            return cls(*EVENING, tzinfo=tz) - dt.timedelta(hours=looked * hours)

    dt.datetime = Clock  # type: ignore[misc]
