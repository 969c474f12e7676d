"""What each event changes. Nothing here refuses, and nothing reads the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.core.seating import next_clockwise
from referee.core.table import Player
from referee.games.saboteur import events as seen
from referee.games.saboteur.cards import NORTH, read_card, shape_of
from referee.games.saboteur.goals import lies_as
from referee.games.saboteur.money import Cards
from referee.games.saboteur.state import (
    Result,
    Round,
    State,
    due,
    payday,
    with_new_round,
)
from referee.games.saboteur.tools import MAP, ROCKFALL, broken_card, repair_card
from referee.games.saboteur.turn import next_hidden


def apply(state: State, event: seen.Event) -> State:
    """Let an event take effect. Never refuses, never reads the rulebook."""
    return _EFFECTS[type(event)](state, event)


def _starter_chosen(state: State, event: seen.StarterChosen) -> State:
    return _in_round(state, starter=event.player)


def _card_laid(state: State, event: seen.CardLaid) -> State:
    card = read_card(event.card)
    laid = _one_more(state.now.laid, shape_of(card))
    lying = replace(state.now, tunnel=state.now.tunnel.lay(event.at, card), laid=laid)
    return _used(state, lying, event.player)


def _tool_broken(state: State, event: seen.ToolBroken) -> State:
    before = state.now.broken.get(event.target, ())
    broken = {**state.now.broken, event.target: (*before, event.tool)}
    return _used(state, replace(state.now, broken=broken), event.player, broken_card(event.tool))


def _tool_repaired(state: State, event: seen.ToolRepaired) -> State:
    tools = list(state.now.broken.get(event.target, ()))
    if event.tool in tools:
        tools.remove(event.tool)
    broken = {**state.now.broken, event.target: tuple(tools)}
    return _used(state, replace(state.now, broken=broken), event.player, repair_card(event.card))


def _rock_fell(state: State, event: seen.RockFell) -> State:
    fallen = replace(state.now, tunnel=state.now.tunnel.without(event.at))
    return _used(state, fallen, event.player, ROCKFALL)


def _goal_looked_at(state: State, event: seen.GoalLookedAt) -> State:
    looked = (*state.now.looked, (event.player, event.at))
    return _used(state, replace(state.now, looked=looked), event.player, MAP)


def _card_discarded(state: State, event: seen.CardDiscarded) -> State:
    return _used(state, replace(state.now, discarded=state.now.discarded + 1), event.player)


def _used(state: State, now: Round, player: Player, action: str | None = None) -> State:
    """Count a card as used: draw one for it while there are any. Cites: SAB-2.1, SAB-2.3."""
    draws = now.draw_pile > 0
    hands = now.hands if draws else {**now.hands, player: max(0, now.hands[player] - 1)}
    played = _one_more(now.played, action) if action else now.played
    after = replace(
        now,
        draw_pile=now.draw_pile - draws,
        hands=hands,
        played=played,
        last=player,
        turns=now.turns + 1,
    )
    return replace(state, now=after)


def _end_agreed(state: State, event: seen.EndAgreed) -> State:
    return _in_round(state, end_agreed=True)


def _goal_turned_up(state: State, event: seen.GoalTurnedUp) -> State:
    """Turn a goal up so that it fits the tunnel that reached it. Cites: SAB-4.3."""
    sides = dict(state.now.tunnel.reached())
    card = lies_as(event.shows, sides.get(event.at, NORTH))
    up = {**state.now.up, event.at: event.shows}
    return _in_round(state, tunnel=state.now.tunnel.lay(event.at, card), up=up)


def _role_turned_up(state: State, event: seen.RoleTurnedUp) -> State:
    known = _in_round(state, roles={**state.now.roles, event.player: event.role})
    if next_hidden(known) or not payday(known).is_nothing:
        return known
    return _round_over(known)


def _gold_handed_out(state: State, event: seen.GoldHandedOut) -> State:
    told = _in_round(state, in_secret=event.in_secret)
    return _round_over(told) if event.in_secret else told


def _gold_kept(state: State, event: seen.GoldKept) -> State:
    return _settled(state, event.player, (event.nuggets,))


def _gold_paid(state: State, event: seen.GoldPaid) -> State:
    return _settled(state, event.player, event.cards)


def _gold_changed(state: State, event: seen.GoldChanged) -> State:
    return _settled(replace(state, is_changed=True), event.player, ())


def _gold_owed(state: State, event: seen.GoldOwed) -> State:
    owed = state.owed.get(event.player, 0) + payday(state).each
    return _settled(replace(state, owed={**state.owed, event.player: owed}), event.player, ())


def _settled(state: State, player: Player, cards: Cards) -> State:
    after = _in_round(state, settled=(*state.now.settled, (player, cards)))
    return after if due(after) else _round_over(after)


def _round_over(state: State) -> State:
    """Put the round to the others, and begin the next. Cites: SAB-6.5, SAB-6.6."""
    now = state.now
    result = Result(now.connector, now.roles, now.end_agreed, bool(now.in_secret), now.settled)
    ended = replace(state, past=(*state.past, result))
    starter = next_clockwise(state.players, now.last) if now.last else now.starter
    return ended if ended.is_played else with_new_round(ended, starter)


def _gold_counted(state: State, event: seen.GoldCounted) -> State:
    return replace(state, counted={**state.counted, event.player: event.cards})


def _in_round(state: State, **changed: Any) -> State:
    return replace(state, now=replace(state.now, **changed))


def _one_more(counts: Mapping[str, int], name: str) -> Mapping[str, int]:
    return {**counts, name: counts.get(name, 0) + 1}


_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    seen.StarterChosen: _starter_chosen,
    seen.CardLaid: _card_laid,
    seen.ToolBroken: _tool_broken,
    seen.ToolRepaired: _tool_repaired,
    seen.RockFell: _rock_fell,
    seen.GoalLookedAt: _goal_looked_at,
    seen.CardDiscarded: _card_discarded,
    seen.EndAgreed: _end_agreed,
    seen.GoalTurnedUp: _goal_turned_up,
    seen.RoleTurnedUp: _role_turned_up,
    seen.GoldHandedOut: _gold_handed_out,
    seen.GoldKept: _gold_kept,
    seen.GoldPaid: _gold_paid,
    seen.GoldChanged: _gold_changed,
    seen.GoldOwed: _gold_owed,
    seen.GoldCounted: _gold_counted,
}
