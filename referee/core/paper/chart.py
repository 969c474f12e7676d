"""How the players stood as the game went on: a line for each, and marks on it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from referee.core.say import Say


class MarkShape(StrEnum):
    """How a mark is drawn on a line, told apart in black and white."""

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

    ``signs`` say what the shapes of the marks mean, and stand below it.
    """

    title: Say
    seats: tuple[str, ...]
    rounds: tuple[Say | int, ...]
    numbers: tuple[tuple[int | None, ...], ...]
    marks: tuple[ChartMark, ...] = ()
    signs: tuple[tuple[MarkShape, Say], ...] = ()

    @property
    def told(self) -> Say:
        """Tell what it shows to those who cannot see it.

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
