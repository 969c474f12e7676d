"""Going round the table, either way."""

import pytest

from referee.core.table import Player, clockwise_from, next_clockwise

SEATING = tuple(map(Player, ("Ana", "Bo", "Cy", "Di")))


@pytest.mark.parametrize(
    ("first", "left", "right"),
    [
        ("Ana", "Ana Bo Cy Di", "Ana Di Cy Bo"),
        ("Bo", "Bo Cy Di Ana", "Bo Ana Di Cy"),
        ("Di", "Di Ana Bo Cy", "Di Cy Bo Ana"),
    ],
)
def test_everybody_comes_once_from_any_seat(first: str, left: str, right: str) -> None:
    assert clockwise_from(SEATING, Player(first)) == tuple(left.split())
    assert clockwise_from(SEATING, Player(first), backwards=True) == tuple(right.split())


def test_the_left_neighbour_of_the_last_seat_is_the_first() -> None:
    assert [next_clockwise(SEATING, player) for player in SEATING] == ["Bo", "Cy", "Di", "Ana"]
    assert next_clockwise(SEATING[:1], SEATING[0]) == "Ana"


def test_nobody_sits_beside_a_stranger() -> None:
    for ask in (clockwise_from, next_clockwise):
        with pytest.raises(ValueError, match="not in tuple"):
            ask(SEATING, Player("Zed"))
