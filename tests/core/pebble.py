"""Pebble Fair: an invented toy game, so that the core can be tested without a real room.

Each turn the active player draws 1 to 3 pebbles from a shared supply, or says that he stops.
Drawing more than two is forbidden; drawing more than the supply holds is impossible; drawing
the very last pebble is a table call. At the end of each turn a player may greet somebody.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.choices import Number, SomePlayer
from referee.core.play.course import Course
from referee.core.play.event import Event
from referee.core.play.record import Persist
from referee.core.play.session import Session
from referee.core.play.stage import Prompt, Stage
from referee.core.rulebook import Edition, Rule, Rulebook, RuleKey
from referee.core.ruling import Ruling
from referee.core.say import Say
from referee.core.table import Player, Setup
from tests.toys import toy

ANA, BO, CY = Player("Ana"), Player("Bo"), Player("Cy")
SUPPLY = RuleKey("PEB-1.1", "supply", int)
MOST_DRAWN = RuleKey("PEB-2.1", "most_drawn", int)


class State(Struct, frozen=True):
    setup: Setup
    supply: int
    drawn: tuple[int, ...]
    turn: int = 0
    must_greet: bool = False
    greeted: tuple[Player, ...] = ()
    is_over: bool = False

    @property
    def seating(self) -> tuple[Player, ...]:
        return self.setup.seating

    @property
    def active(self) -> Player:
        return self.seating[self.turn % len(self.seating)]


def start(book: Rulebook, setup: Setup) -> State:
    return State(setup, book[SUPPLY], (0,) * len(setup.seating))


class PebblesDrawn(Event[State], frozen=True):
    rule = MOST_DRAWN
    player: Player
    count: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.count > state.supply:
            return self.impossible("Only {n} are left.", SUPPLY, n=state.supply)
        if self.count > book[MOST_DRAWN]:
            return self.forbidden("At most {n} are drawn.", n=book[MOST_DRAWN])
        if self.count == state.supply:
            return self.table_call("The last pebble: did all see it?")
        return self.allowed("{player} draws {count}.")

    def apply(self, state: State) -> State:
        seat = state.seating.index(self.player)
        drawn = tuple(n + self.count * (i == seat) for i, n in enumerate(state.drawn))
        return replace(state, supply=state.supply - self.count, drawn=drawn, must_greet=True)


class PlayerGreeted(Event[State], frozen=True):
    rule = SUPPLY
    actor_field = "by"
    by: Player
    whom: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.whom == self.by:
            return self.forbidden("{by} cannot greet himself.")
        return self.allowed("{by} greets {whom}.")

    def apply(self, state: State) -> State:
        greeted = (*state.greeted, self.whom)
        return replace(state, turn=state.turn + 1, must_greet=False, greeted=greeted)


class DrawingStopped(Event[State], frozen=True):
    rule = SUPPLY
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("{player} stops.")

    def apply(self, state: State) -> State:
        return replace(state, is_over=True)


def ask_greeting(book: Rulebook, state: State) -> Prompt[State]:
    player = state.active
    others = tuple(p for p in state.seating if p != player)
    fresh = tuple(p for p in others if p not in state.greeted)
    return Prompt(
        ask=Say("Whom does {player} greet?", player=player),
        answers=SomePlayer(state.seating, fresh or others),
        event=lambda whom: PlayerGreeted(player, whom),
    )


def ask_pebbles(book: Rulebook, state: State) -> Prompt[State]:
    player = state.active
    return Prompt(
        ask=Say("How many pebbles does {player} draw?", player=player),
        answers=Number(1, min(book[MOST_DRAWN], state.supply)),
        event=lambda count: PebblesDrawn(player, count),
    )


def ask_stop(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("Does {player} stop?", player=state.active),
        answers=Number(1, 1),
        event=lambda _: DrawingStopped(state.active),
        default="1",
    )


STOP = Stage(
    id="turn.stop",
    title=Say("stopping"),
    actor=lambda state: state.active,
    ask=ask_stop,
    events=(DrawingStopped,),
)
GREET = Stage(
    id="turn.greet",
    title=Say("greeting"),
    when=lambda state: state.must_greet and state.supply > 0 and not state.is_over,
    actor=lambda state: state.active,
    ask=ask_greeting,
    events=(PlayerGreeted,),
)
DRAW = Stage(
    id="turn.drawn",
    title=Say("drawing"),
    when=lambda state: state.supply > 0 and not state.is_over,
    actor=lambda state: state.active,
    ask=ask_pebbles,
    events=(PebblesDrawn,),
    alternatives=(STOP,),
)
COURSE = Course(
    stages=(GREET, DRAW), heading=lambda state, _stage: Say("Turn {n}", n=state.turn + 1)
)
GAME = toy("Pebble Fair", range(2, 4), start=start, course=COURSE, keys=(SUPPLY, MOST_DRAWN))
BOOK = Rulebook(
    game="pebble-fair",
    version=1,
    digest="",
    prefix="PEB",
    edition=Edition("Pebble Fair", "en", "invented"),
    players=(2, 3),
    rules={
        "PEB-1.1": Rule(rule_id="PEB-1.1", title="Supply", text="", constants={SUPPLY.name: 9}),
        "PEB-2.1": Rule(
            rule_id="PEB-2.1", title="Drawing", text="", constants={MOST_DRAWN.name: 2}
        ),
    },
)


def pebble_session(keep: Persist = lambda *_: None, book: Rulebook = BOOK) -> Session:
    """Seat Ana, Bo and Cy around nine pebbles."""
    return Session(GAME, book, Setup((ANA, BO, CY)), keep)
