"""The views of a state, and a hand part by part: what lies open, and nothing that is covered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from referee.api import CardGrid, Rulebook, Say, SheetCell, TableView, plural
from referee.games.colorful_treasure.model.cards import (
    CHEST,
    COLOURS,
    DIAMOND,
    FACES,
    KEY,
    SECRETS,
    Card,
)
from referee.games.colorful_treasure.model.holding import Holding
from referee.games.colorful_treasure.stages import COURSE
from referee.games.colorful_treasure.stages.setup import LAY_OUT, START
from referee.games.colorful_treasure.state import State


def part_held(part: str, held: Holding) -> Say | None:
    """Tell a part of a hand, as in ``3r 1b``; None where there is nothing."""
    return _PARTS[part](held)


def _signs(words: str) -> Say | None:
    return Say("{signs}", signs=words) if words else None


def _counted(counts: Mapping[str, int]) -> Say | None:
    return _signs(" ".join(f"{n}{face[0]}" for face, n in counts.items() if n))


def _diamonds(held: Holding) -> Say | None:
    cards, n = held.of(DIAMOND), held.diamonds
    told = plural(cards, "{n} card, {diamonds}", "{n} cards, {diamonds}", diamonds=n)
    return told if cards or n else None


_PARTS: Mapping[str, Callable[[Holding], Say | None]] = {
    "gems": lambda held: _counted({colour: held.of(colour) for colour in COLOURS}),
    "diamonds": _diamonds,
    "secrets": lambda held: _counted({face: held.of(face) for face in SECRETS}),
    "tokens": lambda held: _counted({KEY: held.tokens.keys, CHEST: held.tokens.chests}),
    "bonuses, tiles": lambda held: _signs(" ".join((*held.bonuses, *held.tiles))),
}
PARTS = tuple(_PARTS)
"""What a hand is told in."""


def _show_state(book: Rulebook, state: State) -> CardGrid:
    """Show what lies before the players, the cards that are left, and whose turn it is."""
    rows: tuple[tuple[SheetCell, ...], ...] = tuple(
        (
            Say("{player}", player=player),
            len(held.cards),
            held.wonders,
            *(part_held(part, held) for part in PARTS),
        )
        for player, held in state.holdings.items()
    )
    columns = (Say("player"), Say("cards"), Say("wonders"), *map(Say, PARTS))
    title = Say("The game is over") if state.is_over else Say("Round {round}", round=state.round)
    return CardGrid(title, columns, rows, tuple(_state_lines(state)))


def _state_lines(state: State) -> Iterator[Say]:
    yield Say("Cards left on the table: {n}.", n=state.field.size)
    if state.field.shown:
        yield state.field.open_line
    if state.tiles is not None:
        yield Say("Tiles not picked: {tiles}.", tiles=state.tiles or Say("none"))
    if state.is_last_round and not state.is_over:
        yield Say("This is the last round; {last} has the last turn.", last=state.order[-1])
    now = COURSE.due(state)
    if now not in {None, START, LAY_OUT}:
        yield Say("To act: {player} ({phase}).", player=state.active, phase=now.title)


def _show_field(book: Rulebook, state: State) -> CardGrid:
    """Show how many cards of each wonder lie face down, and who has which that were taken.

    What a covered card is, nobody is told.
    """
    owners = {card: player for player, held in state.holdings.items() for card in held.cards}
    rows: list[tuple[SheetCell, ...]] = []
    for wonder in range(1, state.field.box.wonders + 1):
        taken = tuple(
            Say("{face} {player}", face=face, player=owners[Card(wonder, face)])
            for face in FACES
            if Card(wonder, face) in owners
        )
        told = Say("{taken}", taken=taken) if taken else Say("nothing")
        rows.append((wonder, state.field.left_at(wonder), told))
    columns = (Say("wonder"), Say("face down"), Say("taken"))
    return CardGrid(Say("The table"), columns, tuple(rows))


VIEWS: Mapping[str, TableView[State]] = {
    "state": TableView(Say("what everyone has, and whose turn it is"), _show_state),
    "field": TableView(Say("the cards that are left of each wonder"), _show_field),
}
