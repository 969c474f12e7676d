"""Where things are in a maze that the table gave: what lies ahead, how far the Leader gets."""

from collections.abc import Mapping
from typing import Final

from referee.api import Say
from referee.games.sidibaba.model.compass import as_faced
from referee.games.sidibaba.model.loot import CHEST, TREASURE
from referee.games.sidibaba.model.maze import Beyond, Direction, Maze, Square
from referee.games.sidibaba.state import State

_FOUND: Final[Mapping[str, Say]] = {CHEST: Say("a chest"), TREASURE: Say("the Treasure")}


def lies_ahead(state: State, square: Square, direction: Direction) -> Square | Beyond:
    """Tell where a step leads; a landslide is as good as a wall. Cites: SID-2.2, SID-6.8."""
    if state.maze is None or square not in state.maze:
        return Beyond.WALL
    there = state.maze.step(square, direction)
    return Beyond.WALL if there in state.slid else there


def loot_at(state: State, square: Square) -> str:
    """Tell which loot is still to be found on a square: chest, treasure, or none of them."""
    maze = state.maze
    if maze is None or square in state.emptied:
        return ""
    if square == maze.treasure:
        return TREASURE
    return CHEST if square in maze.chests else ""


def said_ahead(state: State) -> Say | None:
    """Say what the Leader tells of the square ahead; None without a maze. Cites: SID-2.4."""
    if state.party is None or state.facing is None:
        return None
    there = lies_ahead(state, state.party, state.facing)
    if state.maze and state.maze.step(state.party, state.facing) in state.slid:
        return Say("Ahead: a landslide.")
    if isinstance(there, Beyond):
        return Say("Ahead: {what}.", what=there.value)
    things = [_FOUND[loot] for loot in (loot_at(state, there),) if loot]
    if there == state.leader:
        things.append(Say("the Leader"))
    things += [
        Say("an arrow pointing {way}", way=as_faced(state.facing, arrow.points))
        for arrow in state.arrows
        if arrow.square == there
    ]
    return Say("Ahead: {things}.", things=tuple(things) or Say("nothing"))


def reached_by_leader(state: State, squares: int) -> tuple[Square, ...]:
    """List the squares where the Leader token may be after a move of so many squares or fewer.

    Off the map it comes in by an entrance, which takes one. By column, then by row.
    Cites: SID-6.2.
    """
    maze = state.maze
    if maze is None:
        return ()
    if state.leader is not None:
        reached = {state.leader}
        left = squares
    else:
        reached = {gap.square for gap in maze.exits if gap.square not in state.slid}
        left = squares - 1
    if left < 0:
        return ()
    edge = set(reached)
    for _ in range(left):
        edge = {there for here in edge for there in _around(maze, state, here)} - reached
        reached |= edge
    return tuple(sorted(reached))


def _around(maze: Maze, state: State, square: Square) -> set[Square]:
    there = {lies_ahead(state, square, direction) for direction in maze.ways[square]}
    return {square for square in there if not isinstance(square, Beyond)}
