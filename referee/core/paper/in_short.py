"""A round in one row, from the rows that tell it in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from referee.core.paper.round_sheet import SHARED, SheetCell, SheetRow, SummaryRow, SummaryTable
from referee.core.say import Say, join


class RoundRows(Struct, frozen=True):
    """The rows of one round: a cell is found by the id of its line and by its column."""

    round: int
    lines: Mapping[str, Mapping[str, SheetCell]]

    def cell(self, line: str, column: str) -> SheetCell:
        """Give a cell; None where nothing stands."""
        return self.lines.get(line, {}).get(column)


def rounds_of(rows: Iterable[SheetRow], columns: Sequence[str]) -> Iterator[RoundRows]:
    """Gather the rows by rounds; what comes before the first and after the last is left out.

    >>> row = SheetRow(round=1, what=Say("drawn"), cells=(4, None), line="drawn")
    >>> [each.cell("drawn", "Ana") for each in rounds_of([row], ["Ana", "Bo"])]
    [4]
    """
    for number, own in groupby(rows, lambda row: row.round):
        if isinstance(number, int):
            cells = {row.line: dict(zip(columns, row.cells, strict=True)) for row in own}
            yield RoundRows(number, cells)


def all_in_short(rows: Iterable[SheetRow], seats: Sequence[str], table: Say | None) -> SummaryTable:
    """Put all that a round tells of somebody into one cell.

    >>> rows = [SheetRow(round=1, what=Say(line), cells=(n,), line=line)
    ...     for n, line in enumerate(("drawn", "held"))]
    >>> [str(row.cells[0]) for row in all_in_short(rows, ("Ana",), None).rows]
    ['0; 1']
    """
    columns = (*seats, SHARED) if table is not None else tuple(seats)
    short = []
    for each in rounds_of(rows, columns):
        told = {
            column: _joined([own.get(column) for own in each.lines.values()]) for column in columns
        }
        cells = tuple(told[seat] for seat in seats)
        after = (told[SHARED],) if table is not None else ()
        short.append(SummaryRow(round=each.round, cells=cells, after=after))
    return SummaryTable(rows=tuple(short), after=() if table is None else (table,))


def _joined(cells: Sequence[SheetCell]) -> SheetCell:
    told = [cell for cell in cells if cell is not None]
    return told[0] if len(told) == 1 else join(told, "; ") if told else None
