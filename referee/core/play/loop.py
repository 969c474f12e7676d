"""Words in, response out: the one loop under keyboard, pipe, scenario, clock and dice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from referee.core.answers.custom import is_any
from referee.core.answers.text_input import halfwidth, split_answers
from referee.core.game import OURS
from referee.core.play.marks.depth import CHOOSE_DEPTH, read_depth
from referee.core.play.marks.marking import ANNOUNCE, ASK, OFF, ON, Marking, nothing_to_overrule
from referee.core.play.marks.undo import Undoing
from referee.core.play.reading import commands
from referee.core.play.reading.answer import ParsedAnswer, as_said, forced_words, judged
from referee.core.play.reading.commands import Command, command_in
from referee.core.play.reading.sealed import Sealed
from referee.core.play.reading.typed import NOT_NOTED, Typed
from referee.core.play.record import Entry
from referee.core.play.response import OnResponse, Response, ResponseKind, collecting, unread
from referee.core.play.session import Session, people_of
from referee.core.ruling import Verdict
from referee.core.say import BadAnswer, Example, Say
from referee.core.table import TURN

if TYPE_CHECKING:
    from referee.core.play.event import AnyEvent
    from referee.core.play.marks.editing import Editing
    from referee.core.play.reading.names import ReadName
    from referee.core.play.reading.plan import Plan

HELD: Final = Say("The timer is paused. Type {resume} first.", resume=Example("/resume"))


class GameLoop:
    """Feeds words to a session.

    With ``confirms`` a table call is recorded only after Enter or a yes; without it, at once. With
    ``announces`` a forced answer is recorded at once, unless the table has chosen otherwise.
    """

    def __init__(
        self,
        session: Session,
        *,
        confirms: bool = False,
        announces: bool = False,
        read_name: ReadName = str,
    ) -> None:
        """Continue the session. ``read_name`` reads a new name, or raises BadAnswer."""
        self.session = session
        self.last: ParsedAnswer | None = None
        self._confirms = confirms
        self._announces = announces
        self._to_confirm: ParsedAnswer | None = None
        self._was_refused = False
        self.tells_secrets = True
        """Whether a secret may be shown: nobody reads along from whom it is hidden."""
        self.sealed = Sealed(session)
        self._undoing = Undoing(session, lambda: self.tells_secrets)
        self._read_name = read_name
        self._marking = Marking(session)
        self.typed: Final = Typed()

    @cached_property
    def _editing(self) -> Editing:
        from referee.core.play.marks.editing import Editing  # most games correct nothing

        return Editing(self.session, self._read_name, lambda: self.tells_secrets)

    @property
    def announces(self) -> bool:
        """Whether a forced answer is recorded without asking anybody."""
        chosen = self.session.preferences.get(commands.FORCED)
        return self._announces if chosen is None else chosen == ANNOUNCE

    @property
    def is_asking_back(self) -> bool:
        """Whether a table call waits for a yes."""
        return self._to_confirm is not None

    @property
    def default(self) -> str | None:
        """The answer that Enter gives now: one taken back, or the default of the step."""
        step = self.session.step
        if step is None:
            return None
        return self.reoffered.words if self.reoffered else step.on_empty

    @property
    def default_said(self) -> str | None:
        """The answer that Enter gives now, in the words of the choices."""
        words, step = self.default, self.session.step
        return None if words is None or step is None else as_said(step.answers, words)

    @property
    def reoffered(self) -> ParsedAnswer | None:
        """The answer taken back that is offered again, if its words still name the same event."""
        struck = self._undoing.offered_again
        if self.session.step is not None and struck is not None:
            with suppress(BadAnswer):
                attempt = self.parse(struck.words)
                stops = attempt.ruling.verdict.stops_play
                return attempt if attempt.event == struck.event and not stops else None
        return None

    def feed_line(
        self, line: str, tell: OnResponse | None = None, *, is_read: bool = False
    ) -> list[Response]:
        """Take the answers of a line one by one, up to the first that is not taken.

        Each response is shown before the next answer is taken, so that nothing is recorded
        silently. A ``;`` at the end separates nothing, nor does one within a sentence that the
        referee prints; an empty part between two others is Enter. A line that ``is_read`` is
        English already.
        """
        from referee.core.play.reading.sentence import pieces_of_sentence  # not needed to start

        responses, told = collecting(tell)
        line = line if is_read else self.read(line)
        people = people_of(self.session.setup)
        parts = [line] if self._is_command(line) else split_answers(line, people)
        if len(parts) > 1 and not parts[-1].strip():
            parts.pop()
        at = 0
        while at < len(parts):
            start, at = at, at + pieces_of_sentence(self.session, parts, at)
            part = ";".join(parts[start:at])
            missed = self._feed_part(part, told)
            if missed is not None:
                rest = ";".join(each for each in (missed, *parts[at:]) if each).strip()
                is_part = rest != line.strip() or at < len(parts)
                if rest and is_part and not self.is_paused:
                    said = self.typed.quoted(Say(NOT_NOTED, rest=rest))
                    told(Response(ResponseKind.TOLD, said))
                break
        return responses

    def read(self, line: str) -> str:
        """Read a line of the current language as English, the language of the record."""
        return self.typed.read(line, people_of(self.session.setup))

    def _plan(self, part: str) -> Plan:
        from referee.core.play.reading.line import LineReader  # not needed to resume

        return self.typed.plan(part, LineReader(self.session, announces=self.announces))

    def _feed_part(self, part: str, tell: Callable[[Response], Response]) -> str | None:
        """Take the answers between two ``;``; return what was not recorded, None if all was."""
        part = part.strip()
        is_one = self.session.step is None or not part or self._is_command(part)
        if self.sealed.player is not None and not self._is_command(part):
            response = self._fed(part, tell)
            return None if response.is_taken or response.kind is ResponseKind.TOLD else part
        if is_one or self.is_paused or self._to_confirm is not None:
            return None if self._fed(part, tell).is_taken else part
        plan = self._plan(part)
        if plan.said is not None:
            self.last = None  # a refusal before can no longer be overruled
            tell(self._not_taken(Response(ResponseKind.NOT_UNDERSTOOD, plan.said)))
            return ""
        for n, each in enumerate(plan.answers, start=1):
            response = tell(self._answer(each.words, each.attempt, is_forced=each.is_forced))
            if not response.is_taken:
                return "".join(part[after.at :] for after in plan.answers[n : n + 1])
        refused = plan.refused
        if refused is not None:
            tell(self._answer(refused.words, refused.attempt))
        self._force(tell)
        return None if refused is None else part[refused.at :]

    def _fed(self, words: str, tell: Callable[[Response], Response]) -> Response:
        response = tell(self.feed(words))
        if response.is_taken:
            self._force(tell)
        return response

    def _is_command(self, line: str) -> bool:
        try:
            return command_in(line, self.session.game, self.session.step) is not None
        except BadAnswer:
            return True

    def forget(self) -> None:
        """Forget the last answer: it can be neither confirmed nor overruled any more."""
        self.last = self._to_confirm = None
        self._was_refused = False

    def settle(self, tell: OnResponse | None = None) -> None:
        """Record forced answers before anybody is asked, and announce them."""
        self._force(collecting(tell)[1])

    def _force(self, tell: Callable[[Response], Response]) -> None:
        while self.announces and not self.is_paused:
            words = forced_words(self.session.step)
            if words is None:
                return
            attempt = self.parse(words)
            if attempt.ruling.verdict is not Verdict.ALLOWED:
                return
            tell(self._note(attempt, is_forced=True))

    def feed(self, words: str) -> Response:
        """Take one answer, or one command that changes the record."""
        words = words.strip()
        try:
            command = command_in(words, self.session.game, self.session.step)
        except BadAnswer as bad:
            return self._not_taken(unread(bad.say))
        if command is not None:
            return self._command(command)
        if self.is_paused:
            return unread(HELD)
        if self._to_confirm is not None:
            return self._confirmed(self._to_confirm, words)
        if self.sealed.player is not None:
            return self._answer_sealed(words)
        return self._answer(words or self.default or "")

    def _answer_sealed(self, words: str) -> Response:
        """Take one of the answers that are given at the same time."""
        player = str(self.sealed.player)
        try:
            line = self.sealed.gathered(words)
        except BadAnswer as bad:
            return self._not_taken(Response(ResponseKind.NOT_UNDERSTOOD, bad.say))
        if line is not None:
            return self._answer(line)
        return Response(ResponseKind.TOLD, Say("{player} has answered.", player=player))

    def _confirmed(self, attempt: ParsedAnswer, words: str) -> Response:
        """Record a table call after a yes, or take another answer instead.

        After words that are not understood it is asked again, and Enter is no longer a yes.
        """
        self._to_confirm, said = None, halfwidth(words).casefold()
        if said in {"1", "y", "yes", "ok"} or not (words or self._was_refused):
            return self._note(attempt)
        if said in {"2", "n", "no"}:
            return Response(ResponseKind.TOLD, Say("Nothing was noted."))
        response = self._answer(words)
        if response.kind is ResponseKind.NOT_UNDERSTOOD:
            self._to_confirm = attempt
        return response

    def _answer(
        self, words: str, planned: ParsedAnswer | None = None, *, is_forced: bool = False
    ) -> Response:
        """Answer the step; an answer ``planned`` in the current state is not read again."""
        try:
            is_known = planned and planned.state is self.session.state
            attempt = planned if planned and is_known else self.parse(words)
        except BadAnswer as bad:
            self.last = None  # a refusal before can no longer be overruled
            return self._not_taken(Response(ResponseKind.NOT_UNDERSTOOD, bad.say))
        self.last = attempt
        verdict, reason = attempt.ruling.verdict, attempt.ruling.reason
        if verdict.stops_play:
            return self._not_taken(Response(ResponseKind.REFUSED, reason, attempt.ruling))
        if verdict is Verdict.TABLE_CALL and self._confirms:
            self._to_confirm, self._was_refused = attempt, False
            step = self.session.step
            is_beside = step is not None and attempt.step.id != step.id
            asked = (attempt.step.ask,) if is_beside else (reason,)
            return Response(ResponseKind.UNCONFIRMED, reason, attempt.ruling, told=asked)
        return self._note(attempt, is_forced=is_forced)

    def _not_taken(self, response: Response) -> Response:
        """Return a refusal, after which the next undo only says what it would take back."""
        self._was_refused = True
        return replace(response, say=self.typed.quoted(response.say))

    def parse(self, words: str, state: object = None) -> ParsedAnswer:
        """Read and judge words, now or in a ``state``. Raises BadAnswer if they mean nothing."""
        from referee.core.play.reading.sentence import parse_widely  # not needed to start

        return parse_widely(self.session, state or self.session.state, words)

    def parse_forced(self, words: str) -> ParsedAnswer | None:
        """Read words at the latest of the steps just forced that they answer; else None."""
        for number in self._forced:
            with suppress(BadAnswer):
                return self.parse(words, self.session.state_before(number))
        return None

    @property
    def _forced(self) -> tuple[int, ...]:
        """The numbers of the entries just forced, the latest first."""
        session, end = self.session, len(self.session.record)
        numbers = takewhile(lambda each: session.entry(each).is_forced, reversed(session.active))
        return tuple(numbers) if session.active and session.active[-1] == end else ()

    def expire_timer(self) -> Response | None:
        """Record that the sand ran out, as the clock saw it; None if no step reports that.

        An answer that waited to be confirmed or overruled is dropped.
        """
        session, step = self.session, self.session.step
        if step is None or step.timer is None or step.expiry is None:
            return None
        event, told = step.timer.expired, step.expiry
        attempt = judged(session, session.state, told, told.keyword, event)
        ruling, followed = attempt.ruling, attempt.followed
        if ruling.verdict.stops_play:
            return Response(ResponseKind.REFUSED, ruling.reason, ruling)
        parts = (*attempt.told, *self._first_time_notice(event))
        entry = Entry(step=told.id, words=told.keyword, event=event, by_timer=True)
        session.add(entry, attempt.after)
        self.forget()
        number = (len(session.active),)
        return Response(
            ResponseKind.RECORDED, ruling.reason, ruling, number, parts, followed=followed
        )

    def _note(
        self, attempt: ParsedAnswer, overruled: str = "", *, is_forced: bool = False
    ) -> Response:
        session = self.session
        entry = Entry(
            step=attempt.step.id,
            words=attempt.words,
            event=attempt.event,
            overrule_reason=overruled,
            secret=attempt.step.hides_answer,
            is_forced=is_forced,
        )
        step = session.step if session.open_fix is None else None
        was: Say | None = None
        more: tuple[Say, ...] = ()
        is_inserted = session.inserts
        if session.open_fix is not None:
            entry, was, more = self._editing.answered(entry, attempt)
        once = self._first_time_notice(attempt.event)
        after = attempt.after if attempt.state is session.state else None
        session.add(entry, self._checked_ahead(entry.event, after))
        self.forget()
        self._undoing.answered(attempt.step.id)
        first, *followed = attempt.told
        return Response(
            ResponseKind.RECORDED,
            attempt.ruling.reason,
            attempt.ruling,
            (session.place(len(session.record)),),
            (attempt.reason if is_forced else first, *followed, *once, *more),
            was,
            attempt.event,
            attempt.followed,
            is_inserted=is_inserted,
            is_secret=entry.secret,
            is_forced=is_forced,
            forced_by=attempt.forced_by if is_forced else (),
            step=step,
        )

    def _checked_ahead(self, event: AnyEvent, after: Any) -> Any:  # noqa: ANN401 - a room's state
        """Return the state after an entry, after computing the step of a third-party game there.

        So an error in that game comes before the entry is recorded.
        """
        session = self.session
        if after is None:
            after = session.game.course.apply(session.state, event)
        step = session.step_in(after)
        if step is not None and not session.game.package.startswith(OURS):
            _ = str(step.heading), step.alternatives
            if is_any(step.answers):
                step.answers.hint()
        return after

    def _first_time_notice(self, event: AnyEvent) -> tuple[Say, ...]:
        """Return the notice of an event that happens for the first time in this game."""
        session = self.session
        notice = event.first_time(session.state)
        if notice is None:
            return ()
        events = (session.entry(number).event for number in session.active)
        return () if any(type(each) is type(event) for each in events) else (notice.cited,)

    def _command(self, command: Command) -> Response:
        mark = self._marking
        known: dict[str, Callable[[str], Response]] = {
            commands.UNDO: self._undo,
            commands.REDO: self._undoing.redo,
            commands.OVERRULE: self._overrule,
            commands.NOTE: mark.note,
            commands.PAUSE: mark.pause,
            commands.RESUME: mark.resume,
            commands.FIX: lambda words: self._corrected(self._editing.fix(words)),
            commands.INSERT: lambda words: self._corrected(self._editing.insert(words)),
            commands.DROP: lambda words: self._corrected(self._editing.drop_entry(words)),
            commands.RENAME: self._editing.rename,
            commands.SUBSTITUTE: self._editing.substitute,
            commands.SEATS: lambda words: self._corrected(self._editing.seats(words)),
            commands.PLACE: mark.place,
            commands.FORCED: lambda words: mark.prefer(commands.FORCED, words, ANNOUNCE, ASK),
            commands.BELL: lambda words: mark.prefer(commands.BELL, words, ON, OFF),
            commands.TIMER: lambda words: mark.prefer(commands.TIMER, words, ON, OFF),
            CHOOSE_DEPTH: self._choose_depth,
            commands.TEACH: lambda words: mark.prefer(commands.TEACH, words or ON, ON, OFF),
        }
        if command.name not in known:
            said = Say("There is no command {word}. ? lists the commands.", word=command.name)
            return self._not_taken(unread(said))
        try:
            response = known[command.name](command.rest)
        except BadAnswer as bad:
            response = unread(bad.say)
        is_refused = response.kind in {ResponseKind.REFUSED, ResponseKind.NOT_UNDERSTOOD}
        self._was_refused = is_refused and command.name != commands.UNDO
        return response

    def _choose_depth(self, words: str) -> Response:
        """Change how much is written: by the round from here on, or by the turn again."""
        by = read_depth(words)
        depth = self.session.game.course.depth
        if self.session.step and depth and depth.now(self.session.state) == by:
            said = "The game is written by the round already."
            if by == TURN:
                said = "The game is written by the turn already."
            return unread(Say(said))
        return self._answer(f"{CHOOSE_DEPTH} {by}")

    def _corrected(self, response: Response) -> Response:
        """Offer the old answer to a step that a correction asks again; drop what undo offered."""
        if response.is_taken:
            self.last = self._to_confirm = None
            waiting = [] if self.session.inserts else self.session.waiting[:1]
            is_asked = response.kind is ResponseKind.ANNOTATED
            again = [self.session.entry(number) for number in waiting if is_asked]
            self._undoing.offer(again)
        return response

    @property
    def is_paused(self) -> bool:
        """Whether the timer of this step is paused, so that nothing can be answered."""
        return self.session.timer_paused and self._marking.has_timer

    def _undo(self, rest: str) -> Response:
        was_refused, self._was_refused = self._was_refused, False
        if not rest and (who := self.sealed.take_back()) is not None:
            return Response(ResponseKind.TOLD, Say("{player} answers again.", player=who))
        if self._to_confirm is not None and not rest:
            self._to_confirm = None
            return Response(ResponseKind.TOLD, Say("Nothing was noted."))
        if self.session.open_fix is not None:
            return self._editing.drop()
        response = self._undoing.undo(rest, was_refused=was_refused and not rest)
        if not response.is_about_command:
            self.last = self._to_confirm = None
        return response

    def _overrule(self, reason: str) -> Response:
        attempt = self.last
        if attempt is None or not attempt.ruling.verdict.stops_play:
            return unread(nothing_to_overrule(self.session, self._forced))
        if attempt.ruling.verdict is Verdict.IMPOSSIBLE:
            said = Say("This cannot be overruled: {reason}", reason=attempt.ruling.reason)
            return Response(ResponseKind.REFUSED, said, attempt.ruling)
        if not reason:
            return unread(Say("Give a reason: {overrule} REASON", overrule=Example("/overrule")))
        if self.is_paused:
            return unread(HELD)
        return self._note(attempt.overruled(self.session), reason)
