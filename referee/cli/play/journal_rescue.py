"""Where the record is kept: told, moved when the table says so, brought to safety at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from referee.core.say import Say, join
from referee.files.journal.errors import EmptyJournal, JournalError
from referee.files.journal.journal import Journal

MOVE: Final = "/journal"
"""What moves the record to another file; alone it tells where the record is."""


def move_journal(journal: Journal, words: str) -> Say:
    """Go on in the file that is named, with the whole record, and say so; or why not."""
    old, new = str(journal.path), words.strip()
    if not new:
        said = "The record: {path} ({move} PATH continues in another file)"
        return Say(said, path=old, move=MOVE)
    lost = journal.lost()
    try:
        journal.move_to(Path(new).expanduser())
    except (EmptyJournal, RuntimeError) as problem:  # RuntimeError: a home that nobody knows
        why = problem.why if isinstance(problem, EmptyJournal) else str(problem)
        refused = Say("{new} cannot be used: {why}", new=new, why=why)
        return join((refused, Say("The record: {path}", path=old)), " ")
    told = "The record: {path}" if lost else "The record: {path} ({old} stays as it is)"
    return Say(told, path=str(journal.path), old=old)


def rescue_journal(journal: Journal) -> Say | None:
    """Write the record anew where its file is gone or spoiled; a Say tells what came of it.

    None where the file is as it should be. Whoever leaves cannot be asked for another file, so
    the first place that takes it is taken, beginning with the path itself.
    """
    lost = journal.lost()
    if lost is None or journal.path is None:
        return None
    for path in _places(journal.path):
        with suppress(JournalError):
            journal.move_to(path)
            saved = Say("The whole record was written to {path}.", path=str(path))
            return join((lost, saved), " ")
    return join((lost, Say("The record could not be written anywhere else.")), " ")


def _places(path: Path) -> Iterator[Path]:
    """List where a record may go: to its own path, beside it, here, home, where all may write."""
    yield path
    yield _free(path)
    yield _free(path.name)
    with suppress(RuntimeError):
        yield _free(Path.home() / path.name)
    with suppress(OSError):
        from tempfile import gettempdir  # nearly no game ends here

        yield _free(Path(gettempdir()) / path.name)


def _free(path: Path | str) -> Path:
    """Number a path, so that it is one where nothing is yet."""
    wanted = Path(path)
    numbered = (wanted.with_stem(f"{wanted.stem}-{number}") for number in count(2))
    # Path.exists stumbles over a name that is too long.
    return next(free for free in numbered if not os.path.lexists(free))
