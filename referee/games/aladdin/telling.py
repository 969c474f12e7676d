"""What each event writes on the sheet, and in whose column."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.core.rows import TABLE, Told
from referee.core.say import Say
from referee.core.table import Player
from referee.games.aladdin import events as seen
from referee.games.aladdin.dice import Die
from referee.games.aladdin.exploring import Drawn
from referee.games.aladdin.state import State
from referee.games.aladdin.treasures import LONE, SORCERER


def told_of(event: seen.Event, before: State) -> Told:
    """Word what an event writes on the sheet; ``before`` is where the game stood."""
    return _TOLD[type(event)](event, before)


def _card(template: str, card: str, state: State) -> Say:
    return Say(template, card=state.called(card))


def _moved(card: str, giver: Player, taker: Player, state: State) -> Told:
    return [(giver, _card("- {card}", card, state)), (taker, _card("+ {card}", card, state))]


def _from_chest(event: seen.ChestCardTaken, state: State) -> Told:
    template = "+ {card} from {chest}"
    if event.card == SORCERER:
        template = "Sorcerer from {chest}"
    return [(event.player, Say(template, card=state.called(event.card), chest=event.chest))]


def _drawn(event: seen.CardDrawn, state: State) -> Told:
    """Tell a card and its scorpions; before the first one the die, after the last a bust."""
    card = Say("Sorcerer") if event.card == SORCERER else _card("{card}", event.card, state)
    if event.scorpions:
        card = Say("{card} ({n})", card=card, n=event.scorpions)
    drawing = state.drawing
    if drawing is None:
        return [(event.player, card)]
    if not drawing.cards:
        card = Say("{die}: {card}", die=Die(drawing.chest, drawing.limit).short, card=card)
    after = replace(drawing, cards=(*drawing.cards, Drawn(event.card, event.scorpions)))
    return [(drawing.player, Say("{card}, bust", card=card) if after.is_bust else card)]


def _stopped(event: seen.DrawingStopped, state: State) -> Told:
    drawing = state.drawing
    if drawing is None or drawing.cards:
        return []
    die = Die(drawing.chest, drawing.limit).short
    return [(drawing.player, Say("{die}: nothing", die=die))]


_TOLD: Final[Mapping[type, Callable[[Any, State], Told]]] = {
    seen.GemsDealt: lambda e, s: [
        (e.player, Say("{gems}", gems=tuple(s.called(gem) for gem in e.gems)))
    ],
    seen.DiceShown: lambda e, _: [
        (e.player, Say("{dice}", dice=tuple(die.short for die in e.dice)))
    ],
    seen.LampTouched: lambda e, _: [
        (TABLE, Say("{hands}", hands=e.hands) if e.hands else Say("nobody"))
    ],
    seen.OpponentChosen: lambda e, _: [
        (e.player, Say("wrong, chooses {opponent}", opponent=e.opponent))
    ],
    seen.CardStolen: lambda e, s: _moved(e.card, e.victim, e.thief, s),
    seen.NothingStolen: lambda e, _: [(e.thief, Say("takes none"))],
    seen.WishAccepted: lambda e, _: [(e.player, Say("accepts"))],
    seen.WishRefused: lambda e, _: [(e.player, Say("refuses"))],
    seen.WishesStopped: lambda e, _: [(e.player, Say("stops"))],
    seen.NothingWished: lambda *_: [],
    seen.ChestCardTaken: _from_chest,
    seen.CardMoved: lambda e, s: _moved(e.card, e.giver, e.taker, s),
    seen.CardsSwapped: lambda e, s: [
        *_moved(e.card, e.player, e.other, s),
        *_moved(e.other_card, e.other, e.player, s),
    ],
    seen.CardDiscarded: lambda e, s: [(e.player, _card("- {card} discarded", e.card, s))],
    seen.CardRecovered: lambda e, s: [(e.player, _card("+ {card} from the discards", e.card, s))],
    seen.DieChanged: lambda e, _: [
        (e.player, Say("die {before} to {after}", before=e.before.short, after=e.after.short))
    ],
    seen.WishFinished: lambda *_: [],
    seen.CardDrawn: _drawn,
    seen.DrawingStopped: _stopped,
    seen.TalismanPlaced: lambda e, s: [
        (e.player, Say("talisman alone") if e.on == LONE else _card("talisman on {card}", e.on, s))
    ],
    seen.RingCardTaken: lambda e, s: [(e.player, _card("Magic Ring, + {card}", e.card, s))],
    seen.RingCardLeft: lambda e, _: [(e.player, Say("Magic Ring"))],
}
"""What each event writes; done wishes and an end of drawing are told by what went before."""
