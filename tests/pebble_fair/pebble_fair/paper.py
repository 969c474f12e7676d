"""The round sheet. The quick reference beside a blank form is made from the rulebook."""

from pebble_fair.state import State
from referee.api import Paper, Say, SheetLine


def _sizes(state: State) -> dict[str, int]:
    return {player: sum(basket.values()) for player, basket in state.baskets.items()}


PAPER = Paper(
    counts=Say("round"),
    lines=(
        SheetLine("drawn", Say("drawn")),
        SheetLine("baskets", Say("pebbles in the basket"), after_round=_sizes),
    ),
)
