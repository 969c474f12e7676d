"""What the events and stages of this room have in common."""

from collections.abc import Callable
from typing import TypeVar

from referee.api import Event
from referee.games.sidibaba.state import State

P = TypeVar("P")


class Seen(Event[State], frozen=True):
    """What the table saw or the Leader told: whoever it was, anybody may say so."""

    actor_field = ""


def is_running(state: State) -> bool:
    """Whether the sand runs: from the first lamp to the end."""
    return bool(state.order) and not state.outcome


def is_marching(state: State) -> bool:
    """Whether nothing else has to be done first."""
    return is_running(state) and not state.pending


def during(kind: type[P], so: Callable[[P], bool] = lambda _: True) -> Callable[[State], bool]:
    """Tell when a stage is due: this goes on now, and so."""

    def is_due(state: State) -> bool:
        if not state.pending or state.outcome:  # mostly: every event asks all stages
            return False
        now = state.pending[-1]
        return isinstance(now, kind) and so(now)

    return is_due
