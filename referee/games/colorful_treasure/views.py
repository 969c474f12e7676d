"""The views of a state: what lies open, and nothing of what is covered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.core.paper import View
from referee.core.roundsheet import Cell, Grid
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.games.colorful_treasure.asked import Part, open_line, parts_held
from referee.games.colorful_treasure.cards import FACES, Card
from referee.games.colorful_treasure.state import State
from referee.games.colorful_treasure.turn import Phase, phase


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
    if state.tiles is not None:
        yield Say("Tiles not picked: {tiles}.", tiles=state.tiles or Say("none"))
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
