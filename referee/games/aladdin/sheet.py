"""The turn-by-turn sheet of a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from referee.core.moments import moments_of
from referee.core.roundsheet import RoundSheet
from referee.core.rows import TABLE, Rows
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Player, Setup
from referee.games.aladdin import events as seen
from referee.games.aladdin.asked import held_words
from referee.games.aladdin.count import count_so_far
from referee.games.aladdin.effects import apply
from referee.games.aladdin.scoring import score
from referee.games.aladdin.setting_up import setup_lines
from referee.games.aladdin.state import State, start
from referee.games.aladdin.telling import told_of
from referee.games.aladdin.treasures import METALS

BLANK_TURNS: Final = 8
"""How many turns a blank form has room for; the game has no fixed number."""

SIGNS: Final = (
    Say("Chests by their letters: {letters}.", letters=tuple(f"{m[0]} {m}" for m in METALS)),
    Say("Explored: the die that opened the chest, then the cards drawn, (1) their scorpions."),
    Say("Points so far: as if the game had ended with that turn."),
)


class Line(StrEnum):
    """What a row of the sheet tells."""

    GEMS = "starting gems"
    DICE = "dice"
    LAMP = "lamp"
    EXPLORED = "explored"
    POINTS = "points so far"
    HELD = "held"


OF_A_TURN: Final = (Line.DICE, Line.LAMP, Line.EXPLORED, Line.POINTS)
RowKey: TypeAlias = tuple[int, Line]
"""Which turn, counted from 1 (0 for the setup and for the end), and which line."""


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> RoundSheet:
    """Tell the session turn by turn; an empty log gives the blank form.

    Cards stand by name, dice and chests by the first letter of the chest.
    """
    state = start(book, setup)
    rows: Rows[RowKey] = Rows((*state.players, TABLE))
    for number, event, before, after in moments_of(apply, state, log):
        rows.enter(_row_of(before, event), number, told_of(event, before))
        if after.turn > before.turn or after.is_over:
            rows.put((before.turn, Line.POINTS), _points(book, after))
            rows.put((before.turn, Line.POINTS), {TABLE: _drawn(after)})
        state = after
    if state.is_over:
        held = {player: held_words(state, each) for player, each in state.holdings.items()}
        rows.put((0, Line.HELD), held)
    turns = state.turn if log else BLANK_TURNS
    return RoundSheet(
        title=Say("Aladdin & the Magic Lamp, {n} players", n=len(setup.seating)),
        counts=Say("turn"),
        seats=state.players,
        table=Say("table"),
        rows=tuple(
            rows.row(where, _turn_word(where), where[1], is_standing=where[1] is Line.POINTS)
            for where in rows.shown(_rows(turns))
        ),
        lines=(*setup_lines(book, setup), *SIGNS),
    )


def _rows(turns: int) -> Iterator[RowKey]:
    yield (0, Line.GEMS)
    for turn in range(1, turns + 1):
        yield from ((turn, line) for line in OF_A_TURN)
    yield (0, Line.HELD)


def _row_of(state: State, event: seen.Event) -> RowKey:
    line = _LINES.get(type(event), Line.LAMP)
    return (0 if line is Line.GEMS else state.turn, line)


def _turn_word(where: RowKey) -> Say | int:
    turn, line = where
    return turn or (Say("setup") if line is Line.GEMS else Say("end"))


def _points(book: Rulebook, state: State) -> dict[Player, int]:
    """Tell what everyone would score if the game ended here."""
    return {each.player: int(each.total) for each in score(book, count_so_far(state)).scores}


def _drawn(state: State) -> Say:
    """Tell how many cards are drawn from each chest."""
    drawn = " ".join(f"{state.drawn_from(metal)}{metal[0]}" for metal in METALS)
    return Say("{cards} drawn", cards=drawn)


_LINES: Final[Mapping[type, Line]] = {
    seen.GemsDealt: Line.GEMS,
    seen.DiceShown: Line.DICE,
    seen.CardDrawn: Line.EXPLORED,
    seen.DrawingStopped: Line.EXPLORED,
    seen.TalismanPlaced: Line.EXPLORED,
    seen.RingCardTaken: Line.EXPLORED,
    seen.RingCardLeft: Line.EXPLORED,
}
"""The line that tells an event; all others stand with the lamp."""
