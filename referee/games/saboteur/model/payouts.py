"""What three rounds can have paid, in all and to one player.

A set of handfuls of gold cards is one whole number with a bit for each handful, so that paying
the same cards on top of every handful of a set is one shift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, TypeAlias

from referee.api import Options, Player, Rulebook, Struct
from referee.games.saboteur.model.gold import (
    Cards,
    GoldSupply,
    Variant,
    gold_in_box,
    holds,
    paid_to_saboteurs,
    shared_by_diggers,
    ways_to_pay,
)
from referee.games.saboteur.model.roles import DIGGER, SABOTEUR, saboteurs_possible

HandfulSet: TypeAlias = int
"""Handfuls of gold cards, a bit for each, at its place."""


class Handfuls:
    """All handfuls of gold cards that the box can give.

    The place of a handful is the sum of those of its cards; there is room for two handfuls.
    """

    def __init__(self, supply: GoldSupply) -> None:
        """Number them all."""
        self.supply: Final = supply
        self._places: Final[dict[int, int]] = {}
        step = 1
        for value, n in reversed(tuple(supply.items())):
            self._places[value] = step
            step *= 2 * n + 1
        self.of_count: Final[dict[int, list[int]]] = {}
        """Their places, by the number of cards."""
        self.of_worth: Final[dict[int, HandfulSet]] = {}
        self._cards: Final[dict[int, Cards]] = {}
        for counts in product(*(range(n + 1) for n in supply.values())):
            numbers = zip(supply, counts, strict=True)
            cards = tuple(value for value, n in numbers for _ in range(n))
            place = self.place(cards)
            self._cards[place] = cards
            self.of_count.setdefault(len(cards), []).append(place)
            self.of_worth[sum(cards)] = self.of_worth.get(sum(cards), 0) | 1 << place
        self.all: Final[HandfulSet] = sum(1 << place for place in self._cards)

    def place(self, cards: Iterable[int]) -> int:
        """Tell where the bit of a handful is; the box must hold such cards."""
        return sum(self._places[value] for value in cards)

    def listed(self, handfuls: HandfulSet) -> Iterator[Cards]:
        """List the handfuls of a set."""
        return (cards for place, cards in self._cards.items() if handfuls >> place & 1)

    def places_worth(self, amount: int) -> list[int]:
        """List where the ways to make up an amount are."""
        ways = ways_to_pay(amount, tuple(self.supply))
        return [self.place(way) for way in ways if holds(self.supply, way)]

    def paid(self, out: HandfulSet, places: Iterable[int]) -> HandfulSet:
        """Pay one of some handfuls on top of each of a set, as far as the box reaches."""
        after = 0
        for place in places:
            after |= out << place
        return after & self.all

    def with_room(self, out: HandfulSet, places: Iterable[int]) -> HandfulSet:
        """Find all handfuls on top of which one of some others gives one of a set."""
        before = 0
        for place in places:
            before |= out >> place
        return before & self.all


@lru_cache(maxsize=8)
def _numbered(supply: tuple[tuple[int, int], ...]) -> Handfuls:
    return Handfuls(dict(supply))


class ToldRound(Struct, frozen=True):
    """How a round came out: who won, the saboteurs, who joined the treasure; None if not known."""

    diggers_won: bool | None = None
    saboteurs: tuple[Player, ...] | None = None
    connector: Player | None = None

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> ToldRound:
        """Take up one of the ``rounds`` of a holdings file."""
        connector, saboteurs = record.get("connector") or None, record.get("saboteurs")
        won = record.get("won", "diggers" if connector else None)
        return cls(
            diggers_won=None if won is None else won == "diggers",
            saboteurs=None if saboteurs is None else tuple(dict.fromkeys(saboteurs)),
            connector=connector,
        )


class Payouts:
    """Counts out what rounds can pay at one table."""

    def __init__(self, book: Rulebook, options: Options, seating: tuple[Player, ...]) -> None:
        """Take up the box and the numbers of the table."""
        self.handfuls: Final = _numbered(tuple(gold_in_box(book).items()))
        self._seating = seating
        self._variant = Variant.of(book, options)
        self._dealt = saboteurs_possible(book, len(seating))

    def in_all(self, rounds: Sequence[ToldRound]) -> tuple[HandfulSet, bool]:
        """Count out what all players together may hold, and whether money may be changed.

        Where saboteurs could not be paid exactly, they changed money: any cards of the right
        sum may be out then. Cites: SAB-7.8, SAB-10.2.
        """
        out, may_be_changed = 1, False
        for told in rounds:
            after = 0
            for saboteurs in self._numbers(told):
                if told.diggers_won is not False and saboteurs < len(self._seating):
                    after |= self.handfuls.paid(out, self._so_many(self._shared(saboteurs)))
                if not told.diggers_won:
                    paid, changed = self._after_paying(out, saboteurs)
                    after |= paid | changed
                    may_be_changed = may_be_changed or bool(changed)
            out = after
        return out, may_be_changed

    def to_one(self, player: Player, rounds: Sequence[ToldRound]) -> HandfulSet:
        """Count out what one player may hold. Cites: SAB-10.3."""
        out = 1
        for told in rounds:
            places = [place for n in self._counts(player, told) for place in self._so_many(n)]
            for amount in self._amounts(player, told):
                places += self.handfuls.places_worth(amount)
            out = self.handfuls.paid(out, places)
        return out

    def _after_paying(self, out: HandfulSet, saboteurs: int) -> tuple[HandfulSet, HandfulSet]:
        """Pay the saboteurs: exactly where that is possible, and elsewhere by changing."""
        each = self._variant.pay.get(saboteurs, 0)
        places = self.handfuls.places_worth(each)
        payable = self.handfuls.all
        for _ in range(saboteurs):
            payable = self.handfuls.with_room(payable, places)
        paid = out & payable
        for _ in range(saboteurs):
            paid = self.handfuls.paid(paid, places)
        changed = 0
        for worth, handfuls in self.handfuls.of_worth.items():
            if out & ~payable & handfuls:
                changed |= self.handfuls.of_worth.get(worth + saboteurs * each, 0)
        return paid, changed

    def _counts(self, player: Player, told: ToldRound) -> set[int]:
        """Count how many cards a round of the diggers can give to one player."""
        if told.diggers_won is False:
            return set()
        if told.saboteurs is None:
            return {0, *(n for k in self._numbers(told) for n in self._cards_each(k))}
        if player in told.saboteurs:
            return {0}
        if told.connector is None:
            return set(self._cards_each(len(told.saboteurs)))
        roles = self._roles(told.saboteurs)
        payout = shared_by_diggers(self._variant, self._seating, roles, told.connector)
        return {payout.order.count(player)}

    def _amounts(self, player: Player, told: ToldRound) -> set[int]:
        """Tell what a round of the saboteurs can pay to one player."""
        if told.diggers_won:
            return set()
        if told.saboteurs is None:
            return {0, *(self._variant.pay.get(k, 0) for k in self._numbers(told))}
        roles, last = self._roles(told.saboteurs), self._seating[0]
        payout = paid_to_saboteurs(self._variant, self._seating, roles, last)
        return {payout.each if player in payout.paid else 0}

    def _roles(self, saboteurs: tuple[Player, ...]) -> dict[Player, str]:
        return {each: SABOTEUR if each in saboteurs else DIGGER for each in self._seating}

    def _numbers(self, told: ToldRound) -> Iterable[int]:
        if told.saboteurs is not None:
            return (len(told.saboteurs),)
        least, most = self._dealt
        return range(least, most + 1)

    def _shared(self, saboteurs: int) -> int:
        seats = len(self._seating)
        return self._variant.cards_shared(seats, max(1, seats - saboteurs))

    def _cards_each(self, saboteurs: int) -> tuple[int, int]:
        """Count the cards of a digger who comes late, and of one who comes early."""
        diggers = max(1, len(self._seating) - saboteurs)
        cards = self._shared(saboteurs)
        return cards // diggers, -(-cards // diggers)

    def _so_many(self, cards: int) -> list[int]:
        return self.handfuls.of_count.get(cards, [])
