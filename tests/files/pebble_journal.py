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

from referee.core.answers.choices import Number
from referee.core.game import Game
from referee.core.play.course import Course
from referee.core.play.event import Event
from referee.core.play.record import Entry, Note, Record, Undo
from referee.core.play.stage import Prompt, Stage
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
from referee.core.ruling import Ruling
from referee.core.say import Say
from referee.core.table import FinalCount, Player, Setup
from referee.files.journal.journal import Journal
from tests import toys
from tests.toys import toy

ANA, BO = Player("Ana"), Player("Bo 弓")
SUPPLY: RuleKey[int] = RuleKey("PEB-1.1", "supply", int)
PRICES: RuleKey[Numbers] = RuleKey("PEB-2.1", "prices", tuple[int, ...])
WORTH: RuleKey[PerWord] = RuleKey("PEB-2.1", "worth", dict)
BASKETS: RuleKey[PerPlayers] = RuleKey("PEB-3.1", "baskets", dict)


class State(Struct, frozen=True):
    setup: Setup
    supply: int
    baskets: int
    weather: str
    taken: int = 0
    turn: int = 0


def start(book: Rulebook, setup: Setup) -> State:
    weather = book.option(setup.options, "rain")
    return State(setup, book[SUPPLY], book[BASKETS][len(setup.seating)], weather)


class Allowed(Event[State], frozen=True):
    """What all events here have in common: the rules allow it."""

    rule = SUPPLY

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("Taken.")


class PebblesTaken(Allowed, frozen=True):
    player: Player
    pebbles: Mapping[str, int]

    def apply(self, state: State) -> State:
        taken = state.taken + sum(self.pebbles.values())
        return replace(state, taken=taken, turn=state.turn + 1)


class RainFell(Allowed, frozen=True):
    drops: tuple[int, ...]

    def apply(self, state: State) -> State:
        return replace(state, taken=state.taken + sum(self.drops), turn=state.turn + 1)


class BasketTorn(Allowed, frozen=True):
    """The room cannot apply it: a bug, or a journal from elsewhere."""

    def apply(self, state: State) -> State:
        raise KeyError(self)


def active(state: State) -> Player:
    return state.setup.seating[state.turn % len(state.setup.seating)]


def ask(_book: Rulebook, state: State) -> Prompt[State]:
    player = active(state)
    return Prompt(
        ask=Say("How many pebbles does {player} take?", player=player),
        answers=Number(1, 3),
        event=lambda count: PebblesTaken(player, {"plain": count}),
    )


TAKE: Stage[State] = Stage(
    id="turn.taken",
    title=Say("taking"),
    ask=ask,
    events=(PebblesTaken, RainFell, BasketTorn),
)
COURSE = Course(stages=(TAKE,), heading=lambda state, _stage: Say("Turn {n}", n=state.turn + 1))
FINAL = replace(
    toys.FINAL,
    count=lambda state: FinalCount(state.setup, {each: {} for each in state.setup.seating}),
)
GAME = toy(
    "Pebble Fair",
    range(2, 4),
    start=start,
    course=COURSE,
    final=FINAL,
    keys=(SUPPLY, PRICES, WORTH, BASKETS),
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
    options={
        "rain": Option("rain", ("dry", "wet"), "dry", "PEB-1.1"),
        "wind": Option("wind", ("calm", "east"), "calm", "PEB-1.1"),
    },
)
SETUP = Setup(
    seating=(ANA, BO),
    roles={"crier": Player("Zed")},
    options={"wind": ("east",)},
    numbers={"stalls": (1, 2)},
    texts={"plan": "+-+\n| |\n+-+"},
)
TAKEN = Entry(step="turn.taken", words="2", event=PebblesTaken(ANA, {"plain": 2}))
MARKS: tuple[Record, ...] = (
    TAKEN,
    Entry(
        step="turn.rain", words="rain １ 2", event=RainFell((1, 2)), overrule_reason="wir sind müde"
    ),
    Note("“Bo” sneezed\n; \\ \u2028 \x1b[31m 🎲"),
    Undo((2,)),
    TAKEN,
    Undo((1, 5)),
    TAKEN,
)
"""One of every kind, with signs that a careless writer would break on."""


class Clock:
    """Counts minutes instead of asking the time, so that every run is the same."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> str:
        self.minutes += 1
        return f"20:{self.minutes:02}"


def begin(path: Path, marks: tuple[Record, ...] = ()) -> Journal:
    """Begin a journal and note the marks in it."""
    journal = Journal.create(path, GAME, BOOK, SETUP, Clock())
    for mark in marks:
        journal.session.add(mark)
    return journal


def written(path: Path, marks: tuple[Record, ...] = MARKS) -> bytes:
    """Write a journal with these marks, close it, and give its bytes."""
    begin(path, marks).close()
    return path.read_bytes()


def reopen(
    path: Path, *, write: bool = False, game: Game = GAME, today: Rulebook = BOOK
) -> Journal:
    """Open a journal by the rulebook of today."""
    return Journal.open(path, lambda _: (game, today), Clock(), write=write)
