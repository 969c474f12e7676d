"""How the players stood: lines told apart without colour, and their numbers below. All in mm."""

from __future__ import annotations

from math import ceil
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.paper.sheet_document import ScoreHistory
from referee.core.paper.wording import text_of
from referee.core.say import Say
from referee.html.axes import estimated_width, labels_that_fit, spread, ticks

Point: TypeAlias = tuple[float, float]
MIN_HEIGHT: Final = 30.0
"""From the top to the bottom of what is drawn, unless many lines need more."""
LETTER_HEIGHT: Final = 2.7
"""The height of letters; those at the ends of lines are ``LABEL_GAP`` apart."""
LABEL_GAP: Final = 3.6
LEFT, RIGHT, TOP, BOTTOM = 9.0, 12.0, 3.0, 7.0
DASHES: Final = (
    "none", "2.6 1", ".5 .9", "3.4 .9 .5 .9", "1.2 1.1", "5 1.4", "3 .8 .5 .8 .5 .8",
    ".4 1.8", "2.4 .8 1.1 .8", "6 .8 .5 .8",
)  # fmt: skip
MARK_SHAPES: Final = ("circle", "square", "triangle", "diamond", "drop")
"""The marks on lines; the sixth line begins again with the first, left hollow."""
MARK_SIZE: Final = 0.9
"""From the middle of a mark to its edge."""
MARK_SPACING: Final = 9.0
"""How far the marks of one line are apart at least."""
NAME_WIDTH: Final = 46
"""The mm that a name and the sample of its line take."""
NUMBER_WIDTH: Final = 8.6
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
    ends: Point
    label: Point


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


class Segment(Struct, frozen=True):
    """So many rounds as stand beside each other, and the numbers of each seat at them."""

    rounds: tuple[Say | int, ...]
    numbers: tuple[tuple[int | None, ...], ...]


def chart_of(history: ScoreHistory, width: float) -> Chart | None:
    """Draw how the players stood on paper of this width; None where no number is known.

    >>> history = ScoreHistory(Say("coins"), ("Ana", "Bo"), (1, 2, 3), ((1, 2, 4), (1, None, 2)))
    >>> chart = chart_of(history, 100)
    >>> [tick.text for tick in chart.up], [curve.line for curve in chart.curves]
    ([1, 2, 3, 4], ['M9 33L48.5 23L88 3', 'M9 33M88 23'])
    """
    known = [n for numbers in history.numbers for n in numbers if n is not None]
    if not known:
        return None
    scale = ticks(min(known), max(known))
    right = width - RIGHT
    across = [
        LEFT + (right - LEFT) * n / (len(history.rounds) - 1) for n in range(len(history.rounds))
    ]
    bottom = TOP + max(MIN_HEIGHT, LABEL_GAP * len(history.seats))
    rise = (bottom - TOP) / (scale[-1] - scale[0])
    up = tuple(Tick(bottom - rise * (n - scale[0]), n) for n in scale)
    paths = {
        seat: [
            None if n is None else (x, bottom - rise * (n - scale[0]))
            for x, n in zip(across, numbers, strict=True)
        ]
        for seat, numbers in enumerate(history.numbers)
        if any(n is not None for n in numbers)
    }
    return Chart(
        width=width,
        height=bottom + BOTTOM,
        right=right,
        bottom=bottom,
        up=up,
        along=_along(history, across),
        curves=_curves(paths, (right, bottom)),
    )


def segments(history: ScoreHistory, width: float) -> list[Segment]:
    """Cut a long history into segments that fit on paper of this width, all but equally long.

    >>> history = ScoreHistory(Say("coins"), ("Ana",), tuple(range(12)), (tuple(range(12)),))
    >>> [len(each.rounds) for each in segments(history, 100)]
    [6, 6]
    """
    fitting = max(1, int((width - NAME_WIDTH) / NUMBER_WIDTH))
    blocks = -(-len(history.rounds) // fitting)
    size = -(-len(history.rounds) // blocks)
    return [
        Segment(
            history.rounds[start : start + size],
            tuple(numbers[start : start + size] for numbers in history.numbers),
        )
        for start in range(0, len(history.rounds), size)
    ]


def sample_mark(key: int) -> str:
    """Draw the mark of a line alone, in the middle of a box that is 12 wide and 3 high.

    >>> sample_mark(2)
    'M5.1 0.6h1.8v1.8h-1.8z'
    """
    return _mark(key, (6, 1.5))


def _along(history: ScoreHistory, across: list[float]) -> tuple[Tick, ...]:
    texts = [text_of(m) if isinstance(m, Say) else str(m) for m in history.rounds]
    widths = [estimated_width(text, LETTER_HEIGHT) for text in texts]
    return tuple(Tick(across[n], history.rounds[n]) for n in labels_that_fit(across, widths, 1.2))


def _curves(paths: dict[int, list[Point | None]], corner: Point) -> tuple[Curve, ...]:
    """Draw the lines; ``corner`` is the lower right one of what is drawn."""
    right, bottom = corner
    ends = {seat: [at for at in path if at][-1] for seat, path in paths.items()}
    heights = spread([y for _, y in ends.values()], LABEL_GAP, TOP, bottom)
    return tuple(
        Curve(
            key=seat + 1,
            dash=DASHES[seat % len(DASHES)],
            hollow=seat % (2 * len(MARK_SHAPES)) >= len(MARK_SHAPES),
            line=_line(path),
            marks="".join(_mark(seat + 1, at) for at in _marked(path, seat, right)),
            ends=_rounded(ends[seat]),
            label=_rounded((right + 7, height)),
        )
        for (seat, path), height in zip(paths.items(), heights, strict=True)
    )


def _line(path: list[Point | None]) -> str:
    """Draw through the known points; where one is unknown the line is broken."""
    drawn, follows = [], False
    for at in path:
        if at:
            drawn.append(f"{'L' if follows else 'M'}{_pair(at)}")
        follows = at is not None
    return "".join(drawn)


def _marked(path: list[Point | None], seat: int, right: float) -> list[Point]:
    """Choose the points that bear a mark; lines that lie on one another take turns."""
    every = ceil(MARK_SPACING * (len(path) - 1) / (right - LEFT))
    return [at for n, at in enumerate(path) if at and (n + seat) % every == 0]


def _mark(key: int, at: Point) -> str:
    """Draw the mark of a line around a point."""
    (x, y), s = at, MARK_SIZE
    match MARK_SHAPES[(key - 1) % len(MARK_SHAPES)]:
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


def _pair(at: Point) -> str:
    x, y = _rounded(at)
    return f"{x:g} {y:g}"


def _rounded(at: Point) -> Point:
    return round(at[0], 2), round(at[1], 2)
