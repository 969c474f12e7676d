"""The ears of ``referee play``: lines that are typed or piped in, and lines said in between."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from shutil import get_terminal_size
from typing import Final

from referee.cli.output import talk
from referee.core.say import RefereeError, Say
from referee.render.text import wrapped

LONGEST: Final = 8192
"""Signs of the longest line that is read; what is refused is quoted, however long it is."""


class LineReader:
    """Hears the table: lines with editing at a terminal, else one line of input after the other."""

    def __init__(self, *, at_terminal: bool) -> None:
        """Listen; editing is there only at a terminal."""
        self.at_terminal = at_terminal
        if at_terminal:
            _with_line_editing()

    def line(self) -> str | None:
        """Hear one line; None at the end of the input. One that nobody types is passed over."""
        while (line := self._next()) is not None and len(line) > LONGEST:
            talk(Say("A line of more than {n} signs is not read.", n=LONGEST))
        return line

    def _next(self) -> str | None:
        try:
            line = self._edited() if self.at_terminal else _piped()
        except UnicodeError as error:  # UTF-16, say, of which nothing can be made the best
            encoding = sys.stdin.encoding
            said = Say("What comes in is not {encoding}, as announced.", encoding=encoding)
            raise RefereeError(said) from error
        except OSError:  # a terminal that is gone, or what was never there to be read
            return None
        return None if line is None else _readable(line)

    def _edited(self) -> str | None:
        """Hear one line with editing; whatever ends it, what follows begins a line of its own."""
        try:
            return input("> ")
        except EOFError:
            talk()
            return None
        except BaseException:  # Ctrl-C, or a signal
            with suppress(OSError):
                talk()
            raise

    def break_in(self, line: str) -> None:
        """Say a line while one is being heard: below what was typed so far, which comes again."""
        typed = _typed_so_far()
        talk(f"\n{line}")
        sys.stderr.write(f"> {typed}")
        sys.stderr.flush()

    def say(self, line: str, out: Callable[[str], None]) -> None:
        """Say a line; at a terminal it breaks between words."""
        cells = get_terminal_size().columns if self.at_terminal else 0
        for part in wrapped(line, cells) if cells else [line]:
            out(part)

    def answer_to(self, question: str) -> str | None:
        """Put a question and hear the line that answers it."""
        for line in question.splitlines():
            self.say(line, talk)
        return self.line()


def _piped() -> str | None:
    """Hear one line of a pipe; of one that is longer than any the rest is passed over."""
    line = rest = sys.stdin.readline(LONGEST + 2)  # its end may be two signs
    while len(rest) > LONGEST and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST + 2)
    return line.rstrip("\r\n") if line else None


def _readable(line: str) -> str:
    """Read what the stream could not as UTF-8; bytes that are none of that become ``�``."""
    if not any("\ud800" <= sign <= "\udfff" for sign in line):
        return line
    raw = line.encode(sys.stdin.encoding or "utf-8", "surrogateescape")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode(sys.stdin.encoding or "utf-8", "replace")


def _typed_so_far() -> str:
    """Tell what stands in the line that is being edited, where lines can be edited."""
    readline = sys.modules.get("readline")
    return str(readline.get_line_buffer()) if readline else ""


def _with_line_editing() -> None:
    """Let a terminal recall and edit lines, where Python has been built with it."""
    try:
        import readline  # noqa: F401  # importing it is what makes input() use it
    except ImportError:
        return
