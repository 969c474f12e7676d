"""Undo and redo: which entries are taken back, which timer entries survive, what is said."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from referee.core.answers.text_input import match_key, parse_count
from referee.core.play.marks.depth import CHOOSE_DEPTH
from referee.core.play.marks.fitting import said_in
from referee.core.play.reading.answer import parse_answer
from referee.core.play.record import Entry, Undo
from referee.core.play.response import Response, ResponseKind
from referee.core.play.session import Session
from referee.core.say import BadAnswer, Say, join, plural

SAND: Final = "sand"
"""What ``undo`` calls the last end of the sand, and steps that report it."""
TO: Final = "to"
NOTHING_TO_UNDO: Final = Say("Nothing to take back.")
_TOO_MUCH: Final = Say(
    "Too much was taken back in this record. Write down what is wrong: {note} TEXT", note="note"
)
_NOTED_AGAIN: Final = "Noted again: {n} entries, {first} to {last}."


class Undoing:
    """Takes back what a session recorded; what was taken back can be redone."""

    def __init__(self, session: Session, tells_secrets: Callable[[], bool]) -> None:
        self._session = session
        self._tells_secrets = tells_secrets
        self.redoable: list[Entry] = []
        """What the last undo or correction took back and no redo has recorded again."""
        self._to_offer: deque[Entry] = deque()
        self._recorded_since = False
        """Whether something was recorded since the undo."""

    @property
    def offered_again(self) -> Entry | None:
        """The next answer taken back, as long as the same is asked; a secret is not offered."""
        return self._to_offer[0] if self._to_offer and not self._to_offer[0].secret else None

    def offer(self, entries: Iterable[Entry]) -> None:
        """Offer these again, and nothing else; nothing can be redone in one step."""
        self._to_offer, self.redoable, self._recorded_since = deque(entries), [], False

    def answered(self, step_id: str) -> None:
        """Offer the next answer taken back; none if the step just answered was another one."""
        self._recorded_since = True
        if self._to_offer and self._to_offer.popleft().step != step_id:
            self._to_offer.clear()

    def undo(self, rest: str, *, was_refused: bool) -> Response:
        """Take back entries; if the last words ``was_refused``, only say which these would be."""
        session = self._session
        struck = entries_to_undo(session, rest)
        if was_refused:
            said = "Nothing was noted. Type {undo} again to take back: {entry}"
            entry = entry_said(session, struck[0])
            return Response(ResponseKind.TOLD, Say(said, undo="undo", entry=entry))
        entries = [session.entry(number) for number in struck]
        places = tuple(map(session.place, struck))
        told = struck_words(session, struck)
        session.add(Undo(struck))
        typed = [entry for entry in entries if entry.is_typed and entry.step != CHOOSE_DEPTH]
        self._to_offer.extendleft(reversed(typed))
        self.redoable, self._recorded_since = entries, False
        return Response(ResponseKind.UNDONE, join(told, " "), None, places, told)

    def redo(self, rest: str) -> Response:
        """Note again all that the last undo took back, as far as it fits.

        If something was recorded since, it is done by the player who has the turn now.
        """
        if rest:
            alone = "Type {redo} alone. It notes again what the last undo took back."
            raise BadAnswer(Say(alone, redo="redo"))
        said, places = list[Say](), list[int]()
        if not self.redoable:
            raise BadAnswer(Say("Nothing to note again."))
        for entry in [*self.redoable]:
            response = self._noted_again(entry)
            if response is not None:
                places += response.numbers
                said += response.sentences
            elif not entry.is_forced:
                break
            self.redoable.remove(entry)
        if not places:
            raise BadAnswer(Say("That no longer fits. Answer the question."))
        self._to_offer = deque(entry for entry in self.redoable if entry.is_typed)
        if len(places) > 1:
            said = [Say(_NOTED_AGAIN, n=len(places), first=places[0], last=places[-1])]
        return Response(ResponseKind.RECORDED, said[0], None, tuple(places[-1:]), tuple(said))

    def _noted_again(self, entry: Entry) -> Response | None:
        """Record an entry again; None if it no longer fits."""
        session, step = self._session, self._session.step
        if step is None or (entry.step != CHOOSE_DEPTH and step.called(entry.step) is None):
            return None
        if self._recorded_since:
            if entry.secret and not self._tells_secrets():
                return None
            entry = session.adapted(entry, session.state, moves=True)
        course = session.game.course
        ruling, said, followed = course.rule_in_parts(
            session.book, session.state, entry.event, is_overruled=bool(entry.overrule_reason)
        )
        told = (said, *(each.say for each in followed))
        if ruling.verdict.stops_play and not entry.overrule_reason:
            return None
        session.add(replace(entry, rest=None))  # entries queued behind it are dropped
        place = (len(session.active),)
        return Response(ResponseKind.RECORDED, ruling.reason, ruling, place, told)


def entries_to_undo(session: Session, words: str) -> tuple[int, ...]:
    """Return the numbers of the entries to take back. Raises BadAnswer if there are none.

    Without words it is the last answer that somebody typed, with a number the last so many, each
    with the entries that the rules forced after it. Entries of the timer stay, because the sand ran
    out whatever was answered, unless they no longer fit without the answers. ``to`` and a number
    takes back all after that entry. ``sand`` takes back the last end of the sand, whoever recorded
    it, and all after it.
    """
    word, _, rest = match_key(words).partition(" ")
    if session.game.has_timer and word == SAND:
        return _from_the_sand(session)
    if word == TO:
        return _all_after(session, parse_count(rest))
    count = parse_count(words) if words else 1
    if not count:
        raise BadAnswer(_wanted(session))
    typed = (number for number in reversed(session.active) if session.entry(number).is_typed)
    answers = list(islice(typed, count))
    if not answers:
        raise BadAnswer(NOTHING_TO_UNDO)
    if count > len(answers):
        few = "Only 1 typed entry can be taken back.", "Only {n} typed entries can be taken back."
        raise BadAnswer(plural(len(answers), *few))
    struck = _with_what_no_longer_fits(session, session.place(answers[-1]))
    if not session.can_undo(struck):
        raise BadAnswer(_TOO_MUCH)
    return struck


def _all_after(session: Session, place: int | None) -> tuple[int, ...]:
    last = len(session.active)
    if place is None or place > last:
        said = "There is no entry {n}. The last is {last}."
        raise BadAnswer(Say(said, n=place or "?", last=last))
    if place == last:
        raise BadAnswer(Say("Entry {n} is the last. Nothing comes after it.", n=place))
    return tuple(session.active[place:])


def _wanted(session: Session) -> Say:
    if session.game.has_timer:
        said = "Write how many entries, or the one to keep: {undo} 2, {undo} {to} 9, {undo} {sand}."
        return Say(said, undo="undo", to=TO, sand=SAND)
    said = "Write how many entries, or the one to keep: {undo} 2, {undo} {to} 9."
    return Say(said, undo="undo", to=TO)


def _from_the_sand(session: Session) -> tuple[int, ...]:
    for number in reversed(session.active):
        if session.entry(number).step.rpartition(".")[2] == SAND:
            return tuple(session.active[session.place(number) - 1 :])
    raise BadAnswer(Say("The sand has not run out yet."))


def _with_what_no_longer_fits(session: Session, place: int) -> tuple[int, ...]:
    """List the entries from a place on, without those of the timer that still fit."""
    struck: list[int] = []
    state = session.states.at(place - 1)
    for number in session.active[place - 1 :]:
        entry = session.entry(number)
        if entry.by_timer and _fits(session, entry, state, session.state_before(number)):
            state = session.game.course.apply(state, entry.event)
        else:
            struck.append(number)
    return tuple(struck)


def _fits(session: Session, entry: Entry, state: Any, noted_in: Any) -> bool:  # noqa: ANN401 - states of any room
    """Whether an entry of the timer ends the same filling with the same event in another state."""
    try:
        attempt = parse_answer(session, state, entry.words)
    except BadAnswer:
        return False
    is_open = not attempt.ruling.verdict.stops_play
    steps = map(session.step_in, (state, noted_in))
    now, then = (step.timer.filling if step and step.timer else None for step in steps)
    return is_open and now == then and attempt.event == entry.event


def entry_said(session: Session, number: int) -> Say:
    """Word a current entry with its place."""
    if session.entry(number).secret:
        return Say("{place} (secret)", place=session.place(number))
    return Say("{place} {said}", place=session.place(number), said=said_in(session, number))


def struck_words(session: Session, numbers: tuple[int, ...]) -> tuple[Say, ...]:
    """Word the entries that are taken back: a single one by its sentence, more by their numbers."""
    n, first, last = len(numbers), session.place(numbers[0]), session.place(numbers[-1])
    said = Say("Taken back: {n} entries, {first} to {last}.", n=n, first=first, last=last)
    if n == 1:
        said = Say("Taken back: {entry}", entry=entry_said(session, numbers[0]))
    if len(session.active) - first + 1 > n:
        return said, Say("What the timer noted since then still counts.")
    return (said,)
