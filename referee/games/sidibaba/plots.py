"""The Leader's events and the genies: what changes."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.table import Player
from referee.games.sidibaba import events as seen
from referee.games.sidibaba.compass import on_the_map
from referee.games.sidibaba.doing import (
    AskingTheWay,
    Finding,
    LayingArrow,
    LeaderMoving,
    Rewarding,
    Telling,
    Thieving,
    Trading,
)
from referee.games.sidibaba.lamps import caught, having, with_holding, with_lamps, without
from referee.games.sidibaba.loot import COMBINATION, ILLUSION, PADLOCK, locked
from referee.games.sidibaba.state import Arrow, State
from referee.games.sidibaba.tokens import GENIE, value_when_paid

MOVEMENT, THIEF, LANDSLIDE = "movement", "thief", "landslide"
SCHEHERAZADE, MERCHANT = "scheherazade", "merchant"
PLOTS = (
    MOVEMENT,
    ILLUSION,
    PADLOCK,
    THIEF,
    COMBINATION,
    LANDSLIDE,
    SCHEHERAZADE,
    MERCHANT,
)
"""The events of the Leader, as the rules list them."""
ALSO_TO_MOVE = frozenset({ILLUSION, PADLOCK, COMBINATION, LANDSLIDE})
"""Those that may be played to move the Leader token instead. Cites: SID-6.3."""

LIGHT, HERE, TO_TREASURE, TO_EXIT, TO_LOOT = "light", "here", "treasure", "exit", "loot"
GENIES = (LIGHT, HERE, TO_TREASURE, TO_EXIT, TO_LOOT)
"""What genies do: give lamps back, lay an arrow, tell a way."""
NOTHING_THERE = "none"


def event_played(state: State, event: seen.EventPlayed) -> State:
    """Begin what an event does. Cites: SID-6.1 to SID-6.11."""
    state = replace(state, events_held=max(0, state.events_held - 1))
    if event.to_move:
        return replace(state, doing=LeaderMoving(state.terms.two_squares))
    if event.event == MOVEMENT:
        return replace(state, doing=LeaderMoving(event.arrows))
    if event.event == ILLUSION:
        return replace(state, doing=None) if isinstance(state.doing, Finding) else state
    if event.event in {PADLOCK, COMBINATION}:
        return locked(state, event.event)
    if event.event == LANDSLIDE:
        slid = (event.square,) if event.square else ()
        return replace(state, slid=(*state.slid, *slid))
    return _begun(state, event.event)


def _begun(state: State, event: str) -> State:
    """Begin an event that goes from the front through the party."""
    if event == THIEF:
        among = state.order[: state.terms.thief]
        has_any = any(state.holdings[player].count for player in among)
        return replace(state, doing=Thieving(among) if has_any else None)
    if event == SCHEHERAZADE:
        return replace(state, doing=Telling(state.order))
    to_lay = tuple(player for player in state.order if state.holdings[player].count)
    trading = Trading(to_lay, state.order)
    return replace(state, doing=trading if to_lay else None)


def leader_moved(state: State, event: seen.LeaderMoved) -> State:
    """Move the Leader token; where the party stands it is caught. Cites: SID-6.2, SID-7.1."""
    moved = replace(state, leader=event.square, doing=None)
    is_there = event.reaches or (event.square is not None and event.square == state.party)
    return caught(moved) if is_there else moved


def token_stolen(state: State, event: seen.TokenStolen) -> State:
    """Lose one token unseen. Cites: SID-6.7."""
    held = state.holdings[event.player]
    after = with_holding(state, event.player, held.robbed(min(1, held.count)))
    return replace(after, doing=None)


def tale_rolled(state: State, event: seen.TaleRolled) -> State:
    """Give her something, or get all that she has. Cites: SID-6.9."""
    tale = state.doing if isinstance(state.doing, Telling) else Telling(())
    if event.number > state.terms.tale_gives:
        for token in tale.hers:
            state = having(state, event.player, token)
        return _told_on(state, replace(tale, due=tale.due[1:], hers=()))
    if not state.holdings[event.player].count:
        return _told_on(state, replace(tale, due=tale.due[1:]))
    return replace(state, doing=replace(tale, giver=event.player))


def token_given(state: State, event: seen.TokenGiven) -> State:
    """Give her a token. Cites: SID-6.9."""
    tale = state.doing if isinstance(state.doing, Telling) else Telling(())
    after = without(state, event.player, event.token)
    hers = (*tale.hers, event.token)
    return _told_on(after, Telling(tale.due[1:], hers))


def _told_on(state: State, tale: Telling) -> State:
    return replace(state, doing=tale if tale.due else None)


def token_laid(state: State, event: seen.TokenLaid) -> State:
    """Lay a token of an adventurer on the merchant's table. Cites: SID-6.10."""
    trading = state.doing if isinstance(state.doing, Trading) else Trading((), ())
    after = without(state, event.player, event.token)
    laid = (*trading.laid, event.token)
    return replace(after, doing=replace(trading, to_lay=trading.to_lay[1:], laid=laid))


def traded(state: State, player: Player, token: str | None) -> State:
    """Give an adventurer the token picked from the merchant's table; None is none."""
    trading = state.doing if isinstance(state.doing, Trading) else Trading((), ())
    laid = list(trading.laid)
    if token in laid:
        laid.remove(token)
    if token:
        state = having(state, player, token)
    trading = replace(trading, to_pick=trading.to_pick[1:], laid=tuple(laid))
    return replace(state, doing=trading if trading.to_pick and trading.laid else None)


def genie_used(state: State, event: seen.GenieUsed) -> State:
    """Begin what a genie does. Cites: SID-5.1 to SID-5.6."""
    state = replace(without(state, event.player, GENIE), genie_used=True)
    if event.genie == LIGHT:
        back = min(state.terms.light, state.discarded)
        after = with_lamps(replace(state, discarded=state.discarded - back), event.player, back)
        return replace(after, doing=Rewarding(event.player))
    if event.genie == HERE:
        return replace(state, doing=LayingArrow(event.player))
    return replace(state, doing=AskingTheWay(event.player, event.genie))


def arrow_laid(state: State, event: seen.ArrowLaid) -> State:
    """Lay the arrow where the party stands. Cites: SID-5.6."""
    owner = state.doing.player if isinstance(state.doing, LayingArrow) else state.front
    arrows = state.arrows
    if state.party and state.facing:
        arrows = (*arrows, Arrow(state.party, on_the_map(state.facing, event.points)))
    return replace(state, arrows=arrows, doing=Rewarding(owner))


def jewel_paid(state: State, event: seen.JewelPaid) -> State:
    """Pay a jewel for the second step; enough is enough. Cites: SID-5.3."""
    asking = state.doing
    if not isinstance(asking, AskingTheWay):
        return state
    paid = (asking.paid or 0) + value_when_paid(event.jewel)
    after = without(state, event.player, event.jewel)
    if paid < state.terms.enough_paid:
        return replace(after, doing=replace(asking, paid=paid))
    return _way_told(after, asking, steps=2)


def paying_done(state: State, event: seen.PayingDone) -> State:
    """Pay no further: one step is told. Cites: SID-5.3."""
    asking = state.doing
    return _way_told(state, asking, steps=1) if isinstance(asking, AskingTheWay) else state


def _way_told(state: State, asking: AskingTheWay, steps: int) -> State:
    """With a maze the referee tells the way itself; else the Leader does, step by step."""
    if state.maze:
        return replace(state, doing=Rewarding(asking.player))
    return replace(state, doing=replace(asking, paid=None, steps=steps))


def step_told(state: State, event: seen.StepTold) -> State:
    """Go on to the second step, if it was paid for and there is one."""
    asking = state.doing
    if not isinstance(asking, AskingTheWay):
        return state
    if asking.steps > 1 and event.step != NOTHING_THERE:
        return replace(state, doing=replace(asking, steps=asking.steps - 1))
    return replace(state, doing=Rewarding(asking.player))


def reward_kept(state: State, event: seen.RewardKept) -> State:
    """Keep one of the tokens drawn, seen or not. Cites: SID-5.1."""
    if event.token != NOTHING_THERE:
        state = having(state, event.player, event.token)
    return replace(state, doing=None)
