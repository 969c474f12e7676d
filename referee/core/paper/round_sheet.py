"""The record of a session round by round, and the contents of a pen-and-paper form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct

from referee.core.paper import SHARED
from referee.core.paper.drawing import Chart, Diagram
from referee.core.rulebook import RuleRef
from referee.core.say import Say, join

SheetCell: TypeAlias = Say | str | int | None
"""The contents of a cell; None is an empty one."""
SheetCells: TypeAlias = Mapping[str, SheetCell | tuple[SheetCell, ...]]
"""What to write into the cells, by player or ``SHARED``: one value or several."""


class CardGrid(Struct, frozen=True):
    """Columns and rows under a title, with lines of text below: what a table can print."""

    title: Say
    columns: tuple[Say, ...]
    rows: tuple[tuple[SheetCell, ...], ...]
    lines: tuple[Say, ...] = ()


class SheetRow(Struct, frozen=True, kw_only=True):
    """One row of the sheet: which round, what it says of it, and a cell for each column.

    ``round`` is the number that the game counts, or the word for what comes before and after.
    ``entries`` are the log entries that the row shows, counted from 0 in the log given. A row that
    ``is_standing`` shows the standings after its round, in numbers known to all. ``line`` is the
    id of the line that it belongs to.
    """

    round: Say | int
    what: Say
    cells: tuple[SheetCell, ...]
    entries: tuple[int, ...] = ()
    is_standing: bool = False
    line: str = ""


class SummaryRow(Struct, frozen=True, kw_only=True):
    """A round in one row: the cells before those of the players, theirs, and those after.

    ``title`` and ``told`` word the result in sentences; a page prints them in place of the
    cells around those of the players. The names in ``marked`` are set off.
    """

    round: Say | int
    cells: tuple[SheetCell, ...]
    before: tuple[SheetCell, ...] = ()
    after: tuple[SheetCell, ...] = ()
    title: Say | None = None
    told: tuple[Say, ...] = ()
    marked: tuple[str, ...] = ()


class SummaryTable(Struct, frozen=True, kw_only=True):
    """The game round by round, a row for each, as on the first page of a sheet.

    ``before`` and ``after`` head the columns around those of the players; ``signs`` explain.
    """

    rows: tuple[SummaryRow, ...] = ()
    before: tuple[Say, ...] = ()
    after: tuple[Say, ...] = ()
    signs: tuple[Say, ...] = ()


class RoundSheet(Struct, frozen=True, kw_only=True):
    """The record of a session, in full and in short; with no entry in the log all rows are empty.

    ``counts`` names what the rows count: round, turn, day. ``seats`` are the players' columns;
    behind them ``table``, where a game has it, is the column of what all saw together. Rows of
    standings all show the same thing. ``in_short`` has a row for each round; the picture is a
    ``chart``, or one or more ``diagrams``. ``behind`` are the log entries, counted from 0, after
    which what a player's row of the score is counted from was another.
    """

    title: Say
    counts: Say
    seats: tuple[str, ...]
    table: Say | None = None
    rows: tuple[SheetRow, ...]
    in_short: SummaryTable = SummaryTable()
    lines: tuple[Say, ...] = ()
    diagrams: tuple[Diagram, ...] = ()
    chart: Chart | None = None
    behind: Mapping[tuple[str, Say], tuple[int, ...]] = {}

    @property
    def columns(self) -> tuple[Say, ...]:
        """Name the columns after the round and the name of the row.

        >>> sheet = RoundSheet(title=Say("Pebble Fair"), counts=Say("round"), seats=("Ana",),
        ...     table=Say("the sack"), rows=())
        >>> [str(column) for column in sheet.columns]
        ['Ana', 'the sack']
        """
        seats = tuple(Say("{name}", name=name) for name in self.seats)
        return seats if self.table is None else (*seats, self.table)


class ScoringEntry(Struct, frozen=True):
    """One line of the scoring table: what scores, how much, and by which rules."""

    label: Say
    worth: Say
    rules: tuple[RuleRef, ...]


class QuickReference(Struct, frozen=True, kw_only=True):
    """What a pad is made of: the setup, what scores, and the rulings asked most.

    The first column of ``setup`` is the number of players, with a row for each that can sit
    down. ``scoring`` has a line for each label that a score of this table can have, in the
    order of the rulebook.
    """

    setup: CardGrid
    scoring: tuple[ScoringEntry, ...]
    rules_asked_most: tuple[RuleRef, ...]


class RoundRows(Struct, frozen=True):
    """The rows of one round: a cell is found by the id of its line and by its column."""

    round: int
    lines: Mapping[str, Mapping[str, SheetCell]]

    def cell(self, line: str, column: str) -> SheetCell:
        """Return a cell; None if it is empty."""
        return self.lines.get(line, {}).get(column)


def rounds_of(rows: Iterable[SheetRow], columns: Sequence[str]) -> Iterator[RoundRows]:
    """Gather the rows by rounds; those of the setup and the end are left out.

    >>> row = SheetRow(round=1, what=Say("drawn"), cells=(4, None), line="drawn")
    >>> [each.cell("drawn", "Ana") for each in rounds_of([row], ["Ana", "Bo"])]
    [4]
    """
    for number, own in groupby(rows, lambda row: row.round):
        if isinstance(number, int):
            cells = {row.line: dict(zip(columns, row.cells, strict=True)) for row in own}
            yield RoundRows(number, cells)


def all_in_short(rows: Iterable[SheetRow], seats: Sequence[str], table: Say | None) -> SummaryTable:
    """Put all cells of a player in a round into one.

    >>> rows = [SheetRow(round=1, what=Say(line), cells=(n,), line=line)
    ...     for n, line in enumerate(("drawn", "held"))]
    >>> [str(row.cells[0]) for row in all_in_short(rows, ("Ana",), None).rows]
    ['0; 1']
    """
    columns = (*seats, SHARED) if table is not None else tuple(seats)
    short = []
    for each in rounds_of(rows, columns):
        cells_of = {
            column: joined([own.get(column) for own in each.lines.values()]) for column in columns
        }
        cells = tuple(cells_of[seat] for seat in seats)
        after = (cells_of[SHARED],) if table is not None else ()
        short.append(SummaryRow(round=each.round, cells=cells, after=after))
    return SummaryTable(rows=tuple(short), after=() if table is None else (table,))


def joined(cells: Iterable[SheetCell], separator: str = "; ") -> SheetCell:
    """Put several cells into one; None if all are empty."""
    filled = [cell for cell in cells if cell is not None]
    if not filled:
        return None
    return filled[0] if len(filled) == 1 else join(filled, separator)
