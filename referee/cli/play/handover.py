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

_SHOW_PRIVATE_SCREEN: Final = "\x1b[?1049h\x1b[H\x1b[2J"
_LEAVE_PRIVATE_SCREEN: Final = "\x1b[H\x1b[2J\x1b[3J\x1b[?1049l"
ONLY_FOR_SOME: Final = Say("Only for those who may look. Show it? ({yes})", yes="yes")
NOT_HERE: Final = Say("This terminal cannot hide what is typed.")
_WITH_ANSWER: Final = frozenset((commands.FIX, commands.INSERT))
"""The commands that an answer follows."""
_KINDS_FOR_ALL: Final = frozenset(
    (ResponseKind.RECORDED, ResponseKind.CORRECTED, ResponseKind.UNDONE)
)
_MOST_LISTED: Final = 40
"""More answers than anybody reads are not listed."""


class Handover:
    """Hands the keyboard to the one who has secrets from the others, and takes it back.

    That is the person with a role, if the game has one, and otherwise the player whose answer is
    secret.
    """

    def __init__(
        self,
        loop: GameLoop,
        reader: LineReader,
        show: Callable[[Command], None],
        take: Callable[[str], list[Response]],
        say: Callable[[Say], None],
    ) -> None:
        """Set what to call: ``show`` answers a command for one player alone.

        ``take`` takes a line of the table, and ``say`` prints a sentence for all.
        """
        self._loop = loop
        self._reader = reader
        self._show = show
        self._take = take
        self._say = say
        people = (field.name for field in loop.session.game.setup if field.is_person)
        self._role_word = next(people, "")
        self._seated = Player("")
        loop.tells_secrets = not (self.is_needed and self.is_possible)

    @property
    def is_needed(self) -> bool:
        """Whether somebody besides the players has secrets from the table."""
        return bool(self._role_word)

    @property
    def is_possible(self) -> bool:
        """Whether this terminal can show a private screen."""
        return self._reader.at_terminal and os.environ.get("TERM", "dumb") != "dumb"

    @property
    def _person(self) -> Player:
        return self._loop.session.setup.roles[self._role_word] if self._role_word else self._seated

    def is_for_one(self, name: str) -> bool:
        """Whether a command hands the keyboard over, or shows what one player alone may see."""
        view = self._loop.session.game.paper.views.get(name)
        return name == self._role_word or (view is not None and view.secret and self.is_needed)

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
        with self._private_screen():
            show()
            if self.is_possible:
                talk(Say("Enter clears it."))
                self._reader.line(prompt="", is_kept=False)

    def open(self, command: Command) -> None:
        """Hand the keyboard over, or say to whom it has to be handed."""
        if command.name != self._role_word:
            said = "Only {person} may see the {view}. Type {word} to hand over the keyboard."
            facts = {"person": self._person, "view": command.name, "word": self._role_word}
            self._say(Say(said, **facts))
        elif self._reader.at_terminal and not self.is_possible:
            self._say(NOT_HERE)
        else:
            self._sit_down(is_asked=False)

    def refuse_secret(self, line: str, command: Command | None) -> Say | None:
        """Refuse a line of the table that names a secret, however the rest of it would be read."""
        if self._loop.tells_secrets or (command and command.name not in _WITH_ANSWER):
            return None
        secret = self._secret_word_in(line)
        if secret is None:
            return None
        said = "A {what} is {person}'s secret. Type {word} to hand over the keyboard."
        return Say(said, what=secret[0], person=self._person, word=self._role_word)

    def _secret_word_in(self, line: str) -> tuple[str, Say] | None:
        """Find a word that only one may say, and the question for what has to follow it.

        The refusal must not tell the others how far the rest was read.
        """
        session = self._loop.session
        people = people_of(session.setup)
        for stage in session.game.course.all_stages:
            for word, asked in stage.apart(session.state).items():
                if _has_secret(line, stage.keyword, word, people):
                    return word, asked
        return None

    def ask_secret(self) -> bool:
        """Ask for secret answers on a private screen; False at the end of the input.

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
            if not self._role_word and len(self._loop.session.record) == before:
                break  # a player who gives no answer lets the table go on, or leave
            step = self._loop.session.step
        return True

    def _ask_each(self) -> bool:
        """Let everybody answer in private, and then show all answers; False at the input's end."""
        sealed, prompt = self._loop.sealed, PromptLines(self._loop)
        while (player := sealed.player) is not None:
            if not self._is_handed_to(player):
                return False
            responses: list[Response] = []
            with self._private_screen():
                while sealed.player == player and not responses:
                    for line in prompt.lines(self._look, sand=None, again=True):
                        talk(line)
                    typed = self._reader.line(prompt=f"{player}> ", is_kept=False)
                    if typed is None:
                        return False
                    if match_key(typed) == DONE:
                        return True
                    responses = [
                        each for each in self._take_in_private(typed) if each.ruling is not None
                    ]
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
        with self._private_screen():
            is_there = self._talk_in_private(responses, is_asked=is_asked)
        self._loop.forget()
        self._tell_table(responses)
        return is_there

    @contextmanager
    def _private_screen(self) -> Iterator[None]:
        """Show what is printed meanwhile on a private screen, and clear it afterwards."""
        if not self.is_possible:
            yield
            return
        sys.stdout.flush()
        sys.stderr.write(_SHOW_PRIVATE_SCREEN)
        sys.stderr.flush()
        before, self._loop.tells_secrets = self._loop.tells_secrets, True
        try:
            yield
        finally:
            self._loop.tells_secrets = before
            sys.stdout.flush()
            sys.stderr.write(_LEAVE_PRIVATE_SCREEN)
            sys.stderr.flush()

    def _talk_in_private(self, responses: list[Response], *, is_asked: bool) -> bool:
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
            new = self._take_in_private(typed)
            responses += new
            if step is not None and step.hides_answer and new:
                self._list_possible(step, new[-1])

    def _look_up(self, line: str) -> bool:
        """Look up what a line asks of the referee, if it asks; return whether it does."""
        if not is_question(line):
            return False
        self._show(Command(commands.ASK, line))
        return True

    def _is_asked(self, step: Step) -> bool:
        """Whether a step asks the one at the keyboard for a secret answer."""
        return step.hides_answer and (bool(self._role_word) or step.player == self._seated)

    def _list_possible(self, step: Step, response: Response) -> None:
        """List the possible answers after a refusal; only those who know the secret see this."""
        offered = [step.answers.offer(at) for at in range(min(step.answers.size, _MOST_LISTED))]
        if response.kind is ResponseKind.REFUSED and offered:
            shown = AsIs("  ".join(map(as_typed, offered)))
            self._say(Say("Possible: {answers}", answers=shown))

    def _has_default(self) -> bool:
        step = self._loop.session.step
        return step is not None and step.hides_answer and self._loop.default is not None

    def _take_in_private(self, line: str) -> list[Response]:
        """Take a line of the private screen; return the responses of the table to it."""
        command = None
        with suppress(BadAnswer):
            command = command_in(line, self._loop.session.game, self._loop.session.step)
        if command is not None and command.name not in CHANGING:
            if command.name not in {self._role_word, commands.QUIT}:
                self._show(command)
            return []
        if command is not None and command.name == commands.NOTE:
            self._say(Say("A note is read by all. Write it at the table."))
            return []
        if command is None or command.name in _WITH_ANSWER:
            secret = self._secret_word_in(line)
            behind = "" if secret is None else _text_after(line, secret[0])
            if secret is not None and not any(sign.isdigit() for sign in behind):
                talk(secret[1])
                more = self._reader.line(prompt=f"{self._person}> ", is_kept=False)
                more = more and self._loop.read(more)
                if not more or match_key(more) == DONE or self._look_up(more):
                    return []
                line = f"{line} {more}"
        return self._take(line)

    @property
    def _look(self) -> Look:
        return Look(colour=False, cells=columns() if self._reader.at_terminal else WIDTH)

    def _tell_table(self, responses: list[Response]) -> None:
        public = [each for each in responses if each.kind in _KINDS_FOR_ALL]
        noted = [each for each in public if each.kind is not ResponseKind.UNDONE]
        places = dict.fromkeys(str(number) for each in noted for number in each.numbers)
        said = "{person} is done. Noted: {numbers}." if places else "{person} is done."
        self._say(Say(said, person=self._person, numbers=", ".join(places)))
        if self.is_possible:  # elsewhere it was said at once
            for response in public:
                for line in response_lines(response, self._look, self._loop.session.book):
                    talk(line)


def _text_after(line: str, word: str) -> str:
    """Return the text after the last use of a word, or of a beginning of it."""
    return re.split(rf"(?<![a-z]){_beginning(word)}(?![a-z])|{word}", match_key(line))[-1]


def _has_secret(line: str, keyword: str, word: str, people: Iterable[str]) -> bool:
    """Whether a line tells a secret: by its whole word, or by keyword and word as they are typed.

    Both may be beginnings, in one or apart. If only words follow, everybody may hear it; two
    single letters may be two short answers.

    >>> [_has_secret(each, "event", "landslide", ("Eve",)) for each in ("f; ev land 3,2", "el3,2")]
    [True, True]
    >>> _has_secret("vote Eve l, Bo f", "event", "landslide", ("Eve",))
    False
    """
    text = match_key(line)
    for name in sorted(map(match_key, people), key=len, reverse=True):
        if word in name:
            text = text.replace(name, "")
    both = rf"(?P<key>{_beginning(keyword)}) ?(?P<own>{_beginning(word)})"
    typed = rf"(?P<whole>{word})|(?<![a-z]){both}"
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


def _beginning(word: str) -> str:
    """Return a pattern for any beginning of a word."""
    pattern = ""
    for letter in reversed(word[1:]):
        pattern = f"(?:{re.escape(letter)}{pattern})?"
    return re.escape(word[0]) + pattern
