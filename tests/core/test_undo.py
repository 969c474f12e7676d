"""What is taken back, and what the clock noted all the same."""

from __future__ import annotations

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.marks.undo import entries_to_undo
from referee.core.play.record import Entry, Undo
from referee.core.play.response import ResponseKind
from tests.core.lamps import LampBurnedOut, LampSwapped, StepsTaken, StoryTold
from tests.core.test_pausing import walking
from tests.core.test_session import tired

CLOCK = "(clock)"
USAGE = "Write how many entries, or the one to keep: undo 2, undo to 9, undo sand."


def walked(*lines: str) -> GameLoop:
    """Take lines; ``CLOCK`` stands for what the clock notes."""
    drive = walking()
    for line in lines:
        if line == CLOCK:
            drive.expire_timer()
        else:
            drive.feed_line(line)
    return drive


@pytest.mark.parametrize(
    ("lines", "words", "struck"),
    [
        (("1", "2"), "", (2,)),
        (("1", "2"), "2", (1, 2)),
        (("story", CLOCK), "", (1,)),
        (("1", "story", CLOCK, CLOCK), "", (2,)),
        (("story", CLOCK, "story", CLOCK), "2", (1, 3)),
        (("1", CLOCK, "2"), "", (3,)),
        (("1", CLOCK, "story"), "2", (1, 2, 3)),
        (("swap", CLOCK), "", (1, 2)),
        (("story", "swap", CLOCK, CLOCK), "", (2, 3, 4)),
        (("story", "sand"), "", (2,)),
        (("3", "3", "3", "story", CLOCK), "", (4, 5)),
        (("story", "3", "3", "3", "story", CLOCK), "", (5,)),
        ((CLOCK, "1"), "sand", (1, 2)),
        ((CLOCK, CLOCK), "sand", (2,)),
        (("sand", "1", "2"), "SAND", (1, 2, 3)),
        ((CLOCK, "1", "sand"), "sand", (3,)),
    ],
)
def test_what_the_clock_noted_is_passed_over_while_it_still_fits(
    lines: tuple[str, ...], words: str, struck: tuple[int, ...]
) -> None:
    drive = walked(*lines)
    assert entries_to_undo(drive.session, words) == struck
    echo = drive.feed(f"/undo {words}")
    assert (echo.kind, echo.numbers) == (ResponseKind.UNDONE, struck)
    assert drive.session.record[-1] == Undo(struck)


def test_what_the_clock_noted_stands_without_the_answer_before_it() -> None:
    drive = walked("1", "story", CLOCK)
    assert drive.session.log() == (StepsTaken(1), StoryTold(), LampBurnedOut(1))
    said = str(drive.feed("/undo").say)
    assert said == "Taken back: 2 StoryTold. What the timer noted since then still counts."
    assert drive.session.log() == (StepsTaken(1), LampBurnedOut(1))
    assert drive.default == "story"


def test_what_would_mean_something_else_goes_along() -> None:
    drive = walked("1", "2", CLOCK)
    assert drive.session.log()[-1] == LampBurnedOut(3)
    assert str(drive.feed("/undo").say) == "Taken back: 2 entries, 2 to 3."
    assert drive.session.log() == (StepsTaken(1),)
    assert drive.default == "2"
    drive.feed("")
    assert drive.default is None, "the clock's word is nobody's answer"


def test_the_end_of_a_filling_goes_with_the_entry_that_turned_the_glass() -> None:
    drive = walked("story", "swap", CLOCK)
    assert drive.session.log() == (StoryTold(), LampSwapped(), LampBurnedOut(0))
    drive.feed("/undo")
    assert drive.session.log() == (StoryTold(),)


def test_a_named_end_of_the_sand_is_not_offered_again_but_what_came_since_is() -> None:
    drive = walked("1", CLOCK, "2", "3")
    drive.feed("/undo sand")
    assert drive.session.log() == (StepsTaken(1),)
    offered = []
    for _ in range(2):
        offered.append(drive.default)
        drive.feed("")
    assert offered == ["2", "3"]
    assert drive.default is None


@pytest.mark.parametrize(
    ("lines", "words", "said"),
    [
        ((), "", "Nothing to take back."),
        ((CLOCK,), "", "Nothing to take back."),
        (("1",), "-1", USAGE),
        ((CLOCK, "1"), "2", "Only 1 typed entry can be taken back."),
        (("1", CLOCK, "2"), "3", "Only 2 typed entries can be taken back."),
        (("1",), "sand", "The sand has not run out yet."),
        (("1",), "0", USAGE),
        (("1",), "lamp", USAGE),
    ],
)
def test_an_undo_that_takes_nothing_back_says_why(
    lines: tuple[str, ...], words: str, said: str
) -> None:
    drive = walked(*lines)
    length = len(drive.session.record)
    assert str(drive.feed(f"/undo {words}").say) == said
    assert len(drive.session.record) == length


def test_an_undo_that_would_let_too_much_be_played_again_is_told() -> None:
    drive = walking()
    for _ in range(260):
        drive.session.add(Entry(step="", words="", event=StoryTold()))
    tired(drive.session)
    drive.feed("story")
    drive.expire_timer()
    drive.feed("2")
    assert drive.feed("/undo").kind is ResponseKind.UNDONE, "nothing stays behind it"
    record = list(drive.session.record)
    echo = drive.feed("/undo")
    assert (echo.kind, drive.session.record) == (ResponseKind.NOT_UNDERSTOOD, record)
    assert str(echo.say).startswith("Too much was taken back in this record. ")
