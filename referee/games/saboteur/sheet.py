"""The round-by-round sheet of a log, and the views of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

from referee.core.game import View
from referee.core.roundsheet import Cell, Grid, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.saboteur import events as seen
from referee.games.saboteur import keys
from referee.games.saboteur.cards import is_dead_end, read_card
from referee.games.saboteur.cells import cell_words
from referee.games.saboteur.drawing import draw
from referee.games.saboteur.effects import apply
from referee.games.saboteur.money import cards_words, nuggets
from referee.games.saboteur.setting_up import setup_lines
from referee.games.saboteur.state import Round, State, active_in_round, start
from referee.games.saboteur.tools import MAP, REPAIRS, ROCKFALL, TOOLS, broken_card, repair_card
from referee.games.saboteur.turn import Phase, phase

TABLE: Final = "table"


class Line(StrEnum):
    """What a row of the sheet tells."""

    LAID = "tunnel cards"
    ACTIONS = "action cards"
    DISCARDED = "discarded"
    ROLE = "role"
    GOLD = "gold"


RowKey: TypeAlias = tuple[int, Line]
"""Which round, counted from 1 (one more than the last for the end), and which line."""
Cells: TypeAlias = dict[str, Cell]


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session round by round; an empty log gives the blank form.

    Counts are of cards; what the table saw together stands in the last column.
    """
    state = start(book, setup)
    cells: dict[RowKey, Cells] = {}
    entries: dict[RowKey, list[int]] = {}
    for index, event in enumerate(log):
        where = (state.round, _LINES.get(type(event), Line.LAID))
        row = cells.setdefault(where, {})
        entries.setdefault(where, []).append(index)
        after = apply(state, event)
        row.update(_told(row, event))
        if isinstance(event, seen.RoleTurnedUp) and len(state.now.roles) + 1 == len(state.players):
            row[TABLE] = Say("diggers won") if state.now.connector else Say("saboteurs won")
        if after.round > state.round and not after.is_played:
            begins = Say("{player} begins", player=after.now.starter or "")
            cells[after.round, Line.LAID] = {TABLE: begins}
        state = after
    columns = (*state.players, TABLE)
    shown = [where for where in _rows(state) if where in cells] if log else list(_rows(state))
    return Roundsheet(
        title=Say(
            "Saboteur, {n} players, {rounds} rounds", n=len(setup.seating), rounds=state.rounds
        ),
        columns=(Say("round"), Say("what"), *(Say("{name}", name=name) for name in columns)),
        rows=tuple(
            SheetRow(
                (*_row_head(state, where), *(cells.get(where, {}).get(name) for name in columns)),
                tuple(entries.get(where, ())),
            )
            for where in shown
        ),
        lines=setup_lines(book, setup),
    )


def _rows(state: State) -> Iterator[RowKey]:
    for round_ in range(1, state.rounds + 1):
        yield from ((round_, line) for line in Line)
    yield (state.rounds + 1, Line.GOLD)


def _row_head(state: State, where: RowKey) -> tuple[Cell, Cell]:
    round_, line = where
    return (Say("end") if round_ > state.rounds else round_, Say("{line}", line=line))


_LINES: Final[Mapping[type, Line]] = {
    seen.ToolBroken: Line.ACTIONS,
    seen.ToolRepaired: Line.ACTIONS,
    seen.RockFell: Line.ACTIONS,
    seen.GoalLookedAt: Line.ACTIONS,
    seen.CardDiscarded: Line.DISCARDED,
    seen.RoleTurnedUp: Line.ROLE,
    seen.GoldHandedOut: Line.GOLD,
    seen.GoldKept: Line.GOLD,
    seen.GoldPaid: Line.GOLD,
    seen.GoldChanged: Line.GOLD,
    seen.GoldOwed: Line.GOLD,
    seen.GoldCounted: Line.GOLD,
}
"""The line that tells an event; all others stand with the tunnel cards."""


def _told(row: Cells, event: seen.Event) -> Cells:
    """Word what an event adds to its row: cards used are counted, all else is told."""
    told = _TOLD.get(type(event))
    if told is None:
        player = getattr(event, "player", TABLE)
        return {player: _one_more(row.get(player))}
    who, said = told(event)
    return {who: _joined(row.get(who), said)}


_TOLD: Final[Mapping[type, Callable[[Any], tuple[str, Say]]]] = {
    seen.StarterChosen: lambda e: (TABLE, Say("{player} begins", player=e.player)),
    seen.GoalTurnedUp: lambda e: (
        TABLE,
        Say("{shows} at {cell}", cell=cell_words(e.at), shows=e.shows),
    ),
    seen.EndAgreed: lambda _: (TABLE, Say("ended early")),
    seen.RoleTurnedUp: lambda e: (e.player, Say("{role}", role=e.role)),
    seen.GoldHandedOut: lambda e: (TABLE, Say("secret") if e.in_secret else Say("open")),
    seen.GoldKept: lambda e: (e.player, Say("{n}", n=e.nuggets)),
    seen.GoldPaid: lambda e: (e.player, Say("{cards}", cards=cards_words(e.cards))),
    seen.GoldChanged: lambda e: (e.player, Say("changed")),
    seen.GoldOwed: lambda e: (e.player, Say("owed")),
    seen.GoldCounted: lambda e: (e.player, Say("{cards}", cards=cards_words(e.cards))),
}
"""What is told of an event, and in whose column; what is not named here is counted."""


def _joined(before: Cell, told: Say) -> Say:
    return Say("{before}; {told}", before=before, told=told) if isinstance(before, Say) else told


def _one_more(before: Cell) -> int:
    return before + 1 if isinstance(before, int) else 1


def _show_state(book: Rulebook, state: State) -> Grid:
    """Show what everyone may see: hands, broken tools, and which cards were not seen yet."""
    now = state.now
    columns = (Say("player"), Say("cards"), Say("broken"), Say("role"))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (player, now.hands[player], _listed(now.broken.get(player, ())), now.roles.get(player))
        for player in state.players
    )
    title = (
        Say("All rounds are over")
        if state.is_played
        else Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    )
    return Grid(title, columns, rows, tuple(_state_lines(book, state)))


def _listed(tools: tuple[str, ...]) -> Cell:
    return Say("{tools}", tools=tools) if tools else None


def _state_lines(book: Rulebook, state: State) -> Iterator[Say]:
    now = state.now
    shapes = book[keys.COPIES]
    through = {shape: n for shape, n in shapes.items() if not is_dead_end(read_card(shape))}
    ends = {shape: n for shape, n in shapes.items() if shape not in through}
    yield Say("To draw: {n}. Discarded face down: {d}.", n=now.draw_pile, d=now.discarded)
    yield Say("Tunnel cards not seen: {cards}.", cards=_unseen(through, now.laid))
    yield Say("Dead ends not seen: {cards}.", cards=_unseen(ends, now.laid))
    cards = book[keys.ACTION_CARDS]
    for said, kinds in _ACTION_LINES:
        left = {kind: cards[card] for kind, card in kinds.items()}
        seen_ = {kind: now.played.get(card, 0) for kind, card in kinds.items()}
        yield Say(said, cards=_unseen(left, seen_))
    for cell, shows in now.up.items():
        yield Say("The goal at {cell} shows {shows}.", cell=cell_words(cell), shows=shows)
    for player in state.players:
        cells = tuple(cell_words(cell) for who, cell in now.looked if who == player)
        if cells:
            yield Say("{player} has looked at {cells}.", player=player, cells=cells)
    for player, owed in state.owed.items():
        yield Say("The bank owes {player} {nuggets}.", player=player, nuggets=nuggets(owed))
    if phase(state) is Phase.TURN:
        yield Say("To act: {player}.", player=active_in_round(state))


_ACTION_LINES: Final = (
    ("Broken tools not seen: {cards}.", {tool: broken_card(tool) for tool in TOOLS}),
    ("Repairs not seen: {cards}.", {kinds: repair_card(kinds) for kinds in REPAIRS}),
    ("Others not seen: {cards}.", {card: card for card in (MAP, ROCKFALL)}),
)
"""The action cards that may still come, a line for each group: kind to card."""


def _unseen(there: Mapping[str, int], seen_: Mapping[str, int]) -> Say:
    """List the cards that may still come, by name; one that is left once has no number."""
    left = {name: n - seen_.get(name, 0) for name, n in there.items()}
    unseen = tuple(
        Say("{name} {n}" if n > 1 else "{name}", name=name, n=n)
        for name, n in left.items()
        if n > 0
    )
    return Say("{cards}", cards=unseen) if unseen else Say("none")


def _show_tunnel(book: Rulebook, state: State) -> Grid:
    """Draw the tunnel of the round at hand."""
    now: Round = state.now
    title = Say("The tunnel of round {round}", round=min(state.round, state.rounds))
    return Grid(title, (), (), draw(now.tunnel, state.goals, now.up))


VIEWS: Final[Mapping[str, View[State]]] = {
    "state": View(Say("hands, broken tools, cards not seen"), _show_state),
    "tunnel": View(Say("the tunnel, drawn"), _show_tunnel),
}
