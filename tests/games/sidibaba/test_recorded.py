"""Recorded games: lamps, the marching order, events, genies and sand, move by move."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from referee.games.sidibaba.state import State
from tests import recorded
from tests.games.sidibaba import seen
from tests.recorded import Recorded, every, scenarios
from tests.rooms import ROOMS

Moment = recorded.Moment[State, seen.Event]
ROOM = ROOMS["sidibaba"]
PATHS = scenarios(ROOM)
every_game = every(PATHS)
LAMPS = 12
GLASS = 180


@cache
def run(path: Path) -> Recorded[State, seen.Event]:
    return Recorded(ROOM, path)


def end_of(path: Path) -> State:
    state: State = run(path).session.state
    return state


@every_game
def test_no_lamp_is_lost_on_the_way(path: Path) -> None:
    for each in run(path).moments:
        state = each.after
        held = sum(state.lamps.values())
        assert held - state.owed + state.discarded + state.is_lit == LAMPS


@every_game
def test_the_order_is_always_one_of_all_adventurers(path: Path) -> None:
    orders = {each.after.order for each in run(path).moments} - {()}
    assert {frozenset(order) for order in orders} == {frozenset(end_of(path).players)}
    assert {len(order) for order in orders} == {len(end_of(path).players)}


@every_game
def test_an_event_is_drawn_when_the_sand_runs_out_and_one_goes_when_it_is_played(
    path: Path,
) -> None:
    for each in run(path).moments:
        more = each.after.events_held - each.before.events_held
        is_drawn = isinstance(each.event, seen.SandRanOut) and not each.after.outcome
        has_events = each.before.variant.has_events
        assert more == has_events * (is_drawn - isinstance(each.event, seen.EventPlayed))


@every_game
def test_a_genie_is_used_once_while_a_lamp_burns(path: Path) -> None:
    used = Counter(
        each.before.glass for each in run(path).moments if isinstance(each.event, seen.GenieUsed)
    )
    assert max(used.values(), default=0) <= 1


@every_game
def test_sand_of_three_minutes_runs_from_the_first_lamp_to_the_last(path: Path) -> None:
    for each in run(path).moments:
        step = ROOM.game.course.step(run(path).book, each.before)
        assert step is not None
        runs = not step.id.startswith(("setup.", "end."))
        assert (step.timer and step.timer.seconds) == (GLASS if runs else None)
