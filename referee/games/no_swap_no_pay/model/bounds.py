"""What can be concluded from what was public: bounds for every bag, draw and reveal.

A bag is followed through its swaps. It keeps what was put into it in the open, less one of
each colour for every coin that left it unseen.
"""

from referee.api import Player, Rulebook
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.coins import COLOURS, Coins
from referee.games.no_swap_no_pay.state import State


def max_in_bag(state: State, owner: Player) -> Coins:
    """Bound each colour of a bag from above, each by itself.

    A bag has no room for more than its count less what is known to fill it otherwise, and cannot
    hold what is known to lie in other bags. Cites: NSP-8.3.
    """
    bag = state.bags[owner]
    room = bag.count - bag.known.total
    free = state.coins - (known_in_bags(state) - bag.known)
    return Coins(*(max(0, min(room + bag.known[c], free[c])) for c in COLOURS))


def known_in_bags(state: State) -> Coins:
    """Count the coins of each colour that are known to lie in the bags. Cites: NSP-8.3."""
    return sum((bag.known for bag in state.bags.values()), Coins())


def coins_to_draw(state: State) -> int:
    """Count how many coins the captain draws: all there are if they do not suffice.

    Cites: NSP-2.1, NSP-2.5.
    """
    return min(state.coins_each * len(state.players), state.treasure)


def drawable(book: Rulebook, state: State) -> Coins:
    """Bound each colour of the captain's draw from above. Cites: NSP-2.6.

    Where the record contradicts itself (something was overruled or typed wrongly) and leaves
    too few coins, what it concludes is dropped first, and then the setup: the table is right.
    """
    due, box = coins_to_draw(state), Coins.of(book[keys.BOX])
    bounds = (state.coins - known_in_bags(state), state.coins)
    return next((bound for bound in bounds if bound.total >= due), box)


def turned_out(state: State) -> Coins:
    """Count the coins of all bags that were turned out."""
    return sum(state.revealed.values(), Coins())


def unrevealed(book: Rulebook, state: State) -> Coins:
    """Count what the box leaves for the bags that are still closed. Cites: NSP-1.1."""
    return Coins.of(book[keys.BOX]) - turned_out(state)


def rest_of_treasure(state: State) -> Coins | None:
    """Count what the turned-out bags leave of the coins in the game.

    None where they show more of a colour than the game has. Cites: NSP-8.1.
    """
    shown = turned_out(state)
    rest = state.coins - shown
    return rest if shown + rest == state.coins else None
