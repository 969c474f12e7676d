"""Lamps and the sand, being caught, and the ends of the game: what changes."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.table import Player
from referee.games.sidibaba import events as seen
from referee.games.sidibaba.doing import LosingLamp
from referee.games.sidibaba.holding import Holding
from referee.games.sidibaba.state import CAUGHT, LAMPS_OUT, State, shares_of_lamps


def lamps_shared(state: State, event: seen.LampsShared) -> State:
    """Share the lamps out; some have one more. Cites: SID-1.2."""
    least = min(shares_of_lamps(state.all_lamps, len(state.players)))
    lamps = {player: least + (player in event.more) for player in state.players}
    return replace(state, lamps=lamps)


def order_taken(state: State, event: seen.OrderTaken) -> State:
    """Line up, and light the lamp of the adventurer in front. Cites: SID-1.5, SID-3.2."""
    after = replace(state, order=event.order, is_lit=True, glass=max(1, state.glass))
    return with_lamps(after, event.order[0], -1)


def sand_ran_out(state: State, event: seen.SandRanOut) -> State:
    """Discard the burning lamp and draw an event; without another lamp it is over.

    If the new lamp was still being talked about, the one in front's burned meanwhile.
    Cites: SID-3.1 to SID-3.3.
    """
    if not state.is_lit:
        state = _lit_while_talking(state)
    dark = replace(state, is_lit=False, discarded=state.discarded + 1)
    if not dark.unlit:
        return replace(dark, outcome=LAMPS_OUT)
    held = dark.events_held + (1 if dark.terms.has_events else 0)
    return replace(dark, glass=dark.glass + 1, genie_used=False, events_held=held)


def _lit_while_talking(state: State) -> State:
    front = state.lamp_owners[0]
    order = (front, *(player for player in state.order if player != front))
    return order_taken(state, seen.OrderTaken(order))


def caught(state: State) -> State:
    """Rob the party, or end the game if it has no unlit lamp. Cites: SID-7.1 to SID-7.3."""
    if not state.unlit:
        return replace(state, outcome=CAUGHT)
    front = state.front
    holdings = {
        player: held.robbed(min(held.count, stolen_of(state, player == front)))
        for player, held in state.holdings.items()
    }
    robbed = replace(state, holdings=holdings, leader=None, doing=None)
    if not state.terms.catch_takes_burning:
        return replace(robbed, doing=LosingLamp())
    dark = replace(robbed, is_lit=False, discarded=robbed.discarded + 1)
    return replace(dark, glass=dark.glass + 1, genie_used=False)


def stolen_of(state: State, in_front: bool) -> int:  # noqa: FBT001 - it is the question
    """Tell how many tokens are stolen of the adventurer in front, or of another. Cites: SID-7.2."""
    return state.terms.stolen_in_front if in_front else state.terms.stolen_of_others


def lamp_discarded(state: State, player: Player) -> State:
    """Discard an unlit lamp of this adventurer, or of another if he has none."""
    owner = player if state.lamps[player] else next(iter(state.lamp_owners), player)
    if not state.lamps[owner]:
        return state
    return replace(with_lamps(state, owner, -1), discarded=state.discarded + 1)


def with_lamps(state: State, player: Player, more: int) -> State:
    """Give an adventurer lamps, or take some away."""
    return replace(state, lamps={**state.lamps, player: max(0, state.lamps[player] + more)})


def with_holding(state: State, player: Player, held: Holding) -> State:
    """Give an adventurer this holding."""
    return replace(state, holdings={**state.holdings, player: held})


def having(state: State, player: Player, token: str) -> State:
    """Give an adventurer a token."""
    return with_holding(state, player, state.holdings[player].having(token))


def without(state: State, player: Player, token: str) -> State:
    """Take a token from an adventurer."""
    return with_holding(state, player, state.holdings[player].without(token))
