"""How the players stood: lines told apart without colour, and their numbers below. All in mm."""

from __future__ import annotations

from math import ceil
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.say import Say
from referee.core.sheet_document import Course
from referee.core.wording import worded
from referee.html.axes import places, room_of, spread, ticks

At: TypeAlias = tuple[float, float]
LEAST: Final = 30.0
"""From the top to the bottom of what is drawn, unless many lines need more."""
LETTER: Final = 2.7
"""The height of letters; those at the ends of lines are ``GAP`` apart."""
GAP: Final = 3.6
LEFT, RIGHT, TOP, BOTTOM = 9.0, 12.0, 3.0, 7.0
DASHES: Final = (
    "none", "2.6 1", ".5 .9", "3.4 .9 .5 .9", "1.2 1.1", "5 1.4", "3 .8 .5 .8 .5 .8",
    ".4 1.8", "2.4 .8 1.1 .8", "6 .8 .5 .8",
)  # fmt: skip
FORMS: Final = ("circle", "square", "triangle", "diamond", "drop")
"""The marks on lines; the sixth line begins again with the first, left hollow."""
SIZE: Final = 0.9
"""From the middle of a mark to its edge."""
APART: Final = 9.0
"""How far the marks of one line are apart at least."""
NAME: Final = 46
"""The mm that a name and the sample of its line take."""
NUMBER: Final = 8.6
"""The mm that a number takes."""


class Tick(Struct, frozen=True):
    """A number or a word beside the chart, and where."""

    at: float
    text: Say | int


class Curve(Struct, frozen=True, kw_only=True):
    """The line of one seat, its marks, and its key at the right with what leads there."""

    key: int
    dash: str
    hollow: bool
    line: str
    marks: str
    ends: At
    label: At


class Chart(Struct, frozen=True, kw_only=True):
    """All lines between their scales; ``left`` to ``right`` and ``top`` to ``bottom`` is drawn."""

    width: float
    height: float
    left: float = LEFT
    right: float
    top: float = TOP
    bottom: float
    up: tuple[Tick, ...]
    along: tuple[Tick, ...]
    curves: tuple[Curve, ...]


class Stretch(Struct, frozen=True):
    """So many moments as stand beside each other, and the numbers of each seat at them."""

    moments: tuple[Say | int, ...]
    numbers: tuple[tuple[int | None, ...], ...]


def chart_of(course: Course, width: float) -> Chart | None:
    """Draw how the players stood on paper of this width; None where no number is known.

    >>> course = Course(Say("coins"), ("Ana", "Bo"), (1, 2, 3), ((1, 2, 4), (1, None, 2)))
    >>> chart = chart_of(course, 100)
    >>> [tick.text for tick in chart.up], [curve.line for curve in chart.curves]
    ([1, 2, 3, 4], ['M9 33L48.5 23L88 3', 'M9 33M88 23'])
    """
    known = [n for numbers in course.numbers for n in numbers if n is not None]
    if not known:
        return None
    scale = ticks(min(known), max(known))
    right = width - RIGHT
    across = [
        LEFT + (right - LEFT) * n / (len(course.moments) - 1) for n in range(len(course.moments))
    ]
    bottom = TOP + max(LEAST, GAP * len(course.seats))
    rise = (bottom - TOP) / (scale[-1] - scale[0])
    up = tuple(Tick(bottom - rise * (n - scale[0]), n) for n in scale)
    paths = {
        seat: [
            None if n is None else (x, bottom - rise * (n - scale[0]))
            for x, n in zip(across, numbers, strict=True)
        ]
        for seat, numbers in enumerate(course.numbers)
        if any(n is not None for n in numbers)
    }
    return Chart(
        width=width,
        height=bottom + BOTTOM,
        right=right,
        bottom=bottom,
        up=up,
        along=_along(course, across),
        curves=_curves(paths, (right, bottom)),
    )


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


def sample(key: int) -> str:
    """Draw the mark of a line alone, in the middle of a box that is 12 wide and 3 high.

    >>> sample(2)
    'M5.1 0.6h1.8v1.8h-1.8z'
    """
    return _mark(key, (6, 1.5))


def _along(course: Course, across: list[float]) -> tuple[Tick, ...]:
    texts = [worded(m) if isinstance(m, Say) else str(m) for m in course.moments]
    widths = [room_of(text, LETTER) for text in texts]
    return tuple(Tick(across[n], course.moments[n]) for n in places(across, widths, 1.2))


def _curves(paths: dict[int, list[At | None]], corner: At) -> tuple[Curve, ...]:
    """Draw the lines; ``corner`` is the lower right one of what is drawn."""
    right, bottom = corner
    ends = {seat: [at for at in path if at][-1] for seat, path in paths.items()}
    heights = spread([y for _, y in ends.values()], GAP, TOP, bottom)
    return tuple(
        Curve(
            key=seat + 1,
            dash=DASHES[seat % len(DASHES)],
            hollow=seat % (2 * len(FORMS)) >= len(FORMS),
            line=_line(path),
            marks="".join(_mark(seat + 1, at) for at in _marked(path, seat, right)),
            ends=_rounded(ends[seat]),
            label=_rounded((right + 7, height)),
        )
        for (seat, path), height in zip(paths.items(), heights, strict=True)
    )


def _line(path: list[At | None]) -> str:
    """Draw through the known points; where one is unknown the line is broken."""
    drawn, follows = [], False
    for at in path:
        if at:
            drawn.append(f"{'L' if follows else 'M'}{_pair(at)}")
        follows = at is not None
    return "".join(drawn)


def _marked(path: list[At | None], seat: int, right: float) -> list[At]:
    """Choose the points that bear a mark; lines that lie on one another take turns."""
    every = ceil(APART * (len(path) - 1) / (right - LEFT))
    return [at for n, at in enumerate(path) if at and (n + seat) % every == 0]


def _mark(key: int, at: At) -> str:
    """Draw the mark of a line around a point."""
    (x, y), s = at, SIZE
    match FORMS[(key - 1) % len(FORMS)]:
        case "circle":
            return f"M{_pair((x - s, y))}a{s} {s} 0 1 0 {2 * s} 0a{s} {s} 0 1 0 {-2 * s} 0z"
        case "square":
            return f"M{_pair((x - s, y - s))}h{2 * s}v{2 * s}h{-2 * s}z"
        case "triangle":
            return f"M{_pair((x, y - 1.2 * s))}l{1.2 * s} {2.2 * s}h{-2.4 * s}z"
        case "diamond":
            return (
                f"M{_pair((x, y - 1.4 * s))}l{1.4 * s} {1.4 * s}l{-1.4 * s} {1.4 * s}"
                f"l{-1.4 * s} {-1.4 * s}z"
            )
    return f"M{_pair((x, y + 1.2 * s))}l{1.2 * s} {-2.2 * s}h{-2.4 * s}z"


def _pair(at: At) -> str:
    x, y = _rounded(at)
    return f"{x:g} {y:g}"


def _rounded(at: At) -> At:
    return round(at[0], 2), round(at[1], 2)
