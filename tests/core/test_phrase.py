"""Answers of several words: what is offered, what a room reads besides, what is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from referee.core.answers.custom import (
    CustomAnswer,
    LazySequence,
    is_any,
    is_sole,
    parse_pair,
    player_named,
)
from referee.core.answers.text_input import match_key, parse_count
from referee.core.play.reading.answer import is_on_offer
from referee.core.play.stage import Step
from referee.core.say import BadAnswer, Say
from referee.core.table import Player


def card_and_player(words: str) -> tuple[str, str]:
    """Read a colour and a name, whatever they are."""
    colour, _, name = words.strip().partition(" ")
    if not name:
        raise BadAnswer(Say("“{words}” names nobody.", words=words))
    return colour, name


def number(words: str) -> int:
    """Read a number, and nothing besides."""
    read = parse_count(words)
    if read is None:
        raise BadAnswer(Say("“{words}” is no number.", words=words))
    return read


OFFERED = ("red Ana", "blue Smith, Jr")
GIVEN = CustomAnswer(OFFERED, card_and_player, Say("colour and name, such as {one}", one="red Ana"))
NOTHING_ON_OFFER = CustomAnswer((), card_and_player, Say("colour and name"))


def test_each_offer_is_worded_as_it_may_be_typed() -> None:
    assert GIVEN.size == 2
    offers = [GIVEN.offer(index) for index in range(GIVEN.size)]
    assert offers == list(OFFERED)
    assert [GIVEN.parse(words) for words in offers] == [("red", "Ana"), ("blue", "Smith, Jr")]


def test_what_is_not_on_offer_is_read_too_so_that_it_can_be_judged() -> None:
    assert GIVEN.parse("green Zed") == ("green", "Zed")
    assert NOTHING_ON_OFFER.parse("red Ana") == ("red", "Ana")


def test_what_means_nothing_is_asked_again_in_the_words_of_the_room() -> None:
    with pytest.raises(BadAnswer, match="“red” names nobody"):
        GIVEN.parse("red")


def test_the_form_is_shown_and_no_list() -> None:
    assert (GIVEN.numbered, NOTHING_ON_OFFER.numbered) == ((), ())
    assert str(GIVEN.hint()) == "colour and name, such as red Ana"


def test_where_nothing_is_on_offer_the_hint_says_so() -> None:
    assert NOTHING_ON_OFFER.size == 0
    assert str(NOTHING_ON_OFFER.hint()) == "nothing now"


MENU = ("red Ana", "blue Smith, Jr", "red 3")
FEW = CustomAnswer(MENU, card_and_player, GIVEN.syntax, MENU)


def test_the_form_may_be_made_of_what_is_on_offer() -> None:
    answers = CustomAnswer(("3", "4"), number, lambda words: Say("as {word}", word=words[0]))
    assert str(answers.hint()) == "as 3"
    assert CustomAnswer((), number, lambda words: Say(words[0])).hint() == Say("nothing now")


def test_where_they_are_few_they_are_shown_and_their_numbers_answer() -> None:
    assert FEW.numbered == (*OFFERED, "red 3")
    assert [FEW.parse(words) for words in ("1", "２", " 3 ")] == [
        ("red", "Ana"), ("blue", "Smith, Jr"), ("red", "3"),
    ]  # fmt: skip


def test_a_number_stays_with_what_it_names_whatever_else_is_on_offer() -> None:
    answers = CustomAnswer(MENU[2:], card_and_player, GIVEN.syntax, MENU)
    assert answers.numbered == ("", "", "red 3")
    assert [answers.parse(words) for words in "13"] == [("red", "Ana"), ("red", "3")]


@pytest.mark.parametrize("words", ["0", "4", "99999999999999999999"])
def test_a_number_that_is_not_shown_is_read_as_any_other_words(words: str) -> None:
    with pytest.raises(BadAnswer, match=f"“{words}” names nobody"):
        FEW.parse(words)


def test_numbers_answer_nothing_where_none_are_shown() -> None:
    assert CustomAnswer(("4", "3"), parse_count, GIVEN.syntax).parse("1") == 1


def test_late_words_are_found_once_and_only_when_they_are_looked_at() -> None:
    asked: list[str] = []

    def found() -> list[str]:
        asked.append("looked")
        return ["3r", "5k", "10d"]

    late = LazySequence(found)
    phrase = CustomAnswer(late, card_and_player, GIVEN.syntax)
    assert phrase.parse("red Ana") == ("red", "Ana")
    assert asked == []
    assert (len(late), late[0], late[-1], late[1:]) == (3, "3r", "10d", ("5k", "10d"))
    assert (phrase.size, phrase.offer(1), list(late)) == (3, "5k", ["3r", "5k", "10d"])
    assert asked == ["looked"]


def test_a_hint_looks_for_the_first_of_late_words_alone() -> None:
    asked: list[str] = []

    def found() -> Iterator[str]:
        for word in ("3r", "5k"):
            asked.append(word)
            yield word

    phrase = CustomAnswer(LazySequence(found), card_and_player, GIVEN.syntax)
    assert phrase.hint() == GIVEN.syntax
    assert (phrase.offer(0), asked) == ("3r", ["3r"])
    assert (phrase.size, asked) == (2, ["3r", "5k"])


def test_how_many_there_are_is_told_by_any_that_are_soon_found() -> None:
    asked: list[str] = []

    def found(*words: str) -> list[str]:
        asked.append(" ".join(words))
        return list(words)

    late = LazySequence(lambda: found("3r", "5k"), some=lambda: found("5k", "3r"))
    phrase = CustomAnswer(late, card_and_player, GIVEN.syntax)
    assert (is_any(phrase), is_sole(phrase), asked) == (True, False, ["5k 3r", "5k 3r"])
    few = LazySequence(lambda: found("3r", "5k"), some=lambda: found("5k"))
    phrase = CustomAnswer(few, card_and_player, GIVEN.syntax)
    assert (is_any(phrase), is_sole(phrase), phrase.offer(0)) == (True, False, "3r")
    assert asked[2:] == ["5k", "5k", "3r 5k"]


def test_a_command_is_not_sought_among_answers_that_cannot_be_called_so() -> None:
    asked: list[str] = []

    def found() -> list[str]:
        asked.append("looked")
        return ["3", "@Log"]

    def read(words: str) -> int:
        return 0 if match_key(words) == "log" else number(words)

    def step(read: Callable[[str], int]) -> Step:
        return Step(
            id="turn.flip",
            keyword="flip",
            player=None,
            where=lambda: Say("turn"),
            ask=Say("Which?"),
            answers=CustomAnswer(LazySequence(found), read, Say("a number")),
            read=lambda _: pytest.fail("nothing is answered"),
        )

    assert not is_on_offer(step(number), "log")
    assert asked == []
    assert is_on_offer(step(read), "LOG")
    assert asked == ["looked"]


def test_late_words_may_be_none() -> None:
    phrase = CustomAnswer(LazySequence(tuple), card_and_player, GIVEN.syntax, MENU)
    assert (phrase.size, phrase.numbered, str(phrase.hint())) == (0, (), "nothing now")
    with pytest.raises(IndexError):
        phrase.offer(0)


PLAYERS = tuple(map(Player, ("Ana", "Anabel", "Bo Li", "Bo", "小明")))


@pytest.mark.parametrize(
    ("words", "player"),
    [("Ana", "Ana"), ("anab", "Anabel"), ("bo l", "Bo Li"), ("BO", "Bo"), ("@小明", "小明")],
)
def test_a_player_is_known_by_name_or_by_a_beginning(words: str, player: str) -> None:
    assert player_named(PLAYERS)(words) == player


@pytest.mark.parametrize("words", ["an", "Zed", "", "Bo Lix"])
def test_who_is_nobody_or_may_be_several_is_asked_again(words: str) -> None:
    with pytest.raises(BadAnswer):
        player_named(PLAYERS)(words)


NAMED = player_named(PLAYERS)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("Ana 3", ("Ana", 3)),
        ("Bo Li 3", ("Bo Li", 3)),
        ("Bo 3", ("Bo", 3)),
        ("  bo   li  ３ ", ("Bo Li", 3)),
    ],
)
def test_words_are_parted_where_both_parts_can_be_read(words: str, parts: tuple[str, int]) -> None:
    assert parse_pair(words, NAMED, number) == parts


def test_the_first_place_where_both_can_be_read_counts() -> None:
    assert parse_pair("a b c", str, str) == ("a", "b c")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Ana x", "“x” is no number"),
        ("Zed 3", "“Zed”"),
        ("Bo Li x", "“Li x” is no number"),
        ("Ana", "Not understood: “Ana” is incomplete"),
        ("", "Not understood: “” is incomplete"),
    ],
)
def test_where_none_fits_the_first_try_says_what_is_wrong(words: str, said: str) -> None:
    with pytest.raises(BadAnswer, match=said):
        parse_pair(words, NAMED, number)


@pytest.mark.parametrize(("words", "is_read"), [(49, True), (50, False)])
def test_no_part_is_sought_beyond_what_a_name_can_have(words: int, *, is_read: bool) -> None:
    def first(said: str) -> int:
        if len(said.split()) != words:
            raise BadAnswer(Say("not yet"))
        return words

    said = "a " * words + "b"
    if is_read:
        assert parse_pair(said, first, str) == (words, "b")
    else:
        with pytest.raises(BadAnswer):
            parse_pair(said, first, str)
