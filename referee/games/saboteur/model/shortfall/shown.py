"""What a player can show who was owed, or whose money was changed, or who was paid beside them.

After a debt the cards of all others are as they were; once money was changed, only nuggets have
to be right. Cites: SAB-7.8.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from referee.games.saboteur.model.shortfall.blocks import CHANGED, OWED, PAID, Label
from referee.games.saboteur.model.three_rounds.hands import (
    Hand,
    Values,
    made_of,
    minus,
    plus,
    ways,
    worth,
)
from referee.games.saboteur.model.three_rounds.patterns import Part
from referee.games.saboteur.model.three_rounds.table import Seat
from referee.games.saboteur.model.three_rounds.walk import Apart, Cards, Gets, Parts, Together


@lru_cache(maxsize=64)
def labels(values: Values, each: int) -> tuple[Label | None, ...]:
    """List how somebody may be paid so much in the last round; first, not at all."""
    return (None, *ways(values, (each,) * len(values), each), OWED, CHANGED, PAID)


def paid_by(label: Label | None, each: int) -> int:
    """Tell how many nuggets somebody takes who is paid so."""
    return 0 if label in {None, OWED} else each


@lru_cache(maxsize=1 << 15)
def gets_besides(
    seat: Seat, box: Hand, can: tuple[Parts, ...], each: int, *, is_changed: bool
) -> Gets:
    """List what a seat can get of two rounds and a last one that fell short of ``each``.

    Where money was changed the cards are those paid by the two rounds; after a debt alone, those
    of a player whose gold is not known. The parts of the last one count the ``labels``.
    """
    *before, last = can
    how = labels(seat.values, each)
    none = (0,) * len(box)
    paid = tuple(part for part in last if _is_so(seat, how[part], each))
    if seat.hand is None:
        first = (
            tuple((part, _in_round(seat, box, turn, part)) for part in offered)
            for turn, offered in enumerate(before)
        )
        told = tuple(tuple((part, cards) for part, cards in found if cards) for found in first)
        taken = {part: none if is_changed else _cards(how[part], none) for part in paid}
        return Apart((*told, tuple((part, (cards,)) for part, cards in taken.items())))
    fits = _before_change if is_changed else _before_debt
    return Together(
        tuple(
            ((*parts, part), cards)
            for parts in product(*before)
            for part in paid
            if (cards := fits(seat, box, parts, how[part], each))
        )
    )


def _is_so(seat: Seat, label: Label | None, each: int) -> bool:
    """Whether what is owed and noted agrees with how somebody is said to be paid."""
    owes = each if label == OWED else 0
    return (seat.owed is None or seat.owed == owes) and seat.label_fits(label)


def _in_round(seat: Seat, box: Hand, turn: int, part: Part) -> Cards:
    need = seat.need(turn, part)
    if need is None:
        return ()
    return tuple(
        plus(need.known, rest) for rest in made_of(seat.values, box, need.cards, need.sums)
    )


def _cards(label: Label | None, none: Hand) -> Hand:
    return label if isinstance(label, tuple) else none


def _before_debt(seat: Seat, box: Hand, parts: Parts, label: Label | None, _each: int) -> Cards:
    """Give no cards if two rounds can have paid the rest of the known hand."""
    none = (0,) * len(box)
    rest = minus(seat.hand or none, _cards(label, none))
    return () if rest is None or not seat.splits_as(rest, parts) else (none,)


def _before_change(seat: Seat, box: Hand, parts: Parts, label: Label | None, each: int) -> Cards:
    """List what two rounds can have paid, of which the known hand has the nuggets."""
    nuggets = worth(seat.values, seat.hand or ()) - paid_by(label, each)
    return _of_worth(seat, box, parts, nuggets)


@lru_cache(maxsize=1 << 15)
def _of_worth(seat: Seat, box: Hand, parts: Parts, nuggets: int) -> Cards:
    """List the cards that these parts can have paid, of just so many nuggets."""
    needs = seat.needs(parts)
    if needs is None:
        return ()
    known = (0,) * len(box)
    for need in needs:
        known = plus(known, need.known)
    sums = tuple(sorted(n for need in needs for n in need.sums))
    rest = made_of(seat.values, box, sum(need.cards for need in needs), sums)
    found = (plus(known, hand) for hand in rest)
    return tuple(hand for hand in found if worth(seat.values, hand) == nuggets)
