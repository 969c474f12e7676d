from __future__ import annotations

from msgspec import json
from msgspec.structs import replace

from referee.core.fields import Boolean, Field, Integer
from referee.core.game import Answer, Facts, Question
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.render.formats import Format
from referee.render.rulings import render_question, render_questions
from tests.render.pebbles import read_csv


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


def test_csv_and_markdown_have_a_row_each() -> None:
    rows = read_csv(render_questions([VALUE, BARE], "g", Format.CSV))
    assert [row[0] for row in rows] == ["question", "value", "rain"]
    assert len(render_questions([VALUE, BARE], "g", Format.MARKDOWN).splitlines()) == 4
