"""How the table is set up, in words for the players."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import Coins, coins
from referee.games.no_swap_no_pay.form import ghost_of
from referee.games.no_swap_no_pay.state import treasure_at_start

TREASURE: Final = Say("treasure bag")


def setup_lines(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """Word the setup of this table. Cites: NSP-1.2, NSP-1.3, NSP-1.4, NSP-7.1."""
    seats = len(setup.seating)
    lines = [
        Say("Each bag starts with {coins}.", coins=Coins.of(book[keys.BAG_AT_START]).say),
        Say("The treasure bag starts with {coins}.", coins=treasure_at_start(book, seats).say),
        Say(
            "Each player draws {n} from it into the own bag, unseen by the others.",
            n=coins(book[keys.UNSEEN_COINS][seats]),
        ),
    ]
    ghost = ghost_of(book, setup.seating)
    if ghost:
        said = Say(
            "{ghost} has a bag too, and {n} drawn that nobody looks at.",
            ghost=ghost,
            n=coins(book[keys.GHOST_UNSEEN]),
        )
        lines.append(said)
    return tuple(lines)
