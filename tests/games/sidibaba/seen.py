"""Everything that can happen, by name: ``seen.SandRanOut`` and the others."""

from __future__ import annotations

from referee.core.play import event
from referee.games.sidibaba.stages.encounters import TaleRolled, TokenGiven, TokenLaid, TokenStolen
from referee.games.sidibaba.stages.genies import (
    ArrowLaid,
    GenieUsed,
    JewelPaid,
    PayingDone,
    StepTold,
)
from referee.games.sidibaba.stages.lamps import OrderTaken, OrderVoted, SandRanOut, VoteHeld
from referee.games.sidibaba.stages.leader import EventPlayed, LeaderMoved
from referee.games.sidibaba.stages.locks import LockLeft, LockRolled, TokensHanded
from referee.games.sidibaba.stages.loot import LootDrawn, NothingPicked, RewardKept, TokenPicked
from referee.games.sidibaba.stages.losses import LampGone, TokensShown
from referee.games.sidibaba.stages.march import MoveDeclared, SquareEntered
from referee.games.sidibaba.stages.setup import LampsShared, PartyPlaced
from referee.games.sidibaba.state import State

__all__ = (
    "ArrowLaid",
    "Event",
    "EventPlayed",
    "GenieUsed",
    "JewelPaid",
    "LampGone",
    "LampsShared",
    "LeaderMoved",
    "LockLeft",
    "LockRolled",
    "LootDrawn",
    "MoveDeclared",
    "NothingPicked",
    "OrderTaken",
    "OrderVoted",
    "PartyPlaced",
    "PayingDone",
    "RewardKept",
    "SandRanOut",
    "SquareEntered",
    "StepTold",
    "TaleRolled",
    "TokenGiven",
    "TokenLaid",
    "TokenPicked",
    "TokenStolen",
    "TokensHanded",
    "TokensShown",
    "VoteHeld",
)

Event = event.Event[State]
