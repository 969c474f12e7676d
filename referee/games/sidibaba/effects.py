"""What each event changes. Nothing here refuses, and nothing reads the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.games.sidibaba import events as seen
from referee.games.sidibaba import lamps, loot, plots
from referee.games.sidibaba.compass import faced_after, goes_forward
from referee.games.sidibaba.doing import Entering, LosingLamp, Trading
from referee.games.sidibaba.holding import Holding
from referee.games.sidibaba.maze import Beyond
from referee.games.sidibaba.places import lies_ahead, loot_at
from referee.games.sidibaba.state import CHEST, ESCAPED, TREASURE, State
from referee.games.sidibaba.tokens import in_order
from referee.games.sidibaba.votes import winning_votes

NOTHING, EXIT, LEADER, WALL = "nothing", "exit", "leader", "wall"
CONTENTS: Final = (NOTHING, CHEST, TREASURE, EXIT, LEADER, WALL)
"""What the Leader may say of the square entered; a wall means that it was not entered."""


def apply(state: State, event: seen.Event) -> State:
    """Let an event take effect. Never refuses, never reads the rulebook."""
    return loot.lamp_lapsed(_EFFECTS[type(event)](state, event))


def _party_placed(state: State, event: seen.PartyPlaced) -> State:
    return replace(state, party=event.square, facing=event.facing)


def _move_declared(state: State, event: seen.MoveDeclared) -> State:
    """Go and turn; with a maze what lies there is known at once. Cites: SID-2.1, SID-2.4."""
    state = replace(state, voted=())
    if state.maze is None or state.party is None or state.facing is None:
        return replace(state, doing=Entering()) if goes_forward(event.move) else state
    turned = replace(state, facing=faced_after(state.facing, event.move))
    if not goes_forward(event.move):
        return turned
    there = lies_ahead(state, state.party, state.facing)
    if there is Beyond.OUTSIDE:
        return replace(turned, outcome=ESCAPED)
    if isinstance(there, Beyond):
        return turned
    return _arrived(replace(turned, party=there), loot_at(state, there))


def _arrived(state: State, what: str) -> State:
    """Be caught if the Leader token is there; then find what lies there."""
    found = what if what in {CHEST, TREASURE} else ""
    if state.party is not None and state.party == state.leader:
        state = lamps.caught(state)
        if isinstance(state.doing, LosingLamp):
            return replace(state, doing=LosingLamp(found))
    return loot.find(state, found) if found and not state.outcome else state


def _square_entered(state: State, event: seen.SquareEntered) -> State:
    here = replace(state, doing=None)
    if event.what == EXIT:
        return replace(here, outcome=ESCAPED)
    if event.what == LEADER:
        return lamps.caught(here)
    return _arrived(here, event.what)


def _vote_held(state: State, event: seen.VoteHeld) -> State:
    return replace(state, voted=winning_votes(event.votes))


def _token_picked(state: State, event: seen.TokenPicked) -> State:
    if isinstance(state.doing, Trading):
        return plots.traded(state, event.player, event.token)
    return loot.picked(state, event.player, event.token)


def _nothing_picked(state: State, event: seen.NothingPicked) -> State:
    if isinstance(state.doing, Trading):
        return plots.traded(state, event.player, None)
    return loot.picked(state, event.player, None)


def _tokens_shown(state: State, event: seen.TokensShown) -> State:
    return lamps.with_holding(state, event.player, Holding(in_order(event.tokens)))


_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    seen.LampsShared: lamps.lamps_shared,
    seen.OrderTaken: lamps.order_taken,
    seen.PartyPlaced: _party_placed,
    seen.MoveDeclared: _move_declared,
    seen.VoteHeld: _vote_held,
    seen.SquareEntered: _square_entered,
    seen.SandRanOut: lamps.sand_ran_out,
    seen.LootDrawn: loot.loot_drawn,
    seen.LampGone: loot.lamp_gone,
    seen.TokenPicked: _token_picked,
    seen.NothingPicked: _nothing_picked,
    seen.LockRolled: loot.lock_rolled,
    seen.TokensHanded: loot.tokens_handed,
    seen.GenieUsed: plots.genie_used,
    seen.JewelPaid: plots.jewel_paid,
    seen.PayingDone: plots.paying_done,
    seen.StepTold: plots.step_told,
    seen.ArrowLaid: plots.arrow_laid,
    seen.RewardKept: plots.reward_kept,
    seen.EventPlayed: plots.event_played,
    seen.LeaderMoved: plots.leader_moved,
    seen.TokenStolen: plots.token_stolen,
    seen.TaleRolled: plots.tale_rolled,
    seen.TokenGiven: plots.token_given,
    seen.TokenLaid: plots.token_laid,
    seen.TokensShown: _tokens_shown,
}
