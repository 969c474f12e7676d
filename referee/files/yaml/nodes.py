"""The tree of a YAML file, whose nodes have their positions, and the problems of the file.

Nothing here loads PyYAML: a typed dispute does not need it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.say import Say
from referee.files.diagnostics import Diagnostic, visible

MAX_REPORTED: Final = 200
"""The most problems of one file that are reported; nobody fixes more at once."""
MORE: Final = (
    Say("There are more problems after this place."),
    Say("Fix these first, then try again."),
)


class Position(Struct, frozen=True, order=True):
    """A position in a file: line and column from 1, the column in characters."""

    line: int
    column: int


class Scalar(Struct, frozen=True):
    """A piece of text. ``quoted``: it is in quotes, or a block of its own.

    ``flush``: the file holds the text character by character from the position on, so that a caret
    can point to a place inside it.
    """

    text: str
    quoted: bool
    position: Position
    flush: bool = False


class Sequence(Struct, frozen=True):
    """A list of nodes."""

    items: tuple[Node, ...]
    position: Position


class Map(Struct, frozen=True):
    """Keys and their nodes, in the order of the file; no key occurs twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    position: Position

    def get(self, key: str) -> Node | None:
        """Return the value of a key, spelt exactly like this, or None."""
        return next((value for own, value in self.entries if own.text == key), None)


Node: TypeAlias = Scalar | Sequence | Map


class Document(Struct, frozen=True, kw_only=True):
    """A file as read: its tree, its lines, and the faults found so far.

    A Reader of the tree reports these faults together with its own. The text of ``unsure`` lines
    is a guess, so nothing is reported that follows from it.
    """

    path: str
    root: Map
    lines: tuple[str, ...]
    raw: bytes
    faults: tuple[Diagnostic, ...] = ()
    unsure: frozenset[int] = frozenset()


class Problems(Struct):
    """A file while its characters and YAML are being read, and its diagnostics so far."""

    path: str
    text: str
    lines: tuple[str, ...]
    faults: list[Diagnostic] = []
    unsure: set[int] = set()
    _known: set[tuple[str, Position]] = set()

    @property
    def is_full(self) -> bool:
        """Whether so many problems were found that no more are reported."""
        return len(self.faults) > MAX_REPORTED

    def fault(self, code: str, position: Position, message: Say, remedy: Say) -> None:
        """Add a diagnostic at a position of this file, unless it is there already."""
        if position.line > len(self.lines):  # PyYAML counts the end of the file as one line more
            position = Position(len(self.lines), len(self.lines[-1]) + 1)
        if (code, position) in self._known or self.is_full:
            return
        if len(self.faults) == MAX_REPORTED:
            code, (message, remedy) = "MORE", MORE
        self._known.add((code, position))
        self.faults.append(diagnose(self.path, self.lines, code, position, message, remedy))

    def forget(self, kept: int) -> None:
        """Remove all but the first diagnostics: the others followed from a misreading."""
        for fault in self.faults[kept:]:
            self._known.discard((fault.code, Position(fault.line, fault.column)))
        del self.faults[kept:]


def diagnose(  # noqa: PLR0913 - a place, a code and two sentences
    path: str, lines: tuple[str, ...], code: str, position: Position, message: Say, remedy: Say
) -> Diagnostic:
    """Build a diagnostic, with the line of the file that it is about.

    >>> diagnose("a", ("x",), "WORD", Position(1, 1), Say("No word."), Say("Write one.")).source
    'x'
    """
    source = _source(lines[position.line - 1]) if 0 < position.line <= len(lines) else ""
    return Diagnostic(
        path=path,
        line=position.line,
        column=position.column,
        code=code,
        message=message,
        remedy=remedy,
        source=source,
    )


@lru_cache(maxsize=4)
def _source(line: str) -> str:
    """Make a line visible; cached, because a long line may have hundreds of problems."""
    return visible(line)
