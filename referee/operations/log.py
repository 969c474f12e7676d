"""List the record of a journal, mark by mark, with the ruling on each entry."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from referee.core.paper.sheet_document import LogItem
from referee.core.play.record import (
    SECRET,
    Drop,
    Entry,
    Fix,
    Insert,
    Note,
    Preference,
    Record,
    Rename,
    Seats,
    Substitute,
    TimerAction,
    TimerMark,
    Undo,
)
from referee.core.play.session import Session
from referee.core.ruling import Ruling
from referee.core.say import Fact, Say, as_typed, join
from referee.files.journal.journal import Journal

TIMER: Final = {
    TimerAction.PAUSED: ("/pause", Say("The timer is paused.")),
    TimerAction.RESUMED: ("/resume", Say("The timer is running.")),
    TimerAction.CLOSED: ("", Say("The timer stops here.")),
    TimerAction.REOPENED: ("", Say("The game continues. The time in between does not count.")),
}
"""What was typed, and what it means; leaving is not typed."""


def log_items(
    journal: Journal, *, is_complete: bool = False, tells_secrets: bool = False
) -> list[LogItem]:
    """List the entries that count, in the order of play, each with its ruling as of now.

    ``is_complete``: list all marks in the order of the record, also what was taken back, each
    judged as it was then. Until the game is over, secret words are left out, unless it
    ``tells_secrets``.
    """
    session = journal.session
    if is_complete:
        return _whole_record(journal, tells_secrets=tells_secrets or session.step is None)
    entries = entry_items(journal, tells_secrets=tells_secrets)
    return [item for _, item in with_notes(journal, entries)]


def with_notes(journal: Journal, entries: Iterable[LogItem]) -> list[tuple[int, LogItem]]:
    """Insert the notes, each after the last entry before it; each item has that entry's place."""
    session = journal.session
    items = [(each.number or 0, each) for each in entries]
    place = 0
    for number, mark in enumerate(session.record, start=1):
        place = session.places.get(number, place)
        if isinstance(mark, Note):
            items.append((place, _note_item(journal.times[number - 1], mark)))
    return sorted(items, key=lambda each: each[0])


def entry_items(
    journal: Journal,
    first: int = 1,
    *,
    tells_secrets: bool = False,
    only: Container[int] | None = None,
) -> Iterator[LogItem]:
    """Yield the entries that count from the place ``first`` on, each with its ruling.

    Places count from 1; with ``only``, entries at other places are left out.
    """
    session = journal.session
    course, book = session.game.course, session.book
    tells_secrets = tells_secrets or session.step is None
    substitutes = [
        (session.place_of_mark(n), mark)
        for n, mark in enumerate(session.record, start=1)
        if isinstance(mark, Substitute)
    ]
    befores = session.states.since(first - 1) if only is None else None
    for place, number in enumerate(session.active[first - 1 :], start=first):
        if only is not None and place not in only:
            continue
        entry = session.entry(number)
        before = next(befores) if befores else session.states.at(place - 1)
        ruling = course.rule_on(book, before, entry.event, is_overruled=bool(entry.overrule_reason))
        at = journal.times[number - 1]
        item = _entry_item(entry, ruling, at, place, tells_secrets=tells_secrets)
        if entry.overrule_reason:
            done = _answered(session, entry, session.state_before(number), item.words)
            item = replace(item, done=done)
        later = [each for last, each in substitutes if last >= place]
        yield replace(item, said=_with_names_of_then(item.said, later)) if later else item


def _with_names_of_then(said: Say, later: list[Substitute]) -> Say:
    """Undo later substitutions: name those who played then."""
    for mark in reversed(later):
        said = _with_name(said, mark.new, mark.old)
    return said


def _whole_record(journal: Journal, *, tells_secrets: bool) -> list[LogItem]:
    setup, book = journal.session.begun
    replay = Session(journal.session.game, book, setup)
    places = journal.session.places
    items: list[LogItem] = []
    for number, mark in enumerate(journal.session.record, start=1):
        at = journal.times[number - 1]
        entry = _entry_of(mark)
        if entry is None:
            items.append(_other_item(mark, at, replay))
        else:
            state = replay.state
            if isinstance(mark, Fix | Insert):
                state = replay.states.at(mark.place - 1)
            ruling = replay.game.course.rule_on(
                replay.book, state, entry.event, is_overruled=bool(entry.overrule_reason)
            )
            item = _entry_item(entry, ruling, at, places.get(number), tells_secrets=tells_secrets)
            if entry.overrule_reason:
                item = replace(item, done=_answered(replay, entry, state, item.words))
            if isinstance(mark, Insert):
                item = replace(item, said=Say("{said} (inserted)", said=item.said))
            items.append(replace(item, is_undone=number not in places))
        replay.add(mark)
        if isinstance(mark, Rename):
            for n, each in enumerate(items[:-1]):
                items[n] = replace(each, said=_with_name(each.said, mark.old, mark.new))
    return items


def _answered(session: Session, entry: Entry, state: Any, words: str) -> Say:  # noqa: ANN401 - of any room
    """Say who answered what, for an overruled entry: its ruling only says why not."""
    from referee.core.play.reading.answer import as_said  # little is overruled

    step = session.step_in(state)
    if step is not None and step.id == entry.step and words == entry.words:
        words = as_said(step.answers, words)
    answered = as_typed(words)
    if entry.event.actor is None:
        return Say("{words}", words=answered)
    return Say("{player}: {words}", player=entry.event.actor, words=answered)


def _entry_of(mark: Record) -> Entry | None:
    if isinstance(mark, Fix | Insert):
        return mark.entry
    return mark if isinstance(mark, Entry) else None


def _entry_item(
    entry: Entry, ruling: Ruling, at: str, place: int | None, *, tells_secrets: bool
) -> LogItem:
    return LogItem(
        number=place,
        at=at,
        step=entry.step,
        words=str(SECRET) if entry.secret and not tells_secrets else entry.words,
        said=ruling.reason,
        verdict=ruling.verdict,
        rules=ruling.rules,
        overrule_reason=entry.overrule_reason,
        by_timer=entry.by_timer,
    )


def _note_item(at: str, note: Note) -> LogItem:
    return LogItem(number=None, at=at, step="", words="note", note=note.text, said=Say(""))


def _other_item(mark: Record, at: str, replay: Session) -> LogItem:  # noqa: C901 - one a kind
    """Word a mark that is no entry, before it takes effect."""
    words, said = "", Say("")
    match mark:
        case Note():
            return _note_item(at, mark)
        case TimerMark(word):
            words, said = TIMER[word]
        case Undo(entries):
            places = tuple(str(replay.places[each]) for each in entries if each in replay.places)
            words, said = "undo", Say("Taken back: {entries}.", entries=places)
            if not places or entries == (replay.open_fix,):
                said = Say("The correction is dropped.")
        case Fix(place=0):
            words, said = "fix", Say("{name} is now {value}.", name=mark.name, value=mark.value)
        case Fix():
            words, said = "fix", Say("Entry {place} is asked again.", place=mark.place)
        case Insert():
            waits = "Entry {place} waits. Type first what was left out before it."
            words, said = "insert", Say(waits, place=mark.place)
        case Drop(place=place):
            from referee.core.play.marks.undo import entry_said  # little is dropped

            number = replay.active[place - 1]
            words, said = "drop", Say("Dropped: {entry}", entry=entry_said(replay, number))
        case Rename(old, new):
            words, said = "rename", Say("{old} is now called {new}.", old=old, new=new)
        case Substitute(old, new):
            words, said = "substitute", Say("From now on {new} plays for {old}.", old=old, new=new)
        case Seats(seating):
            seats = join([f"{n} {name}" for n, name in enumerate(seating, start=1)], ", ")
            words, said = "seats", Say("Clockwise: {names}.", names=seats)
        case Preference(name, value):
            from referee.core.play.marks.marking import preference_text  # few tables have any

            said = preference_text(name, value)
    return LogItem(number=None, at=at, step="", words=words, said=said)


def _with_name(said: Say, old: str, new: str) -> Say:
    return said.again({name: _fact_with_name(each, old, new) for name, each in said.facts.items()})


def _fact_with_name(fact: Fact, old: str, new: str) -> Fact:
    match fact:
        case Say():
            return _with_name(fact, old, new)
        case tuple():
            return tuple(_fact_with_name(each, old, new) for each in fact)
        case str():
            return new if fact == old else fact
    return fact
