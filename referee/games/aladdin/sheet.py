"""The round-by-round sheet of a log, and the views of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from referee.core.game import View
from referee.core.roundsheet import Cell, Grid, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.aladdin import events as seen
from referee.games.aladdin import keys
from referee.games.aladdin.asked import held_words
from referee.games.aladdin.dice import Die
from referee.games.aladdin.effects import apply
from referee.games.aladdin.exploring import Drawn
from referee.games.aladdin.setting_up import setup_lines
from referee.games.aladdin.state import State, start
from referee.games.aladdin.treasures import LONE, METALS
from referee.games.aladdin.turn import active_player, phase

TABLE: Final = "table"
BLANK_TURNS: Final = 8
"""How many turns a blank form has room for; the game has no fixed number."""


EXPLORED: Final = Say("Explored: cards drawn of how many; the cards stand in the log.")


class Line(StrEnum):
    """What a row of the sheet tells."""

    GEMS = "starting gems"
    DICE = "dice"
    LAMP = "lamp"
    EXPLORED = "explored"
    HELD = "held"


OF_A_TURN: Final = (Line.DICE, Line.LAMP, Line.EXPLORED)
RowKey: TypeAlias = tuple[int, Line]
"""Which turn, counted from 1 (0 for the setup and for the end), and which line."""
Cells: TypeAlias = dict[str, Cell]
Told: TypeAlias = "list[tuple[str, Say]]"
"""What an event tells, and in whose column."""


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session turn by turn; an empty log gives the blank form.

    Cards stand by name, dice by the first letter of their chest.
    """
    state = start(book, setup)
    cells: dict[RowKey, Cells] = {}
    entries: dict[RowKey, list[int]] = {}
    for index, event in enumerate(log):
        line = _LINES.get(type(event), Line.LAMP)
        where = (0 if line is Line.GEMS else state.turn, line)
        row = cells.setdefault(where, {})
        entries.setdefault(where, []).append(index)
        for who, told in (*_TOLD[type(event)](event, state), *_explored(event, state)):
            row[who] = _joined(row.get(who), told)
        state = apply(state, event)
    if state.is_over:
        cells[0, Line.HELD] = {
            player: held_words(state, held) for player, held in state.holdings.items()
        }
    turns = state.turn if log else BLANK_TURNS
    shown = [where for where in _rows(turns) if where in cells or not log]
    columns = (*state.players, TABLE)
    return Roundsheet(
        title=Say("Aladdin & the Magic Lamp, {n} players", n=len(setup.seating)),
        columns=(Say("turn"), Say("what"), *(Say("{name}", name=name) for name in columns)),
        rows=tuple(
            SheetRow(
                (*_row_head(where), *(cells.get(where, {}).get(name) for name in columns)),
                tuple(entries.get(where, ())),
            )
            for where in shown
        ),
        lines=(*setup_lines(book, setup), EXPLORED),
    )


def _rows(turns: int) -> Iterator[RowKey]:
    yield (0, Line.GEMS)
    for turn in range(1, turns + 1):
        yield from ((turn, line) for line in OF_A_TURN)
    yield (0, Line.HELD)


def _row_head(where: RowKey) -> tuple[Cell, Cell]:
    turn, line = where
    if turn:
        return (turn, Say("{line}", line=line))
    return (Say("setup") if line is Line.GEMS else Say("end"), Say("{line}", line=line))


def _joined(before: Cell, told: Say) -> Say:
    return Say("{before}, {told}", before=before, told=told) if isinstance(before, Say) else told


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


def _die(die: Die) -> Say:
    return Say("{chest}{n}", chest=die.chest[0], n=die.number)


def _card(template: str, card: str, state: State) -> Say:
    return Say(template, card=state.called(card))


_TOLD: Final[Mapping[type, Callable[[Any, State], Told]]] = {
    seen.GemsDealt: lambda e, s: [
        (e.player, Say("{gems}", gems=tuple(s.called(gem) for gem in e.gems)))
    ],
    seen.DiceShown: lambda e, _: [(e.player, Say("{dice}", dice=tuple(map(_die, e.dice))))],
    seen.LampTouched: lambda e, _: [
        (TABLE, Say("{hands}", hands=e.hands) if e.hands else Say("nobody"))
    ],
    seen.OpponentChosen: lambda e, _: [(e.player, Say("wrong"))],
    seen.CardStolen: lambda e, s: [
        (e.thief, _card("+ {card}", e.card, s)),
        (e.victim, _card("- {card}", e.card, s)),
    ],
    seen.NothingStolen: lambda e, _: [(e.thief, Say("takes none"))],
    seen.WishAccepted: lambda e, _: [(e.player, Say("accepts"))],
    seen.WishRefused: lambda e, _: [(e.player, Say("refuses"))],
    seen.WishesStopped: lambda e, _: [(e.player, Say("stops"))],
    seen.NothingWished: lambda *_: [],
    seen.ChestCardTaken: lambda e, s: [(e.player, _card("+ {card}", e.card, s))],
    seen.CardMoved: lambda e, s: [
        (e.giver, _card("- {card}", e.card, s)),
        (e.taker, _card("+ {card}", e.card, s)),
    ],
    seen.CardsSwapped: lambda e, s: [
        (e.player, _card("- {card}", e.card, s)),
        (e.player, _card("+ {card}", e.other_card, s)),
        (e.other, _card("- {card}", e.other_card, s)),
        (e.other, _card("+ {card}", e.card, s)),
    ],
    seen.CardDiscarded: lambda e, s: [(e.player, _card("- {card}", e.card, s))],
    seen.CardRecovered: lambda e, s: [(e.player, _card("+ {card}", e.card, s))],
    seen.DieChanged: lambda e, _: [
        (e.player, Say("die {before} to {after}", before=_die(e.before), after=_die(e.after)))
    ],
    seen.WishFinished: lambda *_: [],
    seen.CardDrawn: lambda *_: [],
    seen.DrawingStopped: lambda *_: [],
    seen.TalismanPlaced: lambda e, s: [
        (e.player, Say("alone") if e.on == LONE else _card("on {card}", e.on, s))
    ],
    seen.RingCardTaken: lambda e, s: [(e.player, _card("Ring: {card}", e.card, s))],
    seen.RingCardLeft: lambda e, _: [(e.player, Say("Ring"))],
}
"""What each event writes, and in whose column."""


def _explored(event: seen.Event, before: State) -> Told:
    """Tell a drawing that is over with this event: how many cards of how many, and what came."""
    drawing = before.drawing
    if drawing is None or not isinstance(event, seen.CardDrawn | seen.DrawingStopped):
        return []
    if isinstance(event, seen.CardDrawn):
        drawing = replace(drawing, cards=(*drawing.cards, Drawn(event.card, event.scorpions)))
        if drawing.left:
            return []
    told = Say("{n} of {limit}", n=len(drawing.cards), limit=drawing.limit)
    if drawing.is_bust:
        told = Say("{drawn} bust", drawn=told)
    if drawing.brings_sorcerer:
        told = Say("{drawn} Sorcerer", drawn=told)
    return [(drawing.player, told)]


def _show_state(book: Rulebook, state: State) -> Grid:
    """Show what lies before the players, what the chests have given, and whose turn it is."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (player, held.cards, held_words(state, held)) for player, held in state.holdings.items()
    )
    columns = (Say("player"), Say("cards"), Say("holds"))
    title = Say("The game is over") if state.is_over else Say("Turn {turn}", turn=state.turn)
    return Grid(title, columns, rows, tuple(_state_lines(book, state)))


def _state_lines(book: Rulebook, state: State) -> Iterator[Say]:
    whole = book[keys.CHEST_CARDS] + 1
    drawn = tuple(
        Say("{chest} {n} of {whole}", chest=chest, n=state.drawn_from(chest), whole=whole)
        for chest in METALS
    )
    yield Say("Cards drawn: {drawn}.", drawn=drawn)
    if state.sorcerers:
        yield Say("The Sorcerer is out: {chests}.", chests=state.sorcerers)
    known = tuple(
        Say("{n} {card}", n=n, card=state.called(card)) for card, n in state.discarded.items() if n
    )
    surplus = Say("{n} starting gems nobody named", n=state.surplus)
    yield Say("Discard pile: {cards}.", cards=(surplus, *known))
    if state.dice:
        dice = tuple(
            Say("{player} {dice}", player=player, dice=tuple(map(_die, own)))
            for player, own in state.dice_in_order.items()
        )
        yield Say("Dice: {dice}.", dice=dice)
    active = active_player(state)
    if active:
        yield Say("To act: {player} ({phase}).", player=active, phase=phase(state))


VIEWS: Final[Mapping[str, View[State]]] = {
    "state": View(Say("what everyone holds, and the chests"), _show_state)
}
