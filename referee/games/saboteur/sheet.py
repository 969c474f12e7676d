"""The round-by-round sheet of a log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from referee.core.moments import Moment, moments_of
from referee.core.roundsheet import RoundSheet
from referee.core.rows import TABLE, Rows
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Player, Setup
from referee.games.saboteur import events as seen
from referee.games.saboteur.effects import apply
from referee.games.saboteur.picturing import pictures
from referee.games.saboteur.setting_up import setup_lines
from referee.games.saboteur.state import State, start
from referee.games.saboteur.telling import (
    Line,
    begins,
    ends_round,
    line_of,
    nuggets_so_far,
    told_of,
)

RowKey: TypeAlias = tuple[int, Line]
"""Which round, counted from 1 (one more than the last for the end), and which line."""


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> RoundSheet:
    """Tell the session round by round; an empty log gives the blank form.

    Counts are of cards; what the table saw together stands in the last column. How many nuggets
    everybody has so far is told as long as all gold was handed out in the open. Each round has
    a picture of its tunnel, the one at hand as soon as a card was used.
    """
    state = start(book, setup)
    moments = tuple(moments_of(apply, state, log))
    rows = _told(state, moments)
    return RoundSheet(
        title=Say(
            "Saboteur, {n} players, {rounds} rounds", n=len(setup.seating), rounds=state.rounds
        ),
        counts=Say("round"),
        seats=state.players,
        table=Say("table"),
        rows=tuple(
            rows.row(
                where,
                _round_word(state, where),
                where[1],
                mark="+" if where[1] is Line.GOLD else "; ",
                is_standing=where[1] is Line.NUGGETS,
            )
            for where in rows.shown(_rows(state))
        ),
        lines=setup_lines(book, setup),
        diagrams=pictures(moments),
    )


def _rows(state: State) -> Iterator[RowKey]:
    for round_ in range(1, state.rounds + 1):
        yield from ((round_, line) for line in Line)
    yield (state.rounds + 1, Line.GOLD)


def _round_word(state: State, where: RowKey) -> Say | int:
    return Say("end") if where[0] > state.rounds else where[0]


def _told(state: State, moments: Sequence[Moment[State, seen.Event]]) -> Rows[RowKey]:
    """Tell what happened, by row; cards that were laid or discarded are counted."""
    rows: Rows[RowKey] = Rows((*state.players, TABLE))
    used: Counter[tuple[RowKey, Player]] = Counter()
    for moment in moments:
        event, where = moment.event, (moment.before.round, line_of(moment.event))
        rows.enter(where, moment.number, told_of(moment))
        if isinstance(event, seen.CardLaid | seen.CardDiscarded):
            used[where, event.player] += 1
            rows.put(where, {event.player: used[where, event.player]})
        if ends_round(moment):
            _tell_end_of_round(rows, moment)
    return rows


def _tell_end_of_round(rows: Rows[RowKey], moment: Moment[State, seen.Event]) -> None:
    """Tell how everybody stands after a round, and who begins the next."""
    after = moment.after
    held = nuggets_so_far(after)
    if held is not None:
        rows.put((moment.before.round, Line.NUGGETS), held)
    if not after.is_played:
        rows.tell((after.round, Line.LAID), TABLE, begins(after.now.starter or ""))
