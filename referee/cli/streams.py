"""The streams of the program: whatever is written arrives, or raises OutputError."""

from __future__ import annotations

import os
import sys
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import Any, Final, TextIO

_LOOK_AGAIN: Final = 1.0
"""Seconds after which a slow reader is tried again."""


class Asked:
    """What the command line asks of all output: its colour, and whether long results are paged."""

    color = "auto"
    has_pager = True

    @classmethod
    def forget(cls) -> None:
        """Begin as if nothing was asked: one process may run several command lines."""
        cls.color, cls.has_pager = "auto", True


class OutputError(OSError):
    """Output cannot be written. With EPIPE the reader has left, which is no error."""


class _Patient(RawIOBase):
    """Writes to a descriptor until all is written: after a part, and after EAGAIN, it goes on.

    Python's own raw stream returns the count instead, and its text layer drops the rest.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def write(self, raw: Any, /) -> int:  # noqa: ANN401 - whatever has bytes
        left = whole = memoryview(raw).cast("B")
        while left:
            try:
                left = left[os.write(self._descriptor, left) :]
            except BlockingIOError:
                self._wait()
            except OSError as error:
                raise OutputError(error.errno, error.strerror) from error
        return len(whole)

    def _wait(self) -> None:
        from select import select  # few readers are slower than we are

        select([], [self._descriptor], [], _LOOK_AGAIN)


def ready_streams() -> None:
    """Replace closed streams by the empty device, and let none fail on a letter."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")  # the ears make the best of it
    sys.stdout = _to_the_end(sys.stdout, sys.__stdout__)
    sys.stderr = _to_the_end(sys.stderr, sys.__stderr__)


def drop_output(*streams: TextIO) -> None:
    """Discard what is left, so that the interpreter's own flush does not complain."""
    for stream in streams:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _to_the_end(stream: TextIO, own: TextIO | None) -> TextIO:
    """Return a stream on the same descriptor that writes everything.

    Only the interpreter's ``own`` is replaced, and it stays alive in ``sys``: otherwise its
    descriptor would be closed, and the next file to be opened, a journal, would get the talk.
    Consoles of Windows take text, not bytes.
    """
    if stream is own and sys.platform != "win32" and isinstance(stream, TextIOWrapper):
        return TextIOWrapper(
            BufferedWriter(_Patient(stream.fileno())),
            stream.encoding,
            "backslashreplace",
            line_buffering=stream.line_buffering,
            write_through=stream.write_through,
        )
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream
