"""Each step of the printed sequence is said when it is due, and ends in its rule."""

from __future__ import annotations

import pytest

from referee.core.play.loop import GameLoop
from tests.languages.evenings import different_steps
from tests.languages.test_natural_forms import at_a_table
from tests.piped import told, told_again
from tests.rooms import ROOMS

ROOM = ROOMS["colorful-treasure"]
TABLE = ("--set", "same_colour=1,3,6,10,15,20")

EACH_TIME = {
    "three_players_advanced_the_sixth_colour": {
        "Setup Shuffle the 50 cards, and sort them by wonder. (COL-1.4) Lay the 10 wonders face"
        " down in columns, 1 to 10 from left to right. (COL-1.4) Put a diamond above each column,"
        " and the token of its wonder below it. (COL-1.4) Turn every token over": 1,
        "Gem bonus for 5 colours: 9 points. (COL-4.1) Exploration bonus for 8 wonders: 5 points."
        " (COL-4.2) Secret bonus for the most key and chest cards at the end: 7 points."
        " (COL-4.3)": 1,
        "Each player takes a help card, with the advanced side up. (COL-1.9)": 1,
        "They begin. 1 Ana 2 Bo 3 Cy 1 Cy begins. (COL-1.7)": 1,
        "Cy takes the gem bonus: 9 points. (COL-4.1)": 1,
        "10 cards are left, 10 or fewer. This is the last round; Bo plays the last turn."
        " (COL-8.1)": 1,
        "The game is over. (COL-8.1)": 1,
    },
    "four_players_a_chain_of_plunders": {
        "Gem bonus for 4 colours: 6 points. (COL-4.1)": 1,
        "A pair of tokens: 小明 plunders. Discard both tokens. (COL-3.1)": 2,
        "Discard both tokens. (COL-3.1)": 4,
        "小明 takes the exploration bonus: 5 points. (COL-4.2)": 1,
    },
    "two_players_advanced_any_token": {
        "A pair of tokens: Bo plunders. Discard the token and the tile. (COL-3.1, COL-5.6)": 1,
        "peek-different is used up: discard it. (COL-5.6)": 1,
    },
    "two_players_all_switches": {
        "Nobody can be plundered: the pair waits. (COL-3.6)": 1,
        "fourth-card is used up: discard it. (COL-5.6)": 1,
        "no-secrets is used up: discard it. (COL-5.6)": 1,
    },
    "two_players_the_last_seat_ends_it": {
        "10 cards are left, 10 or fewer. The game is over. (COL-8.1)": 1,
    },
    "two_players_simple": {
        "Setup Take out the key and chest cards, the tokens and the bonus cards. (COL-1.6) Shuffle"
        " the 40 cards, and sort them by wonder. (COL-1.4)": 1,
        "Put a diamond above each column. (COL-1.4) The three colours": 1,
        "Each player takes a help card, with the basic side up. (COL-1.9)": 1,
        "bonus for": 0,
        "The game is over. (COL-8.2)": 1,
    },
}

ONCE = {
    "three_players_advanced_the_sixth_colour": (
        "Face up: key 1, key 10 and key 9. A key or chest comes with the token of its wonder.",
        "A key or chest comes with the token of its wonder. (COL-2.3) Cover the other",
        "Cover the other cards again. (COL-2.7) Cy, what do you take?",
    ),
    "two_players_simple": ("Cover the other cards again. (COL-2.7)",),
}


@pytest.mark.parametrize("name", EACH_TIME)
def test_what_is_due_is_said_each_time(name: str) -> None:
    heard = told_again(ROOM.tests / f"scenarios/{name}.yaml")
    assert {said: heard.count(said) for said in EACH_TIME[name]} == EACH_TIME[name]


@pytest.mark.parametrize("name", ONCE)
def test_what_a_table_knows_by_then_is_said_once(name: str) -> None:
    heard = told_again(ROOM.tests / f"scenarios/{name}.yaml")
    assert [said for said in ONCE[name] if heard.count(said) != 1] == []


def test_a_game_whose_turns_are_not_noted_is_set_up_as_any_other() -> None:
    heard = told("colorful", "Ana,Bo,Cy", "", *TABLE, "--by", "round")
    assert "Setup Shuffle the 50 cards, and sort them by wonder. (COL-1.4)" in heard
    assert "abroad most recently begins; play continues clockwise. (COL-1.7) [Playing]" in heard


def test_a_pair_that_nobody_can_be_plundered_with_is_discarded_at_once() -> None:
    heard = told("colorful", "Ana,Bo,Cy", "1\n1k 1c\n.\n\n2k 6c . s\n", *TABLE)
    assert "Nobody can be plundered: the pair is discarded. (COL-3.6)" in heard


def test_what_is_due_between_the_answers_of_one_line_is_said_before_them() -> None:
    heard = told("colorful", "Ana,Bo,Cy", "1\n1k 6c . s\n", *TABLE)
    assert (
        "Ana stops flipping. A key or chest comes with the token of its wonder. (COL-2.3)"
        " Cover the other cards again. (COL-2.7) 4 Ana takes" in heard
    )


@pytest.mark.parametrize(
    ("flips", "said"),
    [
        ("1k 2r", "Ana takes key 1 with its token. (no choice, COL-2.3)"),
        ("1r 2r", "Ana takes red 1 and red 2. (no choice, COL-2.6)"),
    ],
)
def test_taking_that_has_one_answer_names_its_rule(flips: str, said: str) -> None:
    heard = told("colorful", "Ana,Bo,Cy", f"1\n{flips}\n.\n", *TABLE, "--forced", "announce")
    assert f"Cover the other cards again. (COL-2.7) 4 {said}" in heard


NOT_NOTED = {
    ("turn.flip", "en"): ("is wonder 1 red and wonder 3 blue", "1r third 3b", "two reds, 3 and 5"),
    ("turn.flip", "zh-Hant"): (
        "兩張紅，兩張藍",
        "第1列不是紅，第3列是藍",
    ),
    ("turn.flip", "ja"): ("赤1枚、青1枚", "1列目は赤ではない、3列目は青"),
    ("turn.more", "zh-Hant"): ("不夠", "不要停在這裡", "第三張不是4紅", "第三張兩張紅", "夠了嗎"),
    ("turn.more", "ja"): ("まだやめない", "十分じゃない", "3枚目は4の赤ではない"),
    ("turn.take", "en"): ("all but red", "four reds", "not all red"),
    ("turn.take", "zh-Hant"): ("四張紅的", "兩張紅的不拿", "別拿走紅的", "紅寶石全拿嗎"),
    ("turn.take", "ja"): ("赤を2枚取らない", "赤を二枚取らない", "赤2枚はいらない"),
    ("turn.plunder", "zh-Hant"): ("拿走Zoë一張綠寶石", "搶Zoë兩張綠寶石", "別搶ゆうこ的紅4"),
    ("turn.plunder", "zh-Hans"): ("抢Bo一张蓝宝石", "抢Zoë两张绿宝石"),
    ("turn.plunder", "ja"): ("Boの青を1枚奪う", "Zoëから緑2枚", "ゆうこの赤4を奪わない"),
}


@pytest.mark.parametrize(("step", "tag"), NOT_NOTED)
def test_a_number_of_cards_is_no_wonder_and_what_is_denied_is_not_noted(
    step: str, tag: str
) -> None:
    steps = different_steps(ROOM, 2)
    session = next(each for each in steps if each.step is not None and each.step.id == step)
    with at_a_table(tag, "colorful-treasure"):
        for line in NOT_NOTED[step, tag]:
            answers = GameLoop(session).feed_line(line)
            assert not any(each.is_taken for each in answers), line
