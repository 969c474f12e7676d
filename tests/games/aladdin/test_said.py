"""Each step of the printed sequence is said when it is due, and ends in its rule."""

from __future__ import annotations

import pytest

from tests.piped import told, told_again
from tests.rooms import ROOMS

ROOM = ROOMS["aladdin"]

EACH_TIME = {
    "three_players_the_ring_changes_hands": {
        "Setup Shuffle the lamp cards. Lay them in the middle, lamp side up, in everybody's reach."
        " (ALA-1.6) Shuffle each chest, and put its Sorcerer in with 5 cards below him. (ALA-1.4)"
        " Shuffle the starting cards and deal 1 to everybody, face up. (ALA-1.2) The other 5"
        " starting cards begin the discard pile. (ALA-1.2) Everybody takes a board and 1 die, and"
        " leaves room for treasures. (ALA-1.3) Put the Magic Ring within reach. (ALA-8.1)": 1,
        "must touch the lamp. (ALA-3.1) Who touches the lamp, first hand first?": 4,
        "opens the bronze chest. (ALA-5.1) {player}, draw.": 4,
        "opens the silver chest. (ALA-5.1)": 4,
        "opens the gold chest. (ALA-5.1)": 4,
        "takes the Magic Ring. (ALA-8.2)": 1,
        "takes the Magic Ring from Cy. (ALA-8.2)": 2,
        "Bo has the Magic Ring already, and keeps it. (ALA-8.2)": 1,
        "takes the Magic Ring from Ana. (ALA-8.2, ALA-8.3)": 1,
        "The Ring's card comes first; talismans of this draw are laid after it. (ALA-8.6) Ana, take"
        " a card from the discard pile, or none.": 2,
        "set is complete, and locked from now on. (ALA-6.1)": 3,
        "The cave closes after this turn. (ALA-5.4)": 1,
        "The game is over: exploring has brought a Sorcerer. (ALA-7.5)": 1,
    },
    "two_players_all_switches": {
        "Shuffle the starting cards and deal 2 to everybody, face up. (ALA-1.2)": 1,
        "Everybody takes a board and 2 dice, and leaves room for treasures. (ALA-1.3)": 1,
        "No number is shown by two players: nobody may touch the lamp. (ALA-3.1) Did anyone": 2,
        "Ana and Bo show 3 and must touch the lamp. (ALA-3.1) Ana and Bo show 6 and must touch the"
        " lamp. (ALA-3.1) Who touches": 1,
        "In silver Ana and Bo cancel one another. (ALA-5.1) Bo opens the bronze chest. (ALA-5.1)"
        " {player}, draw.": 2,
    },
    "five_players_wrong_hands": {
        "every card of this draw: 1 silver ring. (ALA-5.3)": 1,
        "Bust!": 6,
        "Bo's talisman lies alone now, for good. (ALA-6.4)": 1,
        "Bo has no gem: the talisman lies alone, for good. (ALA-6.2)": 1,
        "Ed has nothing that can be stolen. (ALA-3.5, ALA-3.6)": 1,
        "The cave closes after this turn; the other chests are still opened. (ALA-5.4)": 1,
        "The cave closes after this turn. (ALA-5.4)": 1,
    },
    "four_players_a_wish_ends_the_game": {
        "The game is over at once: a lamp card has brought a Sorcerer. (ALA-7.5)": 1,
    },
}

ONCE = (
    "[Turn 1: dice] Set your dice behind your hands. Count to three and lift them. (ALA-2.1) Type",
    "[Turn 1: wish] A wish that you accept is done at once. Card 3 must be accepted. (ALA-4.1)",
    "Done or refused, each lamp card goes under the deck. (ALA-4.2) Ana, turn up lamp card 1 of 3",
    "Lay them face up: gems by colour, ornaments by metal. (ALA-6.5)",
)


@pytest.mark.parametrize("name", EACH_TIME)
def test_what_is_due_is_said_each_time(name: str) -> None:
    heard = told_again(ROOM.tests / f"scenarios/{name}.yaml")
    for player in ("Ana", "Bo", "Cy"):
        heard = heard.replace(f"{player}, draw.", "{player}, draw.")
    assert {said: heard.count(said) for said in EACH_TIME[name]} == EACH_TIME[name]


def test_what_a_table_knows_by_then_is_said_once() -> None:
    heard = told_again(ROOM.tests / "scenarios/three_players_the_ring_changes_hands.yaml")
    assert [heard.count(said) for said in ONCE] == [1, 1, 1, 1]
    assert [heard.count(rule) for rule in ("(ALA-2.1)", "(ALA-4.1)", "(ALA-4.2)")] == [1, 1, 1]


def test_a_game_whose_turns_are_not_noted_is_set_up_as_any_other() -> None:
    heard = told("aladdin", "Ana,Bo,Cy", "", "--by", "round")
    assert "Setup Shuffle the lamp cards." in heard
    assert "type: fix fourth_gem=NAME [Playing] Type end when the game is over." in heard


def test_a_chest_that_nobody_opens_is_said_with_its_dice() -> None:
    heard = told("aladdin", "Ana,Bo", "rg rb\nb4 s3 b4 s3\n-\n")
    assert (
        "In bronze Ana and Bo cancel one another. In silver Ana and Bo cancel one another."
        " Nobody opens a chest. (ALA-5.1)" in heard
    )


def test_what_is_due_between_the_answers_of_one_line_is_said_before_them() -> None:
    heard = told("aladdin", "Ana,Bo,Cy", "rgb\nb2 s2 g6\n-\nr0 b0 r0 . .\n")
    assert "That was the last card. (ALA-5.2)" in heard
    assert "Bo opens the silver chest. (ALA-5.1) 10 Bo draws red: 0 of 2 scorpions." in heard
    assert "Bo opens the silver chest. (ALA-5.1) Bo, draw." not in heard


def test_a_talisman_that_fits_one_gem_names_its_rule() -> None:
    heard = told("aladdin", "Ana,Bo,Cy", "rgb\nb2 s3 g4\n-\nt0 .\n", "--forced", "announce")
    assert "Ana lays the talisman on red. (no choice, ALA-6.2)" in heard


def test_who_must_touch_is_said_again_after_an_undo() -> None:
    heard = told("aladdin", "Ana,Bo,Cy", "rgb\nb2 s2 g4\n1\nundo\n")
    assert heard.count("[Turn 1: lamp] Ana and Bo show 2 and must touch the lamp. (ALA-3.1)") == 2
