"""Open a file as the kind that it is, with its game and rulebook."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.game import Answer, Game
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, RefereeError, Say, of_kind
from referee.core.table import Setup
from referee.files.diagnostics import Unreadable, for_shell
from referee.files.documents.detect import (
    DocumentKind,
    Source,
    as_text_source,
    detect,
    game_named,
    is_without_players,
    unexpected_kind,
)
from referee.files.yaml.nodes import Document, Scalar, diagnose
from referee.registry import fault_of, game_called, ids_beside, open_game

if TYPE_CHECKING:
    from referee.files.documents.disputes import Dispute
    from referee.files.documents.holdings import HoldingsFile
    from referee.files.journal.journal import Journal


class LoadedFile(Struct, frozen=True):
    """A file that is not a journal: its kind, its game, and its nodes."""

    kind: DocumentKind
    game: Game
    book: Rulebook
    document: Document


def opened_as(path: str, *, is_whole: bool = True) -> Source:
    """Open a file and find out its kind; its game knows the kinds of text files.

    The file has to name the game wholly; with ``is_whole=False`` a beginning will do.
    """
    opened = with_id(detect(path), is_whole=is_whole)
    if not is_without_players(opened):
        return opened
    from referee.files.documents.texts import text_key, texts_of  # few files are about a text

    try:
        room, _ = open_game(game_named(opened, ids_beside(opened.game)))
    except RefereeError:  # its reader reports that
        return as_text_source(opened, ())
    return as_text_source(opened, [text_key(field) for field in texts_of(room)])


def with_id(opened: Source, *, is_whole: bool = True) -> Source:
    """Replace another name of a game in a file by the game's id."""
    name, document = opened.game, opened.document
    if name is None or document is None or name in ids_beside(name):
        return opened
    game = game_called(name, is_whole=is_whole)
    if game is None:
        return opened
    entries = tuple(
        (key, replace(node, text=game))
        if key.text == "game" and isinstance(node, Scalar)
        else (key, node)
        for key, node in document.root.entries
    )
    root = replace(document.root, entries=entries)
    return replace(opened, game=game, document=replace(document, root=root))


def open_file(path: str, *wanted: DocumentKind, game: str | None = None) -> LoadedFile:
    """Open a file and its game.

    Raises Unreadable, also for a kind that is not wanted here, and RefereeError if the file is
    about another game than ``game``.
    """
    return read_as(opened_as(path), path, *wanted, game=game)


def read_as(
    opened: Source, path: str, *wanted: DocumentKind, game: str | None = None
) -> LoadedFile:
    """Find the game of a file that is open already; raises as ``open_file`` does."""
    if opened.kind not in wanted or opened.document is None:
        raise unexpected_kind(opened, path, wanted[0])
    return open_room(opened, opened.document, game)


def open_room(opened: Source, document: Document, game: str | None = None) -> LoadedFile:
    """Find the game of a document, which may name it by its id or its title."""
    opened = with_id(opened)
    document = opened.document or document
    room, book = open_game(game_named(opened, ids_beside(opened.game)))
    if game is not None and open_game(game)[0].id != room.id:
        facts = {"path": for_shell(document.path), "game": AsIs(room.id)}
        raise RefereeError(Say("{path} is about {game}.", **facts))
    return LoadedFile(opened.kind, room, book, document)


def open_dispute(path: str, game: str | None = None) -> tuple[LoadedFile, Dispute]:
    """Open a dispute file."""
    from referee.files.documents.disputes import read_dispute  # scores ask nothing

    read = open_file(path, DocumentKind.DISPUTE, game=game)
    return read, read_dispute(read.document, read.game, read.book)


def answer_of(read: LoadedFile, dispute: Dispute) -> Answer:
    """Answer a dispute of a file. Raises Unreadable if the room cannot read its facts."""
    question, document = dispute.question, read.document
    try:
        return of_kind(Answer, question.answer(read.book, dispute.facts), question.answer)
    except RefereeError as problem:
        remedy = Say("Correct the facts of “{name}”.", name=question.name)
        found = diagnose(document.path, document.lines, "TEXT", dispute.at, problem.say, remedy)
        raise Unreadable((found,)) from problem


def open_holdings(read: LoadedFile) -> tuple[Rulebook, HoldingsFile]:
    """Read final holdings; return the rulebook with the numbers of their table, and them."""
    from referee.files.documents.holdings import read_holdings  # of all kinds, one reads them

    holdings = read_holdings(read.document, read.game, read.book)
    return read.book.with_table_numbers(holdings.count.setup.numbers), holdings


def open_table(path: str, game: str) -> Setup:
    """Read who plays, and how, from a table, holdings or scenario file."""
    from referee.files.documents.setup import read_table  # disputes and scores need no table

    read = open_file(
        path, DocumentKind.TABLE, DocumentKind.HOLDINGS, DocumentKind.SCENARIO, game=game
    )
    return read_table(read.document, read.game, read.book)


def names_file(word: str) -> bool:
    """Whether a word that may be a game or a journal means a file, existing or not.

    >>> names_file("saturday.jsonl"), names_file("evening.yaml"), names_file("no-swap")
    (True, True, False)
    """
    is_there = word == "-" or os.path.isfile(word)  # noqa: PTH113
    return is_there or word.endswith((".jsonl", ".yaml", ".yml")) or os.path.basename(word) != word  # noqa: PTH119


def now() -> str:
    """Return the local time for the journal, to the second."""
    from contextlib import suppress  # only journals record the time
    from datetime import UTC, datetime

    here = datetime.now(UTC)
    with suppress(ValueError, OverflowError, OSError):  # a TZ that is a day off, or further
        here = here.astimezone()
    return here.isoformat(timespec="seconds")


_NO_SUCH_FILE: Final = {errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP}


def _may_exist(path: str) -> bool:
    try:
        os.stat(path)  # noqa: PTH116 - pathlib fails for words that no file can be called by
    except OSError as error:
        return error.errno not in _NO_SUCH_FILE
    except ValueError:
        return False
    return True


def open_journal(
    path: str, tell: Callable[[Say], object] | None = None, *, write: bool = False
) -> Journal:
    """Open a journal, to read it or to continue it; ``tell`` is called if its last line is torn.

    Raises Unreadable if there is no such file, JournalError for an unusable journal, and
    PackageFault where the package of its game fails.
    """
    from pathlib import Path  # a dispute or a typed count needs neither of these

    from referee.files.journal.errors import JournalBroken
    from referee.files.journal.journal import Journal

    if not _may_exist(path):
        detect(path)  # which says what is wrong with the path
    try:
        journal = Journal.open(Path(path), open_game, now, write=write)
    except JournalBroken as broken:  # the file is sound where a package from elsewhere fails
        fault = fault_of(broken.__cause__) if broken.__cause__ else None
        if fault is None or isinstance(broken.__cause__, RefereeError):
            raise
        raise fault from broken.__cause__
    if journal.torn and tell is not None:
        where = Say("it is left out")
        if journal.set_aside:
            where = Say("it is now in {path}", path=for_shell(journal.set_aside))
        said = "The last line of {path} is incomplete and does not count; {where}."
        tell(Say(said, path=for_shell(path), where=where))
    return journal
