"""Journals that somebody forged for the purpose: as long as may be, with checksums that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, count, repeat
from pathlib import Path

from msgspec import json

from referee.core.play.record import Entry, Note, Record, Undo
from referee.files.journal.lines import LARGEST, MarkReader, with_checksum, write_mark
from referee.registry import open_game
from tests.fuzz.examples import body_of, journals
from tests.fuzz.inputs import JOURNAL, Input, Kind


def forged(head: bytes, marks: Iterable[Record], command: str = "log") -> Input:
    """Let a journal hold these marks, as many of them as may be in one, and be told."""
    raw, previous = with_checksum(head, "")
    lines, length = [raw], len(raw)
    for number, mark in enumerate(marks, start=1):
        line, previous = with_checksum(
            write_mark(number, "2026-11-21T20:15:03+01:00", mark), previous
        )
        length += len(line)
        if length > LARGEST:
            break
        lines.append(line)
    files = {JOURNAL: b"".join(lines)}
    return Input(kind=Kind.JOURNAL, words=(command, JOURNAL), files=files, is_sound=True)


def recorded() -> Iterator[tuple[str, bytes, list[Record]]]:
    """Give each recorded game: its id, the head of its journal without a checksum, its marks."""
    for lines in journals():
        bodies = [body_of(line) for line in lines]
        name: str = json.decode(bodies[0])["game"]
        reader = MarkReader(open_game(name)[0])
        numbered = enumerate(bodies[1:], start=1)
        yield name, bodies[0], [reader.read(Path(), n, body)[1] for n, body in numbered]


def first_of(name: str) -> tuple[bytes, Entry]:
    """Give the head and the first entry of a game that was recorded."""
    head, marks = next((head, marks) for game, head, marks in recorded() if game == name)
    entry = marks[0]
    assert isinstance(entry, Entry)
    return head, entry


def notes() -> Iterator[Record]:
    """Write short notes without end."""
    return repeat(Note("x"))


def again(before: list[Record], entry: Record) -> Iterator[Record]:
    """Let an entry come over and over."""
    return chain(before, repeat(entry))


def in_turn(before: list[Record], entry: Record) -> Iterator[Record]:
    """Note an entry and strike it, over and over."""
    numbers = count(len(before) + 1, 2)
    return chain(before, chain.from_iterable((entry, Undo((n,))) for n in numbers))


def from_the_first(before: list[Record], entry: Record, times: int) -> Iterator[Record]:
    """Let an entry come so many times, and strike each, the first one first."""
    numbers = range(len(before) + 1, len(before) + 1 + times)
    return chain(before, repeat(entry, times), (Undo((n,)) for n in numbers))
