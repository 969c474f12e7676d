"""One loader over PyYAML's events: from bytes to a tree of nodes that know their places."""

from __future__ import annotations

from collections.abc import Sequence as Listed
from typing import TYPE_CHECKING, Final

from referee.core.say import Say
from referee.files.decoding import decode, line_starts
from referee.files.diagnostics import Unreadable, whole_file
from referee.files.yaml.nodes import Document, Map, Mark, Node, Problems, Scalar

if TYPE_CHECKING:
    from yaml.error import Mark as YamlMark

    from referee.files.yaml.builder import Place
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
        page.fault("SHAPE", root.mark, said, _START)
    raise Unreadable(page.faults)


def _tree(page: Problems, *, pure: bool) -> Node | None:
    """Parse, and again after each repair: a misread character hides the faults after it."""
    from referee.files.yaml.builder import TreeBuilder  # start-up: brings PyYAML

    text: str = page.text
    origin: Listed[int] | None = None
    starts = line_starts(page.text)
    repairs = _blanks(page, starts)
    rounds = min(_MOST_ROUNDS, _MOST_LETTERS // (len(text) + 1))
    for _ in range(max(_LEAST_ROUNDS, rounds)):
        if repairs:
            from referee.files.yaml.keyboard import apply  # start-up: most files need none

            origin = range(len(text)) if origin is None else origin
            for repair in repairs:
                mark = _mark_of(origin[repair.index], starts)
                page.fault(repair.code, mark, repair.message, repair.remedy)
            text, origin = apply(text, origin, repairs)
        known = len(page.faults)
        growth = TreeBuilder(page, text, _place_by(origin, starts), pure=pure)
        repairs = growth.repairs
        if not repairs:
            return growth.root
        page.forget(known)
    page.fault("SYNTAX", Mark(1, 1), *_TOO_MANY)
    return None


def _blanks(page: Problems, starts: Listed[int]) -> list[Repair]:
    if page.text.isascii() or all(map(str.isprintable, page.lines)):  # unusual spaces are not
        return []
    from referee.files.yaml.keyboard import odd_blanks, unusual_space

    found = odd_blanks(page.lines)
    places = [starts[line - 1] + n for line, start, end in found for n in range(start, end)]
    return [unusual_space(index, page.text[index]) for index in places]


def _place_by(origin: Listed[int] | None, starts: Listed[int]) -> Place:
    """Return how PyYAML's marks become places: directly, or back through the repairs."""
    if origin is None:
        return lambda mark: Mark(mark.line + 1, mark.column + 1)
    ends = [*origin, origin[-1] + 1 if origin else 0]

    def through(mark: YamlMark) -> Mark:
        return _mark_of(ends[min(mark.index, len(ends) - 1)], starts)

    return through


def _mark_of(index: int, starts: Listed[int]) -> Mark:
    from bisect import bisect_right  # only for a text with repairs

    line = bisect_right(starts, index)
    return Mark(line, index - starts[line - 1] + 1)


_START = Say("Begin with a line such as “game: no-swap-no-pay”.")
_TOO_MANY = (
    Say("The file has too many characters that need a guess."),
    Say("Fix the ones that are named, then try again."),
)
