"""What is wrong with a file: the place, the line itself, a caret, a remedy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from referee.core.say import Say
from referee.render.carets import CELLS, pointed
from referee.render.colours import Colour, paint
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw
from referee.render.pages import page
from referee.render.text import visible, worded

_SET_IN: Final = " " * 4


class Finding(Protocol):
    """Something wrong with a file. ``line`` 0 means the file as a whole.

    ``column`` counts characters from 1; ``source`` is the text of the line, if there is one.
    """

    @property
    def path(self) -> str:
        """The file, as the player named it."""

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
        """The text of the line."""


def show_diagnostics(diagnostics: Iterable[Finding], fmt: Format, style: Style) -> str:
    """Show all that is wrong with a file, in the order given.

    >>> from msgspec import Struct
    >>> class Wrong(Struct, frozen=True):
    ...     path: str; line: int; column: int; code: str; message: Say; remedy: Say; source: str
    >>> wrong = Wrong("a.yaml", 3, 5, "WORD", Say("“glod” is no colour."), Say("Write gold."),
    ...     "Bo: glod")
    >>> print(show_diagnostics([wrong], Format.TABLE, Style()), end="")
    a.yaml:3:5: WORD “glod” is no colour.
        Bo: glod
            ^
        Write gold.
    """
    found = list(diagnostics)
    if fmt is Format.JSON:
        listed = [_for_programs(each) for each in found]
        return as_json({"schema": 1, "ok": False, "diagnostics": listed})
    if fmt is Format.TABLE:
        return page(_pictured(each, style) for each in found)
    if fmt is Format.PLAIN:
        return "".join(f"{_in_a_line(each)}\n" for each in found)
    columns = ("path", "line", "column", "code", "message", "remedy")
    rows = [
        (d.path, str(d.line), str(d.column), d.code, worded(d.message), worded(d.remedy))
        for d in found
    ]
    return draw(columns, rows, fmt)


def _place(wrong: Finding) -> str:
    """Name the place as editors and terminals understand it; the file alone if it is the whole."""
    path, line, column = visible(wrong.path), wrong.line, wrong.column
    return f"{path}:{line}:{column}" if line else path  # a place, no sentence


def _pictured(wrong: Finding, style: Style) -> str:
    lines = [_first_line(wrong)]
    if wrong.line and wrong.source:
        cells = CELLS if style.within is None else min(CELLS, style.within - len(_SET_IN))
        text, blanks = pointed(wrong.source, wrong.column, cells)
        caret = paint("^", Colour.RED, wanted=style.colour)
        lines += [f"{_SET_IN}{text}".rstrip(), f"{_SET_IN}{blanks}{caret}"]
    remedy = worded(wrong.remedy)
    return "\n".join([*lines, *([f"{_SET_IN}{remedy}"] if remedy else [])])


def _first_line(wrong: Finding) -> str:
    message = worded(wrong.message)
    where = _place(wrong)
    return str(Say("{place}: {code} {message}", place=where, code=wrong.code, message=message))


def _in_a_line(wrong: Finding) -> str:
    return f"{_first_line(wrong)} {worded(wrong.remedy)}".rstrip()


def _for_programs(wrong: Finding) -> dict[str, object]:
    return {
        "path": wrong.path,
        "line": wrong.line,
        "column": wrong.column,
        "code": wrong.code,
        "message": wrong.message,
        "remedy": wrong.remedy,
    }
