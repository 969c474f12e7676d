"""One thing that the referee asks, whoever answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from referee.core.answers import Answers
from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.core.table import Player

A = TypeVar("A")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)


class Step(Struct, Generic[E], frozen=True, kw_only=True):
    """What is asked next, of whom, and how words become the event that answers it.

    ``where`` names round and phase, ``ask`` what is asked, ``shows`` what lies open and
    matters now. ``enter`` is the answer that the Enter key gives, if any. ``besides`` are
    steps that may be reported instead; each begins with the last word of its id. ``glass``
    is the seconds of a sand timer that runs while this is asked.
    """

    id: str
    player: Player | None
    where: Say
    ask: Say
    answers: Answers[object]
    read: Callable[[str], E]
    cites: tuple[RuleRef, ...] = ()
    shows: tuple[Say, ...] = ()
    enter: str | None = None
    besides: tuple[Step[E], ...] = ()
    glass: int | None = None

    @property
    def word(self) -> str:
        """The word that reports this step beside another: the last part of its id."""
        return self.id.rpartition(".")[2]

    @property
    def on_enter(self) -> str | None:
        """What the Enter key answers: the stated answer, or the only one there is."""
        if self.enter is None and self.answers.size == 1 and not self.besides:
            return self.answers.offer(0)
        return self.enter
