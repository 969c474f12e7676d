"""One kind of dispute that can be put without a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

from referee.core.rulebook import Rulebook, RuleLike, RuleRef, refs
from referee.core.ruling import Ruling
from referee.core.say import Say
from referee.core.shape import Field, Value
from referee.core.table import Options

ANSWERED: Final = "answered"
Results: TypeAlias = Mapping[str, Any]
"""What was worked out, by name: numbers, words, yes or no, lists and maps; None if unknown."""


class Facts(Struct, frozen=True):
    """The facts of a dispute, read in the shapes of its question, and the switches given."""

    values: Mapping[str, Value]
    options: Options = {}


class Answer(Struct, frozen=True):
    """The referee's word on a dispute: a verdict or ``answered``, why, and what was worked out."""

    verdict: str
    reason: Say
    rules: tuple[RuleRef, ...]
    because: tuple[Say, ...] = ()
    results: Results = {}

    @classmethod
    def ruled(cls, ruling: Ruling, results: Results | None = None) -> Answer:
        """Answer with a ruling; what is not known in the results is None."""
        return cls(ruling.verdict.value, ruling.reason, ruling.rules, ruling.because, results or {})

    @classmethod
    def answered(
        cls, reason: Say, results: Results, *rules: RuleLike, because: tuple[Say, ...] = ()
    ) -> Answer:
        """Answer with what was worked out, good news or bad."""
        return cls(ANSWERED, reason, refs(rules), because, results)


class Question(Struct, frozen=True, kw_only=True):
    """A dispute by name: the facts it needs and the function that answers it.

    ``example`` are facts as a player would type them; they are run by the tests.
    """

    name: str
    about: Say
    fields: tuple[Field, ...]
    answer: Callable[[Rulebook, Facts], Answer]
    example: str
