"""Hand the keyboard to one player, who types and reads out of sight of the others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from referee.cli.output import talk
from referee.cli.play.line_reader import LineReader
from referee.cli.play.prompt import WIDTH, Look, PromptLines, response_lines
from referee.core.answers.text_input import match_key
from referee.core.play.loop import GameLoop
from referee.core.play.reading import commands
from referee.core.play.reading.commands import CHANGING, Command, command_in
from referee.core.play.response import Response, ResponseKind
from referee.core.say import BadAnswer, Say
from referee.core.table import Player

DONE: Final = "done"
_APART: Final = "\x1b[?1049h\x1b[H\x1b[2J"
_BACK: Final = "\x1b[H\x1b[2J\x1b[3J\x1b[?1049l"
NOT_HERE: Final = Say("This terminal cannot hide what is typed.")


class Handover:
    """Hands the keyboard to the one who has secrets from the players, and takes it back."""

    def __init__(
        self,
        loop: GameLoop,
        reader: LineReader,
        show: Callable[[Command], None],
        take: Callable[[str], list[Response]],
        say: Callable[[Say], None],
    ) -> None:
        """Take what is needed: ``show`` answers a command for one player alone.

        ``take`` answers a line at the table, and ``say`` prints a sentence there.
        """
        self._loop = loop
        self._reader = reader
        self._show = show
        self._take = take
        self._say = say
        people = (field.name for field in loop.session.game.setup if field.is_person)
        self._word = next(people, "")

    @property
    def is_needed(self) -> bool:
        """Whether anybody here has secrets from the table."""
        return bool(self._word)

    @property
    def is_possible(self) -> bool:
        """Whether this terminal has a screen apart."""
        return self._reader.at_terminal and os.environ.get("TERM", "dumb") != "dumb"

    @property
    def _person(self) -> Player:
        return self._loop.session.setup.roles[self._word]

    def is_for_one(self, name: str) -> bool:
        """Whether a command hands the keyboard over, or shows what one player alone may see."""
        view = self._loop.session.game.paper.views.get(name)
        return name == self._word or (view is not None and view.secret and self.is_needed)

    def open(self, command: Command) -> None:
        """Hand the keyboard over, or say to whom it has to be handed."""
        if command.name != self._word:
            said = "Only {person} may see the {view}. Type {word} to hand over the keyboard."
            facts = {"person": self._person, "view": command.name, "word": self._word}
            self._say(Say(said, **facts))
        elif self._reader.at_terminal and not self.is_possible:
            self._say(NOT_HERE)
        else:
            self._sit_down(is_asked=False)

    def ask_secret(self) -> None:
        """Ask out of sight what only one may answer; a pipe is asked as usual."""
        step = self._loop.session.step
        while step is not None and step.hides_answer and self.is_possible and self.is_needed:
            if not self._sit_down(is_asked=True):
                return
            step = self._loop.session.step

    def _sit_down(self, *, is_asked: bool) -> bool:
        """Let the person answer until they are done; False at the end of the input."""
        self._say(
            Say("Hand the keyboard to {person}. Everyone else looks away.", person=self._person)
        )
        if self.is_possible:
            said = "{person}, press Enter when only you can see the screen."
            self._say(Say(said, person=self._person))
            if self._reader.line(is_kept=False) is None:
                return False
        responses: list[Response] = []
        with self._apart():
            is_there = self._talk_apart(responses, is_asked=is_asked)
        self._tell_after(responses)
        return is_there

    @contextmanager
    def _apart(self) -> Iterator[None]:
        """Show what follows on a screen of its own, and clear it afterwards."""
        if not self.is_possible:
            yield
            return
        sys.stdout.flush()
        sys.stderr.write(_APART)
        sys.stderr.flush()
        try:
            yield
        finally:
            sys.stdout.flush()
            sys.stderr.write(_BACK)
            sys.stderr.flush()

    def _talk_apart(self, responses: list[Response], *, is_asked: bool) -> bool:
        said = "Only {person} sees this. Nothing typed here stays. {done}: back to the table"
        if self.is_possible:
            talk(Say(said, person=self._person, done=DONE))
        prompt = PromptLines(self._loop)
        while True:
            step = self._loop.session.step
            if step is not None and step.hides_answer:
                for line in prompt.lines(self._look, sand=None):
                    talk(line)
            elif is_asked:
                return True
            typed = self._reader.line(prompt=f"{self._person}> ", is_kept=False)
            if typed is None:
                return False
            word = match_key(typed)
            if word == DONE or (not word and self.is_possible and not self._has_default()):
                return True
            responses += self._answered(typed)

    def _has_default(self) -> bool:
        step = self._loop.session.step
        return step is not None and step.hides_answer and self._loop.default is not None

    def _answered(self, line: str) -> list[Response]:
        """Answer a line out of sight; return what was recorded."""
        try:
            command = command_in(line, self._loop.session.game, self._loop.session.step)
        except BadAnswer:
            command = None
        if command is not None and command.name not in CHANGING:
            if command.name not in {self._word, commands.QUIT}:
                self._show(command)
            return []
        return self._take(line)

    @property
    def _look(self) -> Look:
        from shutil import get_terminal_size

        cells = get_terminal_size().columns if self._reader.at_terminal else WIDTH
        return Look(colour=False, cells=cells)

    def _tell_after(self, responses: list[Response]) -> None:
        noted = [each for each in responses if each.kind is ResponseKind.RECORDED]
        places = tuple(str(number) for each in noted for number in each.numbers)
        if not places:
            self._say(Say("{person} is done.", person=self._person))
            return
        said = "{person} is done. Noted: {numbers}."
        self._say(Say(said, person=self._person, numbers=", ".join(places)))
        if self.is_possible:  # elsewhere it was said at once
            for response in noted:
                for line in response_lines(response, self._look, self._loop.session.book):
                    talk(line)
