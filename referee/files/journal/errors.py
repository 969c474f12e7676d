"""Why a journal cannot be used, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.core.say import RefereeError, Say, plural
from referee.files.diagnostics import for_shell

if TYPE_CHECKING:  # every command knows these errors, and pathlib would cost every start
    from pathlib import Path

BEGINNING: Final = b'{"referee"'
"""How every journal begins, and no other file."""
USE_ITS_VERSION: Final = Say("Use the version of the referee that wrote the journal.")
"""The remedy for a journal that this version cannot replay."""


class JournalError(RefereeError):
    """A journal cannot be used as requested. The file is not changed."""


class JournalBroken(JournalError):
    """A journal that cannot be read: ``line`` is counted from 1; 0 is the file itself.

    The default ``remedy`` is a sound copy of the file, or the lines before this one.
    """

    def __init__(self, path: Path, line: int, what: Say, remedy: Say | None = None) -> None:
        remedy = remedy or _restore_remedy(line)
        template = "{path}:{line}: {what} {remedy}" if line else "{path}: {what} {remedy}"
        super().__init__(Say(template, path=str(path), line=line, what=what, remedy=remedy))
        self.path = path
        self.line = line
        self.what = what
        self.remedy = remedy


def _restore_remedy(line: int) -> Say:
    if line == 1:
        return Say("Restore a copy of the file. A journal cannot be read without its first line.")
    return plural(
        line - 1,
        "Restore a copy of the file, or continue with a new file made of the first line.",
        "Restore a copy of the file, or continue with a new file made of the first {n} lines,"
        " which are intact.",
    )


class JournalLocked(JournalError):
    """Another terminal is playing this journal."""

    def __init__(self, path: Path) -> None:
        said = (
            "{path} is open in another terminal. Continue there, or type {quit} there first. "
            "log, sheet and score can read it."
        )
        super().__init__(Say(said, path=for_shell(path), quit="quit"))


class EmptyJournal(JournalError):
    """No new journal could be made; no file was left behind."""

    def __init__(self, path: Path, why: Say, remedy: Say) -> None:
        said = "{path} was not begun: {why} {remedy}"
        super().__init__(Say(said, path=for_shell(path), why=why, remedy=remedy))
        self.why = why


class NameTaken(EmptyJournal):
    """A file of this name exists already; another number in the name may be free."""


class WriteFailed(JournalError):
    """A record could not be saved: neither the journal nor the session has taken it."""

    def __init__(self, path: Path, why: Say, remedy: Say) -> None:
        super().__init__(Say("Not saved: {why} {remedy}", path=str(path), why=why, remedy=remedy))
