"""Cut at every byte, and hit by flips of a bit: recovered, or named with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from referee.core.play.record import Drop, Entry, Insert, Record, Undo
from referee.files.journal.errors import JournalBroken
from referee.files.journal.journal import Journal
from tests.cli.running import call
from tests.torture.deeds import Case
from tests.torture.nights import FIRST, Night, lay, opened
from tests.torture.sitting import TABLE


class Cut(Case, frozen=True):
    """A journal of which only so many bytes are left."""

    length: int


class Flip(Case, frozen=True):
    """A journal of which one bit is turned over, and whether the program itself sees it."""

    at: int
    bit: int
    seen: bool = False

    def __str__(self) -> str:
        """Name it as ``--only`` takes it."""
        return f"{self.game}/{self.at}/{self.bit}"


def cuts(night: Night) -> Iterator[Cut]:
    """List every cut."""
    return (Cut(night.evening.game, length) for length in range(len(night.raw) + 1))


def flips(nights: list[Night], count: int, draw: Random) -> Iterator[Flip]:
    """Draw so many flips; every hundredth is shown to the program as well."""
    for number in range(count):
        night = draw.choice(nights)
        at, bit = draw.randrange(len(night.raw)), draw.randrange(8)
        yield Flip(night.evening.game, at, bit, number % 100 == 0)


def wrong_after_cut(cut: Cut, night: Night, folder: Path) -> str:
    """Tell what is wrong with a journal that was cut: to read it, and to go on with it."""
    path = folder / TABLE / FIRST
    lay({FIRST: night.raw[: cut.length]}, folder)
    whole = night.raw[: cut.length + 1].count(b"\n")  # a line that lacks only its end is complete
    torn = night.raw[: cut.length].rpartition(b"\n")[2] if _tears(night, cut) else b""
    if not whole:
        return _wrong_without_a_line(path)
    reading = opened(path, write=False)
    if wrong := _wrong_record(reading, night, whole - 1):
        return wrong
    with opened(path, write=True) as writing:
        aside = writing.set_aside
        if wrong := _wrong_record(writing, night, whole - 1):
            return wrong
    if (aside.read_bytes() if aside else b"") != torn or reading.torn != torn:
        return f"{len(torn)} bytes were incomplete, but {reading.torn!r} was set aside"
    rest = night.raw[: cut.length].removesuffix(torn).removesuffix(b"\n") + b"\n"
    if path.read_bytes() != rest:
        return "what was whole has changed"
    return _wrong_words(cut, path, night, whole - 1)


def _tears(night: Night, cut: Cut) -> bool:
    return night.raw[cut.length : cut.length + 1] != b"\n"


def _wrong_without_a_line(path: Path) -> str:
    try:
        opened(path, write=False)
    except JournalBroken as broken:
        return "" if broken.line == 1 else f"it names line {broken.line} of none"
    return "a journal without a line has opened"


def _wrong_record(journal: Journal, night: Night, count: int) -> str:
    """Hold a record, and what of it is in force, against the first marks of the evening."""
    if journal.session.record != list(night.record[:count]):
        return f"{count} marks are whole, and {len(journal.session.record)} others came back"
    if list(journal.session.active) != in_force(night.record[:count]):
        return "a struck entry has come back"
    return ""


def in_force(record: tuple[Record, ...]) -> list[int]:
    """Tell which entries are in force, in the slow and obvious way."""
    counts, before = list[int](), list[int]()
    for number, mark in enumerate(record, start=1):
        if isinstance(mark, Entry):
            counts.append(number)
        elif isinstance(mark, Drop):
            del counts[mark.place - 1]
        elif isinstance(mark, Insert):  # it is asked, and nobody answers
            before, counts = counts, counts[: mark.place - 1]
        elif isinstance(mark, Undo):
            is_insertion = isinstance(record[mark.entries[0] - 1], Insert)
            kept = before if is_insertion else counts
            counts = [each for each in kept if each not in mark.entries]
    return counts


def _wrong_words(cut: Cut, path: Path, night: Night, count: int) -> str:
    """In the middle of each line, let the program itself open what is left."""
    line = night.raw.splitlines(keepends=True)[count + 1 : count + 2]
    start = len(night.raw[: cut.length].rpartition(b"\n")[0]) + 1
    if not line or cut.length != start + len(line[0]) // 2:
        return ""
    path.write_bytes(night.raw[: cut.length])
    ran = call("play", str(path))
    said = "is incomplete and does not count; it is now in "
    return "" if (ran.code, said in ran.err) == (0, True) else f"the player is told: {ran.err}"


def wrong_after_flip(flip: Flip, night: Night, folder: Path) -> str:
    """Tell what is wrong with a journal in which a bit was turned over."""
    path = folder / TABLE / FIRST
    raw = bytearray(night.raw)
    raw[flip.at] ^= 1 << flip.bit
    lay({FIRST: bytes(raw)}, folder)
    line = night.raw.count(b"\n", 0, flip.at) + 1
    try:
        journal = opened(path, write=False)
    except JournalBroken as broken:
        if broken.line != line:
            return f"line {line} is damaged, and {broken.line} is named"
        return _wrong_diagnosis(path, line) if flip.seen else ""
    return _wrong_record(journal, night, len(night.record))


def _wrong_diagnosis(path: Path, line: int) -> str:
    """Hear what the program says about a damaged journal."""
    for command in ("play", "log"):
        ran = call(command, str(path))
        if ran.code != 4 or not re.search(rf"{re.escape(str(path))}:{line}: ", ran.err):
            return f"{command} leaves with {ran.code} and says: {ran.err}"
    return ""
