"""Which kind of file this is, and which game it is about."""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Sequence as Listed
from enum import StrEnum
from os import PathLike
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.text_input import match_key
from referee.core.say import AsIs, Say
from referee.files.decoding import read_bytes, text_in
from referee.files.diagnostics import Unreadable, excerpt, suggest, whole_file
from referee.files.journal.errors import BEGINNING
from referee.files.values.reader import ALMOST_HOLDINGS, Fields, Reader
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Document, Scalar, diagnose


class DocumentKind(StrEnum):
    """The kind of a file, by its content; its name does not matter."""

    HOLDINGS = "holdings"
    JOURNAL = "journal"
    DISPUTE = "dispute"
    SCENARIO = "scenario"
    RULEBOOK = "rulebook"
    TEXT = "text"
    TABLE = "table"
    PAPER = "paper"


class Source(Struct, frozen=True):
    """A file of a known kind. A journal has no document: it is read line by line.

    ``key`` is the key of the text in a text file. ``text`` is the content of a paper: a saved page,
    a sheet as text, or a code alone.
    """

    kind: DocumentKind
    game: str | None
    document: Document | None
    key: str = ""
    text: str = ""

    @property
    def called(self) -> str:
        """What messages call the file: the key of its text, or its kind."""
        return self.key or self.kind.value


_BY_KEYS: Final = (
    ({"question"}, DocumentKind.DISPUTE),
    ({"answers"}, DocumentKind.SCENARIO),
    ({"rules", "prefix"}, DocumentKind.RULEBOOK),
    ({"holdings"}, DocumentKind.HOLDINGS),
    *(({word}, DocumentKind.HOLDINGS) for word in ALMOST_HOLDINGS),
)


LARGEST_PAPER: Final = 2 * 1024 * 1024
"""Bytes of a page: ten times what the longest evening takes."""
_LOOKED_AT: Final = 1024
_PAGE: Final = rb"(?is)(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*>|<!--(?:(?!-->).)*-->)*<(?:!doctype\s+)?html"
_CODE: Final = rb"(?im)^(?:\xef\xbb\xbf|\xc2\xa0|[ \t>])*referee/[0-9]+/"
_FOOT: Final = rb"(?m)^(?:\xc2\xa0|[ \t>])*referee [0-9]+\.[0-9]+\S* \xc2\xb7 "


def detect(path: str | PathLike[str]) -> Source:
    """Open a file and detect its kind. Raises Unreadable if it cannot be read at all.

    A journal is recognized by its first bytes, a paper by its code or its foot, the others by
    their top-level keys. The text of a code may replace a path.
    """
    from os import fspath

    name = fspath(path)
    try:
        raw = read_bytes(path)
    except Unreadable as unreadable:
        match unreadable.diagnostics[0].code:
            case "NO-FILE" if re.match(_CODE, name.encode("utf-8", "surrogatepass")):
                return Source(DocumentKind.PAPER, None, None, text=name)
            case "TOO-LARGE" if _first_bytes(name, len(BEGINNING)) == BEGINNING:
                return Source(DocumentKind.JOURNAL, None, None)
            case "TOO-LARGE" if is_paper(_first_bytes(name, _LOOKED_AT)):
                raw = read_bytes(path, LARGEST_PAPER)
            case _:
                raise
    if raw.removeprefix(b"\xef\xbb\xbf").startswith(BEGINNING):
        return Source(DocumentKind.JOURNAL, None, None)
    if is_paper(raw):
        return Source(DocumentKind.PAPER, None, None, text=text_in(raw, name))
    return as_source(parse(raw, name))


def is_paper(raw: bytes) -> bool:
    r"""Whether these bytes are a page, or have a code, or the foot of a sheet.

    >>> is_paper(b"<!doctype html>"), is_paper(b"Fair\n\nReferee/1/0A"), is_paper(b"game: fair")
    (True, True, False)
    """
    if b"referee" not in raw.lower() and b"<" not in raw:
        return False  # most files; no pattern is compiled for them
    return bool(is_page(raw) or re.search(_CODE, raw) or re.search(_FOOT, raw))


def is_page(raw: bytes) -> bool:
    """Whether these bytes are a page; a comment may be above it.

    >>> is_page(b"<?xml version='1.0'?><!-- saved --><!doctype html>"), is_page(b"<p>")
    (True, False)
    """
    return bool(re.match(_PAGE, raw))


def as_source(document: Document) -> Source:
    r"""Return a document with its kind, which its top-level keys show.

    >>> as_source(parse(b"game: pebble-fair\nquestion: worth", "x.yaml")).kind
    <DocumentKind.DISPUTE: 'dispute'>
    """
    keys = {key.text for key, _ in document.root.entries}
    kind = next((kind for needed, kind in _BY_KEYS if needed <= keys), DocumentKind.TABLE)
    game = document.root.get("game")
    return Source(kind, game.text.strip() if isinstance(game, Scalar) else None, document)


def is_without_players(opened: Source) -> bool:
    """Whether a table file names no players, and so may be about a text alone."""
    document = opened.document
    if opened.kind is not DocumentKind.TABLE or document is None:
        return False
    return all(key.text != "players" for key, _ in document.root.entries)


def as_text_source(opened: Source, keys: Collection[str]) -> Source:
    r"""Turn a table file without players into one about a text alone, if it has a text.

    ``keys`` are those of the texts that its game asks for. A text of several lines counts under
    any key, so that a wrong key can be reported.

    >>> as_text_source(as_source(parse(b"game: pebble-fair\nmap: |\n  #\n  #", "x")), ()).called
    'map'
    """
    document = opened.document
    if document is None or not is_without_players(opened):
        return opened
    entries = document.root.entries
    found = [key.text for key, _ in entries if key.text in keys]
    found += [
        key.text
        for key, value in entries
        if isinstance(value, Scalar) and "\n" in value.text.strip()
    ]
    return replace(opened, kind=DocumentKind.TEXT, key=found[0]) if found else opened


def game_named(opened: Source, known: Listed[str]) -> str:
    """Return the known game that a file is about. Raises Unreadable.

    >>> game_named(as_source(parse(b"game: pebble-fair", "x.yaml")), ["pebble-fair"])
    'pebble-fair'
    """
    if opened.game is not None and opened.game in known:
        return opened.game
    document = opened.document
    if document is None:
        message = "a journal names its game in its first line"
        raise ValueError(message)
    node = document.root.get("game")
    remedy = suggest(opened.game or "", map(AsIs, known))
    if isinstance(node, Scalar):
        said = Say("There is no game “{name}”.", name=excerpt(opened.game or ""))
    else:
        said = Say("The file does not name its game.")
        template = "Add a line such as “game: {game}”. {guess}"
        remedy = Say(template, game=known[0], guess=remedy)
    position = (node if isinstance(node, Scalar) else document.root).position
    found = diagnose(document.path, document.lines, "GAME", position, said, remedy)
    raise Unreadable([*document.faults, found])


def unexpected_kind(opened: Source, path: str, wanted: str) -> Unreadable:
    """Build the refusal of a file of the wrong kind; ``wanted`` is a kind or the key of a text.

    >>> opened = as_source(parse(b"game: pebble-fair", "x.yaml"))
    >>> str(unexpected_kind(opened, "x.yaml", DocumentKind.HOLDINGS).diagnostics[0].message)
    'This is a table file, not a holdings file.'
    """
    wanted = str(wanted)
    said = Say("This is a {kind} file, not a {wanted} file.", wanted=wanted, kind=opened.called)
    remedy = Say("Use another file, or compare its keys with a {wanted} file.", wanted=wanted)
    faults = opened.document.faults if opened.document else ()
    return Unreadable([*faults, *whole_file(path, "KIND", said, remedy).diagnostics])


def check_game(reader: Reader, found: Fields, game: str) -> None:
    """Report a file that is about another game, or names none."""
    if "game" not in found:
        about = Say("the name of the game, such as {id}", id=game)
        reader.missing(reader.document.root, "game", about)
        return
    node = reader.scalar(found["game"][1], Say("the name of the game"))
    if node is not None and match_key(node.text) != match_key(game):
        said = Say(
            "The file is about “{other}”, not about {id}.", other=excerpt(node.text), id=game
        )
        reader.report("GAME", node, said, Say("Write “game: {id}”, or take another file.", id=game))


def _first_bytes(path: str, count: int) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib would cost every start
            return file.read(count)
    except OSError:  # it was readable a moment ago; the next reader reports why
        return b""
