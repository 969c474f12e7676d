"""The axes of a chart: round numbers up the side, as many labels below as fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

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
