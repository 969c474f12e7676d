"""Three rounds in which everybody is paid exactly: whether they can leave a table, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from referee.games.saboteur.model.hands import Effort, Sums, splits, supplies, worth
from referee.games.saboteur.model.patterns import Pattern, Rules, ToldRound, patterns
from referee.games.saboteur.model.table import Alike, Table
from referee.games.saboteur.model.trace import Paid, traced
from referee.games.saboteur.model.walk import Fitting, Parts, Seats, kinds, options

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


class _Rounds(NamedTuple):
    """Patterns for each of three rounds that offer the same to every seat, and what fits there."""

    groups: tuple[tuple[Pattern, ...], ...]
    alike: Alike
    fitting: Fitting
    total: Total

    def each(self) -> Iterator[tuple[Pattern, ...]]:
        """Choose a pattern for each round."""
        first, second, third = self.groups
        same = self.alike[0] and first is second, self.alike[1] and second is third
        return threes(first, second, third, same)


@lru_cache(maxsize=512)
def groups_of(rules: Rules, told: ToldRound) -> tuple[tuple[Pattern, ...], ...]:
    """List the patterns of a round; those that offer the same to each seat stand together."""
    found: dict[object, list[Pattern]] = {}
    for each in patterns(rules, told):
        found.setdefault((kinds(each), len(each.parts), each.cards, each.sums), []).append(each)
    return tuple(map(tuple, found.values()))


def threes(
    first: Sequence[T], second: Sequence[T], third: Sequence[T], alike: Alike
) -> Iterator[tuple[T, T, T]]:
    """Choose one for each of three rounds; those that are known ``alike`` are not told apart."""
    for a, one in enumerate(first):
        for b in range(a if alike[0] else 0, len(second)):
            for three in third[b if alike[1] else 0 :]:
                yield one, second[b], three


def _seats(table: Table) -> Seats:
    return Seats(table.rules.seats, table.fits, table.free)


def _rounds(table: Table, seats: Seats) -> Iterator[_Rounds]:
    """List what three rounds can pay, as far as the gold in all and at each seat goes."""
    if any(table.owed) or any(each and each.unpaid for each in table.taken):
        return
    first, second, third = (groups_of(table.rules, each) for each in table.rounds)
    for groups in threes(first, second, third, table.alike):
        some = [each[0] for each in groups]
        total = Total.of(some)
        fitting = seats.fitting(some) if _counts(table, total) else None
        if fitting is not None and seats.may_be(some, fitting):
            yield _Rounds(groups, table.alike, fitting, total)


def is_paid_exactly(table: Table) -> bool:
    """Whether three rounds can pay it with everybody paid exactly. Cites: SAB-10.2, SAB-10.3."""
    seats, effort = _seats(table), Effort()
    return any(
        seats.can_be(three, rounds.fitting)
        and (effort.is_used_up() or _is_supplied(table, three, rounds.total))
        for rounds in _rounds(table, seats)
        for three in rounds.each()
    )


def possible_parts(table: Table, seat: int) -> dict[Parts, set[Total]]:
    """List what three rounds can pay one player whose gold is not known, and what in all."""
    seats = _seats(table)
    found: dict[Parts, set[Total]] = {}
    for rounds in _rounds(table, seats):
        for parts in product(*(options(each[0], seat) for each in rounds.groups)):
            fitting = [*rounds.fitting]
            fitting[seat] = (parts,)
            can_be = table.need(seat, parts) is not None and any(
                seats.can_be(three, fitting) for three in rounds.each()
            )
            if can_be:
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


def _is_supplied(table: Table, three: Sequence[Pattern], total: Total) -> bool:
    """Whether the box has what is paid to those whose gold is not known."""
    if not table.unknown:
        return True
    to_others = total.cards - max(0, sum(table.known) - sum(total.sums))
    if supplies(table.values, table.left, max(0, to_others), total.sums):
        return True  # even if all sums went to them

    def given(seat: int, parts: Parts) -> Iterator[Paid]:
        if seat not in table.unknown:
            if table.fits(seat, parts):
                yield Paid(table.none, 0, ())
        elif need := table.need(seat, parts):
            yield Paid(table.none, need[1], need[2])

    paid = traced(three, table.rules.seats, given, table.none)
    return any(supplies(table.values, table.left, each.cards, each.sums) for each in paid)
