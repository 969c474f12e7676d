"""What the referee concludes from what is public never contradicts the hidden truth."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.core.play.event import Event
from referee.core.ruling import Ruling, Verdict
from referee.core.table import FinalCount
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.model.unseen import (
    can_hold,
    expected_leftover,
    possible_draws,
)
from referee.games.no_swap_no_pay.stages.draft import CoinsDrawn
from referee.games.no_swap_no_pay.state import State
from tests.games.no_swap_no_pay.evening import Evening
from tests.rooms import ROOMS

BOOK = ROOMS["no-swap-no-pay"].book

RARE = 300
"""Among the evenings from here on is all that happens once in a thousand."""


def watch(state: State, event: Event[State], ruling: Ruling) -> None:
    """A truthful event is never refused, nor said to be a contradiction."""
    assert ruling.verdict is Verdict.ALLOWED, (event, str(ruling.reason))
    assert "NSP-8.3" not in map(str, ruling.rules), (event, str(ruling.reason))


class Watched(Evening):
    """An evening in which each real bag is held against the record whenever coins have moved."""

    def look(self) -> None:
        for owner, bag in self.state.bags.items():
            held = self.coins(owner)
            assert held.total == bag.count
            assert can_hold(self.state, owner, held), (owner, held, bag)


def judged(final: FinalCount) -> str:
    """Audit a truthful final count: nothing is found, not even of a missed last donation."""
    assert [str(finding.reason) for finding in GAME.final.audit(BOOK, final)] == []
    return "missed" if final.evidence["missed"] else "full"


def play_many(kind: type[Evening], seats: int, times: int, seed: int) -> Counter[str]:
    ends: Counter[str] = Counter()
    for number in range(times):
        evening = kind(BOOK, seats, seed + number, watch)
        final = evening.play()
        assert expected_leftover(evening.state) == evening.state.treasure_left
        ends[judged(final)] += 1
        ends["short"] += any(round_ < evening.state.rounds for round_, _ in evening.state.missed)
    return ends


@pytest.mark.parametrize(
    "evenings", [20, pytest.param(60, id="same_seed", marks=pytest.mark.prove)]
)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_truthful_evening_is_ever_contradicted(seats: int, evenings: int) -> None:
    ends = play_many(Evening, seats, evenings, 10_000 * seats + RARE)
    assert ends["full"]
    assert ends["missed"] or ends["short"], "no bag was ever empty"


@pytest.mark.parametrize("evenings", [2, pytest.param(50, id="same_seed", marks=pytest.mark.prove)])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_real_bag_can_be_shown_at_any_moment(seats: int, evenings: int) -> None:
    assert play_many(Watched, seats, evenings, 10_000 * seats)["full"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_is_really_drawn_is_among_all_that_can_be_drawn(seats: int) -> None:
    def watch_draws(state: State, event: Event[State], ruling: Ruling) -> None:
        watch(state, event, ruling)
        if isinstance(event, CoinsDrawn):
            assert event.coins in possible_draws(state)

    for seed in range(4):
        Evening(BOOK, seats, seed, watch_draws).play()


@pytest.mark.prove
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_truth_lies_within_over_many_more_evenings(seats: int) -> None:
    assert play_many(Evening, seats, 4_000, 1_000_000 * seats)["missed"]
