"""The back of the box, as whoever is taught sees it first: short, and every line with its rule."""

from __future__ import annotations

import re

import pytest

from referee.cli.play.prompt import WIDTH, Look
from referee.core.table import Player
from tests.rooms import EVERY_TABLE, ROOMS

LONG = tuple(Player(f"Bartholome{letter}") for letter in "abcdefghij")
IDS = re.compile(r"[.!] \([A-Z]{3}-\d+\.\d+(, [A-Z]{3}-\d+\.\d+)*\)$")


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_the_back_of_the_box_is_a_page_of_ten_lines(name: str, seats: int, seed: int) -> None:
    room = ROOMS[name]
    said = room.game.paper.box_back(room.book, room.setup(seats, seed, LONG))
    look = Look(colour=False, cells=WIDTH)
    lines = [line for each in said for line in look.broken(str(each.cited))]
    assert 4 <= len(lines) <= 10, "\n".join(lines)
    assert [str(each.cited) for each in said if not IDS.search(str(each.cited))] == []
    assert {rule.rule_id for each in said for rule in each.rules} <= set(room.book.rules)
