"""The pad: one page to print and to fill in with a pencil, made of a few kinds of parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from referee.core import fields as shapes
from referee.core.fields import Field, FieldType, Value
from referee.core.paper.round_sheet import ScoringEntry, SheetCell
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.scoring.final import FinalScoring
from referee.core.table import FinalCount, HoldingsForm, Setup


class BlankCell(Struct, frozen=True):
    """A word followed by a line to write on, or by what is already known."""

    label: Say
    filled: Say | None = None


class Checkbox(Struct, frozen=True):
    """Boxes to tick, with an optional label."""

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

    ``cells`` are printed in the columns from the first on; the others are empty.
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
    """Head columns by the players; a seat without a name stays empty.

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


def scoring_of(final: FinalScoring[Any], book: Rulebook, setup: Setup) -> tuple[ScoringEntry, ...]:
    """List the lines of the score on a pad: those of a table where each has 1 of everything.

    If such a table cannot be scored, they are the fields of a holdings file.
    """
    form = final.form_for(book, setup.options)
    try:
        return _lines_of(final, book, form, setup)
    except Exception:  # noqa: BLE001 - a game need not score an impossible table
        fields = (field for field in form.fields if not field.unlisted)
        return tuple(ScoringEntry(field.about, Say(""), ()) for field in fields)


def _lines_of(
    final: FinalScoring[Any], book: Rulebook, form: HoldingsForm, setup: Setup
) -> tuple[ScoringEntry, ...]:
    owners = form.entries(setup.seating)
    holdings = {str(who): _one_of_each(form.fields, setup) for who in owners}
    count = FinalCount(setup, holdings, _one_of_each(form.shared, setup))
    found: dict[str, ScoringEntry] = {}
    for score in final.scoresheet(book, count).scores:
        for line in score.lines:
            rule = book.rules.get(line.rules[0].rule_id) if line.rules else None
            worth = Say("{text}", text=rule.text) if rule else line.working
            found.setdefault(str(line.label), ScoringEntry(line.label, worth, line.rules))
    return tuple(found.values())


def _one_of_each(fields: Iterable[Field], setup: Setup) -> dict[str, Value]:
    return {field.name: _one(field.shape, setup) for field in fields}


def _one(shape: FieldType, setup: Setup) -> Value:  # noqa: PLR0911 - one for each shape
    if isinstance(shape, shapes.Integer):
        return max(1, shape.least)
    if isinstance(shape, shapes.Choice):
        return shape.words[0]
    if isinstance(shape, shapes.Boolean):
        return True
    if isinstance(shape, shapes.PlayerName):
        return setup.seating[0]
    if isinstance(shape, shapes.Seats):
        return len(setup.seating)
    if isinstance(shape, shapes.Text | shapes.FileText):
        return shape.like
    if isinstance(shape, shapes.ListOf):
        return (_one(shape.each, setup),)
    if isinstance(shape, shapes.MapOf):
        return {key: _one(shape.each, setup) for key in _keys(shape, setup)}
    return _one_of_each(shape.fields, setup)


def _keys(shape: shapes.MapOf, setup: Setup) -> tuple[str, ...]:
    if isinstance(shape.keys, shapes.Choice):
        return shape.keys.words
    return setup.seating if isinstance(shape.keys, shapes.PlayerName) else (shape.keys.like,)


def plain_pad(
    seats: Sequence[str],
    roles: Mapping[str, str],
    counts: Say,
    rounds: int,
    scoring: Iterable[ScoringEntry],
) -> Pad:
    """Make the pad of a game that defines none: roles, the score, a row for each round."""
    named = [BlankCell(Say("{part}", part=part), Say("{name}", name=roles[part])) for part in roles]
    rows = tuple(PadRow(Say("{n}", n=n)) for n in range(1, rounds + 1))
    table = PadTable(corner=counts, columns=names_across(seats), rows=rows)
    return Pad(
        (
            *([BlankLine(tuple(named))] if named else []),
            score_table(seats, scoring),
            *([table] if rows else []),
        )
    )
