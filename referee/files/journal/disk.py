"""What journals ask of the disk; whatever it refuses is named by what was being done."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Final

from referee.core.say import Say
from referee.files.decoding import STANDARD_INPUT, standard_input
from referee.files.diagnostics import for_shell
from referee.files.journal.errors import JournalBroken
from referee.files.journal.lines import LARGEST

# Windows translates line ends unless asked not to; elsewhere a FIFO would keep us waiting.
_PLAIN: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
FOR_READING: Final = os.O_RDONLY | _PLAIN
FOR_APPENDING: Final = os.O_RDWR | os.O_APPEND | _PLAIN
_PART: Final = 1 << 16
"""Bytes read at once: to make room for more costs more than reading an evening."""
_FAR_BEHIND: Final = 0x7FFFFFF0
"""A place behind every journal: Windows locks bytes, and the others must stay readable."""


def make_file(path: Path) -> int:
    """Make a file where none is and open it for appending. Raises OSError or ValueError."""
    return os.open(path, FOR_APPENDING | os.O_CREAT | os.O_EXCL, 0o666)


def open_file(path: Path, flags: int) -> int:
    """Open a regular file; folders, pipes and devices hold no journal. Raises JournalBroken."""
    descriptor = -1
    try:
        descriptor = os.open(path, flags)
        is_regular = S_ISREG(os.fstat(descriptor).st_mode)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        if descriptor >= 0:
            close_file(descriptor)
        remedy = Say(
            "Name a journal that can be read. If it cannot be written, continue in another "
            "file: referee play {path} --journal PATH",
            path=for_shell(path),
        )
        raise JournalBroken(path, 0, reason(error), remedy) from error
    if not is_regular:
        close_file(descriptor)
        raise JournalBroken(path, 0, Say("This is not a regular file."), Say("Name a journal."))
    return descriptor


def read_all(path: Path, descriptor: int) -> bytes:
    """Read the whole file. Raises JournalBroken where it is larger than any journal."""
    raw = bytearray()
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        while len(raw) <= LARGEST and (part := os.read(descriptor, _PART)):
            raw += part
    except OSError as error:
        what = Say("The file cannot be read: {why}", why=reason(error))
        raise JournalBroken(path, 0, what, Say("Restore a copy of the file.")) from error
    if len(raw) > LARGEST:
        what = Say("The file has more than {most} bytes, which no journal has.", most=LARGEST)
        raise JournalBroken(path, 0, what, Say("Name a journal."))
    return bytes(raw)


def read_journal(path: Path) -> bytes:
    """Read a journal that may be in use elsewhere; it is left as it is. Raises JournalBroken."""
    if str(path) == STANDARD_INPUT:
        return standard_input()
    descriptor = open_file(path, FOR_READING)
    try:
        return read_all(path, descriptor)
    finally:
        close_file(descriptor)


def close_file(descriptor: int) -> None:
    """Close a file. What was written is flushed before, so that closing loses nothing."""
    with suppress(OSError):
        os.close(descriptor)


def write_all(descriptor: int, raw: bytes) -> int:
    """Write all of it, as the system may take only a part at a time. Raises OSError."""
    written = 0
    while written < len(raw):
        written += os.write(descriptor, raw[written:])
    return written


def set_aside(path: Path, torn: bytes) -> Path:
    """Write an incomplete line to the first free ``NAME.torn-N``. Raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.name}.torn-{number}")).exists():
        number += 1
    descriptor = make_file(aside)
    try:
        write_all(descriptor, torn)
        os.fsync(descriptor)
    except OSError:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise
    finally:
        close_file(descriptor)
    sync_folder(path.parent)
    return aside


def sync_folder(folder: Path) -> None:
    """Make a new name in the folder last, where the system knows how to.

    Windows and some network disks do not; the file itself is flushed there all the same.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            close_file(descriptor)


def reason(error: BaseException) -> Say:
    """Word why the system refused.

    >>> str(reason(OSError(28, "No space left on device")))
    'No space left on device.'
    """
    return Say("{why}.", why=(error.strerror if isinstance(error, OSError) else "") or str(error))


def take_lock(descriptor: int) -> bool:
    """Take the file for ourselves until it is closed; False where another process has it.

    The lock hangs on the open file, not on a file of its own, so a crash leaves none behind.
    Where the system or the disk knows no locks there is nothing to take, and play goes on: a
    second writer is then noticed by the length of the journal.
    """
    if sys.platform == "win32":
        import msvcrt  # only Windows has it

        os.lseek(descriptor, _FAR_BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        try:
            import fcntl  # Windows lacks it, as do some Pythons within a browser
        except ImportError:
            return True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True
