"""Disputes about the setup, the gold, and who begins the next round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from referee.core.no_such_table import strangers_named, wrong_number_of_players
from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say, plural
from referee.core.seating import next_clockwise
from referee.core.table import Player
from referee.games.saboteur import keys
from referee.games.saboteur.gold import Payday, rules_for_sharing, shared_by_diggers, terms_of
from referee.games.saboteur.money import (
    Cards,
    box,
    cards_words,
    exact_payments,
    gold_cards,
    nuggets,
    payable,
)
from referee.games.saboteur.paying import payday_words, stock_words
from referee.games.saboteur.roles import (
    DIGGER,
    SABOTEUR,
    SELFISH,
    has_selfish,
    saboteurs_possible,
)
from referee.games.saboteur.state import cards_in_round


def answer_setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what is shuffled and dealt. Cites: SAB-1.6 to SAB-1.8."""
    seats = cast("int", facts.values["players"])
    refused = wrong_number_of_players(book, seats, keys.SABOTEURS)
    if refused:
        unknown = ("saboteurs", "diggers", "hand", "draw_pile")
        return Answer.ruled(refused, dict.fromkeys(unknown))
    saboteurs, diggers = book[keys.SABOTEURS][seats], book[keys.DIGGERS][seats]
    hand = book[keys.HAND][seats]
    pile = cards_in_round(book) - seats * hand
    said = Say(
        "{saboteurs} and {diggers} are shuffled, one card is left over; "
        "{hand} cards each, {pile} in the draw pile.",
        saboteurs=plural(saboteurs, "{n} saboteur", "{n} saboteurs"),
        diggers=plural(diggers, "{n} digger", "{n} diggers"),
        hand=hand,
        pile=pile,
    )
    answer = {"saboteurs": saboteurs, "diggers": diggers, "hand": hand, "draw_pile": pile}
    return Answer.answered(said, answer, keys.SABOTEURS, keys.HAND, keys.DRAW_PILE)


def answer_starter(book: Rulebook, facts: Facts) -> Answer:
    """Tell who begins the next round. Cites: SAB-6.5."""
    players = cast("tuple[Player, ...]", facts.values["players"])
    last = cast("Player", facts.values["last"])
    refused = wrong_number_of_players(book, len(players), keys.SABOTEURS) or strangers_named(
        book, keys.NEXT_STARTER, players, last
    )
    if refused:
        return Answer.ruled(refused, {"starter": None})
    starter = next_clockwise(players, last)
    said = Say("{starter} begins, to the left of {last}.", starter=starter, last=last)
    return Answer.answered(said, {"starter": starter}, keys.NEXT_STARTER)


def answer_gold(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many cards the diggers share, and who takes what.

    Cites: SAB-7.1 to SAB-7.4, SAB-7.9, SAB-8.1 to SAB-8.3.
    """
    values = facts.values
    players = cast("tuple[Player, ...]", values["players"])
    saboteurs = cast("tuple[Player, ...]", values["saboteurs"])
    connector = cast("Player", values["connector"])
    broken = cast("tuple[Player, ...]", values.get("broken", ()))
    selfish = cast("Player | None", values.get("selfish"))
    unknown = {"cards": None, "order": None, "takes": None}
    named = (*saboteurs, connector, *broken, *((selfish,) if selfish else ()))
    refused = (
        _no_such_roles(book, players, saboteurs, named)
        or _no_such_selfish(book, facts, saboteurs, selfish)
        or _broken_connector(book, connector, broken)
    )
    if refused:
        return Answer.ruled(refused, unknown)
    roles = {each: SABOTEUR if each in saboteurs else DIGGER for each in players}
    roles |= {selfish: SELFISH} if selfish else {}
    terms = terms_of(book, facts.options)
    pays = shared_by_diggers(terms, players, roles, connector, broken)
    drawn = cast("tuple[int, ...] | None", values.get("drawn"))
    refused = _not_drawn(book, pays, drawn)
    if refused:
        return Answer.ruled(refused, unknown)
    if pays.paid:
        return _selfish_takes(book, pays)
    taken = takes(pays.order, drawn)
    seated = {each: taken[each] for each in players if each in taken} if taken else taken
    answer = {"cards": len(pays.order), "order": pays.order, "takes": seated}
    because = tuple(
        Say("{player} keeps {cards}.", player=player, cards=cards_words(cards))
        for player, cards in (taken or {}).items()
    )
    rules = rules_for_sharing(terms, roles, connector, broken)
    return Answer.answered(payday_words(pays), answer, *rules, because=because)


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


def _selfish_takes(book: Rulebook, pays: Payday) -> Answer:
    """Pay the selfish dwarf who joined the treasure. Cites: SAB-8.2."""
    answer = {"cards": 0, "order": (), "takes": None}
    said = Say("{pays} The others get nothing.", pays=payday_words(pays))
    return Answer.answered(said, answer, keys.SELFISH_NUGGETS, keys.EXACTLY)


def _not_drawn(book: Rulebook, pays: Payday, drawn: Sequence[int] | None) -> Ruling | None:
    """Stop cards that cannot have been drawn: too many, too few, or none of the box."""
    if drawn is None:
        return None
    if len(drawn) != len(pays.order):
        said = Say("{cards} to draw, not {n}.", cards=gold_cards(len(pays.order)), n=len(drawn))
        return impossible(said, keys.MOST_SHARED)
    if not payable(box(book), drawn):
        said = Say(
            "{cards}? The box holds {box}.",
            cards=cards_words(tuple(drawn)),
            box=stock_words(box(book)),
        )
        return impossible(said, keys.GOLD_CARDS)
    return None


def answer_payout(book: Rulebook, facts: Facts) -> Answer:
    """Tell what the saboteurs take, and whether the bank can pay it. Cites: SAB-7.5 to SAB-7.9."""
    values = facts.values
    players = cast("tuple[Player, ...]", values["players"])
    saboteurs = cast("tuple[Player, ...]", values["saboteurs"])
    refused = _no_such_roles(book, players, saboteurs, saboteurs)
    stock = box(book)
    if "bank" in values:
        counts = cast("tuple[int, ...]", values["bank"])
        if len(counts) != len(stock):
            said = Say("A bank is {n} numbers: cards of 1, of 2 and of 3.", n=len(stock))
            refused = refused or impossible(said, keys.GOLD_CARDS)
        stock = dict(zip(stock, reversed(counts), strict=False))
    if refused:
        return Answer.ruled(refused, {"each": None, "payable": None, "cards": None})
    takers = tuple(player for player in players if player in saboteurs)
    each = book[keys.SABOTEURS_PAY].get(len(takers), 0)
    ways = exact_payments(stock, len(takers), each)
    cards = dict(zip(takers, ways, strict=True)) if ways is not None else None
    answer = {"each": each, "payable": ways is not None, "cards": cards}
    if not takers:
        said = Say("No saboteur was in play: nobody gets gold.")
        return Answer.answered(said, answer, keys.NO_SABOTEUR, keys.SABOTEURS_PAY)
    said = Say("Each saboteur takes {nuggets}.", nuggets=nuggets(each))
    rules = (keys.SABOTEURS_PAY.rule_id, keys.IN_PLAY, keys.EXACTLY)
    if cards is None:
        said = Say(
            "{each} The bank cannot pay that exactly: change money, or note what is owed.",
            each=said,
        )
        return Answer.answered(said, answer, *rules, keys.NOT_EXACTLY)
    because = tuple(
        Say("{player} could take {cards}.", player=player, cards=cards_words(way))
        for player, way in cards.items()
    )
    return Answer.answered(said, answer, *rules, because=because)


def _no_such_roles(
    book: Rulebook,
    players: tuple[Player, ...],
    saboteurs: tuple[Player, ...],
    named: Sequence[Player],
) -> Ruling | None:
    """Stop a table that cannot be, and more or fewer saboteurs than can have been dealt."""
    refused = wrong_number_of_players(book, len(players), keys.SABOTEURS) or strangers_named(
        book, keys.ROLES_UP, players, *named
    )
    if refused:
        return refused
    n = len(set(saboteurs))
    least, most = saboteurs_possible(book, len(players))
    if least <= n <= most:
        return None
    said = Say(
        "{n} saboteurs of {seats} players? {least} or {most} can have been dealt.",
        n=n,
        seats=len(players),
        least=least,
        most=most,
    )
    return impossible(said, keys.ROLES_DEALT, keys.SABOTEURS)


def _broken_connector(
    book: Rulebook, connector: Player, broken: tuple[Player, ...]
) -> Ruling | None:
    """Stop a connector with a broken tool, who could not have laid the card. Cites: SAB-5.1."""
    if connector not in broken:
        return None
    said = Say("{player} has a broken tool and cannot have laid the card.", player=connector)
    return impossible(said, keys.BROKEN_TOOL)


def _no_such_selfish(
    book: Rulebook, facts: Facts, saboteurs: tuple[Player, ...], selfish: Player | None
) -> Ruling | None:
    """Stop a selfish dwarf at a table without one, or among the saboteurs. Cites: SAB-8.2."""
    if selfish is None:
        return None
    if not has_selfish(book, facts.options):
        said = Say("This table plays without the selfish dwarf: selfish_dwarf is no.")
        return impossible(said, keys.SELFISH_NUGGETS)
    if selfish in saboteurs:
        said = Say("The selfish dwarf is a digger: {player} cannot be both.", player=selfish)
        return impossible(said, keys.SELFISH_NUGGETS)
    return None
