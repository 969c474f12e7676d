"""Whether three rounds can leave players with so many nuggets, in whatever cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from referee.games.saboteur.model.three_rounds.exact import groups_of, threes
from referee.games.saboteur.model.three_rounds.hands import Hand, Values, made_of, splits, ways
from referee.games.saboteur.model.three_rounds.patterns import Part, Rules, ToldRound
from referee.games.saboteur.model.three_rounds.walk import (
    Apart,
    Circle,
    Gets,
    Parts,
    Places,
    Together,
    can_get,
)


def can_total(rules: Rules, values: Values, box: Hand, totals: Sequence[int | None]) -> bool:
    """Whether some play leaves players with these nuggets, debts included; None is not known.

    What saboteurs get in the last round are nuggets, however they are paid: where the bank falls
    short they are owed or change money, and that counts alike. Cites: SAB-7.8, SAB-10.2.
    """
    groups = groups_of(rules, ToldRound())
    for some in threes(groups, groups, groups, (True, False)):
        fitting = [
            _gets(values, box, total, tuple(each.options[seat] for each in some))
            for seat, total in enumerate(totals)
        ]
        if not all(map(can_get, fitting)) or not Circle([each.loose for each in some]).walked(
            fitting
        ):
            continue
        circle = Circle([each.places for each in some])
        for way in circle.ways(circle.walked(fitting)):
            three = [Places([each.patterns[n]]) for n, each in zip(way, some, strict=True)]
            if Circle(three, box).walked(fitting):
                return True
    return False


@cache
def _gets(values: Values, box: Hand, total: int | None, can: tuple[Parts, ...]) -> Gets:
    """List what somebody of so many nuggets can get; sums of the last round are no cards."""
    if total is None:
        *before, last = can
        in_cards = [[(part, _made_of(values, box, part)) for part in each] for each in before]
        at_last = [(part, _made_of(values, box, max(part, 0))) for part in last]
        return Apart(tuple(map(tuple, (*in_cards, at_last))))
    found = ((parts, _hands(values, box, total, parts)) for parts in product(*can))
    return Together(tuple((parts, hands) for parts, hands in found if hands))


def _made_of(values: Values, box: Hand, part: Part) -> tuple[Hand, ...]:
    return made_of(values, box, max(part, 0), (-part,) if part < 0 else ())


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
