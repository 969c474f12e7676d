"""A journal on the disk, open for appending: whole lines go in, or nothing does."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Final

from msgspec import Struct

from referee.core.say import Example, Say
from referee.files.decoding import STANDARD_INPUT, standard_input
from referee.files.diagnostics import for_shell
from referee.files.journal.errors import (
    EmptyJournal,
    JournalBroken,
    JournalError,
    JournalLocked,
    NameTaken,
    WriteFailed,
)
from referee.files.journal.lines import LARGEST, LONGEST_LINE, ChecksumChain, with_checksum

# Windows translates line ends unless asked not to; elsewhere a FIFO would keep us waiting.
_PLAIN: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_FOR_READING: Final = os.O_RDONLY | _PLAIN
_FOR_APPENDING: Final = os.O_RDWR | os.O_APPEND | _PLAIN
_BYTES_AT_ONCE: Final = 1 << 16
"""One read holds most journals; reserving more memory takes longer than reading."""
_LOCKED_BYTE: Final = 0x7FFFFFF0
"""Windows locks single bytes: this one is after the end of every journal, which stays readable."""


def _make_file(path: Path) -> int:
    """Create a file and open it for appending. Raises OSError, also if it exists, or ValueError."""
    return os.open(path, _FOR_APPENDING | os.O_CREAT | os.O_EXCL, 0o666)


def _open_file(path: Path, flags: int) -> int:
    """Open a regular file; folders, pipes and devices hold no journal. Raises JournalBroken."""
    descriptor = -1
    try:
        descriptor = os.open(path, flags)
        is_regular = S_ISREG(os.fstat(descriptor).st_mode)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        if descriptor >= 0:
            _close_file(descriptor)
        remedy = Say(
            "Name a journal that can be read. If it cannot be written, continue in another "
            "file: referee play {path} --journal PATH",
            path=for_shell(path),
        )
        raise JournalBroken(path, 0, reason(error), remedy) from error
    if not is_regular:
        _close_file(descriptor)
        raise JournalBroken(path, 0, Say("This is not a regular file."), Say("Name a journal."))
    return descriptor


def _read_all(path: Path, descriptor: int) -> bytes:
    """Read the whole file. Raises JournalBroken if it is larger than any journal."""
    raw = bytearray()
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        while len(raw) <= LARGEST and (part := os.read(descriptor, _BYTES_AT_ONCE)):
            raw += part
    except OSError as error:
        what = Say("The file cannot be read: {why}", why=reason(error))
        raise JournalBroken(path, 0, what, Say("Restore a copy of the file.")) from error
    if len(raw) > LARGEST:
        what = Say("The file has more than {most} bytes, which no journal has.", most=LARGEST)
        raise JournalBroken(path, 0, what, Say("Name a journal."))
    return bytes(raw)


def read_journal(path: Path) -> bytes:
    """Read a journal without locking it: another process may use it. Raises JournalBroken."""
    if str(path) == STANDARD_INPUT:
        return standard_input()
    descriptor = _open_file(path, _FOR_READING)
    try:
        return _read_all(path, descriptor)
    finally:
        _close_file(descriptor)


def _close_file(descriptor: int) -> None:
    """Close a file. Errors do not matter, because everything written was flushed before."""
    with suppress(OSError):
        os.close(descriptor)


def write_all(descriptor: int, raw: bytes) -> int:
    """Write all bytes; the system may take only a part at a time. Raises OSError."""
    written = 0
    while written < len(raw):
        written += os.write(descriptor, raw[written:])
    return written


def set_aside(path: Path, torn: bytes) -> Path:
    """Write an incomplete line to the first free ``NAME.torn-N``. Raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.name}.torn-{number}")).exists():
        number += 1
    descriptor = _make_file(aside)
    try:
        write_all(descriptor, torn)
        os.fsync(descriptor)
    except OSError:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise
    finally:
        _close_file(descriptor)
    sync_folder(path.parent)
    return aside


def sync_folder(folder: Path) -> None:
    """Flush the folder, so that a new name in it survives a crash, if the system can do that.

    Windows and some network disks cannot; the file itself is flushed there anyway.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            _close_file(descriptor)


def reason(error: BaseException) -> Say:
    """Return why the system refused, as a sentence.

    >>> str(reason(OSError(28, "No space left on device")))
    'No space left on device.'
    """
    return Say("{why}.", why=(error.strerror if isinstance(error, OSError) else "") or str(error))


def take_lock(descriptor: int) -> bool:
    """Lock the file until it is closed; False if another process has it.

    The lock belongs to the open file and is not a file itself, so a crash leaves none behind.
    If the system or the disk has no locks, play continues without: a second writer is then
    noticed by the length of the journal.
    """
    if sys.platform == "win32":
        import msvcrt  # only Windows has it

        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
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


_MAKE_ROOM: Final = Say(
    "Make room and answer again, or continue in another file: {journal} PATH",
    journal=Example("/journal"),
)


class _End(Struct, frozen=True):
    """The end of the journal, in one value so that Ctrl-C cannot leave half of it updated."""

    lines: int = 0
    length: int = 0
    last_sum: str = ""


class JournalFile:
    """A journal that is open for appending, and locked until it is closed.

    It has a copy of the written lines and compares the file with it: before a line is added if the
    times of the file have changed, and always before the journal is left.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        """Lock an open file. If that fails, closes the file and raises JournalLocked."""
        self.path = path
        self._descriptor = descriptor
        self._end = _End()
        self._line_end = b"\n"
        self._copy = bytearray()
        """The content of the file up to the end of the last line; the rest does not count."""
        self._known_stat: os.stat_result | None = None
        """The size and times of the file when its content was last known to be ours."""
        self._has_partial_line = False
        """Whether a failed write may have left a part of a line at the end."""
        if not take_lock(descriptor):
            _close_file(descriptor)
            raise JournalLocked(path)

    @classmethod
    def begin(cls, path: Path, *bodies: bytes) -> JournalFile:
        """Create a journal with these lines. Raises EmptyJournal, and leaves no file then."""
        try:
            descriptor = _make_file(path)
        except FileExistsError as error:
            why = Say("the file already exists.")
            said = "Continue it (referee play {path}), or name another."
            remedy = Say(said, path=for_shell(path))
            raise NameTaken(path, why, remedy) from error
        except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
            remedy = Say("Name a folder that can be written, with --journal PATH.")
            raise EmptyJournal(path, reason(error), remedy) from error
        file = cls(path, descriptor)
        try:
            file.append(*bodies)
            sync_folder(path.parent)
        except BaseException as error:
            file.close()
            with suppress(OSError):
                path.unlink(missing_ok=True)
            if isinstance(error, WriteFailed):
                remedy = Say("Make room, or name another folder with --journal PATH.")
                raise EmptyJournal(path, reason(error.__cause__ or error), remedy) from error
            raise
        return file

    @classmethod
    def open(cls, path: Path) -> JournalFile:
        """Open a journal to continue it. Raises JournalBroken or JournalLocked."""
        return cls(path, _open_file(path, _FOR_APPENDING))

    @property
    def lines(self) -> int:
        """How many lines it has, including the head."""
        return self._end.lines

    @property
    def digest(self) -> str:
        """The checksum of the last line; it covers all lines before."""
        return self._end.last_sum

    def read(self) -> bytes:
        """Read the whole journal. Raises JournalBroken if it is larger than any journal."""
        raw = _read_all(self.path, self._descriptor)
        self._copy[:] = raw
        return raw

    def flush(self, chain: ChecksumChain) -> Path | None:
        """Make the file end with its last sound line, so that the next can follow.

        New lines will end as the others do. An incomplete last line is moved to a file next to the
        journal, whose path is returned. Raises JournalError if that file cannot be written; then
        nothing is cut.
        """
        self._line_end = chain.line_end
        del self._copy[chain.length :]
        try:
            aside = set_aside(self.path, chain.torn) if chain.torn else None
            if chain.torn or chain.lacks_line_end:
                os.ftruncate(self._descriptor, chain.length)
            if chain.lacks_line_end:
                write_all(self._descriptor, chain.line_end)
                self._copy += chain.line_end
            if chain.torn or chain.lacks_line_end:
                os.fsync(self._descriptor)
        except OSError as error:
            said = Say(
                "{path} ends in an incomplete line that cannot be repaired: {why} Make room, "
                "or continue in another file: referee play {path} --journal PATH",
                path=for_shell(self.path),
                why=reason(error),
            )
            raise JournalError(said) from error
        self._end = _End(len(chain.lines), len(self._copy), chain.last_sum)
        return aside

    def append(self, *bodies: bytes) -> None:
        """Append lines, and return when they are on disk.

        If that fails, removes what was written and raises WriteFailed.
        """
        lines, end = self._with_checksums(bodies)
        self._check_can_append(end.length)
        self._has_partial_line = True
        try:
            write_all(self._descriptor, lines)
            os.fsync(self._descriptor)
        except OSError as error:
            self._cut_partial_line()
            why = Say("{place}: {said}", place=for_shell(self.path), said=reason(error))
            raise WriteFailed(self.path, why, _MAKE_ROOM) from error
        except BaseException:  # Ctrl-C must not leave half a line that was never confirmed
            self._cut_partial_line()
            raise
        self._copy[self._end.length :] = lines
        self._end = end
        self._has_partial_line = False
        self._known_stat = self._stat()

    def close(self) -> None:
        """Close the file and release the lock."""
        if self._descriptor >= 0:
            _close_file(self._descriptor)
        self._descriptor = -1

    def _with_checksums(self, bodies: tuple[bytes, ...]) -> tuple[bytes, _End]:
        """Return the lines with their checksums, and the end that the journal will have."""
        lines, last_sum = [], self._end.last_sum
        for body in bodies:
            line, last_sum = with_checksum(body, last_sum)
            if len(line) > LONGEST_LINE:
                why = Say("that is more than {most} bytes.", most=LONGEST_LINE)
                raise WriteFailed(self.path, why, Say("Make it shorter."))
            lines.append(line[:-1] + self._line_end)
        raw = b"".join(lines)
        return raw, _End(self._end.lines + len(lines), self._end.length + len(raw), last_sum)

    def _cut_partial_line(self) -> None:
        """Remove what a failed write left; if even that fails, the next line tries again."""
        try:
            os.ftruncate(self._descriptor, self._end.length)
            os.fsync(self._descriptor)
        except OSError:
            return
        self._has_partial_line = False

    def _check_can_append(self, length: int) -> None:
        """Check that a line can follow the last one at the path. Raises WriteFailed."""
        if self._has_partial_line:
            self._cut_partial_line()
        lost = self._why_displaced() or self._why_altered(known=self._known_stat)
        if lost is not None:
            again = "Answer again, or first name another file: {journal} PATH"
            raise WriteFailed(self.path, lost, Say(again, journal=Example("/journal")))
        if self._has_partial_line:
            why = Say("Half a line cannot be removed from {path}.", path=for_shell(self.path))
            raise WriteFailed(self.path, why, _MAKE_ROOM)
        if length > LARGEST:
            said = "{path} would have more than {most} bytes."
            why = Say(said, path=for_shell(self.path), most=LARGEST)
            raise WriteFailed(self.path, why, Say("Begin a new journal."))

    def lost(self) -> Say | None:
        """Return why our lines are no longer at the path; None if they are.

        A partial line of a failed write after them does not matter.
        """
        return self._why_displaced() or self._why_altered()

    def _why_displaced(self) -> Say | None:
        """Return why the path does not lead to our file, or cannot be asked; None if it does."""
        path = for_shell(self.path)
        try:
            is_there = os.path.samestat(os.fstat(self._descriptor), self.path.stat())
        except (FileNotFoundError, NotADirectoryError):
            is_there = False
        except OSError as error:
            return Say("{path} cannot be reached any longer: {why}", path=path, why=reason(error))
        return None if is_there else Say("{path} was removed or replaced.", path=path)

    def _why_altered(self, known: os.stat_result | None = None) -> Say | None:
        """Return why the file does not have the lines that we wrote; None if it has them.

        It is read only if its size or times differ from ``known``; a backup may change those.
        """
        now = self._stat()
        if now is not None and known is not None and _size_and_times(now) == _size_and_times(known):
            return None
        try:
            there = _read_all(self.path, self._descriptor)
        except JournalError:
            return Say("{path} cannot be read any longer.", path=for_shell(self.path))
        length = self._end.length
        del self._copy[length:]
        has_more = len(there) > length and not self._has_partial_line
        if has_more or not there.startswith(self._copy):
            said = "{path} was changed by another program."
            return Say(said, path=for_shell(self.path))
        self._known_stat = now
        return None

    def _stat(self) -> os.stat_result | None:
        """Return the status of the file; None if the disk does not report it."""
        try:
            return os.fstat(self._descriptor)
        except OSError:
            return None


def _size_and_times(file: os.stat_result) -> tuple[int, ...]:
    return file.st_size, file.st_mtime_ns, file.st_ctime_ns
