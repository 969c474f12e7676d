"""What was forgotten is put in, and what never happened is taken out, as if typed right at once."""

from __future__ import annotations

import pytest

from referee.core.play.record import Drop, Insert
from referee.core.play.response import ResponseKind
from referee.core.table import Player
from tests.core.pebble import ANA, BO, CY, PebblesDrawn, PlayerGreeted
from tests.core.test_corrections import WHOLE, evening, open_fix, replayed, told

USAGE = "Write the number of the entry that comes after: insert 9 ANSWER, or insert 9."


def test_bos_turn_was_forgotten() -> None:
    """Ana drew 2 and greeted Bo; what Cy did then was noted as Bo's."""
    loop = evening("2;Bo;1;Ana;1;Bo")
    response = loop.feed("insert 3 2")
    assert (response.kind, response.is_inserted) == (ResponseKind.CORRECTED, True)
    assert told(response) == [
        "Bo draws 2.",
        "Entry 4 no longer fits: It is time for greeting, not for drawing.",
    ]
    loop.feed("Cy")
    assert open_fix(loop) is None
    right = evening("2;Bo;2;Cy;1;Ana;1;Bo")
    assert loop.session.log() == right.session.log()
    assert loop.session.log()[4] == PebblesDrawn(CY, 1)
    assert replayed(loop).log() == loop.session.log()


def test_an_insertion_is_told_with_what_still_fits() -> None:
    loop = evening("2;Bo;1;Cy", most=3)
    loop.feed("insert 3")
    assert loop.session.inserts
    answered = loop.feed("1")
    assert (str(answered.sentences[0]), answered.is_inserted) == ("Bo draws 1.", True)
    assert not loop.feed("").is_inserted
    assert loop.feed("Ana").numbers == (4,)
    assert (
        loop.session.log()
        == evening("2;Bo;1;Ana;1;Cy").session.log()[:5] + (loop.session.log()[5:])
    )


def test_what_moves_on_and_cannot_be_is_asked_again() -> None:
    loop = evening("2;Bo;1;Cy")
    loop.feed("insert 3 1")
    answered = loop.feed("Ana")
    assert told(answered)[1:] == ["Entry 5 still fits; entry 6 does not: Cy cannot greet himself."]
    assert told(loop.feed("Bo")) == ["Cy greets Bo."]
    assert loop.session.log() == evening("2;Bo;1;Ana;1;Bo").session.log()
    assert replayed(loop).log() == loop.session.log()


def test_what_never_happened_is_dropped() -> None:
    loop = evening("2;Bo;1;Cy;2;Ana")
    assert told(loop.feed("drop 3")) == [
        "Dropped: 3 Bo draws 1.",
        "Entries 3 and 4 still fit.",
        "1 later entry no longer applies and is dropped.",
    ]
    assert open_fix(loop) is None
    assert loop.session.log() == evening("2;Bo;2;Ana").session.log()
    assert replayed(loop).log() == loop.session.log()


def test_the_last_entry_is_dropped_like_any_other() -> None:
    loop = evening("2;Bo;1")
    assert told(loop.feed("drop 3")) == ["Dropped: 3 Bo draws 1."]
    assert loop.session.log() == evening("2;Bo").session.log()
    assert open_fix(loop) is None
    assert isinstance(loop.session.record[-1], Drop)


def test_undo_drops_an_insertion_whole() -> None:
    loop = evening(WHOLE)
    before = loop.session.log()
    loop.feed("insert 3 1")
    loop.feed("Ana")
    assert loop.session.log() != before
    loop.feed("undo")
    assert (loop.session.log(), open_fix(loop)) == (before, None)
    assert replayed(loop).log() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("insert 0", "There is no entry 0. The last is 6."),
        ("insert 7 1", "There is no entry 7. The last is 6."),
        ("drop 9999", "There is no entry 9999. The last is 6."),
        ("drop", "Write the number of the entry: drop 9"),
        ("drop x", "Write the number of the entry: drop 9"),
        ("drop 3 now", "Write the number of the entry alone: drop 3"),
        ("insert", USAGE),
        ("/drop -1", "Write the number of the entry: drop 9"),
        ("/insert 99999999999", USAGE),
    ],
)
def test_a_place_that_there_is_not_is_told(words: str, said: str) -> None:
    loop = evening(WHOLE)
    response = loop.feed(words)
    assert (response.kind, str(response.say)) == (ResponseKind.NOT_UNDERSTOOD, said)
    assert len(loop.session.record) == 6


def test_nothing_can_be_dropped_before_anything_is_noted() -> None:
    assert str(evening().feed("drop 1").say) == "Nothing is noted yet."


def test_one_correction_at_a_time_here_too() -> None:
    loop = evening(WHOLE, "fix 3")
    for words in ("insert 1 1", "drop 1", "seats Ana Cy Bo", "fix 1 1"):
        assert "One correction at a time." in str(loop.feed(words).say)


def test_redo_notes_again_behind_what_was_forgotten() -> None:
    loop = evening("2;Bo;1;Ana", "undo 2", "2", "Ana")
    assert told(loop.feed("redo")) == ["Noted again: 2 entries, 5 to 6."]
    right = evening("2;Bo;2;Ana;1;Ana")
    assert loop.session.log() == right.session.log()
    assert replayed(loop).log() == right.session.log()
    assert str(loop.feed("redo").say) == "Nothing to note again."


def test_the_next_undo_ends_what_can_be_noted_again() -> None:
    loop = evening("2;Bo;1;Ana", "undo 2", "2", "undo", "redo")
    assert loop.session.log() == evening("2;Bo;2").session.log()


def test_a_player_joins_and_another_goes_while_it_is_early() -> None:
    loop = evening("2;Bo;1;Cy")
    response = loop.feed("seats Ana and Bo")
    assert told(response) == [
        "Clockwise: 1 Ana, 2 Bo.",
        "Entries 1 to 3 still fit; entry 4 does not: Nobody here is called Cy.",
    ]
    assert loop.session.setup.seating == (ANA, BO)
    loop.feed("Ana")
    assert loop.session.log() == (
        PebblesDrawn(ANA, 2),
        PlayerGreeted(ANA, BO),
        PebblesDrawn(BO, 1),
        PlayerGreeted(BO, ANA),
    )
    assert replayed(loop).setup == loop.session.setup
    loop.feed("seats Ana & Di & Bo")
    assert [*loop.session.setup.seating] == ["Ana", "Di", "Bo"]


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        ("rename Bo Robert", "Bo", "Robert"),
        ("rename Bo to Robert", "Bo", "Robert"),
        ("rename Bo as Robert", "Bo", "Robert"),
        ("rename Bo = Robert", "Bo", "Robert"),
        ("rename Bo->Robert", "Bo", "Robert"),
        ("rename Bo To", "Bo", "To"),
        ("rename Bo to To", "Bo", "To"),
        ("rename Bo And", "Bo", "And"),
        ("substitute Zoe for Bo", "Bo", "Zoe"),
        ("substitute Bo with Zoe", "Bo", "Zoe"),
        ("substitute Bo by By", "Bo", "By"),
        ("substitute Please for Bo", "Bo", "Please"),
        ("substitute Bo Nobody", "Bo", "Nobody"),
    ],
)
def test_two_names_are_read_as_they_are_said(words: str, old: str, new: str) -> None:
    loop = evening("2;Bo")
    assert loop.feed(words).kind is ResponseKind.ANNOTATED
    assert loop.session.setup.seating == (ANA, Player(new), CY)
    assert old not in loop.session.setup.seating


def test_an_insertion_that_is_asked_is_one_mark() -> None:
    loop = evening(WHOLE, "insert 3")
    assert isinstance(loop.session.record[-1], Insert)
    assert str(loop.feed("undo").say) == "The correction is dropped. Nothing has changed."


def test_who_is_renamed_while_a_seat_is_gone_has_the_name_when_it_is_back() -> None:
    loop = evening("2;Bo;1;Cy", "seats Ana, Bo", "rename Bo Robert")
    assert str(loop.feed("rename Ana Cy").say) == "Cy is already here."
    loop.feed("undo")
    assert [*loop.session.setup.seating] == ["Ana", "Robert", "Cy"]
    assert replayed(loop).setup == loop.session.setup
    assert replayed(loop).log() == loop.session.log()
