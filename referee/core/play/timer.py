"""The sand timer as a record shows it, and the sand that is left.

No clock is used here: the caller passes the time of each mark, in seconds on any scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from referee.core.play.record import Entry, Record, TimerAction, TimerMark, Undo
from referee.core.play.session import Session


class TimerRun(Struct, frozen=True):
    """One filling of the sand timer.

    ``began`` is the number of the mark that turned the timer, 0 for the start of the record;
    ``seconds`` is its duration. It ``is_by_hand`` if the table took back the end that the clock
    recorded, and reports the end itself.
    """

    began: int
    seconds: int
    is_by_hand: bool = False


class TimerReading(Struct, frozen=True):
    """The state of the sand from one mark of the record to the next.

    ``filling`` is the current one, None if the step has no timer. If nobody ``was_there``, the
    time up to this mark is not counted.
    """

    filling: TimerRun | None
    runs: bool = False
    was_there: bool = True


def sand_left(sands: Sequence[TimerReading], moments: Sequence[float], now: float) -> float | None:
    """Return the seconds left of the current filling; None if there is none.

    ``moments`` has the time of the start and of each mark. Clocks that were changed never give
    less than 0 or more than a whole filling.
    """
    filling = sands[-1].filling
    if filling is None:
        return None
    return min(filling.seconds, max(0, filling.seconds - _sand_run(sands, moments, now)))


def ran_out_at(sands: Sequence[TimerReading], moments: Sequence[float], now: float) -> float | None:
    """Return the moment when the sand ran out, never before the last mark; None if it has not."""
    sand = sands[-1]
    if sand.filling is None or not sand.runs or sand.filling.is_by_hand:
        return None
    too_long = _sand_run(sands, moments, now) - sand.filling.seconds
    return max(now - too_long, moments[-1]) if too_long >= 0 else None


def _sand_run(sands: Sequence[TimerReading], moments: Sequence[float], now: float) -> float:
    """Add up the seconds in which sand has run since the current filling began."""
    filling = sands[-1].filling
    began = filling.began if filling is not None else len(sands)
    ends = [*moments[began + 1 :], now]
    counted = [*(sand.was_there for sand in sands[began + 1 :]), True]
    spans = zip(sands[began:], moments[began:], ends, counted, strict=True)
    return sum(max(0, end - begin) for sand, begin, end, counts in spans if sand.runs and counts)


class _Filling(NamedTuple):
    """The filling after an entry: its number, the mark that began it, and its seconds."""

    turn: int | None = None
    began: int = 0
    seconds: int | None = None


class TimerHistory:
    """Follows a session mark by mark; ``sands`` has one more than the record, the start first."""

    def __init__(self, session: Session) -> None:
        self._session = session
        # Replayed, because an entry that was taken back moved the sand while it was current.
        setup, book = session.begun
        self._replay: Session = Session(session.game, book, setup)
        self._fillings: list[_Filling] = []
        self._by_hand: set[int] = set()
        self._follow_log()
        self.sands: list[TimerReading] = [self._sand(None)]
        self.follow()

    def follow(self) -> None:
        """Read the new marks of the session."""
        for mark in self._session.record[len(self.sands) - 1 :]:
            self._replay.add(mark)
            del self._fillings[self._replay.changed_from + 1 :]
            self._follow_log()
            undone = self._replay.record[min(mark.entries) - 1] if isinstance(mark, Undo) else None
            if isinstance(undone, Entry) and undone.by_timer:
                self._by_hand.add(self._fillings[-1].began)
            self.sands.append(self._sand(mark))

    def _follow_log(self) -> None:
        """Find the filling after each current entry that is new."""
        replay = self._replay
        numbers = (0, *replay.active)
        for place in range(len(self._fillings), len(numbers)):
            step = replay.step_in(replay.states.at(place))
            turn, began, seconds = self._fillings[-1] if self._fillings else _Filling()
            if step is None or step.timer is None:  # the sand stays where it is
                seconds = None
            else:
                began = began if step.timer.filling == turn else numbers[place]
                turn, seconds = step.timer.filling, step.timer.seconds
            self._fillings.append(_Filling(turn, began, seconds))

    def _sand(self, mark: Record | None) -> TimerReading:
        current = self._fillings[-1]
        word = mark.word if isinstance(mark, TimerMark) else None
        was_there = word is not TimerAction.REOPENED
        if current.seconds is None:
            return TimerReading(None, runs=False, was_there=was_there)
        filling = TimerRun(current.began, current.seconds, current.began in self._by_hand)
        runs = word is not TimerAction.CLOSED and not self._replay.timer_paused
        return TimerReading(filling, runs, was_there)


def advance(session: Session) -> None:
    """Record that the time since the last mark does not count, if the timer would have run."""
    step = session.step
    if step is not None and step.timer is not None and not session.timer_paused:
        session.add(TimerMark(TimerAction.REOPENED))


def remaining_runs(session: Session) -> Iterator[int]:
    """Yield the seconds of each filling that would follow if nobody answered any more."""
    course, book, state, step = session.game.course, session.book, session.state, session.step
    while step is not None and step.timer is not None and step.expiry is not None:
        timer = step.timer
        if course.judge(book, state, timer.expired).verdict.stops_play:
            return
        state = course.apply(state, timer.expired)
        step = course.step(book, state)
        if step is None or step.timer is None or step.timer.filling == timer.filling:
            return
        yield step.timer.seconds
