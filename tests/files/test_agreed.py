"""Numbers that only the table can read out, in files and on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.core.rulebook import Rulebook, TableNumber
from referee.files.documents.holdings import read_holdings
from referee.files.documents.rules import read_rulebook
from referee.files.documents.scenarios import read_scenario
from referee.files.documents.schemas.files import holdings_schema
from referee.files.documents.setup import BadSetup, make_setup, read_table
from referee.files.documents.template import holdings_template
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import BOOK, GAME, HOLDINGS, RULES, faults, read, setup_of

WHOLE = "numbers: {steps: [1, 2, 3]}"
TABLE = f"game: pebble-fair\nplayers: [Ana, Bo]\nwarden: Zed\n{WHOLE}\n"
READERS: tuple[tuple[Callable[..., Any], str], ...] = (
    (read_holdings, HOLDINGS),
    (read_table, TABLE),
    (read_scenario, f"{TABLE}answers: [a.b: c]\n"),
)
ANY_NUMBERS = "asks: {steps: what the board says}"


def any_book() -> Rulebook:
    """Return a rulebook that does not say how many numbers there are."""
    text, found, _ = RULES.decode().partition("    asks: ")
    assert found
    return read_rulebook(parse(f"{text}    {ANY_NUMBERS}".encode(), "fair.yaml"))


@pytest.mark.parametrize(("read", "text"), READERS)
@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ("[1, 2, 3]", []),
        ('"1,2,3"', []),
        ("[1, 2]", ["ASKED-COUNT"]),
        ("[1, 2, 3, 4]", ["ASKED-COUNT"]),
        ("[]", ["ASKED-COUNT"]),
        ('"1,2"', ["ASKED-COUNT"]),
        ("7", ["ASKED-COUNT"]),
        ("[1, x]", ["NUMBER"]),
        ("x", ["NUMBER"]),
        ("", ["SHAPE"]),
        ("{a: 1}", ["SHAPE"]),
    ],
)
def test_as_many_numbers_as_are_asked_for_are_read(
    read: Callable[..., Any], text: str, given: str, codes: list[str]
) -> None:
    changed = parse(text.replace("[1, 2, 3]", given).encode(), "fair.yaml")
    if not codes:
        assert read(changed, GAME, BOOK)
        return
    found = faults(lambda: read(changed, GAME, BOOK))
    assert [each.code for each in found] == codes
    assert {each.line for each in found} == {4}


def test_a_list_in_place_of_the_map_is_told_once() -> None:
    text = HOLDINGS.replace("{steps: [1, 2, 3]}", "[1, 2]")
    (found,) = faults(lambda: read(text))
    assert (found.code, found.line, found.column) == ("SHAPE", 4, 10)


@pytest.mark.parametrize("option", ["steps=1,3", "steps=1,3,6,10", "steps=", "steps=[]"])
def test_on_the_command_line_another_length_is_refused(option: str) -> None:
    with pytest.raises(BadSetup) as caught:
        make_setup(GAME, BOOK, ["Ana", "Bo"], [option], {"warden": "Zed"})
    assert "3 numbers are needed, not " in str(caught.value)
    assert "Write as many: “steps” is what the steps are worth" in str(caught.value)


def test_where_no_count_is_told_any_numbers_will_do_but_none() -> None:
    book = any_book()
    for words in ("1", "1,2,3,4,5,6,7"):
        setup = make_setup(GAME, book, ["Ana", "Bo"], [f"steps={words}"])
        assert setup.numbers == {"steps": tuple(map(int, words.split(",")))}
    with pytest.raises(BadSetup) as caught:
        make_setup(GAME, book, ["Ana", "Bo"], ["steps="])
    assert "There are no numbers here." in str(caught.value)


def test_an_editor_knows_how_many_numbers_there_are() -> None:
    steps = holdings_schema(GAME, BOOK)["properties"]["numbers"]["properties"]["steps"]
    assert (steps["minItems"], steps["maxItems"]) == (3, 3)
    assert steps["description"] == "what the steps are worth on your board (3 numbers, by rain)"
    editor = Draft202012Validator(steps)
    for fits in ([1, 2, 3], ["1", "2+1", 3], "1,2,3", "1, 2, 3"):
        assert editor.is_valid(fits), fits
    for wrong in ([1, 2], [1, 2, 3, 4], [], "1,2", "1,2,3,4", 7, [1, 2, "x"]):
        assert not editor.is_valid(wrong), wrong


def test_an_editor_takes_any_numbers_where_no_count_is_told() -> None:
    numbers = holdings_schema(GAME, any_book())["properties"]["numbers"]
    editor = Draft202012Validator(numbers["properties"]["steps"])
    assert all(editor.is_valid(fits) for fits in ([1], [1, 2, 3, 4], "1,2", 7))
    assert not editor.is_valid([])


def test_the_blank_file_shows_what_was_kept_and_for_which_setting() -> None:
    setup = setup_of("Ana", "Bo", "Cy", options={"rain": ("wet",)}, numbers={"steps": (1, 2, 3)})
    text = holdings_template(GAME, BOOK, setup, ("steps",))
    assert (
        "  # kept from an earlier game with rain: wet; compare them with the card\n"
        "  steps: [1, 2, 3]   # what the steps are worth on your board (3 numbers, by rain)\n"
    ) in text
    filled_in = text.replace("# weather: sun", "weather: sun")
    assert read(filled_in).count.setup.numbers == setup.numbers
    assert "kept from" not in holdings_template(GAME, BOOK, setup)


def test_numbers_asked_for_are_listed_with_their_rule() -> None:
    asked = TableNumber("what the steps are worth on your board", 3, "rain")
    assert list(BOOK.table_numbers()) == [("PEB-7.1", "steps", asked)]
