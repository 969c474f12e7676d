"""The blank holdings file, and the schema of it."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator
from msgspec import json
from msgspec.structs import replace

from referee.files.documents.schemas.files import holdings_schema
from referee.files.documents.schemas.shapes import DIALECT
from referee.files.documents.template import holdings_template, quoted
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Scalar
from tests.files.pebble_fair import BOOK, GAME, codes, read, setup_of

WORDS = ["Ana", "no", "007", "true", "1e5", "陳", "ü"]
NAMES = [*WORDS, "x: y", "O'Brien", "a, b", '"', "- x", "#x", "[x]", "a#b"]


def filled_in(text: str) -> str:
    """Fill in what a blank file leaves open because there is no score without it."""
    assert "(fill it in)\n# one of: sun, fog\n# weather: sun\n" in text
    return text.replace("# weather: sun", "weather: sun")


@pytest.mark.parametrize("name", NAMES)
def test_a_blank_file_is_read_once_it_is_filled_in(name: str) -> None:
    setup = setup_of(name, "Bo", "Cy", options={"rain": ("wet",)}, numbers={"steps": (1, 2, 3)})
    text = holdings_template(GAME, BOOK, setup)
    assert codes(lambda: read(text)) == ["MISSING"]
    count = read(filled_in(text)).count
    assert replace(count.setup, options=setup.options) == setup
    assert count.setup.options["rain"] == ("wet",)
    nothing = {"plain": 0, "muddy": 0, "gems": {}, "prizes": ()}
    assert count.holdings == dict.fromkeys(setup.seating, nothing)


def test_whoever_holds_without_sitting_stands_in_the_blank_file() -> None:
    text = holdings_template(GAME, BOOK, setup_of("Ana", "Bo", numbers={"steps": (0, 0, 1)}))
    assert tuple(read(filled_in(text)).count.holdings) == ("Ana", "Bo", "The Heron")


def test_a_number_that_only_the_table_knows_is_left_open() -> None:
    text = holdings_template(GAME, BOOK, setup_of("Ana", "Bo", "Cy"))
    assert "# steps: [ ]   # what the steps are worth on your board (3 numbers, by rain)" in text
    assert codes(lambda: read(filled_in(text))) == ["ASKED-NUMBER"]


def test_the_blank_file_explains_every_field() -> None:
    text = holdings_template(GAME, BOOK, setup_of("Ana", "Bo", "Cy"))
    for name in ("plain", "muddy", "gems", "clean_as", "lucky", "basket", "weather", "rounds"):
        assert f"about {name}" in text
    assert "(20 in the box)" in text


@pytest.mark.parametrize(
    "text", [*NAMES, "a\nb", "\u2028", "\x07", "C:\\x", " a", "a ", "?", "&a", "!a", "~"]
)
def test_quoted_text_comes_back_as_it_was(text: str) -> None:
    node = parse(f"a: {quoted(text)}".encode(), "x").root.get("a")
    assert isinstance(node, Scalar)
    assert node.text == text


def test_the_schema_knows_keys_words_and_bounds() -> None:
    schema = holdings_schema(GAME, BOOK)
    assert schema["$schema"] == DIALECT
    assert schema["required"] == ["game", "players", "warden", "numbers", "weather", "holdings"]
    entry = schema["properties"]["holdings"]["additionalProperties"]
    assert list(entry["properties"]) == ["plain", "muddy", "gems", "prizes", "clean_as", "lucky"]
    assert entry["additionalProperties"] is False
    assert entry["properties"]["plain"]["description"] == "about plain; the box holds 20"
    assert schema["properties"]["weather"]["enum"] == ["sun", "fog"]
    assert schema["properties"]["players"]["minItems"] == 2
    assert schema["properties"]["players"]["maxItems"] == 4
    assert schema["properties"]["options"]["properties"]["rain"] == {
        "enum": ["dry", "wet"],
        "default": "dry",
    }
    assert json.decode(json.encode(schema)) == schema


def test_a_second_reader_finds_the_schema_sound() -> None:
    schema = holdings_schema(GAME, BOOK)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    whole = {
        "game": "pebble-fair",
        "players": ["Ana", 7],
        "warden": "Zed",
        "numbers": {"steps": [1, 2, 3]},
        "weather": "fog",
        "holdings": {"Ana": {"plain": "2+1", "gems": {"red": 2}, "clean_as": ["plain"]}, "7": {}},
    }
    assert validator.is_valid(whole)
    assert not validator.is_valid({**whole, "weather": "hail"})
    assert not validator.is_valid({**whole, "holdings": {"Ana": {"plain": -1}}})
    assert not validator.is_valid({**whole, "holdings": {"Ana": {"plian": 1}}})
