"""What the rules say about each event: the one place where play is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core.no_such_table import strangers_named
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling
from referee.core.turns import wrong_player, wrong_time
from referee.games.aladdin import digging, keys, playing, wishing
from referee.games.aladdin import events as seen
from referee.games.aladdin.state import State
from referee.games.aladdin.turn import Phase, active_player, phase

_NAMED: Final = ("player", "opponent", "thief", "victim", "giver", "taker", "other")


def judge(book: Rulebook, state: State, event: seen.Event) -> Ruling:
    """Rule on an event where the session stands.

    The reason of an allowed event tells what happened, for the log.
    """
    waits_for, rule, judged = _RULED[type(event)]
    named = [getattr(event, part) for part in _NAMED if hasattr(event, part)]
    actor = getattr(event, "thief", None) or getattr(event, "player", None)
    if phase(state) in _ABOUT_ANYBODY:
        actor = None
    return (
        strangers_named(book, keys.KINDS, state.players, *named)
        or wrong_time(book, phase(state), waits_for, rule)
        or wrong_player(book, active_player(state), actor, rule)
        or judged(book, state, event)
    )


_ABOUT_ANYBODY: Final = frozenset({Phase.EFFECT, Phase.DICE, Phase.GEMS})
"""What a wish changes may be anybody's; dice and gems are told in any order."""


_RULED: Final[Mapping[type, tuple[Phase, Any, Callable[[Rulebook, State, Any], Ruling]]]] = {
    seen.GemsDealt: (Phase.GEMS, keys.STARTING_EACH, playing.judge_dealt),
    seen.DiceShown: (Phase.DICE, keys.SETTING, playing.judge_shown),
    seen.LampTouched: (Phase.LAMP, keys.MAY_RUB, playing.judge_touched),
    seen.OpponentChosen: (Phase.OPPONENT, keys.WRONG_RUB, playing.judge_chosen),
    seen.CardStolen: (Phase.THEFT, keys.WRONG_RUB, playing.judge_stolen),
    seen.NothingStolen: (Phase.THEFT, keys.WRONG_RUB, playing.judge_nothing_stolen),
    seen.WishAccepted: (Phase.WISH, keys.WISHES, wishing.judge_accepted),
    seen.WishRefused: (Phase.WISH, keys.WISHES, wishing.judge_refused),
    seen.WishesStopped: (Phase.WISH, keys.STOPPING_WISHES, wishing.judge_stopped),
    seen.NothingWished: (Phase.EFFECT, keys.AS_FAR_AS_POSSIBLE, wishing.judge_nothing),
    seen.ChestCardTaken: (Phase.EFFECT, keys.DRAWN_BY_WISH, wishing.judge_chest_card),
    seen.CardMoved: (Phase.EFFECT, keys.PROTECTED, wishing.judge_moved),
    seen.CardsSwapped: (Phase.EFFECT, keys.PROTECTED, wishing.judge_swapped),
    seen.CardDiscarded: (Phase.EFFECT, keys.PROTECTED, wishing.judge_thrown),
    seen.CardRecovered: (Phase.EFFECT, keys.PROTECTED, wishing.judge_recovered),
    seen.DieChanged: (Phase.EFFECT, keys.CHANGED_DIE, wishing.judge_die),
    seen.WishFinished: (Phase.MORE, keys.AS_FAR_AS_POSSIBLE, wishing.judge_finished),
    seen.CardDrawn: (Phase.EXPLORE, keys.DRAWING, digging.judge_drawn),
    seen.DrawingStopped: (Phase.EXPLORE, keys.DRAWING, digging.judge_stopped),
    seen.TalismanPlaced: (Phase.PLACE, keys.PLACING, digging.judge_placed),
    seen.RingCardTaken: (Phase.RING, keys.RING_DIE, digging.judge_ring_card),
    seen.RingCardLeft: (Phase.RING, keys.RING_DIE, digging.judge_ring_left),
}
"""When each event may come, the rule that says so, and who judges it then."""
