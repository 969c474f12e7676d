"""The maze as only the Leader sees it, and the moves of the party in it."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from typing import Final, NamedTuple

from referee.api import BadAnswer, Say, Struct, Vocabulary, identifier, replace
from referee.api.reading import halfwidth

_SQUARE: Final = re.compile(r"\(?\s*(\d{1,3})\s*[,/ ]\s*(\d{1,3})\s*\)?")


class Square(NamedTuple):
    """A square of the maze, counted from 1,1 at the top left."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{self.column},{self.row}"


class Direction(StrEnum):
    """A direction on the map: north is up."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def word(self) -> str:
        """The direction as a word.

        >>> Direction.EAST.word
        'east'
        """
        return _WORDS[self]


_NAMES: Final = (identifier("north"), identifier("east"), identifier("south"), identifier("west"))
_WORDS: Final = dict(zip(Direction, _NAMES, strict=True))


class Beyond(Enum):
    """What may lie one step ahead besides a square."""

    WALL = identifier("a wall")
    OUTSIDE = identifier("the outside")


class Exit(NamedTuple):
    """A gap in the outer wall: the square behind it, and the direction that leads out."""

    square: Square
    direction: Direction


_ACROSS: Final = dict(zip(Direction, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True))
"""How many columns and rows on a step leads."""


class Maze(Struct, frozen=True):
    """A maze of ``width`` by ``height`` squares.

    ``ways`` maps each square to its open directions, in the order north, east, south, west, and
    where each leads; None is the outside.
    """

    width: int
    height: int
    ways: Mapping[Square, Mapping[Direction, Square | None]]
    treasure: Square | None = None
    chests: tuple[Square, ...] = ()

    def __contains__(self, square: object) -> bool:
        return square in self.ways

    @property
    def squares(self) -> tuple[Square, ...]:
        """List the squares by column and then by row."""
        return tuple(sorted(self.ways))

    @property
    def exits(self) -> tuple[Exit, ...]:
        """List the gaps in the outer wall, by column and then by row."""
        return tuple(
            Exit(square, direction)
            for square in self.squares
            for direction, there in self.ways[square].items()
            if there is None
        )

    @property
    def loot(self) -> tuple[Square, ...]:
        """List the squares of all chests and of the Treasure."""
        return self.chests if self.treasure is None else (*self.chests, self.treasure)

    def step(self, square: Square, direction: Direction) -> Square | Beyond:
        r"""Return where a step leads: a square, outside, or a wall. Cites: SID-1.6, SID-2.2.

        >>> maze = read_maze("+-+ +\n|T   \n+-+-+")
        >>> [maze.step(Square(2, 1), direction) for direction in "NESW"]  # doctest: +ELLIPSIS
        [<Beyond.OUTSIDE...>, <Beyond.OUTSIDE...>, <Beyond.WALL...>, Square(column=1, row=1)]
        """
        ways = self.ways[square]
        if direction not in ways:
            return Beyond.WALL
        return ways[direction] or Beyond.OUTSIDE

    def without_loot(self, found: Collection[Square]) -> "Maze":
        r"""Return the maze without the chests and the Treasure on these squares.

        >>> maze = read_maze("+-+ +\n|T C|\n+-+-+")
        >>> maze.without_loot([Square(1, 1)]).loot
        (Square(column=2, row=1),)
        """
        treasure = None if self.treasure in found else self.treasure
        chests = tuple(square for square in self.chests if square not in found)
        return replace(self, treasure=treasure, chests=chests)


def neighbour(square: Square, direction: Direction) -> Square:
    """Return the next square in a direction, with or without a wall between, in the maze or not.

    >>> str(neighbour(Square(2, 3), Direction.NORTH))
    '2,2'
    """
    columns, rows = _ACROSS[direction]
    return Square(square.column + columns, square.row + rows)


def read_square(words: str) -> Square:
    """Read a square, such as ``2,3`` or ``2 3``. Raises BadAnswer.

    >>> read_square("2,3") == read_square("（２，３）") == Square(2, 3)
    True
    """
    found = _SQUARE.fullmatch(" ".join(halfwidth(words).split()))
    if not found:
        said = Say("“{words}” is not a square. Squares are column,row such as 2,3.", words=words)
        raise BadAnswer(said)
    return Square(int(found[1]), int(found[2]))


def read_maze(text: str) -> Maze:
    r"""Read a maze from its drawing. Raises BadText with everything that is wrong in it.

    Counted from 0, odd columns and rows of the drawing are squares: ``T`` is the Treasure,
    ``C`` a chest. Even ones are walls or gaps; a gap in the outer wall is an exit. Missing
    blanks at the end of a line are added. Cites: SID-1.6.

    >>> maze = read_maze("+-+-+\n|T C\n+-+-+")
    >>> str(maze.treasure), [f"{square} {direction}" for square, direction in maze.exits]
    ('1,1', ['2,1 E'])
    """
    # a session without a maze reads none
    from referee.games.sidibaba.model.drawing import drawn_lines

    lines = drawn_lines(text)
    width, height = len(lines[0]) // 2, len(lines) // 2
    squares = {(x, y): Square(x, y) for y in range(1, height + 1) for x in range(1, width + 1)}
    signs = {square: lines[2 * y - 1][2 * x - 1] for (x, y), square in squares.items()}
    chests = sorted(square for square, sign in signs.items() if sign == "C")
    return Maze(
        width=width,
        height=height,
        ways={square: dict(_ways(lines, square, squares)) for square in signs},
        treasure=next((square for square, sign in signs.items() if sign == "T"), None),
        chests=tuple(chests),
    )


def _ways(
    lines: list[str], square: Square, squares: Mapping[tuple[int, int], Square]
) -> Iterator[tuple[Direction, Square | None]]:
    """List the open directions of a square, and where each leads."""
    for direction, (columns, rows) in _ACROSS.items():
        if lines[2 * square.row - 1 + rows][2 * square.column - 1 + columns] == " ":
            yield direction, squares.get((square.column + columns, square.row + rows))


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


def _turning(side: str) -> tuple[str, ...]:
    """Return the ways to say that the party goes forward and then turns to a side."""
    then = [f"{comma} {last}" for comma in ("", ",") for last in ("then", "and", "and-then")]
    turns = [f"{last} {turn}" for last in (",", *then) for turn in ("turn", "face")]
    return tuple(f"forward{rest} {side}".replace("-", " ") for rest in (*then, *turns))


MOVE_WORDS: Final = Vocabulary(
    f=("forward", "f", "forwards", "straight", "straight on", "straight ahead"),
    fl=("forward-left", "fl", *_turning("left")),
    fr=("forward-right", "fr", *_turning("right")),
    l=("left", "l", "turn left"),
    r=("right", "r", "turn right"),
    b=("back", "b", "turn round", "turn back", "backwards", "turn around", "around", "u-turn"),
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
    """Return where the party faces after a move.

    >>> faced_after(Direction.NORTH, "fl").word, faced_after(Direction.WEST, "r").word
    ('west', 'north')
    """
    return CLOCKWISE[(CLOCKWISE.index(facing) + _TURNS.get(move, 0)) % len(CLOCKWISE)]


def opposite(direction: Direction) -> Direction:
    """Return the opposite direction.

    >>> opposite(Direction.EAST).word
    'west'
    """
    return CLOCKWISE[(CLOCKWISE.index(direction) + 2) % len(CLOCKWISE)]


def as_faced(facing: Direction, direction: Direction) -> str:
    """Return a direction on the map as the party sees it: ahead, right, back or left.

    >>> as_faced(Direction.EAST, Direction.NORTH), as_faced(Direction.SOUTH, Direction.SOUTH)
    ('left', 'ahead')
    """
    return RELATIVE[(CLOCKWISE.index(direction) - CLOCKWISE.index(facing)) % len(CLOCKWISE)]


def on_the_map(facing: Direction, relative: str) -> Direction:
    """Return the direction on the map that is ahead, right, back or left of the party.

    >>> on_the_map(Direction.EAST, "left").word, on_the_map(Direction.WEST, "back").word
    ('north', 'east')
    """
    return CLOCKWISE[(CLOCKWISE.index(facing) + RELATIVE.index(relative)) % len(CLOCKWISE)]


def winning_votes(votes: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """List what has the most votes; several if they are tied. Cites: SID-2.3.

    >>> winning_votes((("left", 2), ("right", 2), ("back", 1)))
    ('left', 'right')
    """
    most = max((n for _, n in votes), default=0)
    return tuple(what for what, n in votes if n == most)
