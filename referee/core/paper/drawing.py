"""What a sheet draws: diagrams, and the chart of the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from referee.core.say import Say, join

Point: TypeAlias = tuple[float, float]
"""Across and down, in cells from the upper left corner."""


class Ink(Struct, frozen=True):
    """The colour of a game, on light paper and on dark: winners, bars, lines.

    Both are read by people, so each has a contrast of 4.5 with its paper.
    """

    light: str
    dark: str


PLAIN_INK: Final = Ink("#3d4a57", "#b9c7d6")
"""The ink of a game that has chosen none."""


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


class Step(Struct, frozen=True):
    """A part of a strip: its number in a box, and a few words below it."""

    label: Say
    tone: Shade = Shade.PLAIN
    words: tuple[Say, ...] = ()


class Diagram(Struct, frozen=True, kw_only=True):
    """A titled drawing; ``size`` is its cells across and down, what is drawn later is on top.

    ``told`` describes it to those who cannot see it, ``lines`` draws the same in letters, unless
    another table shows it; ``signs`` explains what is drawn, ``notes`` are printed below it. What
    the sheet says of ``round`` is printed next to it; 0 where it shows more than one. A strip has
    ``steps``, which lie side by side and take as many lines as the paper needs.
    """

    title: Say
    told: Say
    size: Point = (0, 0)
    drawn: tuple[Drawing, ...] = ()
    steps: tuple[Step, ...] = ()
    signs: tuple[Say, ...] = ()
    notes: tuple[Say, ...] = ()
    lines: tuple[Say, ...] = ()
    round: int = 0


def counted_out(title: Say, rows: Sequence[tuple[Say, int]]) -> Diagram:
    """Draw a row for each thing: what it is, and as many boxes as it counts.

    >>> drawn = counted_out(Say("Worth"), [(Say("gold"), 3), (Say("silver"), 1)])
    >>> drawn.size, str(drawn.told), len(drawn.drawn)
    ((10, 2.25), 'gold: 3, silver: 1', 8)
    """
    most = max(n for _, n in rows)
    drawn: list[Drawing] = []
    for down, (label, n) in enumerate(rows):
        top = 1.25 * down
        drawn += [Box((_LABEL + across, top), tone=Shade.PALE) for across in range(n)]
        drawn += [
            Label((_LABEL / 2, top + 0.5), label),
            Label((_LABEL + n + 0.5, top + 0.5), Say("{n}", n=n)),
        ]
    told = tuple(Say("{what}: {cell}", what=label, cell=n) for label, n in rows)
    size = (_LABEL + most + 1, 1.25 * len(rows) - 0.25)
    return Diagram(title=title, told=join(told, ", "), size=size, drawn=tuple(drawn))


_LABEL: Final = 6
"""The room for a label, in cells."""


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

    ``signs`` say what the shapes of the marks mean, and are printed below it. One that is
    ``of_points`` ends with the totals, once the game is scored.
    """

    title: Say
    seats: tuple[str, ...]
    rounds: tuple[Say | int, ...]
    numbers: tuple[tuple[int | Fraction | None, ...], ...]
    marks: tuple[ChartMark, ...] = ()
    signs: tuple[tuple[MarkShape, Say], ...] = ()
    of_points: bool = False

    def ended(self, totals: Mapping[str, Fraction]) -> Chart:
        """Add the totals as the last point of each line.

        >>> chart = Chart(title=Say("points"), seats=("Ana",), rounds=(1, 2), numbers=((3, 4),))
        >>> ended = chart.ended({"Ana": Fraction(9, 2)})
        >>> str(ended.rounds[-1]), ended.numbers[0][-1]
        ('end', Fraction(9, 2))
        """
        lines = zip(self.seats, self.numbers, strict=True)
        numbers = tuple((*line, totals.get(seat)) for seat, line in lines)
        return replace(self, rounds=(*self.rounds, Say("end")), numbers=numbers)

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
