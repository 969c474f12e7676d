"""What all moves of a session prove: what can be drawn, and what each bag can hold.

A bag is followed through its swaps. Where the record contradicts itself (something was overruled
or typed wrongly), it proves nothing: the table is right.
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

MOST_SHOWN = 12
"""So many of the bags that can be are on offer; whatever else the box can fill is taken too."""


def coins_to_draw(state: State) -> int:
    """Count how many coins the captain draws: all there are if they do not suffice.

    Cites: NSP-2.1, NSP-2.5.
    """
    return min(state.coins_each * len(state.players), state.treasure)


def _bags(state: State, told: Mapping[Player, Coins]) -> tuple[End, ...]:
    """Give the bags as ends of the record; one of another number than its own proves nothing."""
    found = []
    for owner, bag in state.bags.items():
        coins = told.get(owner)
        fits = coins is not None and coins.total == bag.count
        found.append(End(bag.place, bag.count, coins.amounts if coins and fits else None))
    return tuple(found)


def _draw(state: State, drawn: Amounts | None = None) -> tuple[End, ...]:
    """Give the ends of the record when so much is drawn now; what is drawn stands last."""
    n = coins_to_draw(state)
    rest = End(TREASURE, state.treasure - n)
    return (*_bags(state, {}), rest, End(TREASURE, n, drawn))


def can_be_drawn(state: State, coins: Coins) -> bool:
    """Whether the treasure bag can hold these coins, by all that was seen. Cites: NSP-2.6."""
    return has_colouring(state.moves, _draw(state, coins.amounts)) or not has_colouring(
        state.moves, _draw(state)
    )


def example_draw(state: State) -> Coins | None:
    """Give coins that can be drawn now, of mixed colours if they can be.

    None where the record contradicts itself.
    """
    n = coins_to_draw(state)
    mixed = Coins(gold=(n + 2) // 3, silver=n // 3, black=(n + 1) // 3)
    if has_colouring(state.moves, _draw(state, mixed.amounts)):
        return mixed
    found = colouring(state.moves, _draw(state))
    return Coins(*found[-1]) if found else None


def possible_draws(state: State) -> tuple[Coins, ...]:
    """List all that can be drawn now; nothing where the record contradicts itself."""
    ends = _draw(state)
    return tuple(Coins(*each) for each in all_contents(state.moves, ends, len(ends) - 1))


def two_possible_draws(state: State) -> tuple[Amounts, ...]:
    """Give two of what can be drawn now, as far as that is soon told."""
    ends = _draw(state)
    return some_contents(state.moves, ends, len(ends) - 1, 2)


def _final(state: State, told: Mapping[Player, Coins], left: Coins | None) -> tuple[End, ...]:
    amounts = left.amounts if left and left.total == state.treasure else None
    return (*_bags(state, told), End(TREASURE, state.treasure, amounts))


def can_be_shown(state: State, owner: Player, coins: Coins) -> bool:
    """Whether a bag can hold this beside those shown. Cites: NSP-8.3."""
    return _agrees(state, _final(state, {**state.revealed, owner: coins}, None))


def can_be_left(state: State, coins: Coins) -> bool:
    """Whether the treasure bag can hold this beside the bags shown. Cites: NSP-8.3."""
    return _agrees(state, _final(state, state.revealed, coins))


def _agrees(state: State, ends: tuple[End, ...]) -> bool:
    """Whether the record fits these ends, or did not fit what was shown before them either."""
    before = _final(state, state.revealed, None)
    return has_colouring(state.moves, ends) or not has_colouring(state.moves, before)


def example_bag(state: State, owner: Player) -> Coins | None:
    """Give something that a closed bag can hold; None where the record contradicts itself."""
    found = colouring(state.moves, _final(state, state.revealed, None))
    return Coins(*found[state.bag_owners.index(owner)]) if found else None


def example_leftover(state: State) -> Coins | None:
    """Give something that the treasure bag can hold at the end, as ``example_bag`` does."""
    found = colouring(state.moves, _final(state, state.revealed, None))
    return Coins(*found[-1]) if found else None


def possible_bags(state: State, owner: Player, most: int = MOST_SHOWN) -> tuple[Coins, ...]:
    """List some of what a closed bag can hold; nothing where the record contradicts itself."""
    at = state.bag_owners.index(owner)
    found = some_contents(state.moves, _final(state, state.revealed, None), at, most)
    return tuple(Coins(*each) for each in found)


def possible_leftovers(state: State, most: int = MOST_SHOWN) -> tuple[Coins, ...]:
    """List some of what the treasure bag can hold at the end."""
    at, ends = len(state.bags), _final(state, state.revealed, None)
    return tuple(Coins(*each) for each in some_contents(state.moves, ends, at, most))


def coins_revealed(state: State) -> Coins:
    """Count the coins of all bags that were turned out."""
    return sum(state.revealed.values(), Coins())


def unrevealed(book: Rulebook, state: State) -> Coins:
    """Count what the box leaves for the bags that are still closed. Cites: NSP-1.1."""
    return Coins.of(book[keys.BOX]) - coins_revealed(state)


def expected_leftover(state: State) -> Coins | None:
    """Give what the turned-out bags leave of the game, if the treasure bag can hold it.

    Cites: NSP-4.5, NSP-8.1, NSP-8.3.
    """
    shown = coins_revealed(state)
    rest = state.coins - shown
    if shown + rest != state.coins or rest.total != state.treasure:
        return None
    return rest if can_be_left(state, rest) else None
