"""The lamp-by-lamp sheet of a log, and the views of a state: for everybody, and for the Leader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

from referee.core.game import View
from referee.core.roundsheet import Cell, Grid, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say, counted
from referee.core.table import Setup
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.asked import held_words, lamps_line
from referee.games.sidibaba.effects import apply
from referee.games.sidibaba.mapping import map_lines
from referee.games.sidibaba.setting_up import setup_lines
from referee.games.sidibaba.state import CHEST, TREASURE, State, start
from referee.games.sidibaba.turn import WITHOUT_SAND, Phase, phase

TABLE: Final = "table"


class Line(StrEnum):
    """What a row of the sheet tells."""

    SETUP = "setup"
    PARTY = "party"
    PLOTS = "plots"
    TOKENS = "tokens"
    HELD = "held"


OF_A_LAMP: Final = (Line.PARTY, Line.PLOTS, Line.TOKENS)
"""What befell the party, what genies and events did, and what each won and lost."""
_PLOTS: Final = (
    seen.GenieUsed,
    seen.EventPlayed,
    seen.LockRolled,
    seen.TaleRolled,
    seen.JewelPaid,
)


Cells: TypeAlias = dict[str, Cell]
RowKey: TypeAlias = tuple[int, Line]
"""Which lamp, counted from 1 (0 for the setup and for the end), and which line."""
Told: TypeAlias = "list[tuple[str, Say]]"
"""What an event tells, and in whose column."""


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session lamp by lamp; an empty log gives the blank form.

    A row shows what each adventurer got and lost while a lamp burned, and what befell the party.
    """
    state = start(book, setup)
    cells: dict[RowKey, Cells] = {}
    entries: dict[RowKey, list[int]] = {}
    for index, event in enumerate(log):
        where = _row_of(state, event)
        after = apply(state, event)
        entries.setdefault(where, []).append(index)
        for who, told in _told(event, state):
            row = cells.setdefault(where, {})
            row[who] = _joined(row.get(who), told)
        for who, told in _tokens(state, after):
            row = cells.setdefault((where[0], Line.TOKENS) if where[0] else where, {})
            row[who] = _joined(row.get(who), told)
        state = after
    if state.outcome:
        cells.setdefault((0, Line.HELD), {}).update(
            {player: held_words(held) for player, held in state.holdings.items()}
        )
        cells[0, Line.HELD][TABLE] = Say("{outcome}", outcome=state.outcome)
    lamps = state.glass if log else book[keys.LAMPS]
    rows: list[RowKey] = [(0, Line.SETUP)]
    rows += [(n, line) for n in range(1, lamps + 1) for line in OF_A_LAMP]
    rows.append((0, Line.HELD))
    columns = (*state.players, TABLE)
    return Roundsheet(
        title=Say("Sidibaba, {n} adventurers", n=len(setup.seating)),
        columns=(Say("lamp"), Say("what"), *(Say("{name}", name=name) for name in columns)),
        rows=tuple(
            SheetRow(
                (*_row_head(where), *(cells.get(where, {}).get(name) for name in columns)),
                tuple(entries.get(where, ())),
            )
            for where in rows
            if where in cells or where in entries or not log
        ),
        lines=setup_lines(book, setup),
    )


def _row_of(state: State, event: seen.Event) -> RowKey:
    """Tell which row an event belongs to."""
    if state.outcome:
        return (0, Line.HELD)
    if not state.glass:
        return (0, Line.SETUP)
    return (state.glass, Line.PLOTS if isinstance(event, _PLOTS) else Line.PARTY)


def _row_head(where: RowKey) -> tuple[Cell, Cell]:
    lamp, line = where
    if lamp:
        return (lamp, Say("{line}", line=line))
    return (Say("setup") if line is Line.SETUP else Say("end"), Say("{line}", line=line))


def _joined(before: Cell, told: Say) -> Say:
    return Say("{before}, {told}", before=before, told=told) if isinstance(before, Say) else told


def _tokens(before: State, after: State) -> Iterator[tuple[str, Say]]:
    """Tell which tokens came and went, and how many unseen ones."""
    for player, held in after.holdings.items():
        was = before.holdings[player]
        if held == was:
            continue
        if held.hidden > was.hidden and len(held.tokens) < len(was.tokens):
            yield player, counted(was.count - held.count, "- {n} unseen", "- {n} unseen")
            continue
        came, went = list(held.tokens), list(was.tokens)
        for token in was.tokens:
            if token in came:
                came.remove(token)
                went.remove(token)
        for token in went:
            yield player, Say("- {token}", token=token)
        for token in came if after.outcome == before.outcome else ():
            yield player, Say("+ {token}", token=token)
        more = held.hidden - was.hidden
        if more and not before.outcome:
            yield player, Say("{sign} {n} unseen", sign="+" if more > 0 else "-", n=abs(more))


def _told(event: seen.Event, before: State) -> Told:
    """Tell what befell the party; moves and votes stand in the log only."""
    teller = _TOLD.get(type(event))
    said = teller(event, before) if teller else None
    return [(TABLE, said)] if said else []


def _square(event: seen.SquareEntered) -> Say | None:
    found = {CHEST: "chest", TREASURE: "Treasure", "leader": "caught"}.get(event.what)
    return Say("{found}", found=found) if found else None


def _moved(event: seen.MoveDeclared, before: State) -> Say | None:
    after = apply(before, event)
    if after.treasure_found and not before.treasure_found:
        return Say("Treasure")
    if after.chests_found > before.chests_found:
        return Say("chest")
    is_caught = before.leader is not None and after.leader is None
    return Say("caught") if is_caught else None


_TOLD: Final[Mapping[type, Callable[[Any, State], Say | None]]] = {
    seen.OrderTaken: lambda e, _: Say("{player} leads", player=e.order[0]),
    seen.SandRanOut: lambda *_: Say("sand"),
    seen.MoveDeclared: _moved,
    seen.SquareEntered: lambda e, _: _square(e),
    seen.LampGone: lambda e, _: Say("lamp of {player} gone", player=e.player),
    seen.LockRolled: lambda e, _: Say("rolls {rolls}", rolls=" ".join(map(str, e.numbers))),
    seen.GenieUsed: lambda e, _: Say("{player} {genie}", player=e.player, genie=e.genie),
    seen.EventPlayed: lambda e, _: Say("{event}", event=e.event),
    seen.TaleRolled: lambda e, _: Say("{player} rolls {n}", player=e.player, n=e.number),
}
"""What is told of the party as a whole."""


def _show_state(book: Rulebook, state: State) -> Grid:
    """Show lamps, tokens and the order, as everyone may see them."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (player, state.lamps.get(player, 0), held.count, held_words(held))
        for player, held in state.holdings.items()
    )
    columns = (Say("adventurer"), Say("lamps"), Say("tokens"), Say("holds"))
    title = Say("Lamp {n}", n=state.glass) if state.glass else Say("Setup")
    return Grid(
        Say("The game is over") if state.outcome else title, columns, rows, tuple(_lines(state))
    )


def _lines(state: State) -> Iterator[Say]:
    if state.order:
        yield lamps_line(state)
    yield Say(
        "Lamps discarded: {n}. Chests found: {chests}.",
        n=state.discarded,
        chests=state.chests_found,
    )
    yield Say(
        "The Treasure is found." if state.treasure_found else "The Treasure is not found yet."
    )
    if state.terms.has_events:
        yield counted(
            state.events_held,
            "{leader} holds {n} event.",
            "{leader} holds {n} events.",
            leader=state.leader_name,
        )
    if state.genie_used:
        yield Say("A genie has been used while this lamp burns.")
    now = phase(state)
    if now not in WITHOUT_SAND or now is Phase.SHOW:
        yield Say("Now: {phase}.", phase=now)


def _show_map(book: Rulebook, state: State) -> Grid:
    """Show the maze to the Leader alone: what is found and covered, and who stands where."""
    if state.maze is None:
        return Grid(Say("The maze"), (), (), (Say("The referee does not know the maze."),))
    return Grid(Say("The maze"), (), (), map_lines(state, state.maze))


VIEWS: Final[Mapping[str, View[State]]] = {
    "state": View(Say("lamps, tokens and the order"), _show_state),
    "map": View(Say("the maze, for the Leader's eyes only"), _show_map, secret=True),
}
