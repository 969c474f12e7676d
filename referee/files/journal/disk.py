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
_PART: Final = 1 << 16
"""Bytes read at once: to make room for more costs more than reading an evening."""
_FAR_BEHIND: Final = 0x7FFFFFF0
"""A place behind every journal: Windows locks bytes, and the others must stay readable."""


def _make_file(path: Path) -> int:
    """Make a file where none is and open it for appending. Raises OSError or ValueError."""
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
    descriptor = _open_file(path, _FOR_READING)
    try:
        return _read_all(path, descriptor)
    finally:
        _close_file(descriptor)


def _close_file(descriptor: int) -> None:
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
    """Make a new name in the folder last, where the system knows how to.

    Windows and some network disks do not; the file itself is flushed there all the same.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            _close_file(descriptor)


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


_ELSEWHERE: Final = Say(
    "Make room and answer again, or continue in another file: {journal} PATH",
    journal=Example("/journal"),
)


class _End(Struct, frozen=True):
    """Where the journal ends. One value, so that Ctrl-C cannot part what belongs together."""

    lines: int = 0
    length: int = 0
    last_sum: str = ""


class JournalFile:
    """A journal that is open for appending, and ours alone until it is closed.

    It holds a copy of what was written, and looks whether the file still has that: whenever
    the file's times have changed before a line is added, and always before it is left.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        """Take the lock of an open file. Raises JournalLocked, and closes the file then."""
        self.path = path
        self._descriptor = descriptor
        self._end = _End()
        self._line_end = b"\n"
        self._copy = bytearray()
        """What the file has as far as the last line; behind that it counts for nothing."""
        self._seen: os.stat_result | None = None
        """How the file looked when its content was known to be ours."""
        self._has_rest = False
        """Whether a write that failed may have left something behind the last line."""
        if not take_lock(descriptor):
            _close_file(descriptor)
            raise JournalLocked(path)

    @classmethod
    def begin(cls, path: Path, *bodies: bytes) -> JournalFile:
        """Make a new journal with these lines. Raises EmptyJournal; no file stays then."""
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
        """Open a journal to go on with it. Raises JournalBroken or JournalLocked."""
        return cls(path, _open_file(path, _FOR_APPENDING))

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
        raw = _read_all(self.path, self._descriptor)
        self._copy[:] = raw
        return raw

    def flush(self, chain: ChecksumChain) -> Path | None:
        """Make the file end behind its last sound line, so that the next can follow.

        The next will end as those before it do. An incomplete last line is moved to a file next to
        it, whose path is returned. Raises JournalError where that cannot be written; then nothing
        is cut.
        """
        self._line_end = chain.line_end
        del self._copy[chain.length :]
        try:
            aside = set_aside(self.path, chain.torn) if chain.torn else None
            if chain.torn or chain.ends_bare:
                os.ftruncate(self._descriptor, chain.length)
            if chain.ends_bare:
                write_all(self._descriptor, chain.line_end)
                self._copy += chain.line_end
            if chain.torn or chain.ends_bare:
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
            why = Say("{place}: {said}", place=for_shell(self.path), said=reason(error))
            raise WriteFailed(self.path, why, _ELSEWHERE) from error
        except BaseException:  # Ctrl-C: what is not said to be recorded shall not be half recorded
            self._cut_rest()
            raise
        self._copy[self._end.length :] = lines
        self._end = end
        self._has_rest = False
        self._seen = self._looked_at()

    def close(self) -> None:
        """Close the file and give the lock back."""
        if self._descriptor >= 0:
            _close_file(self._descriptor)
        self._descriptor = -1

    def _sealed(self, bodies: tuple[bytes, ...]) -> tuple[bytes, _End]:
        """Close the lines with their checksums, and return where the journal will end."""
        lines, last_sum = [], self._end.last_sum
        for body in bodies:
            line, last_sum = with_checksum(body, last_sum)
            if len(line) > LONGEST_LINE:
                why = Say("that is more than {most} bytes.", most=LONGEST_LINE)
                raise WriteFailed(self.path, why, Say("Make it shorter."))
            lines.append(line[:-1] + self._line_end)
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
        lost = self._displaced() or self._altered(known=self._seen)
        if lost is not None:
            again = "Answer again, or first name another file: {journal} PATH"
            raise WriteFailed(self.path, lost, Say(again, journal=Example("/journal")))
        if self._has_rest:
            why = Say("Half a line cannot be removed from {path}.", path=for_shell(self.path))
            raise WriteFailed(self.path, why, _ELSEWHERE)
        if length > LARGEST:
            said = "{path} would have more than {most} bytes."
            why = Say(said, path=for_shell(self.path), most=LARGEST)
            raise WriteFailed(self.path, why, Say("Begin a new journal."))

    def lost(self) -> Say | None:
        """Say why our lines are not at the path any more; None where they are.

        What a failed write left behind them spoils nothing.
        """
        return self._displaced() or self._altered()

    def _displaced(self) -> Say | None:
        """Say why the path does not lead to our file; a disk that cannot be asked has lost it."""
        path = for_shell(self.path)
        try:
            is_there = os.path.samestat(os.fstat(self._descriptor), self.path.stat())
        except (FileNotFoundError, NotADirectoryError):
            is_there = False
        except OSError as error:
            return Say("{path} cannot be reached any longer: {why}", path=path, why=reason(error))
        return None if is_there else Say("{path} was removed or replaced.", path=path)

    def _altered(self, known: os.stat_result | None = None) -> Say | None:
        """Return whether the file holds something else than we wrote, unless it looks as ``known``.

        Only its size and times show that without reading it; a copy or a backup may change those.
        """
        now = self._looked_at()
        if now is not None and known is not None and _looks(now) == _looks(known):
            return None
        try:
            there = _read_all(self.path, self._descriptor)
        except JournalError:
            return Say("{path} cannot be read any longer.", path=for_shell(self.path))
        length = self._end.length
        del self._copy[length:]
        has_more = len(there) > length and not self._has_rest
        if has_more or not there.startswith(self._copy):
            said = "{path} was changed by another program."
            return Say(said, path=for_shell(self.path))
        self._seen = now
        return None

    def _looked_at(self) -> os.stat_result | None:
        """See how the file looks; None where the disk does not say."""
        try:
            return os.fstat(self._descriptor)
        except OSError:
            return None


def _looks(file: os.stat_result) -> tuple[int, ...]:
    return file.st_size, file.st_mtime_ns, file.st_ctime_ns
