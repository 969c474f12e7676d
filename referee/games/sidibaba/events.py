"""What can happen in a session of Sidibaba, as the table sees it or the Leader tells it."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.table import Player
from referee.games.sidibaba.maze import Direction, Square


class LampsShared(Struct, frozen=True, tag=True):
    """These adventurers got a lamp more than the others."""

    more: tuple[Player, ...]


class OrderTaken(Struct, frozen=True, tag=True):
    """The adventurers stand in this order, the first in front; its lamp is lit."""

    order: tuple[Player, ...]


class PartyPlaced(Struct, frozen=True, tag=True):
    """The Leader laid the triangle on this square, facing that way."""

    square: Square
    facing: Direction


class MoveDeclared(Struct, frozen=True, tag=True):
    """The adventurer in front declared a move."""

    move: str


class VoteHeld(Struct, frozen=True, tag=True):
    """So many voted for each move."""

    votes: tuple[tuple[str, int], ...]


class SquareEntered(Struct, frozen=True, tag=True):
    """The Leader said what lies on the square entered, or that a wall is in the way."""

    what: str


class SandRanOut(Struct, frozen=True, tag=True):
    """The sand ran out."""


class LootDrawn(Struct, frozen=True, tag=True):
    """These tokens were drawn for what was found."""

    tokens: tuple[str, ...]


class LampGone(Struct, frozen=True, tag=True):
    """An unlit lamp of this adventurer was discarded, for a curse or because of the Leader."""

    player: Player


class TokenPicked(Struct, frozen=True, tag=True):
    """An adventurer picked one of the tokens on the table."""

    player: Player
    token: str


class NothingPicked(Struct, frozen=True, tag=True):
    """An adventurer picked nothing."""

    player: Player


class LockRolled(Struct, frozen=True, tag=True):
    """At a lock these numbers were rolled, one adventurer after the other."""

    numbers: tuple[int, ...]


class TokensHanded(Struct, frozen=True, tag=True):
    """Who opened the padlock gave one token to each of these."""

    player: Player
    tokens: tuple[tuple[Player, str], ...]


class GenieUsed(Struct, frozen=True, tag=True):
    """An adventurer used a genie."""

    player: Player
    genie: str


class JewelPaid(Struct, frozen=True, tag=True):
    """An adventurer paid a jewel for a second step."""

    player: Player
    jewel: str


class PayingDone(Struct, frozen=True, tag=True):
    """Nobody paid a further jewel."""


class StepTold(Struct, frozen=True, tag=True):
    """The Leader told a step on the way, as the party faces: ahead, right, back, left; or none."""

    step: str


class ArrowLaid(Struct, frozen=True, tag=True):
    """An arrow was laid where the party stands, pointing that way as it faces."""

    points: str


class RewardKept(Struct, frozen=True, tag=True):
    """After a genie its owner kept this token; ``none`` where there was none to keep."""

    player: Player
    token: str


class EventPlayed(Struct, frozen=True, tag=True):
    """The Leader played an event: for its effect, or to move.

    ``arrows`` are those of a movement; ``square`` is where a landslide fell, None without a maze.
    """

    event: str
    to_move: bool = False
    arrows: int = 0
    square: Square | None = None


class LeaderMoved(Struct, frozen=True, tag=True):
    """The Leader token moved, to this square if there is a maze; None is off the map."""

    square: Square | None = None
    reaches: bool = False
    """Whether it reaches the party; told where there is no maze."""


class TokenStolen(Struct, frozen=True, tag=True):
    """The thief took a token of this adventurer, unseen."""

    player: Player


class TaleRolled(Struct, frozen=True, tag=True):
    """At Scheherazade's tale an adventurer rolled a number."""

    player: Player
    number: int


class TokenGiven(Struct, frozen=True, tag=True):
    """An adventurer gave Scheherazade a token."""

    player: Player
    token: str


class TokenLaid(Struct, frozen=True, tag=True):
    """The Leader laid a token of this adventurer on the merchant's table."""

    player: Player
    token: str


class TokensShown(Struct, frozen=True, tag=True):
    """At the end an adventurer turned up all tokens."""

    player: Player
    tokens: tuple[str, ...]


Event: TypeAlias = (
    LampsShared
    | OrderTaken
    | PartyPlaced
    | MoveDeclared
    | VoteHeld
    | SquareEntered
    | SandRanOut
    | LootDrawn
    | LampGone
    | TokenPicked
    | NothingPicked
    | LockRolled
    | TokensHanded
    | GenieUsed
    | JewelPaid
    | PayingDone
    | StepTold
    | ArrowLaid
    | RewardKept
    | EventPlayed
    | LeaderMoved
    | TokenStolen
    | TaleRolled
    | TokenGiven
    | TokenLaid
    | TokensShown
)
EVENTS: Final[tuple[type[Event], ...]] = (
    LampsShared,
    OrderTaken,
    PartyPlaced,
    MoveDeclared,
    VoteHeld,
    SquareEntered,
    SandRanOut,
    LootDrawn,
    LampGone,
    TokenPicked,
    NothingPicked,
    LockRolled,
    TokensHanded,
    GenieUsed,
    JewelPaid,
    PayingDone,
    StepTold,
    ArrowLaid,
    RewardKept,
    EventPlayed,
    LeaderMoved,
    TokenStolen,
    TaleRolled,
    TokenGiven,
    TokenLaid,
    TokensShown,
)
