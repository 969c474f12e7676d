"""Players in order: hands on a lamp, told in one line, whatever the players are called."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.answers.each import Ordering
from referee.core.say import BadAnswer
from referee.core.table import Player

NAMES = ("Ana", "Anabel", "Bo", "Li", "Bo Li", "Bo, Li", "Smith, Jr", "007", "小明", "none", "@Al")


def in_order(*names: str) -> Ordering:
    return Ordering(tuple(map(Player, names)))


TABLE = in_order("Ana", "Anabel", "Bo", "Bo Li", "Smith, Jr")


@pytest.mark.parametrize(
    ("words", "hands"),
    [
        ("none", ()),
        (" NONE ", ()),
        ("Ana", ("Ana",)),
        ("@ana", ("Ana",)),
        ("ANA bo", ("Ana", "Bo")),
        ("bo, ana", ("Bo", "Ana")),
        ("Bo,Ana", ("Bo", "Ana")),
        ("Bo Li", ("Bo Li",)),
        ("Bo, Bo Li", ("Bo", "Bo Li")),
        ("Bo Li Bo", ("Bo Li", "Bo")),
        ("Bo Bo Li", ("Bo", "Bo Li")),
        ("Anabel Ana", ("Anabel", "Ana")),
        ("Ana Anabel", ("Ana", "Anabel")),
        ("anab", ("Anabel",)),
        ("Smith, Jr", ("Smith, Jr",)),
        ("Smith, Jr, Ana", ("Smith, Jr", "Ana")),
        ("Ana Smith, Jr Bo Li", ("Ana", "Smith, Jr", "Bo Li")),
        ("@Smith, Jr @Bo", ("Smith, Jr", "Bo")),
        ("sm Bo", ("Smith, Jr", "Bo")),
        ("Ａｎａ　Ｂｏ", ("Ana", "Bo")),
        ("Ana Bo Anabel Bo Li Smith, Jr", ("Ana", "Bo", "Anabel", "Bo Li", "Smith, Jr")),
    ],
)
def test_names_are_read_in_the_order_told(words: str, hands: tuple[str, ...]) -> None:
    assert TABLE.parse(words) == hands


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Name the players in order, or none."),
        ("  ", "Name the players in order, or none."),
        ("Zed", "Zed"),
        ("Ana Zed", "Zed"),
        ("an", "an"),
        ("s a", "a"),
        ("Ana none", "none"),
        ("Ana, Ana", "Ana is named twice."),
        ("Bo Li, ana, bo li", "Bo Li is named twice."),
        ("Smith, Jr Smith, Jr", "Smith, Jr is named twice."),
    ],
)
def test_what_names_nobody_or_somebody_twice_is_asked_again(words: str, said: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        TABLE.parse(words)
    assert said in str(caught.value)


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=5, unique=True))
def test_every_order_is_offered_once_and_reads_back(names: list[str]) -> None:
    hands = in_order(*names)
    offers = [hands.offer(index) for index in range(hands.size)]
    wanted = [each for n in range(len(names) + 1) for each in permutations(names, n)]
    assert len(set(offers)) == len(offers) == len(wanted)
    assert [hands.parse(words) for words in offers] == wanted


def test_somebody_called_none_is_named_with_a_sign_before() -> None:
    hands = in_order("none", "Ana")
    assert hands.parse("none") == ()
    assert hands.parse("@none") == ("none",)
    assert hands.parse("Ana none") == ("Ana", "none")


def test_the_form_shows_two_of_the_names_and_all_have_numbers() -> None:
    assert TABLE.numbered == TABLE.players
    assert str(TABLE.hint()) == "seats or names in order, such as Anabel Ana; - if nobody"
    assert str(in_order("Ana").hint()) == "seats or names in order, such as Ana; - if nobody"
