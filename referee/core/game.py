"""A game, whose parts are loaded when they are needed, and the disputes that it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

from msgspec import Struct

from referee.core.answers.text_input import nearest
from referee.core.fields import Field, Value
from referee.core.rulebook import Rulebook, RuleLike, RuleRef, rule_refs
from referee.core.ruling import Ruling, impossible
from referee.core.say import AsIs, RefereeError, Say, join_or
from referee.core.table import Options, Player, SetupField

if TYPE_CHECKING:  # a dispute never loads the course of a game, nor a tally its paper
    from referee.core.paper.lines import Paper
    from referee.core.paper.pad import Pad
    from referee.core.paper.round_sheet import QuickReference, RoundSheet
    from referee.core.play.course import Course
    from referee.core.play.event import Event
    from referee.core.rulebook import RuleKey
    from referee.core.scoring.final import FinalScoring
    from referee.core.table import Setup


OURS: Final = "referee.games."
"""The package of our own games, which all have every part."""
PARTS: Final = {"ask": "questions", "play": "stages", "score": "final"}
"""The parts of a game by command, and the module that each needs."""
MODULES: Final = ("keys", "state", "stages", "final", "questions", "paper")
"""The modules that a game may have."""
WHO_PLAYS: Final = Say("Who plays? Write the names clockwise.")


class Game(Struct, frozen=True, dict=True):
    """What a package says of its game; the parts are in its modules.

    ``players`` are the seats it takes, ``package`` where its modules are: ``keys``, ``state``,
    ``stages``, ``final``, ``questions`` and ``paper``. One of ``final``, ``questions`` and
    ``stages`` has to be there; what is not there, the game does without. ``max_events`` is the
    most that a session played by the offered answers can have. ``setup`` is asked before the first
    turn; ``aliases`` are other names by which the game is found. ``asks`` has the options and
    optional set-up fields that a table chooses where it is asked for everything, and the question.
    ``who_plays`` asks for the names, where people as well as the players might be written too.

    >>> game = Game("pebble-fair", "Pebble Fair", range(2, 5), "pebble_fair", 99)
    >>> 5 in game.players, "course" in vars(game)  # nothing is loaded before it is used
    (False, False)
    """

    id: str
    title: str
    players: range
    package: str
    max_events: int = 0
    setup: tuple[SetupField, ...] = ()
    aliases: tuple[str, ...] = ()
    asks: tuple[tuple[str, Say], ...] = ()
    who_plays: Say = WHO_PLAYS

    def _part(self, module: str, name: str) -> Any:  # noqa: ANN401 - whatever the module holds
        if module in self.modules:
            return getattr(import_module(f"{self.package}.{module}"), name)
        return None

    @cached_property
    def modules(self) -> tuple[str, ...]:
        """The modules that the package has, of those that a game may have."""
        if not self.package or self.package.startswith(OURS):
            return MODULES
        from pkgutil import iter_modules  # not needed for our games

        found = {each.name for each in iter_modules(import_module(self.package).__path__)}
        return tuple(name for name in MODULES if name in found)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """What can be done with it: ``ask``, ``play`` and ``score``."""
        return tuple(part for part, module in PARTS.items() if module in self.modules)

    @cached_property
    def release(self) -> tuple[str, str]:
        """The package that the game comes from, and its version; empty for a game of ours."""
        if self.package and not self.package.startswith(OURS):
            from importlib.metadata import entry_points

            for point in entry_points(group=OURS.rstrip("."), name=self.id):
                if point.dist is not None:
                    return point.dist.name, point.dist.version
        return "", ""

    @cached_property
    def keys(self) -> tuple[RuleKey[Any], ...]:
        """The keys into the rulebook, in its order; they can be in any module."""
        from referee.core.rulebook import RuleKey

        named = ("keys",) if self.package.startswith(OURS) else self.modules
        modules = (vars(import_module(f"{self.package}.{name}")) for name in named)
        known = (each for module in modules for each in module.values())
        return tuple(dict.fromkeys(key for key in known if isinstance(key, RuleKey)))

    @cached_property
    def start(self) -> Callable[[Rulebook, Setup], Any]:
        """The function that sets up a table. Raises RefereeError for a game that is not played."""
        self._needs_stages()
        found: Callable[[Rulebook, Setup], Any] = self._part("state", "start")
        return found

    @cached_property
    def course(self) -> Course[Any]:
        """The stages of the game. Raises RefereeError for a game that has none."""
        self._needs_stages()
        found: Course[Any] = self._part("stages", "COURSE")
        return found

    def _needs_stages(self) -> None:
        if "stages" not in self.modules:
            said = "{title} is only scored. Try: referee new {game}"
            if "final" not in self.modules:
                said = "{title} is not played here. Try: referee ask {game}"
            raise RefereeError(Say(said, title=self.title, game=AsIs(self.id)))

    @cached_property
    def final(self) -> FinalScoring[Any]:
        """The count and score of the end. Raises RefereeError for a game without a score."""
        found: FinalScoring[Any] | None = self._part("final", "FINAL")
        if found is None:
            said = "{title} is not scored here. Try: referee rules {game}"
            raise RefereeError(Say(said, title=self.title, game=AsIs(self.id)))
        return found

    @cached_property
    def ending(self) -> FinalScoring[Any]:
        """Its ``final``; for a game that is only played, an empty one."""
        if "score" in self.parts:
            return self.final
        from referee.core.scoring.final import FinalScoring
        from referee.core.scoring.score import Outcome, Scoresheet
        from referee.core.table import HoldingsForm

        unscored = Say("{title} is not scored here.", title=self.title)
        return FinalScoring(
            form=lambda *_: HoldingsForm(fields=()),
            score=lambda *_: Scoresheet((), Outcome((), unscored, ())),
            count=lambda _: unscored,
        )

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The disputes that need no session."""
        found: tuple[Question, ...] = self._part("questions", "QUESTIONS") or ()
        return found

    @cached_property
    def paper(self) -> Paper[Any]:
        """How it is printed."""
        found: Paper[Any] | None = self._part("paper", "PAPER")
        if found is None:
            from referee.core.paper.lines import Paper

            return Paper(counts=Say("round"), lines=())
        return found

    @property
    def has_timer(self) -> bool:
        """Whether a sand timer runs in it."""
        return "play" in self.parts and self.course.timer is not None

    def sheet(self, book: Rulebook, setup: Setup, log: Sequence[Any]) -> RoundSheet:
        """Return the round sheet of a session, with its picture; empty rows for an empty log."""
        from referee.core.paper.lines import round_sheet

        start = self.start(book, setup)
        return round_sheet(self.title, self.paper, self.course, book, start, setup, log)

    def reference(self, book: Rulebook, setup: Setup) -> QuickReference:
        """Return the contents of a pad; from the rulebook if the game defines none."""
        from referee.core.paper.lines import quick_reference

        made = self.paper.reference
        return made(book, setup) if made else quick_reference(book)

    def pad(self, book: Rulebook, setup: Setup, seats: Sequence[str]) -> Pad:
        """Make the blank form for these names, some of which can be empty."""
        from referee.core.paper.pad import plain_pad, scoring_of

        paper = self.paper
        if paper.pad:
            return paper.pad(book, setup, seats)
        rounds = paper.rounds(self.start(book, setup)) if "stages" in self.modules else 0
        if paper.reference or "final" not in self.modules:
            scoring = self.reference(book, setup).scoring
        else:
            scoring = scoring_of(self.final, book, setup)
        return plain_pad(seats, setup.roles, paper.counts, rounds, scoring)


D = TypeVar("D")
S = TypeVar("S")
ANSWERED: Final = "answered"
_REQUIRED: Final[Any] = object()
"""The default of a fact that cannot be left out."""
Results: TypeAlias = Mapping[str, Any]
"""The results by name: numbers, words, yes or no, lists and maps; None if unknown."""


class Facts(Struct, frozen=True):
    """The facts of a dispute, read in the shapes of its question, and the options given.

    A fact that is left out is unknown: it gives its default, such as None, and never 0 or no.
    Without a default it is a required one, which no reader lets be left out.

    >>> Facts({"muddy": 2}).integer("muddy"), Facts({}).integer("muddy", None)
    (2, None)
    """

    values: Mapping[str, Value]
    options: Options = {}

    def _value(self, name: str, default: object) -> Any:  # noqa: ANN401 - in the shape of its field
        return self.values[name] if default is _REQUIRED else self.values.get(name, default)

    def integer(self, name: str, default: D | int = _REQUIRED) -> D | int:
        """Return a whole number."""
        return cast("D | int", self._value(name, default))

    def seats(self, name: str, default: D | int = _REQUIRED) -> D | int:
        """Return how many play, whether a number was given or the names."""
        given = self._value(name, default)
        return len(given) if isinstance(given, tuple) else cast("D | int", given)

    def seated(self, name: str) -> tuple[Player, ...]:
        """Return those who play, clockwise; nobody if only their number was given.

        >>> [Facts({"players": told}).seated("players") for told in (("Ana", "Bo"), 2)]
        [('Ana', 'Bo'), ()]
        """
        given = self._value(name, None)
        return given if isinstance(given, tuple) else ()

    def word(self, name: str, default: D | str = _REQUIRED) -> D | str:
        """Return a word of a list."""
        return cast("D | str", self._value(name, default))

    def text(self, name: str, default: D | str = _REQUIRED) -> D | str:
        """Return a text, as the field's ``read`` found it readable."""
        return cast("D | str", self._value(name, default))

    def words(self, name: str, default: D | tuple[str, ...] = _REQUIRED) -> D | tuple[str, ...]:
        """Return words of a list, or texts, in the order given."""
        return cast("D | tuple[str, ...]", self._value(name, default))

    def records(
        self, name: str, default: D | tuple[Mapping[str, Any], ...] = _REQUIRED
    ) -> D | tuple[Mapping[str, Any], ...]:
        """Return records in the order given."""
        return cast("D | tuple[Mapping[str, Any], ...]", self._value(name, default))

    def yes(self, name: str, default: D | bool = _REQUIRED) -> D | bool:  # noqa: FBT001 - a fact
        """Return a yes or no."""
        return cast("D | bool", self._value(name, default))

    def player(self, name: str, default: D | Player = _REQUIRED) -> D | Player:
        """Return a player."""
        return cast("D | Player", self._value(name, default))

    def players(
        self, name: str, default: D | tuple[Player, ...] = _REQUIRED
    ) -> D | tuple[Player, ...]:
        """Return players in the order given."""
        return cast("D | tuple[Player, ...]", self._value(name, default))

    def numbers(self, name: str, default: D | tuple[int, ...] = _REQUIRED) -> D | tuple[int, ...]:
        """Return whole numbers in the order given."""
        return cast("D | tuple[int, ...]", self._value(name, default))

    def counts(
        self, name: str, default: D | Mapping[str, int] = _REQUIRED
    ) -> D | Mapping[str, int]:
        """Return a number for each name or word."""
        return cast("D | Mapping[str, int]", self._value(name, default))


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
        return cls(
            ruling.verdict.value, ruling.reason, ruling.all_rules, ruling.because, results or {}
        )

    @classmethod
    def answered(
        cls, reason: Say, results: Results, *rules: RuleLike, because: tuple[Say, ...] = ()
    ) -> Answer:
        """Answer with what was worked out, good news or bad."""
        return cls(ANSWERED, reason, rule_refs(rules), because, results)


class Question(Struct, frozen=True, kw_only=True):
    """A dispute by name: the facts it needs and the function that answers it.

    ``aliases`` are other names under which it is asked. ``example`` are facts as a player would
    type them; they are run by the tests.

    >>> from referee.core.fields import Field, Integer
    >>> asked = Question(
    ...     name="worth", about=Say("what pebbles are worth"), example="plain=2",
    ...     fields=(Field(name="plain", shape=Integer(), about=Say("plain pebbles")),),
    ...     answer=lambda book, facts: Answer.answered(
    ...         Say("They are worth {n}.", n=2 * facts.integer("plain")), {}, "PEB-3.1"))
    >>> str(asked.answer(None, Facts({"plain": 3})).reason)
    'They are worth 6.'
    """

    name: str
    about: Say
    fields: tuple[Field, ...]
    answer: Callable[[Rulebook, Facts], Answer]
    example: str
    aliases: tuple[str, ...] = ()


def wrong_number_of_players(book: Rulebook, seats: int, *rules: RuleLike) -> Ruling | None:
    """Stop a number of players that the game is not made for; ``rules`` are keys or ids."""
    least, most = book.players
    if least <= seats <= most:
        return None
    said = "The game is for {least} to {most} players, not {n}."
    return impossible(said, *rules, least=least, most=most, n=seats)


def unknown_players(rule: RuleLike, known: Iterable[Player], *named: Player) -> Ruling | None:
    """Stop names of nobody at the table; ``rule`` is the one that asks for somebody there."""
    at_table = tuple(known)
    strangers = tuple(dict.fromkeys(name for name in named if name not in at_table))
    if not strangers:
        return None
    near = nearest(strangers[0], at_table) if len(strangers) == 1 else None
    if near is not None:
        said = "Nobody here is called {name}. Did you mean {near}?"
        return impossible(said, rule, name=strangers[0], near=near)
    said = "Nobody here is called {names}."
    return impossible(said, rule, names=join_or(strangers))


def judging(
    *,
    position: Callable[[Rulebook, Facts], S],
    event: Callable[[Rulebook, Facts, S], Event[S]],
    checks: Sequence[Callable[[Rulebook, Facts], Ruling | None]] = (),
    results: Mapping[str, Callable[[Rulebook, S, Event[S]], Any]] = {},
    course: Callable[[], Course[S]] | None = None,
) -> Callable[[Rulebook, Facts], Answer]:
    """Answer a dispute about an event as play does: set up the position, and let the event judge.

    ``checks`` come first: each says why the facts cannot all be true of one table. ``results`` are
    worked out by name where the event may happen, and are None where it may not. With ``course``
    it is also asked whether it is the time and the turn for it; without, only the event is.
    """

    def answer(book: Rulebook, facts: Facts) -> Answer:
        for check in checks:
            refused = check(book, facts)
            if refused is not None:
                return Answer.ruled(refused, dict.fromkeys(results))
        state = position(book, facts)
        judged = event(book, facts, state)
        ruling = course().judge(book, state, judged) if course else judged.judge(book, state)
        if ruling.verdict.stops_play:
            return Answer.ruled(ruling, dict.fromkeys(results))
        return Answer.ruled(
            ruling, {name: find(book, state, judged) for name, find in results.items()}
        )

    return answer
