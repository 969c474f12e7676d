"""Gems and dice are told in any order, but by each player once."""

from __future__ import annotations

import pytest

from referee.core.play.event import AnyEvent
from referee.core.ruling import Verdict
from referee.core.table import Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin import GAME
from referee.games.aladdin.model.dice import Die
from referee.games.aladdin.stages.dice import DiceShown, GemsDealt
from referee.games.aladdin.state import State

ANA, BO = Player("Ana"), Player("Bo")
BOOK = load_rulebook("aladdin")
DEALT = (GemsDealt(BO, ("red", "green")), GemsDealt(ANA, ("blue", "red")))
SHOWN = DiceShown(BO, (Die("bronze", 4), Die("silver", 2)))


def told(*events: AnyEvent) -> State:
    state: State = GAME.start(BOOK, Setup((ANA, BO)))
    for event in events:
        ruling = GAME.course.judge(BOOK, state, event)
        assert ruling.verdict is Verdict.ALLOWED, str(ruling.reason)
        state = GAME.course.apply(state, event)
    return state


@pytest.mark.parametrize(
    ("before", "again", "said"),
    [
        (DEALT[:1], GemsDealt(BO, ("blue", "blue")), "Bo's starting gems are already entered."),
        ((*DEALT, SHOWN), SHOWN, "Bo has already set the dice."),
    ],
)
def test_nobody_is_told_of_twice(before: tuple[AnyEvent, ...], again: AnyEvent, said: str) -> None:
    ruling = GAME.course.judge(BOOK, told(*before), again)
    assert (ruling.verdict, str(ruling.reason)) == (Verdict.FORBIDDEN, said)
