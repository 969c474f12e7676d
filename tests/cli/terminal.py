"""A pseudo terminal for tests: a program sits at it, and is typed to, resized, hung up on."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

from tests.cli.running import surroundings

SIT_DOWN = """\
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Makes the pseudo terminal the one that Ctrl-C belongs to, and becomes the program.

A shell lets what it starts in the background ignore Ctrl-C, and what that starts too.
"""
CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"


def _own_size(env: dict[str, str]) -> dict[str, str]:
    """Leave out how large the window of whoever runs the tests is."""
    return {name: text for name, text in env.items() if name not in {"COLUMNS", "LINES"}}


class Terminal:
    """A program at a pseudo terminal; ``with`` ends it."""

    def __init__(
        self,
        *words: str,
        program: tuple[str, ...] = ("-m", "referee"),
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._ours, theirs = pty.openpty()
        self._name = os.ttyname(theirs)
        self.settings_before = termios.tcgetattr(theirs)
        self._program = subprocess.Popen(
            [sys.executable, "-c", SIT_DOWN, *program, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=_own_size(surroundings()) | dict(env or {"TERM": "dumb"}),
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""
        self._seen = 0
        self._decode = getincrementaldecoder("utf-8")().decode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def answer(self, line: str = "", *, at: str = "> ") -> None:
        """Wait for a prompt, and type a line."""
        self.wait_for(at)
        self.type(line + ENTER)

    def send(self, number: int) -> None:
        self._program.send_signal(number)

    def resize(self, rows: int, columns: int) -> None:
        """Make the window so large, as whoever pulls at its corner does."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.send(signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the window; the system tells the program."""
        os.close(self._ours)
        self._ours = -1

    def settings(self) -> list[Any]:
        """Tell how the terminal is set: whether it shows what is typed, waits for lines, ..."""
        descriptor = os.open(self._name, os.O_RDWR | os.O_NOCTTY)
        try:
            return termios.tcgetattr(descriptor)
        finally:
            os.close(descriptor)

    def wait_for(self, words: str, *, press: str = "", number: int = 0) -> None:
        """Read on until the words are shown behind what was waited for last.

        ``press`` is pressed first, or a signal sent, and again whenever a second passes in
        silence: a signal that comes just before the line editor falls asleep is seen at the next
        key only.
        """
        self.type(press)
        if number:
            self.send(number)
        until = time.monotonic() + 30
        while (at := self.shown.find(words, self._seen)) < 0:
            assert time.monotonic() < until, self.shown
            readable, _, _ = select.select([self._ours], [], [], 1)
            if readable:
                self.shown += self._read()
            elif press:
                self.type(press)
            elif number:
                self.send(number)
        self._seen = at + len(words)

    def wait_for_all(self) -> None:
        """Read on until the program has left."""
        while select.select([self._ours], [], [], 30)[0] and (read := self._read_if_there()):
            self.shown += read

    def _read(self) -> str:
        read = self._read_if_there()
        assert read, f"the program has left: {self.shown}"
        return read

    def _read_if_there(self) -> str:
        """Read what is shown; nothing where the program has left."""
        try:
            return self._decode(os.read(self._ours, 65536))
        except OSError:  # the way Linux tells that nobody holds the other side any more
            return ""

    def leave(self) -> int:
        """Wait for the end; Enter is pressed whenever a second passes, see ``wait_for``."""
        for _ in range(30):
            with suppress(subprocess.TimeoutExpired):
                return self._program.wait(timeout=1)
            if self._ours >= 0:
                self.type(ENTER)
        raise AssertionError(self.shown)

    def close(self) -> None:
        self._program.kill()
        self._program.wait(timeout=30)
        if self._ours >= 0:
            os.close(self._ours)
