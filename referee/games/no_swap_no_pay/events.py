"""What can happen in a session of No Swap No Pay!, as the table sees it.

No event tells the colour of a coin that moved unseen: the record knows what was public.
Each carries all that the state needs, so that a log replays without a rulebook.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.table import Player
from referee.games.no_swap_no_pay.coins import Coins


class CaptainChosen(Struct, frozen=True, tag=True):
    """The table named the first captain."""

    player: Player


class GhostFed(Struct, frozen=True, tag=True):
    """The captain put so many unseen coins into the ghost's bag."""

    coins: int


class CoinsDrawn(Struct, frozen=True, tag=True):
    """The captain drew coins and laid them open in the middle."""

    coins: Coins


class CoinDrafted(Struct, frozen=True, tag=True):
    """A player took a coin from the middle."""

    player: Player
    colour: str


class DraftMissed(Struct, frozen=True, tag=True):
    """A player took no coin when it was time to."""

    player: Player


class Challenged(Struct, frozen=True, tag=True):
    """A player challenged another player, or the ghost."""

    challenger: Player
    target: Player


class ChallengeMissed(Struct, frozen=True, tag=True):
    """A player challenged nobody."""

    challenger: Player


class BagsSwapped(Struct, frozen=True, tag=True):
    """The challenge was accepted, and the bags changed hands."""

    challenger: Player
    target: Player


class CoinStolen(Struct, frozen=True, tag=True):
    """The challenge was refused, and the challenger drew so many coins blind."""

    challenger: Player
    target: Player
    coins: int


class ChallengeUnanswered(Struct, frozen=True, tag=True):
    """The challenge came to nothing."""

    challenger: Player
    target: Player


class CoinDonated(Struct, frozen=True, tag=True):
    """A player put so many coins back into the treasure bag, unseen."""

    player: Player
    coins: int


class DonationMissed(Struct, frozen=True, tag=True):
    """A player donated nothing."""

    player: Player


class BagRevealed(Struct, frozen=True, tag=True):
    """A bag was turned out at the end."""

    player: Player
    coins: Coins


class TreasureRevealed(Struct, frozen=True, tag=True):
    """The treasure bag was turned out at the end."""

    coins: Coins


class PurpleDeclared(Struct, frozen=True, tag=True):
    """A player declared the purple coins of the own bag."""

    player: Player
    colours: tuple[str, ...]


Event: TypeAlias = (
    CaptainChosen
    | GhostFed
    | CoinsDrawn
    | CoinDrafted
    | DraftMissed
    | Challenged
    | ChallengeMissed
    | BagsSwapped
    | CoinStolen
    | ChallengeUnanswered
    | CoinDonated
    | DonationMissed
    | BagRevealed
    | TreasureRevealed
    | PurpleDeclared
)
EVENTS: Final[tuple[type[Event], ...]] = (
    CaptainChosen,
    GhostFed,
    CoinsDrawn,
    CoinDrafted,
    DraftMissed,
    Challenged,
    ChallengeMissed,
    BagsSwapped,
    CoinStolen,
    ChallengeUnanswered,
    CoinDonated,
    DonationMissed,
    BagRevealed,
    TreasureRevealed,
    PurpleDeclared,
)
