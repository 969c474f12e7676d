"""A dispute in a file, and whether the reply is as expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.core.game import Answer
from referee.core.say import Say
from referee.files.documents.disputes import Expect, read_dispute, unmet
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import BOOK, GAME, faults

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
