"""A game that was typed wrong and corrected is the game that was typed right from the start."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from referee.core.table import Player, Setup
from referee.registry import open_game
from tests.cli.running import ROOT, call, entries

SABOTEUR = ("saboteur", "--players", "Ana,小明,ゆうこ,Bo,Cy")
NO_SWAP = ("no-swap", "--players", "Ana,小明,ゆうこ,Bo", "--forced", "announce")
COLORFUL = ("colorful-treasure", "--players", "Ana,小明,ゆうこ")
ALADDIN = ("aladdin", "--players", "Ana,小明,ゆうこ,Bo")
SIDIBABA = ("sidibaba", "--players", "Ana,小明,ゆうこ", "--leader", "Bo")


def lines_of(game: str) -> list[str]:
    path = ROOT / "scoresheets" / game / "saturday.answers"
    return path.read_text(encoding="utf-8").splitlines()


def evening(table: tuple[str, ...], lines: list[str], name: str) -> dict[str, Any]:
    """Play an evening; tell what counts of it, its score, and its sheet without the small print."""
    ran = call("play", *table, "--journal", name, heard="\n".join([*lines, ""]))
    assert ran.code == 0, ran.err
    counts = [
        {key: entry[key] for key in ("number", "step", "said", "verdict")}
        for entry in entries(name)
    ]
    sheet = call("sheet", name, "--format", "csv")
    return {
        "counts": counts,
        "score": call("score", name, "--format", "plain").out,
        "sheet": sheet.out,
        "check": call("check", name).code,
    }


@cache
def typed_right(table: tuple[str, ...], *lines: str) -> dict[str, Any]:
    """Play an evening without a slip, once for all slips."""
    return evening(table, [*lines], "right.jsonl")


def corrected(table: tuple[str, ...], right: list[str], wrong: list[str], *said: str) -> None:
    assert evening(table, wrong, "wrong.jsonl") == typed_right(table, *right)
    told = call("log", "wrong.jsonl", "--all").out
    for each in said:
        assert each in told
    reread = call("play", "wrong.jsonl", "--journal", "again.jsonl", heard="")
    assert reread.code == 0
    assert call("score", "again.jsonl").out == call("score", "wrong.jsonl").out


def test_a_card_of_saboteur_was_forgotten() -> None:
    right, at = lines_of("saboteur"), 9
    wrong = [*right[:at], *right[at + 1 : at + 4], f"insert {at + 1} {right[at]}", *right[at + 4 :]]
    corrected(SABOTEUR, right, wrong)


@pytest.mark.parametrize("at", [4, 8])
def test_a_card_of_saboteur_was_noted_that_nobody_played(at: int) -> None:
    right = lines_of("saboteur")
    wrong = [*right[:at], "d", *right[at : at + 3], f"drop {at + 1}", *right[at + 3 :]]
    corrected(SABOTEUR, right, wrong, f"Dropped: {at + 1} ")


def begun(lines: list[str]) -> GameLoop | None:
    """Type the first lines of an evening of Saboteur; None if one is not taken."""
    game, book = open_game("saboteur")
    seating = tuple(map(Player, SABOTEUR[2].split(",")))
    loop = GameLoop(Session(game, book, Setup(seating)))
    for line in lines:
        if not all(each.is_taken for each in loop.feed_line(line)):
            return None
    return loop


@pytest.mark.parametrize("how", ["insert", "redo"])
def test_whichever_card_was_forgotten(how: str) -> None:
    """Forget each card of a round, where the rules let three more be noted then."""
    right, tried = lines_of("saboteur"), 0
    for at in range(1, 30):
        later = right[at + 1 : at + 4]
        loop, wanted = begun([*right[:at], *later]), begun(right[: at + 4])
        if loop is None or wanted is None or len(wanted.session.active) != at + 4:
            continue
        tried += 1
        typed = {"insert": [f"insert {at + 1} {right[at]}"], "redo": ["undo 3", right[at], "redo"]}
        for line in typed[how]:
            loop.feed_line(line)
        assert loop.session.log() == wanted.session.log(), at
    assert tried > 5


def test_a_challenge_was_forgotten() -> None:
    right = lines_of("no-swap-no-pay")
    assert right[3] == "3s1s1s2s"
    corrected(NO_SWAP, right, [*right[:3], "3s1s2s", "insert 13 1", "s", *right[4:]])


def test_a_kind_that_was_taken_is_taken_still_where_its_card_was_mended() -> None:
    table = (*COLORFUL, "--set", "mode=simple", "--set", "same_colour=1,3,6,10,15,21")
    right = ["Ana", "2r5r;r", "3y4b;y"]
    corrected(table, right, ["Ana", "2r6r;r", "3y4b;y", "fix 2 2r5r"])
    assert call("play", "wrong.jsonl", heard="fix 2 2y5r\n").out.count("Entries 3 to 5 still fit.")


def test_what_is_taken_stands_in_one_order_whichever_card_was_mended() -> None:
    table = (*COLORFUL, "--set", "mode=basic", "--set", "same_colour=1,3,6,10,15,21")
    corrected(table, ["Ana", "6r8r5r;r"], ["Ana", "6r7r5r;r", "fix 2 6r8r"])


@pytest.mark.parametrize(
    "typed", [("t 1", "insert 17 br"), ("br", "gr", "drop 18", "t 1"), ("gr", "fix 17 br", "t 1")]
)
def test_a_card_of_aladdin_was_forgotten_or_another(typed: tuple[str, ...]) -> None:
    right = lines_of("aladdin")
    assert right[8:11] == ["r 1", "br", "t 1"]
    corrected(ALADDIN, right, [*right[:9], *typed, *right[11:]])


@pytest.mark.parametrize(
    "typed", [("2", "insert 12 l"), ("l", "r", "drop 13", "2"), ("r", "2", "fix 12 l")]
)
def test_a_move_of_sidibaba_was_forgotten_or_another(typed: tuple[str, ...]) -> None:
    right = lines_of("sidibaba")
    at = right.index("l2")
    corrected(SIDIBABA, right, [*right[:at], *typed, *right[at + 1 :]])


def test_everybody_who_plays_was_noted_at_last() -> None:
    """Four sat down, and two names were wrong: all is as if they had been right."""
    right = lines_of("no-swap-no-pay")
    table = ("no-swap", "--players", "Ana and 小明", "--player", "X", "--forced", "announce")
    wrong = ["Ana", "seats Ana, 小明, ゆうこ & Bo", *right[1:]]
    corrected(NO_SWAP, right, ["seats Ana, 小明, ゆうこ & Bo", *right])
    assert evening(table, wrong, "few.jsonl") == typed_right(NO_SWAP, *right)


def test_when_the_first_round_is_over_everybody_stays() -> None:
    later = ("seats Ana, 小明, ゆうこ, Di", "seats Ana ゆうこ 小明 Bo")
    ran = call("play", *NO_SWAP, heard="\n".join([*lines_of("no-swap-no-pay")[:7], *later]))
    said = "No: Round 1 is over. substitute OLD NEW gives a seat to somebody else."
    assert said in ran.out
    assert "does not fit that order:" in ran.out
    assert "Clockwise" not in ran.out


def test_the_set_up_is_told_again_where_more_play() -> None:
    ran = call("play", "no-swap", "--players", "Ana,Bo,Cy", heard="Ana\nseats Ana, Bo, Cy, Di\n")
    assert ran.err.count("Setup\n") == 2
    assert "      Clockwise: 1 Ana, 2 Bo, 3 Cy, 4 Di.\n" in ran.out
    lines = ("Bob", "done", "1g2s3b", "seats Anna, Bob, Carl, Dee", "2g3s3b", "g g s s b b b s")
    ran = call("play", "no-swap", "--players", "Anna,Bob,Carl", heard="\n".join(lines))
    assert "Entry 1 still fits; entry 2 does not: The captain draws 8 coins, not 6." in ran.out
    assert "1 later entry no longer applies and is dropped." in ran.out
    assert "  10  " in ran.out


def test_names_that_are_words_of_the_referee() -> None:
    heard = "To\nrename To to By Li\nsubstitute For for By Li\nrename For To\n"
    heard += "seats To, And, Nobody, Please, By\n"
    ran = call("play", "no-swap", "--players", "And,To,By,Nobody,Please", heard=heard)
    for said in (
        "Clockwise: 1 And, 2 To, 3 By, 4 Nobody, 5 Please.",
        "To is now called By Li.",
        "From now on For plays for By Li.",
        "For is now called To.",
        "Clockwise: 1 To, 2 And, 3 Nobody, 4 Please, 5 By.",
    ):
        assert said in ran.out + ran.err


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        (("--players", "Anna, Bob, Carl & dee"), "1 Anna, 2 Bob, 3 Carl, 4 dee"),
        (("--players", "Anna and Bob, Carl"), "1 Anna, 2 Bob, 3 Carl"),
        (("--players", "Ana, And, and Bo"), "1 Ana, 2 And, 3 Bo"),
        (("--players", "Ana,Bo", "--player", "Salt & Pepper"), "1 Ana, 2 Bo, 3 Salt & Pepper"),
    ],
)
def test_and_parts_names_as_a_comma_does(words: tuple[str, ...], seats: str) -> None:
    assert f"Clockwise: {seats}." in call("play", "no-swap", *words, heard="").err


def test_and_parts_names_that_are_asked_for() -> None:
    ran = call("play", "no-swap", heard="Anna and Bob, Carl & dee\n")
    assert "Clockwise: 1 Anna, 2 Bob, 3 Carl, 4 dee." in ran.err


def test_a_leader_may_be_called_like_a_player() -> None:
    ran = call("play", "sidibaba", "--players", "Ana,Bo,Cy", "--leader", "ana", heard="")
    assert "ana leads. Clockwise: 1 Bo, 2 Cy." in ran.err
    assert Path(next(iter(Path().glob("sidibaba-*.jsonl")))).exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("insert 0", "There is no entry 0. The last is 2."),
        ("insert 99 d", "There is no entry 99. The last is 2."),
        ("drop 9999", "There is no entry 9999. The last is 2."),
        ("seats A,B,C,D,E,F,G,H,I,J,K", "Write 3 to 10 names, not 11."),
        ("seats Ana", "Write 3 to 10 names, not 1."),
        (".", "Not understood: “.” is not a card and a cell, such as EW 3,0."),
        ("1  Ana begins.", "Not understood: “1” in “1 Ana begins.”. Nothing was noted."),
        ("7  小明 lays EW at 2,0.", "Not understood: “7” in “7 小明 lays EW at 2,0.”."),
        ("rename Ana 小明", "小明 is already here."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(typed: str, said: str) -> None:
    ran = call(
        "play", *SABOTEUR, "--journal", "j.jsonl", heard=f"Ana\nnew1\n{typed}\n", merged=True
    )
    assert said in " ".join(ran.out.split())
    assert len(entries()) == 2


def test_what_was_counted_at_the_end_stays_with_its_owner() -> None:
    table = (*COLORFUL, "--by", "round", "--set", "mode=basic")
    heard = "1 3 6 10 15 21\nend\n3g 2y\n2y 1b\n4r\ndrop 2\n"
    told = call("play", *table, heard=heard, merged=True).out
    assert "Entry 2 no longer fits: It is " in told


def test_a_correction_that_is_refused_is_not_overruled() -> None:
    """Nor does it offer that."""
    heard = "Ana\n3g3s2b\ng\nfix 3 p\n"
    told = call("play", "no-swap", "--players", "Ana,Bo,Cy,Di", heard=heard, merged=True).out
    assert ("There is no purple coin left." in told, "/overrule" in told) == (True, False)


def test_no_more_is_drawn_after_a_round_that_was_not_noted() -> None:
    table = ("--players", "Ana,Bo,Cy,Di", "--by", "round")
    told = call("play", "no-swap", *table, heard="by turn\nAna\n\n9g\n8g\n", merged=True).out
    assert "The captain draws 8 coins, not 9. (NSP-2.1)" in told
    assert "Bo draws 8 gold." in told
