"""A last round in which the bank could not pay everybody exactly: what it can leave.

Somebody is owed, or money was changed; then only nuggets have to be right. Cites: SAB-7.8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from referee.games.saboteur.model.blocks import CHANGED, OWED, PAID, Label, can_block, with_block
from referee.games.saboteur.model.exact import Total, groups_of
from referee.games.saboteur.model.hands import (
    Effort,
    Hand,
    Values,
    handfuls,
    minus,
    splits,
    supplies,
    worth,
)
from referee.games.saboteur.model.patterns import Pattern, patterns
from referee.games.saboteur.model.shown import Short, Shown
from referee.games.saboteur.model.table import Table
from referee.games.saboteur.model.trace import Paid, traced
from referee.games.saboteur.model.walk import kinds

Pair: TypeAlias = tuple[tuple[Pattern, ...], tuple[Pattern, ...]]
"""Patterns of the two rounds before that offer the same to each seat."""
Shorts: TypeAlias = Mapping[Short, frozenset[Hand]]
"""Ways in which the last round fell short, and what may have been out before it."""


def is_paid_with_block(table: Table) -> bool:
    """Whether three rounds can pay it with somebody owed, or after money was changed.

    Blocks come about in the last round only. Cites: SAB-7.8.
    """
    if any(each and each.unpaid for each in table.taken[:-1]):
        return False
    before = _before(table)
    shorts = _shorts(table, frozenset(before.values()))
    shown, alike, effort = Shown(table), _alike(shorts), Effort()
    return any(
        _can_be(table, pair, total, some, shown, effort)
        for some in alike
        for pair, total in before.items()
    )


def may_block(table: Table) -> tuple[int, ...]:
    """Tell what a saboteur may be owed after the last round; nothing where all can be paid."""
    shorts = _shorts(table, frozenset(_before(table).values()))
    return tuple({short.each: None for short in shorts})


def _before(table: Table) -> dict[Pair, Total]:
    """List what the two rounds before the last can pay."""
    first, second = (groups_of(table.rules, each) for each in table.rounds[:-1])
    return {
        (one, two): Total.of((one[0], two[0]))
        for at, one in enumerate(first)
        for two in (second[at:] if table.alike[0] else second)
    }


def _alike(shorts: Shorts) -> list[Shorts]:
    """Put those together that offer the same to each seat."""
    found: dict[object, dict[Short, frozenset[Hand]]] = {}
    for short, used in shorts.items():
        payments = len(short.pattern.parts)
        key = (kinds(short.pattern), payments, short.labels, short.each)
        found.setdefault(key, {})[short] = used
    return list(found.values())


def _can_be(  # noqa: PLR0913 - what is known, and how long it is searched
    table: Table, pair: Pair, total: Total, some: Shorts, shown: Shown, effort: Effort
) -> bool:
    """Whether the gold known can be what two rounds and such a last one pay, out of some bank."""
    if effort.is_used_up():
        return True
    out = {
        short: paid
        for short, used in some.items()
        if (paid := [each for each in used if splits(table.values, each, *total)])
    }
    if not out:
        return False
    short = next(iter(out))
    seats, given = shown.seats(short), shown.given(short)
    first = (pair[0][0], pair[1][0], short.pattern)
    fitting = seats.fitting(first)
    if fitting is None or not seats.may_be(first, fitting):
        return False
    return any(
        effort.is_used_up() or _is_out(table, used, each)
        for short, all_used in out.items()
        for one, two in _each(pair, is_alike=table.alike[0] and pair[0] is pair[1])
        if seats.can_be(three := (one, two, short.pattern), fitting)  # the bank aside
        for each in traced(three, table.rules.seats, given, _most(all_used))
        for used in all_used
    )


def _each(pair: Pair, *, is_alike: bool) -> Iterator[tuple[Pattern, Pattern]]:
    """Choose a pattern for each of two rounds; where they are known alike, in one order."""
    return combinations_with_replacement(pair[0], 2) if is_alike else product(*pair)


def _most(hands: list[Hand]) -> Hand:
    return tuple(map(max, zip(*hands, strict=True)))


def _is_out(table: Table, used: Hand, paid: Paid) -> bool:
    """Whether what was paid so is just what was out before the last round."""
    rest = minus(used, paid.used)
    return (
        rest is not None
        and splits(table.values, rest, paid.cards, paid.sums)
        and supplies(table.values, table.unshown, 0, paid.worths)
    )


def _shorts(table: Table, paid_before: frozenset[Total]) -> Shorts:
    """List how the last round can fall short, as far as what is owed and noted agrees."""
    told, rules = table.rounds[-1], table.rules
    found: dict[Short, set[Hand]] = {}
    if told.diggers_won or told.connector is not None:
        return {}
    owing = {n for n in table.owed if n}
    for pattern in patterns(rules, told):
        each = -pattern.parts[0] if pattern.parts else 0
        if each <= 0 or pattern.sums != (each,) * len(pattern.parts) or not owing <= {each}:
            continue
        out = _out_before(table, each, len(pattern.parts))
        for bank in _blocking(table.values, table.box, each, len(pattern.parts), paid_before):
            used = _out(table.box, bank)
            if worth(table.values, used) in out:
                for short in _placed(table, pattern, bank, each):
                    found.setdefault(short, set()).add(used)
    return {short: frozenset(used) for short, used in found.items()}


def _out_before(table: Table, each: int, number: int) -> range:
    """Tell how few and how many nuggets were out before the last round, by all that is known."""
    known, debts = worth(table.values, table.known), sum(1 for n in table.owed if n)
    could = sum(1 for n in table.owed if n is None)
    least = known - each * max(0, number - debts)
    most = known - each * max(0, number - debts - could)
    if table.unknown:
        most = worth(table.values, table.box)
    return range(max(least, 0), most + 1)


@lru_cache(maxsize=64)
def _blocking(
    values: Values,
    box: Hand,
    each: int,
    number: int,
    paid_before: frozenset[Total],
) -> tuple[Hand, ...]:
    return tuple(
        bank
        for bank in handfuls(box)
        if can_block(values, bank, each, number)
        and any(splits(values, _out(box, bank), *paid) for paid in paid_before)
        and with_block(values, bank, each, number)
    )


def _out(box: Hand, bank: Hand) -> Hand:
    return tuple(there - left for there, left in zip(box, bank, strict=True))


def _placed(table: Table, pattern: Pattern, bank: Hand, each: int) -> Iterator[Short]:
    """Seat the courses of a payment: whoever used the last card chooses first, clockwise on."""
    last, taken = table.rounds[-1].last, table.taken[-1]
    seen = set()
    for found in with_block(table.values, bank, each, len(pattern.parts)):
        course = found
        if CHANGED in found and taken is None:  # who took which cards is all the same then
            course = tuple(label if label == OWED else PAID for label in found)
        if not _owes_as_told(table, course):
            continue
        for before in range(len(course)):
            seated = course[len(course) - before :] + course[: len(course) - before]
            counted = None
            if last:
                # Nobody before that seat, or all of them: the course begins in the same place.
                counted = (last - 1, frozenset({before} if before else {0, len(course)}))
            elif last == 0 and before:
                continue
            if (seated, counted if last is not None else None) not in seen:
                seen.add((seated, counted))
                yield _labelled(pattern, seated, counted, each)


def _owes_as_told(table: Table, course: tuple[Label, ...]) -> bool:
    debts = sum(1 for n in table.owed if n)
    could = sum(1 for n in table.owed if n is None)
    return debts <= course.count(OWED) <= debts + could


def _labelled(
    pattern: Pattern,
    seated: tuple[Label, ...],
    counted: tuple[int, frozenset[int]] | None,
    each: int,
) -> Short:
    labels = tuple(dict.fromkeys(seated))
    parts = tuple(labels.index(label) + 1 for label in seated)
    placed = Pattern(parts, pattern.must, pattern.never, counted)
    return Short(placed, labels, each)
