"""Which entries ``/undo`` takes back, and what of the clock's stands all the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from referee.core.answers.text_input import match_key, parse_count
from referee.core.play.session import Entry, Session, attempt_at
from referee.core.say import BadAnswer, Say, plural

SAND: Final = "sand"
"""What ``/undo`` calls the last end of the sand, and steps that report it."""
AnySession: TypeAlias = Session
_TOO_MUCH: Final = Say(
    "Too much was taken back in this record: what is wrong can only be written down, with /note."
)


def to_strike(session: AnySession, words: str) -> tuple[int, ...] | Say:
    """Give the numbers of the entries that are taken back, or say why there are none.

    Without words it is the last answer that somebody gave, with a number the last so many. What
    the clock noted is passed over: the sand has run out, whatever was answered. Only what no
    longer fits without the answers goes with them. ``sand`` names the last end of the sand,
    whoever noted it; all that was answered since goes with it.
    """
    if session.game.has_timer and match_key(words) == SAND:
        return _from_the_sand(session)
    count = parse_count(words) if words else 1
    answers = [number for number in session.in_force if not session.entry(number).by_clock]
    if not count:
        return _wanted(session)
    if not answers:
        return Say("There is nothing to take back.")
    if count > len(answers):
        return plural(
            len(answers), "There is 1 entry to take back.", "There are {n} entries to take back."
        )
    struck = _with_what_no_longer_fits(session, answers[-count:])
    return struck if session.can_strike(struck) else _TOO_MUCH


def _wanted(session: AnySession) -> Say:
    if session.game.has_timer:
        return Say("/undo takes a number of entries, 1 or more, or the word {sand}.", sand=SAND)
    return Say("/undo takes a number of entries, 1 or more.")


def _from_the_sand(session: AnySession) -> tuple[int, ...] | Say:
    numbers = session.in_force
    for place in range(len(numbers) - 1, -1, -1):
        if session.entry(numbers[place]).step.rpartition(".")[2] == SAND:
            return tuple(numbers[place:])
    return Say("The sand has not run out as yet.")


def _with_what_no_longer_fits(session: AnySession, answers: Sequence[int]) -> tuple[int, ...]:
    """Add the clock's entries that mean something else, or nothing, without these answers."""
    struck, gone = list(answers), set(answers)
    state = session.state_before(answers[0])
    for number in session.in_force:
        if number <= answers[0] or number in gone:
            continue
        entry = session.entry(number)
        if _fits(session, entry, state, session.state_before(number)):
            state = session.game.course.apply(state, entry.event)
        else:
            struck.append(number)
    return tuple(sorted(struck))


def _fits(session: AnySession, entry: Entry, state: Any, noted_in: Any) -> bool:  # noqa: ANN401 - states of any room
    """Whether the same filling ends with the same event in another state."""
    try:
        attempt = attempt_at(session, state, entry.words)
    except BadAnswer:
        return False
    is_open = not attempt.ruling.verdict.stops_play
    same_filling = _filling(session, state) == _filling(session, noted_in)
    return is_open and same_filling and attempt.event == entry.event


def _filling(session: AnySession, state: Any) -> int | None:  # noqa: ANN401 - see above
    """Count which filling of the glass runs in a state; None where none does."""
    step = session.game.course.step(session.book, state)
    return step.timer.filling if step is not None and step.timer else None
