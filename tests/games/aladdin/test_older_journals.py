"""Journals of before go on as they began: what they hold as an entry does not happen twice."""

from __future__ import annotations

from functools import reduce

import pytest

from referee.core.play.event import AnyEvent
from referee.core.table import Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin import GAME
from referee.games.aladdin.model.dice import Die
from referee.games.aladdin.stages.dice import DiceShown, GemsDealt
from referee.games.aladdin.stages.exploring import CardDrawn
from referee.games.aladdin.stages.lamp import LampTouched
from referee.games.aladdin.state import State

ANA, BO = Player("小明"), Player("ゆうこ")
BOOK = load_rulebook("aladdin")
BEGUN: tuple[AnyEvent, ...] = (GemsDealt(ANA, ("red", "blue")), GemsDealt(BO, ("green", "red")))
GREEDY = (
    DiceShown(ANA, (Die("bronze", 6), Die("silver", 2))),
    DiceShown(BO, (Die("silver", 1), Die("gold", 3))),
)
SIX = tuple(CardDrawn(ANA, card, 0) for card in ("talisman", *["red"] * 5))


def after(form: int, *events: AnyEvent) -> State:
    setup = Setup((ANA, BO), options={"variant": ("my-precious",)}, format=form)
    state: State = reduce(GAME.course.apply, events, GAME.start(BOOK, setup))
    return state


@pytest.mark.parametrize(
    ("form", "events", "asked"),
    [
        (1, (*BEGUN, *GREEDY, LampTouched((BO,))), "lamp.opponent"),
        (2, (*BEGUN, *GREEDY, LampTouched((BO,))), "lamp.stolen"),
        (1, (*BEGUN, *GREEDY, LampTouched(()), *SIX), "talisman.placed"),
        (2, (*BEGUN, *GREEDY, LampTouched(()), *SIX), "ring.card"),
    ],
)
def test_an_older_journal_asks_what_it_asked(
    form: int, events: tuple[AnyEvent, ...], asked: str
) -> None:
    stage = GAME.course.due(after(form, *events))
    assert stage is not None
    assert stage.id == asked
