"""A list of answers to run through a game."""

from __future__ import annotations

from fractions import Fraction

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
