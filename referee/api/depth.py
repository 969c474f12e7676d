"""A game of which only what a round leaves, or the game, is written down."""

from referee.core.play.marks.depth import Depth, DepthChosen, playing
from referee.core.table import ROUND, TURN

__all__ = (
    "ROUND",
    "TURN",
    "Depth",
    "DepthChosen",
    "playing",
)
