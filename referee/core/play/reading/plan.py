"""What a line is read into: answers one after the other, and how far they reach."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from msgspec import Struct

from referee.core.answers.text_input import NOT_A_CHOICE
from referee.core.play.reading.answer import ParsedAnswer, parse_answer
from referee.core.play.session import Session
from referee.core.say import BadAnswer, Say

MOST_QUOTED: Final = 80
NOT_READ: Final = "Not understood: “{word}” in “{line}”. Nothing was noted."


class Planned(Struct, frozen=True):
    """One answer of a line; ``is_forced`` where nobody typed it, as the rules leave no other.

    ``attempt`` is how it was read in the state that it would meet, ``at`` where its word begins.
    """

    words: str
    attempt: ParsedAnswer
    at: int = 0
    is_forced: bool = False


class Plan(Struct, frozen=True):
    """The answers that a line gives, up to the first that is ``refused``, if one is.

    ``said`` says what could not be read; then there are no answers.
    """

    answers: tuple[Planned, ...] = ()
    refused: Planned | None = None
    said: Say | None = None


class Reading(NamedTuple):
    """The answers in a stretch of the line, where it ends, and the state after them."""

    answers: tuple[Planned, ...]
    end: int
    state: Any


class Manner(Enum):
    """How a line is read: each way takes more than the one before it.

    Noise is passed over; what is refused is passed, as if it were overruled; and an answer takes
    as many words as it can, whether that is allowed or not.
    """

    PLAIN, WITH_NOISE, PAST_REFUSALS, GREEDY = range(4)

    @property
    def takes_refusals(self) -> bool:
        """Whether something refused may be read."""
        return self in {Manner.PAST_REFUSALS, Manner.GREEDY}


def as_one_hand(session: Session, line: str, answers: Sequence[Planned]) -> ParsedAnswer | None:
    """Return what a line says as one answer, where a run of the same would cut it anywhere.

    ``3 1 1`` is one hand, though it is refused, and not ``3 1`` and the next player's ``1``; the
    hands ``31 1`` are two.
    """
    is_run = len(answers) > 1 and any(" " in each.words and each.words in line for each in answers)
    if not is_run or any(each.isalpha() for each in line):
        return None
    try:
        return parse_answer(session, session.state, line)
    except BadAnswer:
        return None


def shown(words: str) -> str:
    """Return what of a long line is quoted."""
    return words if len(words) <= MOST_QUOTED else f"{words[:MOST_QUOTED]}…"


def in_line(said: Say, line: str) -> Say:
    """Quote the line, too, where one of its words is none of the choices.

    >>> cat = Say(NOT_A_CHOICE, word="cat", choices=("top", "bottom"))
    >>> str(in_line(cat, "map cat"))
    'Not understood: “cat” in “map cat”. Choose from top and bottom.'
    """
    if said.template != NOT_A_CHOICE or said.facts["word"] == line or len(line) > MOST_QUOTED:
        return said
    among = "Not understood: “{word}” in “{line}”. Choose from {choices}."
    return Say(among, **said.facts, line=line)
