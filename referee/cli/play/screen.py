"""``referee play`` at a table: prompts, answers, commands, and where the record is saved."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from referee.cli.output import FAULT, UNUSABLE_JOURNAL, result, talk
from referee.cli.play.handover import Handover
from referee.cli.play.line_reader import LineReader
from referee.cli.play.prompt import (
    OVERRULE_HINT,
    SETUP,
    WIDTH,
    Look,
    PromptLines,
    Teaching,
    may_be_overruled,
    merged,
    response_lines,
)
from referee.core.answers.custom import is_any
from referee.core.answers.text_input import split_answers
from referee.core.paper.wording import text_of
from referee.core.play.loop import GameLoop
from referee.core.play.marks.marking import ON
from referee.core.play.reading import commands
from referee.core.play.reading.commands import Command, command_in
from referee.core.play.reading.typed import NOT_NOTED
from referee.core.play.response import Response, ResponseKind
from referee.core.play.session import people_of
from referee.core.ruling import Ruling
from referee.core.say import AsIs, BadAnswer, Say, join
from referee.files.diagnostics import for_shell
from referee.files.journal.errors import EmptyJournal, JournalError, WriteFailed
from referee.files.journal.journal import Journal
from referee.render.formats import Format, Style
from referee.render.text import width

if TYPE_CHECKING:
    from referee.cli.play.slash_commands import SlashCommands
    from referee.cli.play.timer import Countdown

NO_MODE: Final = Say("This terminal cannot hide what is typed. Secret answers stay on the screen.")


class Screen:
    """One table at play: takes lines until the table leaves or the input ends."""

    def __init__(self, journal: Journal, style: Callable[[], Style], reader: LineReader) -> None:
        """Begin. At a terminal a table call has to be confirmed, and forced answers are announced.

        ``style`` returns how the terminal looks now, for it may be resized.
        """
        self._journal = journal
        self._reader = reader
        self._loop = GameLoop(
            journal.session,
            confirms=reader.at_terminal,
            announces=reader.at_terminal,
            read_name=_read_name,
        )
        self._style: Callable[[], Style] = partial(_with_width, style)
        self._last: Ruling | None = None
        self._prompt = PromptLines(self._loop)
        self._teaching = Teaching(self._loop)
        self._handover = Handover(
            self._loop, reader, self._show_in_private, self._take_line, self._say
        )
        reader.words = self._words
        self._forced: list[Response] = []
        self._is_overrule_told = False
        self._is_all_taken = True
        """Whether all of the last line of answers was taken."""
        self._code = 0
        self._has_failed = False
        self._timer: Countdown | None = None
        self._line_ahead: str | None = None

    @cached_property
    def _commands(self) -> SlashCommands:
        from referee.cli.play.slash_commands import SlashCommands  # brings all that can be printed

        alone = self._handover.show_alone
        return SlashCommands(self._journal, self._loop, self._style, lambda: self._last, alone)

    def _show_in_private(self, command: Command) -> None:
        self._commands.answer(command, to_all=False)

    @property
    def _look(self) -> Look:
        style = self._style()
        return Look(colour=style.colour, cells=style.width or WIDTH)

    def play(self) -> int:
        """Play until the table leaves, and return the exit code."""
        try:
            self._begin()
            again, ended = False, -1
            while True:
                self._start_timer()
                self._settle()
                session = self._loop.session
                if session.step is None and ended != len(session.record):
                    self._show_end()
                    ended = len(session.record)
                if not self._ask_secret():
                    break
                self._show_prompt(again=again)
                line = self._line()
                line = line and self._loop.read(line)
                is_kept = self._note_what_ran_out()
                if line is None or (session.step is None and not line.strip()):
                    break
                refusal = self._handover.refuse_secret(line, self._command_in(line))
                if refusal is not None:
                    self._reader.forget()
                    self._say(refusal)
                    again = False
                    continue
                again, is_left = self._take_parts(line, is_kept=is_kept)
                if is_left:
                    break
        finally:
            if self._timer:
                self._timer.clock.leave()
            self._farewell()
        return FAULT if self._has_failed else self._code

    def _try(self, take: Callable[[], bool]) -> bool:
        """Answer a line; where a package from elsewhere fails, say so and ask again."""
        try:
            return take()
        except (Exception, SystemExit) as error:
            from referee.registry import fault_of  # few games come from elsewhere

            fault = fault_of(error)
            if fault is None:
                raise
            self._has_failed = True
            self._flush()
            self._say(fault.say)
            said = "Nothing was noted. Answer otherwise, or continue when it is fixed: {command}"
            command = AsIs(f"referee play {for_shell(self._journal.path)}")
            self._say(Say(said, command=command))
            return True

    def _line(self) -> str | None:
        """Read a line, or take the one that was typed to leave the pages of a lesson."""
        if self._line_ahead is not None:
            line, self._line_ahead = self._line_ahead, None
            return line
        return self._timer.line() if self._timer else self._reader.line()

    def _take_parts(self, line: str, *, is_kept: bool) -> tuple[bool, bool]:
        """Answer a line; return whether to ask again, and whether the table leaves."""
        again, self._is_all_taken = False, True
        for part in self._parts(line):
            command = self._command_in(part)
            if not self._is_all_taken:
                self._say(self._loop.typed.quoted(Say(NOT_NOTED, rest=part.strip())))
            elif command is not None and command.name == commands.QUIT:
                return again, True
            else:
                again = self._try(partial(self._take, part, command, is_kept=is_kept))
        return again, False

    def _parts(self, line: str) -> Iterator[str]:
        """Split a line before and after each command that only shows something."""
        if self._command_in(line) is not None:
            yield line
            return
        answers: list[str] = []
        for part in split_answers(line, people_of(self._loop.session.setup)):
            command = self._command_in(part)
            if command is None or command.name in commands.CHANGING:
                answers.append(part)
                continue
            if answers:
                yield ";".join(answers)
                answers = []
            yield part.strip()
        if answers:
            yield ";".join(answers)

    def _ask_secret(self) -> bool:
        before = len(self._loop.session.record)
        is_there = self._handover.ask_secret()
        if len(self._loop.session.record) != before:
            self._last = None  # the ruling on a secret is for one player alone
        return is_there

    def _begin(self) -> None:
        for name in people_of(self._loop.session.setup):
            width(name)  # some letters need a table, which is read before anybody waits
        is_hidden = self._handover.is_possible or not self._reader.at_terminal
        if self._handover.is_needed and not is_hidden:
            self._say(NO_MODE)
        for view in self._coming_back() if self._loop.session.active else ():
            self._commands.answer(Command(view, ""))

    def _start_timer(self) -> None:
        wanted = self._loop.session.preferences.get(commands.TIMER) == ON
        if wanted and self._timer is None:
            self._timer = _timer(self._journal, self._loop, self._reader)
        elif not wanted and self._timer is not None:
            self._timer.clock.leave()
            self._timer = None

    def _settle(self) -> None:
        with suppress(WriteFailed):  # then it is asked
            self._loop.settle(self._tell)
        self._flush()

    def _show_prompt(self, *, again: bool) -> None:
        sand = self._timer.clock.left_text() if self._timer else None
        look = self._look
        if self._teaching.is_on:
            self._teach_beginning(look)
        lesson = self._teaching.lesson(look)
        if lines := self._prompt.lines(look, sand=sand, again=again, lesson=lesson):
            talk("\n".join(lines))

    def _teach_beginning(self, look: Look) -> None:
        """Show the back of the box, and at a terminal the set-up, page by page.

        A page is left by Enter; any other line leaves them all, and answers what is asked then.
        """
        box = self._teaching.box_back(look)
        if not self._reader.at_terminal:
            if box:
                talk("\n".join(("", *box)))
            return
        session = self._loop.session
        setup = self._prompt.setup(session.step, look, len(session.active))
        if setup:
            setup[0] = ["", str(SETUP), *setup[0]]
        pages = [["", *box], *setup] if box else setup
        for number, page in enumerate(pages, start=1):
            more = Say("Enter: more ({n} of {all})", n=number, all=len(pages))
            talk("\n".join((*page, *look.broken(str(more)))))
            line = self._reader.line(is_kept=False)
            if line is None or line.strip():
                self._line_ahead = line
                return

    def _words(self) -> list[str]:
        session = self._loop.session
        step, words = session.step, list[str]()
        for each in (step, *step.alternatives) if step else ():
            words += [word for word in each.answers.numbered if word]
            words += [*getattr(each.answers, "players", ())]
            words += [each.keyword] if each is not step and is_any(each.answers) else []
        return list(dict.fromkeys((*words, *commands.bare_commands(session.game))))

    def _command_in(self, line: str) -> Command | None:
        with suppress(BadAnswer):  # the loop says what is wrong with it
            return command_in(line, self._loop.session.game, self._loop.session.step)
        return None

    def _note_what_ran_out(self) -> bool:
        """Record that the sand has run out, if it has, before judging what was typed.

        False if it cannot be recorded; an answer is then not judged either.
        """
        try:
            if self._timer:
                self._timer.note_what_ran_out(self._tell)
                self._flush()
        except WriteFailed as problem:
            self._code = UNUSABLE_JOURNAL
            self._say(problem.say)
            return False
        return True

    def _take(self, line: str, command: Command | None, *, is_kept: bool) -> bool:
        """Answer one line; return whether to show the question again."""
        if command is not None and command.name not in commands.CHANGING:
            if command.name == commands.JOURNAL:
                self._say(move_journal(self._journal, command.rest))
                return False
            if self._handover.is_for_one(command.name):
                self._handover.open(command)
                self._last = None
                return True
            self._commands.answer(command)
            return True
        if is_kept and command is None and self._shows_table(line):
            return True
        if is_kept:
            self._show_changed(command, self._take_line(line))
        return False

    def _shows_table(self, line: str) -> bool:
        """Show the table after Enter alone, where it answers nothing."""
        loop, step = self._loop, self._loop.session.step
        is_answer = line.strip() or loop.default or loop.is_asking_back or loop.is_paused
        if is_answer or step is None or not step.view:
            return False
        self._commands.answer(Command(step.view, ""))
        return True

    def _show_changed(self, command: Command | None, responses: Sequence[Response]) -> None:
        """Show the table unasked, where an event or a correction has changed much of it."""
        taken = [response for response in responses if response.is_taken]
        shown = [each.event.view for each in taken if each.event and each.event.view]
        if taken and command is not None and command.name in {commands.UNDO, commands.FIX}:
            shown = self._coming_back()
        if shown:
            self._commands.answer(Command(shown[-1], ""))

    def _coming_back(self) -> list[str]:
        session = self._loop.session
        view = session.step.view if session.step else ""
        return [view] if view and session.game.paper.views[view].comes_back else []

    def _take_line(self, line: str) -> list[Response]:
        try:
            responses = self._loop.feed_line(line, self._tell, is_read=True)
        except WriteFailed as problem:  # the session has not taken it; the table may try again
            self._flush()
            self._code = UNUSABLE_JOURNAL
            self._say(problem.say)
            if saved := rescue_journal(self._journal):  # a kill would take the evening along
                self._say(saved)
            return []
        self._flush()
        if any(response.is_taken for response in responses):
            self._code = 0
        self._is_all_taken = all(
            response.is_taken or response.kind is ResponseKind.TOLD for response in responses
        )
        if commands.says_much(line) and any(each.is_unread_answer for each in responses):
            self._commands.near(line)
        return responses

    def _tell(self, response: Response) -> None:
        self._last = response.ruling
        if response.is_forced:
            self._forced.append(response)
            return
        self._flush()
        self._print(response)

    def _flush(self) -> None:
        """Print the forced answers that were held back, equal ones in one line."""
        held, self._forced = self._forced, []
        for response in merged(held, len(self._loop.session.setup.seating)):
            self._print(response)

    def _print(self, response: Response) -> None:
        look, book = self._look, self._loop.session.book
        for line in self._prompt.unsaid(response, look):
            talk(line)
        lines = response_lines(response, look, book)
        for line in (*lines, *self._teaching.followed(response, look)):
            result(line, Format.PLAIN)
        last = self._loop.last  # /overrule would not note a refused correction
        is_answer = last is not None and last.ruling is response.ruling
        if may_be_overruled(response) and is_answer and not self._is_overrule_told:
            self._is_overrule_told = True
            self._say(OVERRULE_HINT)

    def _say(self, said: Say) -> None:
        for line in self._look.set_in(text_of(said)):
            talk(line)

    def _show_end(self) -> None:
        from referee.operations.scoring import session_report  # once an evening

        report = session_report(self._loop.session)
        if not isinstance(report, Say):
            result("\n" + report.show(Format.TABLE, self._style()))

    def _farewell(self) -> None:
        saved = rescue_journal(self._journal)
        path = for_shell(self._journal.path)
        self._say(saved or Say("Saved in {path}.", path=path))
        if self._journal.lost():
            self._code = UNUSABLE_JOURNAL
        elif self._loop.session.step is not None:
            talk(Say("To continue: referee play {path}", path=path))


def _with_width(style: Callable[[], Style]) -> Style:
    looks = style()
    return looks if looks.width else replace(looks, width=WIDTH)


def _read_name(words: str) -> str:
    from referee.files.values.scalars import WrongType, name_of  # asked where somebody is renamed

    try:
        return name_of(words)
    except WrongType as wrong:
        raise BadAnswer(wrong.message) from wrong


def _timer(journal: Journal, loop: GameLoop, reader: LineReader) -> Countdown:
    from time import monotonic  # few games have a timer, and few tables leave it to us

    from referee.cli.play.timer import Countdown, TimerClock
    from referee.operations.opening import now

    return Countdown(TimerClock(journal, loop, now, monotonic), reader)


MOVE_COMMAND: Final = "/journal"
"""The command that moves the record to another file; alone it says where the record is."""


def move_journal(journal: Journal, words: str) -> Say:
    """Move the whole record to the named file and continue there; say so, or why not."""
    old, new = for_shell(journal.path), words.strip()
    if not new:
        said = "The record: {path} ({move} PATH continues in another file)"
        return Say(said, path=old, move=MOVE_COMMAND)
    lost = journal.lost()
    try:
        journal.move_to(Path(new).expanduser())
    except (EmptyJournal, RuntimeError) as problem:  # RuntimeError: a home that nobody knows
        why = problem.why if isinstance(problem, EmptyJournal) else str(problem)
        refusal = Say("{new} cannot be used: {why}", new=for_shell(new), why=why)
        return join((refusal, Say("The record: {path}", path=old)), " ")
    said = "The record: {path}" if lost else "The record: {path} ({old} stays as it is)"
    return Say(said, path=for_shell(journal.path), old=old)


def rescue_journal(journal: Journal) -> Say | None:
    """Write the record again if its file is gone or spoiled, and say where; None if it is not.

    Whoever leaves cannot be asked for another file, so the first place that works is taken,
    beginning with the path itself.
    """
    lost = journal.lost()
    if lost is None or journal.path is None:
        return None
    for path in _paths_to_try(journal.path):
        with suppress(JournalError):
            journal.move_to(path)
            saved = Say("The whole record was written to {path}.", path=for_shell(path))
            return join((lost, saved), " ")
    return join((lost, Say("The record could not be written anywhere else.")), " ")


def _paths_to_try(path: Path) -> Iterator[Path]:
    """List places for a record: its path, next to it, here, home, the folder of temporary files."""
    yield path
    yield _unused(path)
    yield _unused(path.name)
    with suppress(RuntimeError):
        yield _unused(Path.home() / path.name)
    with suppress(OSError):
        from tempfile import gettempdir  # nearly no game ends here

        yield _unused(Path(gettempdir()) / path.name)


def _unused(path: Path | str) -> Path:
    wanted = Path(path)
    numbered = (wanted.with_stem(f"{wanted.stem}-{number}") for number in count(2))
    # Path.exists stumbles over a name that is too long.
    return next(free for free in numbered if not os.path.lexists(free))
