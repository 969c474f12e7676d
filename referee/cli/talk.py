"""The table talk of ``referee play``: prompts, answers, and what a slash asks for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from shutil import get_terminal_size
from typing import Any, Final

from referee.cli.asides import Asides
from referee.cli.output import UNUSABLE_JOURNAL, result, talk
from referee.cli.prompt import prompt_lines, verdict_line
from referee.cli.tally import tally_of
from referee.core.drive import COMMANDS, Drive, Echo
from referee.core.say import Say
from referee.core.words import plain
from referee.files.journal import Journal, NotNoted
from referee.tables.cells import folded_to
from referee.tables.formats import Format, Style

QUIT: Final = "/quit"


class Ears:
    """Hears the table: lines with editing at a terminal, else one line of input after the other."""

    def __init__(self, *, at_terminal: bool) -> None:
        """Listen; editing is there only at a terminal."""
        self.at_terminal = at_terminal
        if at_terminal:
            _with_line_editing()

    def line(self) -> str | None:
        """Hear one line; None at the end of the input."""
        if self.at_terminal:
            try:
                return input("> ")
            except EOFError:
                talk()
                return None
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def say(self, line: str, out: Callable[[str], None]) -> None:
        """Say a line; at a terminal it breaks between words."""
        cells = get_terminal_size().columns if self.at_terminal else 0
        for part in folded_to(line, cells) if cells else [line]:
            out(part)

    def answer_to(self, question: str) -> str | None:
        """Put a question and hear the line that answers it."""
        for line in question.splitlines():
            self.say(line, talk)
        return self.line()


class Table:
    """One table at play: takes lines until the table leaves or the input ends."""

    def __init__(self, journal: Journal, style: Style, ears: Ears) -> None:
        """Sit down. At a terminal a table call waits for Enter; elsewhere the answer is enough."""
        self._journal = journal
        self._ears = ears
        self._drive: Drive[Any, Any] = Drive(journal.session, confirms=ears.at_terminal)
        self._asides = Asides(journal, self._drive, style)
        self._style = style
        self._code = 0

    def play(self) -> int:
        """Play until the table leaves, and give the exit code."""
        shown = -1
        try:
            while True:
                step = self._drive.session.step
                here = len(self._drive.session.record)
                if step is None and shown != here:
                    self._show_end()
                for prompt in prompt_lines(self._drive, again=shown == here):
                    self._ears.say(prompt, talk)
                shown = here
                line = self._ears.line()
                if line is None or plain(line) == QUIT or (step is None and not line.strip()):
                    return self._code
                self._take(line)
        finally:
            self._farewell()

    def _take(self, line: str) -> None:
        """Answer one line: an aside, or words for the drive."""
        command = plain(line).partition(" ")[0]
        if command == "?" or (command.startswith("/") and command not in COMMANDS):
            self._asides.answer(plain(line))
            return
        try:
            self._drive.take_line(line, self._tell)
            self._code = 0
        except NotNoted as problem:  # the session has not taken it either; the table may try again
            self._code = UNUSABLE_JOURNAL
            talk(str(problem))

    def _tell(self, echo: Echo) -> None:
        self._asides.remember(echo)
        self._ears.say(verdict_line(echo), result)

    def _show_end(self) -> None:
        tallied = tally_of(self._drive.session)
        if not isinstance(tallied, Say):
            result("\n" + tallied.show(Format.TABLE, self._style))

    def _farewell(self) -> None:
        path = str(self._journal.path)
        talk(str(Say("Everything is kept in {path}.", path=path)))
        if self._drive.session.step is not None:
            talk(str(Say("Go on with: referee play {path}", path=path)))


def _with_line_editing() -> None:
    """Let a terminal recall and edit lines, where Python has been built with it."""
    try:
        import readline  # noqa: F401  # importing it is what makes input() use it
    except ImportError:
        return
