"""What the moves of a session prove: possible draws, and possible contents of each bag.

A bag is followed through its swaps. If the record contradicts itself (something was overruled or
typed wrongly), it proves nothing: the table is right.
"""

from collections.abc import Mapping

from referee.api import Player, Rulebook
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.coins import Coins
from referee.games.no_swap_no_pay.model.colouring import (
    all_contents,
    colouring,
    has_colouring,
    some_contents,
)
from referee.games.no_swap_no_pay.model.network import TREASURE, Amounts, End
from referee.games.no_swap_no_pay.state import State

MOST_OFFERED = 12
"""How many possible bags are offered; any other that the box can fill is accepted, too."""


def coins_to_draw(state: State) -> int:
    """Count the coins that are drawn: all, if there are too few. Cites: NSP-2.1, NSP-2.5."""
    return min(state.coins_each * len(state.players), state.treasure)


# The captain's draw


def _draw_ends(state: State, drawn: Amounts | None = None) -> tuple[End, ...]:
    """Return the ends of the record if these coins are drawn now; the draw comes last."""
    n = coins_to_draw(state)
    return (*_bag_ends(state, {}), End(TREASURE, state.treasure - n), End(TREASURE, n, drawn))


def _bag_ends(state: State, revealed: Mapping[Player, Coins]) -> tuple[End, ...]:
    return tuple(
        _end(bag.place, bag.count, revealed.get(owner)) for owner, bag in state.bags.items()
    )


def _end(place: int, n: int, coins: Coins | None) -> End:
    """Return an end of the record; its colours are unknown if the number of coins is wrong."""
    fits = coins is not None and coins.total == n
    return End(place, n, coins.amounts if coins and fits else None)


def can_be_drawn(state: State, coins: Coins) -> bool:
    """Whether the treasure bag can hold these coins, given everything seen. Cites: NSP-2.6."""
    return has_colouring(state.moves, _draw_ends(state, coins.amounts)) or not has_colouring(
        state.moves, _draw_ends(state)
    )


def example_draw(state: State) -> Coins | None:
    """Return coins that can be drawn now, of mixed colours if possible.

    None if the record contradicts itself.
    """
    n = coins_to_draw(state)
    mixed = Coins(gold=(n + 2) // 3, silver=n // 3, black=(n + 1) // 3)
    if has_colouring(state.moves, _draw_ends(state, mixed.amounts)):
        return mixed
    found = colouring(state.moves, _draw_ends(state))
    return Coins(*found[-1]) if found else None


def possible_draws(state: State) -> tuple[Coins, ...]:
    """List all draws that are possible now; none if the record contradicts itself."""
    ends = _draw_ends(state)
    return tuple(Coins(*each) for each in all_contents(state.moves, ends, len(ends) - 1))


def two_possible_draws(state: State) -> tuple[Amounts, ...]:
    """Return two possible draws, or all if there are fewer, without searching for others."""
    ends = _draw_ends(state)
    return some_contents(state.moves, ends, len(ends) - 1, 2)


# The bags at the end; without an owner, the treasure bag


def _final_ends(
    state: State, shown: Mapping[Player, Coins], left: Coins | None = None
) -> tuple[End, ...]:
    return (*_bag_ends(state, shown), _end(TREASURE, state.treasure, left))


def _end_index(state: State, owner: Player | None) -> int:
    return len(state.bags) if owner is None else state.bag_owners.index(owner)


def can_hold(state: State, owner: Player | None, coins: Coins) -> bool:
    """Whether a bag can hold these coins, or the bags shown are impossible. Cites: NSP-8.3."""
    shown = {**state.revealed, owner: coins} if owner else state.revealed
    ends = _final_ends(state, shown, None if owner else coins)
    before = _final_ends(state, state.revealed)
    return has_colouring(state.moves, ends) or not has_colouring(state.moves, before)


def example_contents(state: State, owner: Player | None) -> Coins | None:
    """Return coins that a closed bag can hold; None if the record contradicts itself."""
    found = colouring(state.moves, _final_ends(state, state.revealed))
    return Coins(*found[_end_index(state, owner)]) if found else None


def possible_contents(
    state: State, owner: Player | None, most: int = MOST_OFFERED
) -> tuple[Coins, ...]:
    """List some contents of a closed bag; none if the record contradicts itself."""
    ends = _final_ends(state, state.revealed)
    found = some_contents(state.moves, ends, _end_index(state, owner), most)
    return tuple(Coins(*each) for each in found)


def coins_revealed(state: State) -> Coins:
    """Count the coins of all bags that were turned out."""
    return sum(state.revealed.values(), Coins())


def coins_unrevealed(book: Rulebook, state: State) -> Coins:
    """Count the coins of the box that no bag has shown yet. Cites: NSP-1.1."""
    return Coins.of(book[keys.BOX]) - coins_revealed(state)


def expected_leftover(state: State) -> Coins | None:
    """Return the coins that the bags shown leave, if possible. Cites: NSP-4.5, NSP-8.1, NSP-8.3."""
    shown = coins_revealed(state)
    rest = state.coins - shown
    if shown.exceeds(state.coins) or (state.is_counted and rest.total != state.treasure):
        return None
    return rest if can_hold(state, None, rest) else None
