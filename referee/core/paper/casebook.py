"""A decided dispute as it is shown: in letters, and on a page."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.core.fields import Value
from referee.core.question import Answer


class DecidedCase(Struct, frozen=True, kw_only=True):
    """A case as it is shown: what was asked, and the answer that today's rules give.

    ``facts`` hold the house rules as well, for the answer rests on them.
    """

    case_id: str
    asked: str
    reading: str
    date: str
    status: str
    question: str
    facts: Mapping[str, Value]
    answer: Answer
