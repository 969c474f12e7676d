"""The views of a state: lamps, tokens and the order, and the maze for the Leader alone."""

from collections.abc import Iterator, Mapping
from typing import Final

from referee.api import CardGrid, Rulebook, Say, TableView, plural
from referee.games.sidibaba.paper.map import map_lines
from referee.games.sidibaba.stages import COURSE
from referee.games.sidibaba.stages.march import place_lines
from referee.games.sidibaba.state import State


def _show_state(book: Rulebook, state: State) -> CardGrid:
    """Show lamps, tokens and the order, as everyone may see them."""
    title = Say("Lamp {n}", n=state.glass) if state.glass else Say("Setup")
    columns = (Say("adventurer"), Say("lamps"), Say("tokens"), Say("holds"))
    rows = tuple(
        (Say("{player}", player=player), state.lamps.get(player, 0), held.count, held.said)
        for player, held in state.holdings.items()
    )
    title = Say("The game is over") if state.outcome else title
    return CardGrid(title, columns, rows, tuple(_lines(state)))


def _lines(state: State) -> Iterator[Say]:
    if state.order:
        yield from place_lines(state)
    yield Say(
        "Lamps discarded: {n}. Chests found: {chests}.",
        n=state.discarded,
        chests=state.chests_found,
    )
    yield Say(
        "The Treasure is found." if state.treasure_found else "The Treasure is not found yet."
    )
    if state.variant.has_events:
        one, many = "{leader} holds {n} event.", "{leader} holds {n} events."
        yield plural(state.events_held, one, many, leader=state.leader_name)
    if state.genie_used:
        yield Say("A genie has been used while this lamp burns.")
    due = COURSE.due(state)
    if due and state.order:
        yield Say("Now: {phase}.", phase=due.title)


def _show_map(book: Rulebook, state: State) -> CardGrid:
    """Show the maze to the Leader alone: what is found and covered, and who stands where."""
    if state.maze is None:
        return CardGrid(Say("The maze"), (), (), (Say("The referee does not know the maze."),))
    return CardGrid(Say("The maze"), (), (), map_lines(state, state.maze))


VIEWS: Final[Mapping[str, TableView[State]]] = {
    "state": TableView(Say("lamps, tokens and the order"), _show_state),
    "map": TableView(Say("the maze, for the Leader's eyes only"), _show_map, secret=True),
}
