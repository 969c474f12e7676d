"""What ``referee play`` hears: lines that are typed or piped in, and lines said in between."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import ModuleType
from typing import Final

from referee.cli.output import talk
from referee.core.answers.text_input import match_key
from referee.core.say import RefereeError, Say
from referee.render.text import wrapped

LONGEST: Final = 8192
"""Characters of the longest line that is read; what is refused is quoted, however long it is."""
PROMPT: Final = "> "
_DELIMITERS: Final = " \t;,"


class LineReader:
    """Hears the table: lines with editing at a terminal, else one line of input after the other.

    At a terminal the Up key walks through the lines of this game, and Tab completes the words
    that ``words`` gives for what is typed; neither is there where Python has no readline.
    """

    def __init__(self, *, at_terminal: bool) -> None:
        """Listen; editing is there only at a terminal."""
        self.at_terminal = at_terminal
        self.words: Callable[[], Iterable[str]] = tuple
        self._prompt = PROMPT
        self._readline = _line_editing(self._completed) if at_terminal else None

    def line(self, *, prompt: str = PROMPT, is_kept: bool = True) -> str | None:
        """Hear one line; None at the end of the input. One that nobody types is passed over.

        A line that is not ``is_kept`` does not come back with the Up key.
        """
        self._prompt = prompt
        if self._readline is not None:
            self._readline.set_auto_history(is_kept)
        while (line := self._next()) is not None and len(line) > LONGEST:
            talk(Say("A line of more than {n} characters is not read.", n=LONGEST))
        return line

    def _next(self) -> str | None:
        try:
            line = self._edited() if self.at_terminal else _piped()
        except UnicodeError as error:  # UTF-16, say, of which nothing can be made the best
            said = Say("The input is not {encoding}.", encoding=sys.stdin.encoding)
            raise RefereeError(said) from error
        except OSError:  # a terminal that is gone, or what was never there to be read
            return None
        return None if line is None else _readable(line)

    def _edited(self) -> str | None:
        """Hear one line with editing; whatever ends it, what follows begins a line of its own."""
        try:
            return input(self._prompt)
        except EOFError:
            talk()
            return None
        except BaseException:  # Ctrl-C, or a signal
            with suppress(OSError):
                talk()
            raise

    def interrupt(self, line: str) -> None:
        """Say a line while one is being heard: below what was typed so far, which comes again."""
        typed = _typed_so_far()
        talk(f"\n{line}")
        sys.stderr.write(f"{self._prompt}{typed}")
        sys.stderr.flush()

    def say(self, line: str, out: Callable[[str], None]) -> None:
        """Say a line; it breaks between words."""
        cells = _CELLS
        if self.at_terminal:
            from shutil import get_terminal_size  # it loads what packs archives

            cells = get_terminal_size().columns
        for part in wrapped(line, cells):
            out(part)

    def ask(self, question: str) -> str | None:
        """Put a question and hear the line that answers it."""
        for line in question.splitlines():
            self.say(line, talk)
        return self.line()

    def _completed(self, typed: str, index: int) -> str | None:
        """Give the index-th word that begins with what is typed, for the Tab key."""
        start = match_key(typed.removeprefix("/").removeprefix("@"))
        sign = typed[:1] if typed[:1] in {"/", "@"} else ""
        found = [f"{sign}{word} " for word in self.words() if match_key(word).startswith(start)]
        return found[index] if index < len(found) else None


_CELLS: Final = 80


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


def _line_editing(complete: Callable[[str, int], str | None]) -> ModuleType | None:
    """Let a terminal recall, edit and complete lines, where Python has been built with it."""
    try:
        import readline
    except ImportError:
        return None
    readline.clear_history()
    readline.set_completer(complete)
    readline.set_completer_delims(_DELIMITERS)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    return readline
