"""From where a session stands to the next thing the referee asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.core.answers import SomePlayer
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.games.saboteur import events as seen
from referee.games.saboteur import keys
from referee.games.saboteur.asked import step
from referee.games.saboteur.handing_out import count_gold, hand_out, keep, pay, turn_up_role
from referee.games.saboteur.setting_up import setup_lines
from referee.games.saboteur.state import State
from referee.games.saboteur.taking_turns import take_turn, turn_up_goal
from referee.games.saboteur.turn import Phase, phase


def next_step(book: Rulebook, state: State) -> Step[seen.Event] | None:
    """Say what is asked next; None when the game is over."""
    now = phase(state)
    return None if now is Phase.OVER else _STEPS[now](book, state)


def _starter(book: Rulebook, state: State) -> Step[seen.Event]:
    answers = SomePlayer(state.players, state.players)
    return step(
        book,
        state,
        Phase.STARTER,
        None,
        "setup.starter",
        Say("Who is the youngest, and begins?"),
        answers,
        lambda player: seen.StarterChosen(player or state.players[0]),
        keys.FIRST_STARTER,
        enter=f"@{state.players[0]}",
        lines=setup_lines(book, state.setup),
    )


_STEPS: Final[Mapping[Phase, Callable[[Rulebook, State], Step[seen.Event]]]] = {
    Phase.STARTER: _starter,
    Phase.TURN: take_turn,
    Phase.GOAL: turn_up_goal,
    Phase.ROLES: turn_up_role,
    Phase.GOLD: hand_out,
    Phase.SHARING: keep,
    Phase.PAYING: pay,
    Phase.COUNT: count_gold,
}
