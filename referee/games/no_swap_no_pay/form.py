"""What a holdings file of this game tells."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.shape import Choice, Field, Integer, ListOf, MapOf
from referee.core.table import Form, Options, Player
from referee.games.no_swap_no_pay.coins import COLOURS, DECLARABLE
from referee.games.no_swap_no_pay.keys import GHOST_PLAYERS

GHOST: Final = Player("Davy Jones")
COIN_FIELDS: Final = tuple(
    Field(name=colour, shape=Integer(), about=Say("{colour} coins in the bag", colour=colour))
    for colour in COLOURS
)
PURPLE_AS: Final = Field(
    name="purple_as",
    shape=ListOf(Choice(DECLARABLE)),
    about=Say("what the owner declares each purple coin; the best declaration where left out"),
    rare=True,
)


def ghost_of(book: Rulebook, seating: tuple[Player, ...]) -> Player | None:
    """Name the ghost where it joins, which depends on how many play. Cites: NSP-7.1."""
    return GHOST if len(seating) == book[GHOST_PLAYERS] else None


def form(book: Rulebook, options: Options) -> Form:
    """Give the form: coins by colour, the owner's word on purple, the treasure bag.

    With as many players as the ghost joins, its bag is an entry too. Cites: NSP-7.1.
    """
    treasure = Field(
        name="treasure",
        shape=MapOf(Choice(COLOURS), Integer()),
        about=Say("coins left in the treasure bag, for the audit"),
    )
    return Form(
        fields=(*COIN_FIELDS, PURPLE_AS),
        shared=(treasure,),
        extra_entries={book[GHOST_PLAYERS]: (GHOST,)},
    )
