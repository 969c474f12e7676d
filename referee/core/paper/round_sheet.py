"""The record of a session round by round, and what a pen-and-paper form needs beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.paper.diagram import Diagram
from referee.core.rulebook import RuleRef
from referee.core.say import Say

Cell: TypeAlias = Say | str | int | None
"""What a cell shows; None is a box left free."""
SHARED: Final = ""
"""The column of what all see together."""
Cells: TypeAlias = Mapping[str, Cell | tuple[Cell, ...]]
"""What to write, by player, or ``SHARED``: one thing or several."""


class Grid(Struct, frozen=True):
    """Columns and rows under a title, with lines of text below: what a table can print."""

    title: Say
    columns: tuple[Say, ...]
    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[Say, ...] = ()


class SheetRow(Struct, frozen=True, kw_only=True):
    """One row of the sheet: which round, what it tells of it, and a cell for each column.

    ``round`` is the number that the game counts, or the word for what comes before and after.
    ``entries`` are the log entries that the row tells, counted from 0 in the log given. A row
    that ``is_standing`` tells how the players stand after its round, in numbers known to all.
    """

    round: Say | int
    what: Say
    cells: tuple[Cell, ...]
    entries: tuple[int, ...] = ()
    is_standing: bool = False


class RoundSheet(Struct, frozen=True, kw_only=True):
    """The sheet of a whole session; with no entry in the log it is the blank form.

    ``counts`` names what the rows count: round, turn, day. ``seats`` are the players' columns;
    behind them ``table``, where a game has it, is the column of what all saw together. All rows
    that stand tell the same thing.
    """

    title: Say
    counts: Say
    seats: tuple[str, ...]
    table: Say | None = None
    rows: tuple[SheetRow, ...]
    lines: tuple[Say, ...] = ()
    diagrams: tuple[Diagram, ...] = ()

    @property
    def columns(self) -> tuple[Say, ...]:
        """Name the columns behind the round and what is told of it.

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
    """What stands beside a blank form: the setup, what scores, and the rulings asked most.

    The first column of ``setup`` is the number of players, with a row for each that can sit
    down. ``scoring`` has a line for each label that a score of this table can have, in the
    order of the rulebook.
    """

    setup: Grid
    scoring: tuple[ScoringEntry, ...]
    rules_asked_most: tuple[RuleRef, ...]
