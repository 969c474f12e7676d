"""What a player can show who was owed, or whose money was changed, or who was paid beside them.

After a debt the cards of all others are as they were; once money was changed, only nuggets have
to be right. Cites: SAB-7.8.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.games.saboteur.model.blocks import CHANGED, OWED, PAID, Label
from referee.games.saboteur.model.hands import made_of, minus, plus, worth
from referee.games.saboteur.model.patterns import Pattern
from referee.games.saboteur.model.table import Table
from referee.games.saboteur.model.trace import Given, Paid
from referee.games.saboteur.model.walk import Parts, Seats


class Short(NamedTuple):
    """How saboteurs were paid in a last round in which the bank fell short, and at which seats."""

    pattern: Pattern
    """Its parts are places among ``labels``, from 1."""
    labels: tuple[Label, ...]
    each: int

    @property
    def is_changed(self) -> bool:
        """Whether money was changed."""
        return CHANGED in self.labels or PAID in self.labels


class _Gets(NamedTuple):
    """What a seat gets: in the rounds before by these parts, in the last one paid so."""

    seat: int
    parts: Parts
    label: Label | None
    each: int
    is_changed: bool


class Shown:
    """What two rounds can have paid each player who was then paid so: found once for a table."""

    def __init__(self, table: Table) -> None:
        """Begin with nothing found."""
        self._table = table
        self._found: dict[_Gets, tuple[Paid, ...]] = {}
        self._seats: dict[tuple[tuple[Label, ...], int, bool], Seats] = {}

    def given(self, short: Short) -> Given:
        """Give what the parts of a seat pay where the last round is paid so."""

        def given(seat: int, parts: Parts) -> tuple[Paid, ...]:
            label = short.labels[parts[-1] - 1] if parts[-1] else None
            gets = _Gets(seat, parts[:-1], label, short.each, short.is_changed)
            if gets not in self._found:
                self._found[gets] = tuple(_shown(self._table, gets))
            return self._found[gets]

        return given

    def seats(self, short: Short) -> Seats:
        """Give what each seat can get, the bank aside."""
        key = (short.labels, short.each, short.is_changed)
        if key not in self._seats:
            given, table = self.given(short), self._table
            fits = lambda seat, parts: bool(given(seat, parts))  # noqa: E731 - one use
            short_seats = (
                {seat for seat, _ in taken.unpaid} if (taken := table.taken[-1]) else set()
            )
            free = {seat for seat in table.free if not table.owed[seat]} - short_seats
            self._seats[key] = Seats(table.rules.seats, fits, frozenset(free))
        return self._seats[key]


def _shown(table: Table, gets: _Gets) -> Iterator[Paid]:
    """Tell what two rounds can have paid to a seat that was then paid so."""
    taken, owed = table.taken[-1], table.owed[gets.seat]
    if owed is not None and owed != (gets.each if gets.label == OWED else 0):
        return iter(())
    if taken is not None and not taken.label_fits(gets.seat, gets.label):
        return iter(())
    return (_shown_after_change if gets.is_changed else _shown_after_debt)(table, gets)


def _shown_after_debt(table: Table, gets: _Gets) -> Iterator[Paid]:
    """Tell what two rounds have paid a player who was then paid so, or is owed."""
    seat, parts = gets.seat, gets.parts
    way = gets.label if isinstance(gets.label, tuple) else table.none
    hand, need = table.hands[seat], table.need(seat, parts)
    if need is None:
        return
    if hand is None:
        yield Paid(*need)
        return
    before = minus(hand, way)
    if before is not None and table.splits_as(seat, before, parts):
        yield Paid(before, 0, ())


def _shown_after_change(table: Table, gets: _Gets) -> Iterator[Paid]:
    """Tell what two rounds have paid a player of whose gold only the nuggets are right."""
    seat, parts = gets.seat, gets.parts
    paid = 0 if gets.label in {None, OWED} else gets.each
    hand, need = table.hands[seat], table.need(seat, parts)
    if need is None:
        return
    if hand is None and _has_small_change(table):
        yield Paid(*need)
        return
    known, cards, sums = need
    for rest in made_of(table.values, table.box, cards, sums):
        before = plus(known, rest)
        shown = worth(table.values, before) + paid
        if hand is None:
            yield Paid(before, 0, (), (shown,))
        elif shown == worth(table.values, hand):
            yield Paid(before, 0, ())


def _has_small_change(table: Table) -> bool:
    """Whether those whose gold is not known can show any nuggets, with cards that are left.

    Who takes threes first, then a two where two are missing, needs one card of 1 at most, and
    another where the twos have run out.
    """
    players = len(table.unknown)
    if table.values != (3, 2, 1):
        return False
    _, twos, ones = table.unshown
    return ones >= players + max(0, players - twos)
