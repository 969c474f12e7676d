"""The views of a state: lamps, tokens and the order, and the maze for the Leader alone."""

from collections.abc import Iterator, Mapping
from typing import Final

from referee.api import CardGrid, Rulebook, Say, TableView, join, plural
from referee.games.sidibaba.model.maze import Beyond, Direction, Maze, Square
from referee.games.sidibaba.model.ways import Target, first_steps
from referee.games.sidibaba.stages import COURSE
from referee.games.sidibaba.stages.march import place_lines
from referee.games.sidibaba.state import CHEST, TREASURE, State

SIGNS: Final[Mapping[Direction, str]] = {
    Direction.NORTH: "^",
    Direction.EAST: ">",
    Direction.SOUTH: "v",
    Direction.WEST: "<",
}
KEY: Final = Say("T Treasure, C chest, ^ > v < the party, L the Leader, # landslide, a arrow.")


def map_lines(state: State, maze: Maze) -> tuple[Say, ...]:
    """Draw the maze line by line, and say where everybody is. Cites: SID-1.6."""
    where = []
    if state.party and state.facing:
        party = Say(
            "The party: {square}, facing {way}.", square=str(state.party), way=state.facing.word
        )
        where.append(party)
    if state.leader:
        where.append(Say("The Leader: {square}.", square=str(state.leader)))
    return (*drawn_maze(state, maze), *where, *_ways(state, maze))


def drawn_maze(state: State, maze: Maze) -> tuple[Say, ...]:
    """Draw the maze line by line, with its key. Cites: SID-1.6."""
    return (*(Say("{line}", line=line) for line in _drawn(state, maze)), KEY)


def _ways(state: State, maze: Maze) -> Iterator[Say]:
    """Name the first steps that a genie may ask for, with the equally near ones."""
    if state.party is None:
        return
    left = maze.without_loot(state.emptied)
    for target in Target:
        found = first_steps(left, state.party, target, slid=state.slid, count=2)
        if found.none:
            yield found.none
            continue
        steps = tuple(step.word for step in found.steps)
        said = Say("To the {target}: {steps}.", target=target.value, steps=steps)
        if found.ties:
            ties = tuple(step.word for step in found.ties)
            said = join((said, Say("Equally near: {ties}.", ties=ties)), " ")
        yield said


def _drawn(state: State, maze: Maze) -> Iterator[str]:
    for row in range(1, maze.height + 1):
        squares = [Square(column, row) for column in range(1, maze.width + 1)]
        yield "+" + "".join(_wall(maze, s, Direction.NORTH, "-") + "+" for s in squares)
        west = _wall(maze, squares[0], Direction.WEST, "|")
        yield west + "".join(
            _sign(state, maze, s) + _wall(maze, s, Direction.EAST, "|") for s in squares
        )
    last = [Square(column, maze.height) for column in range(1, maze.width + 1)]
    yield "+" + "".join(_wall(maze, s, Direction.SOUTH, "-") + "+" for s in last)


def _wall(maze: Maze, square: Square, direction: Direction, sign: str) -> str:
    return sign if maze.step(square, direction) is Beyond.WALL else " "


def _sign(state: State, maze: Maze, square: Square) -> str:
    """Return the sign of a square: who is there before what lies there."""
    if square == state.party and state.facing:
        return SIGNS[state.facing]
    if square == state.leader:
        return "L"
    if square in state.slid:
        return "#"
    if square not in state.emptied and square == maze.treasure:
        return TREASURE[0].upper()
    if square not in state.emptied and square in maze.chests:
        return CHEST[0].upper()
    return "a" if any(arrow.square == square for arrow in state.arrows) else " "


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
    if state.is_whole:
        yield Say("The moves are not noted.")
        return
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
    """Show the maze to the Leader alone: what is found and covered, and who is where."""
    if state.maze is None:
        return CardGrid(Say("The maze"), (), (), (Say("The referee does not know the maze."),))
    return CardGrid(Say("The maze"), (), (), map_lines(state, state.maze))


VIEWS: Final[Mapping[str, TableView[State]]] = {
    "state": TableView(Say("lamps, tokens and the order"), _show_state),
    "map": TableView(Say("the maze, for the Leader's eyes only"), _show_map, secret=True),
}
