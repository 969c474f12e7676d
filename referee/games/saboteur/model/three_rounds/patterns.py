"""What a round can pay, in order of seating: how many cards or which sum, and to whom at all.

Who gets something in a round get it as a pattern: the first of them in order of seating gets its
first part, and so on. Everybody else gets nothing. So a round of nine players of whom three are
saboteurs is one of six patterns, wherever the saboteurs sit, and one more where they win.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from referee.api import Struct
from referee.games.saboteur.model.gold import Variant

Part: TypeAlias = int
"""What one player gets in a round: so many cards, or less than 0, exactly so many nuggets."""
Seats: TypeAlias = frozenset[int]
NOBODY: Final = -1
"""Stands for the seat of a selfish dwarf who is the card left over."""


class Rules(Struct, frozen=True):
    """By which numbers a table of so many players is paid."""

    seats: int
    variant: Variant
    fewest: int
    """How few saboteurs can be in play; ``most`` are shuffled in."""
    most: int
    broken_cards: int
    """How many broken tools there are."""

    @property
    def numbers(self) -> range:
        """Count the saboteurs that can be in play."""
        return range(self.fewest, self.most + 1)


class ToldRound(Struct, frozen=True):
    """What is known of a round, by seats; None is not known."""

    diggers_won: bool | None = None
    saboteurs: Seats | None = None
    connector: int | None = None
    broken: Seats | None = None
    selfish: int | None = None
    """The seat of the selfish dwarf, or NOBODY."""
    last: int | None = None
    """Who used the last card."""


class Pattern(Struct, frozen=True):
    """Parts for those who get something, in order of seating.

    ``must`` and ``never`` are seats, a bit for each, that get something or nothing for certain.
    ``counted`` is a seat and how many up to it get something, where that is fixed by who joined
    the treasure.
    """

    parts: tuple[Part, ...]
    must: int = 0
    never: int = 0
    counted: tuple[int, frozenset[int]] | None = None

    @property
    def cards(self) -> int:
        """Count the cards of any value."""
        return sum(part for part in self.parts if part > 0)

    @property
    def sums(self) -> tuple[int, ...]:
        """List the exact sums."""
        return tuple(sorted(-part for part in self.parts if part < 0))

    def offers(self, seats: int) -> list[set[Part]]:
        """List for each seat the parts that it can get, 0 for nothing.

        >>> Pattern((2, 1), must=0b100).offers(3)
        [{0, 2}, {0, 2}, {1}]
        """
        paid = [1]  # before each seat: a bit for each number of parts that can be paid by then
        for seat in range(seats):
            paid.append(self._skipping(seat, paid[-1]) | self._paying(seat, paid[-1]) << 1)
            if self.counted and self.counted[0] == seat:
                paid[-1] &= sum(1 << n for n in self.counted[1])
        paid[-1] &= 1 << len(self.parts)
        found: list[set[Part]] = []
        for seat in reversed(range(seats)):
            skipping = self._skipping(seat, paid[seat]) & paid[seat + 1]
            paying = self._paying(seat, paid[seat]) & paid[seat + 1] >> 1
            offered = {part for n, part in enumerate(self.parts) if paying >> n & 1}
            found.insert(0, offered | {0} if skipping else offered)
            paid[seat] = skipping | paying
        return found

    def _skipping(self, seat: int, paid: int) -> int:
        return 0 if self.must >> seat & 1 else paid

    def _paying(self, seat: int, paid: int) -> int:
        return 0 if self.never >> seat & 1 else paid & (1 << len(self.parts)) - 1


@lru_cache(maxsize=512)
def patterns(rules: Rules, told: ToldRound) -> tuple[Pattern, ...]:
    """List all that a round can pay which agrees with what is known of it.

    Cites: SAB-5.1, SAB-6.1, SAB-7.1 to SAB-7.6, SAB-7.9, SAB-8.1 to SAB-8.3, SAB-10.4.
    """
    return tuple(dict.fromkeys(_patterns(rules, told)))


def _patterns(rules: Rules, told: ToldRound) -> Iterator[Pattern]:
    joined, broken = told.connector, told.broken or frozenset()
    if len(broken) > rules.broken_cards or joined in broken:
        return
    if joined is not None and told.diggers_won is False:
        return
    for number in rules.numbers:
        if told.saboteurs is not None and len(told.saboteurs) != number:
            continue
        for in_play in _selfish_in_play(rules, told, number):
            if told.diggers_won is not True and joined is None:
                yield _saboteurs_paid(rules, told, number)
            if told.diggers_won is not False:
                if in_play:
                    yield from _selfish_paid(rules, told)
                yield from _shared(rules, told, number, in_play)


def _selfish_in_play(rules: Rules, told: ToldRound, number: int) -> Iterator[bool]:
    """Tell whether the selfish dwarf can be in play, and whether not. Cites: SAB-8.2.

    He is always shuffled in, so he is the card left over only where that is a digger.
    """
    is_seated = told.selfish is not None and told.selfish != NOBODY
    if not is_seated and (not rules.variant.has_selfish or number == rules.most):
        yield False
    if (
        rules.variant.has_selfish
        and told.selfish != NOBODY
        and told.selfish not in (told.saboteurs or ())
    ):
        yield True


def _bits(seats: Seats) -> int:
    return sum(1 << seat for seat in seats)


def _saboteurs_paid(rules: Rules, told: ToldRound, number: int) -> Pattern:
    """Pay each saboteur the same sum. Cites: SAB-7.5, SAB-7.9."""
    each = rules.variant.paid_each(number)
    if not each:
        return Pattern(())
    if told.saboteurs is not None:
        must = _bits(told.saboteurs)
        return Pattern((-each,) * number, must, (1 << rules.seats) - 1 & ~must)
    is_dwarf = told.selfish is not None and told.selfish != NOBODY
    return Pattern((-each,) * number, 0, 1 << told.selfish if is_dwarf else 0)  # type: ignore[operator]


def _selfish_paid(rules: Rules, told: ToldRound) -> Iterator[Pattern]:
    """Pay the selfish dwarf alone, who joined the treasure. Cites: SAB-8.2."""
    joined = frozenset(range(rules.seats))
    joined -= (told.saboteurs or frozenset()) | (told.broken or frozenset())
    for seat in (told.connector, told.selfish):
        if seat is not None:
            joined &= {seat}
    if joined:
        must = _bits(joined) if len(joined) == 1 else 0
        never = (1 << rules.seats) - 1 & ~_bits(joined)
        yield Pattern((-rules.variant.selfish_nuggets,), must, never)


def _shared(rules: Rules, told: ToldRound, number: int, in_play: bool) -> Iterator[Pattern]:  # noqa: FBT001 - a fact of the deal
    """Share cards counter-clockwise among the diggers; ``in_play`` is the selfish dwarf."""
    everybody = frozenset(range(rules.seats))
    broken = told.broken
    joined: tuple[int | None, ...] = (told.connector,)
    if told.connector is None and broken and not rules.variant.broken_go_empty:
        # Somebody with a broken tool may get the first card, but only after a saboteur.
        joined = tuple(sorted(everybody - broken))
    for seat in joined:
        if in_play and seat is not None and seat == told.selfish:
            continue
        deal = _Deal(rules, told, number, in_play, seat)
        for empty in deal.sizes():
            yield from deal.shares(empty)


class _Deal(Struct, frozen=True):
    """Who shares, as far as it is known, for a number of saboteurs and who joined the treasure."""

    rules: Rules
    told: ToldRound
    saboteurs: int
    in_play: bool
    joined: int | None

    @property
    def goes_empty(self) -> Seats | None:
        """Who goes empty because of a broken tool; None where that is not known."""
        return self.told.broken if self.rules.variant.broken_go_empty else frozenset()

    @property
    def dwarf(self) -> Seats:
        """The seat of the selfish dwarf, where it is known."""
        seat = self.told.selfish
        return frozenset() if seat is None or seat == NOBODY else frozenset({seat})

    @property
    def empty(self) -> Seats:
        """Who is known to get nothing."""
        known = self.told.saboteurs or frozenset()
        return known | self.dwarf | (self.goes_empty or frozenset())

    @property
    def surely_shares(self) -> Seats:
        """Who is known to get something."""
        everybody = frozenset(range(self.rules.seats))
        if self.told.saboteurs is None:
            is_digger = self.joined is not None and not self.saboteurs
            return frozenset({self.joined}) if is_digger else frozenset()  # type: ignore[arg-type]
        if self.goes_empty is not None and (self.dwarf or not self.in_play):
            return everybody - self.empty
        if self.joined is None or self.joined in self.told.saboteurs:
            return frozenset()
        return frozenset({self.joined})

    def sizes(self) -> Iterator[int]:
        """Count how many can get nothing: saboteurs, the selfish dwarf, who has a broken tool.

        These may be the same players, but no saboteur is the selfish dwarf.
        """
        known, broken = self.empty, self.goes_empty
        fewest = self.saboteurs + self.in_play
        if self.surely_shares & known:
            return
        if broken is None:
            most = self.rules.seats - len(self.surely_shares)
        elif not broken:
            most = fewest
        elif self.told.saboteurs is None:
            most = min(self.rules.seats, len(broken | self.dwarf) + fewest - len(self.dwarf))
        else:
            is_loose = self.in_play and not self.dwarf
            could_be_both = bool(broken - self.told.saboteurs)
            fewest = len(known) + (is_loose and not could_be_both)
            most = len(known) + is_loose
        for empty in range(max(fewest, len(known)), most + 1):
            if empty < self.rules.seats or self._saboteur_joined():
                yield empty

    def _saboteur_joined(self) -> bool:
        """Whether a saboteur can have joined it where nobody is left to share."""
        told = self.told
        could = told.saboteurs if told.saboteurs is not None else frozenset(range(self.rules.seats))
        could -= (told.broken or frozenset()) | self.dwarf
        return self.saboteurs > 0 and (bool(could) if self.joined is None else self.joined in could)

    def shares(self, empty: int) -> Iterator[Pattern]:
        """Deal the cards where so many get nothing; who gets one more than others sit together."""
        rules, known = self.rules, self.empty
        sharing, everybody = rules.seats - empty, (1 << rules.seats) - 1
        never, must = _bits(known), _bits(self.surely_shares)
        if empty == len(known):
            must = everybody & ~never
        if not sharing:
            yield Pattern((), 0, everybody)
            return
        cards = rules.variant.cards_shared(
            rules.seats, rules.seats - self.saboteurs, selfish_passed=self.in_play
        )
        each, more = divmod(cards, sharing)
        for first in range(sharing) if more else (0,):
            # Counter-clockwise is down the seats: the first to keep a card is the last of these.
            early = {(first - n) % sharing for n in range(more)}
            parts = tuple(each + (at in early) for at in range(sharing))
            counted = None
            if more and self.joined is not None:
                fitting = frozenset(
                    n for n in range(sharing + 1) if n % sharing == (first + 1) % sharing
                )
                counted = (self.joined, fitting)
            yield Pattern(parts, must, never, counted)
