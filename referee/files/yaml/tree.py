"""The tree that a file is read into: every node knows where it stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.say import Say
from referee.files.diagnostics import Diagnostic, visible

MAX_TOLD: Final = 200
"""So many problems of one file are told; nobody puts more right at once."""
MORE: Final = (
    Say("There are more problems after this place."),
    Say("Fix these first, then try again."),
)


class Mark(Struct, frozen=True, order=True):
    """A place in a file: line and column from 1, the column in characters."""

    line: int
    column: int


class Scalar(Struct, frozen=True):
    """A piece of text. ``quoted`` if it stood in quotes or in a block of its own.

    ``flush`` tells that the text stands in the file letter by letter from the mark on, so
    that a place inside it can be pointed at.
    """

    text: str
    quoted: bool
    mark: Mark
    flush: bool = False


class Sequence(Struct, frozen=True):
    """A list of nodes."""

    items: tuple[Node, ...]
    mark: Mark


class Map(Struct, frozen=True):
    """Keys and their nodes, in the order of the file; no key stands twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    mark: Mark

    def get(self, key: str) -> Node | None:
        """Give the node under a key as it is spelt, or None."""
        return next((value for own, value in self.entries if own.text == key), None)


Node: TypeAlias = Scalar | Sequence | Map


class Document(Struct, frozen=True, kw_only=True):
    """A file as read: its tree, its lines, and what was wrong with it so far.

    Nothing is settled until a Reader has read the tree: it tells these faults with its own.
    On lines that are ``unsure`` the text had to be guessed; what follows from it is not told.
    """

    path: str
    root: Map
    lines: tuple[str, ...]
    raw: bytes
    faults: tuple[Diagnostic, ...] = ()
    unsure: frozenset[int] = frozenset()


class Problems:
    """A file while its characters and marks are being read: where diagnostics gather."""

    __slots__ = ("_told", "faults", "lines", "path", "text", "unsure")

    def __init__(self, path: str, text: str, lines: tuple[str, ...]) -> None:
        """Begin without a fault."""
        self.path = path
        self.text = text
        self.lines = lines
        self.faults: list[Diagnostic] = []
        self.unsure: set[int] = set()
        self._told: set[tuple[str, Mark]] = set()

    @property
    def is_full(self) -> bool:
        """Whether so much is told already that nothing more will be."""
        return len(self.faults) > MAX_TOLD

    def fault(self, code: str, mark: Mark, message: Say, remedy: Say) -> None:
        """Keep a diagnostic at a place of this file; the same one is kept once."""
        if mark.line > len(self.lines):  # PyYAML's end of the file is a line further on
            mark = Mark(len(self.lines), len(self.lines[-1]) + 1)
        if (code, mark) in self._told or self.is_full:
            return
        if len(self.faults) == MAX_TOLD:
            code, (message, remedy) = "MORE", MORE
        self._told.add((code, mark))
        self.faults.append(diagnose(self.path, self.lines, code, mark, message, remedy))

    def forget(self, told: int) -> None:
        """Take back all but the first diagnostics: what followed from a misreading."""
        for fault in self.faults[told:]:
            self._told.discard((fault.code, Mark(fault.line, fault.column)))
        del self.faults[told:]


def diagnose(  # noqa: PLR0913 - a place, a code and two sentences
    path: str, lines: tuple[str, ...], code: str, mark: Mark, message: Say, remedy: Say
) -> Diagnostic:
    """Make a diagnostic, with the line of the file that it is about.

    >>> diagnose("a", ("x",), "WORD", Mark(1, 1), Say("No word."), Say("Write one.")).source
    'x'
    """
    source = _source(lines[mark.line - 1]) if 0 < mark.line <= len(lines) else ""
    return Diagnostic(
        path=path,
        line=mark.line,
        column=mark.column,
        code=code,
        message=message,
        remedy=remedy,
        source=source,
    )


@lru_cache(maxsize=4)
def _source(line: str) -> str:
    """Show a line; once, where one of a hundred thousand signs has hundreds of problems."""
    return visible(line)
