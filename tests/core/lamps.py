"""Lamp Walk: an invented toy game with a sand timer, for whatever keeps time.

A party of two walks with a few lamps, each burning three minutes. The sand runs out, the glass is
turned, and the next lamp burns; after the last it is over. At a camp the sand stands still. Who
swaps the lamp has the glass turned too.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers import Number, OneOf
from referee.core.old_game import OldGame
from referee.core.roundsheet import Grid, QuickReference, RoundSheet
from referee.core.rulebook import Edition, Rule, Rulebook, RuleKey
from referee.core.ruling import Ruling, allowed, forbidden
from referee.core.say import Say
from referee.core.score import Outcome, Scoresheet
from referee.core.step import Step
from referee.core.table import FinalCount, Form, Player, Setup

SECONDS = RuleKey("LAM-1.1", "seconds", int)
LAMPS = RuleKey("LAM-1.2", "lamps", int)


class StepsTaken(Struct, frozen=True, tag=True):
    steps: int


class LampBurnedOut(Struct, frozen=True, tag=True):
    """How many steps the party had taken by its light."""

    steps: int


class LampSwapped(Struct, frozen=True, tag=True):
    """A new lamp was lit before its time, and the glass turned."""


class CampMade(Struct, frozen=True, tag=True):
    """The party rests, and the sand stands still."""


class CampBroken(Struct, frozen=True, tag=True):
    """The party walks on."""


class StoryTold(Struct, frozen=True, tag=True):
    """Now a lamp may burn even in the sun."""


Event = StepsTaken | LampBurnedOut | LampSwapped | CampMade | CampBroken | StoryTold


class State(Struct, frozen=True):
    lamps: int
    turned: int = 1
    steps: int = 0
    rests: bool = False
    has_story: bool = False


def start(book: Rulebook, _setup: Setup) -> State:
    return State(book[LAMPS])


def next_step(book: Rulebook, state: State) -> Step[Event] | None:
    if not state.lamps:
        return None
    if state.rests:
        broken = OneOf(("yes",), ("yes",))
        return asked("camp.broken", broken, lambda _: CampBroken())
    steps, done = Number(1, 3), OneOf(("done",), ("done",))
    return replace(
        asked("walk.steps", steps, lambda words: StepsTaken(steps.parse(words))),
        besides=(
            asked("lamp.sand", done, lambda _: LampBurnedOut(state.steps)),
            asked("lamp.swap", done, lambda _: LampSwapped()),
            asked("walk.camp", done, lambda _: CampMade()),
            asked("walk.story", done, lambda _: StoryTold()),
        ),
        glass=book[SECONDS],
        glass_turn=state.turned,
    )


def asked(step_id: str, answers: Any, read: Any) -> Step[Event]:
    return Step(
        id=step_id,
        player=None,
        where=Say("On the way"),
        ask=Say("What now?"),
        answers=answers,
        read=read,
    )


def judge(_book: Rulebook, state: State, event: Event) -> Ruling:
    match event:
        case StepsTaken(steps):
            if steps > 3:
                return forbidden(Say("At most 3 steps."))
            return allowed(Say("{n} on.", n=steps))
        case LampBurnedOut():
            if state.steps >= 9 and not state.has_story:
                return forbidden(Say("Out in the sun no lamp burns."))
            return allowed(Say("The lamp has burned out."))
        case _:
            return allowed(Say("{what}.", what=type(event).__name__))


def apply(state: State, event: Event) -> State:
    match event:
        case StepsTaken(steps):
            return replace(state, steps=state.steps + steps)
        case LampBurnedOut() | LampSwapped():
            return replace(state, lamps=state.lamps - 1, turned=state.turned + 1)
        case CampMade() | CampBroken():
            return replace(state, rests=isinstance(event, CampMade))
        case StoryTold():
            return replace(state, has_story=True)


def sheet(_book: Rulebook, setup: Setup, _log: Any) -> RoundSheet:
    seats = tuple(setup.seating)
    return RoundSheet(title=Say("Lamp Walk"), counts=Say("lamp"), seats=seats, rows=())


def margin(_book: Rulebook, _setup: Setup) -> QuickReference:
    setup = Grid(Say("Setup"), (Say("players"),), tuple((seats,) for seats in GAME.players))
    return QuickReference(setup=setup, scoring=(), rules_asked_most=())


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
GAME = OldGame(
    id="lamp-walk",
    title="Lamp Walk",
    players=range(2, 3),
    max_events=99,
    setup=(),
    has_glass=True,
    form=lambda _book, _options: Form(fields=()),
    keys=lambda: (SECONDS, LAMPS),
    events=lambda: (StepsTaken, LampBurnedOut, LampSwapped, CampMade, CampBroken, StoryTold),
    questions=lambda: (),
    views=dict,
    start=start,
    next_step=next_step,
    judge=judge,
    apply=apply,
    count=lambda _state: FinalCount(SETUP, {}),
    audit=lambda _book, _final: (),
    score=lambda _book, _final: Scoresheet((), Outcome((), Say(""), ())),
    sheet=sheet,
    margin=margin,
)
