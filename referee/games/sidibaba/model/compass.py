"""Moves, what was voted for, and directions: as the party faces, and on the map."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.api import Say, Vocabulary
from referee.games.sidibaba.model.maze import Direction

CLOCKWISE: Final = tuple(Direction)

AHEAD, RIGHT, BACK, LEFT = "ahead", "right", "back", "left"
RELATIVE: Final = (AHEAD, RIGHT, BACK, LEFT)
"""Directions as the party faces, clockwise."""

FORWARD, FORWARD_LEFT, FORWARD_RIGHT = "f", "fl", "fr"
TURN_LEFT, TURN_RIGHT, TURN_ROUND = "l", "r", "b"
MOVES: Final[Mapping[str, Say]] = {
    FORWARD: Say("forward"),
    FORWARD_LEFT: Say("forward, then left"),
    FORWARD_RIGHT: Say("forward, then right"),
    TURN_LEFT: Say("turn left"),
    TURN_RIGHT: Say("turn right"),
    TURN_ROUND: Say("turn round"),
}
"""The six moves, by what is typed for them. Cites: SID-2.1."""
MOVE_WORDS: Final = Vocabulary(
    f=("forward", "f"),
    fl=("forward-left", "fl"),
    fr=("forward-right", "fr"),
    l=("left", "l"),
    r=("right", "r"),
    b=("back", "b"),
)
"""How each move is shown in a list, and typed."""
_TURNS: Final[Mapping[str, int]] = {
    FORWARD_LEFT: 3,
    TURN_LEFT: 3,
    FORWARD_RIGHT: 1,
    TURN_RIGHT: 1,
    TURN_ROUND: 2,
}
"""How many quarters clockwise a move turns the party."""


def goes_forward(move: str) -> bool:
    """Whether a move goes one square forward.

    >>> goes_forward("fl"), goes_forward("l")
    (True, False)
    """
    return move.startswith(FORWARD)


def faced_after(facing: Direction, move: str) -> Direction:
    """Tell where the party faces after a move.

    >>> faced_after(Direction.NORTH, "fl").word, faced_after(Direction.WEST, "r").word
    ('west', 'north')
    """
    return CLOCKWISE[(CLOCKWISE.index(facing) + _TURNS.get(move, 0)) % len(CLOCKWISE)]


def opposite(direction: Direction) -> Direction:
    """Give the direction behind.

    >>> opposite(Direction.EAST).word
    'west'
    """
    return CLOCKWISE[(CLOCKWISE.index(direction) + 2) % len(CLOCKWISE)]


def as_faced(facing: Direction, direction: Direction) -> str:
    """Word a direction on the map as the party faces.

    >>> as_faced(Direction.EAST, Direction.NORTH), as_faced(Direction.SOUTH, Direction.SOUTH)
    ('left', 'ahead')
    """
    return RELATIVE[(CLOCKWISE.index(direction) - CLOCKWISE.index(facing)) % len(CLOCKWISE)]


def on_the_map(facing: Direction, relative: str) -> Direction:
    """Tell which direction on the map is meant as the party faces.

    >>> on_the_map(Direction.EAST, "left").word, on_the_map(Direction.WEST, "back").word
    ('north', 'east')
    """
    return CLOCKWISE[(CLOCKWISE.index(facing) + RELATIVE.index(relative)) % len(CLOCKWISE)]


def winning_votes(votes: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """List what has most votes; several where they are tied. Cites: SID-2.3.

    >>> winning_votes((("left", 2), ("right", 2), ("back", 1)))
    ('left', 'right')
    """
    most = max((n for _, n in votes), default=0)
    return tuple(what for what, n in votes if n == most)
