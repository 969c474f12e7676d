"""Scripted evenings, and one in several sittings without an accident: what all are held to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from shutil import rmtree
from typing import Any, Final

from msgspec import Struct, json

from referee.core.play.loop import GameLoop
from referee.core.play.marks.marking import ON
from referee.core.play.reading import commands
from referee.core.play.record import (
    Drop,
    Entry,
    Insert,
    Preference,
    Record,
    TimerAction,
    TimerMark,
    Undo,
)
from referee.core.play.session import Session
from referee.files.decoding import read_bytes
from referee.files.documents.scenarios import Given, read_scenario
from referee.files.journal.journal import Journal
from referee.files.yaml.loader import parse
from referee.operations.opening import now
from referee.registry import open_game
from tests.cli.running import call
from tests.rooms import ROOMS, Room
from tests.torture.disk import Call
from tests.torture.sitting import TABLE, Sat, clock_standing_still, sit

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


FIRST, OTHER, THIRD = "evening.jsonl", "other.jsonl", "third.jsonl"
TIMED: Final = Preference(commands.TIMER, ON)
"""What ``--timer`` notes at the beginning."""
TORN: Final = b'{"n":999,"at":"2026'
_NAMED: Final = re.compile(r"(?:The record:|Continuing|Saved in|written to) (\S+\.jsonl)")
_ECHO: Final = re.compile(
    r"[ \d]{3}\d  |      (Taken back: |The correction is dropped|Dropped: |Entry \d+ waits)"
)
_room: Final = cache(open_game)


class Sitting(Struct, frozen=True):
    """One sitting of an evening: the table's files before it, what is typed, the calls it makes.

    ``record`` is how many marks stand in the journal before it, ``journal`` its name.
    """

    words: tuple[str, ...]
    lines: tuple[str, ...]
    files: Mapping[str, bytes]
    journal: str
    record: int
    calls: tuple[Call, ...] = ()


class Night(Struct, frozen=True):
    """A whole evening: its sittings, and the journal, the record and the score they lead to."""

    evening: Evening
    sittings: tuple[Sitting, ...]
    raw: bytes
    record: tuple[Record, ...]
    score: str


def night_of(evening: Evening, folder: Path) -> Night:
    """Play an evening without an accident, and check that it went as it should."""
    files: Mapping[str, bytes] = {}
    journal, sittings = FIRST, list[Sitting]()
    for sitting in _planned(evening):
        record = len(record_of(folder / TABLE / journal)) if sittings else 0
        before = {**files, **_damaged(sitting, files)}
        ready = Sitting(sitting.words, sitting.lines, before, journal, record)
        sat = play(ready, folder)
        journal = named_in(sat) or journal
        files = read_table(folder)
        _check_sitting(evening, sat, record, folder / TABLE / journal)
        sittings.append(Sitting(ready.words, ready.lines, before, ready.journal, record, sat.calls))
    path = folder / TABLE / journal
    return Night(evening, tuple(sittings), files[journal], record_of(path), score_of(path))


def _planned(evening: Evening) -> Iterator[Sitting]:
    """Part an evening into a beginning and four ways to go on."""
    ends = [evening.marks.index(evening.marks[-1] * part // 5) for part in range(5)]
    parts = [evening.lines[start:end] for start, end in pairwise([*ends, len(evening.lines)])]
    ways = (
        (*evening.words, "--journal", FIRST),
        ("play", FIRST),
        ("play", FIRST),
        ("play", FIRST, "--journal", OTHER),
        ("play", OTHER),
    )
    parts[4] = (parts[4][0], f"/journal {THIRD}", *parts[4][1:])
    for number, (words, lines) in enumerate(zip(ways, parts, strict=True)):
        yield Sitting(words, lines, {}, FIRST, number)


def _damaged(sitting: Sitting, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Damage the journal before the second sitting and the third, as a crash would."""
    if sitting.record == 1:
        return {FIRST: files[FIRST] + TORN}
    return {FIRST: files[FIRST].removesuffix(b"\n")} if sitting.record == 2 else {}


def _check_sitting(evening: Evening, sat: Sat, before: int, path: Path) -> None:
    echoed = before + echoed_of(record_of(path)[before:])
    if (sat.code, said_in(sat, before)) != (0, echoed):
        raise AssertionError(evening.game, sat, before, echoed)


def play(sitting: Sitting, folder: Path, plan: Any = None) -> Sat:
    """Lay the table and play a sitting."""
    lay(sitting.files, folder)
    return sit(folder, sitting.words, sitting.lines, plan, clock_standing_still)


def lay(files: Mapping[str, bytes], folder: Path) -> None:
    """Put these files on the table, and no others."""
    rmtree(folder / TABLE, ignore_errors=True)
    (folder / TABLE).mkdir(parents=True)
    for name, raw in files.items():
        (folder / TABLE / name).write_bytes(raw)


def read_table(folder: Path) -> dict[str, bytes]:
    """Read all files of the table."""
    return {path.name: path.read_bytes() for path in (folder / TABLE).iterdir()}


def record_of(path: Path) -> tuple[Record, ...]:
    """Read what a journal has on record."""
    return tuple(opened(path).session.record)


def opened(path: Path, *, write: bool = False) -> Journal:
    """Open a journal as the program does, without what it says about it."""
    return Journal.open(path, _room, now, write=write)


def score_of(path: Path) -> str:
    """Let the program score a journal."""
    return call("score", str(path), "--format", "json").out


def named_in(sat: Sat) -> str | None:
    """Tell which journal the table was told about last."""
    found = _NAMED.findall(sat.err)
    return found[-1] if found else None


def echoed_of(record: Sequence[Record]) -> int:
    """Count the marks that are told with a number, or as taken back, put in or dropped."""
    return sum(isinstance(mark, Entry | Undo | Insert | Drop) for mark in record)


def said_in(sat: Sat, before: int) -> int:
    """Count the marks that the table was told of: those before, entries and what took them back."""
    count = before
    for line in sat.out.splitlines(keepends=True):
        if not line.endswith("\n"):
            break
        count += bool(_ECHO.match(line))
    return count


def story(record: Sequence[Record]) -> list[bytes]:
    """Tell what a record holds, whenever and however the table sat down to it."""
    aside = (*AWAY, TIMED)
    counted = [number for number, mark in enumerate(record, start=1) if mark not in aside]
    own = {number: own for own, number in enumerate(counted, start=1)}
    told: list[Any] = []
    for number in counted:
        mark = record[number - 1]
        told.append(["struck", *map(own.get, mark.entries)] if isinstance(mark, Undo) else mark)
        if isinstance(mark, Entry):
            told[-1] = [mark.step, mark.words, mark.event, mark.overrule_reason, mark.by_timer]
    return [json.encode(each) for each in told]
