"""The lamp-by-lamp sheet of a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from referee.core.moments import Moment, moments_of
from referee.core.roundsheet import RoundSheet
from referee.core.rows import TABLE, Rows
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.asked import held_words
from referee.games.sidibaba.effects import apply
from referee.games.sidibaba.picturing import pictures
from referee.games.sidibaba.setting_up import setup_lines
from referee.games.sidibaba.state import State, start
from referee.games.sidibaba.telling import Line, ends_lamp, line_of, tokens_told, told_of

OF_A_LAMP = (Line.DEEDS, Line.TOKENS, Line.HELD)
"""What was done, what each won and lost, and how many tokens each holds when it goes out."""
RowKey: TypeAlias = tuple[int, Line]
"""Which lamp, counted from 1 (0 for the setup and for the end), and which line."""


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> RoundSheet:
    """Tell the session lamp by lamp; an empty log gives the blank form.

    The number of tokens that each holds is told after every lamp. The maze is the Leader's
    secret as long as the party is inside: its picture is there once the game is over, if the
    table gave the maze.
    """
    state = start(book, setup)
    moments = tuple(moments_of(apply, state, log))
    end = moments[-1].after if moments else state
    rows = _told(state, moments)
    lamps = end.glass if log else book[keys.LAMPS]
    return RoundSheet(
        title=Say("Sidibaba, {n} adventurers", n=len(setup.seating)),
        counts=Say("lamp"),
        seats=state.players,
        table=Say("table"),
        rows=tuple(
            rows.row(
                where, _lamp_word(where), where[1], mark="; ", is_standing=where[1] is Line.HELD
            )
            for where in rows.shown(_rows(lamps))
        ),
        lines=setup_lines(book, setup),
        diagrams=pictures(moments),
    )


def _rows(lamps: int) -> Iterator[RowKey]:
    yield (0, Line.SETUP)
    yield from ((n, line) for n in range(1, lamps + 1) for line in OF_A_LAMP)
    yield (0, Line.SHOWN)


def _lamp_word(where: RowKey) -> Say | int:
    lamp, line = where
    return lamp or Say("setup" if line is Line.SETUP else "end")


def _told(state: State, moments: Sequence[Moment[State, seen.Event]]) -> Rows[RowKey]:
    """Tell what happened, by row."""
    rows: Rows[RowKey] = Rows((*state.players, TABLE))
    for moment in moments:
        line, lamp = line_of(moment), moment.before.glass
        rows.enter((lamp if line in OF_A_LAMP else 0, line), moment.number, told_of(moment))
        for who, told in tokens_told(moment):
            rows.tell((lamp, Line.TOKENS), who, told)
        if ends_lamp(moment):
            held = {player: held.count for player, held in moment.after.holdings.items()}
            rows.put((lamp, Line.HELD), held)
    if moments and moments[-1].after.outcome:
        _tell_end(rows, moments[-1].after)
    return rows


def _tell_end(rows: Rows[RowKey], state: State) -> None:
    """Tell what everybody holds at the end, and how the game ended."""
    held = {player: held_words(each) for player, each in state.holdings.items()}
    rows.put((0, Line.SHOWN), held)
    rows.put((0, Line.SHOWN), {TABLE: Say("{outcome}", outcome=state.outcome)})
