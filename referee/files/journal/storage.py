"""A journal open for appending: whole lines go in, or nothing does."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISREG
from typing import Final

from msgspec import Struct

from referee.core.say import Say
from referee.files.journal.errors import (
    EmptyJournal,
    JournalBroken,
    JournalError,
    JournalLocked,
    WriteFailed,
)
from referee.files.journal.lines import LARGEST, LONGEST_LINE, ChecksumChain, with_checksum
from referee.files.journal.lock import take_lock

# Windows translates line ends unless told not to; elsewhere a FIFO would keep us waiting.
_PLAIN: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
FOR_READING: Final = os.O_RDONLY | _PLAIN
FOR_APPENDING: Final = os.O_RDWR | os.O_APPEND | _PLAIN


def make_file(path: Path) -> int:
    """Make a file where none is and open it for appending. Raises OSError or ValueError."""
    return os.open(path, FOR_APPENDING | os.O_CREAT | os.O_EXCL, 0o666)


def open_file(path: Path, flags: int) -> int:
    """Open a regular file; folders, pipes and devices hold no journal. Raises JournalBroken."""
    try:
        descriptor = os.open(path, flags)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        remedy = Say(
            "Name a journal that can be read; one that cannot be written goes on in another file:"
            " referee play {path} --journal PATH",
            path=str(path),
        )
        raise JournalBroken(path, 0, reason(error), remedy) from error
    if not S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise JournalBroken(path, 0, Say("This is no regular file."), Say("Name a journal."))
    return descriptor


def read_all(path: Path, descriptor: int) -> bytes:
    """Read the whole file. Raises JournalBroken where it is larger than any journal."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    raw = bytearray()
    try:
        while len(raw) <= LARGEST and (part := os.read(descriptor, 1 << 20)):
            raw += part
    except OSError as error:
        what = Say("The file cannot be read: {why}", why=reason(error))
        raise JournalBroken(path, 0, what, Say("Put back a copy of the file.")) from error
    if len(raw) > LARGEST:
        what = Say("The file has more than {most} bytes: no journal has.", most=LARGEST)
        raise JournalBroken(path, 0, what, Say("Name a journal."))
    return bytes(raw)


def read_journal(path: Path) -> bytes:
    """Read a journal that may be in use elsewhere; it is left as it is. Raises JournalBroken."""
    descriptor = open_file(path, FOR_READING)
    try:
        return read_all(path, descriptor)
    finally:
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
        aside.unlink(missing_ok=True)
        raise
    finally:
        os.close(descriptor)
    sync_folder(path.parent)
    return aside


def sync_folder(folder: Path) -> None:
    """Make a new name in the folder last, where the system knows how to.

    Windows and some network disks do not; the file itself is flushed there all the same.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)


def reason(error: BaseException) -> Say:
    """Word why the system refused.

    >>> str(reason(OSError(28, "No space left on device")))
    'No space left on device.'
    """
    return Say("{why}.", why=(error.strerror if isinstance(error, OSError) else "") or str(error))


_ELSEWHERE: Final = Say("Make room and answer again, or go on in another file: /journal PATH")


class _End(Struct, frozen=True):
    """Where the journal ends. One value, so that Ctrl-C cannot part what belongs together."""

    lines: int = 0
    length: int = 0
    last_sum: str = ""


class JournalFile:
    """A journal that is open for appending, and ours alone until it is closed."""

    def __init__(self, path: Path, descriptor: int) -> None:
        """Take the lock of an open file. Raises JournalLocked, and closes the file then."""
        self.path = path
        self._descriptor = descriptor
        self._end = _End()
        self._has_rest = False
        """Whether a write that failed may have left something behind the last line."""
        if not take_lock(descriptor):
            os.close(descriptor)
            raise JournalLocked(path)

    @classmethod
    def begin(cls, path: Path, *bodies: bytes) -> JournalFile:
        """Make a new journal with these lines. Raises EmptyJournal; no file stays then."""
        try:
            descriptor = make_file(path)
        except FileExistsError as error:
            why = Say("there is such a file already.")
            remedy = Say("Go on with it (referee play {path}), or name another.", path=str(path))
            raise EmptyJournal(path, why, remedy) from error
        except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
            remedy = Say("Name a folder that can be written, with --journal PATH.")
            raise EmptyJournal(path, reason(error), remedy) from error
        file = cls(path, descriptor)
        try:
            file.append(*bodies)
            sync_folder(path.parent)
        except BaseException as error:
            file.close()
            path.unlink(missing_ok=True)
            if isinstance(error, WriteFailed):
                remedy = Say("Make room, or name another folder with --journal PATH.")
                raise EmptyJournal(path, reason(error.__cause__ or error), remedy) from error
            raise
        return file

    @classmethod
    def open(cls, path: Path) -> JournalFile:
        """Open a journal to go on with it. Raises JournalBroken or JournalLocked."""
        return cls(path, open_file(path, FOR_APPENDING))

    @property
    def lines(self) -> int:
        """How many lines it has, the head among them."""
        return self._end.lines

    @property
    def digest(self) -> str:
        """The checksum of the last line; it covers all lines before."""
        return self._end.last_sum

    def read(self) -> bytes:
        """Read all of it. Raises JournalBroken where it is larger than any journal."""
        return read_all(self.path, self._descriptor)

    def flush(self, chain: ChecksumChain) -> Path | None:
        """Make the file end behind its last sound line, so that the next can follow.

        An incomplete last line is moved to a file beside it, whose path is returned. Raises
        JournalError where that cannot be written; then nothing is cut.
        """
        length = chain.length
        try:
            aside = set_aside(self.path, chain.torn) if chain.torn else None
            if chain.torn or chain.ends_bare:
                os.ftruncate(self._descriptor, length)
            if chain.ends_bare:
                length += write_all(self._descriptor, b"\n")
            if chain.torn or chain.ends_bare:
                os.fsync(self._descriptor)
        except OSError as error:
            said = Say(
                "{path} ends in an incomplete line, which cannot be put right: {why}"
                " Make room, or go on in another file: referee play {path} --journal PATH",
                path=str(self.path),
                why=reason(error),
            )
            raise JournalError(said) from error
        self._end = _End(len(chain.lines), length, chain.last_sum)
        return aside

    def append(self, *bodies: bytes) -> None:
        """Write lines behind the last one, and return when they are on disk.

        Raises WriteFailed where that fails; what was written of them is taken back.
        """
        lines, end = self._sealed(bodies)
        self._check_place(end.length)
        self._has_rest = True
        try:
            write_all(self._descriptor, lines)
            os.fsync(self._descriptor)
        except OSError as error:
            self._cut_rest()
            why = Say("{path}: {why}", path=str(self.path), why=reason(error))
            raise WriteFailed(self.path, why, _ELSEWHERE) from error
        except BaseException:  # Ctrl-C: what is not said to be noted shall not be half noted
            self._cut_rest()
            raise
        self._end = end
        self._has_rest = False

    def close(self) -> None:
        """Close the file and give the lock back."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1

    def _sealed(self, bodies: tuple[bytes, ...]) -> tuple[bytes, _End]:
        """Close the lines with their checksums, and tell where the journal will end."""
        lines, last_sum = [], self._end.last_sum
        for body in bodies:
            line, last_sum = with_checksum(body, last_sum)
            if len(line) > LONGEST_LINE:
                why = Say("that is more than {most} bytes.", most=LONGEST_LINE)
                raise WriteFailed(self.path, why, Say("Say it in fewer words."))
            lines.append(line)
        raw = b"".join(lines)
        return raw, _End(self._end.lines + len(lines), self._end.length + len(raw), last_sum)

    def _cut_rest(self) -> None:
        """Take back what a failed write left; where even that fails, the next line tries again."""
        try:
            os.ftruncate(self._descriptor, self._end.length)
            os.fsync(self._descriptor)
        except OSError:
            return
        self._has_rest = False

    def _check_place(self, length: int) -> None:
        """Make sure that the next line lands behind the last one, in the file that players see."""
        if self._has_rest:
            self._cut_rest()
        lost = self.lost()
        if lost is not None:
            raise WriteFailed(self.path, lost, Say("Go on in another file: /journal PATH"))
        if self._has_rest:
            why = Say("{path} cannot be freed of half a line.", path=str(self.path))
            raise WriteFailed(self.path, why, _ELSEWHERE)
        if length > LARGEST:
            why = Say("{path} would pass its {most} bytes.", path=str(self.path), most=LARGEST)
            raise WriteFailed(self.path, why, Say("Begin a new journal."))

    def lost(self) -> Say | None:
        """Tell why our lines do not stand at the path any more; None where they do.

        What a failed write left behind them spoils nothing.
        """
        own, path = os.fstat(self._descriptor), str(self.path)
        try:
            is_there = os.path.samestat(own, self.path.stat())
        except OSError:
            is_there = False
        if not is_there:
            return Say("{path} was removed or replaced meanwhile.", path=path)
        if own.st_size != self._end.length and not self._has_rest:
            return Say("{path} was changed by another program meanwhile.", path=path)
        return None
