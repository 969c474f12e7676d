"""Lamp Walk: an invented toy game with a sand timer, for whatever keeps time.

A party of two walks with a few lamps, each burning three minutes. The sand runs out, the glass is
turned, and the next lamp burns; after the last it is over. At a camp the sand stands still. Who
swaps the lamp has the glass turned too.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.choices import Number, OneOf
from referee.core.play.course import Course
from referee.core.play.event import Event
from referee.core.play.stage import Prompt, Stage, Timer
from referee.core.rulebook import Edition, Rule, Rulebook, RuleKey
from referee.core.ruling import Ruling
from referee.core.say import Say
from referee.core.table import Player, Setup
from tests.toys import toy

SECONDS = RuleKey("LAM-1.1", "seconds", int)
LAMPS = RuleKey("LAM-1.2", "lamps", int)


class State(Struct, frozen=True):
    setup: Setup
    lamps: int
    turned: int = 1
    steps: int = 0
    rests: bool = False
    has_story: bool = False

    @property
    def walks(self) -> bool:
        return self.lamps > 0 and not self.rests


def start(book: Rulebook, setup: Setup) -> State:
    return State(setup, book[LAMPS])


class Lit(Event[State], frozen=True):
    """Whatever happens on the way; nobody's turn."""

    rule = LAMPS

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("{what}.", what=type(self).__name__)


class StepsTaken(Lit, frozen=True):
    steps: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.steps > 3:
            return self.forbidden("At most 3 steps.")
        return self.allowed("{steps} on.")

    def apply(self, state: State) -> State:
        return replace(state, steps=state.steps + self.steps)


class LampBurnedOut(Lit, frozen=True):
    """How many steps the party had taken by its light."""

    steps: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if state.steps >= 9 and not state.has_story:
            return self.forbidden("Out in the sun no lamp burns.")
        return self.allowed("The lamp has burned out.")

    def apply(self, state: State) -> State:
        return replace(state, lamps=state.lamps - 1, turned=state.turned + 1)


class LampSwapped(Lit, frozen=True):
    """A new lamp was lit before its time, and the glass turned."""

    def apply(self, state: State) -> State:
        return replace(state, lamps=state.lamps - 1, turned=state.turned + 1)


class CampMade(Lit, frozen=True):
    """The party rests, and the sand stands still."""

    def apply(self, state: State) -> State:
        return replace(state, rests=True)


class CampBroken(Lit, frozen=True):
    """The party walks on."""

    def apply(self, state: State) -> State:
        return replace(state, rests=False)


class StoryTold(Lit, frozen=True):
    """Now a lamp may burn even in the sun."""

    def apply(self, state: State) -> State:
        return replace(state, has_story=True)


def beside(name: str, event: type[Lit], *facts: str) -> Stage[State]:
    """Report an event by its word; it takes these facts of the state."""
    done = OneOf(("done",), ("done",))

    def ask(_book: Rulebook, state: State) -> Prompt[State]:
        told = event(*(getattr(state, fact) for fact in facts))
        return Prompt(ask=Say("What now?"), answers=done, event=lambda _: told)

    return Stage(id=name, title=Say("walking"), ask=ask, events=(event,))


WALK: Stage[State] = Stage(
    id="walk.steps",
    title=Say("walking"),
    when=lambda state: state.walks,
    ask=lambda _book, _state: Prompt(ask=Say("What now?"), answers=Number(1, 3), event=StepsTaken),
    events=(StepsTaken,),
    alternatives=(
        beside("lamp.sand", LampBurnedOut, "steps"),
        beside("lamp.swap", LampSwapped),
        beside("walk.camp", CampMade),
        beside("walk.story", StoryTold),
    ),
)
CAMP: Stage[State] = Stage(
    id="camp.broken",
    title=Say("resting"),
    when=lambda state: state.lamps > 0,
    ask=lambda _book, _state: Prompt(
        ask=Say("What now?"), answers=OneOf(("yes",), ("yes",)), event=lambda _: CampBroken()
    ),
    events=(CampBroken,),
)


def sand(book: Rulebook, state: State) -> Timer | None:
    return Timer(book[SECONDS], state.turned, LampBurnedOut(state.steps)) if state.walks else None


COURSE: Course[Any] = Course(
    stages=(WALK, CAMP), heading=lambda _state, _stage: Say("On the way"), timer=sand
)
RULES = (
    Rule(rule_id="LAM-1.1", title="Sand", text="", constants={SECONDS.name: 180}),
    Rule(rule_id="LAM-1.2", title="Lamps", text="", constants={LAMPS.name: 4}),
)
BOOK = Rulebook(
    game="lamp-walk",
    version=1,
    digest="",
    prefix="LAM",
    edition=Edition("Lamp Walk", "en", "invented"),
    players=(2, 2),
    rules={rule.rule_id: rule for rule in RULES},
)
SETUP = Setup((Player("Ana"), Player("Bo")))
GAME = toy("Lamp Walk", range(2, 3), start=start, course=COURSE, keys=(SECONDS, LAMPS))
