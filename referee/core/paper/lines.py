"""How a game is printed: its round sheet, line by line, its views and drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.paper import SHARED
from referee.core.paper.drawing import PLAIN_INK, Chart, ChartMark, Diagram, Ink, MarkShape
from referee.core.paper.pad import Pad
from referee.core.paper.round_sheet import (
    CardGrid,
    QuickReference,
    RoundRows,
    RoundSheet,
    ScoringEntry,
    SheetCell,
    SheetCells,
    SheetRow,
    SummaryRow,
    SummaryTable,
    all_in_short,
    joined,
    rounds_of,
)
from referee.core.play.course import Course
from referee.core.play.event import Event
from referee.core.play.state_cache import StateChange, state_changes
from referee.core.rulebook import Rulebook, RuleRef, rule_refs
from referee.core.ruling import Notice
from referee.core.say import Say
from referee.core.scoring.score import PlayerScore
from referee.core.table import Setup

S = TypeVar("S")


class TableView(Struct, Generic[S], frozen=True):
    """A look at the state: ``/state`` and others. A secret one is confirmed before it shows.

    One that ``comes_back`` is shown after a correction, and when a game continues, by itself.
    """

    title: Say
    show: Callable[[Rulebook, S], CardGrid]
    secret: bool = False
    comes_back: bool = False


class SheetLine(Struct, Generic[S], frozen=True):
    """A line of the round sheet: what its events add, and its value after each round.

    ``after_round`` replaces the contents of its cells when a round is over; a line of the setup or
    of the end has it once. ``points`` does the same by the numbers of the rulebook; of each round
    one line has either. ``changed`` adds what an event, or what followed from it, has changed;
    ``next_round`` says of the round that has then begun. ``mark`` separates the entries of one
    cell; where the line ``adds_up``, the numbers of one cell are added.
    """

    id: str
    title: Say
    after_round: Callable[[S], SheetCells] | None = None
    changed: Callable[[S, S], SheetCells] | None = None
    points: Callable[[Rulebook, S], SheetCells] | None = None
    next_round: Callable[[S], SheetCells] | None = None
    mark: str = ", "
    adds_up: bool = False

    @property
    def is_standing(self) -> bool:
        """Whether it shows the standings after each round."""
        return self.after_round is not None or self.points is not None

    def standing(self, book: Rulebook, state: S) -> SheetCells:
        """Return the contents of its cells after a round, in the setup, or at the end."""
        cells = self.after_round(state) if self.after_round else {}
        return {**cells, **self.points(book, state)} if self.points else cells


class RoundSummary(Struct, Generic[S], frozen=True, kw_only=True):
    """How a round is put into one row: ``row`` makes it of its rows and of what happened in it.

    ``before`` and ``after`` head the columns around those of the players; ``signs`` explain. What
    the row of the end says of somebody is what its lines say, or what ``at_end`` makes of the
    score.
    """

    row: Callable[[RoundRows, Sequence[StateChange[S, Any]]], SummaryRow]
    before: tuple[Say, ...] = ()
    after: tuple[Say, ...] = ()
    signs: tuple[Say, ...] = ()
    at_end: Callable[[PlayerScore], SheetCell] | None = None


class Paper(Struct, Generic[S], frozen=True, kw_only=True):
    """How a game is printed.

    ``counts`` names what the rows count: round, turn, day. ``lines`` are printed for every round,
    ``first`` in the setup and ``last`` at the end. ``number`` is the round that an event belongs
    to, asked of the state before it, and 0 for the setup; ``rounds`` how many the blank form has.
    ``is_over`` says when the line of the end is written: where none is given, when nothing is
    asked any more. ``table`` names the column of what all see together; ``notes`` are printed
    below.

    What is printed of a session is in short: ``in_short`` makes one row of each round, and the
    picture is a ``chart``, or one or more ``diagrams``. ``pad`` makes the blank form, for the
    names of those who sit there; a name can be empty. ``box_back`` is what the back of the box
    would say to somebody who is taught: the aim, who wins, what everything is worth, how a turn
    goes. ``in_booklet`` draws the picture of the rule booklet.

    ``behind`` gives what each row of a player's score is counted from, of a state with
    ``holdings`` by player: an entry after which it is another is behind the row. Without it
    those do that count at the end.
    ``ink`` is the game's colour.

    >>> from referee.core.rulebook import Edition
    >>> book = Rulebook(game="bell", version=1, digest="", prefix="BEL", players=(1, 4),
    ...     edition=Edition("", "", ""), rules={})
    >>> rung = SheetLine[int]("bell", Say("Rung"), after_round=lambda state: {"Ana": state})
    >>> paper: Paper[int] = Paper(counts=Say("turn"), lines=(rung,), number=lambda state: state + 1,
    ...     rounds=lambda state: 3)
    >>> paper.number(0), paper.rounds(0), paper.lines[0].standing(book, 2)
    (1, 3, {'Ana': 2})
    """

    counts: Say
    lines: tuple[SheetLine[S], ...]
    first: SheetLine[S] | tuple[SheetLine[S], ...] | None = None
    last: SheetLine[S] | tuple[SheetLine[S], ...] | None = None
    number: Callable[[S], int] = lambda state: int(getattr(state, "round", 1))
    rounds: Callable[[S], int] = lambda state: int(getattr(state, "rounds", 1))
    is_over: Callable[[S], bool] | None = None
    table: Say | None = None
    title: Callable[[S], Say] | None = None
    notes: Callable[[Rulebook, S], tuple[Say, ...]] = lambda *_: ()
    views: Mapping[str, TableView[S]] = {}
    diagrams: Callable[[Sequence[StateChange[S, Any]]], tuple[Diagram, ...]] = lambda _: ()
    reference: Callable[[Rulebook, Setup], QuickReference] | None = None
    in_short: RoundSummary[S] | None = None
    chart: Callable[[RoundSheet, Sequence[StateChange[S, Any]]], Chart | None] | None = None
    pad: Callable[[Rulebook, Setup, Sequence[str]], Pad] | None = None
    box_back: Callable[[Rulebook, Setup], tuple[Notice, ...]] = lambda *_: ()
    in_booklet: Callable[[Rulebook], Diagram] | None = None
    behind: Callable[[S, str], Mapping[Say, Any]] | None = None
    ink: Ink = PLAIN_INK

    def is_of_end(self, event: Event[S], before: S) -> bool:
        """Whether an event comes after the last round: shown there, or all rounds are over."""
        if any(line.id == event.sheet_line for line in _as_lines(self.last)):
            return True
        is_over = bool(self.is_over and self.is_over(before))
        return is_over or self.number(before) > self.rounds(before)


END: Final = Say("end")
"""What the sheet calls the part after all rounds."""
_END = -1
"""The round of the rows after all rounds."""
_RowKey = tuple[int, str]
"""The round and the line of a row."""


class _Filler(Generic[S]):
    """Fills a sheet, one event after the other."""

    def __init__(self, paper: Paper[S], course: Course[S], book: Rulebook, start: S) -> None:
        self._paper, self._course, self._book, self._start = paper, course, book, start
        self._first, self._last = _as_lines(paper.first), _as_lines(paper.last)
        people = tuple(course.people(start))
        self._columns = (*people, SHARED) if paper.table is not None else people
        self._entries: dict[_RowKey, list[int]] = {}
        self._cells: dict[_RowKey, dict[str, list[Say | str | int]]] = {}
        lines = (*self._first, *paper.lines, *self._last)
        self._adding = {line.id for line in lines if line.adds_up}
        for line in self._first:
            self._write_standing(0, line, start)

    def take(self, change: StateChange[S, Event[S]]) -> None:
        """Record an event, what it changed, and the standings if a round or the game is over."""
        event, before, after = change.event, change.before, change.after
        number, is_over = self._paper.number(before), self._is_over(after)
        where = self._row_of(event, number)
        if where is not None:
            self._entries.setdefault(where, []).append(change.number)
            self._write(where, event.tell(before))
        is_of_end = where is not None and where[0] == _END
        for line in self._last if is_of_end else self._paper.lines:
            if line.changed:
                self._write((_END if is_of_end else number, line.id), line.changed(before, after))
        if not is_of_end and (is_over or self._paper.number(after) != number):
            self._end_round(number, after, is_over=is_over)
        if is_over:
            for line in self._last:
                self._write_standing(_END, line, after)

    def _end_round(self, number: int, after: S, *, is_over: bool) -> None:
        for line in self._paper.lines:
            self._write_standing(number, line, after)
            if line.next_round and not is_over:
                self._write((self._paper.number(after), line.id), line.next_round(after))

    def rows(self, end: S) -> Iterator[SheetRow]:
        """List the rows that are not empty; of a blank form, all."""
        rounds = max(self._paper.rounds(self._start), self._paper.number(end))
        order = {
            **{(0, line.id): line for line in self._first},
            **{(n, line.id): line for n in range(1, rounds + 1) for line in self._paper.lines},
            **{(_END, line.id): line for line in self._last},
        }
        standing = {line.id for line in self._paper.lines if line.is_standing}
        names = {0: Say("setup"), _END: END}
        is_blank = not self._entries
        for where, line in order.items():
            if is_blank or where in self._entries or where in self._cells:
                cells = self._cells.get(where, {})
                yield SheetRow(
                    round=names.get(where[0], where[0]),
                    what=line.title,
                    cells=tuple(joined(cells.get(who, ()), line.mark) for who in self._columns),
                    entries=tuple(self._entries.get(where, ())),
                    is_standing=line.id in standing,
                    line=line.id,
                )

    def _is_over(self, state: S) -> bool:
        is_over = self._paper.is_over
        return is_over(state) if is_over else self._course.due(state) is None

    def _row_of(self, event: Event[S], number: int) -> _RowKey | None:
        """Return the row of an event: of the end, of its round, or of the setup."""
        name = event.sheet_line
        if any(line.id == name for line in self._last):
            return (_END, name)
        if number and any(line.id == name for line in self._paper.lines):
            return (number, name)
        return (0, name) if name else None

    def _write(self, where: _RowKey, cells: SheetCells) -> None:
        """Append to these cells, or add to their numbers; None empties a cell first."""
        for who, more in cells.items():
            for each in more if isinstance(more, tuple) else (more,):
                cell = self._cells.setdefault(where, {}).setdefault(who, [])
                last = cell[-1] if cell and where[1] in self._adding else None
                if each is None:
                    cell.clear()
                elif isinstance(each, int) and isinstance(last, int):
                    cell[-1] = last + each
                else:
                    cell.append(each)

    def _write_standing(self, number: int, line: SheetLine[S], state: S) -> None:
        if line.is_standing:
            cells = line.standing(self._book, state)
            self._write((number, line.id), dict.fromkeys(cells))  # emptied first
            self._write((number, line.id), cells)


def _as_lines(
    lines: SheetLine[S] | tuple[SheetLine[S], ...] | None,
) -> tuple[SheetLine[S], ...]:
    if lines is None:
        return ()
    return lines if isinstance(lines, tuple) else (lines,)


def round_sheet(  # noqa: PLR0913 - a room's parts, and a log
    title: str,
    paper: Paper[S],
    course: Course[S],
    book: Rulebook,
    start: S,
    setup: Setup,
    log: Sequence[Event[S]],
) -> RoundSheet:
    """Show a session round by round, from its start; of an empty log all rows are empty."""
    changes = tuple(state_changes(course.apply, start, log))
    filler = _Filler(paper, course, book, start)
    for change in changes:
        filler.take(change)
    end = changes[-1].after if changes else start
    players = Say("{game}, {n} players", game=title, n=len(setup.seating))
    seats, rows = tuple(course.people(start)), tuple(filler.rows(end))
    sheet = RoundSheet(
        title=paper.title(start) if paper.title else players,
        counts=paper.counts,
        seats=seats,
        table=paper.table,
        rows=rows,
        in_short=_in_short(paper, seats, rows, changes),
        lines=paper.notes(book, end),
    )
    if not changes:
        return sheet
    what = next((row.what for row in rows if row.is_standing), Say(""))
    return replace(
        sheet,
        chart=paper.chart(sheet, changes) if paper.chart else standing_chart(what, seats, rows),
        diagrams=paper.diagrams(changes),
        behind=_entries_behind(paper.behind, changes) if paper.behind else {},
    )


def _entries_behind(
    rows: Callable[[Any, str], Mapping[Say, Any]], changes: Sequence[StateChange[Any, Any]]
) -> dict[tuple[str, Say], tuple[int, ...]]:
    """List the events that changed the holdings from which a row of the score is counted."""
    found: dict[tuple[str, Say], list[int]] = {}
    for change in changes:
        was, now = change.before.holdings, change.after.holdings
        for player in now if now is not was else ():
            if now[player] is was.get(player):
                continue
            before = rows(change.before, player) if player in was else {}
            for row, value in rows(change.after, player).items():
                if (value or None) != (before.get(row) or None):
                    found.setdefault((player, row), []).append(change.number)
    return {row: tuple(numbers) for row, numbers in found.items()}


def _in_short(
    paper: Paper[S],
    seats: tuple[str, ...],
    rows: tuple[SheetRow, ...],
    changes: Sequence[StateChange[S, Any]],
) -> SummaryTable:
    if not changes:
        return SummaryTable()
    columns = (*seats, SHARED) if paper.table is not None else seats
    if paper.in_short is None:
        whole = all_in_short(rows, seats, paper.table)
        return replace(whole, rows=(*whole.rows, *_end(rows, columns, seats, whole)))
    short = paper.in_short
    within: dict[int, list[StateChange[S, Any]]] = {}
    for change in changes:
        within.setdefault(paper.number(change.before), []).append(change)
    made = tuple(
        short.row(each, within[each.round])
        for each in rounds_of(rows, columns)
        if each.round in within
    )
    table = SummaryTable(rows=made, before=short.before, after=short.after, signs=short.signs)
    end = () if short.at_end else _end(rows, columns, seats, table)
    return replace(table, rows=(*made, *end))


def _end(
    rows: Iterable[SheetRow], columns: Sequence[str], seats: Sequence[str], table: SummaryTable
) -> Iterator[SummaryRow]:
    """Yield one row of the end, if anything happened there; shared entries as sentences."""
    lines = [row for row in rows if row.round == END]
    if all(cell is None for row in lines for cell in row.cells):
        return
    cells = {column: joined([row.cells[n] for row in lines]) for n, column in enumerate(columns)}
    shared = cells.get(SHARED)
    yield SummaryRow(
        round=END,
        cells=tuple(cells[seat] for seat in seats),
        before=(None,) * len(table.before),
        after=(shared,) if len(table.after) == 1 else (None,) * len(table.after),
        told=() if shared is None or len(table.after) == 1 else (Say("{told}", told=shared),),
    )


def quick_reference(book: Rulebook) -> QuickReference:
    """Make a quick reference of the rulebook: numbers by players, numbers, house rulings."""
    least, most = book.players
    seats = range(least, most + 1)
    by_players: list[tuple[str, Mapping[Any, int]]] = [
        (rule.title, numbers)
        for rule in book.rules.values()
        for numbers in rule.constants.values()
        if isinstance(numbers, Mapping) and all(n in numbers for n in seats)
    ]
    titles = (Say("{rule}", rule=title) for title, _ in by_players)
    return QuickReference(
        setup=CardGrid(
            title=Say("Setup"),
            columns=(Say("players"), *titles),
            rows=tuple((n, *(numbers[n] for _, numbers in by_players)) for n in seats),
        ),
        scoring=tuple(
            ScoringEntry(Say(rule.title), Say("{text}", text=rule.text), rule_refs((rule.rule_id,)))
            for rule in book.rules.values()
            if rule.constants
        ),
        rules_asked_most=tuple(
            RuleRef(rule.rule_id) for rule in book.rules.values() if rule.status != "printed"
        ),
    )


def standing_chart(
    title: Say,
    seats: tuple[str, ...],
    rows: Iterable[SheetRow],
    marks: Iterable[ChartMark] = (),
    signs: tuple[tuple[MarkShape, Say], ...] = (),
) -> Chart | None:
    """Chart the rows that show the standings; None if there are fewer than two.

    >>> from referee.core.paper.round_sheet import SheetRow
    >>> rows = [SheetRow(round=n, what=Say("coins"), cells=(n, 4), is_standing=True)
    ...     for n in (1, 2)]
    >>> chart = standing_chart(Say("Coins"), ("Ana",), rows)
    >>> chart.rounds, chart.numbers
    ((1, 2), ((1, 2),))
    """
    standing = [row for row in rows if row.is_standing]
    if len(standing) <= 1:
        return None
    return Chart(
        title=title,
        seats=seats,
        rounds=tuple(row.round for row in standing),
        numbers=tuple(
            tuple(row.cells[n] if isinstance(row.cells[n], int) else None for row in standing)  # type: ignore[misc]
            for n in range(len(seats))
        ),
        marks=tuple(mark for mark in marks if mark.round < len(standing)),
        signs=signs,
    )
