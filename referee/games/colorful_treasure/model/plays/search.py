"""Whether some play of the rules leaves these hands: turns, plunders, bonuses and tiles together.

What a player took from the field is what the player holds, less what was plundered, more what was
lost. Who took the keys and chests comes first, for they tell how often everybody plundered. Then
the search looks for the plunders of gems and diamond cards: it begins with none, and wherever the
hands contradict the rules it tries every plunder that could mend that, as far as the pairs of
tokens go. Diamonds need no search, for how many each player plundered is told by their cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.games.colorful_treasure.model.plays.hands import (
    ASPECTS,
    CHEST,
    EXPLORATION,
    KEY,
    OF_TURNS,
    Counts,
    Hands,
    borne_on,
    cards_alone,
)
from referee.games.colorful_treasure.model.plays.mending import Mending, Start
from referee.games.colorful_treasure.model.plays.pairs import Secrets, plunders_of, settlements

MOST_STATES = 3_000
"""Where a search has seen so many states, it ends unsettled: nobody is blamed."""
MOST_UNKNOWN = 2
"""Where more numbers of keys and chests are unknown, nothing is made of the others."""
FEW_STATES = 400
"""As many states are looked at where counts of cards are unknown: only the blame hangs on it.

Where that was too few, the audit says that fewer statements may be to blame.
"""


class Searched(NamedTuple):
    """Whether some plunders explain the hands; None where the search grew too long to say."""

    found: bool | None
    states: int


def search(told: Hands, aspects: tuple[str, ...] = ASPECTS) -> Searched:
    """Look for plunders that make the hands agree with the rules of these aspects.

    A smallest set to blame is asked for statement by statement, and tile by tile: most of what
    differs is nothing to these aspects, so it is left out of what is remembered.
    """
    return _searched(borne_on(told, aspects), aspects)


@lru_cache(maxsize=4096)
def _searched(told: Hands, aspects: tuple[str, ...]) -> Searched:
    alone = cards_alone(aspects)
    if 0 < len(alone) < len(aspects) and search(told, alone).found is False:
        return Searched(found=False, states=1)
    count, most = 0, MOST_STATES if told.is_told else FEW_STATES
    mending = Mending(told, aspects)
    for start in _starts(told, aspects):
        first = mending.begin(start)
        if first is None:
            continue
        states, seen = [first], {first}
        while states:
            state = states.pop()
            mends = mending.mends(state)
            if mends is None:
                return Searched(found=True, states=count + len(seen))
            if count + len(seen) > most:
                return Searched(found=None, states=count + len(seen))
            can_be = [each for each in mends if mending.can_be(each)]
            if len(can_be) > 1:
                can_be.sort(key=mending.likelihood)
            for by, victim, kind in can_be:
                after = mending.after(state, by, victim, kind)
                if after not in seen:
                    seen.add(after)
                    states.append(after)
        count += len(seen)
    return Searched(found=False, states=count)


def _starts(told: Hands, aspects: tuple[str, ...]) -> Iterator[Start]:
    """List how often everybody can have plundered gems, each with the ways to have come there.

    Where more is unknown of keys and chests, they can have been anybody's.
    """
    seats = len(told.hands)
    secrets = tuple(
        Secrets(hand.piles[KEY], hand.piles[CHEST], hand.is_wild) for hand in told.hands
    )
    if sum(n is None for hand in secrets for n in hand[:2]) > MOST_UNKNOWN:
        left = (told.plunders,) * seats
        yield Start(
            left, told.plunders, lost=left, secrets=0, ways=[(0,) * seats], is_settled=False
        )
        return
    if all(n is not None for hand in secrets for n in hand[:2]):
        yield _as_held(secrets)  # most often that is enough
    asks = [p for p, hand in enumerate(told.hands) if hand.wonders and EXPLORATION in aspects]
    room = (told.room[KEY], told.room[CHEST])
    counts_turns = not OF_TURNS.isdisjoint(aspects)
    found: dict[tuple[Counts, Counts, int], list[Counts]] = {}
    of_loser = asks[0] if asks else None
    for settlement in settlements(secrets, room, of_loser, counts_turns=counts_turns):
        taken, lost, left = zip(*settlement, strict=True)
        found.setdefault((left, lost, sum(taken)), []).append(taken)
    for (left, lost, n), ways in found.items():
        yield Start(left, sum(left), lost, n, ways, is_settled=True)


def _as_held(secrets: Sequence[Secrets]) -> Start:
    """Let everybody have taken the keys and chests that they hold, and nobody have lost any."""
    hands = [(hand.keys or 0, hand.chests or 0, hand.is_wild) for hand in secrets]
    left = tuple(plunders_of(keys, chests, is_wild=wild) for keys, chests, wild in hands)
    taken = tuple(keys + chests for keys, chests, _ in hands)
    return Start(left, sum(left), (0,) * len(hands), sum(taken), [taken], is_settled=True)
