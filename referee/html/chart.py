"""A chart of how the players stood: a line each, distinct even without colour. All in mm."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.paper.drawing import Chart, MarkShape
from referee.core.paper.wording import text_of
from referee.core.say import Say

Point: TypeAlias = tuple[float, float]
MIN_HEIGHT: Final = 34.0
"""The height of the plot, unless many names need more."""
LETTER_HEIGHT: Final = 2.7
LABEL_GAP: Final = 3.4
"""The least distance of names at the ends of lines."""
LEFT, TOP, BOTTOM = 8.0, 3.0, 7.0
NAMES_LEAST, NAMES_MOST = 14.0, 42.0
"""The least and the greatest width of the names at the right."""
DASHES: Final = (
    "none", "2.6 1", ".5 .9", "3.4 .9 .5 .9", "1.2 1.1", "5 1.4", "3 .8 .5 .8 .5 .8",
    ".4 1.8", "2.4 .8 1.1 .8", "6 .8 .5 .8",
)  # fmt: skip
INKS: Final = 6
"""How many colours there are; lines of one colour differ in their dashes."""
MARK_SIZE: Final = 1.1


class Tick(Struct, frozen=True):
    """A number or a word at an axis, and its position."""

    at: float
    text: Say | int


class Curve(Struct, frozen=True, kw_only=True):
    """The line of one seat, its marks, its end, and the place of its name at the right."""

    seat: str
    last: int
    ink: int
    dash: str
    line: str
    marks: tuple[tuple[MarkShape, str], ...]
    ends: Point
    label: Point


class DrawnChart(Struct, frozen=True, kw_only=True):
    """All lines between their axes; the plot is from ``left`` to ``right`` above ``bottom``."""

    width: float
    height: float
    left: float = LEFT
    right: float
    bottom: float
    up: tuple[Tick, ...]
    along: tuple[Tick, ...]
    curves: tuple[Curve, ...]


def drawn_chart(chart: Chart, width: float) -> DrawnChart | None:
    """Draw how the players stood, on paper of this width; None if no number is known.

    >>> chart = Chart(title=Say("coins"), seats=("Ana", "Bo"), rounds=(1, 2, 3),
    ...     numbers=((1, 2, 4), (1, None, 2)))
    >>> drawn = drawn_chart(chart, 100)
    >>> [tick.text for tick in drawn.up], [(curve.seat, curve.last) for curve in drawn.curves]
    ([0, 1, 2, 3, 4], [('Ana', 4), ('Bo', 2)])
    """
    known = [n for numbers in chart.numbers for n in numbers if n is not None]
    if not known:
        return None
    scale = ticks(min(0, *known), max(known))
    widest = max(estimated_width(f"{seat} 00", LETTER_HEIGHT) for seat in chart.seats)
    right = width - max(NAMES_LEAST, min(NAMES_MOST, widest)) - 4
    steps = max(1, len(chart.rounds) - 1)
    across = [LEFT + 4 + (right - LEFT - 8) * n / steps for n in range(len(chart.rounds))]
    bottom = TOP + max(MIN_HEIGHT, LABEL_GAP * len(chart.seats))
    rise = (bottom - TOP) / (scale[-1] - scale[0])

    def height(n: int) -> float:
        return bottom - rise * (n - scale[0])

    paths = {
        seat: [None if n is None else (x, height(n)) for x, n in zip(across, numbers, strict=True)]
        for seat, numbers in zip(chart.seats, chart.numbers, strict=True)
        if any(n is not None for n in numbers)
    }
    return DrawnChart(
        width=width,
        height=bottom + BOTTOM,
        right=right,
        bottom=bottom,
        up=tuple(Tick(round(height(n), 2), n) for n in scale),
        along=_along(chart, across),
        curves=_curves(chart, paths, right),
    )


def mark_path(shape: MarkShape, at: Point) -> str:
    """Return the path of a mark around a point.

    >>> mark_path(MarkShape.CROSS, (5, 5))
    'M3.9 3.9L6.1 6.1M3.9 6.1L6.1 3.9'
    """
    (x, y), s = at, MARK_SIZE
    match shape:
        case MarkShape.RING:
            return f"M{_pair((x - s, y))}a{s} {s} 0 1 0 {2 * s} 0a{s} {s} 0 1 0 {-2 * s} 0z"
        case MarkShape.CROSS:
            corners = (x - s, y - s), (x + s, y + s), (x - s, y + s), (x + s, y - s)
            return "M{}L{}M{}L{}".format(*map(_pair, corners))
    star = [(0, -1.5), (0.4, -0.4), (1.5, 0), (0.4, 0.4), (0, 1.5), (-0.4, 0.4), (-1.5, 0),
            (-0.4, -0.4)]  # fmt: skip
    return "M" + "L".join(_pair((x + a * s, y + b * s)) for a, b in star) + "z"


def _along(chart: Chart, across: list[float]) -> tuple[Tick, ...]:
    texts = [text_of(m) if isinstance(m, Say) else str(m) for m in chart.rounds]
    widths = [estimated_width(text, LETTER_HEIGHT) for text in texts]
    return tuple(Tick(across[n], chart.rounds[n]) for n in labels_that_fit(across, widths, 1.2))


def _curves(chart: Chart, paths: dict[str, list[Point | None]], right: float) -> tuple[Curve, ...]:
    """Draw the lines, with their names far enough apart to be read."""
    ends = {seat: [at for at in path if at][-1] for seat, path in paths.items()}
    lowest = TOP + max(MIN_HEIGHT, LABEL_GAP * len(chart.seats))
    heights = spread([y for _, y in ends.values()], LABEL_GAP, TOP, lowest)
    curves = []
    for (seat, path), label in zip(paths.items(), heights, strict=True):
        number = chart.seats.index(seat)
        marked = dict.fromkeys(
            (mark.shape, path[mark.round]) for mark in chart.marks if mark.seat == seat
        )
        curves.append(
            Curve(
                seat=seat,
                last=[n for n in chart.numbers[number] if n is not None][-1],
                ink=number % INKS,
                dash=DASHES[number % len(DASHES)],
                line=_line(path),
                marks=tuple((shape, mark_path(shape, at)) for shape, at in marked if at),
                ends=_rounded(ends[seat]),
                label=_rounded((right + 4, label)),
            )
        )
    return tuple(curves)


def _line(path: list[Point | None]) -> str:
    """Draw through the known points; unknown ones interrupt the line."""
    drawn, follows = [], False
    for at in path:
        if at:
            drawn.append(f"{'L' if follows else 'M'}{_pair(at)}")
        follows = at is not None
    return "".join(drawn)


def _pair(at: Point) -> str:
    x, y = _rounded(at)
    return f"{x:g} {y:g}"


def _rounded(at: Point) -> Point:
    return round(at[0], 2), round(at[1], 2)


_WIDE = re.compile("[MW@m\u2026\u1100-\u11ff\u2e80-\uffdc\U0001f000-\U0003ffff]")


def ticks(lowest: int, highest: int, most: int = 6) -> range:
    """Choose round numbers from at most ``lowest`` to at least ``highest``.

    They are 1, 2, 5, 10, 20, ... apart, and at most ``most``, but never fewer than two.

    >>> list(ticks(0, 23)), list(ticks(-3, 4)), list(ticks(7, 7))
    ([0, 5, 10, 15, 20, 25], [-4, -2, 0, 2, 4], [7, 8])
    """
    for power in count():
        for part in (1, 2, 5):
            apart = part * 10**power
            first = lowest // apart
            last = max(-(-highest // apart), first + 1)
            if last - first < most:
                return range(first * apart, (last + 1) * apart, apart)
    raise AssertionError


def estimated_width(text: str, height: float) -> float:
    """Estimate the width of letters of this height, rather too wide than too narrow.

    >>> estimated_width("12", 2.5), estimated_width("小", 2.5)
    (3.5, 2.5)
    """
    return sum(height if _WIDE.match(sign) else height * 0.7 for sign in text)


def labels_that_fit(wanted: Sequence[float], widths: Sequence[float], gap: float) -> list[int]:
    """Choose which labels are written if not all fit: the last, and others from the left.

    ``wanted`` are the middles, from left to right; the chosen labels keep a ``gap`` between them.

    >>> labels_that_fit([0, 5, 10, 15], [6, 6, 6, 6], 1)
    [0, 3]
    """
    if not wanted:
        return []
    last = len(wanted) - 1
    limit = wanted[last] - widths[last] / 2
    chosen, edge = [], float("-inf")
    for n, (middle, width) in enumerate(zip(wanted[:last], widths, strict=False)):
        begins, ends = middle - width / 2, middle + width / 2
        if begins >= edge + gap and (ends + gap <= limit):
            chosen.append(n)
            edge = ends
    return [*chosen, last]


def spread(wanted: Sequence[float], gap: float, lowest: float, highest: float) -> list[float]:
    """Move marks apart until each has its gap, as little as possible and not past the ends.

    >>> spread([10, 10, 10], 4, 0, 20), spread([1, 19, 20], 4, 0, 20)
    ([6.0, 10.0, 14.0], [1.0, 16.0, 20.0])
    """
    order = sorted(range(len(wanted)), key=lambda n: (wanted[n], n))
    piles: list[tuple[float, list[int]]] = []
    for n in order:
        piles.append((wanted[n], [n]))
        while len(piles) > 1 and _touch(piles[-2], piles[-1], gap):
            (upper, above), (lower, below) = piles[-2:]
            both = above + below
            middle = (upper * len(above) + lower * len(below)) / len(both)
            piles[-2:] = [(_kept(middle, len(both), gap, lowest, highest), both)]
    moved = dict.fromkeys(order, 0.0)
    for middle, members in piles:
        start = _kept(middle, len(members), gap, lowest, highest) - gap * (len(members) - 1) / 2
        moved.update({n: start + gap * place for place, n in enumerate(members)})
    return [moved[n] for n in range(len(wanted))]


def _touch(above: tuple[float, list[int]], below: tuple[float, list[int]], gap: float) -> bool:
    reach = gap * (len(above[1]) + len(below[1])) / 2
    return below[0] - above[0] < reach


def _kept(middle: float, size: int, gap: float, lowest: float, highest: float) -> float:
    half = gap * (size - 1) / 2
    return max(lowest + half, min(highest - half, middle))
