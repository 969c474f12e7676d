"""Pebble Fair: an invented toy game, so that the core can be tested without a real room.

Each turn the active player draws 1 to 3 pebbles from a shared supply, or says that he stops.
Drawing more than two is forbidden; drawing more than the supply holds is impossible; drawing
the very last pebble is a table call. At the end of each turn a player may greet somebody.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers import Number, SomePlayer
from referee.core.old_game import OldGame
from referee.core.roundsheet import Grid, QuickReference, RoundSheet, ScoringEntry
from referee.core.rulebook import Edition, Rule, Rulebook, RuleKey
from referee.core.ruling import Ruling, allowed, forbidden, impossible, table_call
from referee.core.say import Say
from referee.core.score import PlayerScore, ScoreLine, Scoresheet, decide
from referee.core.session import Session, keep_nothing
from referee.core.step import Step
from referee.core.table import FinalCount, Form, Player, Setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.core.session import Keep

ANA, BO, CY = Player("Ana"), Player("Bo"), Player("Cy")
SUPPLY = RuleKey("PEB-1.1", "supply", int)
MOST_DRAWN = RuleKey("PEB-2.1", "most_drawn", int)


class PebblesDrawn(Struct, frozen=True, tag=True):
    player: Player
    count: int


class PlayerGreeted(Struct, frozen=True, tag=True):
    by: Player
    whom: Player


class DrawingStopped(Struct, frozen=True, tag=True):
    player: Player


Event = PebblesDrawn | PlayerGreeted | DrawingStopped


class State(Struct, frozen=True):
    seating: tuple[Player, ...]
    supply: int
    drawn: tuple[int, ...]
    turn: int = 0
    must_greet: bool = False
    greeted: tuple[Player, ...] = ()
    is_over: bool = False

    @property
    def active(self) -> Player:
        return self.seating[self.turn % len(self.seating)]


def start(book: Rulebook, setup: Setup) -> State:
    return State(setup.seating, book[SUPPLY], (0,) * len(setup.seating))


def next_step(book: Rulebook, state: State) -> Step[Event] | None:
    if state.is_over or not state.supply:
        return None
    where, player = Say("Turn {n}", n=state.turn + 1), state.active
    if state.must_greet:
        others = tuple(p for p in state.seating if p != player)
        fresh = tuple(p for p in others if p not in state.greeted)
        greeted = SomePlayer(state.seating, fresh or others)
        return Step(
            id="turn.greet",
            player=player,
            where=where,
            ask=Say("Whom does {player} greet?", player=player),
            answers=greeted,
            read=lambda words: PlayerGreeted(player, Player(greeted.parse(words) or "")),
        )
    counts = Number(1, min(book[MOST_DRAWN], state.supply))
    stop: Step[Event] = Step(
        id="turn.stop",
        player=player,
        where=where,
        ask=Say("Does {player} stop?", player=player),
        answers=Number(1, 1),
        read=lambda _: DrawingStopped(player),
        enter="1",
    )
    return Step(
        id="turn.drawn",
        player=player,
        where=where,
        ask=Say("How many pebbles does {player} draw?", player=player),
        answers=counts,
        read=lambda words: PebblesDrawn(player, counts.parse(words)),
        besides=(stop,),
    )


def judge(book: Rulebook, state: State, event: Event) -> Ruling:
    if isinstance(event, PlayerGreeted):
        if event.whom == event.by:
            return forbidden(Say("{player} cannot greet himself.", player=event.by))
        return allowed(Say("{a} greets {b}.", a=event.by, b=event.whom))
    if isinstance(event, DrawingStopped):
        return allowed(Say("{player} stops.", player=event.player))
    return judge_draw(book, state, event)


def judge_draw(book: Rulebook, state: State, event: PebblesDrawn) -> Ruling:
    cites = book.cite(MOST_DRAWN)
    if event.count > state.supply:
        return impossible(Say("Only {n} are left.", n=state.supply), SUPPLY)
    if event.count > book[MOST_DRAWN]:
        return forbidden(Say("At most {n} are drawn.", n=book[MOST_DRAWN]), *cites)
    if event.count == state.supply:
        return table_call(Say("The last pebble: did all see it?"), *cites)
    return allowed(Say("{player} draws {n}.", player=event.player, n=event.count), *cites)


def apply(state: State, event: Event) -> State:
    if isinstance(event, DrawingStopped):
        return replace(state, is_over=True)
    if isinstance(event, PlayerGreeted):
        greeted = (*state.greeted, event.whom)
        return replace(state, turn=state.turn + 1, must_greet=False, greeted=greeted)
    seat = state.seating.index(event.player)
    drawn = tuple(n + event.count * (i == seat) for i, n in enumerate(state.drawn))
    return replace(state, supply=state.supply - event.count, drawn=drawn, must_greet=True)


def count(state: State) -> FinalCount | Say:
    setup = Setup(state.seating)
    each = zip(state.seating, state.drawn, strict=True)
    return FinalCount(setup, {player: {"pebbles": n} for player, n in each})


def score(book: Rulebook, final: FinalCount) -> Scoresheet:
    scores = tuple(
        PlayerScore(
            Player(player),
            (ScoreLine(Say("pebbles"), Fraction(held["pebbles"]), Say(""), ()),),
        )
        for player, held in final.holdings.items()
    )
    return Scoresheet(scores, decide(scores))


def sheet(book: Rulebook, setup: Setup, log: Sequence[Event]) -> RoundSheet:
    return RoundSheet(
        title=Say("Pebble Fair"), counts=Say("turn"), seats=tuple(setup.seating), rows=()
    )


def margin(book: Rulebook, _setup: Setup) -> QuickReference:
    columns = (Say("players"), Say("pebbles"))
    rows = tuple((seats, book[SUPPLY]) for seats in GAME.players)
    worth = (ScoringEntry(Say("pebbles"), Say("1 each"), book.cite(SUPPLY)),)
    return QuickReference(
        setup=Grid(Say("Setup"), columns, rows),
        scoring=worth,
        rules_asked_most=book.cite(MOST_DRAWN),
    )


GAME = OldGame(
    id="pebble-fair",
    title="Pebble Fair",
    players=range(2, 4),
    max_events=40,
    setup=(),
    form=lambda _book, _options: Form(fields=()),
    keys=lambda: (SUPPLY, MOST_DRAWN),
    events=lambda: (PebblesDrawn, PlayerGreeted, DrawingStopped),
    questions=lambda: (),
    views=dict,
    start=start,
    next_step=next_step,
    judge=judge,
    apply=apply,
    count=count,
    audit=lambda _book, _final: (),
    score=score,
    sheet=sheet,
    margin=margin,
)

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


def pebble_session(keep: Keep = keep_nothing, book: Rulebook = BOOK) -> Session[Any, Any]:
    """Seat Ana, Bo and Cy around nine pebbles."""
    return Session(GAME, book, Setup((ANA, BO, CY)), keep)
