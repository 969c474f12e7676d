"""A final table as far as it is known, and what one player's gold can be made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

from referee.api import Struct, replace
from referee.games.saboteur.model.blocks import CHANGED, PAID, Label
from referee.games.saboteur.model.hands import Hand, Sums, Values, minus, plus, splits, worth
from referee.games.saboteur.model.patterns import Part, Rules, ToldRound

Alike: TypeAlias = tuple[bool, bool]


class Taken(Struct, frozen=True):
    """What the record has of the gold of a round: by seat the cards, None where not known.

    ``is_whole`` where nothing else was taken. ``unpaid`` are seats that were owed or changed.
    """

    cards: tuple[Hand | None, ...]
    is_whole: bool = False
    unpaid: tuple[tuple[int, str], ...] = ()

    def label_fits(self, seat: int, label: Label | None) -> bool:
        """Whether the record agrees with how somebody is said to be paid, None for not at all."""
        noted = dict(self.unpaid).get(seat)
        if noted is not None:
            return label == noted or (noted == CHANGED and label == PAID)
        cards = self.cards[seat]
        if cards is None:
            return True
        return not any(cards) if label is None else label in {cards, PAID}


class Table(Struct, frozen=True, dict=True):
    """A final table as far as it is known, by seats; None is not known."""

    rules: Rules
    values: Values
    box: Hand
    rounds: tuple[ToldRound, ...]
    hands: tuple[Hand | None, ...]
    owed: tuple[int | None, ...]
    taken: tuple[Taken | None, ...]

    @cached_property
    def none(self) -> Hand:
        """No card at all."""
        return (0,) * len(self.values)

    def with_hand(self, seat: int, hand: Hand, owed: int = 0) -> Table:
        """Let one player show this gold, and this be owed."""
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        debts = (*self.owed[:seat], owed, *self.owed[seat + 1 :])
        return replace(self, hands=hands, owed=debts)

    @cached_property
    def unknown(self) -> frozenset[int]:
        """The seats whose gold is not known."""
        return frozenset(seat for seat, hand in enumerate(self.hands) if hand is None)

    @cached_property
    def known(self) -> Hand:
        """All cards that are known to be out."""
        total = self.none
        for seat, hand in enumerate(self.hands):
            total = plus(total, self.noted(seat) if hand is None else hand)
        return total

    def noted(self, seat: int) -> Hand:
        """All cards that the record gives to a seat."""
        total = self.none
        for each in self.taken:
            if each is not None:
                total = plus(total, each.cards[seat] or self.none)
        return total

    @property
    def exceeds_box(self) -> bool:
        """Whether more cards are known than there are. Cites: SAB-10.1."""
        return minus(self.box, self.known) is None

    @cached_property
    def left(self) -> Hand:
        """What the box has beside the cards known."""
        return minus(self.box, self.known) or self.none

    @cached_property
    def unshown(self) -> Hand:
        """What the box has beside the gold shown; after a change, what was noted is not shown."""
        return minus(self.box, self._shown) or self.none

    @property
    def shows_what_is_there(self) -> bool:
        """Whether the box has all gold shown. Cites: SAB-10.1."""
        return minus(self.box, self._shown) is not None

    @property
    def _shown(self) -> Hand:
        total = self.none
        for hand in self.hands:
            total = plus(total, hand or self.none)
        return total

    @cached_property
    def alike(self) -> Alike:
        """Whether the second round is known as the first is, and the third as the second."""
        known = tuple(zip(self.rounds, self.taken, strict=True))
        return known[0] == known[1], known[1] == known[2]

    @cached_property
    def free(self) -> frozenset[int]:
        """The seats of which nothing is known, neither gold nor what the record has."""
        return frozenset(
            seat
            for seat in self.unknown
            if all(each is None or each.cards[seat] is None for each in self.taken)
        )

    def need(self, seat: int, parts: Sequence[Part]) -> tuple[Hand, int, Sums] | None:
        """Tell what these parts ask of a seat: cards known, so many of any value, exact sums."""
        known, cards, sums = self.none, 0, []
        for part, taken in zip(parts, self.taken, strict=False):
            noted = taken.cards[seat] if taken else None
            if noted is None:
                cards += max(part, 0)
                sums += [-part] if part < 0 else []
                continue
            rest = max(part, 0) - sum(noted)
            if part < 0:
                rest = 0 if worth(self.values, noted) == -part else -1
            is_whole = taken is not None and taken.is_whole
            if rest < 0 or (is_whole and rest):
                return None
            known, cards = plus(known, noted), cards + rest
        return known, cards, tuple(sorted(sums))

    def splits_as(self, seat: int, hand: Hand, parts: Sequence[Part]) -> bool:
        """Whether a hand at a seat can be what these parts pay."""
        need = self.need(seat, parts)
        rest = None if need is None else minus(hand, need[0])
        return rest is not None and splits(self.values, rest, *need[1:])  # type: ignore[index]

    def fits(self, seat: int, parts: Sequence[Part]) -> bool:
        """Whether what is known of the gold at a seat can be what these parts pay."""
        hand = self.hands[seat]
        if hand is None:
            return self.need(seat, parts) is not None
        return self.splits_as(seat, hand, parts)
