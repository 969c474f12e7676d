"""The rows of a score stand in one order, the rulebook's, under one name each, on every paper."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from tests.cli.running import call
from tests.rooms import EVERY_ROOM, ROOT

ROWS = {
    "no-swap-no-pay": "gold coins, silver sets, silver coins, cursed bag, black set",
    "saboteur": "nuggets on cards of 1, nuggets on cards of 2, nuggets on cards of 3, "
    "owed by the bank",
    "aladdin": "cards, bronze sets, silver sets, gold sets, most green, most red, most blue, "
    "most fourth, the Ring",
    "colorful-treasure": "red, yellow, green, blue, purple, diamond cards, diamonds, gem bonus, "
    "exploration bonus, secret bonus, tiles",
    "sidibaba": "jewels, jewels with two numbers",
}
SETTINGS = {
    "aladdin": ("--set", "variant=my-precious"),
    "colorful-treasure": ("--set", "mode=advanced"),
}


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_a_pad_has_every_row_in_the_order_of_the_rulebook(game: str) -> None:
    asked = ("sheet", game, "--players", "A,B,C", *SETTINGS.get(game, ()))
    told = call(*asked, "--format", "json").json
    assert told["row_order"] == ROWS[game].split(", ")
    if game not in {"saboteur", "sidibaba"}:  # whose pads have them as columns
        assert all(row in str(told["pad"]) for row in told["row_order"])


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans", "ja"])
@pytest.mark.parametrize("game", EVERY_ROOM)
def test_score_sheet_and_spreadsheet_keep_that_order(game: str, lang: str) -> None:
    path = str(ROOT / "scoresheets" / game / "saturday.jsonl")
    scored = call("score", path, "--format", "json", "--lang", lang).json
    order = scored["row_order"]
    assert call("sheet", path, "--format", "json", "--lang", lang).json["row_order"] == order
    held = set[str]()
    for score in scored["scores"]:
        labels = [line["label"] for line in score["lines"]]
        assert labels == sorted(labels, key=order.index)
        held |= {*labels}
    shown = call("score", path, "--lang", lang).out.splitlines()
    first = [row for row in order if row in held]
    assert [line.split("  ")[0] for line in shown if line.split("  ")[0] in first] == first
    table = csv.reader(StringIO(call("score", path, "--format", "csv", "--lang", lang).out))
    assert {each[3] for each in table} >= held
