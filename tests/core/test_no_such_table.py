"""A dispute about a table that cannot be is told so, by a rule."""

import pytest

from referee.core.game import unknown_players, wrong_number_of_players
from referee.core.rulebook import rule_refs
from referee.core.ruling import Verdict
from referee.core.table import Player
from tests.core.pebble import ANA, BO, BOOK, CY, MOST_DRAWN, SUPPLY


@pytest.mark.parametrize(("seats", "fits"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 0)])
def test_both_ends_of_the_number_of_players_count(seats: int, fits: int) -> None:
    ruling = wrong_number_of_players(BOOK, seats, SUPPLY, "PEB-2.1")
    assert (ruling is None) == bool(fits)
    if ruling is not None:
        assert ruling.verdict is Verdict.IMPOSSIBLE
        assert str(ruling.reason) == f"The game is for 2 to 3 players, not {seats}."
        assert ruling.rules == rule_refs((SUPPLY, MOST_DRAWN))


def test_whoever_sits_there_may_be_named_and_more_than_once() -> None:
    assert unknown_players("PEB-2.1", (ANA, BO), BO, ANA, BO) is None
    assert unknown_players("PEB-2.1", ()) is None


def test_strangers_are_named_once_each_in_the_order_told() -> None:
    ruling = unknown_players("PEB-2.1", iter((ANA,)), CY, ANA, BO, CY)
    assert ruling is not None
    assert ruling.verdict is Verdict.IMPOSSIBLE
    assert str(ruling.reason) == "Nobody here is called Cy or Bo."
    assert ruling.rules == rule_refs(("PEB-2.1",))


def test_the_nearest_name_is_offered() -> None:
    ruling = unknown_players("PEB-2.1", (ANA, BO), Player("Anna"))
    assert ruling is not None
    assert str(ruling.reason) == "Nobody here is called Anna. Did you mean Ana?"
