"""Forms by what the table agreed on, keys that it named, printed numbers, and the blank file."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec import json
from msgspec.structs import replace

from referee.core.fields import Choice, Integer, ListOf, MapOf
from referee.core.rulebook import Rulebook
from referee.core.table import HoldingsForm, Options, Player
from referee.files.documents.facts import BadFacts, read_facts
from referee.files.documents.schemas.files import holdings_schema
from referee.files.documents.schemas.shapes import DIALECT
from referee.files.documents.template import holdings_template, quoted
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Scalar
from tests.files.pebble_fair import BOOK, GAME, SPOT, codes, faults, field, question, read, setup_of
from tests.toys import with_parts

PRINTED = ListOf(Integer(least=1, is_face_value=True))
SPOTS = MapOf(SPOT, Integer())
ASKED = question("meadow", field("spots", SPOTS), field("prizes", PRINTED))
TABLE = """\
game: pebble-fair
players: [Ana, Bo]
warden: Zed
numbers: {steps: [1, 2, 3]}
"""


def form(book: Rulebook, options: Options) -> HoldingsForm:
    """Name one kind of pebble as the table does; our own name for it stays readable."""
    kinds = ("plain", book.option(options, "nickname").casefold(), "pebble")
    return HoldingsForm(
        fields=(
            field("pebbles", MapOf(Choice(tuple(dict.fromkeys(kinds))), Integer())),
            field("spots", SPOTS),
            field("prizes", PRINTED),
        )
    )


FAIR = with_parts(GAME, final=replace(GAME.final, form=form))


def holdings(ana: str, *, agreed: str = "") -> str:
    options = f"options: {{{agreed}}}\n" if agreed else ""
    return f"{TABLE}{options}holdings:\n  Ana: {ana}\n  Bo: {{}}\n"


def ana(text: str) -> Any:
    return read(text, FAIR).count.holdings[Player("Ana")]


def test_a_kind_that_the_table_named_is_a_key() -> None:
    text = holdings("{pebbles: {plain: 1, moonstone: 2}}", agreed="nickname: Moonstone")
    assert ana(text) == {"pebbles": {"plain": 1, "moonstone": 2}}


def test_our_own_name_of_it_stays_readable() -> None:
    for agreed in ("nickname: Moonstone", ""):
        assert ana(holdings("{pebbles: {pebble: 2}}", agreed=agreed)) == {"pebbles": {"pebble": 2}}


@pytest.mark.parametrize("agreed", ["", "nickname: Sunstone"])
def test_without_the_switch_the_name_is_refused_at_its_place(agreed: str) -> None:
    text = holdings("{pebbles: {moonstone: 2}}", agreed=agreed)
    (found,) = faults(lambda: read(text, FAIR))
    assert (found.code, found.line, found.column) == ("WORD", 7 if agreed else 6, 19)
    assert "“moonstone” does not fit here" in str(found.message)
    assert ("sunstone" in str(found.remedy)) == bool(agreed)


def test_it_does_not_matter_that_the_switch_stands_below() -> None:
    text = f"{holdings('{pebbles: {moonstone: 2}}')}options: {{nickname: moonstone}}\n"
    assert ana(text) == {"pebbles": {"moonstone": 2}}


def test_the_blank_file_shows_the_table_its_own_name() -> None:
    options = {"nickname": ("moonstone",)}
    setup = setup_of("Ana", "Bo", "Cy", options=options, numbers={"steps": (1, 2, 3)})
    text = holdings_template(FAIR, BOOK, setup)
    assert "pebbles: {plain: 0, moonstone: 0, pebble: 0}" in text
    assert read(text, FAIR).count.setup.options["nickname"] == ("moonstone",)


def test_keys_may_be_texts_that_the_room_reads() -> None:
    text = holdings("{spots: {b4: 2, a1: 1+1}}")
    assert ana(text) == {"spots": {"b4": 2, "a1": 2}}
    assert read(text, FAIR).lines["holdings", "Ana", "spots", "a1"] == 6
    assert ana(holdings('{spots: "b4:2,a1:0"}')) == {"spots": {"b4": 2, "a1": 0}}
    assert ana(holdings("{spots: {}}")) == {"spots": {}}
    assert ana(holdings("{spots: [b4:2, a1]}")) == {"spots": {"b4": 2, "a1": 1}}


@pytest.mark.parametrize(
    ("spots", "code", "column", "said"),
    [
        ("{44: 2}", "TEXT", 17, "“44” is no spot"),
        ("{b4: 2, here: 1}", "TEXT", 24, "“here” is no spot"),
        ("{b4: x}", "NUMBER", 21, "not a whole number"),
        ("{b4: -1}", "BELOW-ZERO", 21, "-1"),
        ("{b4: 1, b4: 2}", "TWICE", 24, "b4"),
        ("[[b4]]", "SHAPE", 17, "{b4: …}"),
        ("[b4, b4:2]", "TWICE", 21, "b4"),
    ],
)
def test_a_key_that_is_no_such_text_is_told_at_its_place(
    spots: str, code: str, column: int, said: str
) -> None:
    (found,) = faults(lambda: read(holdings(f"{{spots: {spots}}}"), FAIR))
    assert (found.code, found.line, found.column) == (code, 6, column)
    assert said in f"{found.message} {found.remedy}"


def test_on_the_command_line_such_keys_stand_before_a_colon() -> None:
    told = read_facts(ASKED, BOOK, ("spots=b4:2,a1:0", "prizes=3,1"))
    assert told.values == {"spots": {"b4": 2, "a1": 0}, "prizes": (3, 1)}
    assert read_facts(ASKED, BOOK, ("spots=[]",)).values == {"spots": {}}
    assert read_facts(ASKED, BOOK, ("spots=b4",)).values == {"spots": {"b4": 1}}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("spots=44:2", "“44” is no spot"),
        ("spots=b4:2,b4:1", "“b4” is named twice"),
        ("prizes=2+1", "“2+1” is a sum"),
        ("prizes=3,２＋１", "is a sum"),
        ("prizes=0", "1 or more"),
    ],
)
def test_what_does_not_fit_on_the_command_line_is_told(words: str, said: str) -> None:
    with pytest.raises(BadFacts) as caught:
        read_facts(ASKED, BOOK, (words,))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("prizes", "column"), [("[2+1]", 18), ("[3, 2 + 1]", 21), ('"2+1"', 17), ("2+1", 17)]
)
def test_what_is_printed_on_one_piece_is_no_sum(prizes: str, column: int) -> None:
    (found,) = faults(lambda: read(holdings(f"{{prizes: {prizes}}}"), FAIR))
    assert (found.code, found.line, found.column) == ("NUMBER", 6, column)
    assert "is a sum. Write the number on each piece here" in str(found.message)
    assert "[2, 1]" in str(found.remedy)


def test_printed_numbers_are_read_one_by_one() -> None:
    for told in ("[3, 2, 1]", '"3,2,1"', "[ 3,2, 1 ]"):
        assert ana(holdings(f"{{prizes: {told}}}")) == {"prizes": (3, 2, 1)}


def test_the_schema_has_such_keys_and_no_sums_of_printed_numbers() -> None:
    schema = holdings_schema(FAIR, BOOK)
    entry = Draft202012Validator(schema["properties"]["holdings"]["additionalProperties"])
    Draft202012Validator.check_schema(schema)
    for fits in ({"spots": {"b4": 2, "a1": "1+1"}}, {"prizes": [3, "2"]}):
        assert entry.is_valid(fits)
    for wrong in ({"spots": {"b4": -1}}, {"spots": ["b4"]}, {"prizes": ["2+1"]}, {"prizes": [0]}):
        assert not entry.is_valid(wrong)


def test_the_blank_file_shows_such_a_key() -> None:
    text = holdings_template(FAIR, BOOK, setup_of("Ana", "Bo", "Cy"))
    assert "#   spots: {b4: 0}   # about spots" in text


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
