"""How long first steps and landslides take in the largest mazes that anybody may draw.

Mazes of 30 by 30 squares of four kinds: without walls, walled at random, one long corridor, and a
comb whose teeth are dead ends. The tests' twin floods the maze anew for every square; it is timed
on the first steps of one maze and on some of its squares. Median of the mazes of a kind, and the
worst of all, on a machine that does nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))  # the twin lives among the tests

from referee.games.sidibaba.model.maze import Maze, Square, read_maze
from referee.games.sidibaba.model.ways import Target, first_steps, legal_squares
from tests.games.sidibaba import maze_oracle as oracle

SIDE = 30
MAZES = 20
"""Mazes walled at random."""
RUNS = 5
ASKED_OF_TWIN = 30
"""Squares for which the twin is asked about a landslide; the time is reckoned up to all."""
BUDGETS = {"first steps": 20.0, "landslides": 50.0, "reading": 50.0}
"""Milliseconds at most; for reading there is no promise, but a prompt should not wait."""


def walled(draw: Random, walls: float) -> str:
    """Draw a maze with walls here and there, T and C in corners, three gaps."""
    rows = [["+" if not x % 2 else "-" for x in range(2 * SIDE + 1)] for _ in range(2 * SIDE + 1)]
    for y in range(1, 2 * SIDE):
        for x in range(1, 2 * SIDE):
            if x % 2 and y % 2:
                rows[y][x] = " "
            elif x % 2 or y % 2:
                rows[y][x] = ("|" if y % 2 else "-") if draw.random() < walls else " "
    for y in range(1, 2 * SIDE, 2):
        rows[y][0] = rows[y][-1] = "|"
    rows[1][1], rows[1][-2], rows[SIDE - 1][1] = "T", "C", "C"
    rows[-1][-2] = rows[-1][SIDE - 1] = rows[2 * SIDE - 1][-1] = " "
    return "\n".join(map("".join, rows))


def corridor() -> str:
    """Draw one corridor through all squares: a landslide anywhere cuts it."""
    rows = walled(Random(0), 0).split("\n")  # noqa: S311 - mazes need no secrets
    for y in range(2, 2 * SIDE, 2):
        wall = "+-" * (SIDE - 1)
        rows[y] = f"{wall}+ +" if y % 4 == 2 else f"+ {wall}+"  # noqa: PLR2004 - every other row
    return "\n".join(rows)


def comb() -> str:
    """Draw one corridor along the bottom, with dead ends upwards from every square of it."""
    rows = walled(Random(0), 0).split("\n")  # noqa: S311 - see above
    for y in range(1, 2 * SIDE - 1):
        signs = list(rows[y])
        signs[0::2] = "|" * (SIDE + 1) if y % 2 else "+" * (SIDE + 1)
        rows[y] = "".join(signs)
    return "\n".join(rows)


def kinds() -> Iterator[tuple[str, list[str]]]:
    """Give the mazes, kind by kind."""
    draw = Random(1)  # noqa: S311 - see above
    yield "without walls", [walled(draw, 0)]
    for walls in (0.2, 0.35):
        yield f"{walls:.0%} walled at random", [walled(draw, walls) for _ in range(MAZES)]
    yield "one long corridor", [corridor()]
    yield "a comb of dead ends", [comb()]


def milliseconds(work: Callable[[], object]) -> float:
    """Time one piece of work: the median of several runs."""
    times = []
    for _ in range(RUNS):
        started = perf_counter()
        work()
        times.append((perf_counter() - started) * 1000)
    return median(times)


def party_in(maze: Maze) -> Square:
    """Put the party into the far corner."""
    return Square(maze.width, maze.height)


def times_of(drawing: str) -> dict[str, float]:
    """Time reading, the first steps to each target, and all legal landslides of one maze."""
    maze = read_maze(drawing)
    party = party_in(maze)
    steps = max(
        milliseconds(lambda target=target: first_steps(maze, party, target, count=2))  # type: ignore[misc]  # its default is the target of this round
        for target in Target
    )
    return {
        "reading": milliseconds(lambda: read_maze(drawing)),
        "first steps": steps,
        "landslides": milliseconds(lambda: legal_squares(maze, party)),
    }


def check_twin(drawing: str) -> None:
    """Stop where room and twin do not agree; print how much longer the twin takes."""
    maze, twin = read_maze(drawing), oracle.Drawing(drawing)
    party = party_in(maze)
    legal = legal_squares(maze, party)
    some = Random(2).sample(twin.squares(), ASKED_OF_TWIN)  # noqa: S311 - see above
    started = perf_counter()
    told = [oracle.may_slide(twin, square, party, None, ()) for square in some]
    flooding = (perf_counter() - started) * 1000 * SIDE * SIDE / ASKED_OF_TWIN
    started = perf_counter()
    steps = oracle.first_steps(twin, party, "treasure", (), 2)[0]
    wading = (perf_counter() - started) * 1000
    if told != [Square(*square) in legal for square in some] or steps != [
        *first_steps(maze, party, Target.TREASURE, count=2).steps
    ]:
        sys.exit("The room and its twin do not agree: run the tests.")
    ours = times_of(drawing)
    print(
        f"  the twin: first steps {wading:.0f} ms, {wading / ours['first steps']:.0f} times ours;"
        f" landslides {flooding:,.0f} ms, {flooding / ours['landslides']:,.0f} times ours"
    )


def main() -> None:
    """Print the times of each kind of maze, and whether the worst holds its budget."""
    worst = dict.fromkeys(BUDGETS, 0.0)
    print(f"mazes of {SIDE} by {SIDE} squares, in ms: " + ", ".join(BUDGETS))
    for kind, drawings in kinds():
        times = [times_of(drawing) for drawing in drawings]
        medians = [median(each[what] for each in times) for what in BUDGETS]
        print(f"  {kind:<24}" + "".join(f"{each:10.2f}" for each in medians))
        worst = {what: max(worst[what], *(each[what] for each in times)) for what in BUDGETS}
        last = drawings[-1]
        if kind.endswith("random"):
            check_twin(last)
    for what, most in BUDGETS.items():
        held = "within" if worst[what] <= most else "over"
        print(f"  {what}: at worst {worst[what]:.2f} ms, {held} the budget of {most:.0f} ms")


if __name__ == "__main__":
    main()
