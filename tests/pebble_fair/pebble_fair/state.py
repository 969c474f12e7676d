"""Where a fair stands: everything that was seen, and nothing that was not."""

from collections.abc import Mapping

from pebble_fair.keys import ROUNDS
from referee.api import Player, Rulebook, Setup, Struct, Vocabulary

KINDS = Vocabulary("plain", "muddy")


class State(Struct, frozen=True, kw_only=True):
    """``waiting`` have still to draw in this round, next one first."""

    setup: Setup
    rounds: int
    baskets: Mapping[str, Mapping[str, int]]
    waiting: tuple[Player, ...]
    round: int = 1
    has_rained: bool = False


def start(book: Rulebook, setup: Setup) -> State:
    """Begin with empty baskets; the first named draws first. Cites: PEB-2.2."""
    return State(
        setup=setup,
        rounds=book[ROUNDS],
        baskets={player: dict.fromkeys(KINDS, 0) for player in setup.seating},
        waiting=setup.seating,
    )
