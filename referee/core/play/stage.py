"""What a course is made of: stages that ask, and what follows by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from referee.core.answers.choices import Answers
from referee.core.play.event import Event
from referee.core.rulebook import Rulebook, RuleLike
from referee.core.say import Say
from referee.core.table import Player

S = TypeVar("S")


class Prompt(Struct, Generic[S], frozen=True, kw_only=True):
    """What a stage asks: the sentence, the kind of answer, and the event that an answer names.

    ``rules`` are shown with the question; where none are given, those of the stage's events.
    ``default`` is the answer that the Enter key gives, empty where it gives none though there
    is only one; ``context`` is what lies open and matters now. What is answered where it
    ``hides_answer``, the log does not show; what would be said to an answer where it
    ``hides_rulings``, nobody is told without giving it. ``detail`` helps to answer, and stands
    below the question; ``setup`` is what the table does before it is asked.
    """

    ask: Say
    answers: Answers[Any]
    event: Callable[[Any], Event[S]]
    rules: tuple[RuleLike, ...] = ()
    default: str | None = None
    context: tuple[Say, ...] = ()
    hides_answer: bool = False
    hides_rulings: bool = False
    detail: Say | None = None
    setup: tuple[Say, ...] = ()


def _always(state: Any) -> bool:  # noqa: ANN401 - a state of any room
    return True


def _nobody(state: Any) -> None:  # noqa: ANN401 - see above
    return None


class Stage(Struct, Generic[S], frozen=True, kw_only=True):
    """A part of a turn: when it is due, who acts, what is asked, and which events it takes.

    ``id`` stands in journals and never changes. ``actor`` and ``ask`` are called only where
    ``when`` holds. ``alternatives`` are reported instead, each by its ``word`` or the last one of
    its id, of which ``letters`` are the fewest that stand for it; a word of ``also`` stands for it
    too. Stages with the same ``run`` may be answered on one line. What only the table can see
    ``is_observed``: it is always asked. What seldom happens is not ``is_listed`` at a prompt; ``?``
    tells of it.
    """

    id: str
    title: Say
    ask: Callable[[Rulebook, S], Prompt[S]]
    events: tuple[type[Event[S]], ...]
    when: Callable[[S], bool] = _always
    actor: Callable[[S], Player | None] = _nobody
    alternatives: tuple[Stage[S], ...] = ()
    run: str = ""
    letters: int = 1
    is_observed: bool = False
    is_listed: bool = True
    word: str = ""
    also: tuple[str, ...] = ()

    @property
    def keyword(self) -> str:
        """The word that reports it beside another stage: its own, else the last one of its id."""
        return self.word or self.id.rpartition(".")[2]


class Consequence(Struct, Generic[S], frozen=True, kw_only=True):
    """What follows from the rules by itself, at the event that brings it about.

    ``say`` gets the state before its own ``apply``; without it this is bookkeeping. ``only`` is
    asked before ``when``, once for all in a row that share it.
    """

    when: Callable[[S], bool]
    apply: Callable[[S], S]
    rule: RuleLike
    say: Callable[[S], Say] | None = None
    only: Callable[[S], bool] = _always
