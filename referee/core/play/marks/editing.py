"""The commands that correct the record: fix, rename, substitute, seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import replace

from referee.core.answers.each import Ordering
from referee.core.answers.text_input import match_choice, match_key, parse_count
from referee.core.play.marks.fixes import TOO_MUCH, fixed, refit, reseated, with_setting
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.record import SECRET, Entry, Fix, Rename, Rest, Substitute, Undo
from referee.core.play.response import Response, ResponseKind, unread
from referee.core.play.session import Session
from referee.core.ruling import Ruling
from referee.core.say import BadAnswer, Say
from referee.core.table import Player

ReadName: TypeAlias = Callable[[str], str]
"""Reads what somebody may be called. Raises BadAnswer."""
_SETTING: Final = re.compile(r"\s*([^\W\d][\w-]*)\s*=\s*(.*)", re.DOTALL)


class Editing:
    """Corrects the record of a session in place."""

    def __init__(self, session: Session, read_name: ReadName) -> None:
        """Correct this session; ``read_name`` says what somebody may be called."""
        self._session = session
        self._read_name = read_name

    def fix(self, words: str) -> Response:
        """Let an entry say something else, or ask for it again; or change the set-up."""
        session = self._session
        if session.open_fix is not None:
            said = "One correction at a time. Answer the question, or type undo to drop it."
            return unread(Say(said))
        if named := _SETTING.fullmatch(words):
            return self._set(named[1], named[2])
        number, _, answer = words.strip().partition(" ")
        place = parse_count(number)
        if place is None:
            return unread(Say("Write the number of the entry: fix 9 ANSWER, or fix 9."))
        if not 1 <= place <= len(session.active):
            last = len(session.active)
            return unread(Say("There is no entry {n}. The last is {last}.", n=place, last=last))
        if not session.can_replay(len(session.active) - place + 1):
            return unread(TOO_MUCH)
        return self._fix(place, answer.strip()) if answer.strip() else self._ask_again(place)

    def _fix(self, place: int, answer: str) -> Response:
        session = self._session
        old = session.active[place - 1]
        was = said_in(session, old)
        try:
            done = fixed(session, place, answer)
        except BadAnswer as bad:
            return unread(bad.say)
        if isinstance(done, Ruling):
            return Response(ResponseKind.REFUSED, done.reason, done)
        mark, fitting, attempt = done
        session.add(mark)
        return Response(
            ResponseKind.CORRECTED,
            attempt.ruling.reason,
            attempt.ruling,
            (place,),
            (*attempt.told, *fitting.said),
            None if attempt.step.hides_answer else changed(was, attempt.told[0]),
            is_secret=attempt.step.hides_answer,
        )

    def _ask_again(self, place: int) -> Response:
        session = self._session
        number = session.active[place - 1]
        was = SECRET if session.entry(number).secret else said_in(session, number)
        session.add(Fix(place=place, rest=Rest(0)))
        said = Say("Entry {place} is asked again. It was: {was}", place=place, was=was)
        return Response(ResponseKind.ANNOTATED, said)

    def _set(self, name: str, value: str) -> Response:
        session = self._session
        if not session.can_replay(len(session.active)):
            return unread(TOO_MUCH)
        try:
            mark, fitting = with_setting(session, name, value)
        except BadAnswer as bad:
            return unread(bad.say)
        session.add(mark)
        said = Say("{name} is now {value}.", name=mark.name, value=mark.value)
        return Response(ResponseKind.ANNOTATED, said, told=(said, *fitting.said))

    def answered(
        self, entry: Entry, attempt: ParsedAnswer
    ) -> tuple[Entry, Say | None, tuple[Say, ...]]:
        """Let an answer go on with an open fix: what it replaces, and how far the rest fits."""
        session, asked = self._session, self._session.step
        waiting = session.waiting
        asked_for = {asked.id, *(each.id for each in asked.alternatives)} if asked else set()
        replaced = waiting[0] if session.entry(waiting[0]).step in asked_for else None
        after = session.game.course.apply(session.state, attempt.event)
        place = len(session.active) + 1
        fitting = refit(session, after, waiting, place, replaced)
        was = None
        if replaced is not None and not entry.secret:
            was = changed(said_before_fix(session, replaced), attempt.told[0])
        return replace(entry, rest=fitting.rest), was, fitting.said

    def drop(self) -> Response:
        """Take an open fix back whole."""
        session = self._session
        number = session.open_fix
        if number is None:
            return unread(Say("There is no open correction."))
        session.add(Undo((number,)))
        return Response(ResponseKind.UNDONE, Say("The correction is dropped. All is as before."))

    def rename(self, words: str) -> Response:
        """Call somebody otherwise, everywhere."""
        return self._called(words, Say("Write both names: rename OLD NEW"), is_other=False)

    def substitute(self, words: str) -> Response:
        """Let somebody else play a seat from now on."""
        return self._called(words, Say("Write both names: substitute OLD NEW"), is_other=True)

    def _called(self, words: str, usage: Say, *, is_other: bool) -> Response:
        session = self._session
        setup = session.setup
        people = (*setup.seating, *setup.roles.values())
        try:
            old, new = self._two_names(words, people, usage)
        except BadAnswer as bad:
            return unread(bad.say)
        if any(match_key(new) == match_key(each) for each in people if each != old):
            return unread(Say("{name} is already here.", name=new))
        if old == new:
            return unread(Say("{name} already has that name.", name=new))
        if not session.can_replay(len(session.active)):
            return unread(TOO_MUCH)
        session.add(Substitute(old, new) if is_other else Rename(old, new))
        said = "{old} is now called {new}."
        if is_other:
            said = "From now on {new} plays for {old}."
        return Response(ResponseKind.ANNOTATED, Say(said, old=old, new=new))

    def _two_names(
        self, words: str, people: tuple[Player, ...], usage: Say
    ) -> tuple[Player, Player]:
        """Read somebody who is here, and a name; either may hold spaces."""
        parts = words.split()
        splits = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
        if not splits:
            raise BadAnswer(usage)
        keys = {match_key(each) for each in people}
        exact = [each for each in splits if match_key(each[0].removeprefix("@")) in keys]
        first, second = exact[-1] if exact else splits[0]
        old = Player(match_choice(first, people))
        return old, Player(self._read_name(second.removeprefix("@")))

    def seats(self, words: str) -> Response:  # noqa: PLR0911 - one for each thing amiss
        """Seat the players in another order, as they sat from the start."""
        session = self._session
        players = session.setup.seating
        if session.open_fix is not None:
            return unread(Say("Answer the question first, or type undo to drop the correction."))
        if not words.strip():
            return unread(Say("Write all names clockwise: seats {names}", names=" ".join(players)))
        try:
            order = Ordering(players).parse(words)
        except BadAnswer as bad:
            return unread(bad.say)
        missing = tuple(player for player in players if player not in order)
        if missing:
            return unread(Say("Missing: {names}.", names=missing))
        if not session.can_replay(len(session.active)):
            return unread(TOO_MUCH)
        found = reseated(session, order)
        if isinstance(found, tuple):
            place, why = found
            said = Say("Entry {place} does not fit that order: {why}", place=place, why=why)
            return Response(ResponseKind.TOLD, said)
        session.add(found)
        said = Say("Clockwise: {names}.", names=order)
        return Response(ResponseKind.ANNOTATED, said)


def said_in(session: Session, number: int) -> Say:
    """Word an entry in force as it was said."""
    before = session.state_before(number)
    return session.game.course.judge(session.book, before, session.entry(number).event).reason


def said_before_fix(session: Session, number: int) -> Say:
    """Word an entry that waits as it was said before the fix: the game is played up to it."""
    setup, active = session.before_fix
    course, state = session.game.course, session.game.start(session.book, setup)
    for each in active:
        event = session.entry(each).event
        if each == number:
            return course.judge(session.book, state, event).reason
        state = course.apply(state, event)
    raise KeyError(number)


def changed(was: Say, now: Say) -> Say:
    """Give what a sentence said that another says otherwise: without the words both begin with.

    >>> str(changed(Say("Di takes silver."), Say("Di takes gold.")))
    'silver'
    """
    old, new = str(was).rstrip(".。").split(" "), str(now).rstrip(".。").split(" ")
    same = 0
    while same < min(len(old), len(new)) - 1 and old[same] == new[same]:
        same += 1
    return Say("{words}", words=" ".join(old[same:]))
