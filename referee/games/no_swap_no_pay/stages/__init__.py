"""The stages of a game. A dispute judges by one of them, and loads no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.api import Course
    from referee.games.no_swap_no_pay.stages.course import COURSE as COURSE
    from referee.games.no_swap_no_pay.state import State


def __getattr__(name: str) -> Course[State]:
    """Load the whole course when somebody plays."""
    if name != "COURSE":
        raise AttributeError(name)
    from referee.games.no_swap_no_pay.stages.course import COURSE

    return COURSE
