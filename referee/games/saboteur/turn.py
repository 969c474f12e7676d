"""What is to be done next, and by whom: worked out from the state, remembered nowhere."""

from __future__ import annotations

from enum import StrEnum

from referee.core.table import Player
from referee.games.saboteur.goals import TREASURE
from referee.games.saboteur.state import State, active_in_round, due, payday


class Phase(StrEnum):
    """What is to be done next; each waits for events of its own."""

    STARTER = "starter"
    TURN = "turn"
    GOAL = "goal"
    ROLES = "roles"
    GOLD = "gold"
    SHARING = "sharing"
    PAYING = "paying"
    COUNT = "count"
    OVER = "over"


def phase(state: State) -> Phase:
    """Tell what is to be done next."""
    if state.is_played:
        return Phase.COUNT if next_uncounted(state) else Phase.OVER
    if state.now.starter is None:
        return Phase.STARTER
    now = state.now
    if now.end_agreed:
        return _phase_of_gold(state)
    if now.tunnel.reached():
        return Phase.GOAL
    is_over = now.all_used or TREASURE in now.up.values()
    return _phase_of_gold(state) if is_over else Phase.TURN


def _phase_of_gold(state: State) -> Phase:
    now = state.now
    if next_hidden(state):
        return Phase.ROLES
    if now.in_secret is None:
        return Phase.GOLD
    return Phase.SHARING if payday(state).order else Phase.PAYING


def next_hidden(state: State) -> Player | None:
    """Name who turns up the own dwarf card next."""
    return next((player for player in state.players if player not in state.now.roles), None)


def next_uncounted(state: State) -> Player | None:
    """Name who turns up the own gold next."""
    return next((player for player in state.players if player not in state.counted), None)


def active_player(state: State) -> Player | None:
    """Name who has to act; None where the table acts as one."""
    now = phase(state)
    if now in {Phase.TURN, Phase.GOAL}:
        return active_in_round(state) if now is Phase.TURN else state.now.last
    if now is Phase.ROLES:
        return next_hidden(state)
    if now in {Phase.SHARING, Phase.PAYING}:
        return due(state)
    return next_uncounted(state) if now is Phase.COUNT else None
