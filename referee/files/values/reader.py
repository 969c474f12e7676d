"""Reading a tree: problems are collected while reading continues, and raised at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias, TypeVar

from referee.core.answers.text_input import match_key
from referee.core.say import AsIs, Say
from referee.files.diagnostics import Diagnostic, Unreadable, excerpt, suggest
from referee.files.values.scalars import WrongType, printable_text
from referee.files.yaml.nodes import (
    MAX_REPORTED,
    MORE,
    Document,
    Map,
    Node,
    Position,
    Scalar,
    Sequence,
    diagnose,
)

Fields: TypeAlias = Mapping[str, tuple[Scalar, Node]]
"""The entries of a map: by known key, the key as written and its value."""
T = TypeVar("T")
ALMOST_HOLDINGS: Final = ("holding", "bags", "hands")
"""Keys under which people write holdings."""


class Reader:
    """Collects what is wrong with one document, until ``raise_if_any``."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._problems: list[Diagnostic] = list(document.faults)

    @property
    def is_full(self) -> bool:
        """Whether so many problems were found that no more are reported."""
        return len(self._problems) > MAX_REPORTED

    def report(self, code: str, at: Node | Position, message: Say, remedy: Say) -> None:
        """Add a diagnostic, unless it follows from a line whose text is a guess."""
        position = at if isinstance(at, Position) else at.position
        document = self.document
        if position.line in document.unsure or self.is_full:
            return
        if len(self._problems) == MAX_REPORTED:
            code, (message, remedy) = "MORE", MORE
        self._problems.append(
            diagnose(document.path, document.lines, code, position, message, remedy)
        )

    def wrong_type(self, at: Node, unfit: WrongType) -> None:
        """Report a text that does not fit, at the wrong character if the file has it literally."""
        position = at.position
        if unfit.at and isinstance(at, Scalar) and at.flush and "\\" not in at.text:
            position = Position(position.line, position.column + unfit.at)
        self.report(unfit.code, position, unfit.message, unfit.remedy)

    def merge(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add what is wrong with another file that this one names."""
        self._problems += diagnostics

    def raise_if_any(self) -> None:
        """Raise Unreadable with everything found, if anything was."""
        if self._problems:
            raise Unreadable(self._problems)

    def finished(self, value: T | None) -> T:
        """Return what was read, or raise Unreadable with everything found.

        If there is no value, the function that failed to read it has reported why.
        """
        self.raise_if_any()
        if value is None:
            raise AssertionError
        return value

    def keys(self, node: Map | None, known: Iterable[str]) -> dict[str, tuple[Scalar, Node]]:
        """Match the entries of a map, if any, to the known keys; ``-`` and ``_`` are the same."""
        names = tuple(known)
        found: dict[str, tuple[Scalar, Node]] = {}
        for key, value in node.entries if node else ():
            name = key.text if key.text in names else _alike(key.text, names)
            if name is None and self.is_full:
                continue  # a guess takes time, and nobody would read it
            if name is None:
                said = Say("“{key}” is not a known key here.", key=excerpt(key.text))
                is_near = "holdings" in names and key.text in ALMOST_HOLDINGS
                remedy = Say("Write holdings.") if is_near else suggest(key.text, map(AsIs, names))
                self.report("UNKNOWN-KEY", key, said, remedy)
            elif name in found:
                self.duplicate(key, found[name][0])
            else:
                found[name] = (key, value)
        return found

    def duplicate(self, key: Scalar, first: Scalar) -> None:
        """Report that two keys mean the same."""
        said = Say(
            "“{key}” is the same as “{first}” in line {line}, column {column}.",
            key=excerpt(key.text),
            first=excerpt(first.text),
            line=first.position.line,
            column=first.position.column,
        )
        self.report("TWICE", key, said, Say("Delete one of the two."))

    def missing(self, at: Node | Position, name: str, about: Say) -> None:
        """Report that a key is missing, and what its value should be."""
        said = Say("“{name}” is missing ({about}).", name=name, about=about)
        self.report("MISSING", at, said, Say("Add a line that begins with “{name}:”.", name=name))

    def need(self, at: Node | Position, found: Fields, wanted: Mapping[str, Say]) -> None:
        """Report which of these keys are missing, and what their values should be."""
        for name, about in wanted.items():
            if name not in found:
                self.missing(at, name, about)

    def value(self, node: Node, wanted: Say, read: Callable[[str], T]) -> T | None:
        """Read a scalar; None if it is another node or does not fit, which is reported."""
        scalar = self.scalar(node, wanted)
        try:
            return None if scalar is None else read(scalar.text)
        except WrongType as unfit:
            self.wrong_type(node, unfit)
            return None

    def scalar(self, node: Node, wanted: Say) -> Scalar | None:
        """Return the node if it is a piece of text, else report what is wanted."""
        if isinstance(node, Scalar):
            return node
        self.wrong_shape(node, wanted)
        return None

    def map(self, node: Node, wanted: Say, *, may_be_blank: bool = False) -> Map | None:
        """Return the node if it is a map; an empty one if it ``may_be_blank`` and is."""
        if isinstance(node, Map):
            return node
        if may_be_blank and is_blank(node):
            return Map((), node.position)
        self.wrong_shape(node, wanted)
        return None

    def entries(
        self, node: Node | None, wanted: Say, *, may_be_blank: bool = False
    ) -> tuple[tuple[Scalar, Node], ...]:
        """Return the entries of a map; empty for another node, which is reported."""
        found = None if node is None else self.map(node, wanted, may_be_blank=may_be_blank)
        return found.entries if found else ()

    def items(self, node: Node | None, wanted: Say) -> tuple[Node, ...]:
        """Return the items of a list; empty for another node, which is reported."""
        found = None if node is None else self.list(node, wanted)
        return found.items if found else ()

    def list(self, node: Node, wanted: Say) -> Sequence | None:
        """Return the node if it is a list; a single piece of text counts as a list of one."""
        if isinstance(node, Sequence):
            return node
        if isinstance(node, Scalar) and not is_blank(node):
            return Sequence((node,), node.position)
        self.wrong_shape(node, wanted)
        return None

    def wrong_shape(self, node: Node, wanted: Say) -> None:
        """Report that another kind of value belongs here."""
        here = _NOTHING if is_blank(node) else _HERE[type(node)]
        self.report(
            "SHAPE",
            node,
            Say("This is {here}.", here=here),
            Say("Write {wanted}.", wanted=wanted),
        )


def _alike(key: str, names: Iterable[str]) -> str | None:
    return next((name for name in names if match_key(name) == match_key(key)), None)


def is_blank(node: Node) -> bool:
    """Return whether nothing was written: a key with nothing after its colon.

    >>> is_blank(Scalar("", quoted=False, position=Position(1, 1)))
    True
    """
    return isinstance(node, Scalar) and not node.text and not node.quoted


def is_null(node: Node) -> bool:
    """Return whether something is said to be unknown: ``null`` without quotes.

    >>> is_null(Scalar("null", quoted=False, position=Position(1, 1)))
    True
    """
    return isinstance(node, Scalar) and node.text in {"null", "~"} and not node.quoted


def value_of(found: Fields, name: str) -> Node | None:
    """Return the value of a key; None if the key is missing.

    >>> value_of({}, "gold") is None
    True
    """
    return found[name][1] if name in found else None


def read_line(reader: Reader, parts: Fields, name: str) -> str:
    """Read the text of a key; empty if the key is missing."""
    return read_prose(reader, parts[name][1]) if name in parts else ""


def read_lines(reader: Reader, parts: Fields, name: str) -> tuple[str, ...]:
    """Read the list of texts of a key; empty if the key is missing."""
    items = reader.items(value_of(parts, name), Say("a list of texts"))
    return tuple(read_prose(reader, item) for item in items)


def read_prose(reader: Reader, node: Node) -> str:
    """Read a text, possibly of several lines."""
    reader.value(node, Say("a text"), lambda text: printable_text(text.replace("\n", " ")))
    return node.text.strip() if isinstance(node, Scalar) else ""


_NOTHING = Say("nothing")
_HERE = {
    Scalar: Say("a single value"),
    Sequence: Say("a list"),
    Map: Say("a map of keys and values"),
}
