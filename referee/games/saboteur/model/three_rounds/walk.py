"""Whether the patterns of three rounds fit one circle of players, with everybody paid exactly.

The circle is walked seat by seat. A state says how far each round is paid, and if necessary which
cards are out; a set of states is one whole number with a bit for each, so a seat costs few shifts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import prod
from operator import add, le, mul
from typing import Final, NamedTuple, TypeAlias, TypeVar

from referee.games.saboteur.model.three_rounds.hands import (
    Hand,
    Sums,
    made_of,
    plus,
    splits,
    supplies,
    worth,
)
from referee.games.saboteur.model.three_rounds.table import (
    Alike,
    Part,
    Pattern,
    RoundReport,
    Rules,
    Seat,
    Table,
    patterns,
)

Parts: TypeAlias = tuple[Part, ...]
"""What one player gets, in each of the rounds."""
Cards: TypeAlias = tuple[Hand, ...]
"""The hands that somebody can have been paid; each is possible."""


class JointPayments(NamedTuple):
    """What a player whose gold is known can get in all rounds together, and in which cards."""

    ways: tuple[tuple[Parts, Cards], ...]


class SeparatePayments(NamedTuple):
    """What a player whose gold is unknown can get in each round by itself, and in which cards."""

    rounds: tuple[tuple[tuple[Part, Cards], ...], ...]


Payments: TypeAlias = JointPayments | SeparatePayments
SeatPayments: TypeAlias = Sequence[Payments]
"""For each seat all that it can get."""
States: TypeAlias = int


def has_payments(gets: Payments) -> bool:
    """Whether a seat can have any payment, even nothing in every round."""
    return all(gets.rounds) if isinstance(gets, SeparatePayments) else bool(gets.ways)


class Places:
    """How far a round is paid: a place for each pattern and number of parts paid so far."""

    def __init__(self, patterns: Sequence[Pattern], *, in_any_order: bool = False) -> None:
        """Number the places of patterns with equally many parts, or of parts ``in_any_order``."""
        payments = len(patterns[0].parts)
        parts = {part for each in patterns for part in each.parts}
        if in_any_order:
            patterns = patterns[:1]
        width = payments + 1
        self.size: Final = width * len(patterns)
        self.starts: Final = tuple(range(0, self.size, width))
        self.ends: Final = tuple(range(payments, self.size, width))
        self.before: Final = {
            part: tuple(
                way * width + paid
                for way, each in enumerate(patterns)
                for paid, then in enumerate(each.parts)
                if in_any_order or then == part
            )
            for part in parts
        }
        """The places at which a part can come next."""
        fixed = {each.counted[0] for each in patterns if each.counted and not in_any_order}
        self.after: Final = {
            seat: tuple(
                way * width + paid
                for way, each in enumerate(patterns)
                for paid in range(width)
                if not each.counted or each.counted[0] != seat or paid in each.counted[1]
            )
            for seat in fixed
        }
        """The places possible after a seat, if they follow from who joined the treasure."""


class StateSpace:
    """The numbers of all states of three rounds, with at most ``bound`` cards of each value out."""

    def __init__(self, rounds: Sequence[Places], bound: Hand = ()) -> None:
        """Number the states: the cards out of each value, then the places of each round.

        Values after those in the bound are not counted.
        """
        self._rounds: Final = rounds
        self._bound: Final = bound
        self._sizes: Final = (*(most + 1 for most in bound), *(each.size for each in rounds))
        self._steps: Final = (1, *accumulate(self._sizes, mul))
        self._first: Final = len(bound)
        self._states_before: Final = [
            {part: self._states_at(index, before) for part, before in each.before.items()}
            for index, each in enumerate(rounds)
        ]

    def _states_at(self, index: int, places: tuple[int, ...]) -> States:
        return _states_at(self._sizes, self._first + index, places)

    def walked(self, payments: SeatPayments) -> States:
        """Pay every seat in each way that fits; return the states in which all rounds are paid."""
        return self.walk(payments).states[-1]

    def walk(self, payments: SeatPayments) -> Walk:
        """Pay every seat in each way that fits; return the states after each seat."""
        states = 1
        for each, step in zip(self._rounds, self._steps[self._first :], strict=False):
            states = sum(states << step * start for start in each.starts)
        reached = [states]
        for seat, gets in enumerate(payments):
            states = (
                self._pay_by_round(states, gets)
                if isinstance(gets, SeparatePayments)
                else self._pay_together(states, gets)
            )
            for index, each in enumerate(self._rounds):
                if seat in each.after:
                    states &= self._states_at(index, each.after[seat])
            reached.append(states)
            if not states:
                break
        for index, each in enumerate(self._rounds):
            reached[-1] &= self._states_at(index, each.ends)
        return Walk(self, payments, reached)

    def at(self, places: Sequence[int], out: Hand = ()) -> int:
        """Return the number of the state with these places, and these cards out."""
        counted = out[: self._first] or (0,) * self._first
        return sum(map(mul, self._steps, (*counted, *places)))

    def _pay_by_round(self, states: States, gets: SeparatePayments) -> States:
        for before, step, choices in zip(
            self._states_before, self._steps[self._first :], gets.rounds, strict=False
        ):
            after = 0
            for part, cards in choices:
                some = (states & before.get(part, 0)) << step if part else states
                after |= self._paid(some, cards) if some and self._bound else some
            states = after
        return states

    def _pay_together(self, states: States, gets: JointPayments) -> States:
        steps, after = self._steps[self._first :], 0
        for parts, cards in gets.ways:
            some, shift = states, 0
            for part, before, step in zip(parts, self._states_before, steps, strict=False):
                if part:
                    some &= before.get(part, 0)
                    if not some:
                        break
                    shift += step
            if some:
                some <<= shift
                after |= self._paid(some, cards) if self._bound else some
        return after

    def _paid(self, states: States, cards: Cards) -> States:
        after = 0
        for hand in {hand[: self._first] for hand in cards}:
            rich_enough, shift = _with_cards_left(self._sizes, hand)
            after |= (states & rich_enough) << shift
        return after

    def moves(self, gets: Payments) -> list[tuple[int, Parts, Hand]]:
        """Return all that a seat can get, each with how far it moves the number of a state."""
        return [
            (self.at(list(map(bool, parts)), hand), parts, hand) for parts, hand in ways_of(gets)
        ]

    def before(
        self, at: int, moves: Iterable[tuple[int, Parts, Hand]], states: bytes
    ) -> set[tuple[int, Parts, Hand]]:
        """Return the states before a move of one seat, each with its parts and cards."""
        found = set()
        for shift, parts, hand in moves:
            origin = at - shift
            is_state = origin >= 0 and states[origin >> 3] >> (origin & 7) & 1
            if is_state and self._fits(origin, parts, hand):
                found.add((origin, parts, hand))
        return found

    def _fits(self, at: int, parts: Parts, hand: Hand) -> bool:
        """Whether these parts can come next in a state, and the bank has the cards."""
        *places, _ = (at // step for step in self._steps)
        now = [place % size for place, size in zip(places, self._sizes, strict=True)]
        out, rounds = now[: self._first], now[self._first :]
        return all(map(le, map(add, out, hand), self._bound)) and all(
            not part or place in each.before.get(part, ())
            for part, place, each in zip(parts, rounds, self._rounds, strict=False)
        )

    def packed(self, states: States) -> bytes:
        """Return the states as bytes, in which a state is looked up fast."""
        return states.to_bytes(self._steps[-1] // 8 + 1, "little")

    def ways(self, states: States) -> Iterator[tuple[int, ...]]:
        """Yield one index of a pattern for each round, for all that have states; cards aside."""
        for way in product(*(range(len(each.ends)) for each in self._rounds)):
            ends = [each.ends[n] for n, each in zip(way, self._rounds, strict=True)]
            if states >> self.at(ends) & 1:
                yield way

    def ends(self, states: States, hands: Iterable[Hand]) -> list[int]:
        """Return the states in which all is paid, with one of these hands as the cards out."""
        every = product(hands, product(*(each.ends for each in self._rounds)))
        return [end for hand, places in every if states >> (end := self.at(places, hand)) & 1]


class Walk(NamedTuple):
    """A circle of players paid seat by seat."""

    space: StateSpace
    payments: SeatPayments
    states: list[States]
    """The states before each seat, and last those in which all rounds are paid."""


@lru_cache(maxsize=1024)
def ways_of(gets: Payments) -> tuple[tuple[Parts, Hand], ...]:
    """Return what a seat can get in all rounds together, each with its cards."""
    if isinstance(gets, JointPayments):
        return tuple((parts, hand) for parts, cards in gets.ways for hand in cards)
    found: list[tuple[Parts, Hand]] = []
    for chosen in product(*gets.rounds):
        hands, *rest = (set(cards) for _, cards in chosen)
        for cards in rest:
            hands = {plus(hand, more) for hand in hands for more in cards}
        found += ((tuple(part for part, _ in chosen), hand) for hand in hands)
    return tuple(found)


@lru_cache(maxsize=1024)
def _states_at(sizes: tuple[int, ...], index: int, places: tuple[int, ...]) -> States:
    """Return the states that have one of these places at an index of ``sizes``."""
    step, size, times = prod(sizes[:index]), sizes[index], prod(sizes[index + 1 :])
    one = (1 << step) - 1
    states = sum(one << step * at for at in places)
    period, have = step * size, 1
    while have < times:
        more = min(have, times - have)
        states |= (states & (1 << period * more) - 1) << period * have
        have += more
    return states


@lru_cache(maxsize=4096)
def _with_cards_left(sizes: tuple[int, ...], hand: Hand) -> tuple[States, int]:
    """Return the states in which the bank has a hand, and how far paying it moves them."""
    states, shift, step = (1 << prod(sizes)) - 1, 0, 1
    for kind, (size, n) in enumerate(zip(sizes, hand, strict=False)):
        if n:
            states &= _states_at(sizes, kind, tuple(range(size - n)))
        shift, step = shift + n * step, step * size
    return states, shift


def options(pattern: Pattern, seat: int) -> Parts:
    """Return the parts that a pattern can pay a seat, 0 for nothing; order is ignored."""
    parts = tuple(sorted(set(pattern.parts)))
    if pattern.never >> seat & 1:
        return (0,)
    return parts if pattern.must >> seat & 1 else (0, *parts)


T = TypeVar("T")


class Total(NamedTuple):
    """What rounds pay in all: cards of any value, and exact sums."""

    cards: int
    sums: Sums

    @classmethod
    def of(cls, rounds: Sequence[Pattern]) -> Total:
        """Return the total of several rounds."""
        sums = sorted(amount for each in rounds for amount in each.sums)
        return cls(sum(each.cards for each in rounds), tuple(sums))


class PlacedPatterns:
    """A round that pays by any of some patterns, and the places of it in a walk."""

    patterns: Sequence[Pattern]

    @cached_property
    def places(self) -> Places:
        """The places of the round, by any of the patterns."""
        return Places(self.patterns)

    @cached_property
    def unordered(self) -> Places:
        """The places if it did not matter in which order players sit: fewer, so faster."""
        return Places(self.patterns, in_any_order=True)


class Group(PlacedPatterns):
    """Patterns of a round that offer the same parts, and differ in who sits where."""

    def __init__(self, alike: Sequence[Pattern], seats: int) -> None:
        """Take patterns with equally many and the same parts."""
        self.patterns = tuple(alike)
        offers = zip(*(each.offers(seats) for each in alike), strict=True)
        self.options = tuple(tuple(sorted(set[Part]().union(*parts))) for parts in offers)


@lru_cache(maxsize=512)
def groups_of(rules: Rules, report: RoundReport) -> tuple[Group, ...]:
    """Return the patterns of a round, grouped by the parts, seats and totals that they have."""
    found: dict[object, list[Pattern]] = {}
    for each in patterns(rules, report):
        parts = frozenset(each.parts)
        key = (parts, len(each.parts), each.must, each.never, each.cards, each.sums)
        found.setdefault(key, []).append(each)
    return tuple(Group(each, rules.seats) for each in found.values())


def combined(
    first: Sequence[T], second: Sequence[T], third: Sequence[T], alike: Alike
) -> Iterator[tuple[T, T, T]]:
    """Yield one of each for three rounds; rounds that are ``alike`` come in one order only."""
    for a, one in enumerate(first):
        for b in range(a if alike[0] else 0, len(second)):
            for three in third[b if alike[1] else 0 :]:
                yield one, second[b], three


@lru_cache(maxsize=1 << 15)
def _payments_of(seat: Seat, box: Hand, can: tuple[Parts, ...]) -> Payments:
    """Return what a seat can get of what three rounds offer it; known gold counts as no cards."""
    none = (0,) * len(box)
    if seat.hand is not None:
        hand = seat.hand
        payments = (parts for parts in product(*can) if seat.splits_as(hand, parts))
        return JointPayments(tuple((parts, (none,)) for parts in payments))
    return SeparatePayments(
        tuple(
            tuple(
                (part, made_of(seat.values, box, need.cards, need.sums))
                for part in offered
                if (need := seat.need(index, part))
            )
            for index, offered in enumerate(can)
        )
    )


class PossiblePayments:
    """What the seats of a table can get, remembered by seat and offer."""

    def __init__(
        self, table: Table, payments_of: Callable[[Seat, Hand, tuple[Parts, ...]], Payments]
    ) -> None:
        """``payments_of`` returns what a seat can get of what rounds offer it."""
        self._seats, self._box, self._payments_of = table.seats, table.box, payments_of
        self._found: dict[tuple[int, tuple[Parts, ...]], Payments] = {}

    def payments(self, rounds: Sequence[Sequence[Parts]]) -> SeatPayments | None:
        """Return what each seat can get, or None if some seat's gold fits no offer."""
        found = []
        for at, seat in enumerate(self._seats):
            can = tuple(offered[at] for offered in rounds)
            if (at, can) not in self._found:
                self._found[at, can] = self._payments_of(seat, self._box, can)
            gets = self._found[at, can]
            if not has_payments(gets):
                return None
            found.append(gets)
        return found


class _PossibleRounds(NamedTuple):
    """A group of patterns for each of three rounds, and what each seat can get by them."""

    groups: tuple[Group, ...]
    payments: SeatPayments
    total: Total


def _rounds(table: Table) -> Iterator[_PossibleRounds]:
    """Yield three rounds that may have paid the table, by its totals and every seat alone."""
    if any(table.owed) or any(each and each.unpaid for each in table.taken):
        return
    possible = PossiblePayments(table, _payments_of)
    first, second, third = (groups_of(table.rules, each) for each in table.rounds)
    for groups in combined(first, second, third, table.alike):
        total = Total.of([each.patterns[0] for each in groups])
        if not _adds_up(table, total):
            continue
        payments = possible.payments([each.options for each in groups])
        if payments is not None and StateSpace([each.unordered for each in groups]).walked(
            payments
        ):
            yield _PossibleRounds(groups, payments, total)


def is_paid_exactly(table: Table) -> bool:
    """Whether three rounds can pay everybody exactly. Cites: SAB-10.2, SAB-10.3."""
    return any(_is_paid_by(table, rounds) for rounds in _rounds(table))


def _is_paid_by(table: Table, rounds: _PossibleRounds) -> bool:
    if _is_supplied(table, rounds.total):
        return bool(StateSpace([each.places for each in rounds.groups]).walked(rounds.payments))
    return can_be_laid(rounds.groups, rounds.payments, table.left)


def can_be_laid(groups: Sequence[Group], payments: SeatPayments, box: Hand) -> bool:
    """Whether some pattern of each round makes these payments in one circle, out of this box."""
    space = StateSpace([each.places for each in groups])
    return any(
        StateSpace(
            [Places(each.patterns[n : n + 1]) for n, each in zip(way, groups, strict=True)], box
        ).walked(payments)
        for way in space.ways(space.walked(payments))
    )


def possible_parts(table: Table, seat: int) -> dict[Parts, set[Total]]:
    """Return what three rounds can pay a player of unknown gold, each with their totals."""
    found: dict[Parts, set[Total]] = {}
    for rounds in _rounds(table):
        space = StateSpace([each.places for each in rounds.groups])
        for parts in product(*(each.options[seat] for each in rounds.groups)):
            payments = list(rounds.payments)
            payments[seat] = JointPayments(((parts, ()),))
            if table.seats[seat].need_in_all(parts) and space.walked(payments):
                found.setdefault(parts, set()).add(rounds.total)
    return found


def _adds_up(table: Table, total: Total) -> bool:
    """Whether all known gold together fits what three rounds pay, whoever has it."""
    if not table.unknown:
        return splits(table.values, table.known, *total)
    known, in_sums = table.known, sum(total.sums)
    return (
        sum(known) <= total.cards + in_sums
        and worth(table.values, known) <= table.values[0] * total.cards + in_sums
    )


def _is_supplied(table: Table, total: Total) -> bool:
    """Whether the box certainly has enough cards for players whose gold is unknown."""
    if not table.unknown:
        return True
    to_others = total.cards - max(0, sum(table.known) - sum(total.sums))
    # They may get all the sums as well.
    return supplies(table.values, table.left, max(0, to_others), total.sums)
