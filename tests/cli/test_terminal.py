"""Play at a terminal: a pseudo terminal stands in for the table's."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import FOUR, call, surroundings

pty = pytest.importorskip("pty", reason="no pseudo terminals here")

SIT_DOWN = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "referee", *sys.argv[1:]])
"""
"""Makes the pseudo terminal the one that Ctrl-C belongs to, and becomes the program."""
CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"


class Terminal:
    """A program at a pseudo terminal."""

    def __init__(self, *words: str) -> None:
        self._ours, theirs = pty.openpty()
        self._program = subprocess.Popen(
            [sys.executable, "-c", SIT_DOWN, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=surroundings({"TERM": "dumb"}),
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""
        self._seen = 0
        self._decode = getincrementaldecoder("utf-8")().decode

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def wait_for(self, words: str, *, press: str = "") -> None:
        """Read on until the words are shown behind what was waited for last.

        ``press`` is pressed first, and again whenever a second passes in silence: a signal
        that comes just before the line editor falls asleep is seen at the next key only.
        """
        self.type(press)
        until = time.monotonic() + 30
        while (at := self.shown.find(words, self._seen)) < 0:
            assert time.monotonic() < until, self.shown
            readable, _, _ = select.select([self._ours], [], [], 1)
            if readable:
                self.shown += self._read()
            elif press:
                self.type(press)
        self._seen = at + len(words)

    def _read(self) -> str:
        try:
            read = os.read(self._ours, 65536)
        except OSError:  # the way Linux tells that nobody holds the other side any more
            read = b""
        assert read, f"the program has left: {self.shown}"
        return self._decode(read)

    def leave(self) -> int:
        return self._program.wait(timeout=30)

    def close(self) -> None:
        self._program.kill()
        self._program.wait(timeout=30)
        os.close(self._ours)


@pytest.fixture
def table() -> Iterator[Terminal]:
    terminal = Terminal("play", "no-swap", "--players", FOUR, "--journal", "t.jsonl")
    terminal.wait_for("[Enter: Ana]")
    terminal.wait_for("> ")
    yield terminal
    terminal.close()


def test_enter_takes_the_answer_in_brackets(table: Terminal) -> None:
    table.type(ENTER)
    table.wait_for("   1  Ana is the first captain.")
    assert "1 Ana  2 小明  3 ゆうこ  4 Bo" in table.shown
    table.wait_for("> ")
    table.type("2g 6b" + ENTER)
    table.wait_for("1 gold  2 black")
    table.wait_for("> ")
    table.type(CTRL_D)
    table.wait_for("Go on with: referee play t.jsonl")
    assert table.leave() == 0


def test_ctrl_c_leaves_with_130_and_a_whole_journal(table: Terminal) -> None:
    table.type("Bo" + ENTER)
    table.wait_for("   1  Bo is the first captain.")
    table.wait_for("> ")
    table.type("3g 3")
    table.wait_for("3g 3")
    table.wait_for("Everything is kept in t.jsonl.", press=CTRL_C)
    assert table.leave() == 130
    assert "Traceback" not in table.shown
    entries = call("log", "t.jsonl", "--format", "json").json["entries"]
    assert [entry["words"] for entry in entries] == ["Bo"]
    assert call("play", "t.jsonl", heard="3g 3s 2b\n").code == 0


def test_ctrl_d_leaves_with_0(table: Terminal) -> None:
    table.type(CTRL_D)
    table.wait_for("Everything is kept in t.jsonl.")
    assert table.leave() == 0
    assert Path("t.jsonl").is_file()


def test_a_score_at_a_terminal_has_colours_where_the_terminal_has(played: str) -> None:
    terminal = Terminal("score", played)
    terminal.wait_for(" wins with ")
    assert terminal.leave() == 0
    assert "\x1b[" not in terminal.shown
    terminal.close()
