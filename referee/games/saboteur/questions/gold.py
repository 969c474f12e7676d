"""Disputes about the gold of the diggers: who shares it, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.deal import (
    DIGGER,
    SABOTEUR,
    SELFISH,
    has_selfish,
    saboteurs_possible,
)
from referee.games.saboteur.model.gold import (
    Cards,
    GoldSupply,
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
from referee.games.saboteur.questions.facts import (
    PLAYER_WITH_TOOL,
    PLAYERS,
    broken_given,
    too_many_broken,
    twice_broken,
)

UNKNOWN: Final = {"cards": None, "order": None, "takes": None}


def _gold(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Say how many cards the diggers share, and who takes what.

    Cites: SAB-7.1 to SAB-7.4, SAB-7.9, SAB-8.1 to SAB-8.3.
    """
    players, saboteurs = facts.players("players"), facts.players("saboteurs")
    connector, tools = facts.player("connector"), broken_given(facts)
    broken = tuple(tools)
    dwarf = facts.players("selfish", None)
    named = (*saboteurs, connector, *broken, *(dwarf or ()))
    refused = (
        no_such_roles(book, players, saboteurs, named)
        or _no_such_selfish(book, facts, saboteurs, dwarf)
        or _broken_connector(connector, broken)
        or twice_broken(tools)
        or too_many_broken(book, tools)
        or no_bank(book, facts)
    )
    selfish = dwarf[0] if dwarf else None
    if refused:
        return api.Answer.ruled(refused, UNKNOWN)
    roles = {each: SABOTEUR if each in saboteurs else DIGGER for each in players}
    roles |= {selfish: SELFISH} if selfish else {}
    variant = Variant.of(book, facts.options)
    payout = shared_by_diggers(variant, players, roles, connector, broken)
    drawn, bank = facts.numbers("drawn", None), bank_given(book, facts)
    refused = _bank_too_small(bank, payout)
    if refused is None and drawn is not None:
        refused = _not_drawn(bank, payout, drawn)
    if refused:
        return api.Answer.ruled(refused, UNKNOWN)
    if payout.paid:
        said = "{player} takes {nuggets}. Everyone else gets nothing."
        results = {"cards": 0, "order": (), "takes": None}
        rules = (keys.SELFISH_NUGGETS, keys.EXACTLY)
        return api.Answer.answered(
            Say(said, player=connector, nuggets=nuggets(payout.each)), results, *rules
        )
    taken = takes(payout.order, drawn)
    seated = {each: taken[each] for each in players if each in taken} if taken else taken
    because = tuple(
        Say("For example {player} keeps {cards}.", player=player, cards=cards_words(cards))
        for player, cards in (taken or {}).items()
    )
    results = {"cards": len(payout.order), "order": payout.order, "takes": seated}
    shared_by = rules_for_sharing(variant, roles, connector, broken)
    first = () if payout.order else (keys.BROKEN_GO_EMPTY,)
    return api.Answer.answered(
        _said(payout, is_drawn=drawn is not None),
        results,
        *dict.fromkeys((*first, *shared_by)),
        because=because,
    )


def _said(payout: Payout, *, is_drawn: bool) -> Say:
    """Word who gets how many cards; which card anybody keeps is their own choice."""
    if not payout.order:
        return Say("Nobody is left to share: nobody gets gold.")
    said = "{cards}, kept in this order: {order}. Everyone chooses which card to keep."
    if is_drawn:
        said = (
            "{cards}, kept in this order: {order}. Which card to keep is each one's own choice; "
            "as one example everybody keeps the highest left."
        )
    return Say(said, cards=gold_cards(len(payout.order)), order=payout.order)


def takes(order: Sequence[Player], drawn: Sequence[int] | None) -> dict[Player, Cards] | None:
    """Return what each keeps who always keeps the highest card left; None where none are given.

    >>> takes(("A", "C", "A"), (1, 3, 2))
    {'A': (3, 1), 'C': (2,)}
    """
    if drawn is None:
        return None
    kept: dict[Player, Cards] = {}
    for player, card in zip(order, sorted(drawn, reverse=True), strict=True):
        kept[player] = (*kept.get(player, ()), card)
    return kept


def _bank_too_small(bank: GoldSupply, payout: Payout) -> api.Ruling | None:
    """Refuse a bank out of which this round cannot be paid: no play leaves one. Cites: SAB-10.1."""
    if payout.paid and exact_payments(bank, len(payout.paid), payout.each) is None:
        return _not_in(bank, nuggets(payout.each))
    if len(payout.order) > sum(bank.values()):
        return _not_in(bank, gold_cards(len(payout.order)))
    return None


def _not_drawn(bank: GoldSupply, payout: Payout, drawn: Sequence[int]) -> api.Ruling | None:
    """Refuse cards that cannot have been drawn: too many, too few, or none of the bank."""
    n = len(drawn)
    if n and payout.paid:
        said = "No cards are drawn: {player} takes {nuggets}."
        player, due = payout.paid[0], nuggets(payout.each)
        return api.impossible(said, keys.SELFISH_NUGGETS, player=player, nuggets=due)
    if n and not payout.order:
        return api.impossible("No cards are drawn: nobody is left to share.", keys.BROKEN_GO_EMPTY)
    if n != len(payout.order):
        said, cards = "{cards} to draw, not {n}.", gold_cards(len(payout.order))
        return api.impossible(said, keys.MOST_SHARED, cards=cards, n=n)
    return None if holds(bank, drawn) else _not_in(bank, cards_words(drawn))


def _not_in(bank: GoldSupply, cards: Say | str) -> api.Ruling:
    said, rules = "The bank cannot pay {cards}: it holds {bank}.", (keys.SUPPLY, keys.GOLD_CARDS)
    return api.impossible(said, *rules, cards=cards, bank=supply_words(bank))


def bank_given(book: api.Rulebook, facts: api.Facts) -> dict[int, int]:
    """Return the bank of a dispute, by the nuggets of the cards; full if it is not given."""
    box, counts = gold_in_box(book), facts.numbers("bank", None)
    return box if counts is None else dict(zip(box, reversed(counts), strict=True))


def no_bank(book: api.Rulebook, facts: api.Facts) -> api.Ruling | None:
    """Refuse a bank that is none, or beyond the box. Cites: SAB-1.4."""
    counts, box = facts.numbers("bank", None), gold_in_box(book)
    if counts is None:
        return None
    if len(counts) != len(box):
        said = "A bank is given as {n} numbers: cards of 1, of 2 and of 3."
        return api.impossible(said, keys.GOLD_CARDS, n=len(box))
    if all(n <= there for n, there in zip(reversed(counts), box.values(), strict=True)):
        return None
    said = "The box holds {box}; a bank cannot hold more."
    return api.impossible(said, keys.GOLD_CARDS, box=supply_words(box))


def no_such_roles(
    book: api.Rulebook,
    players: tuple[Player, ...],
    saboteurs: tuple[Player, ...],
    named: Sequence[Player],
) -> api.Ruling | None:
    """Refuse a table that cannot be, and more or fewer saboteurs than can have been dealt."""
    refused = api.wrong_number_of_players(
        book, len(players), keys.SABOTEURS
    ) or api.unknown_players(keys.ROLES_UP, players, *named)
    if refused:
        return refused
    n = len(set(saboteurs))
    least, most = saboteurs_possible(book, len(players))
    if least <= n <= most:
        return None
    said = api.plural(
        n,
        "There cannot be {n} saboteur: with {seats} players there are {least} or {most}.",
        "There cannot be {n} saboteurs: with {seats} players there are {least} or {most}.",
        seats=len(players),
        least=least,
        most=most,
    )
    return api.impossible(said, keys.ROLES_DEALT, keys.SABOTEURS)


def _broken_connector(connector: Player, broken: tuple[Player, ...]) -> api.Ruling | None:
    """Refuse a connector with a broken tool, who could not have laid the card. Cites: SAB-5.1."""
    if connector not in broken:
        return None
    said = "{player} has a broken tool and cannot have laid the card."
    return api.impossible(said, keys.BROKEN_TOOL, player=connector)


def _no_such_selfish(
    book: api.Rulebook,
    facts: api.Facts,
    saboteurs: tuple[Player, ...],
    selfish: tuple[Player, ...] | None,
) -> api.Ruling | None:
    """Refuse a selfish dwarf who cannot be, and nobody where there must be one. Cites: SAB-8.2.

    Raises RefereeError where it is not given at a table that plays with him.
    """
    if not has_selfish(book, facts.options):
        if not selfish:
            return None
        said = "This table plays without the selfish dwarf: selfish_dwarf is no."
        return api.impossible(said, keys.SELFISH_NUGGETS)
    if selfish is None:
        raise api.RefereeError(
            Say("Who is the selfish dwarf? Report selfish=NAME, or selfish={none}.", none="none")
        )
    if len(selfish) > 1:
        said = "There is only one selfish dwarf, not {players}."
        return api.impossible(said, keys.SELFISH_NUGGETS, players=selfish)
    if selfish and selfish[0] in saboteurs:
        said = "The selfish dwarf is a digger: {player} cannot be both."
        return api.impossible(said, keys.SELFISH_NUGGETS, player=selfish[0])
    if not selfish and len(set(saboteurs)) < book[keys.SABOTEURS][len(facts.players("players"))]:
        said = "The card left over is a saboteur, so somebody is the selfish dwarf."
        return api.impossible(said, keys.SELFISH_NUGGETS, keys.ROLES_DEALT)
    return None


SABOTEURS: Final = api.Field(
    "saboteurs",
    api.ListOf(api.PlayerName()),
    Say("who really was a saboteur; [] if nobody"),
    required=True,
)
BANK: Final = api.Field(
    "bank",
    api.ListOf(api.Integer()),
    Say("gold cards left of 1, of 2 and of 3 nuggets; a full bank if left out"),
)
GOLD: Final = api.Question(
    name="gold",
    about=Say("The treasure was reached: who gets gold, and in which order?"),
    fields=(
        PLAYERS,
        SABOTEURS,
        api.Field("connector", api.PlayerName(), Say("who joined the treasure"), required=True),
        api.Field(
            "drawn",
            api.ListOf(api.Integer(least=1, is_face_value=True)),
            Say("the nuggets on the cards drawn"),
        ),
        api.Field(
            "broken",
            api.ListOf(PLAYER_WITH_TOOL),
            Say("who had a broken tool at the end of the round"),
        ),
        api.Field(
            "selfish",
            api.ListOf(api.PlayerName()),
            Say("who was the selfish dwarf; none if he was the card left over"),
        ),
        BANK,
    ),
    answer=_gold,
    example="players=A,B,C,D,E saboteurs=B,D connector=A drawn=3,2,2,1,1",
)
