"""Words in, echo out: `;`, table calls, undo with answers offered again, overrulings, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.record import Entry, Note, Undo
from referee.core.play.response import Response, ResponseKind
from tests.core.pebble import (
    ANA,
    BO,
    BOOK,
    CY,
    SUPPLY,
    DrawingStopped,
    PebblesDrawn,
    PlayerGreeted,
    pebble_session,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

NOTED, REFUSED, UNREAD = ResponseKind.RECORDED, ResponseKind.REFUSED, ResponseKind.NOT_UNDERSTOOD
CONFIRM, STRUCK, REMARKED = ResponseKind.UNCONFIRMED, ResponseKind.UNDONE, ResponseKind.ANNOTATED
TOLD, DRAWN = ResponseKind.TOLD, PebblesDrawn(ANA, 2)


def driven(*lines: str, confirms: bool = False, supply: int = 9) -> GameLoop:
    book = BOOK.with_number(SUPPLY, supply)
    drive = GameLoop(pebble_session(book=book), confirms=confirms)
    for line in lines:
        drive.feed_line(line)
    return drive


def kinds(echoes: Sequence[Response]) -> list[ResponseKind]:
    return [echo.kind for echo in echoes]


def asked(drive: GameLoop) -> str:
    step = drive.session.step
    return step.id if step else "over"


def test_words_become_events_in_the_log() -> None:
    drive = driven("2", "@Bo", "１", "c")
    assert drive.session.log() == (
        PebblesDrawn(ANA, 2),
        PlayerGreeted(ANA, BO),
        PebblesDrawn(BO, 1),
        PlayerGreeted(BO, CY),
    )
    first = drive.session.entry(1)
    assert (first.step, first.words, first.overrule_reason) == ("turn.drawn", "2", "")


def test_every_echo_tells_ruling_and_number() -> None:
    drive = driven("2")
    echo = drive.feed("Bo")
    assert (echo.kind, str(echo.say), echo.numbers) == (NOTED, "Ana greets Bo.", (2,))
    assert echo.ruling is not None
    assert echo.is_taken


@pytest.mark.parametrize(
    ("line", "came"),
    [
        ("2;Bo;1", [NOTED, NOTED, NOTED]),
        ("2；Bo ； 1", [NOTED, NOTED, NOTED]),
        ("2;Bo;", [NOTED, NOTED]),
        ("2;Ana;1", [NOTED, REFUSED, TOLD]),
        ("2;x;1", [NOTED, UNREAD, TOLD]),
        ("3;Bo", [REFUSED, TOLD]),
        ("2;/note she laughs;Bo", [NOTED, REMARKED, NOTED]),
        ("/note one; two", [REMARKED]),
        (";2", [UNREAD, TOLD]),
        ("", [UNREAD]),
    ],
)
def test_several_answers_stop_at_the_first_that_is_not_taken(
    line: str, came: list[ResponseKind]
) -> None:
    drive = driven()
    assert kinds(drive.feed_line(line)) == came
    taken = {NOTED, REMARKED}
    assert len(drive.session.record) == sum(kind in taken for kind in came)


def test_a_semicolon_at_the_end_does_not_press_enter() -> None:
    drive = driven("2;Bo", "/undo 2")
    assert kinds(drive.feed_line("2;")) == [NOTED]
    assert kinds(drive.feed_line("@Bo;;")) == [NOTED, UNREAD]


def test_what_is_refused_leaves_the_record_untouched() -> None:
    drive = driven()
    assert kinds([drive.feed("3"), drive.feed("10"), drive.feed("x")]) == [REFUSED, REFUSED, UNREAD]
    assert drive.session.record == []


def test_beside_the_step_something_else_may_be_reported() -> None:
    assert driven("stop").session.log() == (DrawingStopped(ANA),)
    assert driven("STOP 1").session.entry(1).step == "turn.stop"
    assert kinds(driven().feed_line("stop 7")) == [NOTED]
    assert kinds(driven().feed_line("stopp")) == [UNREAD]


def test_after_the_end_only_commands_are_taken() -> None:
    drive = driven("stop")
    assert drive.default is None
    assert str(drive.feed("1").say).startswith("The game is over")
    assert [drive.feed("undo").kind for _ in range(2)] == [TOLD, STRUCK]
    assert asked(drive) == "turn.drawn"


@pytest.mark.parametrize(
    ("lines", "came", "log"),
    [
        *((("2", yes), [CONFIRM, NOTED], (DRAWN,)) for yes in ("", "1", "yes", "Y", "ok")),
        *((("2", no), [CONFIRM, TOLD], ()) for no in ("2", "no", "N")),
        (("2", "stop"), [CONFIRM, NOTED], (DrawingStopped(ANA),)),
        (("2", "x", ""), [CONFIRM, UNREAD, UNREAD], ()),
        (("2", "x", "yes"), [CONFIRM, UNREAD, NOTED], (DRAWN,)),
        (("2", "/note seen", ""), [CONFIRM, REMARKED, NOTED], (DRAWN,)),
    ],
)
def test_a_table_call_is_taken_by_enter_or_a_yes_and_dropped_by_another_answer(
    lines: tuple[str, ...], came: list[ResponseKind], log: tuple[object, ...]
) -> None:
    """After a slip Enter alone is no yes; a note drops nothing."""
    drive = driven(confirms=True, supply=2)
    assert kinds([drive.feed(line) for line in lines]) == came
    assert drive.session.log() == log


def test_undo_drops_what_was_to_be_confirmed() -> None:
    drive = driven("1;Bo", confirms=True, supply=2)
    came = [drive.feed("1"), drive.feed("/undo")]
    assert kinds(came) == [CONFIRM, TOLD]
    assert drive.session.log() == (PebblesDrawn(ANA, 1), PlayerGreeted(ANA, BO))
    assert drive.feed("/undo").kind is STRUCK


def test_without_confirming_the_answer_is_the_confirmation() -> None:
    assert driven("1", supply=1).session.log() == (PebblesDrawn(ANA, 1),)


def test_the_only_answer_is_taken_by_enter() -> None:
    drive = driven("1;Bo;1;Cy;1")
    assert drive.default == "@Ana"
    drive.feed("")
    assert drive.session.log()[-1] == PlayerGreeted(CY, ANA)
    assert drive.default is None


def test_struck_answers_are_offered_again_one_by_one() -> None:
    drive = driven("2;Bo;1;Cy")
    log = drive.session.log()
    echo = drive.feed("/undo 3")
    assert (echo.kind, echo.numbers) == (STRUCK, (2, 3, 4))
    assert str(echo.say) == "Taken back: 3 entries, 2 to 4."
    offers = []
    for _ in range(3):
        offers.append(drive.default)
        assert drive.feed("").kind is NOTED
    assert offers == ["Bo", "1", "Cy"]
    assert drive.session.log() == log
    assert drive.default is None


def test_a_new_answer_replaces_the_struck_one_and_the_rest_is_still_offered() -> None:
    drive = driven("2;Bo;1", "/undo 2", "Cy")
    assert drive.default == "1"
    assert drive.feed("").kind is NOTED
    assert drive.session.log()[1:] == (PlayerGreeted(ANA, CY), PebblesDrawn(BO, 1))


def test_a_struck_answer_that_no_longer_fits_is_not_offered() -> None:
    drive = driven("1;Bo;2;Cy", "/undo 4", "2", supply=4)
    assert drive.default == "Bo"
    drive.feed("")
    assert drive.default == "2"
    drive = driven("1;Bo;1;Cy;2", "/undo 5", "2", "Bo", "1", "Cy", supply=4)
    assert asked(drive) == "turn.drawn"
    assert drive.default is None


def test_a_seat_names_the_same_player_whoever_else_is_on_offer() -> None:
    drive = driven("1;Bo;1;Cy;1")
    assert drive.parse("1").event == PlayerGreeted(CY, ANA)
    drive.feed_line("undo 4")
    drive.feed_line("Cy;1;Ana;1")
    assert asked(drive) == "turn.greet"
    assert [drive.parse(each).event for each in ("2", "@2")] == [PlayerGreeted(CY, BO)] * 2


def test_a_report_beside_the_step_is_offered_again() -> None:
    drive = driven("1;Bo;stop", "/undo")
    assert asked(drive) == "turn.drawn"
    assert drive.default == "stop"
    drive.feed("")
    assert drive.session.log()[-1] == DrawingStopped(BO)


def test_answers_to_other_steps_than_now_asked_are_forgotten() -> None:
    drive = driven("1;Bo;1", "/undo 3", "stop")
    assert asked(drive) == "over"
    drive.feed("/undo")
    assert drive.default == "stop"
    drive.feed("2")
    assert drive.default is None


def test_one_undo_after_another_offers_all_of_them() -> None:
    drive = driven("2;Bo;1", "/undo", "/undo", "/undo")
    assert [drive.default, drive.feed("").kind] == ["2", NOTED]
    assert [drive.default, drive.feed("").kind] == ["Bo", NOTED]
    assert [drive.default, drive.feed("").kind] == ["1", NOTED]


@pytest.mark.parametrize("words", ["/undo 2", "／ｕｎｄｏ　２", "/undo  ２"])
def test_commands_are_read_from_every_keyboard(words: str) -> None:
    drive = driven("2;Bo")
    assert kinds(drive.feed_line(words)) == [STRUCK]
    assert drive.session.record[-1] == Undo((1, 2))


def test_undo_passes_over_notes_and_what_is_already_struck() -> None:
    drive = driven("2;Bo", "/undo", "/note tea")
    assert drive.feed("/undo").numbers == (1,)
    assert drive.session.record[-2:] == [Note("tea"), Undo((1,))]


def test_the_table_may_overrule_what_is_forbidden_on_the_record() -> None:
    drive = driven("3", "/overrule we always play it so")
    entry = drive.session.entry(1)
    assert (entry.event, entry.overrule_reason) == (PebblesDrawn(ANA, 3), "we always play it so")
    assert (entry.step, entry.words) == ("turn.drawn", "3")


def test_an_overruling_needs_a_reason_and_may_then_be_given_again() -> None:
    drive = driven("3")
    assert drive.feed("/overrule").kind is UNREAD
    assert drive.feed("/overrule  ").kind is UNREAD
    assert drive.feed("/overrule yes").kind is NOTED


def test_what_is_noted_is_neither_overruled_nor_confirmed_again() -> None:
    drive = driven("3", "/overrule so")
    assert drive.feed("/overrule so").kind is UNREAD
    drive = driven("1", "", confirms=True, supply=1)
    assert drive.feed("").kind is UNREAD
    assert len(drive.session.record) == 1


def test_nobody_overrules_what_the_box_cannot_show() -> None:
    drive = driven("10")
    echo = drive.feed("/overrule we saw it")
    assert (echo.kind, str(echo.say)) == (REFUSED, "This cannot be overruled: Only 9 are left.")
    assert drive.session.record == []


@pytest.mark.parametrize("lines", [(), ("2",), ("3", "2"), ("2;Bo", "Bo", "3", "/undo")])
def test_without_a_refusal_there_is_nothing_to_overrule(lines: tuple[str, ...]) -> None:
    drive = driven(*lines)
    before = list(drive.session.record)
    assert drive.feed("/overrule why not").kind is UNREAD
    assert drive.session.record == before


def test_an_overruling_is_not_offered_again_after_undo() -> None:
    drive = driven("3", "/overrule so", "/undo")
    assert drive.default is None
    assert isinstance(drive.session.record[0], Entry)


def test_a_note_is_kept_as_it_was_typed() -> None:
    drive = driven("/note Ana laughs; Bo: “２ coins”")
    assert drive.session.record == [Note("Ana laughs; Bo: “２ coins”")]
    assert drive.feed("/note").kind is UNREAD
    assert drive.feed("/nothing").kind is UNREAD
    assert len(drive.session.record) == 1


def test_reading_and_judging_alone_takes_nothing() -> None:
    drive = driven()
    assert drive.parse("3").ruling.verdict.stops_play
    assert drive.session.record == []
    assert drive.feed("/overrule so").kind is UNREAD
