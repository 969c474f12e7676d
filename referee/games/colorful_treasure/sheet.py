"""The round-by-round sheet of a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Final, TypeAlias

from referee.core.errors import NumberMissing
from referee.core.moments import moments_of
from referee.core.roundsheet import RoundSheet
from referee.core.rows import TABLE, Rows
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


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> RoundSheet:
    """Tell the session round by round; an empty log gives the blank form.

    Shows what each player won and lost in the round: + taken, - lost.
    """
    book = book.with_table_numbers(setup.numbers)
    state = start(book, setup)
    rows: Rows[RowKey] = Rows((*state.players, TABLE))
    rows.put((0, Line.START), {TABLE: state.field.size})
    tiles: tuple[str, ...] = ()
    for number, event, before, after in moments_of(apply, state, log):
        told = told_of(event, before.holdings, after.holdings)
        rows.enter(_row_of(before, event), number, told)
        if after.round > before.round or after.is_over:
            rows.put((before.round, Line.POINTS), {TABLE: after.field.size})
            rows.put((before.round, Line.POINTS), _points(book, after))
        if isinstance(event, seen.TilesLaidOut):
            tiles = event.tiles
        state = after
    if state.is_over:
        for player, held in state.holdings.items():
            for part, words in parts_held(held).items():
                rows.put((0, part), {player: words})
    rounds = state.round if log else _most_rounds(state)
    return RoundSheet(
        title=Say("Colorful Treasure, {n} players", n=len(setup.seating)),
        counts=Say("round"),
        seats=state.players,
        table=Say("cards left"),
        rows=tuple(
            rows.row(where, _round_word(where), where[1], is_standing=where[1] is Line.POINTS)
            for where in rows.shown(_rows(rounds))
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


def _points(book: Rulebook, state: State) -> Mapping[Player, int]:
    """Tell what everybody's own pieces are worth by now.

    Where nobody has told what gems of one colour are worth, the points are left free.
    """
    with suppress(NumberMissing):
        return points_so_far(book, count_so_far(state))
    return {}


def _lines(state: State, tiles: tuple[str, ...]) -> Iterator[Say]:
    if tiles:
        yield Say("Tiles laid out: {tiles}.", tiles=tiles)
        yield Say("Tiles not picked: {tiles}.", tiles=state.tiles or Say("none"))
    yield from (SIGNS, AT_THE_END)
    if state.terms.mode != SIMPLE:
        yield NO_SECRET_BONUS
