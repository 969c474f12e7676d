"""One grammar: what a table types at a prompt is understood as a fact, and in a file."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.core.answers.pieces import PieceCounts
from referee.core.fields import (
    Boolean,
    Choice,
    Field,
    FieldType,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Record,
    Seats,
    Text,
)
from referee.core.say import Say
from referee.files.diagnostics import Unreadable
from referee.files.documents.holdings import read_holdings
from referee.files.values.fields import Values
from referee.files.values.inline import read_compact
from referee.files.values.reader import Reader
from referee.files.values.scalars import Names, WrongType
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import BOOK, GAME, HOLDINGS, codes
from tests.toys import with_parts

COLOURS = Choice(("red", "green", "blue"))
COUNTS = MapOf(COLOURS, Integer())
KINDS = MapOf(Text(like="red"), Integer())
OWNED = MapOf(PlayerName(), Integer())
CARDS = MapOf(PlayerName(), ListOf(Integer(is_face_value=True)))
CELLS = ListOf(Text(like="2,0:EW"))
TABLE = ("小明", "Bo Li", "C")


@pytest.mark.parametrize(
    ("typed", "shape", "read"),
    [
        ("none", ListOf(Integer()), ()),
        ("-", ListOf(PlayerName()), ()),
        ("[]", COUNTS, {}),
        ("", OWNED, {}),
        ("None", Integer(), 0),
        ("y", Boolean(), True),
        ("ok", Boolean(), True),
        ("n", Boolean(), False),
        ("red:2,green:1", COUNTS, {"red": 2, "green": 1}),
        ("red 2, green", COUNTS, {"red": 2, "green": 1}),
        ("2r b", COUNTS, {"red": 2, "blue": 1}),
        ("red", COUNTS, {"red": 1}),
        ("red", KINDS, {"red": 1}),
        ("red:2, b-ring", KINDS, {"red": 2, "b-ring": 1}),
        ("小明:4,C:0", OWNED, {"小明": 4, "C": 0}),
        ("小明 4, Bo Li 2, C 0", OWNED, {"小明": 4, "Bo Li": 2, "C": 0}),
        ("Bo Li:3+1,C:none", CARDS, {"Bo Li": (3, 1), "C": ()}),
        ("Bo Li 3 1, C none", CARDS, {"Bo Li": (3, 1), "C": ()}),
        ("3 2  2", ListOf(Integer()), (3, 2, 2)),
        ("3, 2,2", ListOf(Integer()), (3, 2, 2)),
        ("red gre", ListOf(COLOURS), ("red", "green")),
        ("C 小明", ListOf(PlayerName()), ("C", "小明")),
        ("Bo Li", ListOf(PlayerName()), ("Bo Li",)),
        ("2,0:EW; 3,0:NEW", CELLS, ("2,0:EW", "3,0:NEW")),
        ("2,0:EW", CELLS, ("2,0:EW",)),
        ("4", Seats(), 4),
        ("A,B,C", Seats(), ("A", "B", "C")),
    ],
)
def test_a_fact_is_read_as_it_is_typed_at_a_prompt(typed: str, shape: FieldType, read: Any) -> None:
    assert read_compact(typed, shape, Names(TABLE), wide=True) == read


def test_pieces_are_the_same_in_a_fact_and_at_the_prompt() -> None:
    prompt = PieceCounts(dict.fromkeys(COLOURS.words, 9), 0, 9)
    for typed in ("2r", "3 red 1 blue", "red, red", "g2b"):
        counts = {kind: n for kind, n in prompt.parse(typed).items() if n}
        assert read_compact(typed, COUNTS, Names(), wide=True) == counts


@pytest.mark.parametrize(
    ("typed", "shape"),
    [
        ("purple 2", COUNTS),
        ("red 2 3", COUNTS),
        ("小明", OWNED),
        ("小明 four", OWNED),
        ("小明 4, 小明 3", OWNED),
        ("3 x", ListOf(Integer())),
        ("red beige", ListOf(COLOURS)),
        ("A,A", Seats()),
    ],
)
def test_what_means_nothing_is_refused(typed: str, shape: FieldType) -> None:
    with pytest.raises(WrongType):
        read_compact(typed, shape, Names(TABLE, closed=shape is OWNED), wide=True)


def test_a_player_called_none_is_still_a_player() -> None:
    assert read_compact("none", ListOf(PlayerName()), Names(("none", "B"))) == ("none",)


def test_null_in_a_file_is_unknown_and_a_blank_is_not() -> None:
    fields = (
        Field(name="won", shape=Choice(("yes", "no")), about=Say("")),
        Field(name="seats", shape=Seats(), about=Say("")),
    )
    document = parse(b"won: null\nseats: [A, B]\n", "x.yaml")
    reader = Reader(document)
    assert Values(reader, Names()).fields(document.root, fields, ()) == {"seats": ("A", "B")}
    document = parse(b"won:\n", "x.yaml")
    reader = Reader(document)
    Values(reader, Names()).read(document.root, Record(fields, (",",)))
    with pytest.raises(Unreadable):
        reader.raise_if_any()


def test_an_entry_may_stand_on_one_line() -> None:
    def on_a_line(text: str) -> dict[str, Any]:
        return dict(PieceCounts({"plain": 9, "muddy": 9}, 0, 18).parse(text))

    form = replace(GAME.final.form(BOOK, {}), entry_line=on_a_line)
    short = with_parts(GAME, final=replace(GAME.final, form=lambda _book, _options: form))
    text = HOLDINGS.replace("Cy: {}", "Cy: none").replace("{plain: 4}", "4p")
    holdings = read_holdings(parse(text.encode(), "fair.yaml"), short, BOOK).count.holdings
    assert holdings["Ana"] == {"plain": 4, "muddy": 0}
    assert holdings["Cy"] == {}
    wrong = HOLDINGS.replace("{plain: 4}", "4 purple")
    assert codes(lambda: read_holdings(parse(wrong.encode(), "x"), short, BOOK)) == ["TEXT"]
