"""Whether some play of the rules leads to these hands.

A player took from the field what the player holds, less what was plundered, more what was lost.
The keys and chests come first, because they limit how often everybody plundered. Then follows a
search for the plunders of gems and diamond cards: it begins with none, and wherever the hands
contradict the rules it tries every plunder that could explain that, as long as pairs of tokens are
left. Diamonds need no search: how many each player plundered follows from their cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.games.colorful_treasure.model.audit.secrets import (
    Secrets,
    Settlement,
    plunders_of,
    settlements,
)
from referee.games.colorful_treasure.model.audit.turns import (
    LOOT,
    Counts,
    Plunder,
    Rounds,
    Taking,
    with_more,
)
from referee.games.colorful_treasure.model.holding import EXPLORATION, GEM

COLOURS, DIAMOND, KEY, CHEST = range(5), 5, 6, 7
"""The places in the piles of a hand; gems and diamond cards are loot, keys and chests come last."""
DIAMONDS, TILES_EARNED, TURNS, LAST_ROUND = "diamonds", "tiles", "turns", "last round"
ASPECTS = (DIAMONDS, GEM, EXPLORATION, TILES_EARNED, TURNS, LAST_ROUND)
"""What the hands are checked against."""
OF_TURNS = frozenset((TURNS, LAST_ROUND))
"""The aspects that depend on turns, not only on cards and plunders."""
MOST_STATES = 1_500
"""A search that has looked at more states ends undecided."""


class Hand(NamedTuple):
    """What a player holds, and what the player must have had for it.

    ``piles`` are cards by kind; ``colours`` and ``wonders`` are as many as the player's bonus cards
    need, or 0; ``shown`` are the wonders shown, at most; ``thirds`` counts the tiles that needed a
    third gem. ``any_token`` says that the player used the tile for any token.
    """

    piles: Counts
    diamonds: int
    taking: Taking
    colours: int = 0
    wonders: int = 0
    shown: int = 0
    thirds: int = 0
    any_token: bool = False


class Hands(NamedTuple):
    """All hands clockwise, and what box and rules say of them together.

    ``in_box`` are the keys and chests of the box, ``last_sum`` is the least that the last takes of
    all players add up to, ``third`` the gems that earn a tile. ``in_rows`` says that some players
    in a row can have had one turn more.
    """

    hands: tuple[Hand, ...]
    in_box: tuple[int, int]
    last_sum: int
    third: int
    in_rows: bool = False

    def needed_for(self, aspects: tuple[str, ...]) -> Hands:
        """Leave out what these aspects do not need, so that more tables share a cached search."""
        gem, explored, tiles = (each in aspects for each in (GEM, EXPLORATION, TILES_EARNED))
        hands = tuple(
            hand._replace(
                colours=hand.colours * gem,
                wonders=hand.wonders * explored,
                shown=hand.shown * explored,
                thirds=hand.thirds * tiles,
            )
            for hand in self.hands
        )
        return self._replace(hands=hands, last_sum=self.last_sum if LAST_ROUND in aspects else 0)


class Searched(NamedTuple):
    """Whether some plunders explain the hands; None where it would take too long to say."""

    found: bool | None
    states: int


class _State(NamedTuple):
    """The gems and diamond cards that everybody took and lost, and how many plunders are left."""

    taken: tuple[Counts, ...]
    lost: tuple[Counts, ...]
    left: Counts


def of_cards_alone(aspects: Sequence[str]) -> tuple[str, ...]:
    """List the aspects that do not depend on turns."""
    return tuple(aspect for aspect in aspects if aspect not in OF_TURNS)


def search(hands: Hands, aspects: tuple[str, ...] = ASPECTS) -> Searched:
    """Look for plunders that make the hands agree with the rules of these aspects."""
    return _searched(hands.needed_for(aspects), aspects)


@lru_cache(maxsize=4096)
def _searched(hands: Hands, aspects: tuple[str, ...]) -> Searched:
    alone = of_cards_alone(aspects)
    if 0 < len(alone) < len(aspects) and search(hands, alone).found is False:
        return Searched(found=False, states=1)
    states, plunders = 0, _Search(hands, aspects)
    for start in _starts(hands, aspects):
        if states > MOST_STATES:
            return Searched(None, states)
        found, more = plunders.run(start, MOST_STATES - states)
        states += 1 + more
        if found is not False:
            return Searched(found, states)
    return Searched(found=False, states=states)


def _starts(hands: Hands, aspects: tuple[str, ...]) -> Iterator[Settlement]:
    """List where the keys and chests can have come from; first, that nobody plundered any."""
    secrets = tuple(
        Secrets(hand.piles[KEY], hand.piles[CHEST], hand.any_token) for hand in hands.hands
    )
    left = tuple(plunders_of(own.keys, own.chests, any_token=own.any_token) for own in secrets)
    taken = tuple(own.keys + own.chests for own in secrets)
    yield Settlement(left, (0,) * len(left), [taken])
    loser = next((p for p, hand in enumerate(hands.hands) if hand.wonders), None)
    counts_turns = not OF_TURNS.isdisjoint(aspects)
    yield from settlements(secrets, hands.in_box, loser, counts_turns=counts_turns)


class _Search:
    """A search for the plunders of gems and diamond cards."""

    def __init__(self, hands: Hands, aspects: tuple[str, ...]) -> None:
        """Read once what does not differ from state to state."""
        self._hands, self._third, self._aspects = hands.hands, hands.third, aspects
        self._seats = range(len(hands.hands))
        loot = tuple(hand.piles[:KEY] for hand in hands.hands)
        self._first = _State(loot, ((0,) * len(LOOT),) * len(loot), (0,) * len(loot))
        self._with_needs = [
            p for p, own in enumerate(self._hands) if own.colours or own.wonders or own.thirds
        ]
        """Players who must have had cards that they may have lost; only their losses are kept."""
        takings = [hand.taking for hand in hands.hands]
        self._rounds = Rounds(
            takings, hands.last_sum, in_rows=hands.in_rows, counts_turns=TURNS in aspects
        )
        self._checks_turns = not OF_TURNS.isdisjoint(aspects)

    def run(self, start: Settlement, most: int) -> Searched:
        """Look for the other plunders, in so many states at most."""
        first = self._begin(start)
        if first is None:
            return Searched(found=False, states=0)
        states, seen, looked = [first], {first}, 0
        while states:
            looked += 1
            state = states.pop()
            missing = self._missing(state)
            if missing is None:
                return Searched(found=True, states=looked)
            if looked > most:
                return Searched(found=None, states=looked)
            possible = [each for each in missing if self._is_possible(each)]
            possible.sort(key=self._likelihood)
            for plunder in possible:
                after = self._after(state, plunder)
                if after not in seen:
                    seen.add(after)
                    states.append(after)
        return Searched(found=False, states=looked)

    def _begin(self, start: Settlement) -> _State | None:
        """Return the state after the keys and chests came so; None if it rules out a play."""
        first = self._state = self._first._replace(left=start.left)
        self._start = start
        if self._missing_diamonds(self._diamonds_alone()) == []:
            return None
        self._ways = start.ways
        if self._checks_turns:
            most = sum(start.left)
            self._ways = [
                way
                for way in start.ways
                if self._rounds.can_be_equal(_piles(first.taken, way), start.left, most)
            ]
        return first if self._ways else None

    def _after(self, state: _State, plunder: Plunder) -> _State:
        by, victim, kind = plunder
        taken, lost, left = list(state.taken), list(state.lost), list(state.left)
        taken[victim] = with_more(taken[victim], kind, 1)
        taken[by] = with_more(taken[by], kind, -1)
        if victim in self._with_needs:
            lost[victim] = with_more(lost[victim], kind, 1)
        left[by] -= 1
        return _State(tuple(taken), tuple(lost), tuple(left))

    def _missing(self, state: _State) -> list[Plunder] | None:
        """List plunders one of which must have happened; None if nothing contradicts the rules."""
        self._state, self._has_spare = state, True
        for p, taken in enumerate(state.taken):
            if (fewest := min(taken)) < 0:
                return self._losses(p, (taken.index(fewest),))
        alone = self._diamonds_alone()
        missing = self._missing_diamonds(alone)
        if missing is None and self._with_needs:
            missing = self._missing_cards(alone)
        if missing is not None or not self._checks_turns:
            return missing
        found: dict[Plunder, None] = {}
        for way in self._ways:
            piles = _piles(state.taken, way)
            of_turns = self._rounds.missing(piles, state.left, self._plunders)
            if of_turns is None:
                return None
            found |= dict.fromkeys(of_turns)
        return list(found)

    def _is_possible(self, plunder: Plunder) -> bool:
        """Whether a plunder is still possible in the state just looked at.

        A card that the plunderer does not hold in the end was plundered again by somebody else. If
        every plunder left is needed for a diamond, only the card of such a diamond is possible.
        """
        by, victim, kind = plunder
        left = self._state.left
        if not left[by] or not (self._has_spare or (kind == DIAMOND and victim in self._brought)):
            return False
        return self._state.taken[by][kind] > 0 or self._plunders > max(1, left[by])

    @property
    def _plunders(self) -> int:
        """Count the plunders that there can be beyond those of the state just looked at."""
        return sum(self._state.left)

    def _likelihood(self, plunder: Plunder) -> tuple[bool, bool]:
        """Return whether the plunderer has the card now, and whether the victim has one like it."""
        by, victim, kind = plunder
        return self._state.taken[by][kind] > 0, self._state.taken[victim][kind] > 0

    def _diamonds_alone(self) -> Sequence[int]:
        """Count everybody's diamonds that came without their cards. Cites: COL-2.5, COL-3.3."""
        if DIAMONDS not in self._aspects:
            return (0,) * len(self._seats)
        taken = self._state.taken
        return [max(0, hand.diamonds - taken[p][DIAMOND]) for p, hand in enumerate(self._hands)]

    def _missing_diamonds(self, alone: Sequence[int]) -> list[Plunder] | None:
        """List what can explain that somebody has more diamonds than cards and plunders."""
        left, due = self._state.left, sum(alone)
        if due > self._plunders:
            return []
        if due and due == self._plunders:
            self._has_spare = False
            self._brought = {p for p in self._seats if alone[p]}
        for p in self._seats:
            if alone[p] > left[p]:
                return self._losses(p, (DIAMOND,)) if self._can_be_lost() else []
        return None

    def _can_be_lost(self) -> bool:
        """Whether others can have plundered the diamond cards that must have been lost.

        A player with more diamonds without a card than plunders lost a card for each. The player
        who plundered it still has it, and has one diamond less to explain or plundered another.
        """
        lost, free = 0, 0
        for p, left in enumerate(self._state.left):
            cards = self._state.taken[p][DIAMOND]
            own = self._hands[p].diamonds - cards
            lost += max(0, own - left)
            free += max(0, min(left, (left - own) // 2, cards))
        return lost <= free

    def _missing_cards(self, alone: Sequence[int]) -> list[Plunder] | None:
        """List what can explain bonus cards and tiles for which a player never had the cards."""
        missing: list[Plunder] | None = None
        due, left = sum(alone), self._state.left
        for p in self._with_needs:
            hand, lost = self._hands[p], self._state.lost[p]
            others, of_player = sum(left) - left[p], 0
            if hand.colours:
                absent = [kind for kind in COLOURS if not hand.piles[kind] and not lost[kind]]
                colours = hand.colours - (len(COLOURS) - len(absent))
                if colours > 0:
                    missing = missing or self._losses(p, absent)
                    of_player = colours
            if hand.thirds:
                thirds = hand.thirds - self._thirds(p, lost)
                if thirds > 0:
                    short = [max(1, self._third - hand.piles[k] - lost[k]) for k in COLOURS]
                    kinds = [kind for kind in COLOURS if short[kind] <= others - thirds + 1]
                    missing = missing or self._losses(p, kinds)
                    of_player = max(of_player, thirds - 1 + min(short))
            if hand.wonders:
                ever = min(hand.shown, sum(hand.piles)) + sum(lost) + self._start.lost[p]
                cards = hand.wonders - ever
                if cards > 0:
                    missing = missing or self._losses_of_any_card(p)
                    of_player = max(of_player, cards - alone[p])
            due += of_player
            if of_player > others:
                return []
        return [] if due > self._plunders else missing

    def _thirds(self, p: int, lost: Counts) -> int:
        """Count how often a colour came to its third gem, at most. Cites: COL-5.2, COL-5.3."""
        found = 0
        for kind in COLOURS:
            had = self._hands[p].piles[kind] + lost[kind]
            if had >= self._third:
                found += 1 + min(lost[kind], had - self._third)
        return found

    def _losses(self, p: int, kinds: Iterable[int]) -> list[Plunder]:
        return [Plunder(by, p, kind) for kind in kinds for by in self._seats if by != p]

    def _losses_of_any_card(self, p: int) -> list[Plunder]:
        """List the plunders by which a player can have lost any gem or diamond card.

        One colour stands for all of them if no other aspect is about gems.
        """
        if not {*self._aspects} <= {EXPLORATION, DIAMONDS}:
            return self._losses(p, LOOT)
        taken = self._state.taken
        gems = [
            Plunder(by, p, max(COLOURS, key=taken[by].__getitem__)) for by in self._seats if by != p
        ]
        return [*self._losses(p, (DIAMOND,)), *gems]


def _piles(taken: Sequence[Counts], secrets: Counts) -> list[Counts]:
    """Return what everybody took, keys and chests together last. Cites: COL-2.3."""
    return [(*own, n) for own, n in zip(taken, secrets, strict=True)]
