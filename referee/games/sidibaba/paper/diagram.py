"""What is shown of the table, and the maze as a picture, with the way that the party took."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final, TypeAlias

from referee.api import CardGrid, Event, Rulebook, Say, Struct, TableView, in_a_row, join, plural
from referee.api.drawing import Box, Diagram, Drawing, Label, Line, LineStyle, Point, Shade
from referee.api.rounds import StateChange
from referee.games.sidibaba.model.maze import Beyond, Direction, Maze, Square, neighbour, opposite
from referee.games.sidibaba.model.ways import Target, first_steps
from referee.games.sidibaba.stages import COURSE
from referee.games.sidibaba.stages.march import MoveDeclared, place_lines
from referee.games.sidibaba.stages.setup import PartyPlaced
from referee.games.sidibaba.state import CHEST, ESCAPED, TREASURE, State

SIGNS: Final = dict(zip(Direction, "^>v<", strict=True))
KEY: Final = Say("T Treasure, C chest, ^ > v < the party, L the Leader, # landslide, a arrow.")


def drawn_maze(state: State, maze: Maze) -> tuple[Say, ...]:
    """Draw the maze line by line, with its key. Cites: SID-1.6."""
    return (*(Say("{line}", line=line) for line in _maze_lines(state, maze)), KEY)


def _where(state: State, maze: Maze) -> Iterator[Say]:
    """List where everybody is, and the first steps to each target, with the ties."""
    if state.party and state.facing:
        said = "The party: {square}, facing {way}."
        yield Say(said, square=str(state.party), way=state.facing.word)
    if state.leader:
        yield Say("The Leader: {square}.", square=str(state.leader))
    if state.party is None:
        return
    left = maze.without_loot(state.emptied)
    for target in Target:
        found = first_steps(left, state.party, target, slid=state.slid, count=2)
        if found.why_none:
            yield found.why_none
            continue
        steps, ties = (tuple(step.word for step in each) for each in (found.steps, found.ties))
        to = Say("To the {target}: {steps}.", target=target.value, steps=steps)
        yield join((to, Say("Equally near: {ties}.", ties=ties)), " ") if ties else to


def _maze_lines(state: State, maze: Maze) -> Iterator[str]:
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
    title = Say("The game is over") if state.outcome else title
    columns = (Say("adventurer"), Say("lamps"), Say("tokens"), Say("holds"))
    rows = tuple(
        (Say("{player}", player=player), state.lamps.get(player, 0), held.count, held.said)
        for player, held in state.holdings.items()
    )
    return CardGrid(title, columns, rows, tuple(_state_lines(state)))


def _state_lines(state: State) -> Iterator[Say]:
    if state.is_by_the_end:
        yield Say("The moves are not noted.")
        return
    if state.order:
        yield from place_lines(state)
    said = "Lamps discarded: {n}. Chests found: {chests}."
    yield Say(said, n=state.discarded, chests=state.chests_found)
    is_found = state.treasure_found
    yield Say("The Treasure is found." if is_found else "The Treasure is not found yet.")
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
    lines: tuple[Say, ...] = (Say("The referee does not know the maze."),)
    if state.maze is not None:
        lines = (*drawn_maze(state, state.maze), *_where(state, state.maze))
    return CardGrid(Say("The maze"), (), (), lines)


VIEWS: Final[Mapping[str, TableView[State]]] = {
    "state": TableView(Say("lamps, tokens and the order"), _show_state),
    "map": TableView(Say("the maze, for the Leader's eyes only"), _show_map, secret=True),
}


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
    """List the way lamp by lamp, without the lamps by which nobody moved."""
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
    """List the squares that an event brought the party to."""
    before, after = moment.before, moment.after
    if isinstance(moment.event, PartyPlaced) and after.maze and after.party and after.facing:
        behind = opposite(after.facing)
        if after.maze.step(after.party, behind) is Beyond.OUTSIDE:
            yield neighbour(after.party, behind)
        yield after.party
    elif not isinstance(moment.event, MoveDeclared) or before.party is None:
        return
    elif after.outcome == ESCAPED and before.facing:
        yield neighbour(before.party, before.facing)
    elif after.party is not None and after.party != before.party:
        yield after.party


def line_along(maze: Maze, passage: Passage) -> tuple[Point, ...]:
    r"""Draw a passage: its corners, in squares from the upper left corner of the maze.

    The line keeps right of the middle, so that there and back are two lines.

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
    """Return the middle of a square; outside, a point before the exit."""
    here = squares[n]
    if here in maze:
        return here.column - 0.5, here.row - 0.5
    inside = squares[n - 1] if n else squares[1]
    across, down = _step(inside, here)
    return inside.column - 0.5 + across * OUTSIDE, inside.row - 0.5 + down * OUTSIDE


def _aside(point: Point, step: Step, lane: float) -> Point:
    return point[0] - step[1] * lane, point[1] + step[0] * lane


EDGE: Final = 1.25
"""What is left free above and on the left, for the numbers and for ways that lead out."""
BEYOND: Final = 0.5
"""What is left free on the right and below."""
NUMBER: Final = 0.375
NUMBERS_AT: Final = 0.5
SIGN: Final = 0.25
_SIGN_AT: Final = 0.2
"""How far the sign of a square is from its upper left corner, clear of the ways."""
_ARROW_AT: Final = 0.8


def diagrams(moments: Sequence[StateChange[State, Event[State]]]) -> tuple[Diagram, ...]:
    """Draw the maze and the way, which nobody sees before the end. Cites: SID-1.1, SID-1.6."""
    state = moments[-1].after
    maze = state.maze
    if maze is None or not state.outcome:
        return ()
    taken = passages(moments)
    picture = Diagram(
        title=Say("The maze, and the way taken"),
        told=_description(maze, taken),
        size=(EDGE + maze.width + BEYOND, EDGE + maze.height + BEYOND),
        drawn=(
            *(Box(_corner(square, 0), tone=Shade.PALE) for square in state.emptied),
            *walls(maze),
            *(_passage_line(maze, each) for each in taken),
            *_signs_on_squares(state, maze),
            *_numbers(maze),
        ),
        signs=tuple(_legend(state, maze)),
        lines=(*drawn_maze(state, maze), *(_passage_words(maze, each) for each in taken)),
    )
    return (picture,)


def walls(maze: Maze) -> Iterator[Line]:
    """Draw the walls: those in one line that meet are one stroke, and none is drawn twice."""
    columns, rows = range(1, maze.width + 1), range(1, maze.height + 1)
    for row in (0, *rows):
        below = [_has_wall(maze, Square(column, row), Direction.SOUTH) for column in columns]
        for start, end in _runs(below):
            yield Line((_on_paper(start, row), _on_paper(end, row)), LineStyle.WALL)
    for column in (0, *columns):
        right = [_has_wall(maze, Square(column, row), Direction.EAST) for row in rows]
        for start, end in _runs(right):
            yield Line((_on_paper(column, start), _on_paper(column, end)), LineStyle.WALL)


def _has_wall(maze: Maze, square: Square, side: Direction) -> bool:
    """Whether a wall is on this side of a square, which may be one outside the maze."""
    if square not in maze:
        square, side = neighbour(square, side), opposite(side)
    return maze.step(square, side) is Beyond.WALL


def _runs(are_walls: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """List where unbroken runs of walls begin and end."""
    for is_wall, run in groupby(enumerate(are_walls), key=lambda each: each[1]):
        places = [place for place, _ in run]
        if is_wall:
            yield places[0], places[-1] + 1


def _on_paper(across: float, down: float) -> Point:
    return EDGE + across, EDGE + down


def _corner(square: Square, aside: float) -> Point:
    """Return the upper left corner of a square, or the point ``aside`` from it inside."""
    return _on_paper(square.column - 1 + aside, square.row - 1 + aside)


def _passage_line(maze: Maze, passage: Passage) -> Line:
    line = tuple(_on_paper(*point) for point in line_along(maze, passage))
    return Line(line, LineStyle.WAY, points=True)


def _signs_on_squares(state: State, maze: Maze) -> Iterator[Drawing]:
    for square in maze.squares:
        sign = "T" * (square == maze.treasure) + "C" * (square in maze.chests)
        sign += "#" * (square in state.slid)
        arrows = [SIGNS[arrow.points] for arrow in state.arrows if arrow.square == square]
        for signs, aside in ((sign, _SIGN_AT), ("".join(dict.fromkeys(arrows)), _ARROW_AT)):
            if signs:
                yield Label(_corner(square, aside), Say(signs), SIGN)


def _numbers(maze: Maze) -> Iterator[Drawing]:
    for column in range(1, maze.width + 1):
        yield Label((EDGE + column - 0.5, NUMBERS_AT), Say("{n}", n=column), NUMBER)
    for row in range(1, maze.height + 1):
        yield Label((NUMBERS_AT, EDGE + row - 0.5), Say("{n}", n=row), NUMBER)


def _legend(state: State, maze: Maze) -> Iterator[Say]:
    """Explain what the picture shows, and nothing that it does not."""
    if maze.treasure:
        yield Say("T Treasure")
    if maze.chests:
        yield Say("C chest")
    if state.emptied:
        yield Say("shaded: found")
    if state.slid:
        yield Say("# landslide")
    if state.arrows:
        yield Say("^ > v < arrows of genies")
    yield Say("gaps in the outer wall are exits")
    yield Say("the path is drawn right of the middle, a line for each lamp")


def _description(maze: Maze, taken: Sequence[Passage]) -> Say:
    size = Say("A maze of {columns} by {rows} squares", columns=maze.width, rows=maze.height)
    if not taken:
        return Say("{maze}; the party went nowhere.", maze=size)
    return plural(
        sum(len(each.squares) - 1 for each in taken),
        "{maze}; the party took {n} step, from {first} to {last}.",
        "{maze}; the party took {n} steps, from {first} to {last}.",
        maze=size,
        first=_end_words(maze, taken[0].squares[:2], Say("the entrance")),
        last=_end_words(maze, taken[-1].squares[:-3:-1], Say("the exit")),
    )


def _end_words(maze: Maze, ends: Sequence[Square], gap: Say) -> Say:
    """Return the square where the way begins or ends, or the gap there; the end comes first."""
    end, before = ends
    if end in maze:
        return Say("{square}", square=str(end))
    return Say("{gap} at {square}", gap=gap, square=str(before))


def _passage_words(maze: Maze, passage: Passage) -> Say:
    way = [
        Say("{square}", square=str(each)) if each in maze else Say("outside")
        for each in passage.squares
    ]
    return Say("Lamp {n}: {squares}.", n=passage.lamp, squares=in_a_row(way))
