"""A final table as far as it is known, and what one player's gold can be made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from referee.api import Struct, replace
from referee.games.saboteur.model.shortfall.blocks import CHANGED, PAID, Label
from referee.games.saboteur.model.three_rounds.hands import (
    Hand,
    Sums,
    Values,
    minus,
    plus,
    splits,
    worth,
)
from referee.games.saboteur.model.three_rounds.patterns import Part, Rules, ToldRound

Alike: TypeAlias = tuple[bool, bool]


class Taken(Struct, frozen=True):
    """What the record has of the gold of a round: by seat the cards, None where not known.

    ``is_whole`` where nothing else was taken. ``unpaid`` are seats that were owed or changed.
    """

    cards: tuple[Hand | None, ...]
    is_whole: bool = False
    unpaid: tuple[tuple[int, str], ...] = ()


class Need(NamedTuple):
    """What a part asks of the gold at a seat: cards known, so many of any value, exact sums."""

    known: Hand
    cards: int = 0
    sums: Sums = ()


class Seat(NamedTuple):
    """What is known of one player; None is not known."""

    values: Values
    hand: Hand | None
    owed: int | None
    noted: tuple[Hand | None, ...]
    """By round what the record has of the gold taken."""
    whole: tuple[bool, ...]
    """By round whether nothing else was taken."""
    unpaid: str | None
    """How the record says that this player was not paid exactly in the last round."""

    def needs(self, parts: Sequence[Part]) -> list[Need] | None:
        """Tell what these parts of the first rounds ask, or None where the record has others."""
        found = [self.need(turn, part) for turn, part in enumerate(parts)]
        return None if None in found else found  # type: ignore[return-value]

    def need(self, turn: int, part: Part) -> Need | None:
        """Tell what a part of a round asks, or None where the record has another."""
        noted = self.noted[turn]
        if noted is None:
            return Need((0,) * len(self.values), max(part, 0), (-part,) if part < 0 else ())
        rest = max(part, 0) - sum(noted)
        if part < 0:
            rest = 0 if worth(self.values, noted) == -part else -1
        return None if rest < 0 or (self.whole[turn] and rest) else Need(noted, rest)

    def splits_as(self, hand: Hand, parts: Sequence[Part]) -> bool:
        """Whether a hand can be what these parts of the first rounds pay."""
        needs = self.needs(parts)
        if needs is None:
            return False
        rest: Hand | None = hand
        for need in needs:
            rest = rest and minus(rest, need.known)
        sums = tuple(sorted(n for need in needs for n in need.sums))
        cards = sum(need.cards for need in needs)
        return rest is not None and splits(self.values, rest, cards, sums)

    def label_fits(self, label: Label | None) -> bool:
        """Whether the record agrees with how the last round paid, None for not at all."""
        if self.unpaid is not None:
            return label == self.unpaid or (self.unpaid == CHANGED and label == PAID)
        cards = self.noted[-1]
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

    def with_hand(self, seat: int, hand: Hand | None, owed: int | None = 0) -> Table:
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
        return minus(self.box, self.shown) or self.none

    @property
    def shows_what_is_there(self) -> bool:
        """Whether the box has all gold shown. Cites: SAB-10.1."""
        return minus(self.box, self.shown) is not None

    @cached_property
    def shown(self) -> Hand:
        """All gold of those of whom it is known."""
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
    def seats(self) -> tuple[Seat, ...]:
        """What is known of each player."""
        last = dict(self.taken[-1].unpaid) if self.taken and self.taken[-1] else {}
        return tuple(
            Seat(
                values=self.values,
                hand=hand,
                owed=owed,
                noted=tuple(each.cards[seat] if each else None for each in self.taken),
                whole=tuple(each is not None and each.is_whole for each in self.taken),
                unpaid=last.get(seat),
            )
            for seat, (hand, owed) in enumerate(zip(self.hands, self.owed, strict=True))
        )
