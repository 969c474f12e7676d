"""What is asked when a round is over: roles, gold, and at the end everybody's gold cards."""

from __future__ import annotations

from referee.core.answers import OneOf
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.core.values import FaceValues
from referee.games.saboteur import events as seen
from referee.games.saboteur import keys
from referee.games.saboteur.asked import step
from referee.games.saboteur.money import Cards, cards_words, nuggets, payable, ways_to_pay
from referee.games.saboteur.paying import (
    cards_to_keep,
    is_payable,
    noted_gold,
    payday_words,
    rules_for_gold,
    uncounted,
)
from referee.games.saboteur.plays import paid_with
from referee.games.saboteur.roles import DIGGER, SABOTEUR, SELFISH, has_selfish, roles_left
from referee.games.saboteur.state import State, bank, due, payday
from referee.games.saboteur.turn import Phase, next_hidden, next_uncounted

SECRET, OPEN = "secret", "open"
CHANGED, OWED = "changed", "owed"


def turn_up_role(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask for the next player's role."""
    player = next_hidden(state) or state.players[0]
    selfish = has_selfish(book, state.setup.options)
    left = roles_left(book, state.now.roles.values(), selfish=selfish)
    words = (DIGGER, SABOTEUR, *((SELFISH,) if selfish else ()))
    answers = OneOf(words, tuple(word for word in words if left[word]))
    return step(
        book,
        state,
        Phase.ROLES,
        player,
        "round.role",
        Say("{player} turns up?", player=player),
        answers,
        lambda role: seen.RoleTurnedUp(player, role),
        keys.ROLES_UP,
        keys.ROLES_DEALT,
    )


def hand_out(book: Rulebook, state: State) -> Step[seen.Event]:
    """Say who gets what, and ask whether it is noted."""
    pays = payday(state)
    return step(
        book,
        state,
        Phase.GOLD,
        None,
        "gold.noted",
        Say("Is it noted what each has, or kept secret to the end?"),
        OneOf((SECRET, OPEN), (SECRET, OPEN)),
        lambda word: seen.GoldHandedOut(in_secret=word == SECRET),
        *rules_for_gold(state, pays),
        keys.GOLD_FACE_DOWN,
        enter=SECRET,
        lines=(payday_words(pays),),
    )


def keep(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask which card the next digger keeps."""
    player = due(state) or state.players[0]
    stock = cards_to_keep(state)
    values = tuple(map(str, state.box))
    offered = tuple(str(value) for value, n in stock.items() if n)
    return step(
        book,
        state,
        Phase.SHARING,
        player,
        "gold.kept",
        Say("{player} keeps a card of how many nuggets?", player=player),
        OneOf(values, offered),
        lambda value: seen.GoldKept(player, int(value)),
        keys.SHARING,
        keys.GOLD_CARDS,
    )


def pay(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask with which cards the next player is paid."""
    player = due(state) or state.players[0]
    each = payday(state).each
    stock = bank(state)
    ways = [way for way in ways_to_pay(each, tuple(state.box)) if payable(stock, way)]
    instead = () if is_payable(state) else (CHANGED, OWED)

    def event(paid: str | Cards) -> seen.Event:
        if isinstance(paid, tuple):
            return seen.GoldPaid(player, paid)
        return seen.GoldChanged(player) if paid == CHANGED else seen.GoldOwed(player)

    return step(
        book,
        state,
        Phase.PAYING,
        player,
        "gold.paid",
        Say("{player} takes {nuggets}, as?", player=player, nuggets=nuggets(each)),
        paid_with((CHANGED, OWED), (*map(cards_words, ways), *instead)),
        event,
        keys.SABOTEURS_PAY,
        keys.EXACTLY,
        keys.NOT_EXACTLY,
    )


def count_gold(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask for a player's gold cards; Enter takes what was noted, where all of it was."""
    player = next_uncounted(state) or state.players[0]
    left = uncounted(state)
    noted = noted_gold(state).get(player)
    fits = noted is not None and payable(left, noted)
    ask = Say("{player} turns up which gold cards?", player=player)
    return step(
        book,
        state,
        Phase.COUNT,
        player,
        "end.gold",
        ask,
        FaceValues(left, 0, sum(left.values())),
        lambda cards: seen.GoldCounted(player, cards),
        keys.THE_WINNER,
        keys.GOLD_CARDS,
        enter=" ".join(map(str, noted)) or "none" if fits and noted is not None else None,
    )
