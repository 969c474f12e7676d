"""What is to be done next, and by whom: worked out from the state, remembered nowhere."""

from __future__ import annotations

from enum import StrEnum

from referee.core.table import Player
from referee.games.no_swap_no_pay.coins import PURPLE
from referee.games.no_swap_no_pay.state import State


class Phase(StrEnum):
    """What is to be done next; each waits for events of its own."""

    CAPTAIN = "captain"
    FEED = "ghost"
    DRAW = "draw"
    DRAFT = "draft"
    CHALLENGE = "challenge"
    ANSWER = "answer"
    DONATE = "donation"
    BAGS = "bags"
    TREASURE = "treasure bag"
    PURPLE = "purple coins"
    OVER = "over"


def phase(state: State) -> Phase:
    """Tell what is to be done next."""
    if not state.is_played:
        return _phase_of_round(state)
    if next_closed(state):
        return Phase.BAGS
    if state.left is None:
        return Phase.TREASURE
    return Phase.PURPLE if next_undeclared(state) else Phase.OVER


def _phase_of_round(state: State) -> Phase:
    if state.captain is None:
        return Phase.CAPTAIN
    if state.table is None:
        return Phase.FEED if state.ghost and not state.is_fed else Phase.DRAW
    if state.order:
        return Phase.DRAFT
    if state.open_challenge:
        return Phase.ANSWER
    return Phase.CHALLENGE if state.challengers else Phase.DONATE


def next_closed(state: State) -> Player | None:
    """Name whose bag is turned out next; the ghost's is the last."""
    return next((owner for owner in state.owners if owner not in state.revealed), None)


def next_undeclared(state: State) -> Player | None:
    """Name who declares purple coins next; the ghost declares nothing."""
    return next(
        (p for p in state.players if state.revealed[p][PURPLE] and p not in state.declared), None
    )


def active_player(state: State) -> Player | None:
    """Name who has to act: who drafts, challenges, answers, donates, turns out or declares.

    None before the first captain is known, for the treasure bag, and when all is over.
    """
    now = phase(state)
    if now in {Phase.FEED, Phase.DRAW}:
        return state.captain
    if now is Phase.ANSWER and state.open_challenge:
        return state.open_challenge.target
    waiting = {
        Phase.DRAFT: state.order,
        Phase.CHALLENGE: state.challengers,
        Phase.DONATE: state.donors,
    }
    if now in waiting:
        return waiting[now][0]
    if now is Phase.BAGS:
        return next_closed(state)
    return next_undeclared(state) if now is Phase.PURPLE else None
