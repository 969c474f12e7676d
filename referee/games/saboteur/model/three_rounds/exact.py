"""Three rounds in which everybody is paid exactly: whether they can leave a table, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from referee.games.saboteur.model.three_rounds.hands import (
    Hand,
    Sums,
    made_of,
    splits,
    supplies,
    worth,
)
from referee.games.saboteur.model.three_rounds.patterns import (
    Part,
    Pattern,
    Rules,
    ToldRound,
    patterns,
)
from referee.games.saboteur.model.three_rounds.table import Alike, Seat, Table
from referee.games.saboteur.model.three_rounds.walk import (
    Apart,
    Circle,
    Fitting,
    Gets,
    Parts,
    Places,
    Together,
    can_get,
)

T = TypeVar("T")


class Total(NamedTuple):
    """What rounds pay in all: cards of any value, and exact sums."""

    cards: int
    sums: Sums

    @classmethod
    def of(cls, rounds: Sequence[Pattern]) -> Total:
        """Add up rounds."""
        sums = sorted(amount for each in rounds for amount in each.sums)
        return cls(sum(each.cards for each in rounds), tuple(sums))


class Laid:
    """A round by any of some patterns, laid over the circle of the players."""

    patterns: Sequence[Pattern]

    @cached_property
    def places(self) -> Places:
        """Where the round can be, by any of the patterns."""
        return Places(self.patterns)

    @cached_property
    def loose(self) -> Places:
        """Where it could be if it did not matter who sits beside whom."""
        return Places(self.patterns, is_loose=True)


class Group(Laid):
    """Patterns of a round that offer the same to every seat, and differ in who sits where."""

    def __init__(self, alike: Sequence[Pattern], seats: int) -> None:
        """Take up patterns of as many payments, of the same parts."""
        self.patterns = tuple(alike)
        offers = zip(*(each.offers(seats) for each in alike), strict=True)
        self.options = tuple(tuple(sorted(set[Part]().union(*parts))) for parts in offers)


@lru_cache(maxsize=512)
def groups_of(rules: Rules, told: ToldRound) -> tuple[Group, ...]:
    """List the patterns of a round; those that offer the same to each seat stand together."""
    found: dict[object, list[Pattern]] = {}
    for each in patterns(rules, told):
        parts = frozenset(each.parts)
        key = (parts, len(each.parts), each.must, each.never, each.cards, each.sums)
        found.setdefault(key, []).append(each)
    return tuple(Group(each, rules.seats) for each in found.values())


def threes(
    first: Sequence[T], second: Sequence[T], third: Sequence[T], alike: Alike
) -> Iterator[tuple[T, T, T]]:
    """Choose one for each of three rounds; those that are known ``alike`` are not told apart."""
    for a, one in enumerate(first):
        for b in range(a if alike[0] else 0, len(second)):
            for three in third[b if alike[1] else 0 :]:
                yield one, second[b], three


@lru_cache(maxsize=1 << 15)
def _gets(seat: Seat, box: Hand, can: tuple[Parts, ...]) -> Gets:
    """List what a seat can get of what three rounds offer it; the gold known is not counted."""
    none = (0,) * len(box)
    if seat.hand is not None:
        hand = seat.hand
        fitting = (parts for parts in product(*can) if seat.splits_as(hand, parts))
        return Together(tuple((parts, (none,)) for parts in fitting))
    return Apart(
        tuple(
            tuple(
                (part, made_of(seat.values, box, need.cards, need.sums))
                for part in offered
                if (need := seat.need(turn, part))
            )
            for turn, offered in enumerate(can)
        )
    )


class Fitter:
    """What the seats of a table can get by the groups at hand."""

    def __init__(self, table: Table, gets: Callable[[Seat, Hand, tuple[Parts, ...]], Gets]) -> None:
        """Take up how the gold of a seat is held against what rounds offer it."""
        self._seats, self._box, self._gets = table.seats, table.box, gets
        self._found: dict[tuple[int, tuple[Parts, ...]], Gets] = {}

    def fitting(self, rounds: Sequence[Sequence[Parts]]) -> Fitting | None:
        """List what each seat can get, or None where the gold of somebody fits nothing."""
        found = []
        for at, seat in enumerate(self._seats):
            can = tuple(offered[at] for offered in rounds)
            if (at, can) not in self._found:
                self._found[at, can] = self._gets(seat, self._box, can)
            gets = self._found[at, can]
            if not can_get(gets):
                return None
            found.append(gets)
        return found


class _Rounds(NamedTuple):
    """Groups of patterns for each of three rounds, and what fits there."""

    groups: tuple[Group, ...]
    fitting: Fitting
    total: Total


def _rounds(table: Table) -> Iterator[_Rounds]:
    """List what three rounds can pay, as far as the gold in all and at each seat goes."""
    if any(table.owed) or any(each and each.unpaid for each in table.taken):
        return
    fitter = Fitter(table, _gets)
    first, second, third = (groups_of(table.rules, each) for each in table.rounds)
    for groups in threes(first, second, third, table.alike):
        total = Total.of([each.patterns[0] for each in groups])
        if not _counts(table, total):
            continue
        fitting = fitter.fitting([each.options for each in groups])
        if fitting is not None and Circle([each.loose for each in groups]).walked(fitting):
            yield _Rounds(groups, fitting, total)


def is_paid_exactly(table: Table) -> bool:
    """Whether three rounds can pay it with everybody paid exactly. Cites: SAB-10.2, SAB-10.3."""
    return any(_can_be(table, rounds) for rounds in _rounds(table))


def _can_be(table: Table, rounds: _Rounds) -> bool:
    circle = Circle([each.places for each in rounds.groups])
    states = circle.walked(rounds.fitting)
    if not states or _is_supplied(table, rounds.total):
        return bool(states)
    return any(
        Circle(
            [Places(each.patterns[n : n + 1]) for n, each in zip(way, rounds.groups, strict=True)],
            table.left,
        ).walked(rounds.fitting)
        for way in circle.ways(states)
    )


def possible_parts(table: Table, seat: int) -> dict[Parts, set[Total]]:
    """List what three rounds can pay one player whose gold is not known, and what in all."""
    found: dict[Parts, set[Total]] = {}
    for rounds in _rounds(table):
        circle = Circle([each.places for each in rounds.groups])
        for parts in product(*(each.options[seat] for each in rounds.groups)):
            gets = Together(((parts, ()),))
            fitting = (*rounds.fitting[:seat], gets, *rounds.fitting[seat + 1 :])
            if table.seats[seat].needs(parts) is not None and circle.walked(fitting):
                found.setdefault(parts, set()).add(rounds.total)
    return found


def _counts(table: Table, total: Total) -> bool:
    """Whether all gold together is as much as three rounds pay, seats aside."""
    if not table.unknown:
        return splits(table.values, table.known, *total)
    known, in_sums = table.known, sum(total.sums)
    return (
        sum(known) <= total.cards + in_sums
        and worth(table.values, known) <= table.values[0] * total.cards + in_sums
    )


def _is_supplied(table: Table, total: Total) -> bool:
    """Whether the box surely has what is paid to those whose gold is not known."""
    to_others = total.cards - max(0, sum(table.known) - sum(total.sums))
    return not table.unknown or supplies(
        table.values, table.left, max(0, to_others), total.sums
    )  # even if all sums went to them
