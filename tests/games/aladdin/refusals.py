"""Every refusal of play as the question that puts it, with its facts as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from referee.core.ruling import Ruling
from referee.games.aladdin.model.holding import Holding
from referee.games.aladdin.stages import (
    dice,
    exploring,
    lamp,
    lamp_cards,
    talismans,
    wishes,
)
from referee.games.aladdin.stages.transfers import discard_pile
from referee.games.aladdin.state import State
from referee.testing.disputes import told

Asked: TypeAlias = "tuple[str, Mapping[str, str | list[str]]] | None"
HERE = ("ALA-9.5", "ALA-8.4")
"""Rules by which a card is not there: play, whose record may hold a slip, forbids to take it; a
question, which is given the holding together with the card, calls it impossible."""


def question_for(state: State, event: Any, ruling: Ruling) -> Asked:
    """Put a refusal as a question; None where it is a slip of typing and no dispute.

    A card at another step or by another player, a card to its owner, an exchange with oneself,
    dice or gems told twice, a die that does not lie there: no question is about them.
    """
    put = PUT.get(type(event))
    is_wrong_time = "Now is the time" in ruling.reason.template or "turn, not" in str(ruling.reason)
    is_nobody = "Nobody at this table" in str(ruling.reason)
    if put is None or is_wrong_time or is_nobody or ruling.rules[0].rule_id in HERE:
        return None
    return put(state, event, ruling)


def _holding(held: Holding) -> dict[str, str]:
    """Give a holding; at least one pile is stated, so that nothing of it is unknown."""
    piles = {
        "gems": held.gems,
        "talismans": {**held.talismans, "lone": held.lone + held.to_place},
        "ornaments": held.ornaments,
    }
    return {pile: _counts(counts) for pile, counts in piles.items()}


def _counts(counts: Mapping[str, int]) -> str:
    return ",".join(f"{_card(kind)}:{n}" for kind, n in counts.items() if n) or "none"


def _card(card: str) -> str:
    return card.replace(" ", "-")


def _dealt(state: State, event: dice.GemsDealt, ruling: Ruling) -> Asked:
    if event.player in state.dealt:
        return None
    return "setup", {"players": str(len(state.players)), "dealt": str(len(event.gems))}


def _dice(state: State, event: dice.DiceShown, ruling: Ruling) -> Asked:
    """Tell the dice of all; the others set what everybody may."""
    if event.player in state.dice and "already set" in str(ruling.reason):
        return None
    proper = "b1+s1" if state.variant.dice_each > 1 else "b1"
    shown = dict.fromkeys(state.players, proper)
    shown[event.player] = "+".join(die.short for die in event.dice)
    return "chests", {"dice": ",".join(f"{told(name)}:{own}" for name, own in shown.items())}


def _opponent(state: State, event: lamp.OpponentChosen, ruling: Ruling) -> Asked:
    players = ",".join(map(told, state.players))
    return "steal", {
        "players": players,
        "offender": told(event.player),
        "thief": told(event.opponent),
    }


def _stolen(state: State, event: lamp.CardStolen, ruling: Ruling) -> Asked:
    return "steal", {"takes": _card(event.card), **_holding(state.holdings[event.victim])}


def _refused(state: State, event: wishes.WishRefused, ruling: Ruling) -> Asked:
    return "wish", {"card": str(_number(state)), "answer": "refuse"}


def _stopped(state: State, event: wishes.WishesStopped, ruling: Ruling) -> Asked:
    stop = "yes" if state.variant.wish_stop else "no"
    return "wish", {"card": str(_number(state)), "answer": "stop", "wish-stop": stop}


def _number(state: State) -> int:
    return state.wish.refused + 1 if state.wish else 1


def _moved(state: State, event: lamp_cards.CardMoved, ruling: Ruling) -> Asked:
    if event.giver == event.taker:
        return None
    held = _holding(state.holdings[event.giver])
    return "wish", {"effect": "move", "takes": _card(event.card), **held}


def _swapped(state: State, event: lamp_cards.CardsSwapped, ruling: Ruling) -> Asked:
    """Ask about the card that is protected; each has its owner's holding."""
    if event.player == event.other:
        return None
    own = state.holdings[event.player]
    card, held = event.card, own
    if event.card in own.unprotected():
        card, held = event.other_card, state.holdings[event.other]
    return "wish", {"effect": "swap", "takes": _card(card), **_holding(held)}


def _discarded(state: State, event: lamp_cards.CardDiscarded, ruling: Ruling) -> Asked:
    held = _holding(state.holdings[event.player])
    return "wish", {"effect": "discard", "takes": _card(event.card), **held}


def _recovered(state: State, event: lamp_cards.CardRecovered, ruling: Ruling) -> Asked:
    pile = _counts(discard_pile(state))
    return "wish", {"effect": "recover", "takes": _card(event.card), "discards": pile}


def _die(state: State, event: lamp_cards.DieChanged, ruling: Ruling) -> Asked:
    if event.before not in state.dice.get(event.player, ()):
        return None
    return "wish", {"effect": "die", "die": event.before.short, "becomes": event.after.short}


def _drawn(state: State, event: exploring.CardDrawn, ruling: Ruling) -> Asked:
    """Tell the whole draw; of a second Sorcerer in it a question says that he cannot be."""
    drawing = state.drawing
    if drawing is None or "out already" in str(ruling.reason):
        return None
    cards: list[Any] = [*drawing.cards, event]
    signs = ("S" if each.card == "sorcerer" else str(each.scorpions) for each in cards)
    before = state.drawn_from(drawing.chest) - len(drawing.cards)
    return "draw", {
        "die": str(drawing.limit),
        "scorpions": ",".join(signs),
        "drawn": str(before),
    }


def _by_wish(state: State, event: lamp_cards.ChestCardTaken, ruling: Ruling) -> Asked:
    before = str(state.drawn_from(event.chest))
    if event.card == "sorcerer":
        return "end", {"by": "wish", "chest": event.chest, "drawn": before}
    return "draw", {"die": "1", "scorpions": "0", "drawn": before}


def _laid(state: State, event: talismans.TalismanPlaced, ruling: Ruling) -> Asked:
    gems = _counts(state.holdings[event.player].gems)
    return "talisman", {"gems": gems, "on": event.on}


def _ring(state: State, event: talismans.RingCardTaken, ruling: Ruling) -> Asked:
    pile = _counts(discard_pile(state))
    return "ring", {"winner": told(event.player), "takes": _card(event.card), "discards": pile}


PUT: Mapping[type, Callable[[State, Any, Ruling], Asked]] = {
    dice.GemsDealt: _dealt,
    dice.DiceShown: _dice,
    lamp.OpponentChosen: _opponent,
    lamp.CardStolen: _stolen,
    wishes.WishRefused: _refused,
    wishes.WishesStopped: _stopped,
    lamp_cards.CardMoved: _moved,
    lamp_cards.CardsSwapped: _swapped,
    lamp_cards.CardDiscarded: _discarded,
    lamp_cards.CardRecovered: _recovered,
    lamp_cards.DieChanged: _die,
    exploring.CardDrawn: _drawn,
    lamp_cards.ChestCardTaken: _by_wish,
    talismans.TalismanPlaced: _laid,
    talismans.RingCardTaken: _ring,
}
