"""The parts of a course: stages, their prompts and steps, consequences and the timer."""

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

    ``rules`` are shown with the question; without any, those of the stage's events. ``default`` is
    the answer of the Enter key; an empty one turns Enter off even if only one answer is possible.
    ``context`` is what is face up and matters now. The log does not show the answer if the prompt
    ``hides_answer``; rulings on possible answers are not shown in advance if it ``hides_rulings``.
    ``detail`` helps to answer, and is below the question; ``setup`` is what the table does before,
    and ``notices`` are the steps of the printed sequence at this time. ``forced_by`` is the rule
    that leaves only one answer, if it is not the rule of the event, or if an alternative is
    possible. If Enter answers nothing, it shows this ``view``. ``sealed`` answers of an
    ``EachPlayer`` are given at the same time: each hidden from the others, and nothing is shown or
    recorded before the last; they can also be typed on one line.
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

    ``id`` is written into journals and never changes. ``actor`` and ``ask`` are called only if
    ``when`` holds. ``alternatives`` can be reported instead, each by its ``word`` or the last word
    of its id, abbreviated to at least ``letters``; a word of ``also`` names it, too. Stages with
    the same ``run`` can be answered on one line; a function of the state distinguishes the runs of
    two rounds. With one of the words of ``apart`` an answer is for one player alone, who is asked
    for the rest. A stage that only the table can see ``is_observed``, and is always asked. A rare
    one is not ``is_listed`` at a prompt, but after ``?``. ``turn`` is the rule by which it is
    nobody else's turn; without it the first of the prompt. If words ``stand_apart``, they can be
    written without spaces only if each ends in a number. Pieces that ``has_values`` have numbers on
    them, and a number that counts the pieces is none of these. A stage that ``may_pass`` is
    answered as by Enter if the words answer the next question. In a line, the words after the
    first answer go to the alternative that a stage ``yields_to``.
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
        """The verbs of the sentences of its events."""
        return _words_of(self.events)[0]

    @property
    def filler(self) -> frozenset[str]:
        """The words between the parts of an answer in these sentences."""
        return _words_of(self.events)[1]

    @property
    def keyword(self) -> str:
        """The word that reports it as an alternative: ``word``, or the last one of its id."""
        return self.word or self.id.rpartition(".")[2]


@lru_cache(maxsize=1024)
def _words_of(events: tuple[type[Event[Any]], ...]) -> tuple[frozenset[str], frozenset[str]]:
    verbs = (verb for kind in events for verb in kind.verbs.split())
    return frozenset(verbs), frozenset(word for kind in events for word in kind.filler.split())


class Consequence(Struct, Generic[S], frozen=True, kw_only=True):
    """An effect of the rules on the state that follows an event, without anybody reporting it.

    ``say`` is called with the state before ``apply``; without it nothing is announced. ``only`` is
    called before ``when``, once for all consequences in a row that share it.
    """

    when: Callable[[S], bool]
    apply: Callable[[S], S]
    rule: RuleLike | tuple[RuleLike, ...]
    say: Callable[[S], Say] | None = None
    only: Callable[[S], bool] = lambda _: True


class Timer(Struct, frozen=True):
    """A running sand timer: its seconds, the number of its filling, and the event of its end.

    With a new ``filling`` the seconds start over.
    """

    seconds: int
    filling: int
    expired: AnyEvent


class Beside(Struct, frozen=True, dict=True):
    """An alternative to a stage; its step is made only when it is needed."""

    stage: Stage[Any]
    make: Callable[[Stage[Any]], Step]

    @cached_property
    def step(self) -> Step:
        """What this stage asks."""
        return self.make(self.stage)


class Step(Struct, frozen=True, kw_only=True, dict=True):
    """What is asked next, of whom, and how words become the event that answers it.

    A field with the name of one of ``Stage`` or ``Prompt`` has its value in this state. ``where``
    returns the heading. ``besides`` are the alternatives; an answer to one begins with its
    ``keyword``, with at least ``letters`` of it if they mean nothing else here, or with a word of
    ``also``. The step or one of its alternatives has a possible answer; any other is still read, so
    that the referee can say why it is refused. ``timer`` is the sand timer that runs during the
    step, and ``expiry`` the alternative that reports its end; a step without a timer stops the
    sand. A sentence is recognised by a word of ``verbs``, and refused by the rules of ``turn`` if
    another player acts in it.
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
        """The steps that can be answered instead, made only when needed, because that is slow."""
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
        """Return the step of this id, this one or an alternative; None if it is not asked."""
        found = (each.step for each in self.besides if each.stage.id == step_id)
        return self if step_id == self.id else next(found, None)

    @property
    def on_empty(self) -> str | None:
        """The answer of the Enter key: the default, or the only possible one; never a secret."""
        if self.hides_answer:
            return None
        if self.default is None and not self.besides and is_sole(self.answers):
            return self.answers.offer(0)
        return self.default
