"""Whether some play of the rules can leave a table: all players and all rounds judged together.

This stands behind the audit, behind play, and behind the questions about gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from referee.games.saboteur.model.shortfall.blocked import is_paid_with_block, may_block
from referee.games.saboteur.model.three_rounds.exact import (
    Total,
    groups_of,
    is_paid_exactly,
    possible_parts,
)
from referee.games.saboteur.model.three_rounds.hands import Hand, handfuls, plus, supplies, worth
from referee.games.saboteur.model.three_rounds.patterns import Part, patterns
from referee.games.saboteur.model.three_rounds.table import Table
from referee.games.saboteur.model.three_rounds.walk import Parts, options


@lru_cache(maxsize=512)
def is_possible(table: Table) -> bool:
    """Whether there is a play of three rounds that ends so. Cites: SAB-10.1 to SAB-10.4."""
    if table.exceeds_box:  # unless money was changed: what was noted is not what is shown then
        return table.shows_what_is_there and is_paid_with_block(table)
    return is_paid_exactly(table) or is_paid_with_block(table)


@lru_cache(maxsize=4096)
def may_be_paid(table: Table, seat: int, hand: Hand) -> bool:
    """Whether a player may have this gold, whatever the others have; the table tells no gold.

    A hand that is refused is impossible. Of those that only a short bank could leave, some are let
    through that are impossible as well, for they are many to look at.
    """
    alone = table.with_hand(seat, hand, None)
    if any(table.taken):
        return is_possible(alone)
    *before, last = (
        {part for group in groups_of(table.rules, told) for part in group.options[seat]}
        for told in table.rounds
    )
    splits_as = alone.seats[seat].splits_as
    if any(splits_as(hand, parts) for parts in product(*before, last)):
        return True
    return any(
        sum(_worth_at_least(table, part) for part in parts)
        <= worth(table.values, hand) - paid
        <= sum(_worth_at_most(table, part) for part in parts)
        for each in may_block(table)
        for paid in (0, each)
        for parts in product(*before)
    )


def possible_hands(table: Table, seat: int) -> Iterator[tuple[Hand, int]]:
    """List all gold that a player of whom it is not known can show, and what is owed with it."""
    exact = set()
    if not table.owed[seat] and not table.exceeds_box:
        parts = possible_parts(table, seat)
        for rest in handfuls(table.left):
            hand = plus(rest, table.noted(seat))
            if _is_shown(table, seat, hand, parts):
                exact.add((hand, 0))
                yield hand, 0
    for each in _shown_with_block(table, seat):
        if each not in exact:
            yield each


def _is_shown(table: Table, seat: int, hand: Hand, parts: Mapping[Parts, set[Total]]) -> bool:
    """Whether some of these parts are this hand, and the box has what the others get."""
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


def _shown_with_block(table: Table, seat: int) -> Iterator[tuple[Hand, int]]:
    """List what a player can show only because the bank could not pay somebody exactly.

    Once money was changed, that need not be what was noted.
    """
    told = table.owed[seat]
    most = most_paid(table, seat)
    for each in may_block(table):
        for owed in (0, each) if told is None else (told,):
            for hand in handfuls(table.unshown):
                after = table.with_hand(seat, hand, owed)
                if worth(table.values, hand) + owed <= most and is_paid_with_block(after):
                    yield hand, owed


def most_paid(table: Table, seat: int) -> int:
    """Count the most nuggets that three rounds can pay one player, each round by itself."""
    return sum(
        max(
            (_worth_at_most(table, part) for each in found for part in options(each, seat)),
            default=0,
        )
        for found in (patterns(table.rules, told) for told in table.rounds)
    )


def _worth_at_least(table: Table, part: Part) -> int:
    return part * table.values[-1] if part > 0 else -part


def _worth_at_most(table: Table, part: Part) -> int:
    return part * table.values[0] if part > 0 else -part
