"""What the rules say about each event: the one place where play is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say
from referee.core.turns import wrong_player, wrong_time
from referee.games.saboteur import acting, keys, laying, paying
from referee.games.saboteur import events as seen
from referee.games.saboteur.state import State
from referee.games.saboteur.turn import Phase, active_player, phase


def judge(book: Rulebook, state: State, event: seen.Event) -> Ruling:
    """Rule on an event where the session stands.

    The reason of an allowed event tells what happened, for the log.
    """
    return (
        stranger_at_table(book, state, event)
        or out_of_turn(book, state, event)
        or _RULED[type(event)][2](book, state, event)
    )


def stranger_at_table(book: Rulebook, state: State, event: seen.Event) -> Ruling | None:
    """Stop an event that names somebody who does not play."""
    for part in ("player", "target"):
        name = getattr(event, part, None)
        if name is not None and name not in state.players:
            said = Say("Nobody here is called {name}.", name=name)
            return impossible(said, keys.ONE_OF_THREE)
    return None


def out_of_turn(book: Rulebook, state: State, event: seen.Event) -> Ruling | None:
    """Stop an event that comes at the wrong time, or from a player whose turn it is not."""
    waits_for, rule, _ = _RULED[type(event)]
    actor = getattr(event, "player", None)
    return wrong_time(book, phase(state), waits_for, rule) or wrong_player(
        book, active_player(state), actor, rule
    )


_RULED: Final[Mapping[type, tuple[Phase, Any, Callable[[Rulebook, State, Any], Ruling]]]] = {
    seen.StarterChosen: (Phase.STARTER, keys.FIRST_STARTER, laying.judge_starter),
    seen.CardLaid: (Phase.TURN, keys.ONE_OF_THREE, laying.judge_laid),
    seen.ToolBroken: (Phase.TURN, keys.ONE_OF_THREE, acting.judge_broken),
    seen.ToolRepaired: (Phase.TURN, keys.ONE_OF_THREE, acting.judge_repaired),
    seen.RockFell: (Phase.TURN, keys.ONE_OF_THREE, acting.judge_fallen),
    seen.GoalLookedAt: (Phase.TURN, keys.ONE_OF_THREE, acting.judge_looked),
    seen.CardDiscarded: (Phase.TURN, keys.ONE_OF_THREE, acting.judge_discarded),
    seen.EndAgreed: (Phase.TURN, keys.EARLY_END, acting.judge_end_agreed),
    seen.GoalTurnedUp: (Phase.GOAL, keys.TURNED_UP, laying.judge_turned_up),
    seen.RoleTurnedUp: (Phase.ROLES, keys.ROLES_UP, paying.judge_role),
    seen.GoldHandedOut: (Phase.GOLD, keys.SHARING, paying.judge_handed_out),
    seen.GoldKept: (Phase.SHARING, keys.SHARING, paying.judge_kept),
    seen.GoldPaid: (Phase.PAYING, keys.SABOTEURS_PAY, paying.judge_paid),
    seen.GoldChanged: (Phase.PAYING, keys.NOT_EXACTLY, paying.judge_changed),
    seen.GoldOwed: (Phase.PAYING, keys.NOT_EXACTLY, paying.judge_owed),
    seen.GoldCounted: (Phase.COUNT, keys.THE_WINNER, paying.judge_counted),
}
"""When each event may come, the rule that says so, and who judges it then."""
