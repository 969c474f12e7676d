"""What the referee concludes from what is public never contradicts the hidden truth."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.core.play.event import Event
from referee.core.ruling import Ruling, Verdict
from referee.core.table import FinalCount
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.model.bounds import drawable, max_in_bag, rest_of_treasure
from referee.games.no_swap_no_pay.model.coins import COLOURS, Coins
from referee.games.no_swap_no_pay.stages.draft import CoinsDrawn
from referee.games.no_swap_no_pay.state import State
from tests.games.no_swap_no_pay.evening import Evening
from tests.rooms import ROOMS

BOOK = ROOMS["no-swap-no-pay"].book


RARE = 300
"""Among the 500 evenings from here on is all that happens once in a thousand."""


def within(least: Coins, held: Coins, most: Coins) -> bool:
    return all(least[colour] <= held[colour] <= most[colour] for colour in COLOURS)


def watch(state: State, event: Event[State], ruling: Ruling) -> None:
    """A truthful event is never refused."""
    assert ruling.verdict is Verdict.ALLOWED, (event, str(ruling.reason))
    if isinstance(event, CoinsDrawn):
        assert within(Coins(), event.coins, drawable(BOOK, state))


class Watched(Evening):
    """An evening in which the truth is held against the bounds whenever coins have moved."""

    def look(self) -> None:
        for owner, bag in self.state.bags.items():
            held = self.coins(owner)
            assert held.total == bag.count
            assert within(bag.known, held, max_in_bag(self.state, owner)), (owner, held, bag)


def judged(final: FinalCount) -> str:
    """Audit a truthful final count: nothing, or a missed last donation, may be found."""
    findings = GAME.final.audit(BOOK, final)
    verdicts = [finding.verdict for finding in findings]
    missed = bool(final.evidence["missed"])
    assert verdicts == ([Verdict.TABLE_CALL] if missed else []), [str(f.reason) for f in findings]
    return "missed" if missed else "full"


def play_many(seats: int, times: int, seed: int) -> Counter[str]:
    ends: Counter[str] = Counter()
    for number in range(times):
        evening = Watched(BOOK, seats, seed + number, watch)
        final = evening.play()
        rest = rest_of_treasure(evening.state)
        assert rest == evening.state.treasure_left
        ends[judged(final)] += 1
        ends["short"] += any(round_ < evening.state.rounds for round_, _ in evening.state.missed)
    return ends


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_truth_always_lies_within_what_the_referee_concludes(seats: int) -> None:
    ends = play_many(seats, 500, 10_000 * seats + RARE)
    assert ends["full"]
    assert ends["missed"], "no bag was ever empty at the last donation"
    assert ends["short"], "no draft was ever short"


@pytest.mark.prove
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_truth_lies_within_over_many_more_evenings(seats: int) -> None:
    assert play_many(seats, 20_000, 1_000_000 * seats)["missed"]
