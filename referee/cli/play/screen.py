"""The table talk of ``referee play``: prompts, answers, and what a slash asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from referee.cli.output import UNUSABLE_JOURNAL, result, talk
from referee.cli.play.journal_rescue import MOVE, move_journal, rescue_journal
from referee.cli.play.line_reader import LineReader
from referee.cli.play.prompt import prompt_lines, verdict_line
from referee.cli.play.slash_commands import SlashCommands
from referee.cli.score_report import session_report
from referee.core.answers.text_input import halfwidth
from referee.core.paper.wording import text_of
from referee.core.play.loop import COMMANDS, GameLoop, Response
from referee.core.say import Say
from referee.files.journal.errors import WriteFailed
from referee.files.journal.journal import Journal
from referee.render.formats import Format, Style

if TYPE_CHECKING:
    from referee.cli.play.timer import Countdown

QUIT: Final = "/quit"


class Screen:
    """One table at play: takes lines until the table leaves or the input ends."""

    def __init__(
        self, journal: Journal, style: Callable[[], Style], ears: LineReader, *, timer: bool = False
    ) -> None:
        """Sit down. At a terminal a table call waits for Enter; elsewhere the answer is enough.

        ``style`` tells how the terminal looks now, for it may be resized. With ``timer`` the
        referee keeps the sand timer.
        """
        self._journal = journal
        self._ears = ears
        self._drive: GameLoop = GameLoop(journal.session, confirms=ears.at_terminal)
        self._asides = SlashCommands(journal, self._drive, style)
        self._style = style
        self._code = 0
        self._timer = _timer(journal, self._drive, ears) if timer else None

    def play(self) -> int:
        """Play until the table leaves, and give the exit code."""
        shown = -1
        try:
            while True:
                step = self._drive.session.step
                here = len(self._drive.session.record)
                if step is None and shown != here:
                    self._show_end()
                left = self._timer.left() if self._timer else None
                for prompt in prompt_lines(self._drive, again=shown == here, glass=left):
                    self._ears.say(prompt, talk)
                shown = here
                line = self._timer.line() if self._timer else self._ears.line()
                is_kept = self._note_what_ran_out()
                if line is None or halfwidth(line) == QUIT or (step is None and not line.strip()):
                    break
                self._take(line, is_kept=is_kept)
        finally:
            if self._timer:
                self._timer.leave()
            self._farewell()
        return self._code

    def _note_what_ran_out(self) -> bool:
        """Note that the sand has run out, if it has: before anything that was typed is judged.

        False where it cannot be noted; an answer is then not judged either.
        """
        try:
            if self._timer:
                self._timer.note_what_ran_out(self._tell)
        except WriteFailed as problem:
            self._code = UNUSABLE_JOURNAL
            talk(problem.say)
            return False
        return True

    def _take(self, line: str, *, is_kept: bool) -> None:
        """Answer one line: an aside, or words for the drive if all before them ``is_kept``."""
        command, _, rest = line.strip().partition(" ")
        command = halfwidth(command)
        if command == MOVE:
            self._ears.say(text_of(move_journal(self._journal, rest)), talk)
            return
        if command == "?" or (command.startswith("/") and command not in COMMANDS):
            self._asides.answer(halfwidth(line))
            return
        if not is_kept:
            return
        try:
            if any(echo.is_taken for echo in self._drive.feed_line(line, self._tell)):
                self._code = 0
        except (
            WriteFailed
        ) as problem:  # the session has not taken it either; the table may try again
            self._code = UNUSABLE_JOURNAL
            talk(problem.say)
            if saved := rescue_journal(self._journal):  # a kill would take the evening along
                talk(saved)

    def _tell(self, echo: Response) -> None:
        self._asides.set_last(echo)
        self._ears.say(verdict_line(echo), result)

    def _show_end(self) -> None:
        tallied = session_report(self._drive.session)
        if not isinstance(tallied, Say):
            result("\n" + tallied.show(Format.TABLE, self._style()))

    def _farewell(self) -> None:
        saved = rescue_journal(self._journal)
        path = str(self._journal.path)
        talk(saved or Say("Everything is kept in {path}.", path=path))
        if self._journal.lost():
            self._code = UNUSABLE_JOURNAL
        elif self._drive.session.step is not None:
            talk(Say("Go on with: referee play {path}", path=path))


def _timer(journal: Journal, drive: GameLoop, ears: LineReader) -> Countdown:
    from time import monotonic  # few games have a glass, and few tables leave it to us

    from referee.cli.open_files import now
    from referee.cli.play.timer import Countdown, TimerClock

    return Countdown(TimerClock(journal, drive, now, monotonic), ears)
