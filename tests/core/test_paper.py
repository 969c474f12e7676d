"""The round sheet is made from the lines that a room names, event after event."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.choices import Number
from referee.core.paper import SHARED
from referee.core.paper.lines import Paper, SheetLine, quick_reference
from referee.core.paper.round_sheet import RoundSheet, SheetCells
from referee.core.play.course import Course
from referee.core.play.event import Event
from referee.core.play.stage import Consequence, Prompt, Stage
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling
from referee.core.say import Say
from referee.core.table import Player, Setup
from tests.core.pebble import BOOK, MOST_DRAWN, SUPPLY
from tests.toys import toy

ANA, BO = Player("Ana"), Player("Bo")
SETUP = Setup((ANA, BO))


class State(Struct, frozen=True):
    setup: Setup
    chief: Player | None = None
    drawn: tuple[int, int] = (0, 0)
    turn: int = 0
    round: int = 1
    rounds: int = 2
    told: int = 0


class ChiefNamed(Event[State], frozen=True):
    rule = SUPPLY
    sheet_line = "chief"
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("{player} is chief.")

    def apply(self, state: State) -> State:
        return replace(state, chief=self.player)

    def tell(self, state: State) -> SheetCells:
        return {self.player: Say("chief")}


class Drawn(Event[State], frozen=True):
    rule = MOST_DRAWN
    sheet_line = "drawn"
    player: Player
    count: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("{player} draws {count}.")

    def apply(self, state: State) -> State:
        seat = state.setup.seating.index(self.player)
        drawn = tuple(n + self.count * (seat == i) for i, n in enumerate(state.drawn))
        return replace(state, drawn=drawn, turn=state.turn + 1)

    def tell(self, state: State) -> SheetCells:
        if self.count == 9:  # in the place of all that was told before
            return {self.player: (None, Say("nine"))}
        return {self.player: (Say("one"),) * self.count, SHARED: Say("{n} out", n=self.count)}


class Yawned(Event[State], frozen=True):
    rule = MOST_DRAWN

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("Somebody yawns.")

    def apply(self, state: State) -> State:
        return replace(state, turn=state.turn + 1)


class Counted(Event[State], frozen=True):
    rule = MOST_DRAWN
    sheet_line = "end"
    counts: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("Counted.")

    def apply(self, state: State) -> State:
        return replace(state, told=self.counts)


def prompt(_book: Rulebook, _state: State) -> Prompt[State]:
    return Prompt(ask=Say("?"), answers=Number(1, 9), event=Counted)


def by_seat(state: State) -> SheetCells:
    return dict(zip(state.setup.seating, state.drawn, strict=True))


COURSE: Course[State] = Course(
    stages=(
        Stage(
            id="end.count",
            title=Say("counting"),
            when=lambda state: state.round > state.rounds and not state.told,
            ask=prompt,
            events=(Counted,),
        ),
        Stage(
            id="turn.draw",
            title=Say("drawing"),
            when=lambda state: not state.told,
            ask=prompt,
            events=(ChiefNamed, Drawn, Yawned),
        ),
    ),
    consequences=(
        Consequence(
            when=lambda state: state.turn == 2,
            apply=lambda state: replace(state, turn=0, round=state.round + 1),
            rule=SUPPLY,
        ),
    ),
    heading=lambda _state, _stage: Say("?"),
)
END: SheetLine[State] = SheetLine(
    "end",
    Say("at the end"),
    after_round=lambda state: {**by_seat(state), SHARED: state.told},
)
PAPER: Paper[State] = Paper(
    counts=Say("round"),
    first=SheetLine("chief", Say("the chief"), after_round=lambda _state: {SHARED: 9}),
    lines=(
        SheetLine("drawn", Say("drawn"), mark="+"),
        SheetLine(
            "grown", Say("grown"), changed=lambda a, b: {SHARED: sum(b.drawn) - sum(a.drawn)}
        ),
        SheetLine("held", Say("held"), points=lambda book, state: by_seat(state)),
    ),
    last=END,
    table=Say("all"),
    notes=lambda book, state: (Say("{n} in the supply.", n=book[SUPPLY]),),
)


def sheet(*events: Event[Any], paper: Paper[State] = PAPER) -> RoundSheet:
    parts = {"start": lambda _, setup: State(setup), "course": COURSE, "paper": paper}
    return toy("Pebbles", range(2, 4), **parts).sheet(BOOK, SETUP, events)


def rows(*events: Event[Any]) -> list[tuple[str, str, list[str]]]:
    found = sheet(*events).rows
    return [
        (str(row.round), str(row.what), ["" if cell is None else str(cell) for cell in row.cells])
        for row in found
    ]


def test_the_blank_form_has_every_row() -> None:
    blank = sheet()
    assert [(str(row.round), str(row.what)) for row in blank.rows] == [
        ("setup", "the chief"),
        *((n, what) for n in "12" for what in ("drawn", "grown", "held")),
        ("end", "at the end"),
    ]
    assert [str(cell) for cell in blank.rows[0].cells] == ["None", "None", "9"]
    assert (str(blank.title), str(blank.lines[0])) == ("Pebbles, 2 players", "9 in the supply.")
    assert [str(column) for column in blank.columns] == ["Ana", "Bo", "all"]
    assert [row.is_standing for row in blank.rows] == [False, *(False, False, True) * 2, False]


def test_what_is_told_stands_one_behind_the_other_until_the_round_is_over() -> None:
    first = (ChiefNamed(BO), Drawn(ANA, 2))
    assert rows(*first) == [
        ("setup", "the chief", ["", "chief", "9"]),
        ("1", "drawn", ["one+one", "", "2 out"]),
        ("1", "grown", ["", "", "0, 2"]),
    ]
    whole = sheet(*first, Drawn(ANA, 9), Yawned(), Yawned(), Counted(7))
    assert [(row.entries, [str(cell) for cell in row.cells]) for row in whole.rows] == [
        ((0,), ["None", "chief", "9"]),
        ((1, 2), ["nine", "None", "2 out"]),
        ((), ["None", "None", "0, 2, 9"]),
        ((), ["11", "0", "None"]),
        ((), ["None", "None", "0, 0"]),
        ((), ["11", "0", "None"]),
        ((5,), ["11", "0", "7"]),
    ]


def test_a_line_may_add_up_tell_of_the_next_round_and_be_left_out_where_nobody_knows() -> None:
    lines: tuple[SheetLine[State], ...] = (
        SheetLine(
            "drawn",
            Say("drawn"),
            next_round=lambda state: {SHARED: Say("round {n}", n=state.round)},
            adds_up=True,
        ),
        SheetLine("grown", Say("grown"), changed=lambda a, b: {ANA: 2, SHARED: 1}, adds_up=True),
        SheetLine("held", Say("held"), after_round=lambda _state: {}),
    )
    found = sheet(Drawn(ANA, 2), Yawned(), paper=replace(PAPER, first=None, lines=lines)).rows
    assert [(row.round, str(row.what), [str(cell) for cell in row.cells]) for row in found] == [
        (1, "drawn", ["one, one", "None", "2 out"]),
        (1, "grown", ["4", "None", "2"]),
        (2, "drawn", ["None", "None", "round 2"]),
    ]


def test_a_row_to_which_nothing_is_told_is_left_out() -> None:
    grown: SheetLine[State] = SheetLine("grown", Say("grown"), changed=lambda a, b: {SHARED: ()})
    assert sheet(Drawn(ANA, 2), paper=replace(PAPER, first=None, lines=(grown,))).rows == ()


def test_a_quick_reference_is_made_from_the_rulebook_where_a_room_has_none() -> None:
    made = quick_reference(BOOK)
    assert [row[0] for row in made.setup.rows] == [2, 3]
    assert [str(entry.label) for entry in made.scoring] == ["Supply", "Drawing"]
