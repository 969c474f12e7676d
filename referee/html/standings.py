"""How the players stood, in numbers: what a chart shows, for whoever wants to read it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from referee.core.say import Say
from referee.render.paper import Course

NAME: Final = 46
"""The mm that a name and the sample of its line take."""
NUMBER: Final = 8.6
"""The mm that a number takes."""


class Stretch(Struct, frozen=True):
    """So many moments as stand beside each other, and the numbers of each seat at them."""

    moments: tuple[Say | int, ...]
    numbers: tuple[tuple[int | None, ...], ...]


def stretches(course: Course, width: float) -> list[Stretch]:
    """Cut a long course into stretches that fit on paper of this width, all but equally long.

    >>> course = Course(Say("coins"), ("Ana",), tuple(range(12)), (tuple(range(12)),))
    >>> [len(each.moments) for each in stretches(course, 100)]
    [6, 6]
    """
    fitting = max(1, int((width - NAME) / NUMBER))
    blocks = -(-len(course.moments) // fitting)
    size = -(-len(course.moments) // blocks)
    return [
        Stretch(
            course.moments[start : start + size],
            tuple(numbers[start : start + size] for numbers in course.numbers),
        )
        for start in range(0, len(course.moments), size)
    ]
