"""Whether some play of the rules leaves these hands: turns, plunders, bonuses and tiles together.

What a player took from the field is what the player holds, less what was plundered, more what was
lost. So the search looks for the plunders: it begins with none, and wherever the hands contradict
the rules it tries every plunder that could mend that, as far as the pairs of tokens go. Diamonds
need no search, for how many each player plundered is told by the diamond cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

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
KINDS = range(8)
"""The places of the kinds in the piles of a hand."""
DIAMONDS, GEM_BONUS, EXPLORATION, TILES_EARNED, TURNS, LAST_ROUND = (
    "diamonds", "gem", "exploration", "tiles", "turns", "last round",
)  # fmt: skip
ASPECTS = (DIAMONDS, GEM_BONUS, EXPLORATION, TILES_EARNED, TURNS, LAST_ROUND)
"""What the hands are held against, the budget of plunders beside each."""
MOST_STATES = 300
"""Where a search has seen so many states, it ends unsettled: nobody is blamed."""
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
    lost: tuple[_Counts, ...]
    gained: tuple[_Counts, ...]


_Plunder: TypeAlias = tuple[int, int, int]
"""Who plundered, from whom, and which kind of card."""


class Searched(NamedTuple):
    """Whether some plunders explain the hands; None where the search grew too long to say."""

    found: bool | None
    states: int


@lru_cache(maxsize=4096)
def search(told: Hands, aspects: tuple[str, ...] = ASPECTS) -> Searched:
    """Look for plunders that make the hands agree with the rules of these aspects."""
    nothing = ((0,) * len(KINDS),) * len(told.hands)
    looked = _Search(told, aspects)
    states, seen = [_State(nothing, nothing)], {_State(nothing, nothing)}
    while states:
        state = states.pop()
        mends = looked.mends(state)
        if mends is None:
            return Searched(found=True, states=len(seen))
        if len(seen) > MOST_STATES:
            return Searched(found=None, states=len(seen))
        for mend in sorted(mends, key=looked.likelihood):
            after = _after(state, mend)
            if after not in seen:
                seen.add(after)
                states.append(after)
    return Searched(found=False, states=len(seen))


def _after(state: _State, plunder: _Plunder) -> _State:
    by, victim, kind = plunder
    lost, gained = list(state.lost), list(state.gained)
    lost[victim] = _one_more(lost[victim], kind)
    gained[by] = _one_more(gained[by], kind)
    return _State(tuple(lost), tuple(gained))


def _one_more(counts: _Counts, kind: int) -> _Counts:
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


class _Search:
    """What is wrong with a state of the search, and which plunders could mend it."""

    def __init__(self, told: Hands, aspects: tuple[str, ...]) -> None:
        self.told = told
        self.hands = told.hands
        self.seats = range(len(told.hands))
        self.aspects = aspects
        known = [sum(hand.piles[kind] or 0 for hand in told.hands) for kind in KINDS]
        self.rest = tuple(max(0, n - held) for n, held in zip(told.room, known, strict=True))
        """Of each kind what nobody is known to hold."""
        self.known = sum(known)
        self.unknown = tuple(
            tuple(kind for kind in KINDS if hand.piles[kind] is None and self.rest[kind])
            for hand in told.hands
        )
        self.is_open = any(self.unknown)
        self.taken: list[_Counts] = []
        self.due: list[int] = []
        found = sum(hand.diamonds or 0 for hand in told.hands if hand.piles[DIAMOND] is None)
        is_told = DIAMONDS in aspects and None in [hand.piles[DIAMOND] for hand in told.hands]
        self.shared = max(0, found - self.rest[DIAMOND]) if is_told else 0
        """Diamonds of hands whose diamond cards are unknown, and which no card can have brought."""

    def mends(self, state: _State) -> list[_Plunder] | None:
        """List plunders one of which must have been, None where nothing is wrong."""
        taken = [
            tuple(
                (own or 0) + lost - gained if own is not None else 0
                for own, lost, gained in zip(
                    hand.piles, state.lost[p], state.gained[p], strict=True
                )
            )
            for p, hand in enumerate(self.hands)
        ]
        due = [self._due(p, state, taken[p]) for p in self.seats]
        self.taken, self.due = taken, due
        for p in self.seats:
            for kind in KINDS:
                if taken[p][kind] < 0:
                    return self._losses(p, (kind,))
        short = [self._short(p, due[p], taken[p]) for p in self.seats]
        room = self._room(due, short, taken)
        if sum(due) + self.shared > self.told.plunders or room < self.shared:
            return []
        for p in self.seats:
            if any(short[p]):
                return self._for_tokens(p, state, taken[p], short[p])
        left = self.told.plunders - sum(due)
        wrong = self._wrong_cards(state, left, room)
        return self._wrong_turns(taken, left) if wrong is None else wrong

    def _room(self, due: list[int], short: list[tuple[int, int]], taken: list[_Counts]) -> int:
        """Count the plunders of gems and diamonds that can still be found, at most.

        A plunder uses up a pair of its player, who has one more pair only by losing a key or a
        chest to another one. So these never make room. A lost diamond card may: it tells where a
        diamond came from, which then was no plunder, and so makes up for a key and a chest.
        """
        found = 0
        for p in self.seats:
            if any(short[p]):
                found += min(self._without_card(p, taken[p]), *short[p]) - sum(short[p])
            else:
                found += self._pairs(p, taken[p]) - due[p]
        return found

    def _pairs(self, p: int, taken: _Counts) -> int:
        hand = self.hands[p]
        return hand.is_wild + min(
            self.rest[kind] if hand.piles[kind] is None else taken[kind] for kind in (KEY, CHEST)
        )

    def likelihood(self, plunder: _Plunder) -> tuple[bool, bool]:
        """Tell whether the plunderer of the state just looked at has the card, and a pair left."""
        by, _, kind = plunder
        has_card = self.hands[by].piles[kind] is None or self.taken[by][kind] > 0
        return has_card, self._pairs(by, self.taken[by]) > self.due[by]

    def _due(self, p: int, state: _State, taken: _Counts) -> int:
        """Count the plunders of a player: cards, and the diamonds that no card brought."""
        return sum(state.gained[p]) + self._without_card(p, taken)

    def _without_card(self, p: int, taken: _Counts) -> int:
        """Count the diamonds that came without their cards. Cites: COL-2.5, COL-3.3."""
        hand = self.hands[p]
        if hand.diamonds is None or DIAMONDS not in self.aspects:
            return 0
        cards = taken[DIAMOND] + (self.rest[DIAMOND] if hand.piles[DIAMOND] is None else 0)
        return max(0, hand.diamonds - cards)

    def _short(self, p: int, due: int, taken: _Counts) -> tuple[int, int]:
        """Count the keys and chests that so many plunders lack. Cites: COL-3.1, COL-6.10."""
        hand = self.hands[p]
        keys, chests = (
            taken[kind] + (self.rest[kind] if hand.piles[kind] is None else 0)
            for kind in (KEY, CHEST)
        )
        if not hand.is_wild:
            return max(0, due - keys), max(0, due - chests)
        pairs = max(0, due - 1)
        lacking = max(0, pairs - keys), max(0, pairs - chests)
        if due and not any(lacking) and max(keys, chests) < due:
            return 1, 0
        return lacking

    def _losses(self, p: int, kinds: tuple[int, ...]) -> list[_Plunder]:
        return [(by, p, kind) for kind in kinds for by in self.seats if by != p]

    def _any_loss(self, p: int, room: int) -> list[_Plunder]:
        """List what a player can have lost, whatever it was.

        Gems of all colours are alike here, unless they are held against the turns.
        """
        secrets = self._losses(p, (KEY, CHEST))
        if room < 1:
            return secrets
        if {TURNS, LAST_ROUND} & {*self.aspects}:
            return [*secrets, *self._losses(p, (*COLOURS, DIAMOND))]
        gems = [
            (by, p, max(COLOURS, key=lambda kind: self._likely(by, kind)))
            for by in self.seats
            if by != p
        ]
        return [*secrets, *self._losses(p, (DIAMOND,)), *gems]

    def _likely(self, by: int, kind: int) -> int:
        return ENDLESS if self.hands[by].piles[kind] is None else self.taken[by][kind]

    def _gains(self, p: int, kinds: tuple[int, ...]) -> list[_Plunder]:
        return [(p, victim, kind) for kind in kinds for victim in self.seats if victim != p]

    def _for_tokens(
        self, p: int, state: _State, taken: _Counts, short: tuple[int, int]
    ) -> list[_Plunder]:
        """List what the player can have lost that made a pair, or brought a diamond."""
        lacking: tuple[int, ...] = (KEY,) if short[0] else (CHEST,)
        if self.hands[p].is_wild:
            lacking = (KEY, CHEST)
        kinds = (*lacking, DIAMOND) if self._without_card(p, taken) else lacking
        return self._losses(p, kinds)

    def _wrong_cards(self, state: _State, left: int, room: int) -> list[_Plunder] | None:
        """Hold bonus cards and tiles against the cards that were ever had.

        ``left`` plunders can still be found, for ``room`` of them no key or chest is the loot.
        """
        for p, hand in enumerate(self.hands):
            lost = state.lost[p]
            if hand.colours and GEM_BONUS in self.aspects:
                missing = tuple(
                    kind for kind in COLOURS if hand.piles[kind] == 0 and not lost[kind]
                )
                none = sum(hand.piles[k] is None and not self.rest[k] for k in COLOURS)
                due = hand.colours - (len(COLOURS) - len(missing) - none)
                if due > 0:
                    return self._losses(p, missing) if due <= room else []
            if hand.wonders and EXPLORATION in self.aspects:
                held = sum(n or 0 for n in hand.piles)
                held += sum(self.rest[kind] for kind in self.unknown[p])
                due = hand.wonders - min(hand.shown, held) - sum(lost)
                if due > 0:
                    return self._any_loss(p, room) if due <= left else []
            if hand.thirds and TILES_EARNED in self.aspects:
                due = hand.thirds - self._thirds(p, lost)
                if due > 0:
                    return self._losses(p, tuple(COLOURS)) if due <= room else []
        return None

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

    def _wrong_turns(  # noqa: PLR0911 - one for each reason
        self, taken: list[_Counts], left: int
    ) -> list[_Plunder] | None:
        """Hold the takes against equal turns and the last round; None where they agree."""
        if TURNS not in self.aspects and LAST_ROUND not in self.aspects:
            return None
        if not self.is_open and not self.told.held[0] <= self.known <= self.told.held[1]:
            return []
        piles = [_as_piles(cards) for cards in taken]
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
            if least - most > 2 * left:
                return []
            slow = [p for p in self.seats if spans[p].least == least]
            fast = [p for p in self.seats if spans[p].most == most]
            gains = tuple(kind for kind in KINDS if slow and taken[slow[0]][kind])
            return [
                *(self._gains(slow[0], gains) if slow else ()),
                *self._losses(fast[0], tuple(KINDS)),
            ]
        if self.is_open:
            return None if self._completes(piles, least, most) else self._any_plunder(taken)
        return None if self._ends_late(piles, least, most) else self._any_plunder(taken)

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

    def _any_plunder(self, taken: list[_Counts]) -> list[_Plunder]:
        return [
            (by, victim, kind)
            for kind in KINDS
            for by in self.seats
            if taken[by][kind] or self.hands[by].piles[kind] is None
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


def _as_piles(cards: _Counts) -> Piles:
    """Put keys and chests together, which are one take. Cites: COL-2.3."""
    return (*cards[:KEY], cards[KEY] + cards[CHEST])


def _most_last(lasts: tuple[tuple[int, int], ...], turns: int) -> int:
    fits = (n for n, (least, most) in enumerate(lasts, 1) if least <= turns <= most)
    return max(fits, default=0)
