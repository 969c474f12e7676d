"""The views of a state: hands, tools and cards not seen, and the tunnel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.api import CardGrid, Rulebook, Say, SheetCell, TableView
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import is_dead_end, read_card
from referee.games.saboteur.model.board.cells import cell_words
from referee.games.saboteur.model.gold import nuggets
from referee.games.saboteur.model.tools import (
    MAP,
    REPAIRS,
    ROCKFALL,
    TOOLS,
    broken_card,
    repair_card,
)
from referee.games.saboteur.paper.drawing import draw
from referee.games.saboteur.stages import COURSE
from referee.games.saboteur.stages.turn import LAY
from referee.games.saboteur.state import Round, State


def _show_state(book: Rulebook, state: State) -> CardGrid:
    """Show what everyone may see: hands, broken tools, and which cards were not seen yet."""
    now = state.now
    columns = (Say("player"), Say("cards"), Say("broken"), Say("role"))
    rows: tuple[tuple[SheetCell, ...], ...] = tuple(
        (
            Say("{name}", name=player),
            now.hands[player],
            _listed(now.broken.get(player, ())),
            _listed(tuple(role for who, role in now.roles.items() if who == player)),
        )
        for player in state.players
    )
    title = (
        Say("All rounds are over")
        if state.is_played
        else Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    )
    return CardGrid(title, columns, rows, tuple(_state_lines(book, state)))


def _listed(words: tuple[str, ...]) -> SheetCell:
    return Say("{words}", words=words) if words else None


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
        cells = tuple(cell_words(cell) for who, cell in now.map_looks if who == player)
        if cells:
            yield Say("{player} has looked at {cells}.", player=player, cells=cells)
    for player, unpaid in state.unpaid.items():
        yield Say("The bank owes {player} {nuggets}.", player=player, nuggets=nuggets(unpaid))
    if COURSE.due(state) is LAY:
        yield Say("To act: {player}.", player=state.active_player)


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


def _show_tunnel(book: Rulebook, state: State) -> CardGrid:
    """Draw the tunnel of the round at hand."""
    now: Round = state.now
    title = Say("The tunnel of round {round}", round=min(state.round, state.rounds))
    return CardGrid(title, (), (), draw(now.tunnel, state.goals, now.up))


VIEWS: Final[Mapping[str, TableView[State]]] = {
    "state": TableView(Say("hands, broken tools, cards not seen"), _show_state),
    "tunnel": TableView(Say("the tunnel, drawn"), _show_tunnel),
}
