"""What a sheet draws: diagrams, and the chart of how the players stood."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from referee.core.say import Say

Point: TypeAlias = tuple[float, float]
"""Across and down, in cells from the upper left corner."""


class Shade(StrEnum):
    """How a box is filled; the shades differ in black and white, too."""

    PLAIN = "plain"
    PALE = "pale"
    DARK = "dark"


class LineStyle(StrEnum):
    """How a line is drawn; the styles differ in black and white, too."""

    THIN = "thin"
    WALL = "wall"
    TUNNEL = "tunnel"
    WAY = "way"


class Box(Struct, frozen=True):
    """A rectangle with its upper left corner at ``at``; ``size`` is across and down."""

    at: Point
    size: Point = (1, 1)
    tone: Shade = Shade.PLAIN


class Line(Struct, frozen=True):
    """A line through two points or more; one that ``points`` ends in an arrow."""

    through: tuple[Point, ...]
    pen: LineStyle = LineStyle.THIN
    points: bool = False


class Label(Struct, frozen=True):
    """A few letters with their middle at ``at``; ``height`` is that of a letter, in cells."""

    at: Point
    text: Say
    height: float = 0.4


Drawing: TypeAlias = Box | Line | Label


class Diagram(Struct, frozen=True, kw_only=True):
    """A titled drawing; ``size`` is its cells across and down, what is drawn later lies on top.

    ``told`` describes it to those who cannot see it, ``lines`` draws the same in letters, unless
    another table shows it; ``signs`` explains what is drawn, ``notes`` are printed below it.
    """

    title: Say
    told: Say
    size: Point
    drawn: tuple[Drawing, ...]
    signs: tuple[Say, ...] = ()
    notes: tuple[Say, ...] = ()
    lines: tuple[Say, ...] = ()


class MarkShape(StrEnum):
    """How a mark is drawn on a line; the shapes differ in black and white, too."""

    RING = "ring"
    CROSS = "cross"
    STAR = "star"


class ChartMark(Struct, frozen=True):
    """Something that happened to a seat in a round, by its index from 0."""

    seat: str
    round: int
    shape: MarkShape


class Chart(Struct, frozen=True, kw_only=True):
    """A titled chart: for each seat a number for each of ``rounds``; None where it was not known.

    ``signs`` say what the shapes of the marks mean, and are printed below it.
    """

    title: Say
    seats: tuple[str, ...]
    rounds: tuple[Say | int, ...]
    numbers: tuple[tuple[int | None, ...], ...]
    marks: tuple[ChartMark, ...] = ()
    signs: tuple[tuple[MarkShape, Say], ...] = ()

    @property
    def told(self) -> Say:
        """Describe what it shows for those who cannot see it.

        >>> chart = Chart(title=Say("coins"), seats=("Ana",), rounds=(1, 2), numbers=((3, 4),))
        >>> str(chart.told)
        'A line for each player. At the end: Ana 4.'
        """
        ends = tuple(
            Say("{name} {n}", name=name, n=known[-1])
            for name, numbers in zip(self.seats, self.numbers, strict=True)
            for known in [[n for n in numbers if n is not None]]
            if known
        )
        return Say("A line for each player. At the end: {ends}.", ends=ends)
