"""One thing that the referee asks, whoever answers it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from referee.core.answers.choices import Answers
from referee.core.answers.custom import is_sole
from referee.core.play.event import AnyEvent
from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.core.table import Player


class Timer(Struct, frozen=True):
    """A sand timer that runs: its seconds, which filling it is, and the event of its end.

    With a new ``filling`` the seconds begin anew.
    """

    seconds: int
    filling: int
    expired: AnyEvent


class Step(Struct, frozen=True, kw_only=True):
    """What is asked next, of whom, and how words become the event that answers it.

    ``where`` tells the heading, ``ask`` what is asked, ``context`` what lies open and
    matters now, ``detail`` what helps to answer, ``setup`` what the table does before. ``default``
    is the answer that the Enter key gives, if any. ``alternatives`` are steps that may be reported
    instead; each begins with its ``keyword``, or with a beginning of it, of ``letters`` at least,
    that means nothing else here, or with a word of ``also``. A step has an answer on
    offer, or one of those beside it has; what has none is still read, so that the referee can say
    why. Steps of one ``run`` may be answered on one line; one that ``is_observed`` is asked even
    where one answer is left, and one that is not ``is_listed`` is told of by ``?`` alone.
    ``timer`` is the sand timer that runs while this is asked, and ``expiry`` the step beside
    this one that reports its end; a step without a timer lets the sand stand still. What is
    answered where it ``hides_answer``, the log does not show; what would be said to an answer
    where it ``hides_rulings``, nobody is told without giving it.
    """

    id: str
    keyword: str
    player: Player | None
    where: Callable[[], Say]
    ask: Say
    answers: Answers[object]
    read: Callable[[str], AnyEvent]
    rules: tuple[RuleRef, ...] = ()
    context: tuple[Say, ...] = ()
    default: str | None = None
    alternatives: tuple[Step, ...] = ()
    timer: Timer | None = None
    expiry: Step | None = None
    hides_answer: bool = False
    hides_rulings: bool = False
    detail: Say | None = None
    setup: tuple[Say, ...] = ()
    run: str = ""
    letters: int = 1
    is_observed: bool = False
    is_listed: bool = True
    also: tuple[str, ...] = ()

    @property
    def heading(self) -> Say:
        """Name round and phase; worded only where somebody reads it."""
        return self.where()

    def typed(self, step_id: str, words: str) -> str | None:
        """Word an answer to the step of this id as it is typed here; None if it is not asked.

        An answer to a step beside this one has its own word in front.
        """
        if step_id == self.id:
            return words
        beside = next((each for each in self.alternatives if each.id == step_id), None)
        return f"{beside.keyword} {words.strip()}".strip() if beside else None

    @property
    def offers(self) -> int:
        """How many answers are on offer now, those to the steps beside it included."""
        return self.answers.size + sum(beside.answers.size for beside in self.alternatives)

    @property
    def on_empty(self) -> str | None:
        """What the Enter key answers: the stated answer, or the only one there is."""
        if self.default is None and not self.alternatives and is_sole(self.answers):
            return self.answers.offer(0)
        return self.default
