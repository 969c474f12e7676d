"""What ``referee play`` hears: lines, typed or piped in, and signals that ask it to end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any, Final, NoReturn

from referee.cli.output import columns, talk
from referee.core.answers.text_input import match_key
from referee.core.say import RefereeError, Say
from referee.render.text import wrapped

LONGEST: Final = 8192
"""Characters of the longest line that is read; a refused one is quoted, however long it is."""
PROMPT: Final = "> "
_DELIMITERS: Final = " \t;,"


class LineReader:
    """Reads lines, with editing at a terminal.

    There the Up key recalls the lines of this game, and Tab completes the ``words``, unless
    Python has no readline.
    """

    def __init__(self, *, at_terminal: bool) -> None:
        self.at_terminal = at_terminal
        self.words: Callable[[], Iterable[str]] = tuple
        self._prompt = PROMPT
        self._readline = _line_editing(self._completed) if at_terminal else None

    def line(self, *, prompt: str = PROMPT, is_kept: bool = True) -> str | None:
        """Read one line; None at the end of the input. Lines over ``LONGEST`` are skipped.

        The Up key does not recall a line that is not ``is_kept``.
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
        """Read one line with editing; whatever ends it, output continues on a new line."""
        try:
            return input(self._prompt)
        except EOFError:
            talk()
            return None
        except BaseException:  # Ctrl-C, or a signal
            with suppress(OSError):
                talk()
            raise

    def forget(self) -> None:
        """Take the last line out of those that the Up key recalls."""
        readline = self._readline
        if readline is not None and (last := readline.get_current_history_length()):
            readline.remove_history_item(last - 1)

    def interrupt(self, line: str) -> None:
        """Print a line while one is being typed, and what was typed so far again below."""
        typed = _typed_so_far()
        talk(f"\n{line}")
        sys.stderr.write(f"{self._prompt}{typed}")
        sys.stderr.flush()

    def ask(self, question: str) -> str | None:
        """Ask a question and read the line that answers it."""
        cells = columns() if self.at_terminal else _CELLS
        for line in question.splitlines():
            for part in wrapped(line, cells):
                talk(part)
        return self.line()

    def _completed(self, typed: str, index: int) -> str | None:
        start = match_key(typed.removeprefix("/").removeprefix("@"))
        sign = typed[:1] if typed[:1] in {"/", "@"} else ""
        found = [f"{sign}{word} " for word in self.words() if match_key(word).startswith(start)]
        return found[index] if index < len(found) else None


_CELLS: Final = 80


def _piped() -> str | None:
    line = rest = sys.stdin.readline(LONGEST + 2)  # its end may be two signs
    while len(rest) > LONGEST and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST + 2)
    return line.rstrip("\r\n") if line else None


def _readable(line: str) -> str:
    """Decode what the stream could not as UTF-8, with ``�`` for bytes that are not."""
    if not any("\ud800" <= sign <= "\udfff" for sign in line):
        return line
    raw = line.encode(sys.stdin.encoding or "utf-8", "surrogateescape")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode(sys.stdin.encoding or "utf-8", "replace")


def _typed_so_far() -> str:
    """Return the line that is being edited; empty without a line editor."""
    readline = sys.modules.get("readline")
    return str(readline.get_line_buffer()) if readline else ""


def _line_editing(complete: Callable[[str, int], str | None]) -> ModuleType | None:
    """Set up readline; None if Python was built without it."""
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


HANDLED_SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""The signals that ask; Python itself handles SIGINT, and SIGKILL does not ask."""
HEARTBEAT: Final = 0.25
"""Seconds after which a signal is handled that came just before a line was awaited.

Python's own handlers run between two steps of the program. A signal between the last step and the
wait for a key, or to another thread, would otherwise be handled with the next key only.
"""


class Terminated(BaseException):
    """A signal has come: every ``finally`` runs, and nobody takes it for a fault."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Finish what is done here in order when a signal asks, then end the program by the signal.

    So the timer is recorded, the line editor is closed, and whoever waits for the program still
    sees which signal has ended it: 128+n in a shell. What was ignored stays ignored.
    """
    import signal  # only play has anything to put in order

    came: list[int] = []

    def end(number: int, frame: object) -> NoReturn:
        came.append(number)
        for each in before:  # a shell that goes may hang up twice; who asks twice may insist
            signal.signal(each, signal.SIG_DFL if each == signal.SIGTERM else signal.SIG_IGN)
        raise Terminated

    known = [getattr(signal, name) for name in HANDLED_SIGNALS if hasattr(signal, name)]
    before: dict[int, Any] = {}
    with suppress(ValueError):  # signals come to the main thread only
        for each in known:
            if signal.getsignal(each) is signal.SIG_DFL:
                before[each] = signal.signal(each, end)
    restore = _listening(signal)
    try:
        yield
    except BaseException:  # a terminal that is gone takes no farewell: still it was the signal
        if not came:
            raise
    finally:
        restore()
        for each, old in before.items():
            signal.signal(each, old)
    if came:
        _end_by(came[0])


def _listening(signal: ModuleType) -> Callable[[], None]:
    """Start to handle Ctrl-C and the heartbeat; return what restores the handlers before."""
    before: dict[int, Any] = {}
    with suppress(ValueError):  # signals come to the main thread only
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
        if sys.platform != "win32" and hasattr(signal, "setitimer"):
            before[signal.SIGALRM] = signal.signal(signal.SIGALRM, lambda number, frame: None)
            signal.setitimer(signal.ITIMER_REAL, HEARTBEAT, HEARTBEAT)

    def restore() -> None:
        if sys.platform != "win32" and hasattr(signal, "setitimer") and signal.SIGALRM in before:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for each, old in before.items():
            signal.signal(each, old)

    return restore


def _end_by(number: int) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    if sys.platform != "win32":  # where it would not show by which signal
        os.kill(os.getpid(), number)
    sys.exit(128 + number)
