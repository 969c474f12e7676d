"""How many entries after a corrected one still fit, and the sentence that says so."""

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
    """Return the sentence of a current entry."""
    before = session.state_before(number)
    return session.game.course.judge(session.book, before, session.entry(number).event).reason


def changed(was: Say, now: Say) -> Say:
    """Return the end of a sentence in which it differs from another one.

    >>> str(changed(Say("Di takes silver."), Say("Di takes gold.")))
    'silver'
    """
    old, new = str(was).rstrip(".。").split(" "), str(now).rstrip(".。").split(" ")
    same = 0
    while same < min(len(old), len(new)) - 1 and old[same] == new[same]:
        same += 1
    return Say("{words}", words=" ".join(old[same:]))


class Fitting(Struct, frozen=True):
    """How many entries after a corrected one still fit.

    ``after`` is the place of the corrected one; ``why`` says why the first other one does not fit.
    """

    rest: Rest
    after: int
    why: Say | None = None
    gone: int = 0
    """How many entries are dropped because nobody is asked for them any more."""

    @property
    def said(self) -> tuple[Say, ...]:
        """Say it in at most two sentences; none if no entry comes after."""
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
    """Replay the waiting entries from a state on, as long as they fit.

    ``answered`` is the one that a new answer replaces; ``book`` is a changed rulebook. An entry for
    which nobody is asked any more is dropped if a later one fits. Entries that ``moves`` go to the
    player who has the turn then. The ``first`` entry after an insertion waits until the inserted
    turn is complete.
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
        others, skipped = numbers[place:], 0
        if session.game.course.due(state) is None:  # the game is over now
            skipped = len(others)
        elif others[0] != first:
            skipped = _next_due(session, book, state, others, moves=moves)
        if not skipped:
            why = SECRET if entry.secret else ruling.reason
            return Fitting(Rest(kept, (*dropped, *gone)), after, why, len(gone))
        gone += others[:skipped]
        place += skipped
    return Fitting(Rest(kept, (*dropped, *gone)), after, gone=len(gone))


def _misfit(session: Session, book: Rulebook, state: Any, entry: Entry) -> Ruling | None:
    """Return the ruling against an entry in another state; None if it fits.

    An overruled entry still fits if the same step is asked there.
    """
    ruling = session.game.course.judge(book, state, entry.event)
    if not ruling.verdict.stops_play:
        return None
    is_overruled = entry.overrule_reason and ruling.verdict is Verdict.FORBIDDEN
    return None if is_overruled and _is_asked(session, book, state, entry) else ruling


def _is_asked(session: Session, book: Rulebook, state: Any, entry: Entry) -> bool:
    step = session.game.course.step(book, state)
    return step is not None and step.called(entry.step) is not None


_MOST_DROPPED = 4
"""How many entries may be dropped in a row."""


def _next_due(
    session: Session, book: Rulebook, state: Any, numbers: Sequence[int], *, moves: bool
) -> int:
    """Count the entries to drop before the first one that fits; 0 if none of the next few does.

    An entry also ends the search if its step is asked of the same player, although it does not
    fit; one of no single player only as the second. Entries that are possible at any time fit
    anywhere, and so prove nothing.
    """
    anytime = {CHOOSE_DEPTH, *(stage.id for stage in session.game.course.anytime)}
    for skipped, number in enumerate(numbers[: _MOST_DROPPED + 1]):
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
