"""A line is read whole or not at all: whatever the referee prints of an entry can be typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.reading.line import LineReader
from referee.core.play.record import Entry
from referee.core.play.session import Session
from referee.core.ruling import Verdict
from referee.files.journal.journal import Journal
from referee.testing.play import begin, random_player
from tests.journals.printed import journals
from tests.rooms import ROOMS

FEW = range(1, 4)
"""The seeds of the random games of each room."""


def replayed(entries: list[Entry], fresh: Session) -> Iterator[tuple[Session, Entry]]:
    """Play entries again; each with the session before it."""
    for entry in entries:
        yield fresh, entry
        fresh.add(replace(entry, rest=None))


def recorded(name: str) -> Iterator[tuple[Session, Entry]]:
    """Give all entries of the journals of a game that somebody typed, and of some random games."""
    room = ROOMS[name]
    for path in journals():
        if path.parent.name != room.tests.name:
            continue
        journal = Journal.open(path, lambda _: (room.game, room.book), lambda: "", write=False)
        done = journal.session
        entries = [done.entry(number) for number in done.active]
        fresh = Session(room.game, done.book, done.setup)
        yield from replayed(entries, fresh)
    for seed in FEW:
        setup = room.setup(room.game.players[0] + seed % 2, seed)
        *_, done = random_player(room, setup, seed)
        entries = [done.entry(number) for number in done.active]
        yield from replayed(entries, begin(room, setup))


def printed(session: Session, entry: Entry) -> ParsedAnswer | None:
    """Judge an entry as it would be printed; None where its echo does not hold the answer."""
    course = session.game.course
    if entry.secret or entry.overrule_reason or entry.by_timer:
        return None
    ruling, reason, followed = course.rule_in_parts(session.book, session.state, entry.event)
    step = session.step
    if step is None or step.hides_answer or ruling.verdict is not Verdict.ALLOWED:
        return None
    if type(entry.event).__name__ == "DepthChosen":  # a command, and no answer to a question
        return None
    if getattr(entry.event, "square", None) is not None:  # of the Leader, and no part of the echo
        return None
    after = course.apply(session.state, entry.event)
    return ParsedAnswer(
        step, entry.words, entry.event, ruling, reason, followed, session.state, after
    )


def read_again(session: Session, line: str) -> list[object]:
    plan = LineReader(session, announces=False).plan(line)
    if plan.said is not None:
        return [str(plan.said)]
    if plan.refused is not None:
        return [str(plan.refused.attempt.reason)]
    return [each.attempt.event for each in plan.answers]


def wrongly_read(name: str) -> Iterator[str]:
    for session, entry in recorded(name):
        found = printed(session, entry)
        if found is None:
            continue
        place = len(session.active) + 1
        whole = " ".join(map(str, found.told))
        first = str(found.reason).split(". ")[0].rstrip(".")
        ids = "".join(f" ({rule})" for rule in found.ruling.rules[:1])
        for line in (f"{place:4}  {whole}{ids}", f"{found.reason}", first):
            read = read_again(session, line)
            if read != [entry.event]:
                yield f"{session.step and session.step.id} {line!r} -> {read}"
                break


@pytest.mark.parametrize("name", sorted(ROOMS))
def test_what_is_printed_of_an_entry_can_be_typed(name: str) -> None:
    assert [*wrongly_read(name)] == []
