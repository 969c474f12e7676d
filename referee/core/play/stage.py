"""What a course is made of: stages that ask, and what follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from msgspec import Struct

from referee.core.answers.choices import Answers
from referee.core.answers.custom import is_sole
from referee.core.play.event import AnyEvent, Event
from referee.core.rulebook import Rulebook, RuleLike, RuleRef
from referee.core.ruling import Notice
from referee.core.say import Say
from referee.core.table import Player

S = TypeVar("S")


class Prompt(Struct, Generic[S], frozen=True, kw_only=True):
    """What a stage asks: the sentence, the kind of answer, and the event that an answer names.

    ``rules`` are shown with the question; where none are given, those of the stage's events.
    ``default`` is the answer that the Enter key gives, empty where it gives none though there is
    only one; ``context`` is what is face up and matters now. What is answered where it
    ``hides_answer``, the log does not show; what would be said to an answer where it
    ``hides_rulings``, it is said only to anybody who gives it. ``detail`` helps to answer, and is
    below the question; ``setup`` is what the table does before it is asked, and ``notices`` what
    the printed sequence says at this time. ``forced_by`` is the rule that leaves one answer, where
    it is not the rule of the event, or where something else may be reported. Where Enter answers
    nothing it shows the table: this ``view``. Answers of an ``EachPlayer`` that are ``sealed`` are
    given at the same time: each out of sight of the others, and nothing is shown or recorded
    before the last; all on one line will do.
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
    setup: tuple[Say | Notice, ...] = ()
    notices: tuple[Notice, ...] = ()
    forced_by: RuleLike | None = None
    view: str = ""
    sealed: bool = False


class Stage(Struct, Generic[S], frozen=True, kw_only=True):
    """A part of a turn: when it is due, who acts, what is asked, and which events it takes.

    ``id`` is written into journals and never changes. ``actor`` and ``ask`` are called only where
    ``when`` holds. ``alternatives`` are reported instead, each by its ``word`` or the last one of
    its id, of which ``letters`` are the fewest that name it; a word of ``also`` names it too.
    Stages with the same ``run`` may be answered on one line; where it is asked of the state, the
    runs of two rounds are not the same. With one of the words of ``apart`` an answer is for one
    player alone, who is asked for what it lacks. What only the table can see ``is_observed``: it
    is always asked. What seldom happens is not ``is_listed`` at a prompt; ``?`` says of it.
    ``turn`` is the rule by which it is nobody else's turn; the first of the prompt where none is
    given. Where words ``stand_apart``, run together they all end in a number. What ``has_values``
    has numbers on it, and a number that counts pieces says nothing of them. One that
    ``may_pass`` is answered as by Enter where what is typed answers the next question. One that
    ``yields_to`` an alternative is asked behind it: within a line the words answer that one.
    """

    id: str
    title: Say
    ask: Callable[[Rulebook, S], Prompt[S]]
    events: tuple[type[Event[S]], ...]
    when: Callable[[S], bool] = lambda _: True
    actor: Callable[[S], Player | None] = lambda _: None
    alternatives: tuple[Stage[S], ...] = ()
    run: str | Callable[[S], str] = ""
    letters: int = 1
    is_observed: bool = False
    is_listed: bool = True
    word: str = ""
    also: tuple[str, ...] = ()
    apart: Callable[[S], Mapping[str, Say]] = lambda _: {}
    turn: RuleLike | None = None
    stand_apart: bool = False
    has_values: bool = False
    may_pass: bool = False
    yields_to: str = ""

    def __post_init__(self) -> None:
        if not self.events:
            said = f"the stage {self.id} takes no events"
            raise ValueError(said)

    @property
    def verbs(self) -> frozenset[str]:
        """The words by which the sentences of its events are known."""
        return _words_of(self.events)[0]

    @property
    def filler(self) -> frozenset[str]:
        """The words of those sentences between the parts of an answer."""
        return _words_of(self.events)[1]

    @property
    def keyword(self) -> str:
        """The word that reports it as an alternative: its own, or else the last one of its id."""
        return self.word or self.id.rpartition(".")[2]


@lru_cache(maxsize=1024)
def _words_of(events: tuple[type[Event[Any]], ...]) -> tuple[frozenset[str], frozenset[str]]:
    verbs = (verb for kind in events for verb in kind.verbs.split())
    return frozenset(verbs), frozenset(word for kind in events for word in kind.filler.split())


class Consequence(Struct, Generic[S], frozen=True, kw_only=True):
    """What follows from the rules by itself, at the event that brings it about.

    ``say`` gets the state before its own ``apply``; without it this is bookkeeping. ``only`` is
    asked before ``when``, once for all in a row that share it.
    """

    when: Callable[[S], bool]
    apply: Callable[[S], S]
    rule: RuleLike | tuple[RuleLike, ...]
    say: Callable[[S], Say] | None = None
    only: Callable[[S], bool] = lambda _: True


class Timer(Struct, frozen=True):
    """A sand timer that runs: its seconds, which filling it is, and the event of its end.

    With a new ``filling`` the seconds start over.
    """

    seconds: int
    filling: int
    expired: AnyEvent


class Beside(Struct, frozen=True, dict=True):
    """A stage that may be reported instead of another, and its step where somebody needs it."""

    stage: Stage[Any]
    make: Callable[[Stage[Any]], Step]

    @cached_property
    def step(self) -> Step:
        """What this stage asks."""
        return self.make(self.stage)


class Step(Struct, frozen=True, kw_only=True, dict=True):
    """What is asked next, of whom, and how words become the event that answers it.

    What has the name of a field of ``Stage`` or ``Prompt`` is that, as it is in this state.
    ``where`` says the heading. ``besides`` are the steps that may be reported instead; each begins
    with its ``keyword``, or with a beginning of it, of ``letters`` at least, that means nothing
    else here, or with a word of ``also``. A step has an answer on offer, or one of its alternatives
    has; what has none is still read, so that the referee can say why. ``timer`` is the sand timer
    that runs while this is asked, and ``expiry`` the alternative that reports its end; a step
    without a timer stops the sand. A sentence is known by a word of its ``verbs``, and refused by
    the rules of its ``turn`` where somebody else acts in it.
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
    besides: tuple[Beside, ...] = ()
    timer: Timer | None = None
    expiry: Step | None = None
    hides_answer: bool = False
    hides_rulings: bool = False
    detail: Say | None = None
    setup: tuple[Say | Notice, ...] = ()
    notices: tuple[Notice, ...] = ()
    forced_by: RuleRef | None = None
    view: str = ""
    run: str = ""
    letters: int = 1
    is_observed: bool = False
    is_listed: bool = True
    also: tuple[str, ...] = ()
    verbs: frozenset[str] = frozenset()
    filler: frozenset[str] = frozenset()
    turn: tuple[RuleRef, ...] = ()
    stand_apart: bool = False
    has_values: bool = False
    may_pass: bool = False
    yields_to: str = ""
    sealed: bool = False

    @cached_property
    def alternatives(self) -> tuple[Step, ...]:
        """The steps that may be reported instead; to make them all takes longer than this one."""
        return tuple(beside.step for beside in self.besides)

    @property
    def heading(self) -> Say:
        """Name round and phase; worded only where somebody reads it."""
        return self.where()

    def typed(self, step_id: str, words: str) -> str | None:
        """Word an answer to the step of this id as it is typed here; None if it is not asked.

        An answer to an alternative has its keyword in front.
        """
        asked = self.called(step_id)
        if asked is None or asked is self:
            return words if asked else None
        return f"{asked.keyword} {words.strip()}".strip()

    def called(self, step_id: str) -> Step | None:
        """Give the step of this id, this one or an alternative; None if it is not asked."""
        found = (each.step for each in self.besides if each.stage.id == step_id)
        return self if step_id == self.id else next(found, None)

    @property
    def on_empty(self) -> str | None:
        """What the Enter key answers: the stated answer, or the only one there is; no secret."""
        if self.hides_answer:
            return None
        if self.default is None and not self.besides and is_sole(self.answers):
            return self.answers.offer(0)
        return self.default
