"""What a final count can show: why no three rounds with this box can end so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from referee.api import FinalCount, Player, Rulebook, Ruling, Say, forbidden, impossible, plural
from referee.games.saboteur import keys
from referee.games.saboteur.model.gold import (
    cards_words,
    gold_cards,
    gold_in_box,
    nuggets,
    supply_words,
)
from referee.games.saboteur.model.roles import DIGGER, SABOTEUR, has_selfish
from referee.games.saboteur.model.three_rounds.patterns import NOBODY, ToldRound, patterns
from referee.games.saboteur.model.three_rounds.possible import is_possible
from referee.games.saboteur.model.three_rounds.table import Table
from referee.games.saboteur.model.told import SABOTEURS, gold_of, table_of


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so; what is left out is not known.

    Gold and rounds, all players together: what is found has no play of three rounds at all, and
    what is not found has one. Cites: SAB-1.4, SAB-1.5, SAB-10.1 to SAB-10.4.
    """
    told = _Told(book, count)
    return next((ruling for check in _CHECKS for ruling in check(told)), None)


class _Told:
    """A final count, and the table that the model looks at."""

    def __init__(self, book: Rulebook, count: FinalCount) -> None:
        self.book, self.seating = book, count.setup.seating
        entries = count.holdings.items()
        self.gold = {owner: gold_of(entry) for owner, entry in entries if "gold" in entry}
        self.owed = {owner: entry["owed"] for owner, entry in entries if entry.get("owed")}
        self.records: tuple[Mapping[str, Any], ...] = count.shared.get("rounds", ())  # type: ignore[assignment]
        self.taken: Mapping[str, Mapping[str, Any]] = count.evidence.get("taken", {})  # type: ignore[assignment]
        self._count = count

    @cached_property
    def table(self) -> Table:
        return table_of(self.book, self._count)

    @property
    def rounds(self) -> tuple[ToldRound, ...]:
        return self.table.rounds[: len(self.records)]

    @property
    def has_rounds(self) -> bool:
        return any(self.records) or any(self.taken.values())

    def name(self, seat: int) -> Player:
        return self.seating[seat]


def _too_many_cards(told: _Told) -> Iterator[Ruling]:
    """Hold all cards of a kind against the box. Cites: SAB-1.4, SAB-10.1."""
    box, held = gold_in_box(told.book), [card for cards in told.gold.values() for card in cards]
    for value in sorted(set(held), reverse=True):
        n, there = held.count(value), box.get(value, 0)
        if n > there:
            said = "{n} of {value}; the box holds {there}."
            rules = (keys.SUPPLY, keys.GOLD_CARDS)
            yield impossible(said, *rules, n=gold_cards(n), value=nuggets(value), there=there)


def _wrong_number_of_rounds(told: _Told) -> Iterator[Ruling]:
    rounds = told.book[keys.ROUNDS]
    if told.records and len(told.records) != rounds:
        said = plural(
            len(told.records),
            "{n} round is reported; the game has {rounds}.",
            "{n} rounds are reported; the game has {rounds}.",
            rounds=rounds,
        )
        yield forbidden(said, keys.ROUNDS)


def _wrong_roles(told: _Told) -> Iterator[Ruling]:
    """Hold the roles of each round against the dwarf cards. Cites: SAB-1.5, SAB-10.4."""
    dwarves, rules = told.book[keys.DWARVES], told.table.rules
    for number, each in enumerate(told.rounds, start=1):
        if each.saboteurs is None or len(each.saboteurs) in rules.numbers:
            continue
        n, diggers = len(each.saboteurs), rules.seats - len(each.saboteurs)
        said = plural(
            n,
            "Round {round}: {n} saboteur. With {seats} players there are {least} or {most}.",
            "Round {round}: {n} saboteurs. With {seats} players there are {least} or {most}.",
            round=number,
            seats=rules.seats,
            least=rules.fewest,
            most=rules.most,
        )
        if n > dwarves[SABOTEUR] or diggers > dwarves[DIGGER]:
            yield impossible(said, keys.DWARVES, keys.ROLES_DEALT)
        else:
            yield forbidden(said, keys.ROLES_DEALT)


def _rounds_against_themselves(told: _Told) -> Iterator[Ruling]:
    """Stop a round that no deal and no course of it can show. Cites: SAB-5.1, SAB-6.1, SAB-8.2."""
    rules = told.table.rules
    for number, each in enumerate(told.rounds, start=1):
        if patterns(rules, each):
            continue
        joined = each.connector
        if joined is not None and each.diggers_won is False:
            said = "Round {round}: the saboteurs won, so {player} has not joined the treasure."
            yield forbidden(said, keys.TREASURE, round=number, player=told.name(joined))
        elif joined is not None and joined in (each.broken or ()):
            said = "Round {round}: {player} has a broken tool and cannot have laid the last card."
            yield forbidden(said, keys.BROKEN_TOOL, round=number, player=told.name(joined))
        elif len(each.broken or ()) > rules.broken_cards:
            said = (
                "Round {round}: {n} players with a broken tool; the box holds {cards} such cards."
            )
            facts: dict[str, Any] = {"n": len(each.broken or ()), "cards": rules.broken_cards}
            yield impossible(said, keys.ACTIONS_LEFT, keys.ACTION_CARDS, round=number, **facts)
        else:
            yield from _wrong_selfish(told, number, each)


def _two_selfish(told: _Told) -> Iterator[Ruling]:
    """Stop more than one selfish dwarf in a round. Cites: SAB-8.2."""
    for number, record in enumerate(told.records, start=1):
        named = tuple(dict.fromkeys(record.get("selfish") or ()))
        if len(named) > 1:
            said = "Round {round}: there is only one selfish dwarf, not {players}."
            yield impossible(said, keys.SELFISH_NUGGETS, round=number, players=named)


def _wrong_selfish(told: _Told, number: int, each: ToldRound) -> Iterator[Ruling]:
    """Say what is wrong about the selfish dwarf of a round, or about all who have a broken tool."""
    if each.selfish is None:
        said = (
            "Round {round}: somebody joined the treasure, so not everybody can have a broken tool."
        )
        yield forbidden(said, keys.BROKEN_TOOL, round=number)
    elif not told.table.rules.variant.has_selfish:
        said = "Round {round}: this table plays without the selfish dwarf."
        yield forbidden(said, keys.SELFISH_NUGGETS, round=number)
    elif each.selfish == NOBODY:
        said = "Round {round}: the card left over is a saboteur, so somebody is the selfish dwarf."
        yield forbidden(said, keys.SELFISH_NUGGETS, keys.ROLES_DEALT, round=number)
    else:
        said = "Round {round}: {player} cannot have been the selfish dwarf."
        yield forbidden(said, keys.SELFISH_NUGGETS, round=number, player=told.name(each.selfish))


def _never_paid(told: _Told) -> Iterator[Ruling]:
    """Stop what no three rounds pay, worded by what is told. Cites: SAB-7.8, SAB-10.2, SAB-10.3."""
    if is_possible(told.table):
        return
    if told.owed:
        said = "{owed} cannot be owed: the bank can pay exactly in such a game."
        yield forbidden(said, keys.NOT_EXACTLY, owed=nuggets(sum(told.owed.values())))
    elif len(told.gold) == 1:
        yield _never_paid_to(told, *next(iter(told.gold.items())))
    else:
        yield _never_paid_together(told)


def _never_paid_to(told: _Told, owner: str, gold: tuple[int, ...]) -> Ruling:
    cards = cards_words(gold)
    noted = [told.taken[number].get(owner) for number in told.taken]
    if any(each is not None for each in noted):
        known = cards_words(sorted((n for each in noted for n in each or ()), reverse=True))
        said = "{owner} shows {cards}; the record has {noted}."
        return forbidden(said, keys.PAID_TO_ONE, owner=owner, cards=cards, noted=known)
    said = "{owner} holds {cards}; no three rounds can pay one player these cards."
    if told.has_rounds:
        said = "{owner} holds {cards}; these three rounds cannot pay {owner} these cards."
    return forbidden(said, keys.PAID_TO_ONE, owner=owner, cards=cards)


def _never_paid_together(told: _Told) -> Ruling:
    held = [card for cards in told.gold.values() for card in cards]
    owners = tuple(owner for owner in told.seating if owner in told.gold)
    facts: dict[str, Any] = {
        "owners": owners,
        "cards": supply_words({value: held.count(value) for value in sorted(set(held))[::-1]}),
        "nuggets": nuggets(sum(held)),
    }
    said = "{owners} hold {cards}, {nuggets} in all; no three rounds can pay this."
    if told.has_rounds:
        said = "{owners} hold {cards}, {nuggets} in all; these three rounds cannot pay this."
    if not owners:
        said = "No three rounds end like this."
    return forbidden(said, keys.PAID_IN_ALL, **facts)


_CHECKS: Final[tuple[Callable[[_Told], Iterator[Ruling]], ...]] = (
    _too_many_cards,
    _wrong_number_of_rounds,
    _wrong_roles,
    _two_selfish,
    _rounds_against_themselves,
    _never_paid,
)


def unchecked(book: Rulebook, count: FinalCount) -> tuple[Say, ...]:
    """Name what was not reported of the rounds, and the fact that would allow to check it."""
    records: tuple[Mapping[str, Any], ...] = count.shared.get("rounds", ())  # type: ignore[assignment]
    if not records:
        return (_NO_ROUNDS,)
    options = count.setup.options
    found = []
    for key, (one, many) in _LEFT_OUT.items():
        missing = tuple(n for n, each in enumerate(records, 1) if _is_missed(each, key))
        if missing and (key != "selfish" or has_selfish(book, options)):
            found.append(plural(len(missing), one, many, rounds=missing))
    return tuple(found)


def _is_missed(record: Mapping[str, Any], key: str) -> bool:
    """Whether a key was left out that could tell something."""
    if key in record or (key == "won" and "connector" in record):
        return False
    return key not in {"connector", "broken"} or record.get("won") != SABOTEURS


_NO_ROUNDS: Final = Say("who won each round, who was a saboteur, who joined the treasure (rounds)")
_LEFT_OUT: Final[Mapping[str, tuple[str, str]]] = {
    "won": ("who won round {rounds} (won)", "who won rounds {rounds} (won)"),
    "saboteurs": (
        "who was a saboteur in round {rounds} (saboteurs)",
        "who was a saboteur in rounds {rounds} (saboteurs)",
    ),
    "connector": (
        "who joined the treasure in round {rounds} (connector)",
        "who joined the treasure in rounds {rounds} (connector)",
    ),
    "broken": (
        "whose tools were broken in round {rounds} (broken)",
        "whose tools were broken in rounds {rounds} (broken)",
    ),
    "selfish": (
        "who was the selfish dwarf in round {rounds} (selfish)",
        "who was the selfish dwarf in rounds {rounds} (selfish)",
    ),
}
"""For each key of a round what it would tell, of one round and of several."""
