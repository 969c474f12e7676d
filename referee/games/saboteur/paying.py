"""Rulings on roles turned up, gold handed out, and gold counted at the end."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say
from referee.core.table import Player
from referee.games.saboteur import events as seen
from referee.games.saboteur import keys
from referee.games.saboteur.gold import Payday, rules_for_sharing
from referee.games.saboteur.money import (
    Cards,
    Stock,
    cards_words,
    exact_payments,
    gold_cards,
    left,
    nuggets,
    payable,
)
from referee.games.saboteur.roles import (
    DIGGER,
    SABOTEUR,
    SELFISH,
    has_selfish,
    roles_left,
    saboteurs_in,
    saboteurs_possible,
)
from referee.games.saboteur.state import State, bank, broken_players, payday


def judge_role(book: Rulebook, state: State, event: seen.RoleTurnedUp) -> Ruling:
    """Whether the box holds such a dwarf card still; the deal may have been wrong.

    Cites: SAB-1.5, SAB-1.6, SAB-6.4, SAB-10.4.
    """
    selfish = has_selfish(book, state.setup.options)
    dealt = state.now.roles
    if not roles_left(book, dealt.values(), selfish=selfish)[event.role]:
        said = Say("The box holds no more cards {role}.", role=event.role)
        return impossible(said, keys.DWARVES)
    said = Say("{player} is {role}.", player=event.player, role=role_words(event.role))
    known = {**dealt, event.player: event.role}
    if len(known) < len(state.players):
        return allowed(said, keys.ROLES_UP)
    return _all_up(book, state, said, known)


def _all_up(book: Rulebook, state: State, said: Say, roles: Mapping[Player, str]) -> Ruling:
    """Tell what the card left over is, and who won what."""
    seats = len(state.players)
    saboteurs = len(saboteurs_in(state.players, roles))
    least, most = saboteurs_possible(book, seats)
    if not least <= saboteurs <= most:
        said = Say(
            "{role} That makes {n} saboteurs; {least} or {most} can have been dealt.",
            role=said,
            n=saboteurs,
            least=least,
            most=most,
        )
        return allowed(said, keys.ROLES_UP, keys.ROLES_DEALT)
    over = DIGGER if saboteurs == most else SABOTEUR
    said = Say("{role} The card left over is {over}.", role=said, over=role_words(over))
    no_gold = not saboteurs and state.now.connector is None
    if no_gold:
        said = Say("{roles} No saboteur was in play: nobody gets gold.", roles=said)
    return allowed(said, keys.ROLES_UP, *((keys.NO_SABOTEUR,) if no_gold else ()))


def role_words(role: str) -> Say:
    """Word a role with its article.

    >>> str(role_words("digger")), str(role_words("selfish"))
    ('a digger', 'the selfish dwarf')
    """
    return Say({DIGGER: "a digger", SABOTEUR: "a saboteur", SELFISH: "the selfish dwarf"}[role])


def payday_words(pays: Payday) -> Say:
    """Word who gets what."""
    if pays.order:
        return Say(
            "{cards} to share, kept in this order: {order}.",
            cards=gold_cards(len(pays.order)),
            order=pays.order,
        )
    if pays.paid and pays.each:
        return Say(
            "{players} each take {nuggets}."
            if len(pays.paid) > 1
            else "{players} takes {nuggets}.",
            players=pays.paid,
            nuggets=nuggets(pays.each),
        )
    return Say("Nobody gets gold.")


def rules_for_gold(state: State, pays: Payday) -> tuple[str, ...]:
    """List the rules by which this round's gold is handed out."""
    now = state.now
    if now.connector is None:
        return (keys.SABOTEURS_PAY.rule_id, keys.IN_PLAY, keys.EXACTLY)
    if pays.paid:
        return (keys.SELFISH_NUGGETS.rule_id, keys.EXACTLY)
    return rules_for_sharing(state.terms, now.roles, now.connector, broken_players(now))


def judge_handed_out(book: Rulebook, state: State, event: seen.GoldHandedOut) -> Ruling:
    """Whether the gold is noted is the table's choice. Cites: SAB-7.1 to SAB-7.10."""
    pays = payday(state)
    said = payday_words(pays)
    said = Say(
        "{pays} What each has stays secret."
        if event.in_secret
        else "{pays} What each has is noted.",
        pays=said,
    )
    return allowed(said, *rules_for_gold(state, pays), keys.GOLD_FACE_DOWN)


def judge_kept(book: Rulebook, state: State, event: seen.GoldKept) -> Ruling:
    """Whether such a gold card can have been kept. Cites: SAB-1.4, SAB-7.2, SAB-10.1."""
    refused = _not_in_box(book, state, (event.nuggets,))
    if refused:
        return refused
    if not payable(cards_to_keep(state), (event.nuggets,)):
        return _gone(book, state, (event.nuggets,))
    said = Say(
        "{player} keeps a card of {nuggets}.", player=event.player, nuggets=nuggets(event.nuggets)
    )
    return allowed(said, keys.SHARING)


def cards_to_keep(state: State) -> Stock:
    """Count the cards that can still be kept; where the record leaves none, the record is wrong."""
    stock = bank(state)
    return stock if any(stock.values()) else state.box


def judge_paid(book: Rulebook, state: State, event: seen.GoldPaid) -> Ruling:
    """Whether these cards pay what is due, exactly. Cites: SAB-7.5, SAB-7.7, SAB-8.2, SAB-10.1."""
    refused = _not_in_box(book, state, event.cards)
    if refused:
        return refused
    each = payday(state).each
    if sum(event.cards) != each:
        said = Say(
            "{player} takes {due}, not {n}.",
            player=event.player,
            due=nuggets(each),
            n=sum(event.cards),
        )
        return forbidden(said, keys.SABOTEURS_PAY, keys.EXACTLY)
    if not payable(bank(state), event.cards):
        return _gone(book, state, event.cards)
    said = Say("{player} takes {cards}.", player=event.player, cards=cards_words(event.cards))
    return allowed(said, keys.EXACTLY)


def is_payable(state: State) -> bool:
    """Whether the bank can pay exactly all who are still due, as far as the record knows it."""
    pays = payday(state)
    waiting = len(pays.paid) - len(state.now.settled)
    return exact_payments(bank(state), waiting, pays.each) is not None


def judge_changed(book: Rulebook, state: State, event: seen.GoldChanged) -> Ruling:
    """Whether money has to be changed: only where the bank cannot pay exactly. Cites: SAB-7.8."""
    each = nuggets(payday(state).each)
    if is_payable(state):
        return _payable(book, state)
    said = Say("{player} is paid {nuggets} by changing.", player=event.player, nuggets=each)
    return allowed(said, keys.NOT_EXACTLY)


def judge_owed(book: Rulebook, state: State, event: seen.GoldOwed) -> Ruling:
    """Whether a payment may stay owed: only where the bank cannot pay exactly. Cites: SAB-7.8."""
    each = nuggets(payday(state).each)
    if is_payable(state):
        return _payable(book, state)
    said = Say("{player} is owed {nuggets}.", player=event.player, nuggets=each)
    return allowed(said, keys.NOT_EXACTLY)


def _payable(book: Rulebook, state: State) -> Ruling:
    said = Say("It can be paid exactly: the bank holds {bank}.", bank=stock_words(bank(state)))
    return forbidden(said, keys.EXACTLY)


def stock_words(stock: Stock) -> Say:
    """Word a stock of gold cards.

    >>> str(stock_words({3: 2, 1: 5}))
    '2 of 3 and 5 of 1'
    """
    held = tuple(Say("{n} of {value}", n=n, value=value) for value, n in stock.items() if n)
    return Say("{held}", held=held) if held else Say("nothing")


def judge_counted(book: Rulebook, state: State, event: seen.GoldCounted) -> Ruling:
    """Whether the box can hold such gold beside what the others show. Cites: SAB-1.4, SAB-9.1."""
    left_over = uncounted(state)
    if not payable(left_over, event.cards):
        said = Say(
            "{cards}? The box leaves {stock}, after what the others show.",
            cards=cards_words(event.cards),
            stock=stock_words(left_over),
        )
        return impossible(said, keys.SUPPLY, keys.GOLD_CARDS)
    worth = nuggets(sum(event.cards))
    said = Say(
        "{player} turns up {cards}: {nuggets}." if event.cards else "{player} has no gold.",
        player=event.player,
        cards=cards_words(event.cards),
        nuggets=worth,
    )
    known = noted_gold(state).get(event.player)
    if known is not None and sorted(known) != sorted(event.cards):
        said = Say("{gold} The record has {known}.", gold=said, known=cards_words(known))
    return allowed(said, keys.THE_WINNER)


def uncounted(state: State) -> Stock:
    """Count what the box leaves beside the gold turned up at the end."""
    return left(state.box, (value for cards in state.counted.values() for value in cards))


def noted_gold(state: State) -> Mapping[Player, Cards]:
    """List the gold that the record has for each player; nothing where it does not know all."""
    if not state.knows_gold:
        return {}
    noted: dict[Player, Cards] = dict.fromkeys(state.players, ())
    for result in state.past:
        for player, cards in result.settled:
            noted[player] = tuple(sorted((*noted[player], *cards), reverse=True))
    return noted


def _not_in_box(book: Rulebook, state: State, cards: Cards) -> Ruling | None:
    if payable(state.box, cards):
        return None
    said = Say(
        "{cards}? The box holds {box}.", cards=cards_words(cards), box=stock_words(state.box)
    )
    return impossible(said, keys.GOLD_CARDS)


def _gone(book: Rulebook, state: State, cards: Cards) -> Ruling:
    said = Say(
        "No such card is left, by the record: the bank holds {bank}, not {cards}.",
        bank=stock_words(bank(state)),
        cards=cards_words(cards),
    )
    return forbidden(said, keys.SUPPLY)
