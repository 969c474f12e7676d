"""From the end of a session to the final count that is audited and scored."""

from __future__ import annotations

from referee.core.say import Say
from referee.core.table import FinalCount
from referee.games.sidibaba.state import State


def count(state: State) -> FinalCount | Say:
    """Give the final count, or say that the march goes on or whose tokens are hidden."""
    if not state.outcome:
        return Say("The party is still in the cave.")
    hidden = state.hidden_players()
    if hidden:
        return Say("Hidden are the tokens of {players}.", players=hidden)
    return FinalCount(
        setup=state.setup,
        holdings={player: held.as_entry() for player, held in state.holdings.items()},
        shared={"outcome": state.outcome, "treasure_found": state.treasure_found},
    )
