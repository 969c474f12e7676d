"""Baskets are worth what the obvious twin says."""

from __future__ import annotations

from itertools import product

from referee.core.shape import Value
from referee.core.table import FinalCount
from tests.rooms import ROOMS

from .oracle import worth

BOARD = (1, 3, 6, 10)


def test_every_small_basket_is_worth_what_its_twin_is() -> None:
    room = ROOMS["pebble-fair"]
    setup = room.setup(2)
    book = room.book.with_table_numbers({"board": BOARD})
    compared = 0
    for plain, muddy, red, blue, clean in product(
        range(7), range(4), range(3), range(3), (True, False)
    ):
        ribbons = ("red",) * red + ("blue",) * blue
        basket: dict[str, Value] = {"plain": plain, "muddy": muddy, "ribbons": ribbons}
        final = FinalCount(setup, {setup.seating[0]: basket}, {"clean": clean})
        (score,) = room.game.final.score(book, final).scores
        twin = worth(BOARD, plain=plain, muddy=muddy, red=red, blue=blue, clean=clean)
        assert score.total == twin, basket
        compared += 1
    assert compared == 7 * 4 * 3 * 3 * 2
