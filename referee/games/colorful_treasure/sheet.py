"""The round-by-round sheet of a log, and the views of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from referee.core.game import View
from referee.core.roundsheet import Cell, Grid, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure.asked import Part, open_line, parts_held
from referee.games.colorful_treasure.cards import FACES, Card, short_names
from referee.games.colorful_treasure.effects import apply
from referee.games.colorful_treasure.setting_up import setup_lines
from referee.games.colorful_treasure.state import State, start
from referee.games.colorful_treasure.turn import Phase, phase

BLANK_ROUNDS: Final = 12
"""How many rounds a blank form has room for; the game has no fixed number."""
SETUP: Final = 0
SIGNS: Final = Say("3r is the red card of wonder 3: r y g b p gems, d diamond, k key, c chest.")
AT_THE_END: Final = Say("At the end 3r are three red gems; tokens are those left over.")

RowKey: TypeAlias = "int | Part"
"""A round, counted from 1, with the setup as 0; or a part of what is held at the end."""
Cells: TypeAlias = dict[str, Cell]
Told: TypeAlias = "list[tuple[str, Say]]"
"""What an event tells, and in whose column."""


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session round by round; an empty log gives the blank form.

    A row shows what each player won and lost in the round: + taken, - lost.
    """
    state = start(book, setup)
    cells: dict[RowKey, Cells] = {}
    entries: dict[RowKey, list[int]] = {}
    for index, event in enumerate(log):
        where: RowKey = state.round if _is_of_a_turn(event) else SETUP
        row = cells.setdefault(where, {})
        entries.setdefault(where, []).append(index)
        for who, told in _TOLD[type(event)](event, state):
            row[who] = _joined(row.get(who), told)
        state = apply(state, event)
    if state.is_over:
        for player, held in state.holdings.items():
            for part, words in parts_held(held).items():
                cells.setdefault(part, {})[player] = words
    rounds = state.round if log else BLANK_ROUNDS
    rows: tuple[RowKey, ...] = (SETUP, *range(1, rounds + 1), *Part)
    shown = [where for where in rows if where in cells or not log]
    return Roundsheet(
        title=Say("Colorful Treasure, {n} players", n=len(setup.seating)),
        columns=(Say("round"), *(Say("{name}", name=name) for name in state.players)),
        rows=tuple(
            SheetRow(
                (_row_head(where), *(cells.get(where, {}).get(name) for name in state.players)),
                tuple(entries.get(where, ())),
            )
            for where in shown
        ),
        lines=(*setup_lines(book, setup), *_tiles_line(state), SIGNS, AT_THE_END),
    )


def _is_of_a_turn(event: seen.Event) -> bool:
    return not isinstance(event, seen.StartPlayerNamed | seen.TilesLaidOut)


def _row_head(where: RowKey) -> Cell:
    if isinstance(where, Part):
        return Say("{part}", part=where)
    return where or Say("setup")


def _joined(before: Cell, told: Say) -> Say:
    return Say("{before}, {told}", before=before, told=told) if isinstance(before, Say) else told


def _tiles_line(state: State) -> tuple[Say, ...]:
    """Name the tiles that can still be picked."""
    if state.tiles is None:
        return ()
    return (Say("Tiles not picked: {tiles}.", tiles=state.tiles or Say("none")),)


def _cards(sign: str, cards: tuple[Card, ...]) -> Say:
    return Say("{sign} {cards}", sign=sign, cards=short_names(cards))


_TOLD: Final[Mapping[type, Callable[[Any, State], Told]]] = {
    seen.StartPlayerNamed: lambda e, _: [(e.player, Say("begins"))],
    seen.TilesLaidOut: lambda *_: [],
    seen.CardsFlipped: lambda *_: [],
    seen.AnotherFlipped: lambda *_: [],
    seen.FlippingStopped: lambda *_: [],
    seen.CardsTaken: lambda e, s: [
        (e.player, _cards("+", e.cards) if e.cards else Say("nothing")),
        *_bonuses(e, s),
    ],
    seen.CardPlundered: lambda e, s: [
        (e.player, _cards("+", (e.card,))),
        (e.victim, _cards("-", (e.card,))),
        *_bonuses(e, s),
    ],
    seen.DiamondPlundered: lambda e, _: [
        (e.player, Say("+ diamond")),
        (e.victim, Say("- diamond")),
    ],
    seen.NothingPlundered: lambda e, _: [(e.player, Say("plunders nothing"))],
    seen.TilePicked: lambda e, s: [(e.player, Say("{tile}", tile=e.tile)), *_bonuses(e, s)],
    seen.TileDeclined: lambda e, _: [(e.player, Say("no tile"))],
    seen.CardsPeeked: lambda e, _: [(e.player, Say("uses {tile}", tile=e.tile))],
    seen.AnyTokenUsed: lambda e, _: [(e.player, Say("uses any-token"))],
    seen.TurnEnded: lambda *_: [],
}
"""What each event writes, and in whose column."""


def _bonuses(event: Any, before: State) -> Told:  # noqa: ANN401 - any event that wins cards
    """Tell of bonus cards that the event brought."""
    own, was = apply(before, event).holdings[event.player], before.holdings[event.player]
    won = [bonus for bonus in own.bonuses if bonus not in was.bonuses]
    return [(event.player, Say("{bonus} bonus", bonus=bonus)) for bonus in won]


def _show_state(book: Rulebook, state: State) -> Grid:
    """Show what lies before the players, the cards that are left, and whose turn it is."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (player, len(held.cards), held.wonders, *parts_held(held).values())
        for player, held in state.holdings.items()
    )
    columns = (
        Say("player"),
        Say("cards"),
        Say("wonders"),
        *(Say("{part}", part=part) for part in Part),
    )
    title = Say("The game is over") if state.is_over else Say("Round {round}", round=state.round)
    return Grid(title, columns, rows, tuple(_state_lines(state)))


def _state_lines(state: State) -> Iterator[Say]:
    yield Say("Cards left on the field: {n}.", n=state.field.size)
    if state.field.shown:
        yield open_line(state)
    yield from _tiles_line(state)
    if state.is_last_round and not state.is_over:
        yield Say("This is the last round; {last} has the last turn.", last=state.order[-1])
    now = phase(state)
    if now not in {Phase.START, Phase.TILES, Phase.OVER}:
        yield Say("To act: {player} ({phase}).", player=state.active, phase=now)


def _show_field(book: Rulebook, state: State) -> Grid:
    """Show how many cards of each wonder lie face down, and who has which that were taken.

    What a covered card is, nobody is told.
    """
    owners = {card: player for player, held in state.holdings.items() for card in held.cards}
    rows: list[tuple[Cell, ...]] = []
    for wonder in range(1, state.field.box.wonders + 1):
        taken = tuple(
            Say("{face} {player}", face=face, player=owners[Card(wonder, face)])
            for face in FACES
            if Card(wonder, face) in owners
        )
        told = Say("{taken}", taken=taken) if taken else Say("nothing")
        rows.append((wonder, state.field.left_at(wonder), told))
    columns = (Say("wonder"), Say("face down"), Say("taken"))
    return Grid(Say("The field"), columns, tuple(rows))


VIEWS: Final[Mapping[str, View[State]]] = {
    "state": View(Say("what everyone has, and whose turn it is"), _show_state),
    "field": View(Say("the cards that are left of each wonder"), _show_field),
}
