"""From the end of a session to the final count that is audited and scored."""

from __future__ import annotations

from referee.core.say import Say
from referee.core.shape import Value
from referee.core.table import FinalCount
from referee.games.no_swap_no_pay.knowledge import most_in_bag
from referee.games.no_swap_no_pay.state import State
from referee.games.no_swap_no_pay.turn import Phase, active_player, phase


def count(state: State) -> FinalCount | Say:
    """Give the final count, or say what is still hidden.

    Its ``evidence`` holds, by bag, how many coins the record counts (``count``) and how many of
    each colour there are at least and at most; for the treasure bag its count (``treasure``);
    and who donated nothing in the last round (``missed``).
    """
    now = phase(state)
    if not state.is_played:
        return Say("Round {round} of {rounds} is not over.", round=state.round, rounds=state.rounds)
    if now is Phase.BAGS:
        closed = tuple(owner for owner in state.owners if owner not in state.revealed)
        return Say("Still closed: the bags of {owners}.", owners=closed)
    if now is Phase.TREASURE:
        return Say("The treasure bag has not been looked at.")
    if now is Phase.PURPLE:
        return Say("{player} has purple coins to declare.", player=active_player(state) or "")
    return FinalCount(
        setup=state.setup,
        holdings={owner: _entry(state, owner) for owner in state.owners},
        shared={"treasure": state.left.counts if state.left else {}},
        evidence=_proof(state),
    )


def _entry(state: State, owner: str) -> dict[str, Value]:
    entry: dict[str, Value] = {**state.revealed[owner].counts}  # type: ignore[index]
    if owner in state.declared:
        entry["purple_as"] = state.declared[owner]  # type: ignore[index]
    return entry


def _proof(state: State) -> dict[str, Value]:
    bags: dict[str, Value] = {
        owner: {
            "count": bag.count,
            "least": bag.surely.counts,
            "most": most_in_bag(state, owner).counts,
        }
        for owner, bag in state.bags.items()
    }
    missed = tuple(player for round_, player in state.missed if round_ == state.rounds)
    return {"bags": bags, "treasure": state.treasure, "missed": missed}
