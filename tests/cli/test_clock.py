"""The referee's sand timer: what is left after crashes, pauses, undoing, and clocks set."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from referee.cli.play.timer import earlier, moments_of, sand_text
from referee.core.play.record import Entry, Note, TimerAction, TimerMark, Undo
from referee.files.journal.errors import WriteFailed
from referee.files.journal.journal import Journal
from tests.cli.hours import Evening, find
from tests.core.lamps import CampMade, LampBurnedOut, StepsTaken

OUT = "The lamp has burned out."


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "walk.jsonl")


def times(evening: Evening) -> list[str]:
    """Tell when each mark was noted, as the file has it."""
    read = Journal.open(evening.path, find, evening.hours.now, write=False)
    return [time[11:19] for time in read.times]


def test_the_sand_runs_from_the_first_prompt_on(evening: Evening) -> None:
    assert evening.left() == 180
    assert evening.left(after=19) == 161
    assert str(evening.clock.left_text()) == "Sand 2:41"
    evening.type("2", after=1)
    assert evening.left() == 160


def test_what_ran_out_is_noted_at_its_own_time_before_what_was_typed(evening: Evening) -> None:
    evening.type("2", after=100)
    evening.type("3", after=100)
    assert evening.said == ["2 on.", OUT, "3 on."]
    assert times(evening) == ["20:01:40", "20:03:00", "20:03:20"]
    entry = evening.drive.session.entry(2)
    assert (entry.event, entry.by_timer) == (LampBurnedOut(2), True)
    assert evening.left() == 160


def test_the_sand_runs_out_as_often_as_it_has(evening: Evening) -> None:
    evening.type("2", after=400)
    assert evening.said == [OUT, OUT, "2 on."]
    assert times(evening) == ["20:03:00", "20:06:00", "20:06:40"]
    assert evening.left() == 140


def test_after_the_last_lamp_nothing_runs_any_more(evening: Evening) -> None:
    evening.type("2", after=9000)
    assert evening.said[:4] == [OUT] * 4
    assert evening.said[4].startswith("The game is over")
    assert times(evening) == ["20:03:00", "20:06:00", "20:09:00", "20:12:00"]
    assert (evening.left(), evening.clock.left_text(), evening.clock.ends()) == (None, None, [])


def test_words_are_judged_where_the_sand_has_left_the_game(evening: Evening) -> None:
    evening.type("sand", after=200)
    assert [type(event) for event in evening.drive.session.log()] == [LampBurnedOut] * 2
    assert [evening.drive.session.entry(n).by_timer for n in (1, 2)] == [True, False]
    assert evening.left() == 180


def test_the_bell_knows_every_filling_to_come(evening: Evening) -> None:
    assert evening.clock.ends() == [180, 360, 540, 720]
    evening.type("sand;sand", after=30)
    evening.hours.pass_by(80)
    assert evening.clock.ends() == [100, 280]


def test_no_bell_rings_while_the_glass_stands(evening: Evening) -> None:
    evening.type("/pause", after=30)
    assert evening.clock.ends() == []
    assert str(evening.clock.left_text()) == "Sand 2:30"
    evening.type("/resume", after=900)
    evening.type("camp", after=50)
    assert (evening.clock.ends(), evening.clock.left_text()) == ([], None)
    evening.type("yes", after=900)
    assert evening.left(after=10) == 90


def test_a_pause_after_the_sand_ran_out_is_a_pause_of_the_next(evening: Evening) -> None:
    evening.type("/pause", after=190)
    assert evening.said == [OUT, "The timer is paused."]
    assert evening.left(after=5000) == 170


def test_the_rest_after_a_crash_is_that_of_the_last_line(evening: Evening) -> None:
    evening.type("2", after=20)
    evening.hours.pass_by(50)
    evening.crash(after=86_400)
    assert evening.left() == 160
    assert evening.left(after=10) == 150
    evening.crash(after=10)
    assert evening.left() == 160, "a second crash, and not a line since the first"
    evening.type("1", after=15)
    evening.crash(after=1)
    assert evening.left() == 145
    marks = [type(mark) for mark in evening.drive.session.record]
    assert marks == [Entry, TimerMark, TimerMark, Entry, TimerMark]


def test_who_leaves_finds_what_was_left(evening: Evening) -> None:
    evening.type("2", after=20)
    evening.hours.pass_by(50)
    evening.leave()
    assert evening.journal.session.record[-1] == TimerMark(TimerAction.CLOSED)
    evening.go_on(after=86_400)
    assert evening.left() == 110


@pytest.mark.parametrize("line", ["/pause", "camp", "sand;sand;sand;sand"])
def test_who_leaves_a_glass_that_stands_leaves_no_mark(evening: Evening, line: str) -> None:
    evening.type(line, after=20)
    length = len(evening.drive.session.record)
    evening.leave()
    assert len(evening.journal.session.record) == length


def test_a_full_disk_keeps_nobody_from_leaving(evening: Evening) -> None:
    evening.type("2", after=20)
    evening.pull_the_plug()
    evening.clock.leave()
    assert len(evening.journal.session.record) == 1


def test_what_cannot_be_noted_is_said_and_tried_again(evening: Evening) -> None:
    evening.pull_the_plug()
    with pytest.raises(WriteFailed):
        evening.type("2", after=200)
    assert evening.said == []
    evening.go_on()
    assert evening.left() == 180, "nobody noted anything: the rest is that of the head"


def test_a_pause_outlasts_a_crash(evening: Evening) -> None:
    evening.type("/pause", after=20)
    evening.crash(after=5000)
    assert len(evening.drive.session.record) == 1, "no sand would have run meanwhile"
    assert evening.left(after=5000) == 160
    evening.type("2")
    assert evening.said[-1] == "The timer is paused. Type /resume first."
    evening.type("/resume")
    assert evening.left(after=60) == 100


def test_undo_over_the_turn_gives_the_filling_before_with_what_is_left_of_it(
    evening: Evening,
) -> None:
    evening.type("swap", after=60)
    assert evening.left(after=10) == 170
    evening.type("/undo")
    assert evening.left() == 110
    evening.crash(after=500)
    assert evening.left() == 110


def test_a_clocks_entry_that_no_longer_fits_is_noted_anew(evening: Evening) -> None:
    evening.type("2", after=170)
    evening.type("/undo", after=20)
    assert evening.said == ["2 on.", OUT, "Taken back: 2 entries, 1 to 2."]
    assert evening.drive.session.log() == ()
    evening.type("3", after=5)
    assert evening.drive.session.log() == (LampBurnedOut(0), StepsTaken(3))
    assert times(evening) == ["20:02:50", "20:03:00", "20:03:10", "20:03:10", "20:03:15"]


def test_undo_passes_over_what_the_clock_noted(evening: Evening) -> None:
    evening.type("story", after=170)
    evening.type("/undo", after=20)
    assert evening.drive.session.log() == (LampBurnedOut(0),)
    assert evening.left() == 170


def test_who_takes_back_the_clocks_word_says_it_himself(evening: Evening) -> None:
    evening.type("/undo sand", after=185)
    assert evening.drive.session.log() == ()
    assert str(evening.clock.left_text()) == "Sand 0:00. Type sand when the sand runs out."
    assert evening.clock.ends() == []
    evening.type("2", after=500)
    assert evening.drive.session.log() == (StepsTaken(2),)
    evening.crash()
    evening.type("sand", after=5)
    assert evening.left() == 180
    evening.type("1", after=181)
    assert evening.drive.session.log()[1:] == (LampBurnedOut(2), LampBurnedOut(2), StepsTaken(1))


def test_sand_that_the_room_refuses_does_not_stop_the_table(evening: Evening) -> None:
    evening.type("3;3;3", after=10)
    evening.type("camp", after=300)
    assert evening.said[-2:] == ["Out in the sun no lamp burns.", "CampMade."]
    assert evening.drive.session.log()[-1] == CampMade()


@pytest.mark.parametrize("hours", [-5, 5])
def test_a_wall_clock_that_is_set_at_play_changes_nothing(evening: Evening, hours: int) -> None:
    evening.type("1", after=20)
    evening.hours.wall += timedelta(hours=hours)
    assert evening.left(after=20) == 140
    evening.type("1", after=20)
    assert evening.left() == 120
    evening.type("1", after=130)
    assert evening.said == ["1 on.", "1 on.", OUT, "1 on."]
    assert evening.left() == 170


@pytest.mark.parametrize(("hours", "left"), [(-5, 160), (5, 0)])
def test_a_wall_clock_that_was_set_before_a_crash_keeps_the_rest_in_bounds(
    evening: Evening, hours: int, left: int
) -> None:
    evening.type("1", after=20)
    evening.hours.wall += timedelta(hours=hours)
    evening.type("1", after=20)
    evening.crash()
    assert evening.left() == left


def test_marks_without_a_glass_word_keep_their_times(evening: Evening) -> None:
    evening.type("/note the door", after=200)
    evening.type("/undo sand", after=1)
    record = evening.drive.session.record
    assert [type(mark) for mark in record] == [Entry, Note, Undo]
    assert times(evening) == ["20:03:00", "20:03:20", "20:03:21"]


def test_times_that_tell_none_stand_where_the_line_before_stood() -> None:
    told = ["20:15", "2026-11-21T20:00:00+01:00", "", "9999-99-99", "2026-11-21T19:00:30+00:00"]
    first, begun, *unknown, last = moments_of(told)
    assert first == 0
    assert unknown == [begun, begun]
    assert last - begun == 30


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(180, "3:00"), (179.1, "3:00"), (60, "1:00"), (59.5, "1:00"), (9, "0:09"), (0.1, "0:01")],
)
def test_a_second_that_has_begun_counts(seconds: float, words: str) -> None:
    assert str(sand_text(seconds)) == f"Sand {words}"


def test_an_earlier_time_keeps_its_zone() -> None:
    assert earlier("2026-11-22T00:00:01+09:00", 2) == "2026-11-21T23:59:59+09:00"
