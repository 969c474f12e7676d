"""The state of a session of No Swap No Pay!, folded from the events that the table saw.

It has only what is public: how many coins each bag has, and every move of coins, with their
colours if all have seen them. ``model/unseen.py`` works out what the moves prove.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee import api
from referee.api import Player
from referee.api.depth import ROUND, TURN
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import coins_in_game, ghost_of, treasure_at_start
from referee.games.no_swap_no_pay.model.coins import COLOURS, PURPLE, Coins
from referee.games.no_swap_no_pay.model.network import NOWHERE, TREASURE, Move

DONE, ACCEPT, REFUSE = "done", "accept", "refuse"
DUTY = api.Vocabulary(DONE, api.NOTHING)
COLOUR_OR_NONE = api.Vocabulary(*COLOURS, api.NOTHING)
ACCEPT_OR_REFUSE = api.Vocabulary(
    accept=("swap", "swaps", "accept", "accepts", "yes", "y", "ok", "switch"),
    refuse=("pay", "pays", "refuse", "refuses", "no", "n"),
    none=api.NOTHING,
)


class Bag(api.Struct, frozen=True):
    """A loot bag: its number, which it keeps when it is swapped, and how many coins are in it."""

    place: int
    count: int

    def after(self, more: int) -> Bag:
        """Return the bag with so many coins more, or fewer if negative."""
        return Bag(self.place, self.count + more)


class Challenge(api.Struct, frozen=True):
    """A challenge that waits for its answer."""

    challenger: Player
    target: Player


class State(api.Struct, frozen=True, kw_only=True):
    """Everything public. ``coins`` are all in the game; ``missed`` are donations not made.

    The tuples ``order``, ``challengers`` and ``donors`` hold who still has to act in this
    round, next one first. The table writes ``by`` the turn or by the round; where this round
    ``is_whole``, draft and donations are not recorded. ``undrafted`` are all rounds whose draft is
    not recorded, or not to its end, ``unnoted`` those of which the challenges are missing too.
    """

    setup: api.Setup
    coins: Coins
    rounds: int
    coins_each: int
    """How many coins each player drafts in a round."""
    donates: int
    """How many coins each player donates in a round."""
    ghost_gets: int
    """How many coins the ghost is fed in a round."""
    ghost: Player | None
    bags: Mapping[Player, Bag]
    treasure: int
    moves: tuple[Move, ...] = ()
    """All moves of coins so far; of unseen ones only the number."""
    captain: Player | None = None
    round: int = 1
    ghost_is_fed: bool = False
    is_drawn: bool = False
    """Whether the captain has drawn in this round."""
    table: Coins = Coins()
    """The coins in the middle."""
    drafted: Mapping[Player, Coins] = {}
    """The coins that each player has drafted, until they go into the bags."""
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
    """The coins left in the treasure bag, once it is turned out."""
    declared: Mapping[Player, tuple[str, ...]] = {}
    by: str = TURN
    is_whole: bool = False
    ended: tuple[Mapping[Player, int], int] | None = None
    """The coins in each bag and in the treasure bag at the end of the previous round.

    By the round the coins of the next are drawn at once.
    """
    undrafted: tuple[int, ...] = ()
    unnoted: tuple[int, ...] = ()

    @property
    def is_counted(self) -> bool:
        """Whether the record knows how many coins each bag holds."""
        return not self.unnoted

    @property
    def counts(self) -> tuple[Mapping[Player, int], int]:
        """Count the coins in each bag, and in the treasure bag."""
        return {owner: bag.count for owner, bag in self.bags.items()}, self.treasure

    def is_empty(self, owner: Player) -> bool:
        """Whether a bag is empty by the record."""
        return self.is_counted and not self.bags[owner].count

    def moved(self, giver: Player | None, taker: Player | None, most: int) -> State:
        """Move at most so many coins unseen, if there are so many; None is the treasure bag."""
        n = min(most, self.treasure if giver is None else self.bags[giver].count)
        bags, treasure = dict(self.bags), self.treasure
        for owner, more in ((giver, -n), (taker, n)):
            if owner is None:
                treasure += more
            else:
                bags[owner] = bags[owner].after(more)
        source, target = (
            TREASURE if owner is None else bags[owner].place for owner in (giver, taker)
        )
        moves = (*self.moves, (source, target, (n,)))
        return api.replace(self, bags=bags, treasure=treasure, moves=moves)

    @property
    def players(self) -> tuple[Player, ...]:
        """The players clockwise, the ghost aside."""
        return self.setup.seating

    @property
    def from_captain(self) -> tuple[Player, ...]:
        """The players clockwise from the captain."""
        return api.clockwise_from(self.players, self.captain or self.players[0])

    @property
    def bag_owners(self) -> tuple[Player, ...]:
        """All who have a bag, the ghost last."""
        return tuple(self.bags)

    @property
    def is_played(self) -> bool:
        """Whether the last round is over."""
        return self.round > self.rounds

    @property
    def run(self) -> str:
        """The challenges that may be typed on one line: those of this round."""
        return f"challenges {self.round}"

    @property
    def closed(self) -> tuple[Player, ...]:
        """The owners whose bags are still to be turned out, the ghost last."""
        return tuple(owner for owner in self.bags if owner not in self.revealed)

    @property
    def undeclared(self) -> tuple[Player, ...]:
        """The players with purple coins to declare; the ghost declares nothing."""
        return tuple(
            player
            for player in self.players
            if player not in self.declared and self.revealed.get(player, Coins())[PURPLE]
        )


def start(book: api.Rulebook, setup: api.Setup) -> State:
    """Return the state at the start of a game. Cites: NSP-1.2 to NSP-1.4, NSP-1.7, NSP-7.1."""
    seats = len(setup.seating)
    coins, ghost = coins_in_game(book, seats), ghost_of(book, setup.seating)
    in_bag, unseen = Coins.of(book[keys.BAG_AT_START]), book[keys.UNSEEN_COINS][seats]
    drawn = dict.fromkeys(setup.seating, unseen)
    if ghost:
        drawn[ghost] = book[keys.GHOST_UNSEEN]
    bags = {
        owner: Bag(at, in_bag.total + n) for at, (owner, n) in enumerate(drawn.items(), start=1)
    }
    put_in: list[Move] = [(NOWHERE, bag.place, in_bag.amounts) for bag in bags.values()]
    put_in.append((NOWHERE, TREASURE, treasure_at_start(book, seats).amounts))
    put_in += [
        (TREASURE, bag.place, (n,)) for bag, n in zip(bags.values(), drawn.values(), strict=True)
    ]
    return State(
        setup=setup,
        coins=coins,
        rounds=book[keys.ROUNDS][seats],
        coins_each=book[keys.DRAWN_PER_PLAYER],
        donates=book[keys.DONATED_COINS],
        ghost_gets=book[keys.GHOST_FED],
        ghost=ghost,
        bags=bags,
        treasure=coins.total - sum(bag.count for bag in bags.values()),
        moves=tuple(put_in),
        by=setup.by,
        is_whole=setup.by == ROUND,
    )


def draft_order(from_captain: tuple[Player, ...], coins_each: int) -> tuple[Player, ...]:
    """List who drafts, coin by coin: there and back again. Cites: NSP-2.2.

    >>> "".join(draft_order((Player("A"), Player("B"), Player("C")), 2))
    'ABCCBA'
    """
    return sum((from_captain[:: -1 if lap % 2 else 1] for lap in range(coins_each)), ())
