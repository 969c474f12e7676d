"""Whether three rounds can leave players with so many nuggets, in whatever cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from referee.games.saboteur.model.exact import groups_of, threes
from referee.games.saboteur.model.hands import Hand, Sums, Values, splits, ways
from referee.games.saboteur.model.patterns import Pattern, Rules, ToldRound
from referee.games.saboteur.model.trace import Paid, traced
from referee.games.saboteur.model.walk import Parts, Seats

ROUNDS = 3


def can_total(rules: Rules, values: Values, box: Hand, totals: Sequence[int | None]) -> bool:
    """Whether some play leaves players with these nuggets, debts included; None is not known.

    What saboteurs get in the last round are nuggets, however they are paid: where the bank falls
    short they are owed or change money, and that counts alike. Cites: SAB-7.8, SAB-10.2.
    """

    def given(seat: int, parts: Parts) -> Iterator[Paid]:
        total = totals[seat]
        if total is None:
            yield Paid((0,) * len(values), *_needs(parts))
            return
        for hand in _hands(values, box, total, parts):
            yield Paid(hand, 0, ())

    unknown = frozenset(seat for seat, total in enumerate(totals) if total is None)
    seats = Seats(rules.seats, lambda seat, parts: any(True for _ in given(seat, parts)), unknown)
    groups = groups_of(rules, ToldRound())
    for some in threes(groups, groups, groups, (True, False)):
        first: list[Pattern] = [each[0] for each in some]
        fitting = seats.fitting(first)
        if fitting is None or not seats.may_be(first, fitting):
            continue
        for three in threes(*some, (some[0] is some[1], False)):
            if seats.can_be(three, fitting) and _fits_box(
                traced(three, rules.seats, given, box), box
            ):
                return True
    return False


def _fits_box(paid: set[Paid], box: Hand) -> bool:
    """Whether the box has cards for those of whom nothing is known beside the others'."""
    return any(sum(box) - sum(each.used) >= each.cards for each in paid)


def _needs(parts: Parts) -> tuple[int, Sums]:
    return sum(part for part in parts if part > 0), ()


@cache
def _hands(values: Values, box: Hand, total: int, parts: Parts) -> tuple[Hand, ...]:
    """List the cards that can have been paid, those of the last round's saboteurs left out."""
    *before, last = parts
    in_cards = total - max(0, -last)
    cards = sum(part for part in parts if part > 0)
    sums = tuple(sorted(-part for part in before if part < 0))
    if in_cards < 0:
        return ()
    return tuple(hand for hand in ways(values, box, in_cards) if splits(values, hand, cards, sums))
