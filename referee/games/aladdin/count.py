"""From the end of a session to the final count that is audited and scored."""

from __future__ import annotations

from referee.core.say import Say
from referee.core.table import FinalCount
from referee.games.aladdin.state import State


def count(state: State) -> FinalCount | Say:
    """Give the final count, or say that the game goes on.

    Its ``evidence`` holds how many Sorcerers are out (``sorcerers``).
    """
    if not state.is_over:
        return Say("No Sorcerer has ended the game: turn {turn} is not over.", turn=state.turn)
    return count_so_far(state)


def count_so_far(state: State) -> FinalCount:
    """Give the count as if the game had ended here: everything held lies open."""
    return FinalCount(
        setup=state.setup,
        holdings={player: held.as_entry() for player, held in state.holdings.items()},
        evidence={"sorcerers": len(state.sorcerers)},
    )
