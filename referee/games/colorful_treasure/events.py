"""What can happen in a session of Colorful Treasure, as the table sees it."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.table import Player
from referee.games.colorful_treasure.cards import Card


class StartPlayerNamed(Struct, frozen=True, tag=True):
    """A player was the last one abroad, and begins."""

    player: Player


class TilesLaidOut(Struct, frozen=True, tag=True):
    """These effects lie up on the tiles."""

    tiles: tuple[str, ...]


class CardsFlipped(Struct, frozen=True, tag=True):
    """The active player flipped cards at the same time."""

    player: Player
    cards: tuple[Card, ...]


class AnotherFlipped(Struct, frozen=True, tag=True):
    """The active player flipped one more card."""

    player: Player
    card: Card


class FlippingStopped(Struct, frozen=True, tag=True):
    """The active player flipped no further card."""

    player: Player


class CardsTaken(Struct, frozen=True, tag=True):
    """The active player took cards that lay open; the rest was covered."""

    player: Player
    cards: tuple[Card, ...]


class CardPlundered(Struct, frozen=True, tag=True):
    """A card was plundered."""

    player: Player
    victim: Player
    card: Card


class DiamondPlundered(Struct, frozen=True, tag=True):
    """A diamond was plundered."""

    player: Player
    victim: Player


class NothingPlundered(Struct, frozen=True, tag=True):
    """A pair of tokens brought nothing."""

    player: Player


class TilePicked(Struct, frozen=True, tag=True):
    """For the third gem of a colour a player picked a tile."""

    player: Player
    colour: str
    tile: str


class TileDeclined(Struct, frozen=True, tag=True):
    """For the third gem of a colour a player picked no tile."""

    player: Player
    colour: str


class CardsPeeked(Struct, frozen=True, tag=True):
    """With a tile a player looked at cards of these wonders."""

    player: Player
    tile: str
    wonders: tuple[int, ...]


class AnyTokenUsed(Struct, frozen=True, tag=True):
    """The tile for any token made a pair."""

    player: Player


class TurnEnded(Struct, frozen=True, tag=True):
    """The active player, who could still have used a tile, ended the turn."""

    player: Player


Event: TypeAlias = (
    StartPlayerNamed
    | TilesLaidOut
    | CardsFlipped
    | AnotherFlipped
    | FlippingStopped
    | CardsTaken
    | CardPlundered
    | DiamondPlundered
    | NothingPlundered
    | TilePicked
    | TileDeclined
    | CardsPeeked
    | AnyTokenUsed
    | TurnEnded
)
EVENTS: Final[tuple[type[Event], ...]] = (
    StartPlayerNamed,
    TilesLaidOut,
    CardsFlipped,
    AnotherFlipped,
    FlippingStopped,
    CardsTaken,
    CardPlundered,
    DiamondPlundered,
    NothingPlundered,
    TilePicked,
    TileDeclined,
    CardsPeeked,
    AnyTokenUsed,
    TurnEnded,
)
