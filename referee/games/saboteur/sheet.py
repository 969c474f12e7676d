"""The round-by-round sheet of a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from referee.core.roundsheet import Cell, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.saboteur import events as seen
from referee.games.saboteur.moments import Moment, moments_of
from referee.games.saboteur.picturing import pictures
from referee.games.saboteur.setting_up import setup_lines
from referee.games.saboteur.state import State, start
from referee.games.saboteur.telling import (
    TABLE,
    Line,
    Told,
    begins,
    cell_of,
    line_of,
    nuggets_so_far,
    told_of,
)

RowKey: TypeAlias = tuple[int, Line]
"""Which round, counted from 1 (one more than the last for the end), and which line."""


class Row(Struct):
    """What a row tells so far, by column, and of which entries."""

    told: dict[str, list[Told]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    entries: list[int] = field(default_factory=list)

    def add(self, who: str, told: Told) -> None:
        """Tell one thing more in a column."""
        self.told.setdefault(who, []).append(told)

    def cell(self, line: Line, who: str) -> Cell:
        """Put together what a column tells; None where it tells nothing."""
        return self.numbers.get(who, cell_of(line, self.told.get(who, ())))


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session round by round; an empty log gives the blank form.

    Counts are of cards; what the table saw together stands in the last column. How many nuggets
    everybody has so far is told as long as all gold was handed out in the open. Each round has
    a picture of its tunnel, the one at hand as soon as a card was used.
    """
    state = start(book, setup)
    moments = tuple(moments_of(state, log))
    rows = _told(moments)
    return Roundsheet(
        title=Say(
            "Saboteur, {n} players, {rounds} rounds", n=len(setup.seating), rounds=state.rounds
        ),
        counts=Say("round"),
        seats=state.players,
        table=Say("table"),
        rows=tuple(
            _row(state, where, rows.get(where, Row()))
            for where in _rows(state)
            if where in rows or not log
        ),
        lines=setup_lines(book, setup),
        pictures=pictures(moments),
    )


def _rows(state: State) -> Iterator[RowKey]:
    for round_ in range(1, state.rounds + 1):
        yield from ((round_, line) for line in Line)
    yield (state.rounds + 1, Line.GOLD)


def _told(moments: Sequence[Moment]) -> dict[RowKey, Row]:
    """Tell what happened, by row."""
    rows: dict[RowKey, Row] = {}
    for moment in moments:
        row = rows.setdefault((moment.before.round, line_of(moment.event)), Row())
        row.entries.append(moment.number)
        for who, told in told_of(moment):
            row.add(who, told)
        if moment.ends_round:
            _end_of_round(rows, moment)
    return rows


def _end_of_round(rows: dict[RowKey, Row], moment: Moment) -> None:
    """Tell how everybody stands after a round, and who begins the next."""
    after = moment.after
    held = nuggets_so_far(after)
    if held is not None:
        rows[moment.before.round, Line.NUGGETS] = Row(numbers=dict(held.items()))
    if not after.is_played:
        row = rows.setdefault((after.round, Line.LAID), Row())
        row.add(TABLE, begins(after.now.starter or ""))


def _row(state: State, where: RowKey, row: Row) -> SheetRow:
    round_, line = where
    columns = (*state.players, TABLE)
    return SheetRow(
        round=Say("end") if round_ > state.rounds else round_,
        what=Say(line.value),
        cells=tuple(row.cell(line, who) for who in columns),
        entries=tuple(row.entries),
        stands=line is Line.NUGGETS,
    )
