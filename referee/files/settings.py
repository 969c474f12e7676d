"""The table numbers that a table keeps between games.

The file is YAML that a person can read and edit: for each game the numbers by name and, if they
depend on an option, by its values.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from errno import EACCES
from pathlib import Path
from stat import S_IMODE
from typing import Final

from referee.core.answers.text_input import match_key
from referee.core.fields import Integer, ListOf
from referee.core.rulebook import Numbers, Rulebook
from referee.core.say import Say
from referee.core.table import Options
from referee.files.decoding import read_bytes
from referee.files.diagnostics import Unreadable
from referee.files.documents.template import quoted
from referee.files.journal.disk import sync_folder, write_all
from referee.files.values.fields import Values, table_numbers
from referee.files.values.reader import Reader
from referee.files.values.scalars import Names
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Document, Map, Node, Position, Scalar, Sequence

_HEADING: Final = """\
# Numbers that the referee keeps for your table between games. You may change or delete them;
# your own comments are lost when the referee saves this file again.
"""
_PLAIN: Final = getattr(os, "O_BINARY", 0)
_NOWHERE: Final = Position(0, 0)
_BY_NAME: Final = Say("a map of numbers by name")
_EMPTY: Final = Document(path="", root=Map((), _NOWHERE), lines=(), raw=b"")


def load_numbers(path: str, book: Rulebook, options: Options) -> dict[str, Numbers]:
    """Read the kept numbers of a game, for the options of this table.

    A list of another length than the rulebook requires is skipped; without a file nothing is
    kept. Raises Unreadable for a file that cannot be read.
    """
    document = _document(path)
    reader = Reader(document)
    own = _value_of(document.root, book.game)
    by_name = None if own is None else reader.map(own, _BY_NAME, may_be_blank=True)
    kept: dict[str, Numbers] = {}
    for name, asked in table_numbers(book).items() if by_name else ():
        node = _value_of(by_name, name)
        if node is not None and asked.by:
            by_option = reader.map(node, Say("a map by the settings of “{by}”", by=asked.by))
            node = _value_of(by_option, book.option(options, asked.by))
        read = None if node is None else Values(reader, Names()).read(node, ListOf(Integer()))
        numbers = tuple(n for n in read if isinstance(n, int)) if isinstance(read, tuple) else ()
        if asked.wrong_count(numbers) is None:
            kept[name] = numbers
    reader.raise_if_any()
    return kept


def save_numbers(
    path: str, book: Rulebook, options: Options, numbers: Mapping[str, Numbers]
) -> None:
    """Keep numbers of a game for the options of this table.

    Other entries of the file are kept. It is replaced as a whole, or left as it was. Raises
    Unreadable for a file that cannot be read, OSError for one that cannot be written.
    """
    root = _document(path).root
    for name, asked in table_numbers(book).items():
        if name in numbers:
            by = (book.option(options, asked.by),) if asked.by else ()
            root = _with_numbers(root, (book.game, name, *by), numbers[name])
    raw = (_HEADING + "".join(f"{line}\n" for line in _lines(root, 0))).encode()
    faults = parse(raw, path).faults
    if faults:  # such as a key too long to be read again: the old file is better
        raise Unreadable(faults)
    _replace(Path(os.path.realpath(path)), raw)


def _document(path: str) -> Document:
    if _is_missing(path):
        return _EMPTY
    try:
        document = parse(read_bytes(path), path)
    except Unreadable as unreadable:
        if unreadable.diagnostics[0].code == "EMPTY-FILE":
            return _EMPTY
        raise
    if document.faults:
        raise Unreadable(document.faults)
    return document


def _is_missing(path: str) -> bool:
    """Whether there is no file; if the system does not say, the reader reports why."""
    try:
        Path(path).stat()
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False


def _value_of(node: Node | None, name: str) -> Node | None:
    """Return the value of a key; ``-`` and ``_`` are the same, as are capitals."""
    entries = node.entries if isinstance(node, Map) else ()
    return next((value for key, value in entries if match_key(key.text) == match_key(name)), None)


def _with_numbers(node: Node | None, place: tuple[str, ...], numbers: Numbers) -> Map:
    """Set the numbers at a place in a tree; all other entries remain."""
    entries = node.entries if isinstance(node, Map) else ()
    name, *rest = place
    new: Node = Sequence(tuple(_scalar(str(each)) for each in numbers), _NOWHERE)
    if rest:
        new = _with_numbers(_value_of(node, name), tuple(rest), numbers)
    others = tuple((key, value) for key, value in entries if match_key(key.text) != match_key(name))
    return Map((*others, (_scalar(name), new)), _NOWHERE)


def _scalar(text: str) -> Scalar:
    return Scalar(text, quoted=False, position=_NOWHERE)


def _lines(node: Map, depth: int) -> Iterator[str]:
    """Write a map key by key: maps below their key, lists and texts after it."""
    for key, value in node.entries:
        start = f"{'  ' * depth}{quoted(key.text)}:"
        if isinstance(value, Map) and value.entries:
            yield start
            yield from _lines(value, depth + 1)
        else:
            yield f"{start} {_on_one_line(value)}"


def _on_one_line(node: Node) -> str:
    if isinstance(node, Map):
        inner = (f"{quoted(key.text)}: {_on_one_line(value)}" for key, value in node.entries)
        return f"{{{', '.join(inner)}}}"
    if isinstance(node, Sequence):
        return f"[{', '.join(map(_on_one_line, node.items))}]"
    is_number = node.text.isascii() and node.text.isdecimal() and not node.quoted
    return node.text if is_number else quoted(node.text)


def _replace(path: Path, raw: bytes) -> None:
    """Write the file next to the old one, then move it into its place. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = 0o666
    if path.exists():
        if not os.access(path, os.W_OK):  # replacing it would defy whoever made it read-only
            raise PermissionError(EACCES, "It may only be read")
        mode = S_IMODE(path.stat().st_mode)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _PLAIN, mode)
    try:
        try:
            write_all(descriptor, raw)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
