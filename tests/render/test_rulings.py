from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from referee.core.fields import Boolean, Field, Integer
from referee.core.game import Answer, Facts, Question
from referee.core.rulebook import Clause, Rule, Rulebook, RuleRef
from referee.core.ruling import Ruling, Verdict
from referee.core.say import Say
from referee.render.formats import Format, Style
from referee.render.rulings import (
    answer_facts,
    render_answer,
    render_question,
    render_questions,
    render_ruling,
)
from tests.render.pebbles import BOOK

CITES = (RuleRef("PEB-5.1"), RuleRef("PEB-1.1"))
REPLY = Answer(
    "forbidden",
    Say("{who} has drawn.", who="小\x1b明"),
    CITES,
    (Say("{n} drawn.", n=2),),
    {"each_bag": 4, "lies": {"8,0": None}},
)


def shown(reply: Answer, fmt: Format, *, why: bool = False, colour: bool = False) -> str:
    style = Style(colour=colour, why=why)
    return render_answer(
        reply, game="pebble-fair", question="draw", book=BOOK, fmt=fmt, style=style
    )


def test_a_reply_says_verdict_reason_rules_and_answer() -> None:
    assert shown(REPLY, Format.TABLE) == (
        "Forbidden: 小\\x1b明 has drawn. (PEB-5.1, PEB-1.1)\n\neach bag: 4\nlies: 8,0 none\n"
    )


def test_why_adds_the_facts_used_and_the_rules() -> None:
    _, _, because, rules = shown(REPLY, Format.TABLE, why=True).split("\n\n")
    assert because == "Because\n  2 drawn."
    assert rules.splitlines() == [
        "Rules",
        "  PEB-5.1 Plain pebbles (inferred): A plain pebble is worth 3 points.",
        "  PEB-1.1 Box (printed): 28 pebbles.",
    ]


def test_plain_is_one_fact_a_line() -> None:
    assert shown(REPLY, Format.PLAIN, why=True).splitlines() == [
        "Forbidden: 小\\x1b明 has drawn. (PEB-5.1, PEB-1.1)",
        "each bag: 4",
        "lies: 8,0 none",
        "2 drawn.",
        "PEB-5.1 Plain pebbles (inferred): A plain pebble is worth 3 points.",
        "PEB-1.1 Box (printed): 28 pebbles.",
    ]


def test_json_has_the_keys_that_programs_rely_on_and_the_facts() -> None:
    text = shown(REPLY, Format.JSON)
    assert text.endswith("}\n")
    assert json.decode(text) == {
        "schema": 1,
        "game": "pebble-fair",
        "question": "draw",
        "verdict": "forbidden",
        "reason": "小\x1b明 has drawn.",
        "because": ["2 drawn."],
        "rules": ["PEB-5.1", "PEB-1.1"],
        "basis": [
            {"id": "PEB-5.1", "status": "inferred", "against": None},
            {"id": "PEB-1.1", "status": "printed", "against": None},
        ],
        "answer": {"each_bag": 4, "lies": {"8,0": None}},
        "said": {
            "reason": {"template": "{who} has drawn.", "facts": {"who": "小\x1b明"}},
            "because": [{"template": "{n} drawn.", "facts": {"n": 2}}],
        },
    }


def test_json_of_a_bare_reply_is_not_null() -> None:
    read = json.decode(shown(Answer("answered", Say("Yes."), ()), Format.JSON))
    assert (read["because"], read["rules"], read["answer"]) == ([], [], {})


@pytest.mark.parametrize(
    ("verdict", "word"),
    [
        ("allowed", "Allowed"),
        ("forbidden", "Forbidden"),
        ("impossible", "Impossible"),
        ("table-call", "Table call"),
        ("answered", "Answer"),
    ],
)
def test_every_verdict_has_its_word_and_its_colour(verdict: str, word: str) -> None:
    reply = replace(REPLY, verdict=verdict)
    assert shown(reply, Format.TABLE).startswith(f"{word}: ")
    painted = shown(reply, Format.TABLE, colour=True)
    assert painted.startswith("\x1b[")
    assert painted.count("\x1b[0m") == 1
    assert "\x1b" not in shown(reply, Format.PLAIN, colour=True)


@pytest.mark.parametrize(
    ("value", "facts"),
    [
        (True, ["x: yes"]),
        (None, []),
        ((), ["x: none"]),
        (((),), ["x: none"]),
        (("Ana", "Bo"), ["x: Ana and Bo"]),
        ((("red", "key"), ("red",)), ["x: red and key", "x: red"]),
        ({"gold": 2, "black": 0}, ["x: gold 2, black 0"]),
        ({"A": (3, 1), "B": ()}, ["x, A: 3 and 1", "x, B: none"]),
        (({"number": 2, "players": ("A", "B")},), ["x: number 2, players A and B"]),
        ({"8,0": {"stone": "SW"}, "8,2": None}, ["x, 8,0: stone SW", "x, 8,2: none"]),
        ("\x1b[1m", ["x: \\x1b[1m"]),
        ({"\x1b[1m": 1}, ["x: \\x1b[1m 1"]),
        ({"\x1b[1m": (1,)}, ["x, \\x1b[1m: 1"]),
    ],
)
def test_every_shape_of_answer_is_worded(value: Any, facts: list[str]) -> None:
    assert [f"{name}: {fact}" for name, fact in answer_facts({"x": value})] == facts


def ruling(verdict: Verdict) -> Ruling:
    return Ruling(verdict, Say("{who} has drawn.", who="B\x07o"), CITES[:1], (Say("2 drawn."),))


@pytest.mark.parametrize(
    ("verdict", "word"),
    [
        (Verdict.ALLOWED, ""),
        (Verdict.FORBIDDEN, "Forbidden: "),
        (Verdict.IMPOSSIBLE, "Impossible: "),
        (Verdict.TABLE_CALL, "Table call: "),
    ],
)
def test_a_ruling_is_one_sentence(verdict: Verdict, word: str) -> None:
    assert render_ruling(ruling(verdict), BOOK, Style()) == f"{word}B\\x07o has drawn. (PEB-5.1)\n"


def test_a_ruling_with_why_gives_reasons_and_rules() -> None:
    assert render_ruling(ruling(Verdict.FORBIDDEN), BOOK, Style(why=True, colour=True)) == (
        "\x1b[31mForbidden\x1b[0m: B\\x07o has drawn. (PEB-5.1)\n"
        "Because\n  2 drawn.\n"
        "Rules\n  PEB-5.1 Plain pebbles (inferred): A plain pebble is worth 3 points.\n"
    )


def test_a_ruling_without_rules_has_no_empty_brackets() -> None:
    bare: Any = replace(ruling(Verdict.ALLOWED), rules=())
    assert render_ruling(bare, BOOK, Style()) == "B\\x07o has drawn.\n"


def test_what_goes_against_the_letter_says_so_and_on_what_it_rests() -> None:
    clause = Clause("Draw.", "ruling", against='The print says "may".')
    drawing = Rule(rule_id="PEB-2.1", title="Drawing", text="Draw.", status="ruling")
    drawing = replace(drawing, clauses=(clause,))
    book = replace(BOOK, rules={**BOOK.rules, "PEB-2.1": drawing})
    cites = (RuleRef("PEB-2.1"), RuleRef("PEB-5.1"))

    def told(reply: Answer, fmt: Format = Format.PLAIN) -> str:
        shown = Style(why=True)
        return render_answer(reply, game="fair", question="draw", book=book, fmt=fmt, style=shown)

    reply = Answer("forbidden", Say("Draw one."), cites, (), {})
    assert told(reply).splitlines() == [
        "Forbidden: Draw one. (PEB-2.1: our ruling, against the letter; PEB-5.1)",
        "PEB-2.1 Drawing (our ruling, against the letter): Draw.",
        "PEB-5.1 Plain pebbles (inferred): A plain pebble is worth 3 points.",
    ]
    assert json.decode(told(reply, Format.JSON))["basis"] == [
        {"id": "PEB-2.1", "status": "ruling", "against": 'The print says "may".'},
        {"id": "PEB-5.1", "status": "inferred", "against": None},
    ]
    assert told(replace(reply, verdict="allowed")).startswith(
        "Allowed: Draw one. (PEB-2.1, PEB-5.1)\n"
    )


def _answer(book: Rulebook, facts: Facts) -> Answer:
    return Answer("answered", Say("Yes."), ())


VALUE = Question(
    name="value",
    about=Say("What is a basket worth?"),
    fields=(
        Field(name="plain", shape=Integer(), about=Say("plain pebbles"), required=True),
        Field(name="mud_as", shape=Boolean(), about=Say("what mud counts as")),
    ),
    answer=_answer,
    example="plain=2",
)
BARE = Question(name="rain", about=Say("Does it rain?"), fields=(), answer=_answer, example="")


def test_the_list_says_what_can_be_typed() -> None:
    assert render_questions([VALUE, BARE], "pebble-fair", Format.TABLE) == (
        "value  What is a basket worth?\n"
        "rain   Does it rain?\n"
        "Facts and an example: referee ask pebble-fair QUESTION\n"
    )
    assert render_questions([VALUE], "pebble-fair", Format.PLAIN) == (
        "value: What is a basket worth?\nFacts and an example: referee ask pebble-fair QUESTION\n"
    )


def test_the_page_of_a_question_tells_each_fact_the_needed_ones_first() -> None:
    turned = replace(VALUE, fields=VALUE.fields[::-1])
    assert render_question(turned, "pebble-fair").splitlines() == [
        "value: What is a basket worth?",
        "plain   plain pebbles (needed)",
        "mud-as  what mud counts as",
        "referee ask pebble-fair value plain=2",
    ]


def test_json_lists_the_facts() -> None:
    read = json.decode(render_questions([VALUE], "pebble-fair", Format.JSON))
    assert read == {
        "schema": 1,
        "game": "pebble-fair",
        "questions": [
            {
                "name": "value",
                "about": "What is a basket worth?",
                "facts": [
                    {"name": "plain", "required": True, "about": "plain pebbles"},
                    {"name": "mud_as", "required": False, "about": "what mud counts as"},
                ],
                "example": "plain=2",
            }
        ],
    }
