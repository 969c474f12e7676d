"""Where things are in a maze that the table gave: what lies ahead, how far the Leader gets."""

from collections.abc import Collection, Mapping
from typing import Final

from referee.api import Say
from referee.games.sidibaba.model.compass import as_faced
from referee.games.sidibaba.model.loot import CHEST, TREASURE
from referee.games.sidibaba.model.maze import Beyond, Direction, Maze, Square
from referee.games.sidibaba.state import Arrow, State

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
    things += [_arrow_words(state.facing, arrow) for arrow in state.arrows if arrow.square == there]
    return Say("Ahead: {things}.", things=tuple(things) or Say("nothing"))


def _arrow_words(facing: Direction, arrow: Arrow) -> Say:
    """Say which way an arrow points, and its colour if it was named. Cites: SID-5.6."""
    way = as_faced(facing, arrow.points)
    if arrow.colour:
        return Say("a {colour} arrow pointing {way}", colour=arrow.colour, way=way)
    return Say("an arrow pointing {way} (the Leader names its colour)", way=way)


def leader_ends(
    maze: Maze, at: Square | None, squares: int, party: Square, slid: Collection[Square] = ()
) -> dict[Square | None, int]:
    r"""Tell where the Leader token may end, and how many squares it goes; None is off the map.

    It goes all its squares, back and forth if the Leader likes; only on the party's square, or
    where it cannot go on, its way ends before. Off the map it comes in by an entrance, which takes
    one square; it stays off if every entrance is covered. Cites: SID-6.2, SID-7.1.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> maze = read_maze("+-+-+-+-+-+\n         T \n+-+-+-+-+-+")
    >>> ends = leader_ends(maze, Square(5, 1), 4, party=Square(2, 1))
    >>> {str(square): steps for square, steps in ends.items()}
    {'2,1': 3, '3,1': 4, '5,1': 4}
    """
    covered = frozenset(slid)
    gaps = {gap.square for gap in maze.exits} - covered
    here: set[Square | None] = {at}
    found: dict[Square | None, int] = {}
    for gone in range(squares):
        after: set[Square | None] = set()
        for square in here:
            beside = gaps if square is None else set(maze.ways[square].values()) - {None} - covered
            after |= beside
            if not beside:
                found.setdefault(square, gone)
        if party in after:
            found.setdefault(party, gone + 1)
        here = after - {party}
    found |= dict.fromkeys(here - found.keys(), squares)
    return dict(sorted(found.items(), key=lambda end: (end[0] is not None, end[0] or ())))
