"""Words in, echo out: the one loop under keyboard, pipe, scenario, clock and dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.answers.text_input import halfwidth, split_answers
from referee.core.play.session import (
    Entry,
    Note,
    ParsedAnswer,
    Session,
    TimerAction,
    TimerMark,
    Undo,
    parse_answer,
)
from referee.core.play.undo import entries_to_undo
from referee.core.ruling import Ruling, Verdict
from referee.core.say import BadAnswer, Say


class ResponseKind(StrEnum):
    """What came of the words."""

    RECORDED = "noted"
    REFUSED = "refused"
    """Judged and not taken: forbidden or impossible."""
    NOT_UNDERSTOOD = "unread"
    """Not understood; nothing was judged."""
    UNCONFIRMED = "confirm"
    """A table call: say yes with Enter, or answer otherwise."""
    UNDONE = "struck"
    ANNOTATED = "remarked"


class Response(Struct, frozen=True):
    """The referee's answer to words: what came of them, the sentence, the ruling behind it.

    ``numbers`` are the entries noted or struck.
    """

    kind: ResponseKind
    say: Say
    ruling: Ruling | None = None
    numbers: tuple[int, ...] = ()

    @property
    def is_taken(self) -> bool:
        """Whether the record has grown."""
        return self.kind in {ResponseKind.RECORDED, ResponseKind.UNDONE, ResponseKind.ANNOTATED}


OnResponse: TypeAlias = Callable[[Response], None]


def ignore_response(echo: Response) -> None:
    """Say nothing as it comes; the echoes are given back anyway."""


UNDO, OVERRULE, NOTE, PAUSE, RESUME = "/undo", "/overrule", "/note", "/pause", "/resume"
COMMANDS = (UNDO, OVERRULE, NOTE, PAUSE, RESUME)
"""What changes the record; everything else after a slash only shows."""
NO_GLASS: Final = Say("No glass is running.")
ALONE: Final = Say("/pause and /resume stand alone; /note keeps what you want to say.")
HELD: Final = Say("The glass stands still: /resume first.")


class GameLoop:
    """Feeds words to a session.

    With ``confirms`` a table call is shown first and taken on an empty answer; without it
    the answer is the confirmation.
    """

    def __init__(self, session: Session, *, confirms: bool = False) -> None:
        """Drive the session from where it stands."""
        self.session = session
        self.last: ParsedAnswer | None = None
        self._confirms = confirms
        self._to_confirm: ParsedAnswer | None = None
        self._again: deque[Entry] = deque()

    @property
    def default(self) -> str | None:
        """What an empty answer stands for now: a struck answer offered again, or the step's own."""
        step = self.session.step
        if step is None:
            return None
        return self.reoffered.words if self.reoffered else step.on_empty

    @property
    def reoffered(self) -> ParsedAnswer | None:
        """The struck answer that is offered again, if its words still mean what they meant."""
        if self.session.step is None or not self._again:
            return None
        struck = self._again[0]
        try:
            attempt = self.parse(struck.words)
        except BadAnswer:
            return None
        fits = attempt.event == struck.event and not attempt.ruling.verdict.stops_play
        return attempt if fits else None

    def feed_line(self, line: str, tell: OnResponse = ignore_response) -> list[Response]:
        """Take answers parted by ``;`` singly, up to the first that is not taken.

        Each echo is told before the next answer is taken, so that nothing noted stays unsaid.
        A ``;`` at the very end parts nothing; between two others an empty part is Enter.
        """
        echoes: list[Response] = []
        setup = self.session.setup
        names = (*setup.seating, *setup.roles.values())
        parts = [line] if halfwidth(line).startswith("/") else split_answers(line, names)
        if len(parts) > 1 and not parts[-1].strip():
            parts.pop()
        for part in parts:
            echoes.append(self.feed(part))
            tell(echoes[-1])
            if not echoes[-1].is_taken:
                break
        return echoes

    def feed(self, words: str) -> Response:
        """Take one answer or one of the commands that change the record."""
        words = words.strip()
        if halfwidth(words).startswith("/"):
            return self._command(words)
        if self.is_paused:
            return Response(ResponseKind.NOT_UNDERSTOOD, HELD)
        if not words and self._to_confirm is not None:
            return self._note(self._to_confirm)
        self._to_confirm = None
        return self._answer(words or self.default or "")

    def _answer(self, words: str) -> Response:
        try:
            attempt = self.parse(words)
        except BadAnswer as bad:
            self.last = None  # what was refused before is no longer what the table talks about
            return Response(ResponseKind.NOT_UNDERSTOOD, bad.say)
        self.last = attempt
        if attempt.ruling.verdict.stops_play:
            return Response(ResponseKind.REFUSED, attempt.ruling.reason, attempt.ruling)
        if attempt.ruling.verdict is Verdict.TABLE_CALL and self._confirms:
            self._to_confirm = attempt
            return Response(ResponseKind.UNCONFIRMED, attempt.ruling.reason, attempt.ruling)
        return self._note(attempt)

    def parse(self, words: str) -> ParsedAnswer:
        """Read and judge words without taking them. Raises BadAnswer for what means nothing."""
        return parse_answer(self.session, self.session.state, words)

    def expire_timer(self) -> Response | None:
        """Note that the sand has run out, as a clock saw it; None where no step reports that.

        An answer that was waiting to be confirmed or overruled was given before, and is dropped.
        """
        session, step = self.session, self.session.step
        if step is None or step.timer is None or step.expiry is None:
            return None
        event, told = step.timer.expired, step.expiry
        ruling = session.game.course.rule_on(session.book, session.state, event)
        if ruling.verdict.stops_play:
            return Response(ResponseKind.REFUSED, ruling.reason, ruling)
        number = session.add(Entry(step=told.id, words=told.keyword, event=event, by_timer=True))
        self.last = self._to_confirm = None
        return Response(ResponseKind.RECORDED, ruling.reason, ruling, (number,))

    def _note(self, attempt: ParsedAnswer, overruled: str = "") -> Response:
        entry = Entry(
            step=attempt.step.id,
            words=attempt.words,
            event=attempt.event,
            overrule_reason=overruled,
            secret=attempt.step.hides_answer,
        )
        number = self.session.add(entry)
        self.last = self._to_confirm = None
        if self._again and self._again.popleft().step != attempt.step.id:
            self._again.clear()
        return Response(ResponseKind.RECORDED, attempt.ruling.reason, attempt.ruling, (number,))

    def _command(self, words: str) -> Response:
        word, *behind = words.split(maxsplit=1)
        commands: dict[str, Callable[[str], Response]] = {
            UNDO: self._undo,
            OVERRULE: self._overrule,
            NOTE: self._remark,
            PAUSE: self._pause,
            RESUME: self._resume,
        }
        command = commands.get(halfwidth(word))
        if command is None:
            said = Say("{command} is no command; ? lists them.", command=halfwidth(word))
            return Response(ResponseKind.NOT_UNDERSTOOD, said)
        return command("".join(behind))

    def _remark(self, text: str) -> Response:
        if not text:
            return Response(
                ResponseKind.NOT_UNDERSTOOD, Say("/note what? Write the text behind it.")
            )
        return self._marked(Note(text), Say("{text}", text=text))

    def _pause(self, rest: str) -> Response:
        if rest:
            return Response(ResponseKind.NOT_UNDERSTOOD, ALONE)
        if self.session.timer_paused:
            return Response(ResponseKind.NOT_UNDERSTOOD, Say("The glass stands still already."))
        if not self._glass_is_there:
            return Response(ResponseKind.NOT_UNDERSTOOD, NO_GLASS)
        return self._marked(TimerMark(TimerAction.PAUSED), Say("The glass stands still."))

    def _resume(self, rest: str) -> Response:
        if rest:
            return Response(ResponseKind.NOT_UNDERSTOOD, ALONE)
        if not self.session.timer_paused:
            runs = Say("The glass does not stand still: there is nothing to resume.")
            return Response(ResponseKind.NOT_UNDERSTOOD, runs if self._glass_is_there else NO_GLASS)
        return self._marked(TimerMark(TimerAction.RESUMED), Say("The glass runs on."))

    def _marked(self, mark: Note | TimerMark, said: Say) -> Response:
        return Response(ResponseKind.ANNOTATED, said, None, (self.session.add(mark),))

    @property
    def is_paused(self) -> bool:
        """Whether the table has stopped the glass that would run now: nothing is answered then."""
        return self.session.timer_paused and self._glass_is_there

    @property
    def _glass_is_there(self) -> bool:
        step = self.session.step
        return step is not None and step.timer is not None

    def _undo(self, rest: str) -> Response:
        session = self.session
        struck = entries_to_undo(session, rest)
        if isinstance(struck, Say):
            return Response(ResponseKind.NOT_UNDERSTOOD, struck)
        entries = [session.entry(number) for number in struck]
        said = self._struck_words(struck)
        session.add(Undo(struck))
        self.last = self._to_confirm = None
        self._again.extendleft(entry for entry in reversed(entries) if not entry.by_timer)
        return Response(ResponseKind.UNDONE, said, None, struck)

    def _struck_words(self, numbers: tuple[int, ...]) -> Say:
        """Word what is about to be struck: a single entry by what happened, more by numbers."""
        session, first = self.session, numbers[0]
        if len(numbers) > 1:
            said = Say("Taken back: {n} entries, from {first} on.", n=len(numbers), first=first)
        else:
            event = session.entry(first).event
            ruling = session.game.course.rule_on(session.book, session.state_before(first), event)
            said = Say("Taken back: {number} {said}", number=first, said=ruling.reason)
        if any(number > first and number not in numbers for number in session.active):
            return Say("{said} What the clock noted since stands.", said=said)
        return said

    def _overrule(self, reason: str) -> Response:
        attempt = self.last
        if attempt is None or not attempt.ruling.verdict.stops_play:
            return Response(
                ResponseKind.NOT_UNDERSTOOD, Say("There is no refusal to overrule: answer first.")
            )
        if attempt.ruling.verdict is Verdict.IMPOSSIBLE:
            said = Say("Nobody can overrule it: {reason}", reason=attempt.ruling.reason)
            return Response(ResponseKind.REFUSED, said, attempt.ruling)
        if not reason:
            return Response(
                ResponseKind.NOT_UNDERSTOOD,
                Say("/overrule needs a reason behind it, for the record."),
            )
        if self.is_paused:
            return Response(ResponseKind.NOT_UNDERSTOOD, HELD)
        return self._note(attempt, reason)
