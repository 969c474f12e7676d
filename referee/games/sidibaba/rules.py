"""What the rules say about each event: the one place where play is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core.no_such_table import strangers_named
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling
from referee.core.turns import wrong_time
from referee.games.sidibaba import ending, keys, looting, marching, plotting, summoning
from referee.games.sidibaba import events as seen
from referee.games.sidibaba.state import State
from referee.games.sidibaba.turn import WITHOUT_SAND, Phase, phase


def judge(book: Rulebook, state: State, event: seen.Event) -> Ruling:
    """Rule on an event where the session stands.

    The reason of an allowed event tells what happened and what follows, for the log.
    """
    waits_for, rule, judged = _RULED[type(event)]
    now = phase(state)
    return (
        strangers_named(book, keys.LEADER, state.players, *_named(event))
        or wrong_time(book, now, now if now in waits_for else waits_for[0], rule)
        or judged(book, state, event)
    )


def _named(event: seen.Event) -> tuple[Any, ...]:
    """List the adventurers that an event names."""
    if isinstance(event, seen.LampsShared):
        return event.more
    if isinstance(event, seen.OrderTaken):
        return event.order
    if isinstance(event, seen.TokensHanded):
        return (event.player, *(player for player, _ in event.tokens))
    return (event.player,) if hasattr(event, "player") else ()


_SANDY: Final = tuple(each for each in Phase if each not in WITHOUT_SAND)
"""When sand runs."""
_ON_EVENTS: Final = (Phase.MARCH, Phase.LOOT, Phase.LOCK)

_RULED: Final[
    Mapping[type, tuple[tuple[Phase, ...], Any, Callable[[Rulebook, State, Any], Ruling]]]
] = {
    seen.LampsShared: ((Phase.LAMPS,), keys.LAMPS, marching.judge_lamps),
    seen.OrderTaken: ((Phase.ORDER, Phase.NEW_LAMP), keys.ORDER, marching.judge_order),
    seen.PartyPlaced: ((Phase.ENTRANCE,), keys.MAZE, marching.judge_placed),
    seen.MoveDeclared: ((Phase.MARCH,), keys.MOVES, marching.judge_move),
    seen.VoteHeld: ((Phase.MARCH,), keys.VOTES, marching.judge_vote),
    seen.SquareEntered: ((Phase.SQUARE,), keys.WHAT_LIES_THERE, marching.judge_square),
    seen.SandRanOut: (_SANDY, keys.SAND, marching.judge_sand),
    seen.LootDrawn: ((Phase.LOOT,), keys.FROM_CHEST, looting.judge_drawn),
    seen.LampGone: ((Phase.CURSE, Phase.CAUGHT), keys.CURSES, looting.judge_lamp),
    seen.TokenPicked: ((Phase.PICK, Phase.TRADE), keys.PICKING, looting.judge_picked),
    seen.NothingPicked: ((Phase.PICK, Phase.TRADE), keys.PICKING, looting.judge_nothing_picked),
    seen.LockRolled: ((Phase.LOCK,), keys.PADLOCK, looting.judge_rolled),
    seen.TokensHanded: ((Phase.HAND,), keys.PADLOCK, looting.judge_handed),
    seen.GenieUsed: ((Phase.MARCH,), keys.GENIE, summoning.judge_used),
    seen.JewelPaid: ((Phase.WAY,), keys.WAY_PAID, summoning.judge_paid),
    seen.PayingDone: ((Phase.WAY,), keys.WAY_PAID, summoning.judge_done),
    seen.StepTold: ((Phase.TOLD,), keys.WAY_TO_TREASURE, summoning.judge_told),
    seen.ArrowLaid: ((Phase.ARROW,), keys.WE_WERE_HERE, summoning.judge_arrow),
    seen.RewardKept: ((Phase.REWARD,), keys.GENIE, summoning.judge_kept),
    seen.EventPlayed: (_ON_EVENTS, keys.EVENTS, plotting.judge_played),
    seen.LeaderMoved: ((Phase.LEADER,), keys.MOVEMENT, plotting.judge_leader),
    seen.TokenStolen: ((Phase.THIEF,), keys.THIEF, plotting.judge_stolen),
    seen.TaleRolled: ((Phase.TALE,), keys.SCHEHERAZADE, plotting.judge_tale),
    seen.TokenGiven: ((Phase.GIFT,), keys.SCHEHERAZADE, plotting.judge_given),
    seen.TokenLaid: ((Phase.LAY,), keys.MERCHANT, plotting.judge_laid),
    seen.TokensShown: ((Phase.SHOW,), keys.ON_RECORD, ending.judge_shown),
}
"""When each event may come, the rule that says so, and who judges it then."""
