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
from itertools import product
from typing import NamedTuple

from referee.games.colorful_treasure.model.plays.filling import Filling
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
from referee.games.colorful_treasure.model.plays.mending import Start
from referee.games.colorful_treasure.model.plays.pairs import Secrets, plunders_of, settlements

MOST_STATES = 1_500
"""Where a search has looked at so many states, it ends unsettled: nobody is blamed.

At a third of them where counts of cards are unknown.
"""
MOST_UNKNOWN = 2
"""Where more numbers of keys and chests are unknown, they can have been anybody's.

What fits then is unsettled, unless one of the guesses fits too.
"""
GUESSES = 4
"""As many numbers of keys and chests are tried before all others, where some are unknown."""
FEW_STATES = 60
"""As many states are looked at where only the blame hangs on it.

Where that was too few, the audit says that fewer statements may be to blame.
"""


MOST_UNFILLED = 3
"""After so many plays that fit only with numbers that were not found, a search ends unsettled."""
FILLING = 3
"""Looking for such numbers takes as long as looking at so many states."""


class Searched(NamedTuple):
    """Whether some plunders explain the hands; None where it would take too long to say."""

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
    most = FEW_STATES if told.is_brief else MOST_STATES // (1 if told.is_told else 3)
    count = 0
    otherwise: bool | None = False
    mending = Filling(told, aspects)
    for start in _starts(told, aspects):
        if count > most:
            return Searched(None, count)
        fits, states = _search_from(mending, start, most - count)
        count += 1 + states
        if fits and start.is_settled:
            return Searched(fits, count)
        if fits is None:
            otherwise = None
        if not start.is_settled and not fits:
            break
        if not start.is_settled:
            otherwise = None
    return Searched(otherwise, count)


def _search_from(mending: Filling, start: Start, most: int) -> Searched:
    """Look for the other plunders, for so many states at most."""
    first = mending.begin(start)
    if first is None:
        return Searched(found=False, states=0)
    states, seen, looked, unfilled = [first], {first}, 0, 0
    while states:
        looked += 1
        state = states.pop()
        mends = mending.mends(state)
        if mends is None:
            if not start.is_settled or mending.is_filled(state):
                return Searched(found=True, states=looked)
            looked += FILLING
            unfilled += 1
        if looked > most or unfilled == MOST_UNFILLED:
            return Searched(found=None, states=looked)
        can_be = [each for each in mends or () if mending.can_be(each)]
        if len(can_be) > 1:
            can_be.sort(key=mending.likelihood)
        for by, victim, kind in can_be:
            after = mending.after(state, by, victim, kind)
            if after not in seen:
                seen.add(after)
                states.append(after)
    return Searched(None if unfilled else False, looked)


def _starts(told: Hands, aspects: tuple[str, ...]) -> Iterator[Start]:
    """List how often everybody can have plundered gems, each with the ways to have come there.

    Where much is unknown of keys and chests, first as if they could have been anybody's.
    """
    seats = len(told.hands)
    secrets = tuple(
        Secrets(hand.piles[KEY], hand.piles[CHEST], hand.is_wild) for hand in told.hands
    )
    room = (told.room[KEY], told.room[CHEST])
    is_open = sum(n is None for hand in secrets for n in hand[:2]) > MOST_UNKNOWN
    if is_open:
        left, nobody = (told.plunders,) * seats, (0,) * seats
        held = tuple([sum(room[k] for k in (0, 1) if own[k] is None) for own in secrets])
        yield Start(left, told.plunders, left, held, secrets=0, ways=[nobody], is_settled=False)
    yield from _as_held(secrets, room)  # most often that is enough
    if is_open:
        return
    asks = [p for p, hand in enumerate(told.hands) if hand.wonders and EXPLORATION in aspects]
    counts_turns = not OF_TURNS.isdisjoint(aspects)
    yield from _settled(secrets, room, asks[0] if asks else None, counts_turns=counts_turns)


@lru_cache(maxsize=1024)
def _settled(
    secrets: tuple[Secrets, ...], room: tuple[int, int], loser: int | None, *, counts_turns: bool
) -> list[Start]:
    """List all ways to have come to these keys and chests."""
    found: dict[tuple[Counts, Counts, Counts, int], list[Counts]] = {}
    for settlement in settlements(secrets, room, loser, counts_turns=counts_turns):
        taken, lost, left, held = zip(*settlement, strict=True)
        found.setdefault((left, lost, held, sum(taken)), []).append(taken)
    return [
        Start(left, sum(left), lost, held, n, ways, is_settled=True)
        for (left, lost, held, n), ways in found.items()
    ]


@lru_cache(maxsize=1024)
def _as_held(secrets: tuple[Secrets, ...], room: tuple[int, int]) -> list[Start]:
    """Let everybody have taken the keys and chests that they hold, and nobody have lost any.

    For numbers that are unknown some are tried that leave many plunders.
    """
    found: dict[Counts, Start] = {}
    for keys, chests in product(*(_numbers(secrets, room, kind) for kind in (0, 1))):
        left = tuple(
            plunders_of(*own, is_wild=hand.is_wild)
            for *own, hand in zip(keys, chests, secrets, strict=True)
        )
        taken = tuple(map(sum, zip(keys, chests, strict=True)))
        held = tuple(
            n - (own.keys or 0) - (own.chests or 0) for n, own in zip(taken, secrets, strict=True)
        )
        none = (0,) * len(left)
        start = Start(left, sum(left), none, held, sum(taken), [taken], is_settled=True)
        if left not in found or start.secrets < found[left].secrets:
            found[left] = start
    return sorted(found.values(), key=lambda start: (-start.most, start.secrets))[:GUESSES]


def _numbers(secrets: Sequence[Secrets], room: tuple[int, int], kind: int) -> list[list[int]]:
    """List what everybody can hold of keys or of chests: at most one of the unknown is not 0."""
    told = [hand[kind] for hand in secrets]
    known = [n or 0 for n in told]
    rest = max(0, room[kind] - sum(known))
    return [known] + [
        [*known[:p], n, *known[p + 1 :]]
        for p, own in enumerate(told)
        if own is None
        for n in {1, rest} - {0}
        if n <= rest
    ]
