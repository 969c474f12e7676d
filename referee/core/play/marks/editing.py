"""The commands that correct the record: fix, insert, drop, rename, substitute, seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from referee.core.answers.each import Ordering
from referee.core.answers.text_input import match_choice, match_key, parse_count
from referee.core.play import record
from referee.core.play.marks.fitting import changed, refit, said_in
from referee.core.play.marks.undo import entry_said
from referee.core.play.reading import commands
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.reading.names import ReadName, names_in, two_names, with_commas
from referee.core.play.reading.sentence import parse_widely
from referee.core.play.record import Entry, Rest
from referee.core.play.response import Response, ResponseKind
from referee.core.play.session import Session, people_of
from referee.core.ruling import Ruling, Verdict
from referee.core.say import BadAnswer, Say, join, join_or
from referee.core.table import Player

_SETTING: Final = re.compile(r"\s*([^\W\d][\w-]*)\s*=\s*(.*)", re.DOTALL)
TOO_MUCH: Final = Say(
    "Too much was corrected in this record. Write down what is wrong: {note} TEXT", note="note"
)
ONE_AT_A_TIME: Final = Say(
    "One correction at a time. Answer the question, or type {undo} to drop it.", undo="undo"
)


class Editing:
    """Corrects the record of a session; its commands raise BadAnswer for unsuitable words."""

    def __init__(
        self, session: Session, read_name: ReadName, tells_secrets: Callable[[], bool]
    ) -> None:
        """Correct this session; ``read_name`` reads a new name, or raises BadAnswer.

        Unless it ``tells_secrets`` now, everybody reads along, and secret entries stay closed.
        """
        self._session = session
        self._read_name = read_name
        self._tells_secrets = tells_secrets

    def fix(self, words: str) -> Response:
        """Replace an entry, or ask for it again; or change the setup."""
        if self._session.open_fix is None and (named := _SETTING.fullmatch(words)):
            return self._set_up(named[1], named[2])
        place, answer = self._entry_named(words, commands.FIX)
        if answer:
            return self._answered(place, answer)
        session = self._session
        number = session.active[place - 1]
        was = record.SECRET if session.entry(number).secret else said_in(session, number)
        session.add(record.Fix(place=place, rest=Rest(0)))
        said = Say("Entry {place} is asked again. It was: {was}", place=place, was=was)
        return Response(ResponseKind.ANNOTATED, said)

    def insert(self, words: str) -> Response:
        """Insert an entry before another one, or ask for it."""
        session = self._session
        place, answer = self._entry_named(words, commands.INSERT)
        if answer:
            return self._answered(place, answer, is_inserted=True)
        session.add(record.Insert(place=place, rest=Rest(0)))
        said = Say("Entry {place} waits. Type first what was left out before it.", place=place)
        return Response(ResponseKind.ANNOTATED, said)

    def drop_entry(self, words: str) -> Response:
        """Remove an entry."""
        session = self._session
        place, more = self._entry_named(words, commands.DROP)
        if more:
            alone = "Write the number of the entry alone: {drop} {n}"
            raise BadAnswer(Say(alone, drop="drop", n=place))
        said = Say("Dropped: {entry}", entry=entry_said(session, session.active[place - 1]))
        state, waiting = session.states.at(place - 1), session.active[place:]
        fitting = refit(session, state, waiting, place - 1, moves=True)
        session.add(record.Drop(place=place, rest=fitting.rest))
        return Response(ResponseKind.ANNOTATED, said, told=(said, *fitting.said))

    def _entry_named(self, words: str, command: str) -> tuple[int, str]:
        """Read the number of an entry and the words after it. Raises BadAnswer."""
        session = self._session
        if session.open_fix is not None:
            raise BadAnswer(ONE_AT_A_TIME)
        number, _, answer = words.strip().partition(" ")
        place, last = parse_count(number), len(session.active)
        if place is None:
            raise BadAnswer(_USAGE[command])
        if not last:
            raise BadAnswer(Say("Nothing is noted yet."))
        if not 1 <= place <= last:
            raise BadAnswer(Say("There is no entry {n}. The last is {last}.", n=place, last=last))
        self._check_here(place, command)
        if not session.can_replay(last - place + 1):
            raise BadAnswer(TOO_MUCH)
        return place, answer.strip()

    def _check_here(self, place: int, command: str) -> None:
        """Raise BadAnswer if an entry is secret, or forced and to be inserted before or dropped."""
        session = self._session
        number = session.active[place - 1]
        entry, setup = session.entry(number), session.setup
        asked = session.step_in(session.state_before(number))
        if not self._tells_secrets() and (entry.secret or (asked and asked.hides_answer)):
            word, person = next(iter(setup.roles.items()))
            said = "Entry {n} is {person}'s secret. Type {word}, then {command} {n} there."
            raise BadAnswer(Say(said, n=place, person=person, word=word, command=command))
        if entry.is_forced and command != commands.FIX:
            said = "Entry {n} was no choice. Correct the entry that led to it: {words}."
            which = join_or((commands.FIX, commands.INSERT, commands.DROP))
            raise BadAnswer(Say(said, n=place, words=which))

    def _answered(self, place: int, words: str, *, is_inserted: bool = False) -> Response:
        """Replace the entry at a place, or insert one before it, by the words of an answer."""
        session = self._session
        old = session.active[place - 1]
        was = said_in(session, old)
        attempt = parse_widely(session, session.state_before(old), words)
        ruling, event, is_secret = attempt.ruling, attempt.event, attempt.step.hides_answer
        if ruling.verdict.stops_play:
            return Response(ResponseKind.REFUSED, ruling.reason, ruling)
        is_same = event == session.entry(old).event and not is_inserted
        if is_same and not session.entry(old).overrule_reason:
            return Response(ResponseKind.TOLD, Say("Entry {n} says so already.", n=place))
        entry = Entry(step=attempt.step.id, words=attempt.words, event=event, secret=is_secret)
        waiting, after = session.active[place - 1 :], attempt.after
        replaced, first = (None, old) if is_inserted else (old, None)
        fitting = refit(session, after, waiting, place, replaced, moves=is_inserted, first=first)
        mark = record.Insert if is_inserted else record.Fix
        session.add(mark(place=place, entry=entry, rest=fitting.rest))
        return Response(
            ResponseKind.CORRECTED,
            ruling.reason,
            ruling,
            (place,),
            (*attempt.told, *fitting.said),
            None if is_secret or is_inserted else changed(was, attempt.told[0]),
            is_secret=is_secret,
            is_inserted=is_inserted,
        )

    def _set_up(self, name: str, value: str) -> Response:
        """Change a number or an option of the setup."""
        session = self._session
        if not session.can_replay(len(session.active)):
            raise BadAnswer(TOO_MUCH)
        numbers = {each: asked for _, each, asked in session.book.table_numbers()}
        key = name.strip().casefold().replace("-", "_")
        if key in numbers:
            value = ",".join(map(str, numbers[key].read(value)))
        elif key in session.book.options:
            option = session.book.options[key]
            value = value.strip() if option.free else match_choice(value, option.values, numbers=())
        else:
            known = (*numbers, *session.book.options)
            wrong = "There is no setting “{name}”. The settings are {known}."
            raise BadAnswer(Say(wrong, name=name, known=known))
        setup, book = session.with_setting(key, value)
        fitting = refit(session, session.game.start(book, setup), session.active, 0, book=book)
        session.add(record.Fix(place=0, rest=fitting.rest, name=key, value=value))
        said = Say("{name} is now {value}.", name=key, value=value)
        return Response(ResponseKind.ANNOTATED, said, told=(said, *fitting.said))

    def answered(
        self, entry: Entry, attempt: ParsedAnswer
    ) -> tuple[Entry, Say | None, tuple[Say, ...]]:
        """Return the answer to an open fix as an entry, what it replaces, and if the rest fits."""
        session, asked, waiting = self._session, self._session.step, self._session.waiting
        is_asked = asked is not None and asked.called(session.entry(waiting[0]).step) is not None
        replaced = waiting[0] if is_asked and not session.inserts else None
        after = session.game.course.apply(session.state, attempt.event)
        place = len(session.active) + 1
        first = session.put_before
        fitting = refit(session, after, waiting, place, replaced, moves=session.moves, first=first)
        was = None
        if replaced is not None and not entry.secret:
            then, event = session.before_fix(replaced)
            said = session.game.course.judge(session.book, then, event).reason
            was = changed(said, attempt.told[0])
        return replace(entry, rest=fitting.rest), was, fitting.said

    def drop(self) -> Response:
        """Take back an open fix as a whole."""
        session = self._session
        number = session.open_fix
        if number is None:
            raise BadAnswer(Say("There is no open correction."))
        session.add(record.Undo((number,)))
        return Response(ResponseKind.UNDONE, Say("The correction is dropped. Nothing has changed."))

    def rename(self, words: str) -> Response:
        """Rename somebody in all entries."""
        return self._renamed(words, commands.RENAME, "{old} is now called {new}.", record.Rename)

    def substitute(self, words: str) -> Response:
        """Give a seat to somebody else from now on."""
        said = "From now on {new} plays for {old}."
        return self._renamed(words, commands.SUBSTITUTE, said, record.Substitute)

    def _renamed(
        self, words: str, command: str, said: str, mark: type[record.Rename | record.Substitute]
    ) -> Response:
        session = self._session
        usage = Say("Write both names: {command} OLD NEW", command=command)
        old, new = two_names(words, people_of(session.setup), self._read_name, usage)
        if any(match_key(new) == match_key(each) for each in session.people if each != old):
            raise BadAnswer(Say("{name} is already here.", name=new))
        if old == new:
            raise BadAnswer(Say("{name} already has that name.", name=new))
        if not session.can_replay(len(session.active)):
            raise BadAnswer(TOO_MUCH)
        session.add(mark(old, new))
        return Response(ResponseKind.ANNOTATED, Say(said, old=old, new=new))

    def seats(self, words: str) -> Response:
        """Correct the seating from the start of the game.

        Until the first round is over it can have other players, or more or fewer; an entry that no
        longer fits is asked again. Later only the order can change, and every entry has to fit.
        """
        session = self._session
        players = session.setup.seating
        if session.open_fix is not None:
            raise BadAnswer(ONE_AT_A_TIME)
        if not words.strip():
            usage = "Write all names clockwise: {seats} {names}"
            raise BadAnswer(Say(usage, seats="seats", names=" ".join(players)))
        seating = self._seating_in(words)
        if not session.can_replay(len(session.active)):
            raise BadAnswer(TOO_MUCH)
        is_late = session.step is None or session.game.paper.number(session.state) > 1
        if is_late and {*seating} != {*players}:
            counts = str(session.game.paper.counts).capitalize()
            told = "{counts} 1 is over. {substitute} OLD NEW gives a seat to somebody else."
            over = Ruling(Verdict.IMPOSSIBLE, Say(told, counts=counts, substitute="substitute"), ())
            return Response(ResponseKind.REFUSED, over.reason, over)
        start = session.game.start(session.book, replace(session.setup, seating=seating))
        fitting = refit(session, start, session.active, 0)
        if is_late and (fitting.why or fitting.rest.dropped):
            why = fitting.why or Say("it no longer applies.")
            told, place = "Entry {place} does not fit that order: {why}", fitting.rest.kept + 1
            return Response(ResponseKind.TOLD, Say(told, place=place, why=why))
        session.add(record.Seats(seating, None if is_late else fitting.rest))
        numbered = join([f"{n} {name}" for n, name in enumerate(seating, start=1)], ", ")
        said = Say("Clockwise: {names}.", names=numbered)
        return Response(ResponseKind.ANNOTATED, said, told=(said, *fitting.said))

    def _seating_in(self, words: str) -> tuple[Player, ...]:
        """Read the players clockwise, known ones or new names. Raises BadAnswer."""
        setup = self._session.setup
        try:
            order = Ordering(setup.seating).parse(with_commas(words))
        except BadAnswer:
            order = ()
        if len(order) == len(setup.seating):
            return order
        here = {match_key(each): each for each in setup.seating}
        names = [each.removeprefix("@") for each in names_in(words)]
        seating = tuple(
            here.get(match_key(each)) or Player(self._read_name(each)) for each in names
        )
        people = (*seating, *setup.roles.values())
        keys = [*map(match_key, people)]
        for at, key in enumerate(keys):
            if key in keys[:at]:
                raise BadAnswer(Say("{player} is named twice.", player=people[at]))
        allowed = self._session.game.players
        if len(seating) not in allowed:
            facts = {"n": len(seating), "least": allowed[0], "most": allowed[-1]}
            raise BadAnswer(Say("Write {least} to {most} names, not {n}.", **facts))
        return seating


_USAGE: Final = {
    commands.FIX: Say("Write the number of the entry: {fix} 9 ANSWER, or {fix} 9.", fix="fix"),
    commands.INSERT: Say(
        "Write the number of the entry that comes after: {insert} 9 ANSWER, or {insert} 9.",
        insert="insert",
    ),
    commands.DROP: Say("Write the number of the entry: {drop} 9", drop="drop"),
}
