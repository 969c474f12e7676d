"""How much sand is left, reckoned from a record and the moments of its marks; nobody waits."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.record import TimerAction, TimerMark
from referee.core.play.session import Session
from referee.core.play.timer import (
    TimerHistory,
    TimerReading,
    TimerRun,
    ran_out_at,
    remaining_runs,
    sand_left,
)
from tests.core.lamps import BOOK, GAME, SECONDS
from tests.core.pebble import pebble_session
from tests.core.test_pausing import walking
from tests.core.test_undo import CLOCK

LEFT, GONE_ON = "(left)", "(gone on)"
MARKS = {LEFT: TimerMark(TimerAction.CLOSED), GONE_ON: TimerMark(TimerAction.REOPENED)}


class Evening:
    """A record and the moments of its marks, at moments that are chosen."""

    def __init__(self) -> None:
        self.drive: GameLoop = walking()
        self.glass = TimerHistory(self.drive.session)
        self.moments = [0.0]

    def at(self, moment: float, line: str) -> Evening:
        if line in MARKS:
            self.drive.session.add(MARKS[line])
        elif line == CLOCK:
            self.drive.expire_timer()
        else:
            self.drive.feed_line(line)
        self.glass.follow()
        self.moments += [moment] * (len(self.glass.sands) - len(self.moments))
        assert len(self.moments) == len(self.drive.session.record) + 1
        return self

    def left(self, now: float) -> float | None:
        afresh = TimerHistory(self.drive.session)
        assert afresh.sands == self.glass.sands, "a record that was read tells what it told at play"
        return sand_left(self.glass.sands, self.moments, now)

    def ran_out(self, now: float) -> float | None:
        return ran_out_at(self.glass.sands, self.moments, now)


def evening(*lines: tuple[float, str]) -> Evening:
    made = Evening()
    for moment, line in lines:
        made.at(moment, line)
    return made


@pytest.mark.parametrize(
    ("lines", "now", "left"),
    [
        ((), 0, 180),
        ((), 19, 161),
        ((), 180, 0),
        ((), 999, 0),
        (((60, "2"),), 100, 80),
        (((60, "sand"),), 100, 140),
        (((60, "swap"), (90, "1")), 100, 140),
        (((60, "/pause"),), 500, 120),
        (((60, "/pause"), (500, "/resume")), 510, 110),
        (((60, "/pause"), (70, "/note tea"), (80, "/undo 0"), (90, "/resume")), 100, 110),
        (((60, "/pause"), (80, "/resume"), (100, "/pause")), 500, 100),
        (((60, "camp"),), 99, None),
        (((60, "camp"), (400, "yes")), 410, 110),
        (((60, "sand;sand;sand;sand"),), 99, None),
        # Taken back: the sand of the turn that is in force again has run all the while.
        (((60, "swap"), (100, "/undo")), 110, 70),
        (((60, "swap"), (100, "/undo"), (120, "swap")), 130, 170),
        (((60, "sand"), (70, "sand"), (100, "/undo 2")), 110, 70),
        (((60, "sand"), (70, "sand"), (100, "/undo")), 110, 130),
        (((60, "1"), (100, "/undo")), 110, 70),
        # ... but not while a camp stood, though that is taken back now, nor in a pause.
        (((60, "camp"), (400, "/undo")), 410, 110),
        (((60, "swap"), (80, "/pause"), (400, "/undo"), (420, "/resume")), 430, 90),
        (((60, "sand;sand;sand;sand"), (900, "/undo 4")), 910, 110),
        # Nobody was there.
        (((60, GONE_ON),), 70, 170),
        (((20, "1"), (60, GONE_ON)), 70, 150),
        (((20, "1"), (60, GONE_ON), (90, GONE_ON)), 100, 150),
        (((20, "1"), (30, LEFT), (900, GONE_ON)), 910, 140),
        (((20, "1"), (30, LEFT)), 900, 150),
        (((20, "/pause"), (900, "/resume"), (910, GONE_ON)), 920, 150),
        # Clocks that were set.
        (((20, "1"), (5000, "2")), 5001, 0),
        (((20, "1"), (-5000, "2")), -4990, 150),
        (((-50, "1"),), -60, 180),
        (((20, "swap"), (-50, "1")), -60, 180),
    ],
)
def test_what_is_left_is_reckoned_from_the_lines(
    lines: tuple[tuple[float, str], ...], now: float, left: float | None
) -> None:
    assert evening(*lines).left(now) == left


@pytest.mark.parametrize(
    ("lines", "now", "at"),
    [
        ((), 179.9, None),
        ((), 180, 180),
        ((), 500, 180),
        (((100, "1"),), 500, 180),
        (((100, "swap"),), 500, 280),
        (((100, "/pause"), (300, "/resume")), 500, 380),
        (((100, "/pause"),), 500, None),
        (((100, "camp"),), 500, None),
        (((100, LEFT),), 500, None),
        (((100, LEFT), (300, GONE_ON)), 500, 380),
        # The lines stay in the order of their times.
        (((100, "swap"), (270, "/undo")), 271, 270),
        (((100, "1"), (500, "2")), 501, 500),
        # Who takes back the clock's word knows better than the clock.
        (((180, CLOCK), (190, "/undo sand")), 500, None),
        (((180, CLOCK), (190, "/undo sand"), (200, "sand")), 379, None),
        (((180, CLOCK), (190, "/undo sand"), (200, "sand")), 381, 380),
        (((100, "sand"), (110, "/undo sand")), 500, 180),
        (((100, "1"), (180, CLOCK), (190, "/undo")), 191, 190),
    ],
)
def test_the_sand_runs_out_at_one_moment(
    lines: tuple[tuple[float, str], ...], now: float, at: float | None
) -> None:
    assert evening(*lines).ran_out(now) == at


def test_whatever_the_clocks_say_there_is_never_less_than_nothing_or_more_than_all() -> None:
    draw, seen = Random(6), set()
    lines = ("1", "story", "sand", CLOCK, "swap", "camp", "yes", "/pause", "/resume", "/undo")
    for _ in range(300):
        made, moment = Evening(), 0.0
        for _ in range(draw.randrange(12)):
            moment += draw.choice((1, 5, 40, 170, 181, -30, -4000, 4000))
            made.at(moment, draw.choice((*lines, "/undo 2", "/undo sand", LEFT, GONE_ON)))
        left = made.left(moment + draw.randrange(-60, 240))
        assert left is None or 0 <= left <= 180
        seen.add(left)
    assert {None, 0, 180} < seen
    assert len(seen) > 50


def test_while_the_sand_runs_it_grows_less_second_by_second() -> None:
    made = evening((40, "2"), (70, "swap"), (95, "1"))
    lefts = [made.left(now) or 0 for now in range(95, 300)]
    assert {before - after for before, after in pairwise(lefts)} == {0, 1}
    assert lefts[0] == 155
    assert lefts[-1] == 0


def test_a_record_without_a_glass_has_no_sand() -> None:
    sands = TimerHistory(pebble_session()).sands
    assert sands == [TimerReading(None)]
    assert (sand_left(sands, [0], 9), ran_out_at(sands, [0], 9)) == (None, None)


def test_a_filling_is_known_by_the_mark_that_turned_the_glass() -> None:
    made = evening((1, "story"), (2, "swap"), (3, "camp"), (4, "yes"), (5, "/undo 3"))
    assert [sand.filling for sand in made.glass.sands] == [
        TimerRun(0, 180),
        TimerRun(0, 180),
        TimerRun(2, 180),
        None,
        TimerRun(2, 180),
        TimerRun(0, 180),
    ]
    assert [sand.runs for sand in made.glass.sands] == [True, True, True, False, True, True]


def test_the_fillings_to_come_end_with_the_lamps() -> None:
    assert list(remaining_runs(walking().session)) == [180, 180, 180]
    assert list(remaining_runs(walking("sand;sand").session)) == [180]
    for over in ("sand;sand;sand;sand", "camp", "3;3;3"):
        assert list(remaining_runs(walking(over).session)) == []
    assert list(remaining_runs(pebble_session())) == []
    short: Session = Session(GAME, BOOK.with_number(SECONDS, 30), walking().session.setup)
    assert list(remaining_runs(short)) == [30, 30, 30]
