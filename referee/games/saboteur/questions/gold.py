"""Disputes about the gold: who shares it, and what the saboteurs take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.api import (
    Answer,
    Facts,
    Field,
    Integer,
    ListOf,
    Player,
    PlayerName,
    Question,
    Rulebook,
    Ruling,
    Say,
    impossible,
    strangers_named,
    wrong_number_of_players,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.gold import (
    Cards,
    Payout,
    Variant,
    cards_words,
    exact_payments,
    gold_cards,
    gold_in_box,
    holds,
    nuggets,
    rules_for_sharing,
    shared_by_diggers,
    supply_words,
)
from referee.games.saboteur.model.roles import (
    DIGGER,
    SABOTEUR,
    SELFISH,
    has_selfish,
    saboteurs_possible,
)
from referee.games.saboteur.questions.table import PLAYERS

UNKNOWN: Final = {"cards": None, "order": None, "takes": None}


def _gold(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many cards the diggers share, and who takes what.

    Cites: SAB-7.1 to SAB-7.4, SAB-7.9, SAB-8.1 to SAB-8.3.
    """
    players, saboteurs = facts.players("players"), facts.players("saboteurs")
    connector, broken = facts.player("connector"), facts.players("broken", ())
    selfish = facts.player("selfish", None)
    named = (*saboteurs, connector, *broken, *((selfish,) if selfish else ()))
    refused = (
        _no_such_roles(book, players, saboteurs, named)
        or _no_such_selfish(book, facts, saboteurs, selfish)
        or _broken_connector(connector, broken)
    )
    if refused:
        return Answer.ruled(refused, UNKNOWN)
    roles = {each: SABOTEUR if each in saboteurs else DIGGER for each in players}
    roles |= {selfish: SELFISH} if selfish else {}
    variant = Variant.of(book, facts.options)
    payout = shared_by_diggers(variant, players, roles, connector, broken)
    drawn = facts.numbers("drawn", None)
    if refused := _not_drawn(book, payout, drawn):
        return Answer.ruled(refused, UNKNOWN)
    if payout.paid:
        said = Say("{pays} The others get nothing.", pays=payout.said)
        results = {"cards": 0, "order": (), "takes": None}
        return Answer.answered(said, results, keys.SELFISH_NUGGETS, keys.EXACTLY)
    taken = takes(payout.order, drawn)
    seated = {each: taken[each] for each in players if each in taken} if taken else taken
    because = tuple(
        Say("{player} keeps {cards}.", player=player, cards=cards_words(cards))
        for player, cards in (taken or {}).items()
    )
    results = {"cards": len(payout.order), "order": payout.order, "takes": seated}
    rules = rules_for_sharing(variant, roles, connector, broken)
    return Answer.answered(payout.said, results, *rules, because=because)


def takes(order: Sequence[Player], drawn: Sequence[int] | None) -> dict[Player, Cards] | None:
    """Tell what each keeps who always keeps the highest card left; None where none were told.

    >>> takes(("A", "C", "A"), (1, 3, 2))
    {'A': (3, 1), 'C': (2,)}
    """
    if drawn is None:
        return None
    kept: dict[Player, Cards] = {}
    for player, card in zip(order, sorted(drawn, reverse=True), strict=True):
        kept[player] = (*kept.get(player, ()), card)
    return kept


def _not_drawn(book: Rulebook, payout: Payout, drawn: Sequence[int] | None) -> Ruling | None:
    """Stop cards that cannot have been drawn: too many, too few, or none of the box."""
    if drawn is None:
        return None
    if len(drawn) != len(payout.order):
        said, cards = "{cards} to draw, not {n}.", gold_cards(len(payout.order))
        return impossible(said, keys.MOST_SHARED, cards=cards, n=len(drawn))
    box = gold_in_box(book)
    if not holds(box, drawn):
        said = "{cards}? The box holds {box}."
        words = cards_words(drawn)
        return impossible(said, keys.GOLD_CARDS, cards=words, box=supply_words(box))
    return None


def _payout(book: Rulebook, facts: Facts) -> Answer:
    """Tell what the saboteurs take, and whether the bank can pay it. Cites: SAB-7.5 to SAB-7.9."""
    players, saboteurs = facts.players("players"), facts.players("saboteurs")
    refused = _no_such_roles(book, players, saboteurs, saboteurs)
    supply, counts = gold_in_box(book), facts.numbers("bank", None)
    if counts is not None:
        if len(counts) != len(supply):
            said = "A bank is {n} numbers: cards of 1, of 2 and of 3."
            refused = refused or impossible(said, keys.GOLD_CARDS, n=len(supply))
        supply = dict(zip(supply, reversed(counts), strict=False))
    if refused:
        return Answer.ruled(refused, {"each": None, "payable": None, "cards": None})
    takers = tuple(player for player in players if player in saboteurs)
    each = book[keys.SABOTEURS_PAY].get(len(takers), 0)
    ways = exact_payments(supply, len(takers), each)
    cards = dict(zip(takers, ways, strict=True)) if ways is not None else None
    results = {"each": each, "payable": ways is not None, "cards": cards}
    if not takers:
        said = "No saboteur was in play: nobody gets gold."
        return Answer.answered(Say(said), results, keys.NO_SABOTEUR, keys.SABOTEURS_PAY)
    pay = Say("Each saboteur takes {nuggets}.", nuggets=nuggets(each))
    rules = (keys.SABOTEURS_PAY, keys.IN_PLAY, keys.EXACTLY)
    if cards is None:
        said = "{each} The bank cannot pay that exactly: change money, or note what is owed."
        return Answer.answered(Say(said, each=pay), results, *rules, keys.NOT_EXACTLY)
    because = tuple(
        Say("{player} could take {cards}.", player=player, cards=cards_words(way))
        for player, way in cards.items()
    )
    return Answer.answered(pay, results, *rules, because=because)


def _no_such_roles(
    book: Rulebook,
    players: tuple[Player, ...],
    saboteurs: tuple[Player, ...],
    named: Sequence[Player],
) -> Ruling | None:
    """Stop a table that cannot be, and more or fewer saboteurs than can have been dealt."""
    refused = wrong_number_of_players(book, len(players), keys.SABOTEURS) or strangers_named(
        keys.ROLES_UP, players, *named
    )
    if refused:
        return refused
    n = len(set(saboteurs))
    least, most = saboteurs_possible(book, len(players))
    if least <= n <= most:
        return None
    return impossible(
        "{n} saboteurs of {seats} players? {least} or {most} can have been dealt.",
        keys.ROLES_DEALT,
        keys.SABOTEURS,
        n=n,
        seats=len(players),
        least=least,
        most=most,
    )


def _broken_connector(connector: Player, broken: tuple[Player, ...]) -> Ruling | None:
    """Stop a connector with a broken tool, who could not have laid the card. Cites: SAB-5.1."""
    if connector not in broken:
        return None
    said = "{player} has a broken tool and cannot have laid the card."
    return impossible(said, keys.BROKEN_TOOL, player=connector)


def _no_such_selfish(
    book: Rulebook, facts: Facts, saboteurs: tuple[Player, ...], selfish: Player | None
) -> Ruling | None:
    """Stop a selfish dwarf at a table without one, or among the saboteurs. Cites: SAB-8.2."""
    if selfish is None:
        return None
    if not has_selfish(book, facts.options):
        said = "This table plays without the selfish dwarf: selfish_dwarf is no."
        return impossible(said, keys.SELFISH_NUGGETS)
    if selfish in saboteurs:
        said = "The selfish dwarf is a digger: {player} cannot be both."
        return impossible(said, keys.SELFISH_NUGGETS, player=selfish)
    return None


SABOTEURS: Final = Field(
    name="saboteurs",
    shape=ListOf(PlayerName()),
    about=Say("who really was a saboteur; [] if nobody"),
    required=True,
)
GOLD: Final = Question(
    name="gold",
    about=Say("The treasure was reached: who gets gold, and in which order?"),
    fields=(
        PLAYERS,
        SABOTEURS,
        Field(
            name="connector",
            shape=PlayerName(),
            about=Say("who joined the treasure"),
            required=True,
        ),
        Field(
            name="drawn",
            shape=ListOf(Integer(least=1, is_face_value=True)),
            about=Say("the nuggets on the cards drawn"),
        ),
        Field(
            name="broken",
            shape=ListOf(PlayerName()),
            about=Say("who had a broken tool at the end of the round"),
        ),
        Field(name="selfish", shape=PlayerName(), about=Say("who was the selfish dwarf")),
    ),
    answer=_gold,
    example="players=A,B,C,D,E saboteurs=B,D connector=A drawn=3,2,2,1,1",
)
PAYOUT: Final = Question(
    name="payout",
    about=Say("The treasure was missed: what do the saboteurs take?"),
    fields=(
        PLAYERS,
        SABOTEURS,
        Field(
            name="bank",
            shape=ListOf(Integer()),
            about=Say("gold cards left of 1, of 2 and of 3 nuggets; the whole box if left out"),
        ),
    ),
    answer=_payout,
    example="players=A,B,C,D,E saboteurs=B,D bank=16,8,4",
)
