"""Where a session of No Swap No Pay! stands, as a fold of what the table saw.

Only what is public is held: how many coins each bag has, and which colours were put into it in
the open. Coins that moved unseen have no colour here.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.api import NONE, Player, Rulebook, Setup, Struct, Terms, clockwise_from
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import coins_in_game, ghost_of
from referee.games.no_swap_no_pay.model.coins import COLOURS, PURPLE, Coins

DONE, ACCEPT, REFUSE = "done", "accept", "refuse"
DUTY = Terms(DONE, NONE)
COLOUR_OR_NONE = Terms(*COLOURS, NONE)
ACCEPT_OR_REFUSE = Terms(
    accept=("swap", "accept", "yes", "y", "ok"), refuse=("pay", "refuse", "no", "n"), none=NONE
)


class Bag(Struct, frozen=True):
    """A loot bag: how many coins it holds, and at least how many of each colour."""

    count: int
    known: Coins

    def after_open(self, coins: Coins) -> Bag:
        """Put coins in that everyone has seen."""
        return Bag(self.count + coins.total, self.known + coins)

    def after_unseen(self, coins: int) -> Bag:
        """Put coins in that nobody has seen."""
        return Bag(self.count + coins, self.known)

    def after_loss(self, coins: int) -> Bag:
        """Take coins out unseen, as far as there are any: each may be of any colour."""
        lost = min(coins, self.count)
        return Bag(self.count - lost, self.known - Coins(lost, lost, lost, lost))


class Challenge(Struct, frozen=True):
    """A challenge that waits for its answer."""

    challenger: Player
    target: Player


class State(Struct, frozen=True, kw_only=True):
    """Everything public. ``coins`` are all in the game; ``missed`` are donations not made.

    The tuples ``order``, ``challengers`` and ``donors`` hold who still has to act in this
    round, next one first.
    """

    setup: Setup
    coins: Coins
    rounds: int
    coins_each: int
    """How many coins each player drafts in a round."""
    ghost: Player | None
    bags: Mapping[Player, Bag]
    treasure: int
    captain: Player | None = None
    round: int = 1
    ghost_is_fed: bool = False
    is_drawn: bool = False
    """Whether the captain has drawn in this round."""
    table: Coins = Coins()
    """What lies in the middle."""
    drafted: Mapping[Player, Coins] = {}
    """What lies before those who had their turn in the draft, until it goes into the bags."""
    is_drafted: bool = False
    """Whether all that was drafted is in the bags."""
    order: tuple[Player, ...] = ()
    challengers: tuple[Player, ...] = ()
    pending: tuple[Challenge, ...] = ()
    """The challenge that waits for its answer, if there is one."""
    donors: tuple[Player, ...] = ()
    missed: tuple[tuple[int, Player], ...] = ()
    revealed: Mapping[Player, Coins] = {}
    treasure_left: Coins | None = None
    """What was left in the treasure bag, once it is turned out."""
    declared: Mapping[Player, tuple[str, ...]] = {}

    @property
    def players(self) -> tuple[Player, ...]:
        """The players clockwise, the ghost aside."""
        return self.setup.seating

    @property
    def from_captain(self) -> tuple[Player, ...]:
        """The players clockwise from the captain."""
        return clockwise_from(self.players, self.captain or self.players[0])

    @property
    def bag_owners(self) -> tuple[Player, ...]:
        """All who have a bag, the ghost last."""
        return tuple(self.bags)

    @property
    def is_played(self) -> bool:
        """Whether the last round is over."""
        return self.round > self.rounds

    @property
    def closed(self) -> tuple[Player, ...]:
        """Whose bags are still to be turned out, the ghost's last."""
        return tuple(owner for owner in self.bags if owner not in self.revealed)

    @property
    def undeclared(self) -> tuple[Player, ...]:
        """Who has purple coins to declare; the ghost declares nothing."""
        return tuple(
            player
            for player in self.players
            if player not in self.declared and self.revealed.get(player, Coins())[PURPLE]
        )


def start(book: Rulebook, setup: Setup) -> State:
    """Set the table up for three to five players.

    Cites: NSP-1.2, NSP-1.3, NSP-1.4, NSP-1.7, NSP-7.1.
    """
    seats = len(setup.seating)
    coins, ghost = coins_in_game(book, seats), ghost_of(book, setup.seating)
    at_start = Bag(0, Coins()).after_open(Coins.of(book[keys.BAG_AT_START]))
    unseen = dict.fromkeys(setup.seating, book[keys.UNSEEN_COINS][seats])
    if ghost:
        unseen[ghost] = book[keys.GHOST_UNSEEN]
    bags = {owner: at_start.after_unseen(n) for owner, n in unseen.items()}
    return State(
        setup=setup,
        coins=coins,
        rounds=book[keys.ROUNDS][seats],
        coins_each=book[keys.DRAWN_PER_PLAYER],
        ghost=ghost,
        bags=bags,
        treasure=coins.total - sum(bag.count for bag in bags.values()),
    )


def draft_order(from_captain: tuple[Player, ...], coins_each: int) -> tuple[Player, ...]:
    """List who drafts, coin by coin: there and back again. Cites: NSP-2.2.

    >>> "".join(draft_order((Player("A"), Player("B"), Player("C")), 2))
    'ABCCBA'
    """
    return sum((from_captain[:: -1 if lap % 2 else 1] for lap in range(coins_each)), ())
