"""The way that the party took: square by square while a lamp burned, and as a line on the map."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from referee.api import Event, Struct
from referee.api.drawing import Point
from referee.api.rounds import StateChange
from referee.games.sidibaba.model.compass import opposite
from referee.games.sidibaba.model.maze import Beyond, Maze, Square, beside
from referee.games.sidibaba.stages.march import MoveDeclared
from referee.games.sidibaba.stages.setup import PartyPlaced
from referee.games.sidibaba.state import ESCAPED, State

OUTSIDE: Final = 0.75
"""How far outside, from the middle of the square behind an exit, a way begins and ends."""
LANES: Final = (1 / 16, 1 / 8, 3 / 16)
"""How far right of the middle the party goes, lamp by lamp in turn: to and fro lie side by side."""
Step: TypeAlias = tuple[int, int]


class Passage(Struct, frozen=True):
    """Where the party went while a lamp burned: square after square, the first one included.

    A square that the maze does not have is outside an exit.
    """

    lamp: int
    squares: tuple[Square, ...]


def passages(moments: Iterable[StateChange[State, Event[State]]]) -> tuple[Passage, ...]:
    """Tell the way lamp by lamp; a lamp by which nobody went anywhere is left out."""
    found: list[Passage] = []
    squares: list[Square] = []
    lamp = 1
    for moment in moments:
        before, after = moment.before, moment.after
        squares += _entered(moment)
        lamp = max(1, before.glass)
        if after.glass > lamp:
            found.append(Passage(lamp, tuple(squares)))
            squares = squares[-1:]
            lamp = after.glass
    found.append(Passage(lamp, tuple(squares)))
    return tuple(each for each in found if len(each.squares) > 1)


def _entered(moment: StateChange[State, Event[State]]) -> Iterator[Square]:
    """Tell the squares that an event brought the party to."""
    before, after = moment.before, moment.after
    if isinstance(moment.event, PartyPlaced) and after.maze and after.party and after.facing:
        behind = opposite(after.facing)
        if after.maze.step(after.party, behind) is Beyond.OUTSIDE:
            yield beside(after.party, behind)
        yield after.party
    elif not isinstance(moment.event, MoveDeclared) or before.party is None:
        return
    elif after.outcome == ESCAPED and before.facing:
        yield beside(before.party, before.facing)
    elif after.party is not None and after.party != before.party:
        yield after.party


def line_along(maze: Maze, passage: Passage) -> tuple[Point, ...]:
    r"""Draw a passage: its corners, in squares from the upper left corner of the maze.

    Whoever goes keeps right of the middle, so that there and back are two lines.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> maze = read_maze("+-+-+\n|    \n+-+-+")
    >>> there_and_back = (Square(1, 1), Square(2, 1), Square(1, 1))
    >>> line_along(maze, Passage(2, there_and_back))
    ((0.5, 0.625), (1.5, 0.625), (1.5, 0.375), (0.5, 0.375))
    """
    lane = LANES[(passage.lamp - 1) % len(LANES)]
    steps = [_step(here, there) for here, there in pairwise(passage.squares)]
    points = [_aside(_spot(maze, passage.squares, 0), steps[0], lane)]
    for n, (came, goes) in enumerate(pairwise(steps), start=1):
        spot = _spot(maze, passage.squares, n)
        if came == (-goes[0], -goes[1]):
            points += (_aside(spot, came, lane), _aside(spot, goes, lane))
        elif came != goes:
            points.append(_aside(_aside(spot, came, lane), goes, lane))
    last = len(passage.squares) - 1
    return (*points, _aside(_spot(maze, passage.squares, last), steps[-1], lane))


def _step(here: Square, there: Square) -> Step:
    return there.column - here.column, there.row - here.row


def _spot(maze: Maze, squares: Sequence[Square], n: int) -> Point:
    """Give the middle of a square; outside, a point before the exit."""
    here = squares[n]
    if here in maze:
        return here.column - 0.5, here.row - 0.5
    inside = squares[n - 1] if n else squares[1]
    across, down = _step(inside, here)
    return inside.column - 0.5 + across * OUTSIDE, inside.row - 0.5 + down * OUTSIDE


def _aside(point: Point, step: Step, lane: float) -> Point:
    """Move a point to the right of a step."""
    return point[0] - step[1] * lane, point[1] + step[0] * lane
