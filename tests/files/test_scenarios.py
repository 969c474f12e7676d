"""A list of answers to run through a game."""

from __future__ import annotations

from fractions import Fraction

from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.files.documents.scenarios import Expected, Given, Scenario, read_scenario
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import Faults

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


def read(text: str, game: Game, book: Rulebook) -> Scenario:
    return read_scenario(parse(text.encode(), "x.yaml"), game, book)


def test_answers_keep_their_step_words_and_line(game: Game, book: Rulebook) -> None:
    assert read(TABLE + ANSWERS, game, book).answers == (
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


def test_the_table_is_read_like_that_of_any_file(game: Game, book: Rulebook) -> None:
    setup = read(TABLE + ANSWERS, game, book).setup
    assert (setup.seating, setup.numbers) == (("Ana", "Bo"), {"steps": (5, 5, 5)})


def test_what_is_expected_is_exact(game: Game, book: Rulebook) -> None:
    expect = 'expect: {said: ["a, b", c], totals: {Ana: 97/3, The Heron: 25}, winners: [Zed]}\n'
    assert read(TABLE + ANSWERS + expect, game, book).expect == Expected(
        ("a, b", "c"), {"Ana": Fraction(97, 3), "The Heron": Fraction(25)}, ("Zed",)
    )
    assert read(TABLE + ANSWERS, game, book).expect == Expected((), None, None)
    assert read(TABLE + ANSWERS + "expect: {winners: []}", game, book).expect.winners == ()


def test_every_fault_of_a_scenario_is_told(game: Game, book: Rulebook, faults: Faults) -> None:
    text = TABLE + "answers:\n  - {a.b: {c: d}}\n  - [x]\nexpect: {totals: {Di: x}, winner: Ana}\n"
    found = faults(lambda: read(text, game, book))
    assert [(each.line, each.code) for each in found] == [
        (6, "SHAPE"),
        (7, "ANSWER"),
        (8, "PLAYER"),
        (8, "NUMBER"),
        (8, "UNKNOWN-KEY"),
    ]
