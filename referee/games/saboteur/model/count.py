"""What a final count can show: the box, the rounds told, the record, what three rounds pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from referee.api import FinalCount, Player, Rulebook, Ruling, Say, forbidden, impossible
from referee.games.saboteur import keys
from referee.games.saboteur.model.gold import (
    Cards,
    cards_words,
    gold_cards,
    gold_in_box,
    nuggets,
    supply_words,
)
from referee.games.saboteur.model.payouts import HandfulSet, Payouts, ToldRound
from referee.games.saboteur.model.roles import saboteurs_possible


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so; what is left out is not known.

    Under the optional rules of section 8 one player may take it all, and what is unpaid is no
    card, so then only what still holds is looked at. Cites: SAB-1.4, SAB-10.1 to SAB-10.4.
    """
    told = _Told(book, count)
    return next((ruling for check in _CHECKS for ruling in check(told)), None)


def gold_of(entry: Mapping[str, Any]) -> Cards:
    """Take the gold cards of an entry, the highest first; what is left out is none.

    >>> gold_of({"gold": (1, 3)}), gold_of({})
    ((3, 1), ())
    """
    return tuple(sorted(entry.get("gold", ()), reverse=True))


class _Told:
    """A final count, and what three rounds can pay to such a table."""

    def __init__(self, book: Rulebook, count: FinalCount) -> None:
        self.book, self.count, self.seating = book, count, count.setup.seating
        entries = count.holdings.items()
        self.gold = {owner: gold_of(entry) for owner, entry in entries if "gold" in entry}
        self.unpaid = {owner: entry["owed"] for owner, entry in entries if "owed" in entry}
        self.records: tuple[Mapping[str, Any], ...] = count.shared.get("rounds", ())  # type: ignore[assignment]
        self.rounds = tuple(map(ToldRound.of, self.records)) or (ToldRound(),) * book[keys.ROUNDS]
        self.noted: Mapping[str, Any] = count.evidence.get("gold", {})  # type: ignore[assignment]

    @property
    def has_optional_rule(self) -> bool:
        options = self.count.setup.options
        names = ("broken_go_empty", "selfish_dwarf")
        return any(self.book.option(options, name) == "yes" for name in names)

    @property
    def said_rounds(self) -> Say:
        return Say("these three rounds") if any(self.records) else Say("three rounds")

    @cached_property
    def payouts(self) -> Payouts:
        return Payouts(self.book, self.count.setup.options, self.seating)

    @cached_property
    def in_all(self) -> tuple[HandfulSet, bool]:
        return self.payouts.in_all(self.rounds)

    def seems_possible(self, possible: HandfulSet, cards: Cards) -> bool:
        """Whether cards that are not possible lie within the bounds of those that are."""
        others = tuple(self.payouts.handfuls.listed(possible))
        return bool(others) and all(
            min(map(count, others)) <= count(cards) <= max(map(count, others))
            for count in (len, sum)
        )

    def bounds(self, possible: HandfulSet) -> Say:
        """Word from how few to how many cards and nuggets are possible."""
        handfuls = tuple(self.payouts.handfuls.listed(possible))
        return Say(
            "{cards} cards and {nuggets} nuggets",
            cards=_from_to(set(map(len, handfuls))),
            nuggets=_from_to(set(map(sum, handfuls))),
        )


def _too_many_cards(told: _Told) -> Iterator[Ruling]:
    """Hold all cards of a kind against the box. Cites: SAB-1.4, SAB-10.1."""
    box, held = gold_in_box(told.book), [card for cards in told.gold.values() for card in cards]
    for value in sorted(set(held), reverse=True):
        n, there = held.count(value), box.get(value, 0)
        if n > there:
            said = "{n} of {value}; the box holds {there}."
            rules = (keys.SUPPLY, keys.GOLD_CARDS)
            yield impossible(said, *rules, n=gold_cards(n), value=nuggets(value), there=there)


def _wrong_rounds(told: _Told) -> Iterator[Ruling]:
    """Hold the rounds told against the dwarf cards and the number of rounds. Cites: SAB-10.4."""
    least, most = saboteurs_possible(told.book, len(told.seating))
    for number, each in enumerate(told.rounds, start=1):
        if each.connector and not each.diggers_won:
            said = "Round {round}: the saboteurs won, so {player} has not joined the treasure."
            yield forbidden(said, keys.TREASURE, round=number, player=each.connector)
        if each.saboteurs is not None and not least <= len(each.saboteurs) <= most:
            yield forbidden(
                "Round {round}: {n} saboteurs; {least} or {most} can have been dealt.",
                keys.ROLES_DEALT,
                round=number,
                n=len(each.saboteurs),
                least=least,
                most=most,
            )
    rounds = told.book[keys.ROUNDS]
    if len(told.rounds) != rounds:
        said = "{n} rounds are told; the game has {rounds}."
        yield forbidden(said, keys.ROUNDS, n=len(told.rounds), rounds=rounds)


def _not_as_noted(told: _Told) -> Iterator[Ruling]:
    """Hold the gold against what the session noted; a typed file has no record."""
    for owner, cards in told.noted.items():
        gold = told.gold.get(owner)
        if gold is not None and tuple(cards) != gold:
            said = "{owner} shows {gold}; the record has {noted}."
            shown, noted = cards_words(gold), cards_words(cards)
            yield forbidden(said, keys.PAID_TO_ONE, owner=owner, gold=shown, noted=noted)


def _never_paid(told: _Told) -> Iterator[Ruling]:
    if not told.has_optional_rule:
        yield from _never_unpaid(told)
        yield from _never_paid_to_one(told)
        yield from _never_paid_in_all(told)


def _never_unpaid(told: _Told) -> Iterator[Ruling]:
    """Stop what is owed where the bank can always pay. Cites: SAB-7.8."""
    unpaid = sum(told.unpaid.values())
    _, may_be_changed = told.in_all
    if unpaid and not may_be_changed:
        said = "{owed} owed? The bank can pay exactly in such a game."
        yield forbidden(said, keys.NOT_EXACTLY, owed=nuggets(unpaid))


def _never_paid_to_one(told: _Told) -> Iterator[Ruling]:
    """Hold each player's gold against what three rounds pay to one player. Cites: SAB-10.3."""
    handfuls = told.payouts.handfuls
    _, may_be_changed = told.in_all
    for owner, cards in told.gold.items():
        if told.unpaid.get(owner, may_be_changed):
            continue
        possible = told.payouts.to_one(Player(owner), told.rounds)
        fitting = 1 << handfuls.place(cards)
        if may_be_changed:
            fitting = handfuls.of_worth[sum(cards)]
        if possible & fitting:
            continue
        said = Say(
            "{owner} holds {cards} worth {nuggets}; three rounds pay one player {bounds}.",
            cards=gold_cards(len(cards)),
            nuggets=nuggets(sum(cards)),
        )
        if any(told.records):
            said = Say(
                "{owner} holds {cards}; these three rounds do not pay {owner} just these."
                if told.seems_possible(possible, cards)
                else "{owner} holds {cards}; these three rounds pay {owner} {bounds}.",
                cards=cards_words(cards),
            )
        yield forbidden(said, keys.PAID_TO_ONE, owner=owner, bounds=told.bounds(possible))


def _never_paid_in_all(told: _Told) -> Iterator[Ruling]:
    """Hold all gold together against what three rounds pay. Cites: SAB-7.8, SAB-10.2."""
    handfuls = told.payouts.handfuls
    possible, may_be_changed = told.in_all
    cards = tuple(sorted((card for own in told.gold.values() for card in own), reverse=True))
    worth = sum(cards) + sum(told.unpaid.values())
    is_whole = len(told.gold) == len(told.seating)
    knows_unpaid = not may_be_changed or len(told.unpaid) == len(told.seating)
    if knows_unpaid and not any(told.unpaid.values()):
        place = handfuls.place(cards)
        is_possible = possible >> place & (1 if is_whole else handfuls.all)
    else:
        is_exact = is_whole and knows_unpaid
        sums = handfuls.of_worth.items()
        is_possible = any(
            possible & each for n, each in sums if (n == worth if is_exact else n >= worth)
        )
    if is_possible:
        return
    whole = Say("All together") if is_whole else Say("{owners}", owners=tuple(told.gold))
    said = Say(
        "{whole} hold {cards} worth {nuggets}; {rounds} pay {bounds}.",
        whole=whole,
        cards=gold_cards(len(cards)),
        nuggets=nuggets(worth),
        rounds=told.said_rounds,
        bounds=told.bounds(possible),
    )
    if is_whole and told.seems_possible(possible, cards):
        said = Say(
            "All together hold {cards}; {rounds} do not pay just these.",
            cards=supply_words({value: cards.count(value) for value in dict.fromkeys(cards)}),
            rounds=told.said_rounds,
        )
    yield forbidden(said, keys.PAID_IN_ALL)


def _from_to(numbers: set[int]) -> Say:
    least, most = min(numbers, default=0), max(numbers, default=0)
    if least == most:
        return Say("{n}", n=least)
    return Say("{least} to {most}", least=least, most=most)


_CHECKS: Final[tuple[Callable[[_Told], Iterator[Ruling]], ...]] = (
    _too_many_cards,
    _wrong_rounds,
    _not_as_noted,
    _never_paid,
)
