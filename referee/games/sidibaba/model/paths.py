"""The nearest way to the Treasure, an exit or the loot: its first steps."""

from collections import deque
from collections.abc import Collection, Mapping
from enum import StrEnum

from referee.api import Say, Struct
from referee.games.sidibaba.model.maze import Direction, Maze, Square


class Target(StrEnum):
    """What a genie tells the way to."""

    TREASURE = "treasure"
    EXIT = "exit"
    LOOT = "loot"


class FirstSteps(Struct, frozen=True):
    """The first steps of a nearest way, and the ``ties``: other first steps that are as near.

    ``none`` says why there are no steps. ``length`` counts the steps of the whole way.
    """

    steps: tuple[Direction, ...] = ()
    ties: tuple[Direction, ...] = ()
    length: int | None = None
    none: Say | None = None


def first_steps(
    maze: Maze, start: Square, target: Target, *, slid: Collection[Square] = (), count: int = 1
) -> FirstSteps:
    r"""Give the first ``count`` steps to the nearest target, or fewer where it is nearer.

    Going out through a gap is a step of its own. Among equally near ways it is the first in
    the order north, east, south, west. Nobody gets through ``slid``. There are no steps where
    nothing is left to find, where it is out of reach, or on the very square.
    Cites: SID-5.3 to SID-5.5, SID-6.8.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> maze = read_maze("+-+-+\n|  T|\n+ + +\n|   |\n+-+ +")
    >>> first_steps(maze, Square(1, 1), Target.EXIT, count=2).steps
    (<Direction.EAST: 'E'>, <Direction.SOUTH: 'S'>)
    """
    goals = _goals(maze, target)
    if not goals:
        return FirstSteps(none=_NOTHING[target])
    if start in goals and target is not Target.EXIT:
        return FirstSteps(length=0, none=_HERE[target])
    far = _distances(maze, goals, slid, target)
    if start not in far:
        return FirstSteps(none=_OUT_OF_REACH[target])
    steps: list[Direction] = []
    ties: tuple[Direction, ...] = ()
    here: Square | None = start
    while here is not None and far[here] and len(steps) < count:
        nearer = _nearer(maze, far, here, target)
        steps.append(nearer[0])
        ties = ties if len(steps) > 1 else nearer[1:]
        here = maze.ways[here][nearer[0]]
    return FirstSteps(tuple(steps), ties, far[start])


def within_reach(maze: Maze, start: Square, target: Target, slid: Collection[Square] = ()) -> bool:
    r"""Tell whether there is any way from a square to a target.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> within_reach(read_maze("+-+-+\n|T|  \n+-+-+"), Square(2, 1), Target.TREASURE)
    False
    """
    return start in _distances(maze, _goals(maze, target), slid, target)


def _goals(maze: Maze, target: Target) -> tuple[Square, ...]:
    """List the squares to get to; for an exit, those with a gap."""
    if target is Target.EXIT:
        return tuple(square for square, ways in maze.ways.items() if None in ways.values())
    if target is Target.LOOT:
        return maze.loot
    return () if maze.treasure is None else (maze.treasure,)


def _distances(
    maze: Maze, goals: Collection[Square], slid: Collection[Square], target: Target
) -> dict[Square, int]:
    """Count the steps from every square to the nearest goal; out through a gap is one more."""
    covered = frozenset(slid)
    far = {goal: int(target is Target.EXIT) for goal in goals if goal not in covered}
    waiting = deque(far)
    while waiting:
        here = waiting.popleft()
        steps = far[here] + 1
        for there in maze.ways[here].values():
            if there is not None and there not in far and there not in covered:
                far[there] = steps
                waiting.append(there)
    return far


def _nearer(
    maze: Maze, far: Mapping[Square, int], here: Square, target: Target
) -> tuple[Direction, ...]:
    """List the directions that lead one step nearer."""
    left = far[here] - 1
    return tuple(
        direction
        for direction, there in maze.ways[here].items()
        if (target is Target.EXIT if there is None else far.get(there) == left)
    )


_NOTHING = {
    Target.TREASURE: Say("The maze shows no Treasure."),
    Target.EXIT: Say("The maze has no exit."),
    Target.LOOT: Say("Nothing is left to find."),
}
_HERE = {
    Target.TREASURE: Say("The Treasure is on this square."),
    Target.LOOT: Say("There is loot on this square."),
}
_OUT_OF_REACH = {
    Target.TREASURE: Say("No way leads to the Treasure."),
    Target.EXIT: Say("No way leads to an exit."),
    Target.LOOT: Say("No way leads to any loot."),
}
