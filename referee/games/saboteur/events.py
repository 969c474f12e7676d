"""What can happen in a session of Saboteur, as the table sees it.

No event tells what only one player saw: a map notes who looked where, a discard that a card
went away. Cards and cells are written as players write them.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.table import Player
from referee.games.saboteur.cells import Cell


class StarterChosen(Struct, frozen=True, tag=True):
    """The table named who begins the first round."""

    player: Player


class CardLaid(Struct, frozen=True, tag=True):
    """A tunnel card was laid; ``card`` as it lies, such as EW, or xEW for a dead end."""

    player: Player
    card: str
    at: Cell


class ToolBroken(Struct, frozen=True, tag=True):
    """A broken tool was laid before a player."""

    player: Player
    target: Player
    tool: str


class ToolRepaired(Struct, frozen=True, tag=True):
    """A broken tool was repaired; ``card`` is what the repair card shows, such as pickaxe-cart."""

    player: Player
    target: Player
    tool: str
    card: str


class RockFell(Struct, frozen=True, tag=True):
    """A rockfall removed the card at a cell."""

    player: Player
    at: Cell


class GoalLookedAt(Struct, frozen=True, tag=True):
    """A player looked at a goal by a map; what it showed is nobody else's."""

    player: Player
    at: Cell


class CardDiscarded(Struct, frozen=True, tag=True):
    """A player discarded a card face down."""

    player: Player


class EndAgreed(Struct, frozen=True, tag=True):
    """All players agreed that nothing can change any more."""


class GoalTurnedUp(Struct, frozen=True, tag=True):
    """A goal was turned up, and what it shows."""

    at: Cell
    shows: str


class RoleTurnedUp(Struct, frozen=True, tag=True):
    """A player turned up the own dwarf card."""

    player: Player
    role: str


class GoldHandedOut(Struct, frozen=True, tag=True):
    """The gold of a round was handed out: all in secret, or to be noted card by card."""

    in_secret: bool


class GoldKept(Struct, frozen=True, tag=True):
    """A digger kept a gold card of this value and passed the rest on."""

    player: Player
    nuggets: int


class GoldPaid(Struct, frozen=True, tag=True):
    """A player took gold cards of these values."""

    player: Player
    cards: tuple[int, ...]


class GoldChanged(Struct, frozen=True, tag=True):
    """A player was paid after changing money with others; which cards, nobody noted."""

    player: Player


class GoldOwed(Struct, frozen=True, tag=True):
    """The bank could not pay a player, and owes it."""

    player: Player


class GoldCounted(Struct, frozen=True, tag=True):
    """A player turned up all gold cards at the end."""

    player: Player
    cards: tuple[int, ...]


Event: TypeAlias = (
    StarterChosen
    | CardLaid
    | ToolBroken
    | ToolRepaired
    | RockFell
    | GoalLookedAt
    | CardDiscarded
    | EndAgreed
    | GoalTurnedUp
    | RoleTurnedUp
    | GoldHandedOut
    | GoldKept
    | GoldPaid
    | GoldChanged
    | GoldOwed
    | GoldCounted
)
EVENTS: Final[tuple[type[Event], ...]] = (
    StarterChosen,
    CardLaid,
    ToolBroken,
    ToolRepaired,
    RockFell,
    GoalLookedAt,
    CardDiscarded,
    EndAgreed,
    GoalTurnedUp,
    RoleTurnedUp,
    GoldHandedOut,
    GoldKept,
    GoldPaid,
    GoldChanged,
    GoldOwed,
    GoldCounted,
)
