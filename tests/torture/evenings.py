"""Scripted evenings: of every game one with undo, note and overrule in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from referee.core.play.loop import GameLoop
from referee.core.play.record import Record, TimerAction, TimerMark
from referee.core.play.session import Session
from referee.files.decoding import read_bytes
from referee.files.documents.scenarios import Given, read_scenario
from referee.files.yaml.loader import parse
from tests.rooms import ROOMS, Room

_CORRECTED_AT = 3
"""How many entries are there when one is corrected."""
AWAY = {TimerMark(TimerAction.CLOSED), TimerMark(TimerAction.REOPENED)}
"""What is noted without a word of the table, when it sits down again or leaves."""


class Evening(Struct, frozen=True):
    """A game as the table types it: ``words`` begin it, ``lines`` play it to its end.

    ``marks`` tells how many marks stand in the record before each line, and at the end.
    """

    game: str
    words: tuple[str, ...]
    lines: tuple[str, ...]
    marks: tuple[int, ...]

    def line_after(self, record: Sequence[Record]) -> int:
        """Tell which line comes next where this much is on record."""
        return self.marks.index(sum(mark not in AWAY for mark in record))


def evening_of(game: str) -> Evening:
    """Make the evening of a game, from the recorded game in which its table errs."""
    room = ROOMS[game]
    (path,) = room.tests.glob("scenarios/*_with_corrections.yaml")
    return Evening(game, ("play", game, "--from", str(path)), *_typed(room, path))


def _typed(room: Room, path: Path) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Word a recorded game as it is typed; where a glass runs, it is stopped once.

    Early on something is put in and not told, and the last entry is dropped and typed again.
    """
    script = read_scenario(parse(read_bytes(str(path)), str(path)), room.game, room.book)
    session: Session = Session(
        room.game, room.book.with_table_numbers(script.setup.numbers), script.setup
    )
    drive, lines, marks = GameLoop(session), list[str](), [0]

    def take(line: str) -> None:
        drive.feed_line(line)
        lines.append(line)
        marks.append(len(session.record))

    for given in script.answers:
        if session.step and session.step.timer and "/pause" not in lines:
            take("/pause")
            take("/resume")
        words = _words(session, given)
        take(words)
        last = len(session.active)
        if last == _CORRECTED_AT and f"drop {last}" not in lines:
            for line in ("insert 2", "undo", f"drop {last}", words):
                take(line)
    return tuple(lines), tuple(marks)


def _words(session: Session, given: Given) -> str:
    step = session.step
    words = step.typed(given.step, given.words) if step and given.step else given.words
    if words is None:
        raise AssertionError(given)
    return words
