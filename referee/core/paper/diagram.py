"""A picture of what lies on the table, in cells: whoever prints it chooses lines and sizes."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from referee.core.say import Say

Point: TypeAlias = tuple[float, float]
"""Across and down, in cells from the upper left corner."""


class Shade(StrEnum):
    """How a box is filled, told apart in black and white."""

    PLAIN = "plain"
    PALE = "pale"
    DARK = "dark"


class LineStyle(StrEnum):
    """How a line is drawn, told apart in black and white."""

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

    ``told`` says what it shows to those who cannot see it, ``lines`` draws the same in letters,
    unless another table tells it; ``signs`` explains what is drawn, ``notes`` stand below it.
    """

    title: Say
    told: Say
    size: Point
    drawn: tuple[Drawing, ...]
    signs: tuple[Say, ...] = ()
    notes: tuple[Say, ...] = ()
    lines: tuple[Say, ...] = ()
