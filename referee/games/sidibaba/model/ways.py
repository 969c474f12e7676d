"""Ways through a maze: the nearest, those that a landslide closes, and what a drawing shows."""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from functools import cached_property

from referee.api import Rulebook, Ruling, Say, Struct, impossible, plural, table_call
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import Direction, Maze, Square, read_maze


class Target(StrEnum):
    """Where a genie shows the way to."""

    TREASURE = "treasure"
    EXIT = "exit"
    LOOT = "loot"


class FirstSteps(Struct, frozen=True):
    """The first steps of a shortest way, and the ``ties``: first steps of other shortest ways.

    ``why_none`` says why there are no steps. ``length`` is that of the whole way.
    """

    steps: tuple[Direction, ...] = ()
    ties: tuple[Direction, ...] = ()
    length: int | None = None
    why_none: Say | None = None


def first_steps(
    maze: Maze, start: Square, target: Target, *, slid: Collection[Square] = (), count: int = 1
) -> FirstSteps:
    r"""Return the first ``count`` steps to the nearest target, or fewer if it is nearer.

    Going out through a gap is a step of its own. Of several shortest ways it is
    the first in the order north, east, south, west. ``slid`` squares are closed. There are no
    steps if nothing is left to find, if the target is out of reach, or if it is right here.
    Cites: SID-5.3 to SID-5.5, SID-6.8.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> maze = read_maze("+-+-+\n|  T|\n+ + +\n|   |\n+-+ +")
    >>> first_steps(maze, Square(1, 1), Target.EXIT, count=2).steps
    (<Direction.EAST: 'E'>, <Direction.SOUTH: 'S'>)
    """
    goals = _goals(maze, target)
    if not goals:
        return FirstSteps(why_none=_NOTHING[target])
    if start in goals and target is not Target.EXIT:
        return FirstSteps(length=0, why_none=_HERE[target])
    far = _distances(maze, goals, slid, target)
    if start not in far:
        return FirstSteps(why_none=_OUT_OF_REACH[target])
    steps: list[Direction] = []
    ties: tuple[Direction, ...] = ()
    here: Square | None = start
    while here is not None and far[here] and len(steps) < count:
        left = far[here] - 1
        nearer = tuple(way for way, there in maze.ways[here].items() if far.get(there) == left)
        steps.append(nearer[0])
        ties = ties if len(steps) > 1 else nearer[1:]
        here = maze.ways[here][nearer[0]]
    return FirstSteps(tuple(steps), ties, far[start])


def within_reach(maze: Maze, start: Square, target: Target, slid: Collection[Square] = ()) -> bool:
    r"""Return whether there is any way from a square to a target.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> within_reach(read_maze("+-+-+\n|T|  \n+-+-+"), Square(2, 1), Target.TREASURE)
    False
    """
    return start in _distances(maze, _goals(maze, target), slid, target)


def _goals(maze: Maze, target: Target) -> tuple[Square, ...]:
    if target is Target.EXIT:
        return tuple(square for square, ways in maze.ways.items() if None in ways.values())
    if target is Target.LOOT:
        return maze.loot
    return () if maze.treasure is None else (maze.treasure,)


def _distances(
    maze: Maze, goals: Collection[Square], slid: Collection[Square], target: Target
) -> dict[Square | None, int]:
    """Count the steps from every square to the nearest goal; the outside, None, is beyond exits."""
    covered = frozenset(slid)
    far: dict[Square | None, int] = {
        goal: int(target is Target.EXIT) for goal in goals if goal not in covered
    }
    waiting = deque(goal for goal in goals if goal in far)
    while waiting:
        here = waiting.popleft()
        steps = far[here] + 1
        for there in maze.ways[here].values():
            if there is not None and there not in far and there not in covered:
                far[there] = steps
                waiting.append(there)
    return far | {None: 0} if target is Target.EXIT else far


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


def leader_ends(
    maze: Maze, at: Square | None, squares: int, party: Square, slid: Collection[Square] = ()
) -> dict[Square | None, int]:
    r"""Return where the Leader token may end, and after how many squares; None is off the map.

    It moves all its squares, back and forth if the Leader likes; only on the party's square, or
    where it cannot go on, it stops before. Off the map it comes in by an entrance, which takes
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


def refuse_landslide(
    maze: Maze,
    square: Square,
    party: Square,
    *,
    leader: Square | None = None,
    slid: Collection[Square] = (),
) -> Say | None:
    r"""Return why a landslide may not fall on a square; None if it may.

    The Treasure has to stay within reach as long as it is in the maze. ``leader`` is None off
    the map; ``slid`` are earlier landslides. Cites: SID-6.8.

    >>> from referee.games.sidibaba.model.maze import read_maze
    >>> maze = read_maze("+-+-+-+\n|T    |\n+-+-+ +")
    >>> str(refuse_landslide(maze, Square(2, 1), party=Square(3, 1)))
    'With a landslide on 2,1 no way would lead to the Treasure.'
    """
    return _Ground(maze, party, leader, frozenset(slid)).refuse(square)


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
    return tuple(square for square in maze.squares if not ground.refuse(square))


class _Ground(Struct, frozen=True, dict=True):
    """The maze before a landslide: where everybody is, and what is covered."""

    maze: Maze
    party: Square
    leader: Square | None
    slid: frozenset[Square]

    def refuse(self, square: Square) -> Say | None:
        """Return what a landslide there would fall on, or cut off; None if it may fall."""
        return self._refuse_occupied(square) or self._refuse_cutting_off(square)

    def _refuse_occupied(self, square: Square) -> Say | None:
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

    def _refuse_cutting_off(self, square: Square) -> Say | None:
        for where, narrow in self._bottlenecks.items():
            if narrow is None:
                return Say("No way leads to {where} even without it.", where=where)
            if square in narrow:
                said = "With a landslide on {square} no way would lead to {where}."
                return Say(said, square=str(square), where=where)
        return None

    @cached_property
    def _bottlenecks(self) -> dict[str, frozenset[Square] | None]:
        """The squares that every way there passes; None if there is no way even now."""
        goals = {} if self.maze.treasure is None else {"the Treasure": {self.maze.treasure}}
        goals["an exit"] = {gap.square for gap in self.maze.exits}
        return {where: self._on_every_way(squares) for where, squares in goals.items()}

    def _on_every_way(self, goals: Collection[Square]) -> frozenset[Square] | None:
        """Find the squares on all ways from the party to a goal; None if there is no way.

        They are all on any one way. We walk along it and flood the detours, each square once: a
        square cannot be avoided if no detour that leaves before it has come back after it.
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
                    furthest = len(way)  # all goals are one, behind the last square
                for there in self._around(here):
                    if there in place:
                        furthest = max(furthest, place[there])
                    elif there not in seen:
                        seen.add(there)
                        waiting.append(there)
        return frozenset(narrow)

    def _any_way(self, goals: Collection[Square]) -> Sequence[Square] | None:
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
        for there in self.maze.ways[square].values():
            if there is not None and there not in self.slid:
                yield there


def about_maze(book: Rulebook, drawing: str) -> tuple[Say, tuple[Ruling, ...]]:
    r"""Return what a drawn maze shows, and what is wrong in it. Cites: SID-1.4, SID-6.8.

    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said, findings = about_maze(load_rulebook("sidibaba"), "+-+-+ +\n|T|C  |\n+-+-+-+")
    >>> print(said)
    3 by 1 squares; the Treasure on 1,1; 1 chest: 2,1; 1 exit: 3,1 north.
    >>> [str(finding.reason) for finding in findings]
    ['No way leads from an exit to the Treasure on 1,1.']
    """
    maze = read_maze(drawing)
    treasure, chests = Say("no Treasure"), Say("no chest")
    if maze.treasure is not None:
        treasure = Say("the Treasure on {square}", square=str(maze.treasure))
    if squares := tuple(map(str, maze.chests)):
        one, many = "{n} chest: {squares}", "{n} chests: {squares}"
        chests = plural(len(squares), one, many, squares=squares)
    exits = tuple(f"{gap.square} {gap.direction.word}" for gap in maze.exits)
    said = Say(
        "{columns} by {rows} squares; {treasure}; {chests}; {exits}.",
        columns=maze.width,
        rows=maze.height,
        treasure=treasure,
        chests=chests,
        exits=plural(len(exits), "{n} exit: {exits}", "{n} exits: {exits}", exits=exits),
    )
    return said, tuple(_problems(book, maze))


def _problems(book: Rulebook, maze: Maze) -> Iterator[Ruling]:
    if len(maze.chests) > book[keys.CHESTS]:
        said = "The maze shows {n} chests, and there are {all}."
        yield impossible(said, keys.CHESTS, n=len(maze.chests), all=book[keys.CHESTS])
    places = {} if maze.treasure is None else {maze.treasure: "the Treasure"}
    places |= dict.fromkeys(maze.chests, "the chest")
    for square, what in places.items():
        if not within_reach(maze, square, Target.EXIT):
            said = "No way leads from an exit to {what} on {square}."
            rules = (keys.CHESTS, keys.LANDSLIDE)
            yield table_call(said, *rules, what=what, square=str(square))
