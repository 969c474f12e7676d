"""An entry is corrected where it stands, and what comes after it is not typed again."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.play import record
from referee.core.play.loop import GameLoop
from referee.core.play.record import Rest
from referee.core.play.response import Response, ResponseKind
from referee.core.play.session import Session
from referee.core.table import Player, Setup
from tests.core.pebble import ANA, BO, BOOK, CY, GAME, MOST_DRAWN, SUPPLY, PlayerGreeted

WHOLE = "2;Bo;1;Cy;2;Ana"
"""Ana draws 2, greets Bo; Bo draws 1, greets Cy; Cy draws 2, greets Ana."""


def evening(*lines: str, supply: int = 9, most: int = 2) -> GameLoop:
    book = BOOK.with_number(SUPPLY, supply).with_number(MOST_DRAWN, most)
    loop = GameLoop(Session(GAME, book, Setup((ANA, BO, CY))))
    for line in lines:
        loop.feed_line(line)
    return loop


def told(response: Response) -> list[str]:
    return [str(each) for each in response.sentences]


def open_fix(loop: GameLoop) -> int | None:
    return loop.session.open_fix


def counted(loop: GameLoop) -> list[int]:
    """What was drawn, by the entries that count."""
    return [each.count for each in loop.session.log() if hasattr(each, "count")]


def replayed(loop: GameLoop) -> Session:
    """The session that the same record gives when it is read again."""
    setup, book = loop.session.begun
    session = Session(loop.session.game, book, setup)
    for mark in loop.session.record:
        session.add(mark)
    return session


def test_entry_3_should_have_been_two_pebbles() -> None:
    loop = evening(WHOLE)
    response = loop.feed("fix 3 2")
    assert (response.kind, response.numbers) == (ResponseKind.CORRECTED, (3,))
    assert told(response) == ["Bo draws 2.", "Entries 4 to 6 still fit."]
    assert str(response.was) == "1"
    assert counted(loop) == [2, 2, 2]
    assert open_fix(loop) is None
    assert len(loop.session.active) == 6
    assert replayed(loop).log() == loop.session.log()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("2;Bo", []),
        ("2;Bo;1", ["Entry 3 still fits."]),
        ("2;Bo;1;Cy", ["Entries 3 and 4 still fit."]),
    ],
)
def test_a_fix_says_how_much_still_fits(lines: str, said: list[str]) -> None:
    assert told(evening(lines).feed("fix 2 Cy"))[1:] == said


def test_what_no_longer_fits_is_asked_again_and_the_rest_stays() -> None:
    loop = evening("1;Bo;1;Cy;2", supply=4)
    response = loop.feed("fix 1 2")
    assert told(response)[1] == "Entries 2 to 4 still fit; entry 5 does not: Only 1 are left."
    assert open_fix(loop) == 6
    assert [loop.session.entry(each).words for each in loop.session.waiting] == ["2"]
    answered = loop.feed("1")
    assert answered.numbers == (5,)
    assert counted(loop) == [2, 1, 1]
    assert open_fix(loop) is None
    assert replayed(loop).log() == loop.session.log()


def test_what_comes_after_the_end_is_gone() -> None:
    loop = evening(WHOLE, supply=6)  # 2, 1 and 2 were drawn, and nothing is left to greet for
    response = loop.feed("fix 3 2")
    assert told(response)[1:] == [
        "Entries 4 and 5 still fit.",
        "1 later entry no longer applies and is dropped.",
    ]
    assert loop.session.step is None
    assert open_fix(loop) is None
    assert replayed(loop).log() == loop.session.log()


def test_undo_drops_a_fix_that_is_open_as_a_whole() -> None:
    loop = evening("1;Bo;1;Cy;2;Ana", supply=4)
    before = loop.session.log()
    loop.feed("fix 1 2")
    assert loop.feed("undo").kind is ResponseKind.UNDONE
    assert (loop.session.log(), open_fix(loop)) == (before, None)
    assert replayed(loop).log() == before


@pytest.mark.parametrize("command", ["fix", "insert"])
def test_a_correction_that_would_be_refused_changes_nothing(command: str) -> None:
    loop = evening(WHOLE)
    before, length = loop.session.log(), len(loop.session.record)
    assert loop.feed(f"{command} 3 3").kind is ResponseKind.REFUSED
    assert loop.feed(f"{command} 3 seven").kind is ResponseKind.NOT_UNDERSTOOD
    assert (loop.session.log(), len(loop.session.record)) == (before, length)


@pytest.mark.parametrize(
    "words", ["fix", "fix 0 1", "fix 7 1", "fix nine 1", "fix -1 2", "fix x=1", "fix 99999999999"]
)
def test_what_there_is_not_cannot_be_fixed(words: str) -> None:
    loop = evening(WHOLE)
    response = loop.feed(words)
    assert response.kind is ResponseKind.NOT_UNDERSTOOD
    assert len(loop.session.record) == 6


def test_a_fix_without_an_answer_asks_again() -> None:
    loop = evening(WHOLE)
    assert told(loop.feed("fix 3")) == ["Entry 3 is asked again. It was: Bo draws 1."]
    assert loop.session.step is not None
    assert (loop.session.step.id, loop.default_said) == ("turn.drawn", "1")
    assert told(loop.feed("")) == ["Bo draws 1.", "Entries 4 to 6 still fit."]
    assert open_fix(loop) is None


def test_only_what_counts_has_a_number() -> None:
    loop = evening("2;Bo;1", "undo", "note tea", "2")
    assert [loop.session.place(number) for number in loop.session.active] == [1, 2, 3]
    assert loop.feed("Cy").numbers == (4,)


def test_redo_notes_again_what_undo_took_back() -> None:
    loop = evening(WHOLE, "undo 3")
    response = loop.feed("redo")
    assert told(response) == ["Noted again: 3 entries, 4 to 6."]
    assert counted(loop) == [2, 1, 2]
    assert loop.feed("redo").kind is ResponseKind.NOT_UNDERSTOOD


def test_what_no_longer_fits_is_not_noted_again() -> None:
    loop = evening(WHOLE, "undo 2", "1")
    assert str(loop.feed("redo").say) == "That no longer fits. Answer the question."
    assert counted(loop) == [2, 1, 1]


def test_undo_to_an_entry_keeps_it() -> None:
    loop = evening(WHOLE)
    assert str(loop.feed("undo to 2").say) == "Taken back: 4 entries, 3 to 6."
    assert len(loop.session.active) == 2
    assert str(loop.feed("undo to 9").say) == "There is no entry 9. The last is 2."


def test_undo_right_after_a_refusal_takes_nothing_back_once() -> None:
    loop = evening("2;Bo", "9")
    said = "Nothing was noted. Type undo again to take back: 2 Ana greets Bo."
    assert str(loop.feed("undo").say) == said
    assert len(loop.session.active) == 2
    assert str(loop.feed("undo").say) == "Taken back: 2 Ana greets Bo."


@pytest.mark.parametrize("line", ["9", "what?", "/x", "1;1;9", "fix 1 Zed", "drop 9", "rename Zed"])
def test_a_line_that_was_not_understood_protects_the_last_entry_too(line: str) -> None:
    loop = evening("2;Bo", line)
    kept = len(loop.session.active)
    loop.feed("undo")
    assert len(loop.session.active) == kept


def test_bo_was_xiaoming_all_evening() -> None:
    loop = evening(WHOLE)
    assert told(loop.feed("rename Bo 小明")) == ["Bo is now called 小明."]
    session = loop.session
    assert session.setup.seating == (ANA, Player("小明"), CY)
    assert session.log()[1] == PlayerGreeted(ANA, Player("小明"))
    assert session.entry(2).words == "小明"
    assert replayed(loop).log() == session.log()
    assert str(loop.feed("fix 2 小明").say) == "Entry 2 says so already."


def test_eva_plays_for_cy_from_now_on() -> None:
    loop = evening("2;Bo")
    assert told(loop.feed("substitute Cy Eva Li")) == ["From now on Eva Li plays for Cy."]
    eva = Player("Eva Li")
    assert loop.session.setup.seating == (ANA, BO, eva)
    assert loop.session.former == {eva: (CY,)}
    loop.feed_line("1;Eva Li")
    assert loop.session.step is not None
    assert loop.session.step.player == eva
    assert replayed(loop).former == loop.session.former
    loop.feed("substitute Eva Li Zoë")
    assert loop.session.former == {Player("Zoë"): (CY, eva)}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("rename", "Write both names: rename OLD NEW"),
        ("rename Bo", "Write both names: rename OLD NEW"),
        ("rename Bo Ana", "Ana is already here."),
        ("rename Bo ana", "ana is already here."),
        ("rename Bo Bo", "Bo already has that name."),
        ("substitute Di Eva", "Not understood: “Di”. Choose from Ana, Bo and Cy."),
    ],
)
def test_a_name_that_cannot_be_is_told(words: str, said: str) -> None:
    loop = evening("2")
    assert str(loop.feed(words).say) == said
    assert len(loop.session.record) == 1


def test_the_players_sat_in_another_order() -> None:
    loop = evening("2")
    said = ["Clockwise: 1 Ana, 2 Cy, 3 Bo.", "Entry 1 still fits."]
    assert told(loop.feed("seats Ana Cy Bo")) == said
    assert loop.session.setup.seating == (ANA, CY, BO)
    assert replayed(loop).setup == loop.session.setup


def test_an_order_that_does_not_fit_what_was_played_asks_that_entry_again() -> None:
    loop = evening(WHOLE)
    said = "Entries 1 and 2 still fit; entry 3 does not: It is Cy's turn, not Bo's."
    assert told(loop.feed("seats Ana Cy Bo")) == ["Clockwise: 1 Ana, 2 Cy, 3 Bo.", said]
    step = replayed(loop).step
    assert step is not None
    assert step.player == CY
    loop.feed("undo")
    assert loop.session.setup.seating == (ANA, BO, CY)
    assert counted(loop) == [2, 1, 2]


@pytest.mark.parametrize(
    "words", ["seats", "seats Ana", "seats A, B, C, D", "seats Ana Ana Bo", "seats ana Ana Bo"]
)
def test_strangers_and_gaps_are_no_order(words: str) -> None:
    loop = evening("2")
    assert loop.feed(words).kind is ResponseKind.NOT_UNDERSTOOD
    assert len(loop.session.record) == 1


FORGED: tuple[record.Record, ...] = (
    record.Fix(place=9, rest=Rest(0)),
    record.Fix(place=-1, rest=Rest(0)),
    record.Fix(place=0, rest=Rest(0), name="nothing", value="1"),
    record.Fix(place=1, rest=Rest(7)),
    record.Fix(place=1, rest=Rest(0, (99,))),
    record.Rename(Player("Zed"), Player("Eva")),
    record.Substitute(ANA, BO),
    record.Seats((ANA, BO)),
    record.Undo((99,)),
    record.Insert(place=0, rest=Rest(0)),
    record.Insert(place=4, rest=Rest(0)),
    record.Insert(place=1, rest=Rest(4)),
    record.Drop(place=4, rest=Rest(0)),
    record.Drop(place=0, rest=Rest(0)),
    record.Drop(place=3, rest=Rest(1)),
    record.Seats((ANA, ANA), Rest(0)),
    record.Seats((ANA,), Rest(0)),
    record.Seats((ANA, CY), Rest(3)),
)


@pytest.mark.parametrize("mark", FORGED)
def test_a_record_that_corrects_what_there_is_not_is_refused(mark: Any) -> None:
    loop = evening("2;Bo;1")
    before = loop.session.log()
    with pytest.raises(ValueError, match=r"."):
        loop.session.add(mark)
    assert loop.session.log() == before
