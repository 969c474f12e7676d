"""A list of answers to run through a game; a dispute in a file, and whether the reply fits."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from referee.core.game import Answer
from referee.core.say import Say
from referee.files.documents.disputes import Expect, read_dispute, unmet
from referee.files.documents.scenarios import Expected, Given, Scenario, read_scenario
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import BOOK, GAME, faults

TABLE = "game: pebble-fair\nplayers: [Ana, Bo]\nwarden: Zed\nnumbers: {steps: [5, 5, 5]}\n"
ANSWERS = """\
answers:
  - setup.captain: Ana
  - draft.drawn: gold 3, silver 3, black 2
  - draft.drawn: [gold 3, black 2]
  - draft.number: 010
  - draft.enter:
  - /undo
  - /undo 2
  - /overrule: we always play it so
  - "/note: is no map"
"""


def read(text: str) -> Scenario:
    return read_scenario(parse(text.encode(), "x.yaml"), GAME, BOOK)


def test_answers_keep_their_step_words_and_line() -> None:
    assert read(TABLE + ANSWERS).answers == (
        Given("setup.captain", "Ana", 6),
        Given("draft.drawn", "gold 3, silver 3, black 2", 7),
        Given("draft.drawn", "gold 3, black 2", 8),
        Given("draft.number", "010", 9),
        Given("draft.enter", "", 10),
        Given("", "/undo", 11),
        Given("", "/undo 2", 12),
        Given("", "/overrule we always play it so", 13),
        Given("", "/note: is no map", 14),
    )


def test_the_table_is_read_like_that_of_any_file() -> None:
    setup = read(TABLE + ANSWERS).setup
    assert (setup.seating, setup.numbers) == (("Ana", "Bo"), {"steps": (5, 5, 5)})


def test_what_is_expected_is_exact() -> None:
    expect = 'expect: {said: ["a, b", c], totals: {Ana: 97/3, The Heron: 25}, winners: [Zed]}\n'
    assert read(TABLE + ANSWERS + expect).expect == Expected(
        ("a, b", "c"), {"Ana": Fraction(97, 3), "The Heron": Fraction(25)}, ("Zed",)
    )
    assert read(TABLE + ANSWERS).expect == Expected((), None, None)
    assert read(TABLE + ANSWERS + "expect: {winners: []}").expect.winners == ()


def test_every_fault_of_a_scenario_is_told() -> None:
    text = TABLE + "answers:\n  - {a.b: {c: d}}\n  - [x]\nexpect: {totals: {Di: x}, winner: Ana}\n"
    found = faults(lambda: read(text))
    assert [(each.line, each.code) for each in found] == [
        (6, "SHAPE"),
        (7, "ANSWER"),
        (8, "PLAYER"),
        (8, "NUMBER"),
        (8, "UNKNOWN-KEY"),
    ]


TEXT = "game: pebble-fair\nquestion: worth\nfacts: {plain: 2, rain: wet}\n"


def test_a_dispute_names_its_question_and_facts() -> None:
    dispute = read_dispute(parse(TEXT.encode(), "x"), GAME, BOOK)
    assert dispute.question.name == "worth"
    assert dispute.facts.values == {"plain": 2}
    assert dispute.facts.options == {"rain": ("wet",)}
    assert dispute.expect is None


def test_facts_may_be_left_out_where_none_is_required() -> None:
    text = "game: pebble-fair\nquestion: worth\n"
    assert read_dispute(parse(text.encode(), "x"), GAME, BOOK).facts.values == {}


def test_what_is_expected_stays_as_written() -> None:
    text = TEXT + "expect: {verdict: table-call, answer: {points: 3, names: [A, B]}}\n"
    expect = read_dispute(parse(text.encode(), "x"), GAME, BOOK).expect
    assert expect == Expect("table-call", {"points": "3", "names": ("A", "B")})


def test_every_fault_of_a_dispute_is_told() -> None:
    text = TEXT.replace("worth", "turn").replace("plain: 2, rain: wet", "frist: A")
    text += "expect: {verdict: perhaps, anwser: {}}\n"
    found = faults(lambda: read_dispute(parse(text.encode(), "x"), GAME, BOOK))
    assert sorted((each.line, each.code) for each in found) == [
        (3, "MISSING"),
        (3, "MISSING"),
        (3, "UNKNOWN-KEY"),
        (4, "UNKNOWN-KEY"),
        (4, "WORD"),
    ]


@pytest.mark.parametrize(
    ("wanted", "actual", "agrees"),
    [
        ("3", 3, True),
        ("3", 4, False),
        ("yes", True, True),
        ("true", True, True),
        ("no", False, True),
        ("no", True, False),
        ("1", True, False),
        ("null", None, True),
        ("", None, True),
        ("null", 0, False),
        ("A", "A", True),
        ("true", "yes", False),
        (("A", "B"), ("A", "B"), True),
        (("A", "B"), ("B", "A"), False),
        (("A",), ("A", "B"), False),
        ((), (), True),
        ({"A": "3"}, {"A": 3}, True),
        ({"A": "3"}, {"A": 3, "B": 0}, False),
        ("[A]", ("A",), False),
        (({"at": "1,0"},), ({"at": "1,0"},), True),
    ],
)
def test_answers_are_compared_by_their_words(wanted: Any, actual: Any, agrees: bool) -> None:  # noqa: FBT001
    reply = Answer("answered", Say("So."), (), (), {"part": actual, "other": 1})
    assert (unmet(Expect(None, {"part": wanted}), reply) == ()) is agrees


@pytest.mark.parametrize(
    ("verdict", "answer", "said"),
    [
        ("forbidden", {}, ["verdict: expected forbidden, but the answer is answered."]),
        ("answered", {}, []),
        (None, {"two_words": "1"}, []),
        (None, {"two-words": "1"}, []),
        (None, {"three": "1"}, ["three: expected 1, but the answer is not given."]),
        (None, {"two_words": ("1",)}, ["two_words: expected [1], but the answer is 1."]),
    ],
)
def test_what_differs_is_told_part_by_part(
    verdict: str | None, answer: Mapping[str, Any], said: list[str]
) -> None:
    reply = Answer("answered", Say("So."), (), (), {"two_words": 1})
    assert [str(each) for each in unmet(Expect(verdict, answer), reply)] == said
