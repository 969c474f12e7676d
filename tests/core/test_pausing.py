"""The sand timer may stand still; while it does, nothing is answered."""

from __future__ import annotations

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.record import TimerAction, TimerMark
from referee.core.play.response import ResponseKind
from referee.core.play.session import Session
from tests.core.lamps import BOOK, GAME, LAMPS, SETUP, LampBurnedOut, StepsTaken
from tests.core.pebble import pebble_session

NOTED, REFUSED, UNREAD = ResponseKind.RECORDED, ResponseKind.REFUSED, ResponseKind.NOT_UNDERSTOOD
STRUCK, REMARKED, CONFIRM = ResponseKind.UNDONE, ResponseKind.ANNOTATED, ResponseKind.UNCONFIRMED
PAUSED, RESUMED = TimerMark(TimerAction.PAUSED), TimerMark(TimerAction.RESUMED)
ALONE = "Type /pause and /resume alone. note TEXT keeps what you want to say."
HELD = "The timer is paused. Type /resume first."


def walking(*lines: str, lamps: int = 4, confirms: bool = False) -> GameLoop:
    session: Session = Session(GAME, BOOK.with_number(LAMPS, lamps), SETUP)
    drive: GameLoop = GameLoop(session, confirms=confirms)
    for line in lines:
        drive.feed_line(line)
    return drive


def said(drive: GameLoop, line: str) -> list[str]:
    return [str(echo.say) for echo in drive.feed_line(line)]


def test_a_pause_and_what_ends_it_are_marks_of_the_record() -> None:
    drive = walking("2")
    assert [drive.feed("/pause").kind, drive.session.timer_paused] == [REMARKED, True]
    assert [drive.feed("/resume").kind, drive.session.timer_paused] == [REMARKED, False]
    assert drive.session.record[1:] == [PAUSED, RESUMED]
    assert drive.session.log() == (StepsTaken(2),)


@pytest.mark.parametrize(
    ("before", "line", "answer"),
    [
        (("/pause",), "/pause", "The timer is already paused."),
        ((), "/resume", "The timer is not paused, so there is nothing to resume."),
        (("camp",), "/pause", "No timer is running."),
        (("camp",), "/resume", "No timer is running."),
        (("sand", "sand", "sand", "sand"), "/pause", "No timer is running."),
        ((), "/pause Bo went for tea", ALONE),
        (("/pause",), "/resume now", ALONE),
    ],
)
def test_a_pause_that_changes_nothing_is_refused_in_one_sentence(
    before: tuple[str, ...], line: str, answer: str
) -> None:
    drive = walking(*before)
    length = len(drive.session.record)
    assert said(drive, line) == [answer]
    assert len(drive.session.record) == length


def test_a_game_without_a_glass_has_nothing_to_stop() -> None:
    drive: GameLoop = GameLoop(pebble_session())
    for line in ("/pause", "/resume"):
        assert said(drive, line) == ["No timer is running."]
    assert (
        str(drive.feed("/undo sand").say)
        == "Write how many entries, or the one to keep: undo 2, undo to 9."
    )


@pytest.mark.parametrize("line", ["2", "sand", "", "nonsense", "4", "2;3"])
def test_while_the_glass_stands_still_nothing_is_answered(line: str) -> None:
    drive = walking("1", "/pause")
    assert said(drive, line) == [HELD]
    assert len(drive.session.record) == 2
    assert [echo.kind for echo in drive.feed_line("/resume")] == [REMARKED]
    assert drive.feed("2").kind is NOTED


def test_what_was_refused_before_a_pause_is_overruled_after_it() -> None:
    drive = walking("4", "/pause")
    assert said(drive, "/overrule we are giants") == [HELD]
    drive.feed("/resume")
    assert drive.feed("/overrule we are giants").kind is NOTED


def test_notes_and_undo_and_looking_up_go_on_while_the_glass_stands_still() -> None:
    drive = walking("1;2", "/pause")
    assert drive.feed("/note Bo is at the door").kind is REMARKED
    assert drive.parse("3").event == StepsTaken(3)
    assert drive.feed("/undo").kind is STRUCK
    assert drive.session.timer_paused


def test_a_pause_outlasts_an_undo_to_where_no_glass_runs() -> None:
    drive = walking("camp", "yes", "/pause", "/undo")
    assert (drive.session.step or walking().session.step).id == "camp.broken"  # type: ignore[union-attr]  # never over
    assert drive.feed("yes").kind is NOTED, "no glass runs here that could stand still"
    assert said(drive, "1") == [HELD]
    assert drive.feed("/resume").kind is REMARKED


def test_what_the_clock_saw_is_an_entry_that_no_player_gave() -> None:
    drive = walking("3")
    echo = drive.expire_timer()
    assert echo is not None
    assert (echo.kind, str(echo.say), echo.numbers) == (NOTED, "The lamp has burned out.", (2,))
    entry = drive.session.entry(2)
    assert (entry.step, entry.words, entry.event) == ("lamp.sand", "sand", LampBurnedOut(3))
    assert entry.by_timer
    assert not drive.session.entry(1).by_timer
    drive.feed("sand")
    assert not drive.session.entry(3).by_timer, "what a player says is no clock's"


def test_where_no_sand_is_asked_for_none_runs_out() -> None:
    for drive in (walking("camp"), walking("sand;sand;sand;sand")):
        before = list(drive.session.record)
        assert drive.expire_timer() is None
        assert drive.session.record == before


def test_sand_that_may_not_run_out_is_told_and_not_noted() -> None:
    drive = walking("3;3;3")
    echo = drive.expire_timer()
    assert echo is not None
    assert (echo.kind, str(echo.say)) == (REFUSED, "Out in the sun no lamp burns.")
    assert len(drive.session.record) == 3


def test_the_end_of_the_sand_drops_what_was_still_to_be_overruled() -> None:
    drive = walking("4")
    assert drive.expire_timer() is not None
    assert drive.feed("/overrule we are giants").kind is UNREAD


def test_the_end_of_the_sand_leaves_what_is_offered_again() -> None:
    drive = walking("3", "/undo")
    drive.expire_timer()
    assert drive.default == "3"
    assert drive.feed("").kind is NOTED
    assert drive.session.log() == (LampBurnedOut(0), StepsTaken(3))
