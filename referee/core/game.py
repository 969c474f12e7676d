"""The record that a room hands over: a game is these pure functions and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, TypeVar

from msgspec import Struct

from referee.core.question import Question
from referee.core.roundsheet import Grid, QuickReference, RoundSheet
from referee.core.rulebook import Rulebook, RuleKey
from referee.core.ruling import Ruling
from referee.core.say import Say
from referee.core.score import Scoresheet
from referee.core.step import Step
from referee.core.table import FinalCount, Form, Options, Setup, SetupField

S = TypeVar("S")
E = TypeVar("E")


class View(Struct, Generic[S], frozen=True):
    """A look at the state: ``/state`` and others. A secret one is confirmed before it shows."""

    title: Say
    show: Callable[[Rulebook, S], Grid]
    secret: bool = False


class Game(Struct, Generic[S, E], frozen=True, kw_only=True):
    """One game. The parts behind functions are loaded when they are first called.

    ``players`` are the seats it takes, ``max_events`` the most events that a session played by
    the offered answers can have.
    """

    id: str
    title: str
    players: range
    max_events: int
    setup: tuple[SetupField, ...]
    has_glass: bool = False
    """Whether a sand timer runs in it."""
    form: Callable[[Rulebook, Options], Form]
    keys: Callable[[], tuple[RuleKey[Any], ...]]
    events: Callable[[], tuple[type[E], ...]]
    questions: Callable[[], tuple[Question, ...]]
    views: Callable[[], Mapping[str, View[S]]]
    start: Callable[[Rulebook, Setup], S]
    next_step: Callable[[Rulebook, S], Step[E] | None]
    judge: Callable[[Rulebook, S, E], Ruling]
    apply: Callable[[S, E], S]
    count: Callable[[S], FinalCount | Say]
    audit: Callable[[Rulebook, FinalCount], tuple[Ruling, ...]]
    score: Callable[[Rulebook, FinalCount], Scoresheet]
    sheet: Callable[[Rulebook, Setup, Sequence[E]], RoundSheet]
    margin: Callable[[Rulebook, Setup], QuickReference]


AnyGame = Game[Any, Any]


class Later:
    """A module that is loaded when one of its names is first used.

    A room's ``__init__`` names its parts with it, so that a dispute never loads the
    walk-through, and a tally never loads the questions.

    >>> Later("fractions").Fraction(1, 3)
    Fraction(1, 3)
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        """Remember the module's full name."""
        self._name = name

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the module holds
        """Load the module and give its name."""
        return getattr(import_module(self._name), name)
