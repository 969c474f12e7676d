"""Each step of the printed sequence is said when it is due, in a sentence that ends in its rule."""

from __future__ import annotations

from functools import cache

import pytest

from referee.core.play.loop import GameLoop
from tests.languages.evenings import different_steps
from tests.languages.test_natural_forms import at_a_table
from tests.piped import told, told_again
from tests.rooms import ROOMS

ROOM = ROOMS["saboteur"]
FOUR = "four_players_the_last_card"
SIX = "six_players_one_card_for_each_digger"
SEVEN = "seven_players_the_third_is_owed"
EIGHT = "eight_players_the_selfish_dwarf"
TEN = "ten_players_the_saboteurs_win_twice"
THREE = "three_players_no_saboteur_twice"

SETUP = (
    "Shuffle 1 saboteur and 4 diggers; put the other dwarf cards back into the box. (SAB-1.6) Deal"
    " one each, face down. Look at your own card alone; the one left over stays face down."
    " (SAB-1.6) Shuffle the 67 tunnel and action cards and deal 6 each: 43 to draw. (SAB-1.7) Lay"
    " the start at 0,0. Shuffle the three goals and lay them face down at 8,2, 8,0 and 8,-2."
    " (SAB-1.9)"
)

EACH_TIME = (
    (FOUR, SETUP, 3),
    (FOUR, "begins. (SAB-1.10)", 1),
    (FOUR, "is turned up. (SAB-4.1)", 5),
    (FOUR, "It is a stone and lies as NW. (SAB-4.3)", 1),
    (FOUR, "(SAB-4.3)", 3),
    (FOUR, "has joined it: the diggers win round", 2),
    (FOUR, "has joined it: the diggers win round 1. (SAB-6.1)", 1),
    (FOUR, "The draw pile is used up: nobody draws any more. (SAB-2.3)", 3),
    (FOUR, "All cards are used: the saboteurs win round 3. (SAB-6.2)", 1),
    (FOUR, "roles] All dwarf cards are turned up, the one left over too. (SAB-6.4)", 3),
    (FOUR, "keeps one and passes the rest on. Cards are kept in this order:", 2),
    (FOUR, "What each keeps is noted. Cy takes 4 nuggets. (SAB-7.5)", 1),
    (FOUR, "Collect and shuffle roles, goals and cards again; keep your gold. (SAB-6.6)", 2),
    (FOUR, "to the left of", 2),
    (FOUR, "who used the last card. (SAB-6.5) [Round 2 of 3: turn 1]", 1),
    (FOUR, "Everyone turns their gold up; the most nuggets win. (SAB-9.1)", 1),
    (FOUR, "(SAB-7.2)", 2),
    (SIX, "are turned up. (SAB-4.1, SAB-4.2)", 1),
    (SEVEN, "Collect and shuffle roles, goals and cards again; keep your gold. (SAB-6.6)", 2),
    (EIGHT, "What each keeps is noted. Bo takes 4 nuggets. (SAB-8.2)", 1),
    (THREE, "No saboteur was in play: nobody gets gold. (SAB-7.9)", 1),
    (TEN, "(SAB-7.5)", 2),
)

ONCE = (
    "After each turn, draw a card. (SAB-2.1)",
    "Discard face down, shown to nobody. (SAB-2.2)",
    "Put the goal back face down, and discard the map. (SAB-5.9)",
    "Discard the broken tool and the repair. (SAB-5.4)",
    "Discard the rockfall and the card that it removed. (SAB-5.7)",
    "Keep your gold cards secret, face down until the end. (SAB-7.10)",
)


@cache
def heard_in(name: str) -> str:
    return told_again(ROOM.tests / f"scenarios/{name}.yaml")


@pytest.mark.parametrize(("name", "said", "times"), EACH_TIME)
def test_what_is_due_is_said_each_time(name: str, said: str, times: int) -> None:
    assert heard_in(name).count(said) == times


@pytest.mark.parametrize("said", ONCE)
def test_what_a_table_knows_by_then_is_said_once(said: str) -> None:
    assert heard_in(FOUR).count(said) == 1
    assert heard_in(FOUR).count(said[said.index("(") :]) == 1


def test_what_was_said_once_of_an_entry_is_said_again_where_that_was_taken_back() -> None:
    heard = told("saboteur", "Ana,Bo,Cy", "1\nd\nd\nundo 2\nd\n")
    assert heard.count("After each turn, draw a card. (SAB-2.1)") == 1
    assert heard.count("Discard face down, shown to nobody. (SAB-2.2)") == 2


def test_a_set_up_in_the_same_words_is_told_again() -> None:
    heard = heard_in(SEVEN)
    assert heard.count("Ana begins, to the left of Gus, who used the last card. (SAB-6.5)") == 2
    assert heard.count("(SAB-1.7)") == 3


def test_rounds_that_are_written_as_a_whole_are_set_up_and_told_as_well() -> None:
    rounds = "5\ndddsd\n\n-\ndddsd\n\n"
    heard = told("saboteur", "Ana,Bo,Cy,Di,Eve", rounds, "--by", "round")
    assert heard.count("(SAB-1.9) [Round") == 2
    assert heard.count("(SAB-6.6) Shuffle 2 saboteurs") == 2
    assert "Ana begins, to the left of Eve, who used the last card. (SAB-6.5) [Round 2" in heard
    assert heard.count("(SAB-6.5)") == 1  # who used the last card of round 2, nobody knows
    assert (
        heard.count("Play the round with your cards. After each turn, draw a card. (SAB-2.1)") == 1
    )
    assert "the diggers win round 1. (SAB-6.1)" in heard
    assert "the saboteurs win round 2. (SAB-6.2)" in heard
    assert heard.count("(SAB-6.4)") == 2


NOT_NOTED = {
    "en": ("T at 1,0", "a dead end at 1,0", "is it a straight at 1,0", "break lamp", "repair lamp"),
    "zh-Hant": ("死路放1,0", "左右不通1,0", "不要放十字路口1,0", "Bo的鎬子沒壞", "Bo放十字路口1,0"),
    "zh-Hans": ("三岔路1,0", "不是十字路口1,0", "Bo的灯坏了吗", "Bo丢一张牌"),
    "ja": ("十字路じゃない1,0", "Boのランプは壊れていない", "捨てない", "曲がり角 1,0"),
}


@pytest.mark.parametrize("tag", NOT_NOTED)
def test_what_is_denied_doubtful_or_of_somebody_else_is_not_noted(tag: str) -> None:
    steps = (each for each in different_steps(ROOM, 1) if each.step is not None)
    session = next(each for each in steps if each.step and each.step.id == "turn.lay")
    with at_a_table(tag, "saboteur"):
        for line in NOT_NOTED[tag]:
            assert not any(each.is_taken for each in GameLoop(session).feed_line(line)), line
