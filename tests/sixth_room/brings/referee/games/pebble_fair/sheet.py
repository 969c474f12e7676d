"""The round-by-round sheet of a log, and the views of a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from referee.core.moments import moments_of
from referee.core.paper import View
from referee.core.roundsheet import Cell, Grid, RoundSheet
from referee.core.rows import Rows
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Player, Setup

from . import events as seen
from .keys import KINDS
from .state import State, apply, start

RowKey: TypeAlias = tuple[int, str]
"""Which round, counted from 1 (one more than the last is the end), and what the row tells."""
DRAWN, GUESSED, BASKETS, RIBBONS = "drawn", "guessed", "pebbles in the basket", "ribbons"


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> RoundSheet:
    """Tell the fair round by round; an empty log gives the blank form."""
    state = start(book, setup)
    rows: Rows[RowKey] = Rows(setup.seating)
    for number, event, before, after in moments_of(apply, state, log):
        where = _row_of(before, event)
        rows.enter(where, number)
        rows.put(where, _told(event))
        if after.round > before.round:
            held = {player: sum(basket.values()) for player, basket in after.baskets.items()}
            rows.put((before.round, BASKETS), held)
    return RoundSheet(
        title=Say("Pebble Fair, {n} players", n=len(setup.seating)),
        counts=Say("round"),
        seats=setup.seating,
        rows=tuple(
            rows.row(where, _round_word(state, where), where[1], is_standing=where[1] == BASKETS)
            for where in _rows(state)
        ),
    )


def _rows(state: State) -> Iterator[RowKey]:
    for round_ in range(1, state.rounds + 1):
        yield from ((round_, DRAWN), (round_, GUESSED), (round_, BASKETS))
    yield (state.rounds + 1, RIBBONS)


def _round_word(state: State, where: RowKey) -> Say | int:
    return Say("end") if where[0] > state.rounds else where[0]


def _row_of(state: State, event: seen.Event) -> RowKey:
    if state.is_played:
        return (state.rounds + 1, RIBBONS)
    return (state.round, GUESSED if isinstance(event, seen.MudGuessed) else DRAWN)


def _told(event: seen.Event) -> Mapping[Player, Cell]:
    """Word what an event adds to its row; guesses stay with the judge."""
    match event:
        case seen.PebblesDrawn(player, pebbles):
            return {player: Say("{plain} plain, {muddy} muddy", **pebbles)}
        case seen.SandRanOut(player, True):
            return {player: Say("too late")}
        case seen.MudGuessed(guesses):
            return dict.fromkeys(guesses, Say("…"))
        case seen.RibbonsTied(player, ribbons):
            return {player: Say("{ribbons}", ribbons=ribbons or ("none",))}
        case _:
            return {}


def _show_baskets(book: Rulebook, state: State) -> Grid:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (Say("{player}", player=player), *(basket[kind] for kind in KINDS))
        for player, basket in state.baskets.items()
    )
    columns = (Say("basket of"), *(Say("{kind}", kind=kind) for kind in KINDS))
    return Grid(Say("The baskets"), columns, rows)


def _show_guesses(book: Rulebook, state: State) -> Grid:
    rows = tuple((Say("{player}", player=player), guess) for player, guess in state.guesses.items())
    return Grid(Say("What was whispered"), (Say("who"), Say("muddy pebbles left")), rows)


VIEWS: Final[Mapping[str, View[State]]] = {
    "state": View(Say("the baskets"), _show_baskets),
    "guesses": View(Say("the guesses, for the judge"), _show_guesses, secret=True),
}
