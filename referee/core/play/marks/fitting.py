"""How far the entries after a corrected one still fit, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from referee.core.play.marks.depth import CHOOSE_DEPTH
from referee.core.play.record import SECRET, Entry, Rest
from referee.core.play.session import Session
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, Verdict
from referee.core.say import Say, plural


def said_in(session: Session, number: int) -> Say:
    """Word a current entry as it was said."""
    before = session.state_before(number)
    return session.game.course.judge(session.book, before, session.entry(number).event).reason


def changed(was: Say, now: Say) -> Say:
    """Return what a sentence said that another says otherwise: without the words both begin with.

    >>> str(changed(Say("Di takes silver."), Say("Di takes gold.")))
    'silver'
    """
    old, new = str(was).rstrip(".。").split(" "), str(now).rstrip(".。").split(" ")
    same = 0
    while same < min(len(old), len(new)) - 1 and old[same] == new[same]:
        same += 1
    return Say("{words}", words=" ".join(old[same:]))


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
    *,
    moves: bool = False,
    first: int | None = None,
) -> Fitting:
    """See which of the entries that wait still fit, one after the other, from a state on.

    ``answered`` is the one that a new answer has taken the place of. An entry for which nobody is
    asked any more is dropped where what comes after it is due. ``book`` is another rulebook. What
    ``moves`` is done by the player who has the turn then. The ``first`` entry behind an insertion
    waits until the turn that was put in is reported to its end.
    """
    book = book or session.book
    dropped = [] if answered is None else [answered]
    numbers = [number for number in waiting if number != answered]
    kept, place = 0, 0
    gone: list[int] = []
    while place < len(numbers):
        entry = session.adapted(session.entry(numbers[place]), state, moves=moves)
        ruling = _misfit(session, book, state, entry)
        if ruling is None:
            state = session.game.course.apply(state, entry.event)
            kept, place = kept + 1, place + 1
            continue
        behind, skipped = numbers[place:], 0
        if session.game.course.due(state) is None:  # the game is over now
            skipped = len(behind)
        elif behind[0] != first:
            skipped = _next_due(session, book, state, behind, moves=moves)
        if not skipped:
            why = SECRET if entry.secret else ruling.reason
            return Fitting(Rest(kept, (*dropped, *gone)), after, why, len(gone))
        gone += behind[:skipped]
        place += skipped
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
    return step is not None and step.called(entry.step) is not None


_FAR = 4
"""How many entries may be dropped in a row."""


def _next_due(
    session: Session, book: Rulebook, state: Any, numbers: Sequence[int], *, moves: bool
) -> int:
    """Count the entries that nobody is asked for before one that fits; 0 where none does.

    Before what the same player is asked now, though it was reported otherwise, they are gone too,
    and one is before what nobody does alone. What may be reported at any time fits anywhere, and
    so says nothing.
    """
    anytime = {CHOOSE_DEPTH, *(stage.id for stage in session.game.course.anytime)}
    for skipped, number in enumerate(numbers[: _FAR + 1]):
        entry = session.adapted(session.entry(number), state, moves=moves)
        if entry.step in anytime:
            continue
        if skipped and _misfit(session, book, state, entry) is None:
            return skipped
        if _is_asked(session, book, state, entry):
            due, actor = session.game.course.step(book, state), entry.event.actor
            is_next = skipped == 1 if actor is None else due is not None and due.player == actor
            return skipped if is_next and not moves else 0
    return 0
