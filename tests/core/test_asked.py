"""Numbers that only the table can read out: how many, and how they are typed."""

from __future__ import annotations

import pytest

from referee.core.rulebook import TableNumber
from referee.core.say import BadAnswer

SIX = TableNumber("what the card says", 6, "mode")
ANY = TableNumber("what the board says")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (SIX, "what the card says (6 numbers, by mode)"),
        (TableNumber("what the card says", 1), "what the card says (1 number)"),
        (TableNumber("what the card says", by="mode"), "what the card says (by mode)"),
        (ANY, "what the board says"),
        (TableNumber("{a} {b}", 2), "{a} {b} (2 numbers)"),
    ],
)
def test_what_is_wanted_is_told_in_full(asked: TableNumber, words: str) -> None:
    assert str(asked.wanted) == words


@pytest.mark.parametrize(
    "words",
    [
        "1,3,6,10,15,21",
        "1, 3, 6, 10, 15, 21",
        "1 3 6 10 15 21",
        " 1  3,6 , 10 15\t21 ",
        "１，３，６，１０，１５，２１",
        "１、３、６　１０　１５　２１",
        "1,3,3+3,10,15,20 + 1",
    ],
)
def test_commas_and_blanks_part_numbers_in_any_width(words: str) -> None:
    assert SIX.read(words) == (1, 3, 6, 10, 15, 21)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("1 3 6 10 15", "6 numbers are needed, not 5."),
        ("1 3 6 10 15 21 28", "6 numbers are needed, not 7."),
        ("1361015", "6 numbers are needed, not 1."),
        ("", "6 numbers are needed, not 0."),
        ("1,,6", "A number is missing next to a comma."),
        ("1,3,6,10,15,21,", "A number is missing next to a comma."),
        ("1 3 six 10 15 21", "“six” is not a whole number of 0 or more."),
        ("1 3 -6 10 15 21", "“-6” is not a whole number of 0 or more."),
        ("1 3 6. 10 15 21", "“6.” is not a whole number of 0 or more."),
        ("1 3 6 10 15 1234567890", "“1234567890” has more than 9 digits."),
        ("1 3 6 10 15 999999999+1", "“999999999+1” has more than 9 digits."),
    ],
)
def test_what_is_wrong_with_them_is_said(words: str, said: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        SIX.read(words)
    assert str(caught.value) == said


def test_without_a_count_any_numbers_will_do_but_none() -> None:
    assert ANY.read("999999999") == (999999999,)  # with no more digits
    assert ANY.read("0 0 0 0 0 0 0") == (0,) * 7
    assert str(ANY.wrong_count(())) == "There are no numbers here."
    assert ANY.wrong_count((0,)) is None


def test_one_number_is_not_called_many() -> None:
    assert str(TableNumber("", 1).wrong_count((1, 2))) == "1 number is needed, not 2."
    assert TableNumber("", 1).wrong_count((1,)) is None
