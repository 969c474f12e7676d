"""Truthful evenings, told by the round: the record counts the same bags and finds nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.core.play.event import Event
from referee.core.ruling import Ruling
from referee.core.table import ROUND, FinalCount, Setup
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.stages.by_round import ChallengesNotNoted, DepthChosen
from referee.games.no_swap_no_pay.stages.challenge import Challenged, CoinStolen, Donation
from referee.games.no_swap_no_pay.stages.draft import CoinsDrawn, Drafted, GhostFed
from referee.games.no_swap_no_pay.stages.reveal import PurpleDeclared, Revealed
from referee.games.no_swap_no_pay.state import State
from tests.games.no_swap_no_pay.evening import Evening
from tests.rooms import ROOMS

UNNOTED = (GhostFed, CoinsDrawn, Drafted, Donation)
"""What a round does not leave."""
BOOK = ROOMS["no-swap-no-pay"].book


def told(seats: int, seed: int) -> tuple[list[Event[State]], FinalCount, State]:
    """Play a truthful evening by the turn."""
    events: list[Event[State]] = []

    def keep(_: State, event: Event[State], ruling: Ruling) -> None:
        assert not ruling.verdict.stops_play
        events.append(event)

    evening = Evening(BOOK, seats, seed, keep)
    return events, evening.play(), evening.state


def by_round(events: list[Event[State]], setup: Setup) -> State:
    """Tell it by the round; each event must be allowed in its turn."""
    state: State = GAME.start(BOOK, replace(setup, by=ROUND))
    for event in events:
        if not isinstance(event, UNNOTED):
            ruling = GAME.course.judge(BOOK, state, event)
            assert not ruling.verdict.stops_play, ruling.reason
            state = GAME.course.apply(state, event)
    return state


def count_of(state: State) -> FinalCount:
    found = GAME.final.count(state)
    assert isinstance(found, FinalCount)
    return found


@pytest.mark.parametrize("seats", GAME.players)
def test_with_all_challenges_the_bags_are_those_by_the_turn(seats: int) -> None:
    paid = 0
    for seed in range(12):
        events, final, end = told(seats, seed)
        state = by_round(events, end.setup)
        assert state.bags == end.bags
        assert (state.treasure, state.missed) == (end.treasure, end.missed)
        count = count_of(state)
        assert count.holdings == final.holdings
        assert {*GAME.final.audit(BOOK, count)} <= {*GAME.final.audit(BOOK, final)}
        assert GAME.final.scoresheet(BOOK, count) == GAME.final.scoresheet(BOOK, final)
        paid += sum(isinstance(event, CoinStolen) for event in events)
    assert paid


@pytest.mark.parametrize("seats", GAME.players)
def test_without_them_nothing_speaks_against_the_bags(seats: int) -> None:
    for seed in range(6):
        events, final, end = told(seats, seed)
        captain, *rest = events
        at_the_end = [event for event in rest if isinstance(event, Revealed | PurpleDeclared)]
        unnoted = [ChallengesNotNoted()] * end.rounds
        state = by_round([captain, *unnoted, *at_the_end], end.setup)
        count = count_of(state)
        assert count.evidence["unnoted"] == tuple(range(1, end.rounds + 1))
        said = {each.reason for each in GAME.final.audit(BOOK, count)}
        assert said <= {each.reason for each in GAME.final.audit(BOOK, final)}
        assert GAME.final.scoresheet(BOOK, count) == GAME.final.scoresheet(BOOK, final)


@pytest.mark.parametrize("seats", GAME.players)
def test_the_rest_of_a_round_is_left_from_anywhere_in_it(seats: int) -> None:
    """Whoever stops to write in the midst of a round still has the right bags behind it."""
    events, _, end = told(seats, seats)
    for at in range(1, len(events)):
        state = GAME.start(BOOK, end.setup)
        for event in events[:at]:
            state = GAME.course.apply(state, event)
        if state.is_played:
            break
        now = state.round
        rest = [each for each in events[at:] if not isinstance(each, UNNOTED)]
        state = GAME.course.apply(state, DepthChosen(ROUND))
        if isinstance(rest[0], Challenged) or not hasattr(rest[0], "challenger"):
            for event in rest:
                state = GAME.course.apply(state, event)
            assert state.bags == end.bags, f"left in round {now}, after {events[at - 1]}"
            assert GAME.final.audit(BOOK, count_of(state)) == ()
