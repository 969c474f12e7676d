"""What can be concluded from what was public: bounds for every bag, draw and reveal.

A bag is followed through its swaps. It keeps what was put into it in the open, less one of
each colour for every coin that left it unseen.
"""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.table import Player
from referee.games.no_swap_no_pay.coins import COLOURS, Coins
from referee.games.no_swap_no_pay.keys import BOX, GHOST_FED
from referee.games.no_swap_no_pay.state import State


def most_in_bag(state: State, owner: Player) -> Coins:
    """Bound each colour of a bag from above, each by itself.

    A bag has no room for more than its count less what surely fills it otherwise, and cannot
    hold what surely lies in other bags. Cites: NSP-8.3.
    """
    bag = state.bags[owner]
    elsewhere = surely_in_bags(state) - bag.surely
    free = state.coins - elsewhere
    return Coins(
        *(max(0, min(bag.count - bag.surely.total + bag.surely[c], free[c])) for c in COLOURS)
    )


def surely_in_bags(state: State) -> Coins:
    """Count the coins of each colour that surely lie in the loot bags. Cites: NSP-8.3."""
    return sum((bag.surely for bag in state.bags.values()), Coins())


def coins_to_draw(state: State) -> int:
    """Count how many coins the captain draws: all there are if they do not suffice.

    Cites: NSP-2.1, NSP-2.5.
    """
    return min(state.laps * len(state.players), state.treasure)


def ghost_due(book: Rulebook, state: State) -> int:
    """Count the coins that the ghost is fed, as far as the treasure bag has any.

    Cites: NSP-7.2.
    """
    return min(book[GHOST_FED], state.treasure)


def drawable(book: Rulebook, state: State) -> Coins:
    """Bound each colour of the captain's draw from above. Cites: NSP-2.6.

    Where the record contradicts itself (something was overruled or typed wrongly) and leaves
    too few coins, what it concludes is dropped first, and then the setup: the table is right.
    """
    bounds = (state.coins - surely_in_bags(state), state.coins, Coins.of(book[BOX]))
    return next(
        bound for bound in bounds if bound.total >= coins_to_draw(state) or bound == bounds[-1]
    )


def unrevealed(book: Rulebook, state: State) -> Coins:
    """Count what the box leaves for the bags that are still closed. Cites: NSP-1.1."""
    return Coins.of(book[BOX]) - turned_out(state)


def turned_out(state: State) -> Coins:
    """Count the coins of all bags that were turned out."""
    return sum(state.revealed.values(), Coins())


def rest_of_treasure(state: State) -> Coins | None:
    """Count what the turned-out bags leave of the coins in the game.

    None where they show more of a colour than the game has. Cites: NSP-8.1.
    """
    shown = turned_out(state)
    rest = state.coins - shown
    return rest if shown + rest == state.coins else None
