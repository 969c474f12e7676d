"""Events at the wrong time, and of the wrong player, are forbidden by the rule that is named."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.ruling import Verdict
from referee.core.table import Player
from referee.core.turns import wrong_player, wrong_time
from tests.core.pebble import ANA, BO, BOOK, SUPPLY


def test_what_comes_in_its_own_time_is_not_stopped() -> None:
    assert wrong_time(BOOK, "draft", "draft", SUPPLY) is None


@pytest.mark.parametrize("rule", [SUPPLY, "PEB-2.1"])
def test_what_waits_for_another_time_is_forbidden_and_both_are_named(rule: Any) -> None:
    ruling = wrong_time(BOOK, "draft", "donation", rule)
    assert ruling is not None
    assert ruling.verdict is Verdict.FORBIDDEN
    assert str(ruling.reason) == "Now is the time for: draft; not for: donation."
    assert ruling.rules == BOOK.cite(rule)


@pytest.mark.parametrize(("active", "actor"), [(ANA, ANA), (None, ANA), (ANA, None), (None, None)])
def test_whoever_acts_where_nobody_else_does_is_not_stopped(
    active: Player | None, actor: Player | None
) -> None:
    assert wrong_player(BOOK, active, actor, SUPPLY) is None


def test_somebody_else_is_told_whose_turn_it_is() -> None:
    ruling = wrong_player(BOOK, ANA, BO, SUPPLY)
    assert ruling is not None
    assert ruling.verdict is Verdict.FORBIDDEN
    assert str(ruling.reason) == "It is Ana's turn, not Bo's."
    assert ruling.rules == BOOK.cite(SUPPLY)
