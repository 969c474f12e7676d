"""A pad has the rows of the score, by the same names in the same order; boxes keep their words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import product

import pytest
from wcwidth import wcswidth

from referee.core.say import speak
from referee.files.languages import begin_to_speak
from referee.operations.sheets import blank_sheet, render_document
from referee.render.formats import Format, Style
from tests.rooms import EVERY_ROOM, ROOMS

LANGUAGES = ("en", "zh-Hant", "zh-Hans", "ja")
in_every_width = pytest.mark.parametrize(
    ("game", "language", "width"), [*product(EVERY_ROOM, LANGUAGES, (40, 60, 80))]
)
ROWS = {
    "no-swap-no-pay": ["gold coins", "silver sets", "silver coins", "cursed bag", "black set"],
    "saboteur": [*(f"nuggets on cards of {n}" for n in (1, 2, 3)), "owed by the bank"],
    "aladdin": [
        *("cards", "bronze sets", "silver sets", "gold sets"),
        *("most green", "most red", "most blue", "most fourth", "the Ring"),
    ],
    "colorful-treasure": [
        *("red", "yellow", "green", "blue", "purple", "diamond cards", "diamonds"),
        *("gem bonus", "exploration bonus", "secret bonus", "tiles"),
    ],
    "sidibaba": ["jewels", "jewels with two numbers"],
}


def pad_of(
    game: str, language: str, fmt: Format, width: int = 80, seats: Sequence[str] = ()
) -> str:
    room = ROOMS[game]
    setup = room.setup(max(room.game.players), seed=0)
    if language != "en":
        begin_to_speak(language)
    try:
        blank = blank_sheet(room.game, room.book, setup, seats or [""] * len(setup.seating))
        return render_document(blank, fmt, Style(width=width))
    finally:
        speak(None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", EVERY_ROOM)
def test_a_pad_has_every_row_of_the_score_in_its_order(game: str, language: str) -> None:
    pad = json.loads(pad_of(game, language, Format.JSON))
    rows = pad["row_order"]
    if language == "en":
        assert rows == ROWS[game]
    assert len(rows) == len(ROWS[game])
    tables = [part for part in pad["pad"] if "rows" in part]
    printed = [[row["label"] for row in each["rows"]] for each in tables]
    printed += [each["columns"] for each in tables]
    assert rows in [[name for name in names if name in rows] for names in printed]


@in_every_width
def test_a_box_and_its_word_are_on_one_line(game: str, language: str, width: int) -> None:
    for line in pad_of(game, language, Format.TABLE, width).splitlines():
        assert re.search(r"(☐|\[ \]|\[)\s*(\||$)", line) is None, line
        assert wcswidth(line) <= width, line


@in_every_width
def test_names_on_a_pad_are_whole(game: str, language: str, width: int) -> None:
    names = ("Maximiliane", "Ana", "田中太郎", "Zoë", "Bartholomäus", "歐陽黃麗")
    seats = names[: max(ROOMS[game].game.players)]
    pad = pad_of(game, language, Format.TABLE, width, seats)
    assert [name for name in seats if name not in pad] == []
    assert "…" not in pad
    assert max(map(wcswidth, pad.splitlines())) <= width
