"""What a final count says of itself: what cannot be, and what has to be asked about.

A statement that is missing is unknown: it could be anything that a game of this box allows.
"""

from __future__ import annotations

from referee.api import (
    FinalCount,
    Rulebook,
    Ruling,
    Say,
)
from referee.games.colorful_treasure.model.counting import asked, out_of_the_question
from referee.games.colorful_treasure.model.plays.clash import clash
from referee.games.colorful_treasure.model.plays.endings import Ending

_REST_CAN_BE = Say("whether all the rest can be, for too many would have to be tried")


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so, or what is asked about; the gravest first.

    The box comes first, then what every game has in common, then whether any play of the rules
    leads there. Where nothing is found and the search ended before it could say, the rest is
    allowed. Cites: COL-9.1 to COL-9.13.
    """
    grave = out_of_the_question(book, count) or clash(Ending(book, count))
    return grave or asked(book, count)


def is_unsettled(book: Rulebook, count: FinalCount) -> bool:
    """Whether nothing was found and the search for a play ended before it could say."""
    nothing = out_of_the_question(book, count) is None
    return nothing and Ending(book, count).explained() is None
