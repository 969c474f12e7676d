"""What everybody has at the end of an evening of which no turn was written down."""

from __future__ import annotations

import pytest

from referee.core.say import BadAnswer
from referee.core.table import Player
from referee.games.colorful_treasure.stages.by_end import HandTold, read_hand


def hand(words: str, *tiles: str) -> HandTold:
    return read_hand(Player("Ana"), words, tiles)


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("3 Reds, a green", "3r 1g"),
        ("a red and a key", "r k"),
        ("an exploration", "exploration"),
        ("gem card", "gem"),
        ("2d+2 gem bonus", "2d+2 gem"),
        ("2 diamond cards and 2 diamonds", "2d+2"),
        ("red 3, yellow 2", "3r 2y"),
        ("red x3 diamond 2+1 key 1 gem", "3r 2d+1 k gem"),
    ],
)
def test_an_article_is_no_tile(words: str, same: str) -> None:
    assert hand(words, "no-plunder", "cards-safe") == hand(same)
    assert hand(words).tiles == ()


@pytest.mark.parametrize("words", ["a", "e", "3r an", "card", "no", "pee", "ex", "cards safe"])
def test_a_tile_needs_its_name_or_three_letters_of_it(words: str) -> None:
    for tiles in ((), ("no-plunder", "cards-safe", "peek-same", "peek-different")):
        with pytest.raises(BadAnswer):
            hand(words, *tiles)


def test_a_tile_is_refused_where_there_are_none() -> None:
    assert hand("3r cards-safe", "cards-safe").tiles == ("cards-safe",)
    with pytest.raises(BadAnswer):
        hand("3r cards-safe")
