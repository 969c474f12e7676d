"""Texts that a room reads itself, such as the drawing of a map, in their own files or in others."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from referee.core.answers.text_input import halfwidth
from referee.core.fields import FileText, Text, Value
from referee.core.game import Game
from referee.core.say import BadAnswer, BadText, Say, TextProblem
from referee.core.table import SetupField
from referee.files.decoding import read_bytes
from referee.files.diagnostics import Unreadable, excerpt, for_shell
from referee.files.documents.detect import (
    check_game,
    detect,
    is_without_players,
    unexpected_kind,
)
from referee.files.values.fields import Values
from referee.files.values.reader import Reader
from referee.files.values.scalars import Names
from referee.files.yaml.nodes import Document, Node, Position, Scalar

if TYPE_CHECKING:
    from pathlib import Path


ASSISTANT_PATH: Final = "<given by an assistant>"
"""The path of a document that came in a call: no file that it names is opened."""


def text_in_file(path: str, shape: FileText, game: str) -> str:
    """Read the text of a game from a file, by the key of its shape. Raises Unreadable.

    The file may be about the text alone, or be a table's with the text among its entries.
    """
    opened = detect(path)
    document = opened.document
    if document is None or document.root.get(shape.key) is None:
        raise unexpected_kind(opened, path, shape.key)
    reader = Reader(document)
    keys = {key.text for key, _ in document.root.entries}
    known = ("game", shape.key)
    found = reader.keys(document.root, known if is_without_players(opened) else (*known, *keys))
    check_game(reader, found, game)
    wanted = Say("a text under “{key}:”", key=shape.key)
    return reader.finished(read_text(reader, found[shape.key][1], wanted, shape.read))


def read_text_or_path(reader: Reader, node: Node, shape: FileText, game: str) -> str | None:
    """Read a text from the file whose path is given, or the text itself, after ``|``."""
    from pathlib import Path  # costs every start, and few files name another

    wanted = Say("the path of a file with “{key}:”", key=shape.key)
    scalar = reader.scalar(node, wanted)
    if scalar is None:
        return None
    path = scalar.text.strip()
    if "\n" in scalar.text or not path:
        return read_text(reader, scalar, wanted, shape.read)
    home = Path(reader.document.path).parent
    other = str(home / path)
    if reader.document.path == ASSISTANT_PATH:
        said = Say("{path} is a path, and no file is read here.", path=for_shell(excerpt(path)))
        reader.report("NO-FILE", scalar, said, Say("Give the text itself."))
        return None
    if not _is_below(home, other):
        said = Say("{path} is not in the folder of this file.", path=for_shell(excerpt(path)))
        remedy = Say("Put it there or in a folder below, or name it on the command line.")
        reader.report("NO-FILE", scalar, said, remedy)
        return None
    try:
        if _is_about(game, read_bytes(other)):
            return text_in_file(other, shape, game)
        said = Say("{path} is not a file about {game}.", path=for_shell(excerpt(path)), game=game)
        reader.report(
            "KIND", scalar, said, Say("Name a file with “game: {game}” in it.", game=game)
        )
    except Unreadable as unreadable:
        first = unreadable.diagnostics[0]
        if first.code in {"NO-FILE", "NOT-A-FILE"}:
            reader.report(first.code, scalar, first.message, first.remedy)
        else:
            reader.merge(unreadable.diagnostics)
    return None


def read_text_file(document: Document, game: Game) -> tuple[SetupField, str]:
    """Read a file about one text that the game asks for. Raises Unreadable."""
    reader = Reader(document)
    fields = {text_key(field): field for field in game.setup if not field.is_person}
    found = reader.keys(document.root, ("game", *fields))
    check_game(reader, found, game.id)
    read = [
        (field, read_setup_text(reader, found[key][1], field))
        for key, field in fields.items()
        if key in found
    ]
    read.sort(key=lambda each: not isinstance(each[0].shape, FileText))
    return reader.finished(next(((field, text) for field, text in read if text is not None), None))


def texts_of(game: Game) -> tuple[SetupField, ...]:
    """Return the texts of a game that have files of their own."""
    return tuple(field for field in game.setup if isinstance(field.shape, FileText))


def text_key(field: SetupField) -> str:
    """Return the key of a text in a file of its own."""
    return field.shape.key if isinstance(field.shape, FileText) else field.name


def _is_below(home: Path, path: str) -> bool:
    """Whether a path, with links followed, is in a folder or below; a loop of links is not."""
    try:
        folder, there = os.path.realpath(home), os.path.realpath(path)
    except (OSError, ValueError):
        return False
    return os.path.commonpath((folder, there)) == folder


def _is_about(game: str, raw: bytes) -> bool:
    """Whether a file names the game: lines of a file that does not must not be quoted."""
    named = rb"""(?m)(?:^|[{,])[ \t]*["']?game["']?[ \t]*:[ \t]*["']?""" + game.encode() + rb"\b"
    return re.search(named, raw.removeprefix(b"\xef\xbb\xbf")) is not None


def read_setup_text(reader: Reader, node: Node, field: SetupField) -> str | None:
    """Read the value of a set-up field other than a name, as text for the room."""
    if isinstance(field.shape, Text | FileText):
        return read_text(reader, node, field.ask, field.shape.read)
    value = Values(reader, Names()).read(node, field.shape)
    return None if value is None else written(value)


def written(value: Value) -> str:
    """Write a number, a word, or yes or no, as text for the room.

    >>> written(3), written(True), written("wet")
    ('3', 'yes', 'wet')
    """
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def read_text(reader: Reader, node: Node, wanted: Say, read: Callable[[str], object]) -> str | None:
    """Read a text by its room's ``read``; None if that fails, which the reader has recorded.

    The flaws of a drawing are reported place by place.
    """
    scalar = reader.scalar(node, wanted)
    if scalar is None:
        return None
    try:
        read(scalar.text)
    except BadText as bad:
        _report_flaws(reader, scalar, bad)
    except BadAnswer as bad:
        reader.report("TEXT", scalar, bad.say, Say("Write {wanted}.", wanted=wanted))
    else:
        return scalar.text
    return None


def _report_flaws(reader: Reader, node: Scalar, bad: BadText) -> None:
    lines = node.text.split("\n")
    indent = _indent(reader.document, node, lines)
    if indent is None:
        reader.report("DRAWING", node, bad.problems[0].message, _AFTER_BAR)
        return
    for flaw in bad.problems:
        line = lines[flaw.line - 1] if flaw.line <= len(lines) else ""
        column = min(flaw.column, len(line) + 1)  # at most just after the end of the line
        position = Position(node.position.line + flaw.line, indent + column)
        code, message, remedy = _problem_of(flaw, line[flaw.column - 1 : flaw.column])
        reader.report(code, position, message, remedy)


def _problem_of(flaw: TextProblem, sign: str) -> tuple[str, Say, Say]:
    """Return code, message and remedy of a flaw; a slip of the keyboard has our own words."""
    if sign.isspace() and sign not in " \t":
        said = Say("This is not an ordinary space.")
        remedy = Say("Delete it and press the space bar; switch the keyboard to half-width.")
        return "ODD-BLANK", said, remedy
    if sign == "\t":
        return "DRAWING", Say("This is a tab."), Say("Use spaces instead.")
    if halfwidth(sign) != sign and sign.strip():
        said = Say("“{sign}” is a full-width character.", sign=excerpt(sign))
        remedy = Say(
            "Switch the keyboard to half-width and write “{plain}”.", plain=halfwidth(sign)
        )
        return "FULL-WIDTH", said, remedy
    return "DRAWING", flaw.message, flaw.remedy


def _indent(document: Document, node: Scalar, lines: list[str]) -> int | None:
    """Return the indent of a text that follows ``|`` line by line; None for any other text."""
    above, column = node.position.line, node.position.column
    header = document.lines[above - 1] if 0 < above <= len(document.lines) else ""
    if header[column - 1 : column] != "|":
        return None
    pairs = zip(lines, document.lines[above : above + len(lines)], strict=False)
    return next((len(line) - len(own) for own, line in pairs if own), None)


_AFTER_BAR: Final = Say("Write the drawing line by line after “|”, each line indented.")
