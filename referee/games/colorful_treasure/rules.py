"""What the rules say about each event: the one place where play is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core.no_such_table import strangers_named
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling
from referee.core.turns import wrong_player, wrong_time
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure import flipping, keys, picking, plundering
from referee.games.colorful_treasure.state import State
from referee.games.colorful_treasure.turn import TILE_TIMES, Phase, phase


def judge(book: Rulebook, state: State, event: seen.Event) -> Ruling:
    """Rule on an event where the session stands.

    The reason of an allowed event tells what happened and what follows, for the log.
    """
    waits_for, rule, judged = _RULED[type(event)]
    now = phase(state)
    if type(event) in _TILES_FOR_ONCE and now in TILE_TIMES:
        waits_for = now
    named = [getattr(event, part) for part in ("player", "victim") if hasattr(event, part)]
    actor = None if now is Phase.START else getattr(event, "player", None)
    return (
        strangers_named(book, keys.START_PLAYER, state.players, *named)
        or wrong_time(book, now, waits_for, rule)
        or wrong_player(book, state.active, actor, rule)
        or judged(book, state, event)
    )


_TILES_FOR_ONCE: Final = frozenset({seen.CardsPeeked, seen.AnyTokenUsed})

_RULED: Final[Mapping[type, tuple[Phase, Any, Callable[[Rulebook, State, Any], Ruling]]]] = {
    seen.StartPlayerNamed: (Phase.START, keys.START_PLAYER, flipping.judge_started),
    seen.TilesLaidOut: (Phase.TILES, keys.TILES, flipping.judge_laid_out),
    seen.CardsFlipped: (Phase.FLIP, keys.FLIPPED, flipping.judge_flipped),
    seen.AnotherFlipped: (Phase.MORE, keys.THIRD, flipping.judge_another),
    seen.FlippingStopped: (Phase.MORE, keys.THIRD, flipping.judge_stopped),
    seen.CardsTaken: (Phase.TAKE, keys.ONE_KIND, flipping.judge_taken),
    seen.CardPlundered: (Phase.PLUNDER, keys.PAIR, plundering.judge_card_plundered),
    seen.DiamondPlundered: (Phase.PLUNDER, keys.PAIR, plundering.judge_diamond_plundered),
    seen.NothingPlundered: (Phase.PLUNDER, keys.PAIR, plundering.judge_nothing_plundered),
    seen.TilePicked: (Phase.TILE, keys.THIRD_GEM, picking.judge_picked),
    seen.TileDeclined: (Phase.TILE, keys.THIRD_GEM, picking.judge_declined),
    seen.CardsPeeked: (Phase.END, keys.USING, picking.judge_peeked),
    seen.AnyTokenUsed: (Phase.END, keys.USING, picking.judge_any_token),
    seen.TurnEnded: (Phase.END, keys.USING, picking.judge_ended),
}
"""When each event may come, the rule that says so, and who judges it then."""
