"""From the end of a session to the final count that is audited and scored."""

from __future__ import annotations

from referee.core.say import Say, plural
from referee.core.table import FinalCount
from referee.games.colorful_treasure.state import State


def count(state: State) -> FinalCount | Say:
    """Give the final count, or say that the game goes on. All of it lies open."""
    if not state.is_over:
        return plural(
            state.field.size,
            "The game is not over: {n} card is left on the field.",
            "The game is not over: {n} cards are left on the field.",
        )
    return count_so_far(state)


def count_so_far(state: State) -> FinalCount:
    """Give the count as if the game had ended here: all of it lies open."""
    return FinalCount(
        setup=state.setup,
        holdings={player: held.as_entry() for player, held in state.holdings.items()},
        shared={"field": state.field.size},
    )
