"""A final table as far as it is known, and the patterns in which its rounds can pay.

A pattern lists what a round pays: the first part goes to the first player in order of seating who
gets something, and so on. Everybody else gets nothing. So a round of nine players with three
saboteurs is one of six patterns, wherever the saboteurs sit, and one more if they win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from typing import Final, NamedTuple, TypeAlias

from referee.api import Struct, replace
from referee.games.saboteur.model.gold import CHANGED, PAID, Variant
from referee.games.saboteur.model.three_rounds.hands import (
    Hand,
    Label,
    Sums,
    Values,
    made_of,
    minus,
    plus,
    splits,
    worth,
)

Part: TypeAlias = int
"""What one player gets in a round: n cards of any value, or if it is -n, exactly n nuggets."""
Seats: TypeAlias = frozenset[int]
NOBODY: Final = -1
"""The seat of the selfish dwarf if it is the card left over."""


class Rules(Struct, frozen=True):
    """The numbers and house rules by which a table is paid."""

    seats: int
    variant: Variant
    fewest: int
    """The fewest saboteurs that can be in play; ``most`` are shuffled in."""
    most: int
    broken_cards: int
    """How many broken-tool cards the box has."""

    @property
    def numbers(self) -> range:
        """The possible numbers of saboteurs in play."""
        return range(self.fewest, self.most + 1)

    @property
    def everybody(self) -> Seats:
        """All seats."""
        return frozenset(range(self.seats))


class RoundReport(Struct, frozen=True):
    """What is known of a round, by seats; None is unknown."""

    diggers_won: bool | None = None
    saboteurs: Seats | None = None
    connector: int | None = None
    broken: Seats | None = None
    selfish: int | None = None
    """The seat of the selfish dwarf, or NOBODY."""
    last: int | None = None
    """Who used the last card."""

    @property
    def dwarf(self) -> Seats:
        """The seat of the selfish dwarf, if it is known; otherwise empty."""
        if self.selfish is None or self.selfish == NOBODY:
            return frozenset()
        return frozenset({self.selfish})


class Pattern(Struct, frozen=True):
    """The parts that a round pays, in order of seating.

    ``must`` and ``never`` have a bit for each seat that certainly gets something, or nothing.
    ``counted`` is a seat and the possible numbers of players up to it who get something, if that
    follows from who joined the treasure.
    """

    parts: tuple[Part, ...]
    must: int = 0
    never: int = 0
    counted: tuple[int, frozenset[int]] | None = None

    @property
    def cards(self) -> int:
        """The cards of any value that it pays in all."""
        return sum(part for part in self.parts if part > 0)

    @property
    def sums(self) -> tuple[int, ...]:
        """The exact sums that it pays."""
        return tuple(sorted(-part for part in self.parts if part < 0))

    def offers(self, seats: int) -> list[set[Part]]:
        """Return for each seat the parts that it can get, 0 for nothing.

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
def patterns(rules: Rules, report: RoundReport) -> tuple[Pattern, ...]:
    """Return all patterns of a round that agree with what is known of it.

    Cites: SAB-5.1, SAB-6.1, SAB-7.1 to SAB-7.6, SAB-7.9, SAB-8.1 to SAB-8.3, SAB-10.4.
    """
    return tuple(dict.fromkeys(_patterns(rules, report)))


def _patterns(rules: Rules, report: RoundReport) -> Iterator[Pattern]:
    joined, broken = report.connector, report.broken or frozenset()
    if len(broken) > rules.broken_cards or joined in broken:
        return
    if joined is not None and report.diggers_won is False:
        return
    for number in rules.numbers:
        if report.saboteurs is not None and len(report.saboteurs) != number:
            continue
        for has_dwarf in _selfish_in_play(rules, report, number):
            if report.diggers_won is not True and joined is None:
                yield _saboteurs_paid(rules, report, number)
            if report.diggers_won is not False:
                if has_dwarf:
                    yield from _selfish_paid(rules, report)
                yield from _shared(rules, report, number, has_dwarf)


def _selfish_in_play(rules: Rules, report: RoundReport, number: int) -> Iterator[bool]:
    """Yield whether the selfish dwarf is in play, for each possible deal. Cites: SAB-8.2.

    The dwarf is always shuffled in, and can be the card left over only if that is a digger.
    """
    has_selfish, saboteurs = rules.variant.has_selfish, report.saboteurs or frozenset()
    if not report.dwarf and (not has_selfish or number == rules.most):
        yield False
    if has_selfish and report.selfish != NOBODY and not report.dwarf & saboteurs:
        yield True


def _bits(seats: Seats) -> int:
    return sum(1 << seat for seat in seats)


def _saboteurs_paid(rules: Rules, report: RoundReport, number: int) -> Pattern:
    """Return the pattern that pays each saboteur the same sum. Cites: SAB-7.5, SAB-7.9."""
    each = rules.variant.paid_each(number)
    if not each:
        return Pattern(())
    if report.saboteurs is None:
        return Pattern((-each,) * number, never=_bits(report.dwarf))
    others = rules.everybody - report.saboteurs
    return Pattern((-each,) * number, _bits(report.saboteurs), _bits(others))


def _selfish_paid(rules: Rules, report: RoundReport) -> Iterator[Pattern]:
    """Yield the pattern that pays only the selfish dwarf, if there is one. Cites: SAB-8.2."""
    joined = rules.everybody - (report.saboteurs or frozenset()) - (report.broken or frozenset())
    for seat in (report.connector, report.selfish):
        if seat is not None:
            joined &= {seat}
    if joined:
        must = _bits(joined) if len(joined) == 1 else 0
        yield Pattern((-rules.variant.selfish_nuggets,), must, _bits(rules.everybody - joined))


def _shared(rules: Rules, report: RoundReport, number: int, has_dwarf: bool) -> Iterator[Pattern]:  # noqa: FBT001 - a fact of the deal
    """Yield the patterns in which diggers share; ``has_dwarf``: the selfish dwarf is in play."""
    joined: Sequence[int | None] = (report.connector,)
    if report.connector is None and report.broken and not rules.variant.broken_go_empty:
        # Who joined decides who gets the first card, and nobody with a broken tool can have joined.
        joined = sorted(rules.everybody - report.broken)
    for seat in joined:
        if not (has_dwarf and seat in report.dwarf):
            deal = _Deal(rules, report, number, has_dwarf, seat)
            for empty in deal.sizes():
                yield from deal.shares(empty)


class _Deal(Struct, frozen=True):
    """What is known of who shares, for a number of saboteurs and the seat that joined."""

    rules: Rules
    report: RoundReport
    saboteurs: int
    has_dwarf: bool
    joined: int | None

    @property
    def goes_empty(self) -> Seats | None:
        """The seats that get nothing because of a broken tool; None if unknown."""
        return self.report.broken if self.rules.variant.broken_go_empty else frozenset()

    @property
    def known_empty(self) -> Seats:
        """The seats known to get nothing."""
        known = self.report.saboteurs or frozenset()
        return known | self.report.dwarf | (self.goes_empty or frozenset())

    @property
    def surely_shares(self) -> Seats:
        """The seats known to get something."""
        saboteurs, joined = self.report.saboteurs, self.joined
        is_dwarf_known = bool(self.report.dwarf) or not self.has_dwarf
        if saboteurs is not None and self.goes_empty is not None and is_dwarf_known:
            return self.rules.everybody - self.known_empty
        is_digger = not self.saboteurs if saboteurs is None else joined not in saboteurs
        return frozenset({joined}) if joined is not None and is_digger else frozenset()

    def sizes(self) -> Iterator[int]:
        """Yield how many players can get nothing: saboteurs, the selfish dwarf, broken tools.

        These may be the same players, but no saboteur is the selfish dwarf.
        """
        known, broken, dwarf = self.known_empty, self.goes_empty, self.report.dwarf
        fewest = self.saboteurs + self.has_dwarf
        if self.surely_shares & known:
            return
        if broken is None:
            most = self.rules.seats - len(self.surely_shares)
        elif not broken:
            most = fewest
        elif self.report.saboteurs is None:
            most = min(self.rules.seats, len(broken | dwarf) + fewest - len(dwarf))
        else:
            most = len(known) + (self.has_dwarf and not dwarf)
            fewest = len(known) if broken - self.report.saboteurs else most
        for empty in range(max(fewest, len(known)), most + 1):
            if empty < self.rules.seats or self._saboteur_joined():
                yield empty

    def _saboteur_joined(self) -> bool:
        """Whether a saboteur can have joined the treasure with nobody left to share it."""
        report = self.report
        could = self.rules.everybody if report.saboteurs is None else report.saboteurs
        could -= (report.broken or frozenset()) | report.dwarf
        return self.saboteurs > 0 and (bool(could) if self.joined is None else self.joined in could)

    def shares(self, empty: int) -> Iterator[Pattern]:
        """Yield the patterns in which ``empty`` players get nothing."""
        rules, known = self.rules, self.known_empty
        sharing, never = rules.seats - empty, _bits(known)
        if not sharing:
            yield Pattern((), never=_bits(rules.everybody))
            return
        must = _bits(rules.everybody - known if empty == len(known) else self.surely_shares)
        cards = rules.variant.cards_shared(
            rules.seats, rules.seats - self.saboteurs, selfish_passed=self.has_dwarf
        )
        each, more = divmod(cards, sharing)
        for first in range(sharing) if more else (0,):
            # Counter-clockwise is down the seats: the first to keep a card is the last of these.
            early = {(first - n) % sharing for n in range(more)}
            parts = tuple(each + (at in early) for at in range(sharing))
            fitting = frozenset(
                n for n in range(sharing + 1) if n % sharing == (first + 1) % sharing
            )
            counted = (self.joined, fitting) if more and self.joined is not None else None
            yield Pattern(parts, must, never, counted)


Alike: TypeAlias = tuple[bool, bool]


class Taken(Struct, frozen=True):
    """What the record has of the gold of a round: by seat the cards, None if unknown.

    If it ``is_complete``, nobody took more. ``unpaid`` are seats that were owed or changed money.
    """

    cards: tuple[Hand | None, ...]
    is_complete: bool = False
    unpaid: tuple[tuple[int, str], ...] = ()


class Need(NamedTuple):
    """What a part means for the gold of a seat: known cards, cards of any value, exact sums."""

    known: Hand
    cards: int = 0
    sums: Sums = ()

    def hands(self, values: Values, box: Hand) -> tuple[Hand, ...]:
        """Return the hands that fit, if all cards not known are out of this box."""
        rest = made_of(values, box, self.cards, self.sums)
        return tuple(plus(self.known, hand) for hand in rest)


class Seat(NamedTuple):
    """What is known of one player; None is unknown."""

    values: Values
    hand: Hand | None
    owed: int | None
    recorded: tuple[Hand | None, ...]
    """By round the gold cards recorded."""
    complete: tuple[bool, ...]
    """By round whether these are all cards taken."""
    unpaid: str | None
    """How the player was not paid exactly in the last round, by the record: owed or changed."""

    def need_in_all(self, parts: Sequence[Part]) -> Need | None:
        """Return what these parts of the first rounds need, or None if the record has others."""
        needs = [need for index, part in enumerate(parts) if (need := self.need(index, part))]
        if len(needs) < len(parts):
            return None
        known = reduce(plus, (need.known for need in needs))
        sums = sorted(n for need in needs for n in need.sums)
        return Need(known, sum(need.cards for need in needs), tuple(sums))

    def need(self, index: int, part: Part) -> Need | None:
        """Return what a part of a round needs, or None if the record has another."""
        recorded = self.recorded[index]
        if recorded is None:
            return Need((0,) * len(self.values), max(part, 0), (-part,) if part < 0 else ())
        if part < 0:
            return Need(recorded) if worth(self.values, recorded) == -part else None
        rest = part - sum(recorded)
        return None if rest < 0 or (self.complete[index] and rest) else Need(recorded, rest)

    def splits_as(self, hand: Hand, parts: Sequence[Part]) -> bool:
        """Whether a hand can be what these parts of the first rounds pay."""
        need = self.need_in_all(parts)
        if need is None or (rest := minus(hand, need.known)) is None:
            return False
        return splits(self.values, rest, need.cards, need.sums)

    def label_fits(self, label: Label | None) -> bool:
        """Whether the record agrees with how the last round paid a seat; None: it got nothing."""
        if self.unpaid is not None:
            return label == self.unpaid or (self.unpaid == CHANGED and label == PAID)
        cards = self.recorded[-1]
        if cards is None:
            return True
        return not any(cards) if label is None else label in {cards, PAID}


class Table(Struct, frozen=True, dict=True):
    """A final table as far as it is known, by seats; None is unknown."""

    rules: Rules
    values: Values
    box: Hand
    rounds: tuple[RoundReport, ...]
    hands: tuple[Hand | None, ...]
    owed: tuple[int | None, ...]
    taken: tuple[Taken | None, ...]

    @cached_property
    def no_cards(self) -> Hand:
        """No card at all."""
        return (0,) * len(self.values)

    def with_hand(self, seat: int, hand: Hand | None, owed: int | None = 0) -> Table:
        """Return the table in which one player shows this gold and is owed this."""
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        debts = (*self.owed[:seat], owed, *self.owed[seat + 1 :])
        return replace(self, hands=hands, owed=debts)

    @cached_property
    def unknown(self) -> frozenset[int]:
        """The seats whose gold is unknown."""
        return frozenset(seat for seat, hand in enumerate(self.hands) if hand is None)

    @cached_property
    def known(self) -> Hand:
        """All cards known to be with players: shown, or recorded if not shown."""
        hands = (self.recorded(at) if hand is None else hand for at, hand in enumerate(self.hands))
        return reduce(plus, hands, self.no_cards)

    def recorded(self, seat: int) -> Hand:
        """All cards that the record gives to a seat."""
        hands = (each.cards[seat] for each in self.taken if each is not None)
        return reduce(plus, filter(None, hands), self.no_cards)

    @property
    def exceeds_box(self) -> bool:
        """Whether more cards are known than there are. Cites: SAB-10.1."""
        return minus(self.box, self.known) is None

    @cached_property
    def left(self) -> Hand:
        """The cards of the box that are not known."""
        return minus(self.box, self.known) or self.no_cards

    @cached_property
    def unshown(self) -> Hand:
        """The cards of the box that nobody has shown; after a change, records do not count."""
        return minus(self.box, self.shown) or self.no_cards

    @cached_property
    def shown(self) -> Hand:
        """All cards that players have shown."""
        return reduce(plus, filter(None, self.hands), self.no_cards)

    @cached_property
    def alike(self) -> Alike:
        """Whether the same is known of rounds 1 and 2, and of rounds 2 and 3."""
        known = tuple(zip(self.rounds, self.taken, strict=True))
        return known[0] == known[1], known[1] == known[2]

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """What is known of each player."""
        last = dict(self.taken[-1].unpaid) if self.taken and self.taken[-1] else {}
        return tuple(
            Seat(
                values=self.values,
                hand=hand,
                owed=owed,
                recorded=tuple(each.cards[seat] if each else None for each in self.taken),
                complete=tuple(each is not None and each.is_complete for each in self.taken),
                unpaid=last.get(seat),
            )
            for seat, (hand, owed) in enumerate(zip(self.hands, self.owed, strict=True))
        )
