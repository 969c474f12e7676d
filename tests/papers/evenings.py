"""Random evenings of every game: overruled, noted, corrected; people are renamed, or come later."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from referee.core.play.loop import GameLoop
from referee.core.table import ROUND
from referee.files.journal.journal import Journal
from referee.operations.scoring import ScoreReport, session_report
from referee.testing.faults import StepFault
from referee.testing.play import drawn, step_of, still_going
from tests.rooms import Room, rooms

BEGAN: Final = "2026-11-22T16:34:10+01:00"
NAMES: Final = (
    *("Ana", "小明", "ゆうこ", "Bo Li", "Smith, Jr", "007"),
    *("Żółć", "علي", "Ольга", "none"),
)
LATER: Final = ("Zoë", "Ida", "陳大文", "Gus")
REASON: Final = "we always play it so"


def evening(number: int) -> Journal:
    """Play the evening of a number: any room, any number of players, by the turn or the round."""
    room = rooms()[number % len(rooms())]
    return played(room, room.game.players[number % len(room.game.players)], number)


def played(room: Room, seats: int, seed: int) -> Journal:
    """Play one evening to its end."""
    draw = Random(seed)
    setup = room.setup(seats, seed, NAMES)
    if room.game.course.depth and draw.random() < 1 / 5:
        setup = replace(setup, by=ROUND)
    book = room.book.with_table_numbers(setup.numbers)
    journal = Journal.in_memory(room.game, book, setup, lambda: BEGAN, room.book)
    loop = GameLoop(journal.session)
    later = [*LATER]
    while still_going(journal.session):
        _aside(loop, draw, later)
        if step_of(journal.session) is not None:
            _answer(room, loop, draw)
    return journal


def totals(journal: Journal) -> list[str]:
    """Give what everybody has at the end."""
    report = session_report(journal.session)
    assert isinstance(report, ScoreReport)
    return [str(score.total) for score in report.sheet.scores]


def _answer(room: Room, loop: GameLoop, draw: Random) -> None:
    """Answer what is asked; now and then what is refused, and overrule it."""
    session = loop.session
    try:
        tried = [drawn(session, draw).words]
    except StepFault:  # what was overruled leaves nothing that can be
        loop.feed_line("/undo 5")
        return
    if draw.random() < 1 / 6:
        tried = [*draw.sample(room.attempts(step_of(session)), 3), *tried]
    for words in tried:
        before = len(session.record)
        loop.feed_line(words)
        if len(session.record) == before:
            loop.feed_line(f"/overrule {REASON}")
        if len(session.record) > before:
            return


def _aside(loop: GameLoop, draw: Random, later: list[str]) -> None:
    """Note something, take something back, call somebody otherwise, or let somebody else play."""
    chance, session = draw.random(), loop.session
    who = draw.choice(session.setup.seating)
    if chance < 1 / 60:
        loop.feed_line(f"/note {who} yawned at NSP-3.1")
    elif chance < 2 / 60 and session.active:
        loop.feed_line("/undo")
    elif chance < 1 / 25 and later:
        loop.feed_line(f"/{draw.choice(('rename', 'substitute'))} @{who} {later.pop()}")
