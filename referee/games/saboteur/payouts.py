"""What three rounds can have paid, in all and to one player: gold cards by their nuggets.

A payout counts the cards of each kind, in the order of the box's kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import add, le
from typing import Any, TypeAlias

from msgspec import Struct

from referee.core.rulebook import Rulebook
from referee.core.table import Options, Player
from referee.games.saboteur import keys
from referee.games.saboteur.gold import (
    Terms,
    cards_shared,
    paid_to_saboteurs,
    shared_by_diggers,
    terms_of,
)
from referee.games.saboteur.money import Cards, Stock, box, exact_payments, ways_to_pay
from referee.games.saboteur.roles import DIGGER, SABOTEUR, saboteurs_possible

Payout: TypeAlias = tuple[int, ...]


class Told(Struct, frozen=True):
    """How a round came out: the saboteurs, and who joined the treasure (None where not told)."""

    diggers_won: bool
    saboteurs: tuple[Player, ...]
    connector: Player | None

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Told:
        """Take up one of the ``rounds`` of a holdings file."""
        connector = record.get("connector")
        return cls(
            record["won"] == "diggers",
            tuple(map(Player, dict.fromkeys(record["saboteurs"]))),
            Player(connector) if connector else None,
        )

    def roles(self, seating: tuple[Player, ...]) -> dict[Player, str]:
        """Give everyone's role."""
        return {each: SABOTEUR if each in self.saboteurs else DIGGER for each in seating}


class Payouts:
    """Counts out what rounds can pay at one table."""

    def __init__(self, book: Rulebook, options: Options, seating: tuple[Player, ...]) -> None:
        """Take up the box and the terms of the table."""
        self.seating = seating
        self.stock: Stock = box(book)
        self.values: Cards = tuple(self.stock)
        self._most: Payout = tuple(self.stock.values())
        self._terms: Terms = terms_of(book, options)
        self._saboteurs = saboteurs_possible(book, len(seating))
        self._rounds: int = book[keys.ROUNDS]
        self._by_count: dict[int, list[Payout]] = {}
        self.may_be_changed = False
        """Whether, among what was counted out, somebody could not be paid exactly."""

    def in_all(self, rounds: Sequence[Told] | None) -> set[Payout]:
        """Count out what all players together may hold after three rounds, told or not.

        Where saboteurs could not be paid exactly, they changed money: any cards of the right
        sum may be out then. Cites: SAB-7.8, SAB-10.2.
        """
        found = {tuple(0 for _ in self.values)}
        for told in rounds or (None,) * self._rounds:
            found = {after for out in found for after in self._after_round(out, told)}
        return found

    def to_one(self, player: Player, rounds: Sequence[Told] | None) -> set[Payout]:
        """Count out what one player may hold after three rounds, told or not. Cites: SAB-10.3."""
        found = {tuple(0 for _ in self.values)}
        for told in rounds or (None,) * self._rounds:
            paid = set(self._paid_to_one(player, told))
            found = {after for out, own in product(found, paid) for after in self._sum(out, own)}
        return found

    def payout(self, cards: Iterable[int]) -> Payout:
        """Count cards by kind."""
        held = tuple(cards)
        return tuple(held.count(value) for value in self.values)

    def nuggets(self, payout: Payout) -> int:
        """Count the nuggets of a payout."""
        return sum(n * value for n, value in zip(payout, self.values, strict=True))

    def _after_round(self, out: Payout, told: Told | None) -> Iterator[Payout]:
        diggers_won = told is None or told.diggers_won
        saboteurs_won = told is None or not told.diggers_won
        for saboteurs in self._numbers(told):
            if diggers_won and (told is None or len(self.seating) > saboteurs):
                diggers = len(self.seating) - saboteurs
                cards = cards_shared(self._terms, len(self.seating), diggers)
                for own in self._of_so_many(cards):
                    yield from self._sum(out, own)
            if saboteurs_won:
                yield from self._after_paying(out, saboteurs)

    def _after_paying(self, out: Payout, saboteurs: int) -> Iterator[Payout]:
        each = self._terms.pay.get(saboteurs, 0)
        pairs = zip(self.values, out, strict=True)
        rest = {value: self.stock[value] - n for value, n in pairs}
        if exact_payments(rest, saboteurs, each) is None:
            self.may_be_changed = True
            owing = self.nuggets(out) + saboteurs * each
            yield from (after for after in self._all() if self.nuggets(after) == owing)
            return
        ways = [self.payout(way) for way in ways_to_pay(each, self.values)]
        paid = {out}
        for _ in range(saboteurs):
            paid = {
                after for before, way in product(paid, ways) for after in self._sum(before, way)
            }
        yield from paid

    def _paid_to_one(self, player: Player, told: Told | None) -> Iterator[Payout]:
        for cards in self._card_counts(player, told):
            yield from self._of_so_many(cards)
        for sum_ in self._sums(player, told):
            yield from (self.payout(way) for way in ways_to_pay(sum_, self.values))

    def _card_counts(self, player: Player, told: Told | None) -> set[int]:
        """Count how many cards a round of the diggers can give to one player."""
        if told is None:
            return {0, *(n for k in self._numbers(None) for n in self._laps(k))}
        if not told.diggers_won:
            return set()
        if player in told.saboteurs:
            return {0}
        if told.connector is None:
            return set(self._laps(len(told.saboteurs)))
        roles = told.roles(self.seating)
        order = shared_by_diggers(self._terms, self.seating, roles, told.connector).order
        return {order.count(player)}

    def _laps(self, saboteurs: int) -> tuple[int, int]:
        """Count the cards of a digger who comes late, and of one who comes early."""
        diggers = max(1, len(self.seating) - saboteurs)
        cards = cards_shared(self._terms, len(self.seating), diggers)
        return cards // diggers, -(-cards // diggers)

    def _sums(self, player: Player, told: Told | None) -> set[int]:
        """Tell what a round of the saboteurs can pay to one player."""
        if told is None:
            return {0, *(self._terms.pay.get(k, 0) for k in self._numbers(None))}
        if told.diggers_won:
            return set()
        pays = paid_to_saboteurs(
            self._terms, self.seating, told.roles(self.seating), self.seating[0]
        )
        return {pays.each if player in pays.paid else 0}

    def _numbers(self, told: Told | None) -> Iterable[int]:
        if told is not None:
            return (len(told.saboteurs),)
        least, most = self._saboteurs
        return range(least, most + 1)

    def _all(self) -> Iterator[Payout]:
        yield from product(*(range(count + 1) for count in self.stock.values()))

    def _of_so_many(self, cards: int) -> list[Payout]:
        if cards not in self._by_count:
            self._by_count[cards] = [payout for payout in self._all() if sum(payout) == cards]
        return self._by_count[cards]

    def _sum(self, out: Payout, own: Payout) -> tuple[Payout, ...]:
        """Add two payouts, as far as the box reaches."""
        added = tuple(map(add, out, own))
        return (added,) if all(map(le, added, self._most)) else ()
