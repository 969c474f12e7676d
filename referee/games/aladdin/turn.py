"""What is to be done next, and by whom: worked out from the state, remembered nowhere."""

from __future__ import annotations

from enum import StrEnum

from referee.core.table import Player
from referee.games.aladdin.state import State, next_to_place


class Phase(StrEnum):
    """What is to be done next; each waits for events of its own."""

    GEMS = "starting gems"
    DICE = "dice"
    LAMP = "lamp"
    OPPONENT = "wrong rub"
    THEFT = "theft"
    WISH = "wish"
    EFFECT = "effect"
    MORE = "wish done"
    EXPLORE = "exploring"
    PLACE = "talisman"
    RING = "Magic Ring"
    OVER = "over"


def phase(state: State) -> Phase:
    """Tell what is to be done next."""
    if state.is_over:
        return Phase.OVER
    if len(state.dealt) < len(state.players):
        return Phase.GEMS
    if len(state.dice) < len(state.players):
        return Phase.DICE
    return Phase.LAMP if state.touched is None else _phase_after_lamp(state)


def _phase_after_lamp(state: State) -> Phase:
    if state.wrong:
        return Phase.THEFT if state.opponent else Phase.OPPONENT
    if next_to_place(state):
        return Phase.PLACE
    if state.wish:
        return _phase_of_wish(state)
    return Phase.RING if state.ring_due else Phase.EXPLORE


def _phase_of_wish(state: State) -> Phase:
    wish = state.wish
    if wish is None or not wish.is_accepted:
        return Phase.WISH
    return Phase.MORE if wish.may_be_done else Phase.EFFECT


def active_player(state: State) -> Player | None:
    """Name who has to act; None where the table acts as one, and when all is over."""
    now = phase(state)
    waiting = {
        Phase.GEMS: next((p for p in state.players if p not in state.dealt), None),
        Phase.DICE: next((p for p in state.players if p not in state.dice), None),
        Phase.OPPONENT: state.wrong[0] if state.wrong else None,
        Phase.THEFT: state.opponent,
        Phase.PLACE: next_to_place(state),
        Phase.RING: state.ring_due,
        Phase.EXPLORE: state.drawing.player if state.drawing else None,
    }
    if now in waiting:
        return waiting[now]
    return state.wish.player if state.wish else None
