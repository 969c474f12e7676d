"""Hand the keyboard to one player, who types and reads out of sight of the others."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from referee.cli.output import columns, talk
from referee.cli.play.line_reader import LineReader
from referee.cli.play.prompt import DONE, WIDTH, Look, PromptLines, response_lines
from referee.core.answers.choices import YesNo
from referee.core.answers.text_input import match_key
from referee.core.play.loop import GameLoop
from referee.core.play.reading import commands
from referee.core.play.reading.commands import CHANGING, Command, command_in, is_question
from referee.core.play.response import Response, ResponseKind
from referee.core.play.session import people_of
from referee.core.play.stage import Step
from referee.core.say import AsIs, BadAnswer, Say, as_typed
from referee.core.table import Player

_APART: Final = "\x1b[?1049h\x1b[H\x1b[2J"
_BACK: Final = "\x1b[H\x1b[2J\x1b[3J\x1b[?1049l"
ONLY_FOR_SOME: Final = Say("Only for those who may look. Show it? ({yes})", yes="yes")
NOT_HERE: Final = Say("This terminal cannot hide what is typed.")
_WITH_ANSWER: Final = frozenset((commands.FIX, commands.INSERT))
"""The commands that an answer follows."""
_TOLD_TO_ALL: Final = frozenset(
    (ResponseKind.RECORDED, ResponseKind.CORRECTED, ResponseKind.UNDONE)
)
_MOST_LISTED: Final = 40
"""More answers than anybody reads are not listed."""


class Handover:
    """Hands the keyboard to the one who has secrets from the others, and takes it back.

    That is the person with a role, if the game has one, and else the player who is asked for what
    the others are not to see.
    """

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
        self._seated = Player("")
        loop.tells_secrets = not (self.is_needed and self.is_possible)

    @property
    def is_needed(self) -> bool:
        """Whether somebody besides the players has secrets from the table."""
        return bool(self._word)

    @property
    def is_possible(self) -> bool:
        """Whether this terminal has a screen apart."""
        return self._reader.at_terminal and os.environ.get("TERM", "dumb") != "dumb"

    @property
    def _person(self) -> Player:
        return self._loop.session.setup.roles[self._word] if self._word else self._seated

    def is_for_one(self, name: str) -> bool:
        """Whether a command hands the keyboard over, or shows what one player alone may see."""
        view = self._loop.session.game.paper.views.get(name)
        return name == self._word or (view is not None and view.secret and self.is_needed)

    def show_alone(self, show: Callable[[], None]) -> None:
        """Show what not everybody may see, if somebody says yes to it, until the next key."""
        if self._reader.at_terminal and not self.is_possible:
            self._say(NOT_HERE)
            return
        typed = self._loop.read(self._reader.ask(str(ONLY_FOR_SOME)) or "no")
        is_wanted = False
        with suppress(BadAnswer):
            is_wanted = YesNo().parse(typed)
        if not is_wanted:
            self._say(Say("Not shown."))
            self._look_up(typed)
            return
        with self._apart():
            show()
            if self.is_possible:
                talk(Say("Enter clears it."))
                self._reader.line(prompt="", is_kept=False)

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

    def refusal(self, line: str, command: Command | None) -> Say | None:
        """Refuse a line of the table that holds what only one may say, whatever it says."""
        if self._loop.tells_secrets or (command and command.name not in _WITH_ANSWER):
            return None
        found = self._told_apart(line)
        if found is None:
            return None
        said = "A {what} is {person}'s secret. Type {word} to hand over the keyboard."
        return Say(said, what=found[0], person=self._person, word=self._word)

    def _told_apart(self, line: str) -> tuple[str, Say] | None:
        """Find a word of an answer that is for one alone, and what is asked where it is the last.

        Who listens must not learn from the refusal how far the rest was read.
        """
        session = self._loop.session
        people = people_of(session.setup)
        for stage in session.game.course.all_stages:
            for word, asked in stage.apart(session.state).items():
                if _names_apart(line, stage.keyword, word, people):
                    return word, asked
        return None

    def ask_secret(self) -> bool:
        """Ask out of sight what only one may answer; False at the end of the input.

        A pipe is asked as usual.
        """
        if self._loop.sealed.player is not None and self.is_possible:
            self._seated = Player("")
            if not self._ask_each():
                return False
        step = self._loop.session.step
        while step is not None and step.hides_answer and self.is_possible:
            self._seated = step.player or Player("")
            if not self._person:  # nobody is asked by name
                break
            before = len(self._loop.session.record)
            if not self._sit_down(is_asked=True):
                return False
            if not self._word and len(self._loop.session.record) == before:
                break  # a player who leaves it open lets the table go on, or leave
            step = self._loop.session.step
        return True

    def _ask_each(self) -> bool:
        """Let everybody answer out of sight, and then show all of it; False at the input's end."""
        sealed, prompt = self._loop.sealed, PromptLines(self._loop)
        while (player := sealed.player) is not None:
            if not self._is_handed_to(player):
                return False
            responses: list[Response] = []
            with self._apart():
                while sealed.player == player and not responses:
                    for line in prompt.lines(self._look, sand=None, again=True):
                        talk(line)
                    typed = self._reader.line(prompt=f"{player}> ", is_kept=False)
                    if typed is None:
                        return False
                    if match_key(typed) == DONE:
                        return True
                    responses = [each for each in self._answered(typed) if each.ruling is not None]
            for response in responses:
                for line in response_lines(response, self._look, self._loop.session.book):
                    talk(line)
            if not all(each.is_taken for each in responses):
                return True  # the table may overrule it
        return True

    def _is_handed_to(self, person: Player) -> bool:
        """Hand the keyboard over; False at the end of the input."""
        self._say(Say("Hand the keyboard to {person}. Everyone else looks away.", person=person))
        if not self.is_possible:
            return True
        self._say(Say("{person}, press Enter when only you can see the screen.", person=person))
        return self._reader.line(is_kept=False) is not None

    def _sit_down(self, *, is_asked: bool) -> bool:
        """Let the person answer until they are done; False at the end of the input."""
        if not self._is_handed_to(self._person):
            return False
        responses: list[Response] = []
        with self._apart():
            is_there = self._talk_apart(responses, is_asked=is_asked)
        self._loop.forget()
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
        told, self._loop.tells_secrets = self._loop.tells_secrets, True
        try:
            yield
        finally:
            self._loop.tells_secrets = told
            sys.stdout.flush()
            sys.stderr.write(_BACK)
            sys.stderr.flush()

    def _talk_apart(self, responses: list[Response], *, is_asked: bool) -> bool:
        if self.is_possible:
            said = "Only {person} sees this. Nothing typed here stays. {done}: back to the table"
            talk(Say(said, person=self._person, done=DONE))
        prompt = PromptLines(self._loop)
        while True:
            step = self._loop.session.step
            if step is not None and self._is_asked(step):
                for line in prompt.lines(self._look, sand=None):
                    talk(line)
            elif is_asked:
                return True
            typed = self._reader.line(prompt=f"{self._person}> ", is_kept=False)
            if typed is None:
                return False
            typed = self._loop.read(typed)
            word = match_key(typed)
            if word == DONE or (not word and self.is_possible and not self._has_default()):
                return True
            step = self._loop.session.step
            came = self._answered(typed)
            responses += came
            if step is not None and step.hides_answer and came:
                self._list_what_can_be(step, came[-1])

    def _look_up(self, line: str) -> bool:
        """Look up what a line asks of the referee, if it asks; return whether it does."""
        if not is_question(line):
            return False
        self._show(Command(commands.ASK, line))
        return True

    def _is_asked(self, step: Step) -> bool:
        """Whether a step asks the one who sits here for what the others are not to see."""
        return step.hides_answer and (bool(self._word) or step.player == self._seated)

    def _list_what_can_be(self, step: Step, response: Response) -> None:
        """List behind a refusal what would be taken: whoever sees this knows the secret."""
        offered = [step.answers.offer(at) for at in range(min(step.answers.size, _MOST_LISTED))]
        if response.kind is ResponseKind.REFUSED and offered:
            shown = AsIs("  ".join(map(as_typed, offered)))
            self._say(Say("Possible: {answers}", answers=shown))

    def _has_default(self) -> bool:
        step = self._loop.session.step
        return step is not None and step.hides_answer and self._loop.default is not None

    def _answered(self, line: str) -> list[Response]:
        """Answer a line out of sight; return what was recorded."""
        command = None
        with suppress(BadAnswer):
            command = command_in(line, self._loop.session.game, self._loop.session.step)
        if command is not None and command.name not in CHANGING:
            if command.name not in {self._word, commands.QUIT}:
                self._show(command)
            return []
        if command is not None and command.name == commands.NOTE:
            self._say(Say("A note is read by all. Write it at the table."))
            return []
        if command is None or command.name in _WITH_ANSWER:
            found = self._told_apart(line)
            if found is not None and not any(sign.isdigit() for sign in _behind(line, found[0])):
                talk(found[1])
                more = self._reader.line(prompt=f"{self._person}> ", is_kept=False)
                more = more and self._loop.read(more)
                if not more or match_key(more) == DONE or self._look_up(more):
                    return []
                line = f"{line} {more}"
        return self._take(line)

    @property
    def _look(self) -> Look:
        return Look(colour=False, cells=columns() if self._reader.at_terminal else WIDTH)

    def _tell_after(self, responses: list[Response]) -> None:
        told = [each for each in responses if each.kind in _TOLD_TO_ALL]
        noted = [each for each in told if each.kind is not ResponseKind.UNDONE]
        places = dict.fromkeys(str(number) for each in noted for number in each.numbers)
        said = "{person} is done. Noted: {numbers}." if places else "{person} is done."
        self._say(Say(said, person=self._person, numbers=", ".join(places)))
        if self.is_possible:  # elsewhere it was said at once
            for response in told:
                for line in response_lines(response, self._look, self._loop.session.book):
                    talk(line)


def _behind(line: str, word: str) -> str:
    """Give what follows the word, or a beginning of it, at the end of a line."""
    return re.split(rf"(?<![a-z]){_begun(word)}(?![a-z])|{word}", match_key(line))[-1]


def _names_apart(line: str, keyword: str, word: str, people: Iterable[str]) -> bool:
    """Whether a line names what one alone may say: by the whole word, or as it may be typed.

    That is both words or their beginnings, in one or apart. What is followed by words alone says
    no more than everybody may hear; neither do two single letters, which are two short answers.

    >>> [_names_apart(each, "event", "landslide", ("Eve",)) for each in ("f; ev land 3,2", "el3,2")]
    [True, True]
    >>> _names_apart("vote Eve l, Bo f", "event", "landslide", ("Eve",))
    False
    """
    text = match_key(line)
    for name in sorted(map(match_key, people), key=len, reverse=True):
        if word in name:
            text = text.replace(name, "")
    typed = rf"(?P<whole>{word})|(?<![a-z])(?P<key>{_begun(keyword)}) ?(?P<own>{_begun(word)})"
    for found in re.finditer(rf"(?:{typed})(?![a-z])(?P<rest>[^;；]*)", text):
        rest, key = found["rest"].strip(), found["key"]
        has_number = any(sign.isdigit() for sign in rest)
        if rest[:1].isalpha() and not has_number:
            continue
        is_short = key and found.start() and len(found["own"]) == 1 and not has_number
        if is_short and any(match_key(name).startswith(key) for name in people):
            continue
        if not key or has_number or len(key + found["own"]) > len("el"):
            return True
    return False


def _begun(word: str) -> str:
    """Make the pattern of any beginning of a word."""
    pattern = ""
    for letter in reversed(word[1:]):
        pattern = f"(?:{re.escape(letter)}{pattern})?"
    return re.escape(word[0]) + pattern
