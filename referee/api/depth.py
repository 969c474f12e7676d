"""A game of which only what a round leaves, or the game, is written down."""

from typing import TYPE_CHECKING, Any

from referee.core.table import ROUND, TURN

if TYPE_CHECKING:
    from referee.core.play.marks.depth import Depth, DepthChosen, playing

__all__ = (
    "ROUND",
    "TURN",
    "Depth",
    "DepthChosen",
    "playing",
)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name not in __all__:  # Python asks for __path__, too
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from referee.core.play.marks import depth  # a state needs the two words alone

    return getattr(depth, name)
