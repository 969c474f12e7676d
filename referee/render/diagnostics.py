"""What is wrong with a file: place, line, caret and remedy; and what the codes mean."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, Protocol

from referee.core.paper.wording import escaped, text_of
from referee.core.say import Say, plural, worded
from referee.render.formats import Format, Style, as_json, fields_of, heading, page, prose
from referee.render.grids import draw
from referee.render.text import Colour, coloured, width

MAX_WIDTH: Final = 100
"""The most cells of a quoted line, even if there is room for more."""
_MIN_WIDTH: Final = 20
"""The fewest cells that a line is cut to: with less nobody recognizes it."""
_SHARE_BEFORE: Final = 0.6
"""The share of them before the caret, if the line continues after it."""
_MAX_SIGNS: Final = 400
"""The most characters read on either side: combining ones fill no cell and may have no end."""
MOST: Final = 10
"""So many problems of a file are shown."""
_MORE: Final = "MORE"
"""The code of the last problem where a reader stopped counting."""
_ELLIPSIS: Final = "…"
_INDENT: Final = " " * 4


class DiagnosticLike(Protocol):
    """A diagnostic of whatever reads files."""

    @property
    def path(self) -> str:
        """The file, as the player named it."""

    @property
    def where(self) -> str:
        """The place in a map that was given in place of a file, or else the path."""

    @property
    def line(self) -> int:
        """The line, from 1; 0 for the file as a whole."""

    @property
    def column(self) -> int:
        """The character in the line, from 1."""

    @property
    def code(self) -> str:
        """The kind of mistake."""

    @property
    def message(self) -> Say:
        """What is wrong."""

    @property
    def remedy(self) -> Say:
        """What to do about it."""

    @property
    def source(self) -> str:
        """The text of the line; empty for the file as a whole."""


def render_diagnostics(diagnostics: Iterable[DiagnosticLike], fmt: Format, style: Style) -> str:
    """Show everything that is wrong with a file, in the order given."""
    found = list(diagnostics)
    if fmt is Format.JSON:
        records = [_diagnostic_record(each) for each in found]
        return as_json({"schema": 1, "ok": False, "diagnostics": records})
    by_file = groupby(found, attrgetter("path"))
    return page((block for _, each in by_file for block in _few(each, fmt, style)), fmt)


def _few(wrong: Iterable[DiagnosticLike], fmt: Format, style: Style) -> Iterator[str]:
    """Show the first problems of a file, then how many more there are: nobody reads them all."""
    found = [*wrong]
    rest = sum(each.code != _MORE for each in found) - MOST
    shown = found[:MOST] if rest > 0 else found
    yield from (
        _with_caret(each, style) if fmt is Format.TABLE else _one_line(each) for each in shown
    )
    if rest > 0:
        one, many = "And {n} more problem in this file.", "And {n} more problems in this file."
        more = plural(rest, one, many)
        if found[-1].code == _MORE:
            more = Say("And more than {n} more problems in this file.", n=rest)
        yield f"{text_of(more)}\n{worded('Fix these first, then check again.')}"


def render_codes(codes: Sequence[tuple[str, str, str]], fmt: Format, style: Style) -> str:
    r"""Show codes, what they mean and what to do, in the order given; a single one in full.

    >>> render_codes([("TAB", "A tab.", "Write blanks.")], Format.TABLE, Style())
    'TAB\n\nA tab.\n\nWrite blanks.\n'
    """
    if fmt is Format.JSON:
        known = [{"code": code, "means": means, "remedy": remedy} for code, means, remedy in codes]
        return as_json({"schema": 1, "codes": known})
    if fmt is Format.CSV:
        return draw(("code", "means", "remedy"), codes, fmt)
    if fmt is Format.PLAIN:
        return "".join(f"{code}: {means} {remedy}\n" for code, means, remedy in codes)
    if len(codes) != 1:
        return draw(("code", "means"), [each[:2] for each in codes], fmt, within=style.width)
    ((code, means, remedy),) = codes
    return page([heading(code, fmt), prose(means, fmt), prose(remedy, fmt)])


def caret_line(source: str, column: int, cells: int = MAX_WIDTH) -> tuple[str, str]:
    r"""Return a line and, for the line below it, the spaces before the caret.

    ``column`` counts characters from 1, up to the one after the last. A tab counts as one space.
    A line of more than ``cells`` cells is cut around the caret.

    >>> caret_line("名: x", 4)
    ('名: x', '    ')
    >>> caret_line("\tgold", 2)
    (' gold', ' ')
    """
    here = min(max(column - 1, 0), len(source))
    near = source[max(here - _MAX_SIGNS, 0) : here + _MAX_SIGNS]
    signs = [*near]
    if not near.isprintable():
        signs = [" " if sign == "\t" else escaped(sign) for sign in near]
    at = _base_sign(signs, min(here, _MAX_SIGNS))
    first, last = _window(signs, at, max(cells, _MIN_WIDTH))
    cut_before = first > 0 or here > _MAX_SIGNS
    cut_behind = last < len(signs) or here + _MAX_SIGNS < len(source)
    line = "".join(signs[first:last])
    before = width("".join(signs[first:at])) + (width(_ELLIPSIS) if cut_before else 0)
    shown = (_ELLIPSIS if cut_before else "") + line + (_ELLIPSIS if cut_behind else "")
    return shown, " " * before


def _with_caret(wrong: DiagnosticLike, style: Style) -> str:
    lines = [_first_line(wrong)]
    if wrong.line and wrong.source:
        cells = MAX_WIDTH if style.width is None else min(MAX_WIDTH, style.width - len(_INDENT))
        text, blanks = caret_line(wrong.source, wrong.column, cells)
        caret = coloured("^", Colour.RED, wanted=style.colour)
        lines += [f"{_INDENT}{text}".rstrip(), f"{_INDENT}{blanks}{caret}"]
    if remedy := text_of(wrong.remedy):
        lines.append(f"{_INDENT}{remedy}")
    return "\n".join(lines)


def _first_line(wrong: DiagnosticLike) -> str:
    """Say where and what is wrong: the place as editors understand it, just the file for line 0."""
    message, where = text_of(wrong.message), escaped(wrong.where)
    if not where:
        return message
    if wrong.line:
        where = f"{where}:{wrong.line}:{wrong.column}"
    return str(Say("{place}: {code} {message}", place=where, code=wrong.code, message=message))


def _one_line(wrong: DiagnosticLike) -> str:
    return f"{_first_line(wrong)} {text_of(wrong.remedy)}".rstrip()


def _diagnostic_record(wrong: DiagnosticLike) -> dict[str, object]:
    rest = fields_of(wrong, "line", "column", "code", "message", "remedy")
    return {"path": wrong.where, **rest}


def _base_sign(signs: list[str], at: int) -> int:
    """Go back from a combining character to the one that it is drawn on."""
    while 0 < at < len(signs) and width("".join(signs[: at + 1])) == width("".join(signs[:at])):
        at -= 1
    return at


def _window(signs: list[str], at: int, cells: int) -> tuple[int, int]:
    """Return the first and the end of the characters that fit around the caret."""
    if width("".join(signs)) <= cells:
        return 0, len(signs)
    room = cells - 2 * width(_ELLIPSIS)
    first = _first_fitting(signs, at, int(room * _SHARE_BEFORE))
    ends = range(at + 1, len(signs) + 1)
    last = at + bisect_right(ends, room, key=lambda end: width("".join(signs[first:end])))
    return (_first_fitting(signs, last, room), last) if last == len(signs) else (first, last)


def _first_fitting(signs: list[str], end: int, room: int) -> int:
    """Find the first character from which the text up to ``end`` fits into the room."""
    starts = range(end - 1, -1, -1)
    return end - bisect_right(starts, room, key=lambda first: width("".join(signs[first:end])))
