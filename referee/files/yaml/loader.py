"""From the bytes of a YAML file to a tree of nodes with their positions, over PyYAML's events."""

from __future__ import annotations

from collections.abc import Sequence as Listed
from typing import TYPE_CHECKING, Final

from referee.core.say import Say
from referee.files.decoding import decode, line_starts
from referee.files.diagnostics import Unreadable, whole_file
from referee.files.yaml.nodes import Document, Map, Node, Position, Problems, Scalar

if TYPE_CHECKING:
    from yaml.error import Mark as YamlMark

    from referee.files.yaml.builder import FindPosition
    from referee.files.yaml.keyboard import Repair

_MOST_ROUNDS: Final = 30
_LEAST_ROUNDS: Final = 6
_MOST_LETTERS: Final = 600_000
"""One repair may uncover the next, and each costs another parse: the limits on both."""


def parse(raw: bytes, path: str, *, pure: bool = False) -> Document:
    """Read the bytes of a file as a map, collecting every fault that can be read past.

    Faults that leave no tree raise Unreadable; the others are in ``Document.faults``, until a
    Reader reports them together with its own. ``pure`` reads without the C parser.

    >>> parse(b"game: pebble-fair", "x.yaml").root.entries[0][1].text
    'pebble-fair'
    """
    page = decode(raw, path)
    root = _tree(page, pure=pure)
    if isinstance(root, Map):
        return Document(
            path=path,
            root=root,
            lines=page.lines,
            raw=raw,
            faults=tuple(page.faults),
            unsure=frozenset(page.unsure),
        )
    if not page.faults and (root is None or (isinstance(root, Scalar) and not root.text)):
        raise whole_file(path, "EMPTY-FILE", Say("The file is empty."), _START)
    if root is not None:
        said = Say("The file does not begin with keys and values.")
        page.fault("SHAPE", root.position, said, _START)
    raise Unreadable(page.faults)


def _tree(page: Problems, *, pure: bool) -> Node | None:
    """Parse again after each repair, because a misread character hides the faults after it."""
    from referee.files.yaml.builder import TreeBuilder  # start-up: brings PyYAML

    text: str = page.text
    origin: Listed[int] | None = None
    starts = line_starts(page.text)
    repairs = _space_repairs(page, starts)
    rounds = min(_MOST_ROUNDS, _MOST_LETTERS // (len(text) + 1))
    for _ in range(max(_LEAST_ROUNDS, rounds)):
        if repairs:
            from referee.files.yaml.keyboard import apply  # start-up: most files need none

            origin = range(len(text)) if origin is None else origin
            for repair in repairs:
                position = _position_of(origin[repair.index], starts)
                page.fault(repair.code, position, repair.message, repair.remedy)
            text, origin = apply(text, origin, repairs)
        known = len(page.faults)
        tree = TreeBuilder(page, text, _position_finder(origin, starts), pure=pure)
        repairs = tree.repairs
        if not repairs:
            return tree.root
        page.forget(known)
    page.fault("SYNTAX", Position(1, 1), *_TOO_MANY)
    return None


def _space_repairs(page: Problems, starts: Listed[int]) -> list[Repair]:
    if page.text.isascii() or all(map(str.isprintable, page.lines)):  # unusual spaces are not
        return []
    from referee.files.yaml.keyboard import odd_blanks, unusual_space

    found = odd_blanks(page.lines)
    indexes = [starts[line - 1] + n for line, start, end in found for n in range(start, end)]
    return [unusual_space(index, page.text[index]) for index in indexes]


def _position_finder(origin: Listed[int] | None, starts: Listed[int]) -> FindPosition:
    """Return how to find the position of a PyYAML mark; ``origin`` has the indexes of a repair."""
    if origin is None:
        return lambda mark: Position(mark.line + 1, mark.column + 1)
    ends = [*origin, origin[-1] + 1 if origin else 0]

    def find(mark: YamlMark) -> Position:
        return _position_of(ends[min(mark.index, len(ends) - 1)], starts)

    return find


def _position_of(index: int, starts: Listed[int]) -> Position:
    from bisect import bisect_right  # only for a text with repairs

    line = bisect_right(starts, index)
    return Position(line, index - starts[line - 1] + 1)


_START = Say("Begin with a line such as “game: no-swap-no-pay”.")
_TOO_MANY = (
    Say("The file has too many characters that need a guess."),
    Say("Fix the ones that are named, then try again."),
)
