"""The slow, obvious twin of the mazes: it imports nothing of ours, and tries everything.

A square is a column and a row from 1,1 at the top left. A way is a tuple of directions. The
maze is its drawing, and nothing else is kept of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
ACROSS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OUT = (0, 0)
"""Where a way ends that leads out: no square has these numbers."""


class Drawing:
    """A maze as it is drawn: lines of equal length."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.width = (len(self.lines[0]) - 1) // 2
        self.height = (len(self.lines) - 1) // 2

    def squares(self) -> list[Square]:
        """List all squares by column and then by row."""
        return [(x + 1, y + 1) for x in range(self.width) for y in range(self.height)]

    def sign(self, square: Square) -> str:
        return self.lines[2 * square[1] - 1][2 * square[0] - 1]

    def wall(self, square: Square, direction: str) -> str:
        """Give what is drawn next to a square: a blank is a gap."""
        x, y = ACROSS[direction]
        return self.lines[2 * square[1] - 1 + y][2 * square[0] - 1 + x]

    def beyond(self, square: Square, direction: str) -> Square | None:
        """Give the square that a step leads to, OUT, or None into a wall."""
        if self.wall(square, direction) != " ":
            return None
        x, y = square[0] + ACROSS[direction][0], square[1] + ACROSS[direction][1]
        return (x, y) if 1 <= x <= self.width and 1 <= y <= self.height else OUT

    def loot(self, signs: str) -> set[Square]:
        """List the squares with one of these signs."""
        return {square for square in self.squares() if self.sign(square) in signs}

    def gaps(self) -> list[tuple[Square, str]]:
        """List the gaps in the outer wall: the square behind each, and the way out."""
        places = [(square, side) for square in self.squares() for side in "NESW"]
        return [(square, side) for square, side in places if self.beyond(square, side) == OUT]

    def ends(self, target: str) -> set[Square]:
        return {OUT} if target == "exit" else self.loot({"treasure": "T", "loot": "TC"}[target])


def reached(drawing: Drawing, start: Square, slid: Collection[Square]) -> set[Square]:
    """Flood the maze from a square; OUT is among what is reached if any gap is."""
    found, edge = {start}, [start]
    while edge:
        square = edge.pop()
        for direction in ACROSS if square != OUT else ():
            there = drawing.beyond(square, direction)
            if there is not None and there not in found and there not in slid:
                found.add(there)
                edge.append(there)
    return found


def far(drawing: Drawing, start: Square, target: str, slid: Collection[Square]) -> int | None:
    """Count the steps to the nearest end: flood the maze step by step until it is wet."""
    ends = drawing.ends(target)
    wet, steps = {start}, 0
    while not wet & ends:
        spread = {
            there
            for square in wet - {OUT}
            for direction in ACROSS
            for there in [drawing.beyond(square, direction)]
            if there is not None and there not in slid
        }
        if spread <= wet:
            return None
        wet |= spread
        steps += 1
    return steps


def first_steps(
    drawing: Drawing, start: Square, target: str, slid: Collection[Square], count: int
) -> tuple[list[str], list[str]]:
    """Give the first steps of the best way, and the other first steps that are as near."""
    steps: list[str] = []
    ties: list[str] = []
    here = start
    left = far(drawing, start, target, slid)
    while left and len(steps) < count:
        left -= 1
        nearer = []
        for direction in "NESW":
            there = drawing.beyond(here, direction)
            if there is None or there in slid or (there == OUT and target != "exit"):
                continue
            if left == far(drawing, there, target, slid):
                nearer.append((direction, there))
        steps.append(nearer[0][0])
        if len(steps) == 1:
            ties = [direction for direction, _ in nearer[1:]]
        here = nearer[0][1]
    return steps, ties


def steps_of_all_ways(
    drawing: Drawing, start: Square, target: str, slid: Collection[Square], count: int
) -> tuple[list[str], list[str]]:
    """Give the same by listing every way there is: for small mazes only."""
    ways = ["".join(way) for way in all_ways(drawing, [start], target, slid)]
    best = [way for way in sorted(ways, key=in_order) if len(way) == min(map(len, ways))]
    if not best or not best[0]:
        return [], []
    firsts = list(dict.fromkeys(way[0] for way in best))
    return list(best[0][:count]), firsts[1:]


def all_ways(
    drawing: Drawing, squares: list[Square], target: str, slid: Collection[Square]
) -> Iterator[list[str]]:
    """List every way that enters no square twice."""
    here = squares[-1]
    if here in drawing.ends(target):
        yield []
    for direction in ACROSS if here != OUT else ():
        there = drawing.beyond(here, direction)
        if there is not None and there not in squares and there not in slid:
            for rest in all_ways(drawing, [*squares, there], target, slid):
                yield [direction, *rest]


def in_order(way: str) -> list[int]:
    """Order ways by their directions: north, east, south, west."""
    return ["NESW".index(direction) for direction in way]


def may_slide(
    drawing: Drawing, at: Square, party: Square, leader: Square | None, slid: Collection[Square]
) -> bool:
    """Whether a landslide may lie there: it is laid, and the maze is flooded."""
    treasures = drawing.loot("T")
    if at in {party, leader, *slid, *treasures} or at not in drawing.squares():
        return False
    return {OUT, *treasures} <= reached(drawing, party, {*slid, at})


def drawn(draw: Random, sides: range) -> Drawing:
    """Draw a maze at random: from hardly any walls to nearly closed, with a gap at least."""
    width, height = draw.choice(sides), draw.choice(sides)
    closed, outer = draw.choice((0.1, 0.3, 0.4, 0.5)), draw.choice((0.6, 0.85, 0.95))
    rows = [["+"] * (2 * width + 1) for _ in range(2 * height + 1)]
    squares = [(x, y) for y in range(1, 2 * height, 2) for x in range(1, 2 * width, 2)]
    for x, y in squares:
        rows[y][x] = " "
    gaps = []
    for y in range(2 * height + 1):
        for x in range(1 - y % 2, 2 * width + 1, 2):
            is_outer = x in {0, 2 * width} or y in {0, 2 * height}
            gaps += [(x, y)] if is_outer else []
            is_wall = draw.random() < (outer if is_outer else closed)
            rows[y][x] = ("|" if y % 2 else "-") if is_wall else " "
    if all(rows[y][x] != " " for x, y in gaps):
        x, y = draw.choice(gaps)
        rows[y][x] = " "
    loot = "T" * draw.choice((0, 1, 1, 1)) + "C" * draw.choice((0, 1, 2, 5))
    for sign, (x, y) in zip(loot, draw.sample(squares, len(squares)), strict=False):
        rows[y][x] = sign
    return Drawing("\n".join(map("".join, rows)))
