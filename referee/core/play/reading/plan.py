"""The result of reading a line: its answers in order, and how far they reach."""

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
    """One answer of a line; ``is_forced`` if nobody typed it, because the rules leave no other.

    ``attempt`` is its reading in the state before it, ``at`` the place of its first character.
    """

    words: str
    attempt: ParsedAnswer
    at: int = 0
    is_forced: bool = False


class Plan(Struct, frozen=True):
    """The answers of a line up to the first that is ``refused``, if any.

    If the line could not be read, ``said`` says why, and there are no answers.
    """

    answers: tuple[Planned, ...] = ()
    refused: Planned | None = None
    said: Say | None = None


class Reading(NamedTuple):
    """The answers in a stretch of the line, where it ends, and the state after them."""

    answers: tuple[Planned, ...]
    end: int
    state: Any


class Leniency(Enum):
    """How much the reading of a line accepts: each member accepts more than the one before it.

    ``WITH_NOISE`` skips words that mean nothing, ``PAST_REFUSALS`` reads on after a refused answer
    as if it were overruled, ``GREEDY`` gives each answer as many words as it can, allowed or not.
    """

    PLAIN, WITH_NOISE, PAST_REFUSALS, GREEDY = range(4)

    @property
    def takes_refusals(self) -> bool:
        """Whether a refused answer is accepted."""
        return self in {Leniency.PAST_REFUSALS, Leniency.GREEDY}


def as_single_answer(
    session: Session, line: str, answers: Sequence[Planned]
) -> ParsedAnswer | None:
    """Return a line of numbers as one answer, if its spaces do not say where an answer ends.

    ``3 1 1`` is one hand, although it is refused, and not ``3 1`` and the next player's ``1``;
    ``31 1`` is two hands. None if the answers are separate or the line is not one answer.
    """
    is_run = len(answers) > 1 and any(" " in each.words and each.words in line for each in answers)
    if not is_run or any(each.isalpha() for each in line):
        return None
    try:
        return parse_answer(session, session.state, line)
    except BadAnswer:
        return None


def shortened(words: str) -> str:
    """Return the part of a long line that is quoted."""
    return words if len(words) <= MOST_QUOTED else f"{words[:MOST_QUOTED]}…"


def in_line(said: Say, line: str) -> Say:
    """Quote the whole line, too, if one of its words is not a choice.

    >>> cat = Say(NOT_A_CHOICE, word="cat", choices=("top", "bottom"))
    >>> str(in_line(cat, "map cat"))
    'Not understood: “cat” in “map cat”. Choose from top and bottom.'
    """
    if said.template != NOT_A_CHOICE or said.facts["word"] == line or len(line) > MOST_QUOTED:
        return said
    quoted = "Not understood: “{word}” in “{line}”. Choose from {choices}."
    return Say(quoted, **said.facts, line=line)
