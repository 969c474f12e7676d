"""The record of a session as columns and rows, round by round."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from referee.core.say import Say

Cell: TypeAlias = Say | str | int | None
"""What a cell shows; None is a box left free."""


class Grid(Struct, frozen=True):
    """Columns and rows under a title, with lines of text below: what a table can print."""

    title: Say
    columns: tuple[Say, ...]
    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[Say, ...] = ()


class SheetRow(Struct, frozen=True):
    """One row of the sheet and the log entries it tells, counted from 0 in the log given."""

    cells: tuple[Cell, ...]
    entries: tuple[int, ...] = ()


class Roundsheet(Struct, frozen=True):
    """The sheet of a whole session; with no entry in the log it is the blank form."""

    title: Say
    columns: tuple[Say, ...]
    rows: tuple[SheetRow, ...]
    lines: tuple[Say, ...] = ()
