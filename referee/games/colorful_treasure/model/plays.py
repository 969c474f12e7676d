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
from itertools import combinations
from typing import NamedTuple, TypeAlias

from referee.games.colorful_treasure.model.pairs import Secrets, Settlement, settlements
from referee.games.colorful_treasure.model.turns import (
    ENDLESS,
    Piles,
    Span,
    Taking,
    last_takes,
    span_of,
    turns_needed,
)

COLOURS, DIAMOND, KEY, CHEST = range(5), 5, 6, 7
LOOT = range(6)
"""The places of gems and diamond cards in the piles of a hand; keys and chests come after."""
TAKEN = range(7)
"""The places of what was taken: keys and chests together, which are one take. Cites: COL-2.3."""
DIAMONDS, GEM_BONUS, EXPLORATION, TILES_EARNED, TURNS, LAST_ROUND = (
    "diamonds", "gem", "exploration", "tiles", "turns", "last round",
)  # fmt: skip
ASPECTS = (DIAMONDS, GEM_BONUS, EXPLORATION, TILES_EARNED, TURNS, LAST_ROUND)
"""What the hands are held against, the budget of plunders beside each."""
MOST_STATES = 3_000
"""Where a search has seen so many states, it ends unsettled: nobody is blamed."""
MOST_UNKNOWN = 2
"""Where more numbers of keys and chests are unknown, nothing is made of the others."""
FEW_STATES = 400
"""As many states are looked at where counts of cards are unknown: only the blame hangs on it.

Where that was too few, the audit says that fewer statements may be to blame.
"""
_ANY_TAKING = Taking(0)
"""Stands where nothing is asked of turns."""
_Counts: TypeAlias = tuple[int, ...]


class Hand(NamedTuple):
    """What is told of a player. An unknown number is None.

    ``piles`` are cards by kind; ``colours`` and ``wonders`` are asked for by the bonus cards of
    the player, or 0, and ``shown`` the wonders shown, at most; ``thirds`` are the tiles that a
    third gem was needed for. ``is_wild`` where the player used the tile for any token.
    """

    piles: tuple[int | None, ...]
    diamonds: int | None
    taking: Taking
    colours: int = 0
    wonders: int = 0
    shown: int = 0
    thirds: int = 0
    is_wild: bool = False


class Hands(NamedTuple):
    """All hands clockwise, and what the box and the way of playing ask of them together.

    ``held`` are the cards that all hold together, from and to; ``early`` how many of them were
    taken before the last round at most, None where there is none; ``plunders`` how many there can
    have been in all. ``third`` is the gem that earns a tile, ``in_rows`` tells that some players
    in a row can have had one turn more than the others.
    """

    hands: tuple[Hand, ...]
    room: _Counts
    held: tuple[int, int]
    early: int | None
    plunders: int
    third: int
    in_rows: bool = False


class _State(NamedTuple):
    """What everybody took, what they lost of it, and how often they can still plunder."""

    taken: tuple[_Counts, ...]
    lost: tuple[_Counts, ...]
    left: _Counts


_Plunder: TypeAlias = tuple[int, int, int]
"""Who plundered, from whom, and which kind of card."""


class Searched(NamedTuple):
    """Whether some plunders explain the hands; None where the search grew too long to say."""

    found: bool | None
    states: int


def search(told: Hands, aspects: tuple[str, ...] = ASPECTS) -> Searched:
    """Look for plunders that make the hands agree with the rules of these aspects.

    A smallest set to blame is asked for statement by statement, and tile by tile: most of what
    differs is nothing to these aspects, so it is left out of what is remembered.
    """
    return _searched(_borne_on(told, aspects), aspects)


def _borne_on(told: Hands, aspects: tuple[str, ...]) -> Hands:
    """Leave out what these aspects do not ask for."""
    turns = TURNS in aspects or LAST_ROUND in aspects
    diamonds, gem, explored, tiles = (
        aspect in aspects for aspect in (DIAMONDS, GEM_BONUS, EXPLORATION, TILES_EARNED)
    )
    hands = tuple(
        Hand(
            piles=hand.piles,
            diamonds=hand.diamonds if diamonds else None,
            taking=hand.taking if turns else _ANY_TAKING,
            colours=hand.colours if gem else 0,
            wonders=hand.wonders if explored else 0,
            shown=hand.shown if explored and hand.wonders else 0,
            thirds=hand.thirds if tiles else 0,
            is_wild=hand.is_wild,
        )
        for hand in told.hands
    )
    if turns:
        return told._replace(hands=hands, early=told.early if LAST_ROUND in aspects else None)
    return told._replace(hands=hands, held=(0, 0), early=None, in_rows=False)


@lru_cache(maxsize=4096)
def _searched(told: Hands, aspects: tuple[str, ...]) -> Searched:
    cards_alone = tuple(aspect for aspect in aspects if aspect not in {TURNS, LAST_ROUND})
    if 0 < len(cards_alone) < len(aspects) and search(told, cards_alone).found is False:
        return Searched(found=False, states=1)
    is_told = all(n is not None for hand in told.hands for n in hand.piles)
    count, most = 0, MOST_STATES if is_told else FEW_STATES
    looked = _Search(told, aspects)
    for settlement in _settlements(told, aspects):
        first = looked.begin(settlement)
        states, seen = [first], {first}
        while states:
            state = states.pop()
            mends = looked.mends(state)
            if mends is None:
                return Searched(found=True, states=count + len(seen))
            if count + len(seen) > most:
                return Searched(found=None, states=count + len(seen))
            can_be = [each for each in mends if state.left[each[0]]]
            for by, victim, kind in sorted(can_be, key=looked.likelihood):
                after = looked.after(state, by, victim, kind)
                if after not in seen:
                    seen.add(after)
                    states.append(after)
        count += len(seen)
    return Searched(found=False, states=count)


def _settlements(told: Hands, aspects: tuple[str, ...]) -> Sequence[Settlement | None]:
    secrets = tuple(
        Secrets(hand.piles[KEY], hand.piles[CHEST], hand.is_wild) for hand in told.hands
    )
    if sum(n is None for hand in secrets for n in hand[:2]) > MOST_UNKNOWN:
        return (None,)
    asks = [p for p, hand in enumerate(told.hands) if hand.wonders and EXPLORATION in aspects]
    room = (told.room[KEY], told.room[CHEST])
    counts_turns = TURNS in aspects or LAST_ROUND in aspects
    return settlements(secrets, room, asks[0] if asks else None, counts_turns=counts_turns)


class _Search:
    """What is wrong with a state of the search, and which plunders could mend it."""

    def __init__(self, told: Hands, aspects: tuple[str, ...]) -> None:
        self.told = told
        self.hands = told.hands
        self.seats = range(len(told.hands))
        self.aspects = aspects
        loot = [hand.piles[:KEY] for hand in told.hands]
        known = [sum(piles[kind] or 0 for piles in loot) for kind in LOOT]
        self.loot_left = tuple(max(0, told.room[kind] - known[kind]) for kind in LOOT)
        self.loot_known = sum(known)
        self.loot_unknown = [
            tuple(kind for kind in LOOT if piles[kind] is None and self.loot_left[kind])
            for piles in loot
        ]
        self.loot_taken = [tuple(n or 0 for n in piles) for piles in loot]
        self.asks = [bool(hand.colours or hand.wonders or hand.thirds) for hand in self.hands]
        """Of whom anything is asked that they can have lost; of others it is not remembered."""
        self.lost_nothing = ((0,) * len(LOOT),) * len(self.seats)
        self.state = self.begin(None)
        found = sum(hand.diamonds or 0 for hand in told.hands if hand.piles[DIAMOND] is None)
        is_told = DIAMONDS in aspects and None in [hand.piles[DIAMOND] for hand in told.hands]
        self.shared = found - self.rest[DIAMOND] if is_told else 0
        """Diamonds of hands whose diamond cards are unknown, and which no card can have brought."""

    def begin(self, settled: Settlement | None) -> _State:
        """Go on from who took which keys and chests; without it they can have been anybody's."""
        if settled:
            secrets = [share.taken for share in settled]
            left = tuple([share.plunders for share in settled])
        else:
            secrets, left = [0] * len(self.seats), (self.told.plunders,) * len(self.seats)
        taken = sum(secrets)
        room = max(0, self.told.room[KEY] + self.told.room[CHEST] - taken)
        self.rest = (*self.loot_left, room)
        """Of each kind what nobody is known to hold, keys and chests together."""
        self.known = self.loot_known + taken
        is_open = settled is None and room > 0
        self.unknown = [(*kinds, KEY) if is_open else kinds for kinds in self.loot_unknown]
        self.is_open = any(self.unknown)
        self.secrets_lost = [share.lost for share in settled] if settled else left
        self.state = _State(
            taken=tuple([(*own, n) for own, n in zip(self.loot_taken, secrets, strict=True)]),
            lost=self.lost_nothing,
            left=left,
        )
        return self.state

    def after(self, state: _State, by: int, victim: int, kind: int) -> _State:
        """Give the state in which there was this plunder too."""
        taken, lost, left = list(state.taken), list(state.lost), list(state.left)
        taken[victim] = _with(taken[victim], kind, 1)
        if self.hands[by].piles[kind] is not None:
            taken[by] = _with(taken[by], kind, -1)
        if self.asks[victim]:
            lost[victim] = _with(lost[victim], kind, 1)
        left[by] -= 1
        return _State(tuple(taken), tuple(lost), tuple(left))

    def mends(self, state: _State) -> list[_Plunder] | None:
        """List plunders one of which must have been, None where nothing is wrong."""
        self.state = state
        for p, taken in enumerate(state.taken):
            if min(taken) < 0:
                return self._losses(p, (taken.index(min(taken)),))
        diamonds = [self._without_card(p) for p in self.seats]
        if self._diamonds_due(diamonds) > min(self.told.plunders, sum(state.left)):
            return []
        for p in self.seats:
            if diamonds[p] > state.left[p]:
                return self._losses(p, (DIAMOND,))
        wrong = self._wrong_cards(diamonds)
        return self._wrong_turns() if wrong is None else wrong

    def likelihood(self, plunder: _Plunder) -> tuple[bool, bool]:
        """Tell whether the plunderer of the state just looked at has the card, and the victim."""
        by, victim, kind = plunder
        return self._likely(by, kind) > 0, self._likely(victim, kind) > 0

    def _without_card(self, p: int) -> int:
        """Count the diamonds that came without their cards. Cites: COL-2.5, COL-3.3."""
        hand = self.hands[p]
        if hand.diamonds is None or DIAMONDS not in self.aspects:
            return 0
        cards = self.state.taken[p][DIAMOND] + (
            self.rest[DIAMOND] if hand.piles[DIAMOND] is None else 0
        )
        return max(0, hand.diamonds - cards)

    def _diamonds_due(self, diamonds: list[int]) -> int:
        """Count the diamonds that must have been plundered; unknown cards serve one hand only."""
        open_to = [p for p in self.seats if self.hands[p].piles[DIAMOND] is None]
        shared = self.shared - sum(self.state.taken[p][DIAMOND] for p in open_to)
        of_open = sum(diamonds[p] for p in open_to)
        return sum(diamonds) - of_open + max(of_open, shared)

    def _losses(self, p: int, kinds: tuple[int, ...]) -> list[_Plunder]:
        return [(by, p, kind) for kind in kinds for by in self.seats if by != p]

    def _any_loss(self, p: int) -> list[_Plunder]:
        """List what gems and diamond cards a player can have lost.

        Gems of all colours are alike where nothing else asks for gems.
        """
        if not {*self.aspects} <= {EXPLORATION, DIAMONDS}:
            return self._losses(p, tuple(LOOT))
        gems = [
            (by, p, max(COLOURS, key=lambda kind: self._likely(by, kind)))
            for by in self.seats
            if by != p
        ]
        return [*self._losses(p, (DIAMOND,)), *gems]

    def _likely(self, by: int, kind: int) -> int:
        return ENDLESS if self.hands[by].piles[kind] is None else self.state.taken[by][kind]

    def _gains(self, p: int, kinds: tuple[int, ...]) -> list[_Plunder]:
        return [(p, victim, kind) for kind in kinds for victim in self.seats if victim != p]

    def _wrong_cards(self, diamonds: list[int]) -> list[_Plunder] | None:
        """Hold bonus cards and tiles against the cards that were ever had."""
        wrong: list[_Plunder] | None = None
        due = sum(diamonds)
        for p, hand in enumerate(self.hands):
            lost, of_player = self.state.lost[p], 0
            if hand.colours and GEM_BONUS in self.aspects:
                missing = tuple(
                    kind
                    for kind in COLOURS
                    if not hand.piles[kind] and not lost[kind]
                    if hand.piles[kind] == 0 or not self.rest[kind]
                )
                colours = hand.colours - (len(COLOURS) - len(missing))
                if colours > 0:
                    wrong = wrong or self._losses(p, missing)
                    of_player = colours
            if hand.thirds and TILES_EARNED in self.aspects:
                thirds = hand.thirds - self._thirds(p, lost)
                if thirds > 0:
                    wrong = wrong or self._losses(p, tuple(COLOURS))
                    of_player = max(of_player, thirds)
            if hand.wonders and EXPLORATION in self.aspects:
                cards = hand.wonders - self._ever_shown(p)
                if cards > 0:
                    wrong = wrong or self._any_loss(p)
                    of_player = max(of_player, cards - diamonds[p])
            due += of_player
            if of_player > sum(self.state.left) - self.state.left[p]:
                return []
        return [] if due > sum(self.state.left) else wrong

    def _ever_shown(self, p: int) -> int:
        """Count the wonders that a player can have had cards of, at most. Cites: COL-9.12."""
        hand = self.hands[p]
        held = sum(n or 0 for n in hand.piles)
        held += sum(self.rest[kind] for kind in self.unknown[p] if kind in LOOT)
        held += sum(self.told.room[kind] for kind in (KEY, CHEST) if hand.piles[kind] is None)
        return min(hand.shown, held) + sum(self.state.lost[p]) + self.secrets_lost[p]

    def _thirds(self, p: int, lost: _Counts) -> int:
        """Count how often a colour came to its third gem, at most. Cites: COL-5.2, COL-5.3."""
        third, found = self.told.third, 0
        for kind in COLOURS:
            own = self.hands[p].piles[kind]
            if own is None:
                if self.rest[kind] >= third:
                    return self.hands[p].thirds
            elif own + lost[kind] >= third:
                found += 1 + min(lost[kind], own + lost[kind] - third)
        return found

    def _wrong_turns(self) -> list[_Plunder] | None:  # noqa: PLR0911 - one for each reason
        """Hold the takes against equal turns and the last round; None where they agree."""
        if TURNS not in self.aspects and LAST_ROUND not in self.aspects:
            return None
        if not self.is_open and not self.told.held[0] <= self.known <= self.told.held[1]:
            return []
        taken = self.state.taken
        piles: list[Piles] = list(taken)
        spans = [span_of(each, hand.taking) for each, hand in zip(piles, self.hands, strict=True)]
        if self.is_open:
            spans = [
                span._replace(most=ENDLESS) if self.unknown[p] else span
                for p, span in enumerate(spans)
            ]
        if self.told.in_rows:
            fits = self._completes(piles) if self.is_open else self._fits_in_rows(spans)
            return None if fits else []
        least = max(1, *(span.least for span in spans))
        most = min(span.most for span in spans)
        if TURNS not in self.aspects:
            least, most = 1, ENDLESS
        if least > most:
            if least - most > 2 * sum(self.state.left):
                return []
            slow = [p for p in self.seats if spans[p].least == least]
            fast = [p for p in self.seats if spans[p].most == most]
            gains = tuple(kind for kind in LOOT if slow and taken[slow[0]][kind])
            return [
                *(self._gains(slow[0], gains) if slow else ()),
                *self._losses(fast[0], tuple(LOOT)),
            ]
        if self.is_open:
            return None if self._completes(piles, least, most) else self._any_plunder()
        if self._ends_late(piles, least, most):
            return None
        return self._any_plunder() if self._can_end_late() else []

    def _ends_late(self, piles: list[Piles], least: int, most: int) -> bool:
        """Tell whether the last takes can have been enough. Cites: COL-8.1, COL-9.4."""
        if self.told.early is None or LAST_ROUND not in self.aspects:
            return True
        asked = max(self.told.held[0], self.known) - self.told.early
        if asked <= len(piles):
            return True
        lasts = [
            last_takes(each, hand.taking) for each, hand in zip(piles, self.hands, strict=True)
        ]
        if TURNS not in self.aspects:
            takes = (
                max((n for n, span in enumerate(each, 1) if span.least < ENDLESS), default=0)
                for each in lasts
            )
            return sum(takes) >= asked
        edges = {least, *(span.least for each in lasts for span in each)}
        for turns in edges:
            if least <= turns <= most and asked <= sum(_most_last(each, turns) for each in lasts):
                return True
        return False

    def _can_end_late(self) -> bool:
        """Tell whether the largest takes are enough for the last round, whoever plundered what."""
        most = sum(hand.taking.cards + hand.taking.once_more for hand in self.hands)
        return self.told.early is None or self.known - self.told.early <= most

    def _fits_in_rows(self, spans: list[Span]) -> bool:
        """Whether some players in a row had a turn more than the others. Cites: COL-9.10."""
        if TURNS not in self.aspects:
            return True
        seats = len(spans)
        for first, n in ((first, n) for first in self.seats for n in self.seats):
            more = {(first + place) % seats for place in range(n)}
            least = max(span[0] - (p in more) for p, span in enumerate(spans))
            most = min(span[1] - (p in more) for p, span in enumerate(spans))
            if max(least, 0) <= most:
                return True
        return False

    def _any_plunder(self) -> list[_Plunder]:
        return [
            (by, victim, kind)
            for kind in LOOT
            for by in self.seats
            if self._likely(by, kind)
            for victim in self.seats
            if victim != by
        ]

    def _completes(self, piles: list[Piles], least: int = 0, most: int = ENDLESS) -> bool:
        """Whether unknown numbers can be such that turns and the number of cards agree."""
        asked = 0
        if self.told.early is not None and LAST_ROUND in self.aspects:
            asked = max(self.told.held[0], self.known) - self.told.early
        if TURNS not in self.aspects:
            return asked <= sum(hand.taking.cards + hand.taking.once_more for hand in self.hands)
        needed = [turns_needed(each, h.taking) for each, h in zip(piles, self.hands, strict=True)]
        seats = len(piles)
        rows = [frozenset[int]()]
        if self.told.in_rows:
            least = max(0, max(needed) - 1)
            rows += [
                frozenset((first + place) % seats for place in range(n))
                for first in self.seats
                for n in range(1, seats)
            ]
        longest = min(most, max(needed) + self._turns_of_all())
        for turns in range(least, longest + 1):
            for more in rows:
                of_each = [turns + (p in more) for p in self.seats]
                if not self._fills(piles, needed, of_each):
                    continue
                if asked <= sum(map(self._largest_last, self.seats, piles, of_each)):
                    return True
        return False

    def _turns_of_all(self) -> int:
        """Count the turns in which one player can take all cards that are unknown."""
        most = min(hand.taking.cards for hand in self.hands)
        return sum(-(-n // most) for n in self.rest)

    def _largest_last(self, p: int, piles: Piles, turns: int) -> int:
        """Give the largest last take of a player; of unknown cards it can be as large as any."""
        taking = self.hands[p].taking
        if self.unknown[p]:
            return taking.cards + taking.once_more
        return _most_last(last_takes(piles, taking), turns)

    def _fills(self, piles: list[Piles], needed: list[int], turns: list[int]) -> bool:
        """Whether the unknown cards fill what is left of so many turns of each player.

        A flow from players to kinds: every set of players must find enough for the fewest cards
        that they need, and all the cards that must be held have to find a place.
        """
        least, most = [], []
        for p, hand in enumerate(self.hands):
            spare = turns[p] - needed[p]
            if spare < 0:
                return False
            due = 0 if hand.taking.idles else max(0, turns[p] - sum(piles[p]))
            room = sorted(self._batches(p), reverse=True)[:spare]
            if sum(room) < due:
                return False
            least.append(due)
            most.append(sum(room))
        for n in range(1, len(piles) + 1):
            for some in combinations(self.seats, n):
                kinds = {kind for p in some for kind in self.unknown[p]}
                if sum(least[p] for p in some) > sum(self.rest[kind] for kind in kinds):
                    return False
        lowest = max(0, self.told.held[0] - self.known)
        highest = self.told.held[1] - self.known
        return sum(least) <= highest and lowest <= min(self._cuts(most))

    def _batches(self, p: int) -> Iterator[int]:
        """List the takes in which a player can have come to the cards that are unknown."""
        most = self.hands[p].taking.cards
        for kind in self.unknown[p]:
            full, left = divmod(self.rest[kind], most)
            yield from (most,) * full
            if left:
                yield left

    def _cuts(self, most: list[int]) -> Iterator[int]:
        for n in range(len(most) + 1):
            for some in combinations(self.seats, n):
                kinds = {kind for p in some for kind in self.unknown[p]}
                others = sum(most[p] for p in self.seats if p not in some)
                yield others + sum(self.rest[kind] for kind in kinds)


def _with(counts: _Counts, kind: int, more: int) -> _Counts:
    return (*counts[:kind], counts[kind] + more, *counts[kind + 1 :])


def _most_last(lasts: tuple[tuple[int, int], ...], turns: int) -> int:
    fits = (n for n, (least, most) in enumerate(lasts, 1) if least <= turns <= most)
    return max(fits, default=0)
