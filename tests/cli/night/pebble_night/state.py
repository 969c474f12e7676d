"""Where a night stands."""

from collections.abc import Mapping

from pebble_night.keys import ROUNDS
from referee.api import Player, Rulebook, Setup, Struct, Vocabulary

STALLS = Vocabulary("shore", "field")


class State(Struct, frozen=True, kw_only=True):
    """``waiting`` have still to draw in this round, next one first."""

    setup: Setup
    rounds: int
    drawn: Mapping[Player, int]
    round: int = 1
    order: tuple[Player, ...] = ()
    waiting: tuple[Player, ...] = ()
    stall: str = ""
    is_at_stall: bool = False
    turned: int = 0
    """How often the glass has been turned in all."""
    run_out: int = 0
    """How many of its fillings have run out while the player at the stall draws."""


def start(book: Rulebook, setup: Setup) -> State:
    """Begin with nothing drawn. Cites: PEN-1.2."""
    return State(setup=setup, rounds=book[ROUNDS], drawn=dict.fromkeys(setup.seating, 0))
