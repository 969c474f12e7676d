"""What a holdings file of this game tells."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.shape import Boolean, Choice, Field, Integer, ListOf, MapOf, Text
from referee.core.table import Form, Options
from referee.games.sidibaba.state import OUTCOMES
from referee.games.sidibaba.tokens import read_pair

JEWELS: Final = Field(
    name="jewels",
    shape=ListOf(Integer(is_face_value=True)),
    about=Say("the numbers on jewels that have one"),
)
PAIRS: Final = Field(
    name="pairs",
    shape=MapOf(Text(like="1/5", read=read_pair), Integer()),
    about=Say("how many jewels there are of each kind with two numbers"),
)
GENIES: Final = Field(name="genies", shape=Integer(), about=Say("genies that were not used"))
OUTCOME: Final = Field(
    name="outcome", shape=Choice(OUTCOMES), about=Say("how the game ended"), required=True
)
TREASURE_FOUND: Final = Field(
    name="treasure_found", shape=Boolean(), about=Say("whether the Treasure was found")
)


def form(book: Rulebook, options: Options) -> Form:
    """Give the form, the same at every table."""
    return Form(fields=(JEWELS, PAIRS, GENIES), shared=(OUTCOME, TREASURE_FOUND))
