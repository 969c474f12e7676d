"""The pad: one page to be printed and filled in with a pencil, put together from few parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from referee.core.paper.round_sheet import QuickReference, ScoringEntry, SheetCell
from referee.core.say import Say


class BlankCell(Struct, frozen=True):
    """A word followed by a line to write on, or by what is already known."""

    label: Say
    filled: Say | None = None


class Checkbox(Struct, frozen=True):
    """Boxes of which one or more are ticked, behind a word if there is one."""

    choices: tuple[Say, ...]
    label: Say | None = None


class BlankLine(Struct, frozen=True):
    """Words to write and boxes to tick, on one line."""

    parts: tuple[BlankCell | Checkbox, ...]


class Boxes(Struct, frozen=True):
    """A row of boxes, or of circles, with a small label in each; ``note`` is in small print."""

    title: Say
    labels: tuple[SheetCell, ...]
    note: Say | None = None
    is_round: bool = False


class PadRow(Struct, frozen=True):
    """A row to fill in: what it is for, in small print what that is worth, what is printed.

    ``cells`` are printed in the columns from the first on; what is left is blank.
    """

    label: Say
    small: Say | None = None
    cells: tuple[SheetCell, ...] = ()
    is_total: bool = False


class PadTable(Struct, frozen=True, kw_only=True):
    """A table to fill in. ``corner`` heads the column of the labels.

    ``wide`` are the columns that need more room than the others, by index from 0.
    """

    corner: Say
    columns: tuple[Say, ...]
    rows: tuple[PadRow, ...]
    title: Say | None = None
    wide: tuple[int, ...] = ()


class Footnote(Struct, frozen=True):
    """Lines of small print."""

    lines: tuple[Say, ...]


PadPart: TypeAlias = BlankLine | Boxes | PadTable | Footnote


class Pad(Struct, frozen=True):
    """The parts of a pad, from the top down; date and place come above them all."""

    parts: tuple[PadPart, ...]


def names_across(seats: Sequence[str]) -> tuple[Say, ...]:
    """Head columns by the players; a seat without a name stays blank.

    >>> [str(each) for each in names_across(["Ana", ""])]
    ['Ana', '']
    """
    return tuple(Say("{name}", name=seat) for seat in seats)


def score_table(
    seats: Sequence[str], scoring: Iterable[ScoringEntry], *more: PadRow, place: bool = True
) -> PadTable:
    """Make the table of the score: names across, a row for each kind of points, the total.

    >>> entry = ScoringEntry(Say("pebbles"), Say("1 each"), ())
    >>> [str(row.label) for row in score_table(["Ana"], [entry]).rows]
    ['pebbles', 'total', 'place']
    """
    rows = [PadRow(entry.label, entry.worth) for entry in scoring]
    end = [PadRow(Say("total"), is_total=True), *([PadRow(Say("place"))] if place else [])]
    return PadTable(corner=Say("player"), columns=names_across(seats), rows=(*rows, *more, *end))


def plain_pad(
    seats: Sequence[str],
    roles: Mapping[str, str],
    counts: Say,
    rounds: int,
    beside: QuickReference,
) -> Pad:
    """Make the pad of a room that has none of its own: parts, the score, a row for each round."""
    named = [BlankCell(Say("{part}", part=part), Say("{name}", name=roles[part])) for part in roles]
    rows = tuple(PadRow(Say("{n}", n=n)) for n in range(1, rounds + 1))
    table = PadTable(corner=counts, columns=names_across(seats), rows=rows)
    return Pad(
        (
            *([BlankLine(tuple(named))] if named else []),
            score_table(seats, beside.scoring),
            *([table] if rows else []),
        )
    )
