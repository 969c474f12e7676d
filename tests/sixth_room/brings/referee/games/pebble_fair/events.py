"""What can happen at a Pebble Fair, as the table sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.table import Player


class FairOpened(Struct, frozen=True, tag=True):
    """The judge named who begins."""

    player: Player


class StallChosen(Struct, frozen=True, tag=True):
    """A player went to a stall, or to ``none``."""

    player: Player
    stall: str


class PebblesDrawn(Struct, frozen=True, tag=True):
    """A player drew pebbles, by kind."""

    player: Player
    pebbles: Mapping[str, int]


class SandRanOut(Struct, frozen=True, tag=True):
    """A filling of the glass ran out before the player had drawn: the last one, or not."""

    player: Player
    is_last: bool


class RainFell(Struct, frozen=True, tag=True):
    """It rained: so many muddy pebbles went from each basket back into the sack."""

    washed: int


class MudGuessed(Struct, frozen=True, tag=True):
    """The players whispered their guesses; nobody is named if nobody did."""

    guesses: Mapping[Player, int]


class FairCalled(Struct, frozen=True, tag=True):
    """The judge called the fair clean, or did not."""

    is_clean: bool


class RibbonsTied(Struct, frozen=True, tag=True):
    """The judge tied these ribbons to a basket."""

    player: Player
    ribbons: tuple[str, ...]


Event: TypeAlias = (
    FairOpened
    | StallChosen
    | PebblesDrawn
    | SandRanOut
    | RainFell
    | MudGuessed
    | FairCalled
    | RibbonsTied
)
EVENTS: Final[tuple[type[Event], ...]] = (
    FairOpened,
    StallChosen,
    PebblesDrawn,
    SandRanOut,
    RainFell,
    MudGuessed,
    FairCalled,
    RibbonsTied,
)
