"""Words in, echo out: the one loop under keyboard, pipe, scenario, clock and dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.answers.text_input import halfwidth, split_answers
from referee.core.play.session import (
    Attempt,
    Entry,
    GlassMark,
    GlassWord,
    Note,
    Session,
    Strike,
    attempt_at,
)
from referee.core.play.undo import to_strike
from referee.core.ruling import Ruling, Verdict
from referee.core.say import BadAnswer, Say


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


__all__ = ["COMMANDS", "HELD", "Attempt", "Drive", "Echo", "EchoKind", "Tell", "tell_nobody"]


UNDO, OVERRULE, NOTE, PAUSE, RESUME = "/undo", "/overrule", "/note", "/pause", "/resume"
COMMANDS = (UNDO, OVERRULE, NOTE, PAUSE, RESUME)
"""What changes the record; everything else after a slash only shows."""
NO_GLASS: Final = Say("No glass is running.")
ALONE: Final = Say("/pause and /resume stand alone; /note keeps what you want to say.")
HELD: Final = Say("The glass stands still: /resume first.")


class Drive:
    """Feeds words to a session.

    With ``confirms`` a table call is shown first and taken on an empty answer; without it
    the answer is the confirmation.
    """

    def __init__(self, session: Session, *, confirms: bool = False) -> None:
        """Drive the session from where it stands."""
        self.session = session
        self.last: Attempt | None = None
        self._confirms = confirms
        self._to_confirm: Attempt | None = None
        self._again: deque[Entry] = deque()

    @property
    def on_enter(self) -> str | None:
        """What an empty answer stands for now: a struck answer offered again, or the step's own."""
        step = self.session.step
        if step is None:
            return None
        return self.again.words if self.again else step.on_enter

    @property
    def again(self) -> Attempt | None:
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
        setup = self.session.setup
        names = (*setup.seating, *setup.roles.values())
        parts = [line] if halfwidth(line).startswith("/") else split_answers(line, names)
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
        if halfwidth(words).startswith("/"):
            return self._command(words)
        if self.is_held:
            return Echo(EchoKind.UNREAD, HELD)
        if not words and self._to_confirm is not None:
            return self._note(self._to_confirm)
        self._to_confirm = None
        return self._answer(words or self.on_enter or "")

    def _answer(self, words: str) -> Echo:
        try:
            attempt = self.attempt(words)
        except BadAnswer as bad:
            self.last = None  # what was refused before is no longer what the table talks about
            return Echo(EchoKind.UNREAD, bad.say)
        self.last = attempt
        if attempt.ruling.verdict.stops_play:
            return Echo(EchoKind.REFUSED, attempt.ruling.reason, attempt.ruling)
        if attempt.ruling.verdict is Verdict.TABLE_CALL and self._confirms:
            self._to_confirm = attempt
            return Echo(EchoKind.CONFIRM, attempt.ruling.reason, attempt.ruling)
        return self._note(attempt)

    def attempt(self, words: str) -> Attempt:
        """Read and judge words without taking them. Raises BadAnswer for what means nothing."""
        return attempt_at(self.session, self.session.state, words)

    def run_out(self) -> Echo | None:
        """Note that the sand has run out, as a clock saw it; None where no step reports that.

        An answer that was waiting to be confirmed or overruled was given before, and is dropped.
        """
        session, step = self.session, self.session.step
        if step is None or step.timer is None or step.expiry is None:
            return None
        event, told = step.timer.expired, step.expiry
        ruling = session.game.course.rule_on(session.book, session.state, event)
        if ruling.verdict.stops_play:
            return Echo(EchoKind.REFUSED, ruling.reason, ruling)
        number = session.add(Entry(step=told.id, words=told.word, event=event, by_clock=True))
        self.last = self._to_confirm = None
        return Echo(EchoKind.NOTED, ruling.reason, ruling, (number,))

    def _note(self, attempt: Attempt, overruled: str = "") -> Echo:
        entry = Entry(
            step=attempt.step.id,
            words=attempt.words,
            event=attempt.event,
            overruled=overruled,
            secret=attempt.step.secret,
        )
        number = self.session.add(entry)
        self.last = self._to_confirm = None
        if self._again and self._again.popleft().step != attempt.step.id:
            self._again.clear()
        return Echo(EchoKind.NOTED, attempt.ruling.reason, attempt.ruling, (number,))

    def _command(self, words: str) -> Echo:
        word, *behind = words.split(maxsplit=1)
        commands: dict[str, Callable[[str], Echo]] = {
            UNDO: self._undo,
            OVERRULE: self._overrule,
            NOTE: self._remark,
            PAUSE: self._pause,
            RESUME: self._resume,
        }
        command = commands.get(halfwidth(word))
        if command is None:
            said = Say("{command} is no command; ? lists them.", command=halfwidth(word))
            return Echo(EchoKind.UNREAD, said)
        return command("".join(behind))

    def _remark(self, text: str) -> Echo:
        if not text:
            return Echo(EchoKind.UNREAD, Say("/note what? Write the text behind it."))
        return self._marked(Note(text), Say("{text}", text=text))

    def _pause(self, rest: str) -> Echo:
        if rest:
            return Echo(EchoKind.UNREAD, ALONE)
        if self.session.stands_still:
            return Echo(EchoKind.UNREAD, Say("The glass stands still already."))
        if not self._glass_is_there:
            return Echo(EchoKind.UNREAD, NO_GLASS)
        return self._marked(GlassMark(GlassWord.PAUSED), Say("The glass stands still."))

    def _resume(self, rest: str) -> Echo:
        if rest:
            return Echo(EchoKind.UNREAD, ALONE)
        if not self.session.stands_still:
            runs = Say("The glass does not stand still: there is nothing to resume.")
            return Echo(EchoKind.UNREAD, runs if self._glass_is_there else NO_GLASS)
        return self._marked(GlassMark(GlassWord.RESUMED), Say("The glass runs on."))

    def _marked(self, mark: Note | GlassMark, said: Say) -> Echo:
        return Echo(EchoKind.REMARKED, said, None, (self.session.add(mark),))

    @property
    def is_held(self) -> bool:
        """Whether the table has stopped the glass that would run now: nothing is answered then."""
        return self.session.stands_still and self._glass_is_there

    @property
    def _glass_is_there(self) -> bool:
        step = self.session.step
        return step is not None and step.timer is not None

    def _undo(self, rest: str) -> Echo:
        session = self.session
        struck = to_strike(session, rest)
        if isinstance(struck, Say):
            return Echo(EchoKind.UNREAD, struck)
        entries = [session.entry(number) for number in struck]
        said = self._struck_words(struck)
        session.add(Strike(struck))
        self.last = self._to_confirm = None
        self._again.extendleft(entry for entry in reversed(entries) if not entry.by_clock)
        return Echo(EchoKind.STRUCK, said, None, struck)

    def _struck_words(self, numbers: tuple[int, ...]) -> Say:
        """Word what is about to be struck: a single entry by what happened, more by numbers."""
        session, first = self.session, numbers[0]
        if len(numbers) > 1:
            said = Say("Taken back: {n} entries, from {first} on.", n=len(numbers), first=first)
        else:
            event = session.entry(first).event
            ruling = session.game.course.rule_on(session.book, session.state_before(first), event)
            said = Say("Taken back: {number} {said}", number=first, said=ruling.reason)
        if any(number > first and number not in numbers for number in session.in_force):
            return Say("{said} What the clock noted since stands.", said=said)
        return said

    def _overrule(self, reason: str) -> Echo:
        attempt = self.last
        if attempt is None or not attempt.ruling.verdict.stops_play:
            return Echo(EchoKind.UNREAD, Say("There is no refusal to overrule: answer first."))
        if attempt.ruling.verdict is Verdict.IMPOSSIBLE:
            said = Say("Nobody can overrule it: {reason}", reason=attempt.ruling.reason)
            return Echo(EchoKind.REFUSED, said, attempt.ruling)
        if not reason:
            return Echo(EchoKind.UNREAD, Say("/overrule needs a reason behind it, for the record."))
        if self.is_held:
            return Echo(EchoKind.UNREAD, HELD)
        return self._note(attempt, reason)
