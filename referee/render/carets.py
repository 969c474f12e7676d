"""A line of a file with a caret under the right cell."""

from __future__ import annotations

from typing import Final

from referee.render.text import visible, width

CELLS: Final = 100
"""The most cells that a shown line takes, also where there is room for more."""
_FEWEST: Final = 20
"""The fewest cells that a line is cut to: with less nobody knows it again."""
_BEFORE: Final = 0.6
"""The share of them that stand before the caret, where the line goes on behind it."""
_SIGNS: Final = 400
"""The most signs looked at on either side: combining ones fill no cell and could go on for ever."""
_CUT: Final = "…"


def pointed(source: str, column: int, cells: int = CELLS) -> tuple[str, str]:
    r"""Show a line and, for the line below it, the blanks up to the caret.

    ``column`` counts characters from 1 and may stand just behind the last. A tab is one
    blank. A line of more than so many cells is cut to those around the caret.

    >>> pointed("名: x", 4)
    ('名: x', '    ')
    >>> pointed("\tgold", 2)
    (' gold', ' ')
    """
    here = min(max(column - 1, 0), len(source))
    near = source[max(here - _SIGNS, 0) : here + _SIGNS]
    signs = [*near] if near.isprintable() else [_shown(sign) for sign in near]
    at = _base(signs, min(here, _SIGNS))
    first, last = _window(signs, at, max(cells, _FEWEST))
    cut_before = first > 0 or here > _SIGNS
    cut_behind = last < len(signs) or here + _SIGNS < len(source)
    line = "".join(signs[first:last])
    before = width("".join(signs[first:at])) + (width(_CUT) if cut_before else 0)
    return (_CUT if cut_before else "") + line + (_CUT if cut_behind else ""), " " * before


def _shown(sign: str) -> str:
    return " " if sign == "\t" else visible(sign)


def _base(signs: list[str], at: int) -> int:
    """Go back from a sign that fills no cell of its own to the one it is drawn upon."""
    while 0 < at < len(signs) and width("".join(signs[: at + 1])) == width("".join(signs[:at])):
        at -= 1
    return at


def _window(signs: list[str], at: int, cells: int) -> tuple[int, int]:
    """Choose the signs from first up to, not including, last that fit around the caret."""
    if width("".join(signs)) <= cells:
        return 0, len(signs)
    room = cells - 2 * width(_CUT)
    first = _back(signs, at, int(room * _BEFORE))
    last = at
    while last < len(signs) and width("".join(signs[first : last + 1])) <= room:
        last += 1
    return (_back(signs, last, room), last) if last == len(signs) else (first, last)


def _back(signs: list[str], end: int, room: int) -> int:
    """Find the first sign of the stretch before ``end`` that fits into the room."""
    first = end
    while first > 0 and width("".join(signs[first - 1 : end])) <= room:
        first -= 1
    return first
