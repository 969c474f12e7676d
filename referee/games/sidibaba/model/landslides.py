"""Where a landslide may lie: the Treasure and an exit stay within reach of the party."""

from collections.abc import Collection, Iterator, Sequence

from referee.api import Say, Struct
from referee.games.sidibaba.model.maze import Maze, Square


def may_not_slide(
    maze: Maze,
    square: Square,
    party: Square,
    *,
    leader: Square | None = None,
    slid: Collection[Square] = (),
) -> Say | None:
    r"""Stop a landslide at a square where it may not lie.

    The Treasure has to stay within reach as long as the maze shows it. ``leader`` is None off
    the map; ``slid`` are earlier landslides. Cites: SID-6.8.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> maze = read_maze("+-+-+-+\n|T    |\n+-+-+ +")
    >>> str(may_not_slide(maze, Square(2, 1), party=Square(3, 1)))
    'With a landslide on 2,1 no way would lead to the Treasure.'
    """
    ground = _Ground(maze, party, leader, frozenset(slid))
    return ground.occupied(square) or ground.narrows.cut_off_by(square)


def legal_squares(
    maze: Maze, party: Square, *, leader: Square | None = None, slid: Collection[Square] = ()
) -> tuple[Square, ...]:
    r"""List the squares where a landslide may lie, by column and then by row. Cites: SID-6.8.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> maze = read_maze("+-+-+-+\n|C    |\n+-+-+ +")
    >>> [str(square) for square in legal_squares(maze, party=Square(3, 1))]
    ['1,1', '2,1']
    """
    ground = _Ground(maze, party, leader, frozenset(slid))
    narrows = ground.narrows
    return tuple(
        square
        for square in maze.squares
        if not (ground.occupied(square) or narrows.cut_off_by(square))
    )


class _Narrows(Struct, frozen=True):
    """The squares that every way leads over; None where no way leads there as it is."""

    to_treasure: frozenset[Square] | None
    to_exit: frozenset[Square] | None

    def cut_off_by(self, square: Square) -> Say | None:
        """Stop a landslide that leaves no way."""
        for over, where in ((self.to_treasure, "the Treasure"), (self.to_exit, "an exit")):
            if over is None:
                return Say("No way leads to {where} even without it.", where=where)
            if square in over:
                return Say(
                    "With a landslide on {square} no way would lead to {where}.",
                    square=str(square),
                    where=where,
                )
        return None


class _Ground(Struct, frozen=True):
    """The maze when a landslide is to fall: where everybody is, and what is covered."""

    maze: Maze
    party: Square
    leader: Square | None
    slid: frozenset[Square]

    def occupied(self, square: Square) -> Say | None:
        """Stop a landslide where no look at the ways is needed."""
        if square not in self.maze:
            return Say("{square} is not a square of the maze.", square=str(square))
        if square in self.slid:
            return Say("There is already a landslide on {square}.", square=str(square))
        if square == self.party:
            return Say("The party is on {square}.", square=str(square))
        if square == self.leader:
            return Say("The Leader is on {square}.", square=str(square))
        if square == self.maze.treasure:
            return Say("The Treasure is on {square}.", square=str(square))
        return None

    @property
    def narrows(self) -> _Narrows:
        """Find the squares that every way to the Treasure, and every way out, leads over."""
        treasure = self.maze.treasure
        exits = frozenset(gap.square for gap in self.maze.exits)
        return _Narrows(
            frozenset() if treasure is None else self._on_every_way(frozenset({treasure})),
            self._on_every_way(exits),
        )

    def _on_every_way(self, goals: frozenset[Square]) -> frozenset[Square] | None:
        """Find the squares that no way from the party to a goal goes round; None without a way.

        Only squares of one way can be such. We go along it and flood the ways round, each
        square once: no way goes round a square if none from before it has come back behind it.
        """
        way = self._any_way(goals)
        if way is None:
            return None
        place = {square: n for n, square in enumerate(way)}
        seen: set[Square] = set()
        furthest = 0
        narrow = []
        for n, square in enumerate(way):
            if furthest <= n:
                narrow.append(square)
            furthest = max(furthest, n + 1)
            waiting = [square]
            while waiting:
                here = waiting.pop()
                if here in goals:
                    furthest = len(way)  # behind the last square all goals are as one
                for there in self._around(here):
                    if there in place:
                        furthest = max(furthest, place[there])
                    elif there not in seen:
                        seen.add(there)
                        waiting.append(there)
        return frozenset(narrow)

    def _any_way(self, goals: frozenset[Square]) -> Sequence[Square] | None:
        """Find a way from the party to the nearest goal, both ends included."""
        came_from: dict[Square, Square | None] = {self.party: None}
        reached = [self.party]
        for here in reached:
            if here in goals:
                way = []
                back: Square | None = here
                while back is not None:
                    way.append(back)
                    back = came_from[back]
                return way[::-1]
            for there in self._around(here):
                if there not in came_from:
                    came_from[there] = here
                    reached.append(there)
        return None

    def _around(self, square: Square) -> Iterator[Square]:
        """List the squares beside that one can go to."""
        for there in self.maze.ways[square].values():
            if there is not None and there not in self.slid:
                yield there
