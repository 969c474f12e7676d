"""One game: a package with fixed modules, each loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:  # a dispute never loads the course of a game, nor a tally its paper
    from referee.core.final import FinalScoring
    from referee.core.paper.lines import Paper
    from referee.core.paper.pad import Pad
    from referee.core.paper.round_sheet import QuickReference, RoundSheet
    from referee.core.play.course import Course
    from referee.core.question import Question
    from referee.core.rulebook import Rulebook, RuleKey
    from referee.core.say import Say
    from referee.core.table import Setup, SetupField


class Game(Struct, frozen=True, dict=True):
    """What a package says of its game; the parts are in its modules.

    ``players`` are the seats it takes, ``package`` where its modules are: ``keys``, ``state``,
    ``stages``, ``final``, ``questions`` and ``paper``. ``max_events`` is the most that a session
    played by the offered answers can have. ``setup`` is asked before the first turn;
    ``aliases`` are other names by which the game is found. ``asks`` has the options and
    optional set-up fields that a table chooses where it is asked for everything, and the question.

    >>> game = Game("pebble-fair", "Pebble Fair", range(2, 5), "pebble_fair", 99)
    >>> 5 in game.players, "course" in vars(game)  # nothing is loaded before it is used
    (False, False)
    """

    id: str
    title: str
    players: range
    package: str
    max_events: int
    setup: tuple[SetupField, ...] = ()
    aliases: tuple[str, ...] = ()
    asks: tuple[tuple[str, Say], ...] = ()

    def _part(self, module: str, name: str) -> Any:  # noqa: ANN401 - whatever the module holds
        return getattr(import_module(f"{self.package}.{module}"), name)

    @cached_property
    def keys(self) -> tuple[RuleKey[Any], ...]:
        """The keys into the rulebook, in its order."""
        from referee.core.rulebook import RuleKey

        known = vars(import_module(f"{self.package}.keys")).values()
        return tuple(key for key in known if isinstance(key, RuleKey))

    @cached_property
    def start(self) -> Callable[[Rulebook, Setup], Any]:
        """What sets the table up."""
        found: Callable[[Rulebook, Setup], Any] = self._part("state", "start")
        return found

    @cached_property
    def course(self) -> Course[Any]:
        """The stages of the game."""
        found: Course[Any] = self._part("stages", "COURSE")
        return found

    @cached_property
    def final(self) -> FinalScoring[Any]:
        """What is counted and scored at the end."""
        found: FinalScoring[Any] = self._part("final", "FINAL")
        return found

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The disputes that need no session."""
        found: tuple[Question, ...] = self._part("questions", "QUESTIONS")
        return found

    @cached_property
    def paper(self) -> Paper[Any]:
        """How it is put on paper."""
        found: Paper[Any] = self._part("paper", "PAPER")
        return found

    @property
    def has_timer(self) -> bool:
        """Whether a sand timer runs in it."""
        return self.course.timer is not None

    def sheet(self, book: Rulebook, setup: Setup, log: Sequence[Any]) -> RoundSheet:
        """Tell a session round by round, with its picture; of an empty log all rows are blank."""
        from referee.core.paper.lines import round_sheet

        start = self.start(book, setup)
        return round_sheet(self.title, self.paper, self.course, book, start, setup, log)

    def reference(self, book: Rulebook, setup: Setup) -> QuickReference:
        """Give what a pad is made of; where the room has nothing, from the rulebook."""
        from referee.core.paper.lines import quick_reference

        made = self.paper.reference
        return made(book, setup) if made else quick_reference(book)

    def pad(self, book: Rulebook, setup: Setup, seats: Sequence[str]) -> Pad:
        """Make the blank form for these names, some of which may be blank."""
        from referee.core.paper.pad import plain_pad

        paper = self.paper
        if paper.pad:
            return paper.pad(book, setup, seats)
        rounds = paper.rounds(self.start(book, setup))
        return plain_pad(seats, setup.roles, paper.counts, rounds, self.reference(book, setup))
