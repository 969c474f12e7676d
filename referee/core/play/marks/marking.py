"""Marks that are no entries: notes, the venue, preferences and pauses of the timer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.answers.text_input import halfwidth
from referee.core.play.reading import commands
from referee.core.play.reading.answer import judged
from referee.core.play.record import Note, Preference, TimerAction, TimerMark
from referee.core.play.response import Response, ResponseKind, unread
from referee.core.play.session import Session
from referee.core.say import Example, Say

ANNOUNCE, ASK = "announce", "ask"
ON, OFF = "on", "off"
NO_TIMER: Final = Say("No timer is running.")
_PREFERENCES: Final = {
    (commands.TIMER, ON): "The referee's timer is on.",
    (commands.TIMER, OFF): "The referee's timer is off.",
    (commands.BELL, ON): "The bell is on.",
    (commands.BELL, OFF): "The bell is off.",
    (commands.TEACH, ON): "Teaching is on: each rule is explained once.",
    (commands.TEACH, OFF): "Teaching is off.",
    (commands.FORCED, ANNOUNCE): "Forced answers are announced.",
    (commands.FORCED, ASK): "Forced answers are asked.",
}
ALONE: Final = Say(
    "Type {pause} and {resume} alone. {note} TEXT keeps what you want to say.",
    pause=Example("/pause"),
    resume=Example("/resume"),
    note="note",
)


class Marking:
    """Adds marks that answer no step to the record of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, text: str) -> Response:
        """Store a note of the table."""
        if not text:
            return unread(Say("Write the note after it: {note} TEXT", note="note"))
        return self._marked(Note(text), Say("Note: {text}", text=text))

    def place(self, text: str) -> Response:
        """Store the venue."""
        if not text:
            return unread(Say("Write where you play: {place} TEXT", place=Example("/place")))
        return self._marked(Preference(commands.PLACE, text), preference_text(commands.PLACE, text))

    def prefer(self, name: str, word: str, *values: str) -> Response:
        """Store a two-way preference."""
        chosen = halfwidth(word).casefold()
        if chosen not in values:
            now = self._session.preferences.get(name)
            said = "Type /{name} {first} or /{name} {other}."
            usage = Say(said, name=name, first=values[0], other=values[1])
            if now is None:
                return unread(usage)
            told = (preference_text(name, now), usage)
            return Response(ResponseKind.NOT_UNDERSTOOD, usage, told=told, is_about_command=True)
        return self._marked(Preference(name, chosen), preference_text(name, chosen))

    def pause(self, rest: str) -> Response:
        """Stop the timer."""
        if rest:
            return unread(ALONE)
        if self._session.timer_paused:
            return unread(Say("The timer is already paused."))
        if not self.has_timer:
            return unread(NO_TIMER)
        return self._marked(TimerMark(TimerAction.PAUSED), Say("The timer is paused."))

    def resume(self, rest: str) -> Response:
        """Let the timer continue."""
        if rest:
            return unread(ALONE)
        if not self._session.timer_paused:
            runs = Say("The timer is not paused, so there is nothing to resume.")
            return unread(runs if self.has_timer else NO_TIMER)
        return self._marked(TimerMark(TimerAction.RESUMED), Say("The timer is running."))

    def _marked(self, mark: Note | TimerMark | Preference, said: Say) -> Response:
        self._session.add(mark)
        return Response(ResponseKind.ANNOTATED, said)

    @property
    def has_timer(self) -> bool:
        """Whether the step that is asked has a timer."""
        step = self._session.step
        return step is not None and step.timer is not None


def preference_text(name: str, value: str) -> Say:
    """Word a preference of the table, or its venue.

    >>> str(preference_text("bell", "off")), str(preference_text("place", "Bo's kitchen"))
    ('The bell is off.', "Place: Bo's kitchen")
    """
    if name == commands.PLACE:
        return Say("Place: {text}", text=value)
    return Say(_PREFERENCES.get((name, value), "{name}: {value}"), name=name, value=value)


def nothing_to_overrule(session: Session, forced_latest_first: Sequence[int]) -> Say:
    """Say that nothing was refused. After forced entries, explain how to replace the oldest one."""
    if not forced_latest_first:
        return Say("Nothing was refused, so there is nothing to overrule.")
    number = forced_latest_first[-1]
    entry, before = session.entry(number), session.state_before(number)
    step = session.step_in(before)
    rules = judged(session, before, step, entry.words, entry.event).forced_by if step else ()
    said = (
        "Entry {n} was no choice ({rules}). Note another answer with {fix} {n} ANSWER, "
        "then overrule its refusal."
    )
    return Say(said, fix="fix", n=session.place(number), rules=", ".join(map(str, rules)))
