"""What is typed and means nothing: what is said to it names what was typed, and what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.core.say import BadAnswer
from referee.games.sidibaba.model.maze import Direction, Square
from referee.games.sidibaba.model.tokens import read_token
from referee.games.sidibaba.stages.setup import read_start


@pytest.mark.parametrize("words", ["3,1 S", "3 1 s", "3, 1 south", "(3,1) So", "３，１ ｓ"])
def test_an_entrance_is_read_as_it_may_be_typed(words: str) -> None:
    assert read_start(words) == (Square(3, 1), Direction.SOUTH)


@pytest.mark.parametrize(
    ("reader", "words", "said"),
    [
        (read_start, "f", "“f” is not a square. Squares are column,row such as 2,3."),
        (read_start, "genie Ana", "“genie” is not a square. Squares are column,row such as 2,3."),
        (read_start, "3,1", "“3,1” is not a square and a direction, such as 3,1 S."),
        (read_start, "3 1", "“3 1” is not a square and a direction, such as 3,1 S."),
        (
            read_start,
            "3,1 up",
            "Not understood: “up”. Choose from north, east, south and west.",
        ),
        (read_token, "x", "“x” is not a token: a number, two such as 1/5, or g for a genie."),
        (read_token, "", "A token is missing: a number, two such as 1/5, or g for a genie."),
    ],
)
def test_what_means_nothing_is_told(reader: Callable[[str], Any], words: str, said: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        reader(words)
    assert str(caught.value) == said
