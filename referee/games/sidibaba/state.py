"""Where a session of Sidibaba stands, as a fold of what the table saw and the Leader told."""

from collections.abc import Mapping
from typing import TypeVar

from referee.api import Player, Rulebook, Setup, Struct, replace
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.loot import shares_of_lamps
from referee.games.sidibaba.model.maze import Direction, Maze, Square, read_maze
from referee.games.sidibaba.model.pending import Pending
from referee.games.sidibaba.model.tokens import Holding

ESCAPED, LAMPS_OUT, CAUGHT = "escaped", "lamps-out", "caught"
OUTCOMES = (ESCAPED, LAMPS_OUT, CAUGHT)
P = TypeVar("P")


class Variant(Struct, frozen=True):
    """The numbers and options of this table, read once."""

    seconds: int
    from_chest: int
    from_treasure: int
    light: int
    enough_paid: int
    two_squares: int
    padlock: int
    combination: tuple[int, ...]
    thief: int
    tale_gives: int
    stolen_in_front: int
    stolen_of_others: int
    has_events: bool
    catch_takes_burning: bool


class Arrow(Struct, frozen=True):
    """An arrow of a genie on the map."""

    square: Square
    points: Direction


class State(Struct, frozen=True, kw_only=True):
    """Everything on the table, and what the Leader has told.

    ``lamps`` are unlit lamps; before they are shared there are none. ``order`` is the marching
    order, front first. ``glass`` counts how often the sand timer was turned. The squares are
    known where the table gave the maze.
    """

    setup: Setup
    variant: Variant
    maze: Maze | None
    all_lamps: int
    holdings: Mapping[Player, Holding]
    lamps: Mapping[Player, int] = {}
    discarded: int = 0
    order: tuple[Player, ...] = ()
    is_lit: bool = False
    glass: int = 0
    genie_used: bool = False
    events_held: int = 0
    chests_found: int = 0
    treasure_found: bool = False
    voted: tuple[str, ...] = ()
    """The moves with most votes, where a vote has been held on the next move."""
    pending: Pending | None = None
    party: Square | None = None
    facing: Direction | None = None
    leader: Square | None = None
    emptied: tuple[Square, ...] = ()
    """Squares whose chest or Treasure has been found."""
    slid: tuple[Square, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    outcome: str = ""

    @property
    def players(self) -> tuple[Player, ...]:
        """The adventurers in order of seating."""
        return self.setup.seating

    @property
    def leader_name(self) -> Player:
        """The Leader of the Thieves."""
        return leader_of(self.setup)

    @property
    def front(self) -> Player:
        """The adventurer in front."""
        return (self.order or self.players)[0]

    @property
    def unlit(self) -> int:
        """Count the unlit lamps of the party."""
        return sum(self.lamps.values())

    @property
    def lamp_owners(self) -> tuple[Player, ...]:
        """List who has an unlit lamp, in marching order."""
        return tuple(player for player in self.order if self.lamps[player])

    @property
    def unseen(self) -> tuple[Player, ...]:
        """List whose tokens are known by number only."""
        return tuple(player for player, held in self.holdings.items() if held.hidden)

    def current(self, kind: type[P]) -> P:
        """Give what is pending as this kind; a blank one where something else is."""
        return self.pending if isinstance(self.pending, kind) else kind()

    def having(self, player: Player, *tokens: str) -> "State":
        """Give an adventurer tokens."""
        held = self.holdings[player]
        for token in tokens:
            held = held.having(token)
        return self.with_holding(player, held)

    def without(self, player: Player, token: str) -> "State":
        """Take a token from an adventurer."""
        return self.with_holding(player, self.holdings[player].without(token))

    def with_holding(self, player: Player, held: Holding) -> "State":
        """Give an adventurer this holding."""
        return replace(self, holdings={**self.holdings, player: held})

    def with_lamps(self, player: Player, more: int) -> "State":
        """Give an adventurer lamps, or take some away."""
        return replace(self, lamps={**self.lamps, player: max(0, self.lamps[player] + more)})


def leader_of(setup: Setup) -> Player:
    """Name the Leader; a blank form may have none yet.

    >>> leader_of(Setup((Player("Ana"),), {"leader": Player("Zed")}))
    'Zed'
    """
    return setup.roles.get("leader", Player("the Leader"))


def start(book: Rulebook, setup: Setup) -> State:
    """Set the table up for two to six adventurers. Cites: SID-1.1 to SID-1.3, SID-1.6."""
    options = setup.options
    has_events = book.option(options, "events") == "yes"
    variant = Variant(
        seconds=book[keys.SAND],
        from_chest=book[keys.FROM_CHEST],
        from_treasure=book[keys.FROM_TREASURE],
        light=book[keys.LIGHT],
        enough_paid=book[keys.WAY_PAID],
        two_squares=book[keys.TWO_SQUARES],
        padlock=book[keys.PADLOCK],
        combination=book[keys.COMBINATION],
        thief=book[keys.THIEF],
        tale_gives=book[keys.SCHEHERAZADE],
        stolen_in_front=book[keys.STOLEN_IN_FRONT],
        stolen_of_others=book[keys.STOLEN_OF_OTHERS],
        has_events=has_events,
        catch_takes_burning=book.option(options, "caught_lamp") == "burning",
    )
    coins = (str(book[keys.COIN]),) * book[keys.STARTING_JEWELS]
    drawing = setup.texts.get("maze")
    shares = shares_of_lamps(book[keys.LAMPS], len(setup.seating))
    is_even = shares[0] == shares[-1]
    return State(
        setup=setup,
        variant=variant,
        maze=read_maze(drawing) if drawing else None,
        all_lamps=book[keys.LAMPS],
        holdings=dict.fromkeys(setup.seating, Holding(coins)),
        lamps=dict.fromkeys(setup.seating, shares[0]) if is_even else {},
        events_held=book[keys.EVENTS] if has_events else 0,
    )
