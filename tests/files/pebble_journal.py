"""Pebble Fair for journals: an invented game with numbers of every kind, and no end.

Each turn the active player takes pebbles, or it rains. A game of any length costs the same
per entry: the state is a few numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers import Number
from referee.core.old_game import AnyGame, OldGame
from referee.core.roundsheet import Grid, QuickReference, RoundSheet
from referee.core.rulebook import (
    Edition,
    Numbers,
    Option,
    PerPlayers,
    PerWord,
    Rule,
    Rulebook,
    RuleKey,
)
from referee.core.ruling import Ruling, allowed
from referee.core.say import Say
from referee.core.score import Outcome, Scoresheet
from referee.core.session import Entry, Mark, Note, Strike
from referee.core.step import Step
from referee.core.table import FinalCount, Form, Player, Setup
from referee.files.journal import Journal

ANA, BO = Player("Ana"), Player("Bo 弓")
SUPPLY: RuleKey[int] = RuleKey("PEB-1.1", "supply", int)
PRICES: RuleKey[Numbers] = RuleKey("PEB-2.1", "prices", tuple[int, ...])
WORTH: RuleKey[PerWord] = RuleKey("PEB-2.1", "worth", dict)
BASKETS: RuleKey[PerPlayers] = RuleKey("PEB-3.1", "baskets", dict)


class PebblesTaken(Struct, frozen=True, tag=True):
    player: Player
    pebbles: Mapping[str, int]


class RainFell(Struct, frozen=True, tag=True):
    drops: tuple[int, ...]


class BasketTorn(Struct, frozen=True, tag=True):
    """The room cannot apply it: a bug, or a journal from elsewhere."""


Event = PebblesTaken | RainFell | BasketTorn


class State(Struct, frozen=True):
    seating: tuple[Player, ...]
    supply: int
    baskets: int
    weather: str
    taken: int = 0
    turn: int = 0


def start(book: Rulebook, setup: Setup) -> State:
    weather = book.option(setup.options, "rain")
    return State(setup.seating, book[SUPPLY], book[BASKETS][len(setup.seating)], weather)


def next_step(_book: Rulebook, state: State) -> Step[Event]:
    player = state.seating[state.turn % len(state.seating)]
    counts = Number(1, 3)
    return Step(
        id="turn.taken",
        player=player,
        where=Say("Turn {n}", n=state.turn + 1),
        ask=Say("How many pebbles does {player} take?", player=player),
        answers=counts,
        read=lambda words: PebblesTaken(player, {"plain": counts.parse(words)}),
    )


def judge(_book: Rulebook, _state: State, _event: Event) -> Ruling:
    return allowed(Say("Taken."))


def apply(state: State, event: Event) -> State:
    if isinstance(event, BasketTorn):
        raise KeyError(event)
    count = sum(event.pebbles.values()) if isinstance(event, PebblesTaken) else sum(event.drops)
    return replace(state, taken=state.taken + count, turn=state.turn + 1)


def count(state: State) -> FinalCount | Say:
    return FinalCount(Setup(state.seating), {player: {} for player in state.seating})


def sheet(_book: Rulebook, setup: Setup, _log: Any) -> RoundSheet:
    seats = tuple(setup.seating)
    return RoundSheet(title=Say("Pebble Fair"), counts=Say("turn"), seats=seats, rows=())


def margin(_book: Rulebook, _setup: Setup) -> QuickReference:
    setup = Grid(Say("Setup"), (Say("players"),), tuple((seats,) for seats in GAME.players))
    return QuickReference(setup=setup, scoring=(), rules_asked_most=())


GAME = OldGame(
    id="pebble-fair",
    title="Pebble Fair",
    players=range(2, 4),
    max_events=40,
    setup=(),
    form=lambda _book, _options: Form(fields=()),
    keys=lambda: (SUPPLY, PRICES, WORTH, BASKETS),
    events=lambda: (PebblesTaken, RainFell, BasketTorn),
    questions=lambda: (),
    views=dict,
    start=start,
    next_step=next_step,
    judge=judge,
    apply=apply,
    count=count,
    audit=lambda _book, _final: (),
    score=lambda _book, _final: Scoresheet((), Outcome((), Say(""), ())),
    sheet=sheet,
    margin=margin,
)


def rule(rule_id: str, **constants: Any) -> Rule:
    return Rule(rule_id=rule_id, title=rule_id, text="Invented.", constants=constants)


RULES = (
    rule("PEB-1.1", supply=20),
    rule("PEB-2.1", prices=(1, 3, 6), worth={"plain": 1, "muddy": 2}),
    rule("PEB-3.1", baskets={2: 5, 3: 4}),
)
BOOK = Rulebook(
    game="pebble-fair",
    version=1,
    digest="a1b2",
    prefix="PEB",
    edition=Edition("Pebble Fair", "en", "invented"),
    players=(2, 3),
    rules={each.rule_id: each for each in RULES},
    options={"rain": Option("rain", ("dry", "wet"), "dry", "PEB-1.1")},
)
SETUP = Setup(
    seating=(ANA, BO),
    roles={"crier": Player("Zed")},
    options={"wind": ("east",)},
    numbers={"stalls": (1, 2)},
    texts={"plan": "+-+\n| |\n+-+"},
)
TAKEN = Entry(step="turn.taken", words="2", event=PebblesTaken(ANA, {"plain": 2}))
MARKS: tuple[Mark, ...] = (
    TAKEN,
    Entry(step="turn.rain", words="rain １ 2", event=RainFell((1, 2)), overruled="wir sind müde"),
    Note("“Bo” sneezed\n; \\ \u2028 \x1b[31m 🎲"),
    Strike((2,)),
    TAKEN,
    Strike((1, 5)),
    TAKEN,
)
"""One of every kind, with signs that a careless writer would break on."""


def find(_game: str) -> tuple[AnyGame, Rulebook]:
    return GAME, BOOK


class Clock:
    """Counts minutes instead of asking the time, so that every run is the same."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> str:
        self.minutes += 1
        return f"20:{self.minutes:02}"


def begin(path: Path, marks: tuple[Mark, ...] = ()) -> Journal:
    """Begin a journal and note the marks in it."""
    journal = Journal.create(path, GAME, BOOK, SETUP, Clock())
    for mark in marks:
        journal.session.add(mark)
    return journal


def written(path: Path, marks: tuple[Mark, ...] = MARKS) -> bytes:
    """Write a journal with these marks, close it, and give its bytes."""
    begin(path, marks).close()
    return path.read_bytes()


def reopen(path: Path, *, write: bool = False) -> Journal:
    return Journal.open(path, find, Clock(), write=write)
