"""What is typed and means nothing: what is said to it names what was typed, and what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.core.play.loop import GameLoop
from referee.core.say import BadAnswer
from referee.core.table import Player, Setup
from referee.games.sidibaba.model.maze import Direction, Square
from referee.games.sidibaba.model.tokens import read_token, read_tokens
from referee.games.sidibaba.stages.setup import read_start
from referee.testing.play import begin
from tests.rooms import ROOMS


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


CHEST = ("", "f", "chest")
NOT_NOTED = {
    (): "Bo, Cy first|Bo Cy leads|not Bo first|is Bo first|Bo or Cy leads|Bo doesn't lead|Bo last|"
    "Bo leads, Bo first|Bo in front of Cy|Bo behind Cy|Cy, Bo in front",
    ("",): "no sand left|sand left|time left|is the sand out|the sand isn't out|event: not thief|"
    "the sand is not out|the sand is nearly out|the timer|time|event lock|genie: Bo: not light",
    ("", "f"): "not nothing|is there a chest|there is no chest|there isn't a wall|it's|here|"
    "a chest or a wall|the chest is empty|nothing but a wall|the treasure chest|what is there|"
    "you haven't found a chest|I see a wall ahead",
    CHEST: "a|the|3-1 g g|4x3|3 x2|4 jewels|genies|2 jewel of 3|a 1/5 pair|two more genies|"
    "not 2 genies|2 genies or 2 curses|maybe 2 genies|1 genies",
    (*CHEST, "c 3 1"): "Bo doesn't discard a lamp|none of Bo's lamps|Bo gives Cy a lamp|"
    "Bo keeps hers|one of the lamps|Bo discards no lamp|is one of Bo's lamps",
    ("", "event movement 2"): "does he reach us|yes he doesn't|no he catches us|did he catch us|"
    "he never catches us|he nearly catches us|we catch him|he gets|reach us",
    (*CHEST, "event padlock"): "not a six|is it a six|no six|a six or a five|rolled|"
    "we don't walk on|walk 6|we give up",
    (*CHEST, "event padlock", "6"): "Bo gets no 3, Ana 1, Cy 2|Ana doesn't get a 3, Bo 1, Cy 2",
    (*CHEST, "g 1 1", "g", "1", "1", "genie Ana exit"): "Bo doesn't pay 1|does Bo pay 1|"
    "nobody pays 1|Bo pays no 1|we pay",
    (*CHEST, "g 1 1", "g", "1", "1", "genie Ana exit", "done"): "it's not left|is it left|"
    "left or right|the exit is not ahead|straight right",
    ("", "event thief"): "not one of Bo's|one of mine|a token|from nobody",
}
"""What denies, asks or leaves open, by what is answered before it."""


@pytest.mark.parametrize("answers", NOT_NOTED)
def test_what_is_denied_asked_or_left_open_is_not_noted(answers: tuple[str, ...]) -> None:
    setup = Setup(tuple(map(Player, ("Ana", "Bo", "Cy"))), {"leader": Player("Zed")})
    session = begin(ROOMS["sidibaba"], setup)
    for answer in answers:
        assert GameLoop(session).feed_line(answer)[-1].is_taken, answer
    for line in NOT_NOTED[answers].split("|"):
        assert not any(each.is_taken for each in GameLoop(session).feed_line(line)), line


@pytest.mark.parametrize(
    ("words", "tokens"),
    [
        ("one 3, two 1s, one genie", ("3", "1", "1", "genie")),
        ("1 genie", ("1", "genie")),
        ("2 5 and two 1/5", ("2", "5", "1/5", "1/5")),
        ("three 3", ("3", "3", "3")),
        ("two 5 and one genie", ("5", "5", "genie")),
        ("two threes and a 2", ("3", "3", "2")),
        ("3 1", ("3", "1")),
        ("five, three", ("5", "3")),
    ],
)
def test_a_number_word_before_a_token_counts_it(words: str, tokens: tuple[str, ...]) -> None:
    assert read_tokens(words) == tokens


@pytest.mark.parametrize("words", ["one five", "two two", "g and three five"])
def test_two_number_words_side_by_side_are_not_clear(words: str) -> None:
    with pytest.raises(BadAnswer):
        read_tokens(words)
