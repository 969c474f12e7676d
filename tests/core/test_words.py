"""Reading what people type."""

import pytest

from referee.core.answers.text_input import (
    halfwidth,
    match_choice,
    match_key,
    parse_count,
    prefix_matches,
)
from referee.core.say import BadAnswer


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("２３", 23),
        ("2+1", 3),
        ("2 + 1", 3),
        ("２＋１", 3),
        (" 4 ", 4),
        ("999999999", 999_999_999),
        ("1000000000", None),
        ("-1", None),
        ("+1", None),
        ("1+", None),
        ("1.5", None),
        ("1 2", None),
        ("²", None),
        ("٣", None),
        ("", None),
    ],
)
def test_counts(words: str, number: int | None) -> None:
    assert parse_count(words) == number


def test_every_full_width_sign_is_read_as_its_plain_one() -> None:
    wide = "".join(chr(code + 0xFEE0) for code in range(0x21, 0x7F))
    assert halfwidth(wide) == "".join(chr(code) for code in range(0x21, 0x7F))
    assert halfwidth("金３、銀２　") == "金3,銀2"


@pytest.mark.parametrize("word", ["PURPLE-AS", "purple_as", "Purple-As", "ｐｕｒｐｌｅ＿ａｓ"])
def test_folded_words_compare(word: str) -> None:
    assert match_key(word) == "purple-as"


def test_a_word_is_itself_before_it_is_a_beginning() -> None:
    assert prefix_matches("Go", ("go", "Go", "gold")) == ("Go",)
    assert prefix_matches("GO", ("go", "Go", "gold")) == ("go", "Go")
    assert prefix_matches("go", ("gold", "gone", "silver")) == ("gold", "gone")
    assert prefix_matches("", ("gold",)) == ()


NAMES = ("Ana", "2", "Anabel", "Bo")


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ("Ana", "Ana"),
        ("ana", "Ana"),
        ("anab", "Anabel"),
        ("2", "2"),
        ("@2", "2"),
        ("２", "2"),
        ("＠２", "2"),
        ("@ bo", "Bo"),
        ("1", "Ana"),
        ("3", "Anabel"),
        ("４", "Bo"),
        ("b", "Bo"),
    ],
)
def test_exact_word_then_number_then_beginning(words: str, choice: str) -> None:
    assert match_choice(words, NAMES, NAMES) == choice


@pytest.mark.parametrize("words", ["an", "5", "0", "@", "", "x", "2 1"])
def test_what_names_nothing_or_more_than_one_is_asked_again(words: str) -> None:
    with pytest.raises(BadAnswer):
        match_choice(words, NAMES, NAMES)


def test_a_number_means_the_same_whatever_is_on_offer() -> None:
    coins = ("gold", "silver", "black")
    assert [match_choice("3", coins, offered) for offered in (coins, ("silver", "black"))] == [
        "black",
        "black",
    ]
    assert match_choice("1", coins, ("silver", "black")) == "gold", "whoever judges it says why"


def test_a_seat_after_the_sign_is_always_the_player() -> None:
    assert match_choice("@2", ("Ana", "2", "Cy")) == "2"
    with pytest.raises(BadAnswer, match="“007”"):  # who is called so is no seventh choice
        match_choice("@007", tuple("abcdefg"))
    assert match_choice("@3", ("小明", "ゆうこ", "Cy"), ("小明",)) == "Cy"


def test_where_nothing_is_shown_with_a_number_a_number_is_only_a_word() -> None:
    assert match_choice("2", ("1", "2", "3"), ("3", "2"), numbers=()) == "2"
    assert match_choice("２", ("1", "2", "3"), ("3", "2"), numbers=()) == "2"
    assert match_choice("1", ("12", "3"), ("12", "3"), numbers=()) == "12"
    with pytest.raises(BadAnswer, match=r"“1”\. Choose from gold and black\."):
        match_choice("1", ("gold", "black"), ("gold", "black"), numbers=())


def test_a_number_is_a_name_before_it_is_a_number() -> None:
    assert match_choice("1", ("Ana", "1"), ("Ana", "1")) == "1"


def test_a_beginning_is_sought_first_among_what_is_on_offer() -> None:
    assert match_choice("an", NAMES, ("Anabel", "Bo")) == "Anabel"
    assert match_choice("anab", NAMES, ("Ana", "Bo")) == "Anabel"


def test_capitals_part_two_names_only_when_typed_as_they_are() -> None:
    assert match_choice("bo", ("Bo", "bo")) == "bo"
    with pytest.raises(BadAnswer, match=r"“BO” could be Bo or bo. Which one\?"):
        match_choice("BO", ("Bo", "bo"))


def test_the_complaint_names_what_is_on_offer() -> None:
    with pytest.raises(BadAnswer, match=r"Not understood: “x”. Choose from Ana and Bo\."):
        match_choice("x", NAMES, ("Ana", "Bo"))
