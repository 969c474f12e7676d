"""Whether some legal play leads to a table, with all players and all rounds checked together.

The audit, play, and the questions about gold use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product

from referee.games.saboteur.model.three_rounds.hands import (
    Hand,
    Values,
    handfuls,
    made_of,
    minus,
    plus,
    splits,
    supplies,
    ways,
    worth,
)
from referee.games.saboteur.model.three_rounds.shortfall import is_paid_short, possible_debts
from referee.games.saboteur.model.three_rounds.table import Part, RoundReport, Rules, Table
from referee.games.saboteur.model.three_rounds.walk import (
    JointPayments,
    Parts,
    Payments,
    SeparatePayments,
    StateSpace,
    Total,
    can_be_laid,
    combined,
    groups_of,
    has_payments,
    is_paid_exactly,
    possible_parts,
)


@lru_cache(maxsize=512)
def is_possible(table: Table) -> bool:
    """Whether some legal play of three rounds ends like this. Cites: SAB-10.1 to SAB-10.4."""
    if table.exceeds_box:  # possible only after a change, when others hold the recorded cards
        return minus(table.box, table.shown) is not None and is_paid_short(table)
    return is_paid_exactly(table) or is_paid_short(table)


@lru_cache(maxsize=4096)
def may_be_paid(table: Table, seat: int, hand: Hand) -> bool:
    """Whether a player may have this gold, whatever the others have; the table has no gold yet.

    False is certain. True is not, if only a shortfall could lead to the hand: to check every
    shortfall would take too long.
    """
    alone = table.with_hand(seat, hand, None)
    if any(table.taken):
        return is_possible(alone)
    *before, last = _offered(table, seat)
    splits_as = alone.seats[seat].splits_as
    if any(splits_as(hand, parts) for parts in product(*before, last)):
        return True
    return any(
        sum(_worth(part, table.values[-1]) for part in parts)
        <= worth(table.values, hand) - paid
        <= sum(_worth(part, table.values[0]) for part in parts)
        for each in possible_debts(table)
        for paid in (0, each)
        for parts in product(*before)
    )


def may_be_owed(table: Table, seat: int, debt: int) -> bool:
    """Whether the last round may leave a player such a debt, whatever the others have."""
    return debt in possible_debts(table) and -debt in _offered(table, seat)[-1]


def possible_hands(table: Table, seat: int) -> Iterator[tuple[Hand, int]]:
    """Yield each hand that a player of unknown gold can show, and what is owed with it."""
    exact = set()
    if not table.owed[seat] and not table.exceeds_box:
        parts = possible_parts(table, seat)
        for rest in handfuls(table.left):
            hand = plus(rest, table.recorded(seat))
            if _is_shown(table, seat, hand, parts):
                exact.add((hand, 0))
                yield hand, 0
    for each in _shown_with_shortfall(table, seat):
        if each not in exact:
            yield each


def _is_shown(table: Table, seat: int, hand: Hand, parts: Mapping[Parts, set[Total]]) -> bool:
    """Whether some of these parts pay this hand, and the box has enough for the others."""
    totals = {
        total
        for each, totals in parts.items()
        if table.seats[seat].splits_as(hand, each)
        for total in totals
    }
    if not totals or table.unknown == {seat}:
        return bool(totals)
    after = table.with_hand(seat, hand)
    is_rich = any(supplies(table.values, after.left, *total) for total in totals)
    return is_rich or is_paid_exactly(after)


def _shown_with_shortfall(table: Table, seat: int) -> Iterator[tuple[Hand, int]]:
    """Yield each hand and debt that a player can have after the bank could not pay exactly.

    After a change, the hand need not be the recorded one.
    """
    debt = table.owed[seat]
    most = sum(
        max((_worth(part, table.values[0]) for part in parts), default=0)
        for parts in _offered(table, seat)
    )
    for each in possible_debts(table):
        for owed in (0, each) if debt is None else (debt,):
            for hand in handfuls(table.unshown):
                after = table.with_hand(seat, hand, owed)
                if worth(table.values, hand) + owed <= most and is_paid_short(after):
                    yield hand, owed


def _offered(table: Table, seat: int) -> list[set[Part]]:
    """Return for each round what it can pay a player, whatever the others get."""
    return [
        {part for group in groups_of(table.rules, report) for part in group.options[seat]}
        for report in table.rounds
    ]


def _worth(part: Part, value: int) -> int:
    """Return the nuggets of a part if each of its cards has this value."""
    return part * value if part > 0 else -part


def can_total(rules: Rules, values: Values, box: Hand, totals: Sequence[int | None]) -> bool:
    """Whether some legal play leaves these nuggets, debts included; None is unknown.

    What saboteurs get in the last round counts as nuggets: exact cards, a debt and changed money
    are worth the same. Cites: SAB-7.8, SAB-10.2.
    """
    groups = groups_of(rules, RoundReport())
    for some in combined(groups, groups, groups, (True, False)):
        payments = [
            _payments(values, box, total, tuple(each.options[seat] for each in some))
            for seat, total in enumerate(totals)
        ]
        if (
            all(map(has_payments, payments))
            and StateSpace([each.unordered for each in some]).walked(payments)
            and can_be_laid(some, payments, box)
        ):
            return True
    return False


@cache
def _payments(values: Values, box: Hand, total: int | None, can: tuple[Parts, ...]) -> Payments:
    """Return what a player with a total can get; sums of the last round do not count as cards."""
    if total is None:
        *before, last = can
        in_cards = [[(part, _paid_by(values, box, part)) for part in each] for each in before]
        at_last = [(part, _paid_by(values, box, max(part, 0))) for part in last]
        return SeparatePayments(tuple(map(tuple, (*in_cards, at_last))))
    found = ((parts, _hands_of_total(values, box, total, parts)) for parts in product(*can))
    return JointPayments(tuple((parts, hands) for parts, hands in found if hands))


def _paid_by(values: Values, box: Hand, part: Part) -> tuple[Hand, ...]:
    return made_of(values, box, max(part, 0), (-part,) if part < 0 else ())


@cache
def _hands_of_total(values: Values, box: Hand, total: int, parts: Parts) -> tuple[Hand, ...]:
    """Return the hands that lead to a total, without what saboteurs get in the last round."""
    *before, last = parts
    in_cards = total - max(0, -last)
    cards = sum(part for part in parts if part > 0)
    sums = tuple(sorted(-part for part in before if part < 0))
    if in_cards < 0:
        return ()
    return tuple(hand for hand in ways(values, box, in_cards) if splits(values, hand, cards, sums))
