"""The commands that correct the record: fix, rename, substitute, seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.each import Ordering
from referee.core.answers.text_input import match_choice, match_key, parse_count
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.reading.sentence import parse_widely
from referee.core.play.record import SECRET, Entry, Fix, Rename, Rest, Seats, Substitute, Undo
from referee.core.play.response import Response, ResponseKind, unread
from referee.core.play.session import Session
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, Verdict
from referee.core.say import BadAnswer, Say, plural
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


TOO_MUCH = Say("Too much was corrected in this record. Write down what is wrong: note TEXT")


class Fitting(Struct, frozen=True):
    """How far the entries after a corrected one still fit.

    ``after`` is the place of the corrected one; ``why`` says what speaks against the first that
    no longer fits.
    """

    rest: Rest
    after: int
    why: Say | None = None
    gone: int = 0
    """How many entries nobody is asked for any more."""

    @property
    def said(self) -> tuple[Say, ...]:
        """Say it, in no sentence where there is nothing to say."""
        kept, first = self.rest.kept, self.after + 1
        last = self.after + kept
        facts = {"first": first, "last": last, "next": last + 1, "why": self.why or ""}
        said = _STILL_FIT[min(kept, 3), self.why is not None]
        gone = plural(self.gone, *_GONE)
        return (*((Say(said, **facts),) if said else ()), *((gone,) if self.gone else ()))


_GONE = (
    "{n} later entry no longer applies and is dropped.",
    "{n} later entries no longer apply and are dropped.",
)
_STILL_FIT = {
    (0, False): "",
    (1, False): "Entry {first} still fits.",
    (2, False): "Entries {first} and {last} still fit.",
    (3, False): "Entries {first} to {last} still fit.",
    (0, True): "Entry {next} no longer fits: {why}",
    (1, True): "Entry {first} still fits; entry {next} does not: {why}",
    (2, True): "Entries {first} and {last} still fit; entry {next} does not: {why}",
    (3, True): "Entries {first} to {last} still fit; entry {next} does not: {why}",
}


def refit(  # noqa: PLR0913 - what waits, where, and by which rules
    session: Session,
    state: Any,
    waiting: Sequence[int],
    after: int,
    answered: int | None = None,
    book: Rulebook | None = None,
) -> Fitting:
    """See which of the entries that wait still fit, one after the other, from a state on.

    ``answered`` is the one that a new answer has taken the place of. An entry for which nobody
    is asked any more is dropped where what comes after it is due. ``book`` is another rulebook.
    """
    book = book or session.book
    dropped = [] if answered is None else [answered]
    numbers = [number for number in waiting if number != answered]
    kept, place = 0, 0
    gone: list[int] = []
    while place < len(numbers):
        ruling = _misfit(session, book, state, session.entry(numbers[place]))
        if ruling is not None:
            if session.game.course.due(state) is None:  # the game is over now
                gone += numbers[place:]
                break
            skipped = _next_due(session, book, state, numbers[place:])
            if not skipped:
                rest = Rest(kept, (*dropped, *gone))
                return Fitting(rest, after, ruling.reason, len(gone))
            gone += numbers[place : place + skipped]
            place += skipped
            continue
        state = session.game.course.apply(state, session.entry(numbers[place]).event)
        kept, place = kept + 1, place + 1
    return Fitting(Rest(kept, (*dropped, *gone)), after, gone=len(gone))


def _misfit(session: Session, book: Rulebook, state: Any, entry: Entry) -> Ruling | None:
    """Say what speaks against an entry in another state; None where it fits.

    What the table has overruled it need not overrule again where the same is asked.
    """
    ruling = session.game.course.judge(book, state, entry.event)
    if not ruling.verdict.stops_play:
        return None
    is_overruled = entry.overrule_reason and ruling.verdict is Verdict.FORBIDDEN
    return None if is_overruled and _is_asked(session, book, state, entry) else ruling


def _is_asked(session: Session, book: Rulebook, state: Any, entry: Entry) -> bool:
    step = session.game.course.step(book, state)
    return step is not None and entry.step in {step.id, *(each.id for each in step.alternatives)}


_FAR = 4
"""How many entries may be dropped in a row."""


def _next_due(session: Session, book: Rulebook, state: Any, numbers: Sequence[int]) -> int:
    """Count the entries that nobody is asked for before one that fits; 0 where none does.

    What may be reported at any time fits anywhere, and so tells nothing.
    """
    anytime = {stage.id for stage in session.game.course.anytime}
    for skipped, number in enumerate(numbers[: _FAR + 1]):
        entry = session.entry(number)
        if entry.step in anytime:
            continue
        if skipped and _misfit(session, book, state, entry) is None:
            return skipped
        if _is_asked(session, book, state, entry):
            return 0
    return 0


def fixed(session: Session, place: int, words: str) -> tuple[Fix, Fitting, ParsedAnswer] | Ruling:
    """Let the entry at a place say something else; a ruling tells why it cannot.

    Raises BadAnswer for words that mean nothing there.
    """
    number = session.active[place - 1]
    state = session.state_before(number)
    attempt = parse_widely(session, state, words)
    if attempt.ruling.verdict.stops_play:
        return attempt.ruling
    entry = Entry(
        step=attempt.step.id,
        words=attempt.words,
        event=attempt.event,
        secret=attempt.step.hides_answer,
    )
    after = session.game.course.apply(state, attempt.event)
    fitting = refit(session, after, session.active[place - 1 :], place, number)
    return Fix(place=place, entry=entry, rest=fitting.rest), fitting, attempt


def with_setting(session: Session, name: str, value: str) -> tuple[Fix, Fitting]:
    """Set a number or an option of the set-up otherwise. Raises BadAnswer for what is none."""
    numbers = {each: asked for _, each, asked in session.book.table_numbers()}
    key = name.strip().casefold().replace("-", "_")
    if key in numbers:
        value = ",".join(map(str, numbers[key].read(value)))
    elif key in session.book.options:
        option = session.book.options[key]
        value = value.strip() if option.free else match_choice(value, option.values, numbers=())
    else:
        known = (*numbers, *session.book.options)
        said = "There is no setting “{name}”. The settings are {known}."
        raise BadAnswer(Say(said, name=name, known=known))
    setup, book = session.with_setting(key, value)
    start = session.game.start(book, setup)
    fitting = refit(session, start, session.active, 0, book=book)
    return Fix(place=0, rest=fitting.rest, name=key, value=value), fitting


def reseated(session: Session, seating: tuple[Player, ...]) -> Seats | tuple[int, Say]:
    """Seat the players in another order, or say which entry no longer fits, and why."""
    start = session.game.start(session.book, replace(session.setup, seating=seating))
    fitting = refit(session, start, session.active, 0)
    if fitting.why is None and not fitting.rest.dropped:
        return Seats(seating)
    return fitting.rest.kept + 1, fitting.why or Say("it no longer applies.")
