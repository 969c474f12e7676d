"""Where a session of No Swap No Pay! stands, as a fold of what the table saw.

Only what is public is held: how many coins each bag has, and which colours were put
into it in the open. Coins that moved unseen have no colour here.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.core.rulebook import Rulebook
from referee.core.table import Player, Setup
from referee.games.no_swap_no_pay.coins import ONE_OF_EACH, Coins
from referee.games.no_swap_no_pay.events import Challenged
from referee.games.no_swap_no_pay.form import ghost_of
from referee.games.no_swap_no_pay.keys import (
    BAG_AT_START,
    DRAWN_PER_PLAYER,
    GHOST_PLAYERS,
    GHOST_UNSEEN,
    ROUNDS,
    TREASURE_BLACK,
    TREASURE_GOLD,
    TREASURE_PURPLE,
    TREASURE_SILVER,
    UNSEEN_COINS,
)


class Bag(Struct, frozen=True):
    """A loot bag: how many coins it holds, and at least how many of each colour."""

    count: int
    surely: Coins

    def after_open(self, coins: Coins) -> Bag:
        """Put coins in that everyone has seen."""
        return Bag(self.count + coins.total, self.surely + coins)

    def after_unseen(self, coins: int) -> Bag:
        """Put coins in that nobody has seen."""
        return Bag(self.count + coins, self.surely)

    def after_loss(self, coins: int) -> Bag:
        """Take coins out unseen: each may have been of any colour."""
        surely = self.surely
        for _ in range(min(coins, self.count)):
            surely -= ONE_OF_EACH
        return Bag(max(0, self.count - coins), surely)


class State(Struct, frozen=True, kw_only=True):
    """Everything public. ``coins`` are all in the game; ``missed`` are donations not made.

    The tuples ``order``, ``challengers`` and ``donors`` hold who still has to act in this
    round, next one first.
    """

    setup: Setup
    coins: Coins
    rounds: int
    laps: int
    """How many coins each player drafts in a round."""
    ghost: Player | None
    bags: Mapping[Player, Bag]
    treasure: int
    captain: Player | None = None
    round: int = 1
    is_fed: bool = False
    table: Coins | None = None
    """What lies in the middle; None before the captain has drawn."""
    front: Mapping[Player, Coins] = {}
    """What lies before the players until the draft is over."""
    order: tuple[Player, ...] = ()
    challengers: tuple[Player, ...] = ()
    open_challenge: Challenged | None = None
    donors: tuple[Player, ...] = ()
    missed: tuple[tuple[int, Player], ...] = ()
    revealed: Mapping[Player, Coins] = {}
    left: Coins | None = None
    """What was left in the treasure bag, once it is turned out."""
    declared: Mapping[Player, tuple[str, ...]] = {}

    @property
    def players(self) -> tuple[Player, ...]:
        """The players clockwise, the ghost aside."""
        return self.setup.seating

    @property
    def owners(self) -> tuple[Player, ...]:
        """All who have a bag, the ghost last."""
        return tuple(self.bags)

    @property
    def is_played(self) -> bool:
        """Whether the last round is over."""
        return self.round > self.rounds


def start(book: Rulebook, setup: Setup) -> State:
    """Set the table up for three to five players.

    Cites: NSP-1.2, NSP-1.3, NSP-1.4, NSP-1.7, NSP-7.1.
    """
    seats = len(setup.seating)
    at_start = Coins.of(book[BAG_AT_START])
    bags = {
        player: Bag(at_start.total + book[UNSEEN_COINS][seats], at_start)
        for player in setup.seating
    }
    ghost = ghost_of(book, setup.seating)
    if ghost:
        bags[ghost] = Bag(at_start.total + book[GHOST_UNSEEN], at_start)
    coins = coins_in_game(book, seats)
    return State(
        setup=setup,
        coins=coins,
        rounds=book[ROUNDS][seats],
        laps=book[DRAWN_PER_PLAYER],
        ghost=ghost,
        bags=bags,
        treasure=coins.total - sum(bag.count for bag in bags.values()),
    )


def coins_in_game(book: Rulebook, seats: int) -> Coins:
    """Count the coins of each colour in a game of so many players, all bags together.

    Cites: NSP-1.2, NSP-1.3, NSP-7.1, NSP-8.1.
    """
    bags = [Coins.of(book[BAG_AT_START])] * bags_in_game(book, seats)
    return sum(bags, treasure_at_start(book, seats))


def bags_in_game(book: Rulebook, seats: int) -> int:
    """Count the loot bags, the ghost's among them. Cites: NSP-7.1."""
    return seats + (seats == book[GHOST_PLAYERS])


def treasure_at_start(book: Rulebook, seats: int) -> Coins:
    """Count what goes into the treasure bag before anyone draws from it. Cites: NSP-1.3."""
    keys = (TREASURE_GOLD, TREASURE_SILVER, TREASURE_BLACK, TREASURE_PURPLE)
    return Coins(*(book[key][seats] for key in keys))


def snake(round_order: tuple[Player, ...], laps: int) -> tuple[Player, ...]:
    """List who drafts, coin by coin: there and back again. Cites: NSP-2.2.

    >>> "".join(snake((Player("A"), Player("B"), Player("C")), 2))
    'ABCCBA'
    """
    return sum((round_order[:: 1 if lap % 2 == 0 else -1] for lap in range(laps)), ())
