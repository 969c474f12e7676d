"""The lamp-by-lamp sheet of a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from referee.core.roundsheet import Cell, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.asked import held_words
from referee.games.sidibaba.moments import Moment, moments_of
from referee.games.sidibaba.picturing import pictures
from referee.games.sidibaba.setting_up import setup_lines
from referee.games.sidibaba.state import State, start
from referee.games.sidibaba.telling import TABLE, Line, cell_of, line_of, tokens_told, told_of

OF_A_LAMP = (Line.DEEDS, Line.TOKENS, Line.HELD)
"""What was done, what each won and lost, and how many tokens each holds when it goes out."""
RowKey: TypeAlias = tuple[int, Line]
"""Which lamp, counted from 1 (0 for the setup and for the end), and which line."""


class Row(Struct):
    """What a row tells so far, by column, and of which entries."""

    told: dict[str, list[Say]] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)
    """What stands in a column whatever is told in it."""
    entries: list[int] = field(default_factory=list)

    def cell(self, who: str) -> Cell:
        """Put together what a column tells; None where it tells nothing."""
        return self.cells.get(who, cell_of(self.told.get(who, ())))


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session lamp by lamp; an empty log gives the blank form.

    The number of tokens that each holds is told after every lamp. The maze is the Leader's
    secret as long as the party is inside: its picture is there once the game is over, if the
    table gave the maze.
    """
    state = start(book, setup)
    moments = tuple(moments_of(state, log))
    end = moments[-1].after if moments else state
    rows = _told(moments)
    lamps = end.glass if log else book[keys.LAMPS]
    return Roundsheet(
        title=Say("Sidibaba, {n} adventurers", n=len(setup.seating)),
        counts=Say("lamp"),
        seats=state.players,
        table=Say("table"),
        rows=tuple(
            _row(state, where, rows.get(where, Row()))
            for where in _rows(lamps)
            if where in rows or not log
        ),
        lines=setup_lines(book, setup),
        pictures=pictures(moments),
    )


def _rows(lamps: int) -> Iterator[RowKey]:
    yield (0, Line.SETUP)
    yield from ((n, line) for n in range(1, lamps + 1) for line in OF_A_LAMP)
    yield (0, Line.SHOWN)


def _told(moments: Sequence[Moment]) -> dict[RowKey, Row]:
    """Tell what happened, by row."""
    rows: dict[RowKey, Row] = {}
    for moment in moments:
        line, lamp = line_of(moment), moment.before.glass
        where = (lamp, line) if line in OF_A_LAMP else (0, line)
        row = rows.setdefault(where, Row())
        row.entries.append(moment.number)
        for who, told in told_of(moment):
            row.told.setdefault(who, []).append(told)
        for who, told in tokens_told(moment):
            of_tokens = rows.setdefault((lamp, Line.TOKENS), Row())
            of_tokens.told.setdefault(who, []).append(told)
        if moment.ends_lamp:
            held = {str(player): held.count for player, held in moment.after.holdings.items()}
            rows[lamp, Line.HELD] = Row(cells={**held})
    if moments and moments[-1].after.outcome:
        _the_end(rows.setdefault((0, Line.SHOWN), Row()), moments[-1].after)
    return rows


def _the_end(row: Row, state: State) -> None:
    """Tell what everybody holds at the end, and how the game ended."""
    row.cells = {player: held_words(held) for player, held in state.holdings.items()}
    row.cells[TABLE] = Say("{outcome}", outcome=state.outcome)


def _row(state: State, where: RowKey, row: Row) -> SheetRow:
    lamp, line = where
    return SheetRow(
        round=lamp or (Say("setup") if line is Line.SETUP else Say("end")),
        what=Say(line.value),
        cells=tuple(row.cell(who) for who in (*state.players, TABLE)),
        entries=tuple(row.entries),
        stands=line is Line.HELD,
    )
