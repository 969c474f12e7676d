"""What can come at any prompt while the sand runs, and what has happened there already.

These are properties of all prompts: strangers play, and it is tried at every one they come to.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import inf
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from referee.core.play.event import AnyEvent
from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.games.sidibaba.stages import COURSE
from referee.games.sidibaba.stages.losses import catch_party
from referee.games.sidibaba.state import EVENTS_UNDER_WAY, GENIES_UNDER_WAY, State
from referee.testing.play import random_player
from tests.games.sidibaba import oracle, seen
from tests.rooms import ROOMS

ROOM = ROOMS["sidibaba"]
BEFORE_THE_SAND = {"setup.lamps", "setup.entrance", "setup.order", "end.tokens"}
PROMPTS = {stage.id for stage in COURSE.stages} - BEFORE_THE_SAND
TABLES = 10
MOST = 24
"""How often a prompt is looked at: some come at every turn. The proof always looks."""
at_most = pytest.mark.parametrize("most", [MOST, pytest.param(inf, marks=pytest.mark.prove)])


class Met(NamedTuple):
    """A prompt while the sand runs, and what led to it."""

    state: State
    step: Step
    before: State
    event: AnyEvent


@cache
def prompts(most: float) -> tuple[Met, ...]:
    """Give every prompt while the sand runs, at many tables of strangers."""
    found = []
    met = Counter[str]()
    for seats in range(2, 7):
        for seed in range(TABLES):
            before: State | None = None
            for session in random_player(ROOM, ROOM.setup(seats, seed), seed):
                state, step = session.state, session.step
                if before and step and state.order and not state.outcome and met[step.id] < most:
                    met[step.id] += 1
                    found.append(Met(state, step, before, session.log()[-1]))
                before = state
    assert met.keys() == PROMPTS, PROMPTS - met.keys()
    return tuple(found)


def is_open(state: State, event: AnyEvent) -> bool:
    return not ROOM.game.course.judge(ROOM.book, state, event).verdict.stops_play


@at_most
def test_genies_events_and_sand_can_be_reported_at_every_prompt(most: float) -> None:
    for state, step, *_ in prompts(most):
        reports = {"genie", "sand"} | ({"event"} if state.variant.has_events else set())
        assert reports <= {beside.keyword for beside in step.alternatives}, step.id
        assert is_open(state, seen.SandRanOut(again=state.has_just_changed_lamps)), step.id
        fresh = replace(state, genie_used=False, events_held=1)
        for player in state.players:
            holding = fresh.having(player, oracle.GENIE)
            is_free = not state.pending_of(*GENIES_UNDER_WAY)
            assert is_open(holding, seen.GenieUsed(player, "light")) == is_free, step.id
            used = replace(holding, genie_used=True)
            assert not is_open(used, seen.GenieUsed(player, "light")), step.id
        if state.variant.has_events:
            is_free = not state.pending_of(*EVENTS_UNDER_WAY)
            assert is_open(fresh, seen.EventPlayed("movement", arrows=1)) == is_free, step.id
            assert not is_open(replace(fresh, events_held=0), seen.EventPlayed("thief")), step.id


@at_most
def test_what_was_lost_is_gone_at_every_prompt_whosever_it_was(most: float) -> None:
    for state, step, *_ in prompts(most):
        left = oracle.LAMPS - state.discarded - 1  # one burns, or will: its three minutes run
        again = state.has_just_changed_lamps
        dark = seen.SandRanOut(again=again).apply(state)
        assert (dark.outcome == "lamps-out") == (left == 0), step.id
        assert dark.discarded == state.discarded + 1, step.id
        met = catch_party(state)
        assert (met.outcome == "caught") == (left == 0), step.id
        assert met.discarded == state.discarded + (left > 0), step.id


def losses(before: State, event: AnyEvent) -> int:
    """Count the lamps that an event costs, as the rules have it."""
    left = oracle.LAMPS - before.discarded - 1
    match event:
        case seen.LootDrawn(tokens=tokens):
            return min(left, tokens.count("curse"))
        case seen.SandRanOut():
            return 1
        case seen.GenieUsed(genie="light"):
            return -min(2, before.discarded)
        case seen.SquareEntered(what="leader"):
            return min(left, 1)
        case seen.LeaderMoved(reaches=True) if not before.maze:
            return min(left, 1)
    return 0


@at_most
def test_a_loss_happens_with_the_event_that_costs_it(most: float) -> None:
    costs: Counter[str] = Counter()
    for state, _, before, event in prompts(most):
        if before.order and not state.maze:
            lost = losses(before, event)
            assert state.discarded == before.discarded + lost, event
            costs[type(event).__name__] += lost != 0
    assert {"LootDrawn", "SandRanOut", "SquareEntered", "LeaderMoved"} <= costs.keys()


def test_the_thief_may_take_a_curse_that_was_kept_by_table_decision() -> None:
    session = Session(ROOM.game, ROOM.book, ROOM.setup(2, 0))
    loop = GameLoop(session)
    for words in ("1", "f", "chest", "g 1", "g", "1", "genie 1 light", "c"):
        loop.feed(words)
    loop.feed("/overrule it was agreed")
    assert loop.feed("event thief").is_taken
    assert session.step is not None
    offered = [session.step.answers.offer(n) for n in range(session.step.answers.size)]
    assert offered == ["@Ana", "@007", "@Ana 1", "@Ana curse", "@007 1"]
    assert loop.feed("Ana curse").is_taken
