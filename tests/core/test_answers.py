"""Answers read wide and offer narrow, and are counted without being listed."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.core.answers.choices import Answers, Number, OneOf, SomePlayer, YesNo
from referee.core.answers.each import EachPlayer, Ordering, SomeOf, SomePlayers
from referee.core.answers.pieces import PieceCounts
from referee.core.answers.text_input import match_choice
from referee.core.say import BadAnswer, Vocabulary
from referee.core.table import Player

COLOURS = ("gold", "silver", "black", "purple")
ANA, BO = Player("Ana"), Player("Bo")


def all_read(answers: Answers[Any]) -> list[Any]:
    """Read every offer, and assert that no two are worded alike."""
    offers = [answers.offer(index) for index in range(answers.size)]
    assert len(set(offers)) == answers.size
    return [answers.parse(words) for words in offers]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.integers(0, 9), st.integers(0, 9))
def test_pieces_offer_each_way_to_fill_the_bounds_once(
    most: list[int], low: int, more: int
) -> None:
    assume(low <= sum(most))
    kinds = dict(zip(COLOURS, most, strict=False))
    ways = product(*(range(n + 1) for n in most))
    wanted = [dict(zip(kinds, way, strict=True)) for way in ways if low <= sum(way) <= low + more]
    assert all_read(PieceCounts(kinds, low, low + more)) == wanted


@given(st.integers(1, 4), st.integers(0, 3), st.integers(0, 2))
def test_several_offer_each_choice_once_whatever_its_order(
    kinds: int, least: int, more: int
) -> None:
    words = COLOURS[:kinds]
    wanted = [
        chosen
        for count in range(least, least + more + 1)
        for chosen in combinations_with_replacement(words, count)
    ]
    assert all_read(SomeOf(OneOf(words, words), least, least + more)) == wanted


def test_several_offer_only_the_words_on_offer() -> None:
    answers = SomeOf(OneOf(COLOURS, ("silver", "purple")), 2, 2)
    assert all_read(answers) == [("silver",) * 2, ("silver", "purple"), ("purple",) * 2]
    assert SomeOf(OneOf(COLOURS, ()), 0, 2).size == 1
    assert all_read(SomeOf(OneOf(COLOURS, ()), 0, 2)) == [()]


@given(st.integers(0, 50), st.integers(0, 50))
def test_numbers_offer_their_bounds_and_all_between(least: int, more: int) -> None:
    assert all_read(Number(least, least + more)) == list(range(least, least + more + 1))


@given(st.lists(st.sampled_from(COLOURS), min_size=1, unique=True))
def test_words_offer_themselves(offered: list[str]) -> None:
    assert all_read(OneOf(COLOURS, tuple(offered))) == offered


NAME = st.text(st.sampled_from("ab1２, _-@明"), min_size=1, max_size=4).map(str.strip)


@given(st.lists(NAME.filter(bool), min_size=1, max_size=4, unique_by=lambda n: n))
def test_players_are_read_by_whatever_name_they_bear(names: list[str]) -> None:
    players = tuple(map(Player, names))
    assert all_read(SomePlayer(players, players)) == list(players)


@pytest.mark.parametrize(
    "players",
    [("Ana", "Anabel"), ("Ana", "Ana 3"), ("Smith, J", "Smith, K"), ("007", "00"), ("小明", "小")],
)
def test_each_player_answers_in_every_way(players: tuple[str, str]) -> None:
    answers = EachPlayer(tuple(map(Player, players)), Number(1, 3))
    ways = [dict(zip(players, way, strict=True)) for way in product((1, 2, 3), repeat=2)]
    assert all_read(answers) == ways


@pytest.mark.parametrize("offered", [("yes", "no"), ("no",), ("yes",)])
def test_yes_and_no(offered: tuple[str, ...]) -> None:
    assert all_read(YesNo(offered)) == [word == "yes" for word in offered]


KINDS = tuple("abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize(
    "answers",
    [
        PieceCounts(dict.fromkeys(KINDS, 60), 0, 60 * 26),
        SomeOf(OneOf(KINDS, KINDS), 60, 60),
        EachPlayer(tuple(map(Player, KINDS)), Number(0, 9)),
    ],
)
def test_more_answers_than_a_machine_word_counts_are_offered_all_the_same(
    answers: Answers[Any],
) -> None:
    assert answers.size > 2**63
    for index in (0, 2**63, answers.size - 1):
        assert answers.parse(answers.offer(index))
    ends = [answers.offer(0), answers.offer(2**63), answers.offer(answers.size - 1)]
    assert len(set(ends)) == len(ends)


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("gold 3, black 2", (3, 0, 2, 0)),
        ("3 gold 2 black", (3, 0, 2, 0)),
        ("3g2b", (3, 0, 2, 0)),
        ("g3b2", (3, 0, 2, 0)),
        ("gold: 3, black = 2", (3, 0, 2, 0)),
        ("ｇ３，ｂ２", (3, 0, 2, 0)),
        ("gold 2+1", (3, 0, 0, 0)),
        ("g g g", (3, 0, 0, 0)),
        ("ggb", (2, 0, 1, 0)),
        ("gold, silver 2", (1, 2, 0, 0)),
        ("99 gold", (99, 0, 0, 0)),
        ("none", (0, 0, 0, 0)),
        ("NONE", (0, 0, 0, 0)),
        ("0", (0, 0, 0, 0)),
        ("gold 0", (0, 0, 0, 0)),
    ],
)
def test_pieces_are_read_in_every_usual_order(words: str, counts: tuple[int, ...]) -> None:
    parsed = PieceCounts(dict.fromkeys(COLOURS, 3), 1, 3).parse(words)
    assert tuple(parsed[colour] for colour in COLOURS) == counts


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Not understood: “”. Name some of gold, silver, black and purple."),
        (",", "Not understood: “,”. Name some of gold, silver, black and purple."),
        ("3", "Not understood: “3”. Which kind is 3?"),
        ("x", "Not understood: “x”. Choose from gold, silver, black and purple."),
        ("gold 3 4", "Not understood: “gold 3 4”. Which kind is 4?"),
        ("3 4 gold", "Not understood: “3 4 gold”. Which kind is 3?"),
        ("gold -1", "Not understood: “-”. Choose from gold, silver, black and purple."),
        ("gold 1.5", "Not understood: “.”. Choose from gold, silver, black and purple."),
    ],
)
def test_pieces_that_mean_nothing_are_asked_again(words: str, said: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        PieceCounts(dict.fromkeys(COLOURS, 3), 1, 3).parse(words)
    assert str(caught.value) == said


def test_an_ambiguous_kind_is_named() -> None:
    with pytest.raises(BadAnswer, match=r"“g”. Choose from gold and green\."):
        PieceCounts({"gold": 1, "green": 1}, 0, 2).parse("g")


def test_reading_is_wider_than_offering() -> None:
    assert Number(1, 6).parse("7") == 7
    assert OneOf(COLOURS, ("gold",)).parse("black") == "black"
    assert SomePlayer((ANA, BO), (BO,)).parse("Ana") == ANA
    assert SomeOf(OneOf(COLOURS, ("gold",)), 1, 1).parse("black gold") == ("gold", "black")
    assert YesNo(("no",)).parse("yes") is True


PRINTED = OneOf(("3", "2", "1"), ("2", "1"))


def test_words_that_are_numbers_name_themselves() -> None:
    assert [PRINTED.parse(words) for words in ("1", "2", "3", "２", "@1")] == list("12321")
    assert PRINTED.numbered == ()
    assert str(PRINTED.hint()) == "2 or 1"
    assert all_read(PRINTED) == ["2", "1"]
    with pytest.raises(BadAnswer, match=r"“4”. Choose from 2 and 1\."):
        PRINTED.parse("4")


def test_a_single_number_among_the_words_is_enough_for_that() -> None:
    mixed = OneOf(("7", "gold", "black"), ("gold", "black"))
    assert mixed.numbered == ()
    assert mixed.parse("go") == "gold"
    with pytest.raises(BadAnswer):
        mixed.parse("1")


def test_nobody_is_an_answer_only_where_it_may_be() -> None:
    players = (ANA, Player("none"))
    assert SomePlayer(players, players, may_be_none=True).parse("none") is None
    assert SomePlayer(players, players, may_be_none=True).parse("@none") == "none"
    assert SomePlayer(players, players).parse("none") == "none"
    with pytest.raises(BadAnswer):
        SomePlayer((ANA, BO), (ANA,)).parse("none")


@pytest.mark.parametrize(
    "words", ["Ana 1, Bo 2", "bo:2,ana:1", "@Bo 2, @Ana 1", "a 1, b=2", "Ａｎａ１，Ｂｏ２"]
)
def test_each_player_is_read_in_any_order(words: str) -> None:
    parsed = EachPlayer((ANA, BO), Number(1, 3)).parse(words)
    assert list(parsed.items()) == [(ANA, 1), (BO, 2)]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("Ana 1", "Missing: Bo."),
        ("", "Missing: Ana and Bo."),
        ("Ana 1, Ana 2", "Ana is named twice."),
        ("Ana 1, Bo", "“” is not a whole number."),
        ("Ana 1, Anders 2", "Not understood: “Anders”. Choose from Ana and Bo."),
        ("Ana 1, Bob 2", "Not understood: “Bob”. Choose from Ana and Bo."),
    ],
)
def test_a_player_left_out_or_named_twice_is_told(words: str, complaint: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        EachPlayer((ANA, BO), Number(1, 3)).parse(words)
    assert str(caught.value) == complaint


def test_that_nobody_answered_is_read_only_where_it_may_be_so() -> None:
    assert EachPlayer((ANA, BO), Number(1, 3), may_be_none=True).parse(" None ") == {}
    with pytest.raises(BadAnswer):
        EachPlayer((ANA, BO), Number(1, 3)).parse("none")


TABLE = tuple(map(Player, ("Ana", "Bo Li", "Cy", "All")))


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
def test_some_players_offer_each_set_once(here: int, least: int, most: int) -> None:
    assume(least <= here)
    offered = TABLE[:here]
    counts = range(least, min(most, here) + 1)
    wanted = [chosen for count in counts for chosen in combinations(offered, count)]
    assert all_read(SomePlayers(TABLE, offered, least, most)) == wanted


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Cy Ana", ("Ana", "Cy")),
        ("1 3", ("Ana", "Cy")),
        ("３，１", ("Ana", "Cy")),
        ("bo li, @cy", ("Bo Li", "Cy")),
        ("none", ()),
        ("all", ("All",)),
        ("4", ("All",)),
    ],
)
def test_some_players_are_read_in_any_order(words: str, meant: tuple[str, ...]) -> None:
    assert SomePlayers(TABLE, offered=TABLE[:2]).parse(words) == meant


def test_all_are_those_on_offer() -> None:
    assert SomePlayers(TABLE[:3], offered=TABLE[1:3], least=2).parse("ALL") == TABLE[1:3]
    assert SomePlayers(TABLE[:3], most=2).parse("all") == TABLE[:3]  # judge says why not


@pytest.mark.parametrize("words", ["Cy Ana Cy", "1 1", "Zed", "", "Ana and"])
def test_some_players_named_twice_or_unknown_mean_nothing(words: str) -> None:
    with pytest.raises(BadAnswer):
        SomePlayers(TABLE).parse(words)


WORDS = Vocabulary("swap", no_swap=("pay", "pays", "refuse"), keep=("hold",))


@pytest.mark.parametrize(
    ("words", "meant"),
    [("refuse", "no-swap"), ("PA", "no-swap"), ("3", "keep"), ("ho", "keep"), ("s", "swap")],
)
def test_every_word_of_a_term_gives_its_id(words: str, meant: str) -> None:
    assert match_choice(words, WORDS) == meant
    assert match_choice(words, WORDS, ("keep",)) == meant


def test_what_is_no_word_of_a_term_is_told_the_first_ones() -> None:
    for words in ("no-swap", "x", ""):
        with pytest.raises(BadAnswer, match="Choose from swap, pay and hold"):
            match_choice(words, WORDS)


@pytest.mark.parametrize(
    ("answers", "hint", "listed"),
    [
        (Number(1, 6), "1 to 6", ()),
        (YesNo(), "yes or no", ("yes", "no")),
        (OneOf(COLOURS, ("gold", "black")), "gold or black", ("gold", "", "black")),
        (SomePlayer((ANA, BO), (BO,)), "Bo", ("", BO)),
        (PieceCounts({"gold": 1, "black": 3}, 2, 2), "such as 1g 1b", ()),
        (PieceCounts({"gold": 1, "black": 0}, 1, 1), "such as 1g", ()),
        (PieceCounts({"gold": 1, "black": 3}, 0, 2), "such as 2b", ()),
        (PieceCounts({"gold": 1, "green": 1}, 2, 2), "such as 1go 1gr", ()),
        (SomeOf(OneOf(COLOURS, ("gold",)), 2, 2), "2 of gold", ()),
        (SomeOf(OneOf(COLOURS, ("gold",)), 0, 2), "0 to 2 of gold", ()),
        (SomeOf(OneOf(COLOURS, ("gold", "black")), 1, 1), "gold or black", ("gold", "", "black")),
        (SomePlayers((ANA, BO)), "0 to 2 of Ana and Bo", (ANA, BO)),
        (SomePlayers((ANA, BO), (BO,), 1), "1 of Bo", ("", BO)),
        (EachPlayer((ANA, BO), Number(1, 3)), "Ana …, … each: 1 to 3", ()),
    ],
)
def test_hints_and_numbered_choices(
    answers: Answers[Any], hint: str, listed: tuple[str, ...]
) -> None:
    assert str(answers.hint()) == hint
    assert answers.numbered == listed


def test_a_number_of_any_length_is_read_as_seats() -> None:
    with pytest.raises(BadAnswer):
        Ordering((Player("Ana"), Player("Bo"))).parse("9" * 5_000)
