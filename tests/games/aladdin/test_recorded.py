"""Recorded games: no card is lost, Sorcerers come in time, and a bust loses all that was drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.core.play.event import Event
from referee.games.aladdin.stages import exploring
from referee.games.aladdin.state import State
from tests import recorded
from tests.recorded import every, run, scenarios
from tests.rooms import ROOMS

Moment = recorded.Moment[State, Event[State]]
ROOM = ROOMS["aladdin"]
PATHS = scenarios(ROOM)
every_game = every(PATHS)
METALS = ("bronze", "silver", "gold")
STARTING_GEMS = 8
BEFORE_SORCERER = 20


def all_moments() -> Iterator[Moment]:
    for path in PATHS:
        yield from run(path).moments


def busts() -> list[Moment]:
    """List the moments in which a card made a bust."""
    found = []
    for each in all_moments():
        drawing = each.before.drawing
        if drawing and isinstance(each.event, exploring.CardDrawn):
            is_bust = drawing.scorpions + each.event.scorpions >= drawing.limit
            found += [each] if is_bust else []
    return found


@every_game
def test_no_card_is_lost_on_the_way(path: Path) -> None:
    for each in run(path).moments:
        state = each.after
        if len(state.dealt) < len(state.players):
            continue
        drawing = len(state.drawing.treasures) if state.drawing else 0
        held = sum(own.cards for own in state.holdings.values())
        lying = sum(state.discarded.values()) + state.surplus
        drawn = sum(map(state.drawn_from, METALS)) - len(state.sorcerers)
        assert held + lying + drawing == STARTING_GEMS + drawn


@every_game
def test_a_sorcerer_comes_after_twenty_treasures(path: Path) -> None:
    came = [
        (each.before, chest)
        for each in run(path).moments
        for chest in each.after.sorcerers
        if chest not in each.before.sorcerers
    ]
    assert came
    assert {before.drawn_from(chest) for before, chest in came} == {BEFORE_SORCERER}


def test_busts_are_recorded_also_in_the_turn_of_a_sorcerer() -> None:
    found = busts()
    assert len(found) >= len(PATHS)
    for each in found:
        assert each.after.holdings == each.before.holdings
    drawings = [(each.before.drawing, each.before.sorcerers) for each in found]
    assert any(own and {*out} - {own.chest} for own, out in drawings)
    assert any(each.event.card == "talisman" for each in found if hasattr(each.event, "card"))
