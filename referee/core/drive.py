"""Words in, echo out: the one loop under keyboard, pipe, scenario, clock and dice."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from referee.core.errors import BadAnswer
from referee.core.ruling import Ruling, Verdict
from referee.core.say import Say, counted, either
from referee.core.session import Entry, Note, Session, Strike
from referee.core.step import Step
from referee.core.words import beginnings, folded, plain, read_count

S = TypeVar("S")
E = TypeVar("E")

SEPARATOR = re.compile("[;；]")
"""What parts several answers on one line; East Asian keyboards type the wide one."""
UNDO, OVERRULE, NOTE = "/undo", "/overrule", "/note"
COMMANDS = (UNDO, OVERRULE, NOTE)
"""What changes the record; everything else after a slash only shows."""


class EchoKind(StrEnum):
    """What came of the words."""

    NOTED = "noted"
    REFUSED = "refused"
    """Judged and not taken: forbidden or impossible."""
    UNREAD = "unread"
    """Not understood; nothing was judged."""
    CONFIRM = "confirm"
    """A table call: say yes with Enter, or answer otherwise."""
    STRUCK = "struck"
    REMARKED = "remarked"


class Echo(Struct, frozen=True):
    """The referee's answer to words: what came of them, the sentence, the ruling behind it.

    ``numbers`` are the entries noted or struck.
    """

    kind: EchoKind
    say: Say
    ruling: Ruling | None = None
    numbers: tuple[int, ...] = ()

    @property
    def is_taken(self) -> bool:
        """Whether the record has grown."""
        return self.kind in {EchoKind.NOTED, EchoKind.STRUCK, EchoKind.REMARKED}


Tell: TypeAlias = Callable[[Echo], None]


def tell_nobody(echo: Echo) -> None:
    """Say nothing as it comes; the echoes are given back anyway."""


class Attempt(Struct, Generic[E], frozen=True):
    """Words read at a step, and the ruling on the event that they name."""

    step: Step[E]
    words: str
    event: E
    ruling: Ruling


class Drive(Generic[S, E]):
    """Feeds words to a session.

    With ``confirms`` a table call is shown first and taken on an empty answer; without it
    the answer is the confirmation.
    """

    def __init__(self, session: Session[S, E], *, confirms: bool = False) -> None:
        """Drive the session from where it stands."""
        self.session = session
        self.last: Attempt[E] | None = None
        self._confirms = confirms
        self._to_confirm: Attempt[E] | None = None
        self._again: deque[Entry[E]] = deque()

    @property
    def on_enter(self) -> str | None:
        """What an empty answer stands for now: a struck answer offered again, or the step's own."""
        step = self.session.step
        if step is None:
            return None
        return self.again.words if self.again else step.on_enter

    @property
    def again(self) -> Attempt[E] | None:
        """The struck answer that is offered again, if its words still mean what they meant."""
        if self.session.step is None or not self._again:
            return None
        struck = self._again[0]
        try:
            attempt = self.attempt(struck.words)
        except BadAnswer:
            return None
        fits = attempt.event == struck.event and not attempt.ruling.verdict.stops_play
        return attempt if fits else None

    def take_line(self, line: str, tell: Tell = tell_nobody) -> list[Echo]:
        """Take answers parted by ``;`` singly, up to the first that is not taken.

        Each echo is told before the next answer is taken, so that nothing noted stays unsaid.
        A ``;`` at the very end parts nothing; between two others an empty part is Enter.
        """
        echoes: list[Echo] = []
        parts = [line] if plain(line).startswith("/") else SEPARATOR.split(line)
        if len(parts) > 1 and not parts[-1].strip():
            parts.pop()
        for part in parts:
            echoes.append(self.take(part))
            tell(echoes[-1])
            if not echoes[-1].is_taken:
                break
        return echoes

    def take(self, words: str) -> Echo:
        """Take one answer or one of the commands that change the record."""
        words = words.strip()
        if plain(words).startswith("/"):
            return self._command(words)
        if not words and self._to_confirm is not None:
            return self._note(self._to_confirm)
        self._to_confirm = None
        try:
            attempt = self.attempt(words or self.on_enter or "")
        except BadAnswer as bad:
            return Echo(EchoKind.UNREAD, bad.say)
        self.last = attempt
        if attempt.ruling.verdict.stops_play:
            return Echo(EchoKind.REFUSED, attempt.ruling.reason, attempt.ruling)
        if attempt.ruling.verdict is Verdict.TABLE_CALL and self._confirms:
            self._to_confirm = attempt
            return Echo(EchoKind.CONFIRM, attempt.ruling.reason, attempt.ruling)
        return self._note(attempt)

    def attempt(self, words: str) -> Attempt[E]:
        """Read and judge words without taking them. Raises BadAnswer for what means nothing."""
        step = self.session.step
        if step is None:
            raise BadAnswer(Say("The game is over; /undo takes back an answer."))
        if not words:
            raise BadAnswer(Say("Please answer: {hint}.", hint=step.answers.hint()))
        head, _, rest = plain(words).partition(" ")
        besides = {beside.word: beside for beside in step.besides}
        beside = besides.get(folded(head))
        if beside is not None:
            return self._judged(beside, rest.strip(), words)
        try:
            return self._judged(step, words, words)
        except BadAnswer:
            meant = beginnings(head, besides)
            if not meant:
                raise
            if len(meant) > 1:
                said = Say("“{word}” may be {found}: which?", word=head, found=either(meant))
                raise BadAnswer(said) from None
        return self._judged(besides[meant[0]], rest.strip(), words)

    def _judged(self, step: Step[E], answer: str, words: str) -> Attempt[E]:
        answer = answer or step.on_enter or ""
        if not answer:
            raise BadAnswer(Say("Please answer: {hint}.", hint=step.answers.hint()))
        event = step.read(answer)
        session = self.session
        return Attempt(step, words, event, session.game.judge(session.book, session.state, event))

    def _note(self, attempt: Attempt[E], overruled: str = "") -> Echo:
        entry = Entry(
            step=attempt.step.id, words=attempt.words, event=attempt.event, overruled=overruled
        )
        number = self.session.add(entry)
        self.last = self._to_confirm = None
        if self._again and self._again.popleft().step != attempt.step.id:
            self._again.clear()
        return Echo(EchoKind.NOTED, attempt.ruling.reason, attempt.ruling, (number,))

    def _command(self, words: str) -> Echo:
        command, *behind = words.split(maxsplit=1)
        command, rest = plain(command), "".join(behind)
        if command == UNDO:
            return self._undo(rest)
        if command == OVERRULE:
            return self._overrule(rest)
        if command == NOTE:
            if not rest:
                return Echo(EchoKind.UNREAD, Say("/note what? Write the text behind it."))
            return Echo(
                EchoKind.REMARKED, Say("{text}", text=rest), None, (self.session.add(Note(rest)),)
            )
        return Echo(EchoKind.UNREAD, Say("{command} is no command; ? lists them.", command=command))

    def _undo(self, rest: str) -> Echo:
        count = read_count(rest) if rest else 1
        numbers = tuple(self.session.in_force)
        if not count:
            return Echo(EchoKind.UNREAD, Say("/undo takes a number of entries, 1 or more."))
        if not numbers:
            return Echo(EchoKind.UNREAD, Say("There is nothing to take back."))
        if count > len(numbers):
            said = counted(
                len(numbers),
                "There is 1 entry to take back.",
                "There are {n} entries to take back.",
            )
            return Echo(EchoKind.UNREAD, said)
        struck = numbers[-count:]
        entries = [self.session.entry(number) for number in struck]
        said = self._struck_words(struck)
        self.session.add(Strike(struck))
        self.last = self._to_confirm = None
        self._again.extendleft(reversed(entries))
        return Echo(EchoKind.STRUCK, said, None, struck)

    def _struck_words(self, numbers: tuple[int, ...]) -> Say:
        """Word what is about to be struck: a single entry by what happened, more by numbers."""
        if len(numbers) > 1:
            return Say(
                "Taken back: {n} entries, from {first} on.", n=len(numbers), first=numbers[0]
            )
        session, number = self.session, numbers[0]
        event = session.entry(number).event
        ruling = session.game.judge(session.book, session.state_before(number), event)
        return Say("Taken back: {number} {said}", number=number, said=ruling.reason)

    def _overrule(self, reason: str) -> Echo:
        attempt = self.last
        if attempt is None or not attempt.ruling.verdict.stops_play:
            return Echo(EchoKind.UNREAD, Say("There is no refusal to overrule: answer first."))
        if attempt.ruling.verdict is Verdict.IMPOSSIBLE:
            said = Say("Nobody can overrule it: {reason}", reason=attempt.ruling.reason)
            return Echo(EchoKind.REFUSED, said, attempt.ruling)
        if not reason:
            return Echo(EchoKind.UNREAD, Say("/overrule needs a reason behind it, for the record."))
        return self._note(attempt, reason)
