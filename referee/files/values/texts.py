"""Text that a room reads itself, such as a drawing: what is wrong in it, place by place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.answers.text_input import halfwidth
from referee.core.say import BadAnswer, BadText, Say, TextProblem
from referee.files.diagnostics.diagnostic import shown
from referee.files.values.reader import Reader
from referee.files.yaml.tree import Document, Mark, Node, Scalar

Read: TypeAlias = Callable[[str], object]


class Block(Struct, frozen=True):
    """Where a text stands that was written behind ``|``, line by line."""

    lines: tuple[str, ...]
    first: int
    indent: int

    def mark(self, flaw: TextProblem) -> Mark:
        """Give the place in the file; what is missing at a line's end is just behind it."""
        line = self.lines[flaw.line - 1] if flaw.line <= len(self.lines) else ""
        column = min(flaw.column, len(line) + 1)
        return Mark(self.first + flaw.line - 1, self.indent + column)

    def sign(self, flaw: TextProblem) -> str:
        """Give the sign that a flaw is about; empty where a line has ended."""
        line = self.lines[flaw.line - 1] if flaw.line <= len(self.lines) else ""
        return line[flaw.column - 1 : flaw.column]


def read_text(reader: Reader, node: Node, wanted: Say, read: Read) -> str | None:
    """Read a text that means something to its room; None where it does not.

    What is wrong in a drawing is told place by place.
    """
    scalar = reader.scalar(node, wanted)
    if scalar is None:
        return None
    try:
        read(scalar.text)
    except BadText as bad:
        _tell(reader, scalar, bad)
    except BadAnswer as bad:
        reader.report("TEXT", scalar, bad.say, Say("Write {wanted}.", wanted=wanted))
    else:
        return scalar.text
    return None


def _tell(reader: Reader, node: Scalar, bad: BadText) -> None:
    block = _block(reader.document, node)
    if block is None:
        reader.report("DRAWING", node, bad.problems[0].message, _BEHIND_BAR)
        return
    for flaw in bad.problems:
        code, message, remedy = _worded(flaw, block.sign(flaw))
        reader.report(code, block.mark(flaw), message, remedy)


def _worded(flaw: TextProblem, sign: str) -> tuple[str, Say, Say]:
    """Tell a flaw in the words of its room, or in ours where the keyboard is at fault."""
    if sign.isspace() and sign not in " \t":
        said = Say("This is not an ordinary space.")
        remedy = Say("Delete it and press the space bar; switch the keyboard to half-width.")
        return "ODD-BLANK", said, remedy
    if sign == "\t":
        return "DRAWING", Say("This is a tab."), Say("Use spaces instead.")
    if halfwidth(sign) != sign and sign.strip():
        said = Say("“{sign}” is a full-width character.", sign=shown(sign))
        remedy = Say(
            "Switch the keyboard to half-width and write “{plain}”.", plain=halfwidth(sign)
        )
        return "FULL-WIDTH", said, remedy
    return "DRAWING", flaw.message, flaw.remedy


def _block(document: Document, node: Scalar) -> Block | None:
    """Find the lines of a text that was written behind ``|``; None if it was not."""
    above, column = node.mark.line, node.mark.column
    lines = tuple(node.text.split("\n"))
    of_file = document.lines[above : above + len(lines)]
    header = document.lines[above - 1] if 0 < above <= len(document.lines) else ""
    if header[column - 1 : column] != "|":
        return None
    for own, line in zip(lines, of_file, strict=False):
        if own:
            return Block(lines, above + 1, len(line) - len(own))
    return None


_BEHIND_BAR: Final = Say("Write the drawing line by line after “|”, each line indented.")
