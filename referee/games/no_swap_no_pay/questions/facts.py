"""The facts that several questions share: how they are written, and who is at the table."""

from collections.abc import Mapping
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.api.reading import match_key
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import GHOST, ghost_of
from referee.games.no_swap_no_pay.model.coins import COLOURS, Coins

COINS = api.MapOf(api.Choice(tuple(COLOURS)), api.Integer())
"""Coins by colour, as at a prompt: ``4g3s2b1p``."""
NOBODY = ("none", "-", "", "[]")

SEATS = api.Field(
    "players", api.Seats(), Say("how many play, or the names clockwise"), required=True
)
PLAYERS = api.Field(
    name="players",
    shape=api.ListOf(api.PlayerName(new=True)),
    about=Say("the players clockwise, without the ghost"),
    required=True,
)
CAPTAIN = api.Field("captain", api.PlayerName(), Say("who is captain"))
ROUND = api.Field("round", api.Integer(), Say("which round it is"))
ALREADY = api.Field(
    "already",
    api.ListOf(api.PlayerName()),
    Say("who has challenged this round; none if nobody has"),
)


class Table(api.Struct, frozen=True):
    """The players of a dispute, clockwise, and the ghost if it joins."""

    players: tuple[Player, ...]
    ghost: Player | None

    @property
    def seats(self) -> int:
        """Count the players."""
        return len(self.players)

    @property
    def owners(self) -> tuple[Player, ...]:
        """All who have a bag, the ghost last."""
        return (*self.players, self.ghost) if self.ghost else self.players

    def named(self, name: str) -> Player:
        """Return the owner with a name: ``ghost`` is Davy Jones unless a player is called so."""
        return owner_named(name, self.players)

    def from_captain(self, captain: Player) -> tuple[Player, ...]:
        """List the players clockwise from the captain."""
        return api.clockwise_from(self.players, captain)


def owner_named(name: str, players: tuple[Player, ...] = ()) -> Player:
    """Return the owner with a name: ``ghost``, in any language, is Davy Jones, unless a player.

    >>> owner_named("Ghost"), owner_named("ghost", (Player("ghost"),))
    ('Davy Jones', 'ghost')
    """
    known = ("ghost", GHOST, str(Say("ghost")), str(Say("{ghost}", ghost=GHOST)))
    is_ghost = name not in players and match_key(name) in map(match_key, known)
    return GHOST if is_ghost else Player(name)


def table_of(book: api.Rulebook, facts: api.Facts) -> Table:
    """Return the table of the players given."""
    players = facts.players("players")
    return Table(players, ghost_of(book, players))


def refuse_table(
    book: api.Rulebook, table: Table, rule: api.RuleLike, *named: Player, ghost: bool = True
) -> api.Ruling | None:
    """Refuse a wrong number of players, and unknown names; ``ghost``: it may be one of the names.

    Cites: NSP-1.3, NSP-7.4.
    """
    if ruling := api.wrong_number_of_players(book, table.seats, keys.TREASURE_GOLD):
        return ruling
    if not ghost and table.ghost and table.ghost in named:
        said = "{ghost} is not a player: no captain, and no challenger."
        return api.impossible(said, keys.GHOST_RESTS, ghost=table.ghost)
    return api.unknown_players(rule, table.owners, *named)


def given_coins(facts: api.Facts, name: str) -> Coins | None:
    """Return coins by colour, 0 if not named; None if the fact is left out."""
    given: Mapping[str, Any] | None = facts.counts(name, None)
    return None if given is None else Coins.of(given)


def given_bags(facts: api.Facts, table: Table) -> dict[Player, Coins]:
    """Return the bags of the facts, by owner."""
    given: Any = facts.values.get("bags", {})
    return {table.named(owner): Coins.of(coins) for owner, coins in given.items()}


def clockwise_order(
    table: Table, already: tuple[Player, ...], captain: Player | None
) -> tuple[Player, ...] | None:
    """Return the players who have challenged, in order; None if they cannot be the first.

    The order is clockwise from the captain, or from anybody if all have challenged.
    Cites: NSP-3.1.
    """
    if not already:
        return ()
    players, firsts = {*already}, (captain,) if captain else table.players
    orders = (table.from_captain(first)[: len(players)] for first in firsts)
    return next((order for order in orders if players == {*order}), None)


def refuse_order(
    table: Table, already: tuple[Player, ...] | None, captain: Player | None
) -> api.Ruling | None:
    """Refuse players who cannot be the first to have challenged. Cites: NSP-3.1."""
    if already is None or clockwise_order(table, already, captain) is not None:
        return None
    said = "{players} cannot be those who have challenged: it goes clockwise from the captain."
    return api.impossible(said, keys.MUST_CHALLENGE, players=already)
