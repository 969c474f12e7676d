"""The round-by-round sheet of a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Final, TypeAlias

from referee.core.errors import NumberMissing
from referee.core.roundsheet import Cell, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Player, Setup
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure.asked import Part, parts_held
from referee.games.colorful_treasure.count import count_so_far
from referee.games.colorful_treasure.effects import apply
from referee.games.colorful_treasure.scoring import points_so_far
from referee.games.colorful_treasure.setting_up import setup_lines
from referee.games.colorful_treasure.state import SIMPLE, State, start
from referee.games.colorful_treasure.telling import told_of

SIGNS: Final = Say("3r is the red card of wonder 3: r y g b p gems, d diamond, k key, c chest.")
AT_THE_END: Final = Say("At the end 3r are three red gems; tokens are those left over.")
NO_SECRET_BONUS: Final = Say("Points so far: without the secret bonus, which the end decides.")


class Line(StrEnum):
    """What a row of the sheet tells, but for the end."""

    START = "start player"
    WON = "won and lost"
    POINTS = "points so far"


RowKey: TypeAlias = "tuple[int, Line | Part]"
"""Which round, counted from 1 (0 for the setup and for the end), and what the row tells."""
Cells: TypeAlias = "dict[Player | None, Cell]"
"""Cells by whose column they stand in; None is the field."""


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session round by round; an empty log gives the blank form.

    Shows what each player won and lost in the round: + taken, - lost.
    """
    book = book.told(setup.numbers)
    state = start(book, setup)
    cells: dict[RowKey, Cells] = {(0, Line.START): {None: state.field.size}}
    entries: dict[RowKey, list[int]] = {}
    tiles: tuple[str, ...] = ()
    for index, event in enumerate(log):
        where = _row_of(state, event)
        row = cells.setdefault(where, {})
        entries.setdefault(where, []).append(index)
        after = apply(state, event)
        for who, told in told_of(event, state.holdings, after.holdings):
            row[who] = _joined(row.get(who), told)
        if after.round > state.round or after.is_over:
            cells[state.round, Line.POINTS] = _standing(book, after)
        if isinstance(event, seen.TilesLaidOut):
            tiles = event.tiles
        state = after
    if state.is_over:
        for player, held in state.holdings.items():
            for part, words in parts_held(held).items():
                cells.setdefault((0, part), {})[player] = words
    rounds = state.round if log else _most_rounds(state)
    return Roundsheet(
        title=Say("Colorful Treasure, {n} players", n=len(setup.seating)),
        counts=Say("round"),
        seats=state.players,
        table=Say("cards left"),
        rows=tuple(
            SheetRow(
                round=_round_word(where),
                what=Say("{line}", line=where[1]),
                cells=tuple(cells.get(where, {}).get(who) for who in (*state.players, None)),
                entries=tuple(entries.get(where, ())),
                stands=where[1] is Line.POINTS,
            )
            for where in _rows(rounds)
            if where in cells or not log
        ),
        lines=(*setup_lines(book, setup), *_lines(state, tiles)),
    )


def _most_rounds(state: State) -> int:
    """Count the rounds of a game in which nobody ever takes more than one card."""
    terms, box = state.terms, state.field.box
    taken = box.cards - (0 if terms.mode == SIMPLE else terms.last_round_at)
    return -(-taken // len(state.players))


def _rows(rounds: int) -> Iterator[RowKey]:
    yield (0, Line.START)
    for round_ in range(1, rounds + 1):
        yield from ((round_, Line.WON), (round_, Line.POINTS))
    yield from ((0, part) for part in Part)


def _row_of(state: State, event: seen.Event) -> RowKey:
    if isinstance(event, seen.StartPlayerNamed | seen.TilesLaidOut):
        return (0, Line.START)
    return (state.round, Line.WON)


def _round_word(where: RowKey) -> Say | int:
    round_, line = where
    return round_ or Say("setup" if line is Line.START else "end")


def _joined(before: Cell, told: Say) -> Say:
    return Say("{before}, {told}", before=before, told=told) if isinstance(before, Say) else told


def _standing(book: Rulebook, state: State) -> Cells:
    """Tell the cards left on the field, and what everybody's own pieces are worth by now.

    Where nobody has told what gems of one colour are worth, the points are left free.
    """
    standing: Cells = {None: state.field.size}
    with suppress(NumberMissing):
        for player, points in points_so_far(book, count_so_far(state)).items():
            standing[player] = points
    return standing


def _lines(state: State, tiles: tuple[str, ...]) -> Iterator[Say]:
    if tiles:
        yield Say("Tiles laid out: {tiles}.", tiles=tiles)
        yield Say("Tiles not picked: {tiles}.", tiles=state.tiles or Say("none"))
    yield from (SIGNS, AT_THE_END)
    if state.terms.mode != SIMPLE:
        yield NO_SECRET_BONUS
