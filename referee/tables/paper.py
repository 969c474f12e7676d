"""All that a scoresheet tells, gathered once: every format prints the same."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.core.roundsheet import QuickReference, RoundSheet, SheetRow
from referee.core.rulebook import Rule
from referee.core.say import Say
from referee.tables.cells import worded
from referee.tables.logs import LogItem
from referee.tables.scorerecords import Told


class TableMark(Struct, frozen=True):
    """What the table did beside playing: the how-manieth mark of the record, and what it was.

    ``entry`` is the entry it hangs on, by its index from 0 among those in force.
    """

    number: int
    kind: Say
    told: str
    entry: int


class Course(Struct, frozen=True):
    """How the players stood as the game went on.

    ``numbers`` has for each seat a number for each of ``moments``; None where it was not known.
    """

    what: Say
    seats: tuple[str, ...]
    moments: tuple[Say | int, ...]
    numbers: tuple[tuple[int | None, ...], ...]


class Paper(Struct, frozen=True, kw_only=True):
    """A scoresheet as it is printed.

    ``head`` and ``foot`` are named facts. A blank form has a ``margin`` and nothing else beside
    the sheet. A filled one has the final score in ``told``, or says in ``hidden`` why there is
    none yet; ``today`` is the score by today's rulebook where that gives another. ``rules`` are
    all that the paper cites, ``language`` is the one in which names of unclear script are read.
    """

    sheet: RoundSheet
    head: tuple[tuple[str, str], ...]
    foot: tuple[tuple[str, str], ...]
    language: str
    rules: tuple[Rule, ...]
    margin: QuickReference | None = None
    sitting: int | None = None
    """How many sit at the table of a blank form; a seat may be nobody's, such as a dummy's."""
    marks: tuple[TableMark, ...] = ()
    rulings: tuple[LogItem, ...] = ()
    told: Told | None = None
    today: Told | None = None
    hidden: Say | None = None


def mark_name(mark: TableMark) -> str:
    """Call a mark by its kind and number, as it stands beside a row.

    >>> mark_name(TableMark(7, Say("note"), "rain", 2))
    'note 7'
    """
    return worded(Say("{kind} {n}", kind=mark.kind, n=mark.number))


def mark_words(mark: TableMark) -> str:
    """Tell a mark of the table in full.

    >>> mark_words(TableMark(7, Say("note"), "rain", 2))
    'note 7: rain'
    """
    if not mark.told:
        return mark_name(mark)
    return worded(Say("{mark}: {told}", mark=mark_name(mark), told=mark.told))


def marks_beside(row: SheetRow, marks: Sequence[TableMark]) -> list[TableMark]:
    """List the marks on the entries that a row tells.

    >>> mark = TableMark(7, Say("note"), "rain", 2)
    >>> row = SheetRow(round=1, what=Say("drawn"), cells=(), entries=(2, 3))
    >>> marks_beside(row, [mark]) == [mark]
    True
    """
    return [mark for mark in marks if mark.entry in row.entries]


def course_of(sheet: RoundSheet) -> Course | None:
    """Tell how the players stood round by round; None where fewer than two rounds tell it.

    >>> rows = (SheetRow(round=n, what=Say("coins"), cells=(n, 4), is_standing=True)
    ...     for n in (1, 2))
    >>> course = course_of(RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana",),
    ...     table=Say("sack"), rows=tuple(rows)))
    >>> course.moments, course.numbers
    ((1, 2), ((1, 2),))
    """
    rows = [row for row in sheet.rows if row.is_standing]
    if len(rows) < len(("before", "after")):
        return None
    return Course(
        what=rows[0].what,
        seats=sheet.seats,
        moments=tuple(row.round for row in rows),
        numbers=tuple(
            tuple(cell if isinstance(cell, int) else None for cell in column)
            for column in list(zip(*(row.cells for row in rows), strict=True))[: len(sheet.seats)]
        ),
    )
