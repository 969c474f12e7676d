"""A last round in which the bank could not pay everybody exactly: what it can leave.

Somebody is owed, or money was changed; then only nuggets have to be right. Cites: SAB-7.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from referee.games.saboteur.model.shortfall.short import Bank, Short, shorts
from referee.games.saboteur.model.shortfall.shown import gets_besides, labels
from referee.games.saboteur.model.shortfall.trace import can_show
from referee.games.saboteur.model.three_rounds.exact import Fitter, Group, Total, groups_of
from referee.games.saboteur.model.three_rounds.hands import Hand, minus, plus, worth
from referee.games.saboteur.model.three_rounds.patterns import Pattern, patterns
from referee.games.saboteur.model.three_rounds.table import Table
from referee.games.saboteur.model.three_rounds.walk import Circle, Fitting, Parts, Places, options


class _Last(NamedTuple):
    """How a last round of so many saboteurs falls short, money changed or not."""

    each: int
    is_changed: bool
    offered: tuple[Parts, ...]
    """To each seat."""
    loose: Places
    debts: range
    """How many may be owed."""
    short_after: Callable[[Total], tuple[tuple[Short, frozenset[Hand]], ...]]
    """Each way to fall short after rounds that paid so, and what was out then."""


class _Pair(NamedTuple):
    """The two rounds before it, and what they pay in all."""

    groups: tuple[Group, Group]
    total: Total


def is_paid_with_block(table: Table) -> bool:
    """Whether three rounds can pay it with somebody owed, or after money was changed.

    Blocks come about in the last round only. Cites: SAB-7.8.
    """
    pairs = _pairs(table)
    return any(
        _can_be(table, last, pair, fitter)
        for last in _lasts(table, pairs)
        for fitter in (_fitter(table, last),)
        for pair in pairs
    )


@lru_cache(maxsize=64)
def may_block(table: Table) -> tuple[int, ...]:
    """Tell what a saboteur may be owed after the last round; nothing where all can be paid."""
    return tuple({last.each: None for last in _lasts(table, _pairs(table))})


def _pairs(table: Table) -> list[_Pair]:
    if any(each and each.unpaid for each in table.taken[:-1]):
        return []
    first, second = (groups_of(table.rules, each) for each in table.rounds[:-1])
    return [
        _Pair((one, two), Total.of((one.patterns[0], two.patterns[0])))
        for at, one in enumerate(first)
        for two in (second[at:] if table.alike[0] else second)
    ]


def _fitter(table: Table, last: _Last) -> Fitter:
    each, is_changed = last.each, last.is_changed
    return Fitter(
        table, lambda seat, box, can: gets_besides(seat, box, can, each, is_changed=is_changed)
    )


def _can_be(table: Table, last: _Last, pair: _Pair, fitter: Fitter) -> bool:
    """Whether the gold known can be what two rounds and such a last one pay, out of some bank."""
    out = [
        (short, some)
        for short, used in last.short_after(pair.total)
        if (some := _used(table, last, short, used))
    ]
    fitting = fitter.fitting([*(each.options for each in pair.groups), last.offered]) if out else ()
    if not fitting:
        return False
    loose = [each.loose for each in pair.groups]
    if not Circle([*loose, last.loose]).walked(fitting):
        return False
    return any(_is_out(table, last, pair, each, fitting) for each in out)


def _used(table: Table, last: _Last, short: Short, used: frozenset[Hand]) -> list[Hand]:
    """List the cards that a walk has to find, by what may have been out before the last round.

    After a debt alone these are the cards of those whose gold is not known; once money was
    changed, all that the first two rounds paid.
    """
    if short.is_changed != last.is_changed or short.debts not in last.debts:
        return []
    if last.is_changed:
        number = len(short.patterns[0].parts) - short.debts
        least = worth(table.values, table.known) - last.each * number
        nuggets = {each: worth(table.values, each) for each in used}
        return [n for n in used if nuggets[n] == least or (table.unknown and nuggets[n] > least)]
    paid = table.none
    for way in short.paid:
        paid = plus(paid, way)
    found = [rest for each in used if (rest := minus(plus(each, paid), table.shown)) is not None]
    return found if table.unknown else [rest for rest in found if not any(rest)]


def _is_out(
    table: Table, last: _Last, pair: _Pair, out: tuple[Short, list[Hand]], fitting: Fitting
) -> bool:
    """Whether the rounds can be laid over the circle with just such cards out before the last."""
    short, used = out
    circle = Circle([*(each.places for each in pair.groups), short.places])
    states = circle.walked(fitting)
    if not states or not (table.unknown or last.is_changed):
        return bool(states)
    most = tuple(map(max, zip(*used, strict=True)))
    if not table.unknown or not pair.total.cards or not pair.total.sums:
        most = most[:-1]  # the last kind follows from how many nuggets or cards there are
    loose = Circle([*(each.loose for each in pair.groups), short.loose], most)
    if not loose.ends(loose.walked(fitting), used):
        return False
    ways = zip(*circle.ways(states), strict=True)
    rounds = [
        Places([each.patterns[n] for n in sorted(set(found))])
        for each, found in zip((*pair.groups, short), ways, strict=True)
    ]
    walk = Circle(rounds, most).walk(fitting)
    ends = walk.circle.ends(walk.course[-1], used)
    return bool(ends) and (_has_change(table, last) or can_show(table, walk, ends, last.each))


def _has_change(table: Table, last: _Last) -> bool:
    """Whether those whose gold is not known can surely show any nuggets with the cards left.

    Who takes threes first, then a two where two are missing, needs one card of 1 at most, and
    another where the twos have run out. After a debt alone they show what they were paid.
    """
    players = len(table.unknown)
    if not last.is_changed or not players:
        return True
    if table.values != (3, 2, 1):
        return False
    _, twos, ones = table.unshown
    return ones >= players + max(0, players - twos)


def _lasts(table: Table, pairs: list[_Pair]) -> Iterator[_Last]:
    """List how the last round can fall short, as far as what is owed and noted agrees."""
    told, rules = table.rounds[-1], table.rules
    if not pairs or told.diggers_won or told.connector is not None:
        return
    owing = {n for n in table.owed if n}
    least = sum(map(bool, table.owed))
    debts = range(least, least + table.owed.count(None) + 1)
    for pattern in patterns(rules, told):
        each, number = -pattern.parts[0] if pattern.parts else 0, len(pattern.parts)
        if each <= 0 or pattern.sums != (each,) * number or not owing <= {each}:
            continue
        how = partial(
            shorts, Bank(table.values, table.box, each, number), told.last, table.taken[-1] is None
        )
        if any(how(pair.total) for pair in pairs):
            known = range(1, len(labels(table.values, each)))
            any_label = Pattern(tuple(known), pattern.must, pattern.never)
            offered = tuple(options(any_label, seat) for seat in range(rules.seats))
            loose = Places([Pattern((1,) * number), any_label], is_loose=True)
            for is_changed in (False, True):
                yield _Last(each, is_changed, offered, loose, debts, how)
