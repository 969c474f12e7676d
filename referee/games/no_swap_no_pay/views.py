"""The views of a state: what everyone may see at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.core.paper import View
from referee.core.roundsheet import Cell, Grid
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.games.no_swap_no_pay.setting_up import TREASURE
from referee.games.no_swap_no_pay.state import State
from referee.games.no_swap_no_pay.turn import active_player, phase


def _show_state(book: Rulebook, state: State) -> Grid:
    """Show what everyone may see: bags in coins, what lies open, who is to act."""
    columns = (
        Say(""),
        *(Say("{name}", name=owner) for owner in state.owners),
        TREASURE,
    )
    counts: tuple[Cell, ...] = (
        Say("coins in the bag"),
        *(bag.count for bag in state.bags.values()),
        state.treasure,
    )
    front: tuple[Cell, ...] = (
        Say("in front"),
        *(state.front[o].say if o in state.front else None for o in state.owners),
        None,
    )
    lines = [Say("Captain: {captain}.", captain=state.captain or "—")]
    if state.table and state.table.total:
        lines.append(Say("In the middle: {coins}.", coins=state.table.say))
    active = active_player(state)
    if active:
        lines.append(Say("To act: {player} ({phase}).", player=active, phase=phase(state)))
    title = (
        Say("After round {round}", round=state.rounds)
        if state.is_played
        else Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    )
    return Grid(title, columns, (counts, front) if state.front else (counts,), tuple(lines))


VIEWS: Final[Mapping[str, View[State]]] = {
    "state": View(Say("the bags and what lies open"), _show_state)
}
