"""Files that hold a text which a room reads itself, such as the drawing of a map."""

from __future__ import annotations

import os
import re
from pathlib import Path

from referee.core.fields import FileText
from referee.core.game import Game
from referee.core.say import Say
from referee.core.table import SetupField
from referee.files.decoding import read_bytes
from referee.files.diagnostics.diagnostic import Unreadable, shown
from referee.files.documents.detect import (
    Source,
    check_game,
    detect,
    is_without_players,
    unexpected_kind,
)
from referee.files.values.reader import Reader
from referee.files.values.texts import read_text
from referee.files.yaml.tree import Document, Node


def text_in_file(path: str, shape: FileText, game: str) -> str:
    """Read the file that holds a text of a game under the key of the shape. Raises Unreadable.

    The file may be about the text alone, or be a table's that holds it beside other things.
    """
    opened = detect(path)
    document = _holding(opened, path, shape.key)
    reader = Reader(document)
    keys = {key.text for key, _ in document.root.entries}
    known = ("game", shape.key)
    found = reader.keys(document.root, known if is_without_players(opened) else (*known, *keys))
    check_game(reader, found, game)
    wanted = Say("a text under “{key}:”", key=shape.key)
    text = read_text(reader, found[shape.key][1], wanted, shape.read)
    reader.raise_if_any()
    if text is None:  # the reader knows why, and has raised
        raise AssertionError
    return text


def read_told_text(reader: Reader, node: Node, shape: FileText, game: str) -> str | None:
    """Read what a file tells as the path of another, or the text itself, behind ``|``."""
    wanted = Say("the path of a file with “{key}:”", key=shape.key)
    scalar = reader.scalar(node, wanted)
    if scalar is None:
        return None
    path = scalar.text.strip()
    if "\n" in scalar.text or not path:
        return read_text(reader, scalar, wanted, shape.read)
    home = Path(reader.document.path).parent
    beside = str(home / path)
    if not _is_below(home, beside):
        said = Say("“{path}” is not in the folder of this file.", path=shown(path))
        remedy = Say("Put it there or in a folder below, or name it on the command line.")
        reader.report("NO-FILE", scalar, said, remedy)
        return None
    try:
        if not _is_about(game, read_bytes(beside)):
            said = Say("“{path}” is not a file about {game}.", path=shown(path), game=game)
            remedy = Say("Name a file with “game: {game}” in it.", game=game)
            reader.report("KIND", scalar, said, remedy)
            return None
        return text_in_file(beside, shape, game)
    except Unreadable as unreadable:
        first = unreadable.diagnostics[0]
        if first.code in {"NO-FILE", "NOT-A-FILE"}:
            reader.report(first.code, scalar, first.message, first.remedy)
        else:
            reader.merge(unreadable.diagnostics)
        return None


def texts_of(game: Game) -> tuple[SetupField, ...]:
    """List the texts of a game that stand in files of their own."""
    return tuple(field for field in game.setup if isinstance(field.shape, FileText))


def text_key(field: SetupField) -> str:
    """Tell under which key a text stands in a file of its own."""
    return field.shape.key if isinstance(field.shape, FileText) else field.name


def _holding(opened: Source, path: str, key: str) -> Document:
    """Give the document if it has the key; else it is of another kind."""
    document = opened.document
    if document is None or document.root.get(key) is None:
        raise unexpected_kind(opened, path, key)
    return document


def _is_below(home: Path, path: str) -> bool:
    """Whether a path leads into a folder or below, links followed; nothing leads out of a loop."""
    try:
        folder, there = os.path.realpath(home), os.path.realpath(path)
    except (OSError, ValueError):
        return False
    return os.path.commonpath((folder, there)) == folder


def _is_about(game: str, raw: bytes) -> bool:
    """Whether a file says that it is about the game; no line of any other is ever quoted."""
    named = rb"""(?m)(?:^|[{,])[ \t]*["']?game["']?[ \t]*:[ \t]*["']?""" + game.encode() + rb"\b"
    return re.search(named, raw.removeprefix(b"\xef\xbb\xbf")) is not None
