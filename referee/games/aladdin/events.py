"""What can happen in a session of Aladdin & the Magic Lamp, as the table sees it.

Cards are called by our own names; the table's name for the lost gem is put in where it is read.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.table import Player
from referee.games.aladdin.dice import Die


class GemsDealt(Struct, frozen=True, tag=True):
    """A player was dealt these starting gems."""

    player: Player
    gems: tuple[str, ...]


class DiceShown(Struct, frozen=True, tag=True):
    """A player's dice were uncovered."""

    player: Player
    dice: tuple[Die, ...]


class LampTouched(Struct, frozen=True, tag=True):
    """These hands touched the lamp, in this order; none if nobody did."""

    hands: tuple[Player, ...]


class OpponentChosen(Struct, frozen=True, tag=True):
    """Who had touched wrongly chose who may steal."""

    player: Player
    opponent: Player


class CardStolen(Struct, frozen=True, tag=True):
    """The opponent stole this card after a wrong rub."""

    thief: Player
    victim: Player
    card: str


class NothingStolen(Struct, frozen=True, tag=True):
    """The opponent stole nothing after a wrong rub."""

    thief: Player
    victim: Player


class WishAccepted(Struct, frozen=True, tag=True):
    """A player accepted a lamp card."""

    player: Player


class WishRefused(Struct, frozen=True, tag=True):
    """A player refused a lamp card."""

    player: Player


class WishesStopped(Struct, frozen=True, tag=True):
    """A player drew no further lamp card after a refusal."""

    player: Player


class NothingWished(Struct, frozen=True, tag=True):
    """The wish changed nothing that the record holds."""

    player: Player


class ChestCardTaken(Struct, frozen=True, tag=True):
    """By a wish a player drew the first card of a chest."""

    player: Player
    chest: str
    card: str


class CardMoved(Struct, frozen=True, tag=True):
    """By a wish a card went from one player to another."""

    card: str
    giver: Player
    taker: Player


class CardsSwapped(Struct, frozen=True, tag=True):
    """By a wish two players exchanged two cards."""

    card: str
    player: Player
    other_card: str
    other: Player


class CardDiscarded(Struct, frozen=True, tag=True):
    """By a wish a card of a player went to the discard pile."""

    card: str
    player: Player


class CardRecovered(Struct, frozen=True, tag=True):
    """By a wish a player took a card from the discard pile."""

    card: str
    player: Player


class DieChanged(Struct, frozen=True, tag=True):
    """By a wish a die of a player was changed from ``before`` to ``after``."""

    player: Player
    before: Die
    after: Die


class WishFinished(Struct, frozen=True, tag=True):
    """The wish was done, or goes on with another change."""

    is_done: bool


class CardDrawn(Struct, frozen=True, tag=True):
    """Exploring, a player drew a card with so many scorpions."""

    player: Player
    card: str
    scorpions: int


class DrawingStopped(Struct, frozen=True, tag=True):
    """Exploring, a player stopped before another card."""

    player: Player


class TalismanPlaced(Struct, frozen=True, tag=True):
    """A player laid a talisman on a gem kind, or ``lone``."""

    player: Player
    on: str


class RingCardTaken(Struct, frozen=True, tag=True):
    """With the Magic Ring a player took a card from the discard pile."""

    player: Player
    card: str


class RingCardLeft(Struct, frozen=True, tag=True):
    """With the Magic Ring a player took no card."""

    player: Player


Event: TypeAlias = (
    GemsDealt
    | DiceShown
    | LampTouched
    | OpponentChosen
    | CardStolen
    | NothingStolen
    | WishAccepted
    | WishRefused
    | WishesStopped
    | NothingWished
    | ChestCardTaken
    | CardMoved
    | CardsSwapped
    | CardDiscarded
    | CardRecovered
    | DieChanged
    | WishFinished
    | CardDrawn
    | DrawingStopped
    | TalismanPlaced
    | RingCardTaken
    | RingCardLeft
)
EVENTS: Final[tuple[type[Event], ...]] = (
    GemsDealt,
    DiceShown,
    LampTouched,
    OpponentChosen,
    CardStolen,
    NothingStolen,
    WishAccepted,
    WishRefused,
    WishesStopped,
    NothingWished,
    ChestCardTaken,
    CardMoved,
    CardsSwapped,
    CardDiscarded,
    CardRecovered,
    DieChanged,
    WishFinished,
    CardDrawn,
    DrawingStopped,
    TalismanPlaced,
    RingCardTaken,
    RingCardLeft,
)
