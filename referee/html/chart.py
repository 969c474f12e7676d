"""A chart of how the players stood: a line each, distinct even without colour.

Places are in per cent of the plot, so that it fits any width; letters are as large as elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from fractions import Fraction
from itertools import count
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.paper.drawing import Chart, MarkShape
from referee.core.paper.wording import text_of
from referee.core.say import Say

Point: TypeAlias = tuple[float, float]
LEAST_HIGH: Final = 15.0
"""The height of the plot, in letters, unless many names need more."""
LABEL_GAP: Final = 1.4
"""The least distance of names at the ends of lines, in letters; on paper they are closer."""
NARROW, BROAD = 9.0, 30.0
"""How wide a plot is at least on a phone, and on a desk or on paper, in letters."""
TICK: Final = 0.8
"""How high a number at an axis is, in letters."""
MOST_LETTERS: Final = 12.0
"""A name at the end of a line is no longer."""
DASHES: Final = (
    "none", "8 3", "2 3", "10 3 2 3", "4 3", "14 4", "9 3 2 3 2 3", "1 5", "7 3 3 3", "16 3 2 3",
)  # fmt: skip
MARK_SIZE: Final = 4.0


class Tick(Struct, frozen=True):
    """A number or a word at an axis, and its position; only a broad plot shows a ``sparse`` one."""

    at: float
    text: Say | int
    sparse: bool = False


class Curve(Struct, frozen=True, kw_only=True):
    """The line of one seat, its marks, its end, and the height of its name at the right."""

    seat: str
    last: int | Fraction
    wins: bool
    dash: str
    line: str
    marks: tuple[tuple[MarkShape, Point], ...]
    ends: Point
    label: float


class DrawnChart(Struct, frozen=True, kw_only=True):
    """All lines between their axes; ``height`` and ``names``, the room at the right, in letters."""

    height: float
    names: float
    up: tuple[Tick, ...]
    along: tuple[Tick, ...]
    curves: tuple[Curve, ...]


def drawn_chart(chart: Chart, winners: Container[str] = ()) -> DrawnChart | None:
    """Draw how the players stood, the winners set off; None if no number is known.

    >>> chart = Chart(title=Say("coins"), seats=("Ana", "Bo"), rounds=(1, 2, 3),
    ...     numbers=((1, 2, 4), (1, None, 2)))
    >>> drawn = drawn_chart(chart, {"Ana"})
    >>> [tick.text for tick in drawn.up], [(each.seat, each.last) for each in drawn.curves]
    ([0, 1, 2, 3, 4], [('Ana', 4), ('Bo', 2)])
    """
    known = [n for numbers in chart.numbers for n in numbers if n is not None]
    if not known:
        return None
    scale = ticks(min(0, *(-(-n // 1) for n in known)), max(-(-n // 1) for n in known))
    high = max(LEAST_HIGH, LABEL_GAP * (len(chart.seats) + 1))
    steps = max(1, len(chart.rounds) - 1)
    across = [2 + 96 * n / steps for n in range(len(chart.rounds))]

    def height(n: int | Fraction) -> float:
        return float(100 * (scale[-1] - n) / (scale[-1] - scale[0]))

    paths = {
        seat: [None if n is None else (x, height(n)) for x, n in zip(across, numbers, strict=True)]
        for seat, numbers in zip(chart.seats, chart.numbers, strict=True)
        if any(n is not None for n in numbers)
    }
    widest = max(min(estimated_width(seat, 0.9), MOST_LETTERS) for seat in chart.seats)
    return DrawnChart(
        height=high,
        names=round(widest + 3, 1),
        up=tuple(Tick(round(height(n), 2), n) for n in scale),
        along=tuple(_along(chart, across)),
        curves=tuple(_curves(chart, paths, 100 * LABEL_GAP / high, winners)),
    )


def mark_path(shape: MarkShape, size: float = MARK_SIZE) -> str:
    """Return the path of a mark around nothing.

    >>> mark_path(MarkShape.CROSS, 2)
    'M-2 -2L2 2M-2 2L2 -2'
    """
    s = size
    match shape:
        case MarkShape.RING:
            return f"M{-s:g} 0a{s:g} {s:g} 0 1 0 {2 * s:g} 0a{s:g} {s:g} 0 1 0 {-2 * s:g} 0z"
        case MarkShape.CROSS:
            return f"M{-s:g} {-s:g}L{s:g} {s:g}M{-s:g} {s:g}L{s:g} {-s:g}"
    star = [(0, -1.5), (0.4, -0.4), (1.5, 0), (0.4, 0.4), (0, 1.5), (-0.4, 0.4), (-1.5, 0),
            (-0.4, -0.4)]  # fmt: skip
    return "M" + "L".join(f"{a * s:g} {b * s:g}" for a, b in star) + "z"


def _along(chart: Chart, across: list[float]) -> list[Tick]:
    texts = [text_of(m) if isinstance(m, Say) else str(m) for m in chart.rounds]
    widths = [estimated_width(text, TICK) for text in texts]
    broad, narrow = (
        labels_that_fit([x * plot / 100 for x in across], widths, TICK / 2)
        for plot in (BROAD, NARROW)
    )
    return [Tick(round(across[n], 2), chart.rounds[n], n not in narrow) for n in broad]


def _curves(
    chart: Chart, paths: dict[str, list[Point | None]], gap: float, winners: Container[str]
) -> list[Curve]:
    """Draw the lines, with their names far enough apart to be read; the winners' are unbroken."""
    ends = {seat: [at for at in path if at][-1] for seat, path in paths.items()}
    heights = spread([y for _, y in ends.values()], gap, 0, 100)
    dashes = count(1)
    curves = []
    for (seat, path), label in zip(paths.items(), heights, strict=True):
        numbers = chart.numbers[chart.seats.index(seat)]
        marked = dict.fromkeys(
            (mark.shape, path[mark.round]) for mark in chart.marks if mark.seat == seat
        )
        wins = seat in winners
        curves.append(
            Curve(
                seat=seat,
                last=[n for n in numbers if n is not None][-1],
                wins=wins,
                dash="none" if wins else DASHES[next(dashes) % len(DASHES)],
                line=_line(path),
                marks=tuple((shape, _rounded(at)) for shape, at in marked if at),
                ends=_rounded(ends[seat]),
                label=round(label, 2),
            )
        )
    return curves


def _line(path: list[Point | None]) -> str:
    """Draw through the known points; unknown ones interrupt the line."""
    drawn, follows = [], False
    for at in path:
        if at:
            x, y = _rounded(at)
            drawn.append(f"{'L' if follows else 'M'}{x:g} {y:g}")
        follows = at is not None
    return "".join(drawn)


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
