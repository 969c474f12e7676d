"""Pieces named by the number printed on them: read as people write them, counted without a list."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.answers.pieces import CardValues
from referee.core.say import BadAnswer

GOLD = CardValues({3: 4, 2: 8, 1: 16}, 0, 28)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("3", (3,)),
        ("1 2 3", (3, 2, 1)),
        ("3, 2, 1, 1", (3, 2, 1, 1)),
        ("3+1", (3, 1)),
        ("2 + 1", (2, 1)),
        ("2x1", (1, 1)),
        ("3 2 2x1", (3, 2, 1, 1)),
        ("2 x 1", (1, 1)),
        ("2×1, 3", (3, 1, 1)),
        ("2*1", (1, 1)),
        ("３、２　２ｘ１", (3, 2, 1, 1)),
        (" 12 ", (2, 1)),
        ("none", ()),
        ("None", ()),
        ("0", ()),
        ("99x1", (1,) * 99),
    ],
)
def test_numbers_are_read_in_any_order_and_number(words: str, numbers: tuple[int, ...]) -> None:
    assert GOLD.parse(words) == numbers


@pytest.mark.parametrize(
    "words", ["", " ", "x", "3 x", "3x", "0x1", "1x0", "3 0", "-1", "3 a", "1.5", "100x1"]
)
def test_what_is_no_number_is_asked_again(words: str) -> None:
    with pytest.raises(BadAnswer, match="Write the numbers, such as 3 2 1"):
        GOLD.parse(words)


def test_more_than_there_are_is_read_too_so_that_it_can_be_judged() -> None:
    assert CardValues({3: 1}, 0, 1).parse("3 3 7") == (7, 3, 3)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.integers(0, 3), st.integers(0, 6))
def test_each_way_to_take_so_many_is_offered_once(most: list[int], least: int, more: int) -> None:
    printed = (3, 2, 1)[: len(most)]
    there = dict(zip(printed, most, strict=True))
    least = min(least, sum(most))
    values = CardValues(there, least, least + more)
    offers = [values.offer(index) for index in range(values.size)]
    ways = product(*(range(n + 1) for n in most))
    wanted = {
        tuple(n for n, times in zip(printed, way, strict=True) for _ in range(times))
        for way in ways
        if least <= sum(way) <= least + more
    }
    assert len(offers) == len(set(offers)) == len(wanted)
    assert {values.parse(words) for words in offers} == wanted


def test_that_nothing_is_held_is_worded_and_numbers_are_not_listed() -> None:
    assert CardValues({3: 1}, 0, 1).offer(0) == "none"
    assert CardValues({3: 2}, 2, 2).offer(0) == "3, 3"
    assert GOLD.numbered == ()
    assert str(GOLD.hint()) == "the numbers, such as 3 2 1; or none"
    assert GOLD.size == 5 * 9 * 17
