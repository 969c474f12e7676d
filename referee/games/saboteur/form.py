"""What a holdings file of this game tells."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.shape import Choice, Field, Integer, ListOf, PlayerName, Record
from referee.core.table import Form, Options

DIGGERS, SABOTEURS = "diggers", "saboteurs"
WINNERS: Final = (DIGGERS, SABOTEURS)

GOLD: Final = Field(
    name="gold",
    shape=ListOf(Integer(least=1, is_face_value=True)),
    about=Say("the nuggets printed on each gold card, as in [3, 1, 1]"),
)
OWED: Final = Field(
    name="owed",
    shape=Integer(),
    about=Say("nuggets that the bank could not pay exactly and owes"),
    rare=True,
)
ROUNDS: Final = Field(
    name="rounds",
    shape=ListOf(
        Record(
            (
                Field(
                    name="won",
                    shape=Choice(WINNERS),
                    about=Say("who won the round: diggers or saboteurs"),
                    required=True,
                ),
                Field(
                    name="saboteurs",
                    shape=ListOf(PlayerName()),
                    about=Say("who was a saboteur; [] if nobody"),
                    required=True,
                ),
                Field(
                    name="connector",
                    shape=PlayerName(),
                    about=Say("who joined the treasure, where the diggers won"),
                ),
            ),
            separators=(":", ":"),
        )
    ),
    about=Say("how the three rounds came out, for the audit"),
)


def form(book: Rulebook, options: Options) -> Form:
    """Give the form: gold cards by what they show, and how the rounds came out. Cites: SAB-9.1."""
    return Form(fields=(GOLD, OWED), shared=(ROUNDS,))
