"""Correcting an entry in place: what comes after it stays as far as it still fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.text_input import match_choice
from referee.core.play.reading.answer import ParsedAnswer, parse_answer
from referee.core.play.record import Entry, Fix, Rest, Seats
from referee.core.play.session import Session
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, Verdict
from referee.core.say import BadAnswer, Say, plural
from referee.core.table import Player

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
    attempt = parse_answer(session, state, words)
    if attempt.ruling.verdict.stops_play:
        return attempt.ruling
    entry = Entry(
        step=attempt.step.id,
        words=words,
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
