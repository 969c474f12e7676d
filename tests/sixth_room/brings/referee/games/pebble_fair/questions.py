"""The disputes that can be put without a session."""

from __future__ import annotations

from typing import Final, cast

from referee.core.question import Answer, Facts, Question
from referee.core.rulebook import Rulebook
from referee.core.ruling import impossible
from referee.core.say import Say
from referee.core.shape import Field, Integer

from . import keys
from .keys import MUDDY
from .scoring import is_spoiled


def answer_bust(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether the basket is spoiled. Cites: PEB-1.1, PEB-3.2."""
    muddy, box = cast("int", facts.values["muddy"]), book[keys.SUPPLY][MUDDY]
    if muddy > box:
        ruling = impossible(Say("There are {n} muddy pebbles.", n=box), keys.SUPPLY)
        return Answer.ruled(ruling, {"spoiled": None})
    spoiled = is_spoiled(book, muddy)
    said = Say("The basket is spoiled.") if spoiled else Say("The basket counts.")
    return Answer.answered(said, {"spoiled": spoiled}, keys.BUST_AT)


QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        name="bust",
        about=Say("Is a basket with so many muddy pebbles spoiled?"),
        fields=(
            Field(name="muddy", shape=Integer(), about=Say("muddy pebbles in it"), required=True),
        ),
        answer=answer_bust,
        example="muddy=2",
    ),
)
