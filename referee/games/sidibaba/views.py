"""The views of a state: lamps, tokens and the order, and the maze for the Leader alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.core.paper import View
from referee.core.roundsheet import Cell, Grid
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.games.sidibaba.asked import held_words, lamps_line
from referee.games.sidibaba.mapping import map_lines
from referee.games.sidibaba.state import State
from referee.games.sidibaba.turn import WITHOUT_SAND, Phase, phase


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
        yield plural(
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
