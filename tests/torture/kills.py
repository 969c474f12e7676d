"""Killed at every call, or the call fails: what was said to be noted is there, or it is told."""

from __future__ import annotations

import errno
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from referee.files.journal.errors import JournalError
from tests.cli.running import call
from tests.torture.deeds import Deed, Plan, Planned
from tests.torture.disk import Call
from tests.torture.nights import (
    OTHER,
    Night,
    named_in,
    opened,
    play,
    read_table,
    record_of,
    said_in,
    score_of,
    story,
)
from tests.torture.sitting import TABLE, Sat

_FOUND: Final[dict[tuple[Any, ...], tuple[int, str]]] = {}


def kills(night: Night) -> Iterator[Planned]:
    """List every way to die in an evening."""
    for number, sitting in enumerate(night.sittings):
        for plan in _plans(sitting.calls):
            yield Planned(night.evening.game, number, plan)


def _plans(calls: Sequence[Call]) -> Iterator[Plan]:
    for at, made in enumerate(calls):
        for deed in (Deed.BEFORE, Deed.AFTER, Deed.LOST):
            yield Plan(at, deed)
        if made.is_dirty:
            yield Plan(at, Deed.PART)
            yield Plan(at, Deed.ZEROS)
        if made.name == "write":
            for size in sorted({1, made.size // 2, made.size - 1}):
                yield Plan(at, Deed.SHORT, size)


def wrong_after(kill: Planned, night: Night, folder: Path) -> str:
    """Tell what is wrong after a death; nothing if all is well."""
    sitting = night.sittings[kill.sitting]
    sat = play(sitting, folder, kill.plan)
    if sat.code != -signal.SIGKILL:
        return f"it was not killed, but left with {sat.code}: {sat.err[-300:]}"
    journal = named_in(sat) or (sitting.journal if kill.sitting else None)
    if journal is None:
        anew = folder / TABLE / OTHER  # nothing was said to be kept: the evening begins anew
        begun = call(*night.evening.words, "--journal", str(anew))
        return wrong_on_going_on(anew, 0, night) if not begun.code else begun.err
    count, wrong = _going_on(folder, journal, night)
    known = said_in(sat, sitting.record)
    lost = f"{known} marks were said to be noted, and {count} are there" if count < known else ""
    return wrong or lost


def _going_on(folder: Path, journal: str, night: Night) -> tuple[int, str]:
    """Tell how many marks a table has left, and what is wrong with going on.

    Many deaths leave the same bytes. What comes of them is found out once in each process.
    """
    left = (night.evening.game, journal, *sorted(read_table(folder).items()))
    if left not in _FOUND:
        path = folder / TABLE / journal
        try:
            count = len(record_of(path))
        except JournalError as problem:
            return 0, f"it does not open: {problem}"
        _FOUND[left] = count, wrong_on_going_on(path, 0, night)
    return _FOUND[left]


def wrong_on_going_on(path: Path, said: int, night: Night) -> str:
    """Tell what is wrong with a journal that has to hold what was said, and with playing on."""
    try:
        found = opened(path)
    except JournalError as problem:
        return f"it does not open: {problem}"
    record, torn = found.session.record, found.torn
    if len(record) < said:
        return f"{said} marks were said to be noted, and {len(record)} are there"
    if story(record) != story(night.record)[: len(story(record))]:
        return f"the {len(record)} marks that are there are not those that were noted"
    rest = "\n".join(night.evening.lines[night.evening.line_after(record) :])
    went_on = call("play", str(path), heard=rest)
    if went_on.code:
        return f"it does not go on: {went_on.code}: {went_on.err[-300:]}"
    if torn and not any(
        aside.read_bytes() == torn and aside.name in went_on.err
        for aside in path.parent.glob(f"{path.name}.torn-*")
    ):
        return f"{len(torn)} bytes of an incomplete line are not set aside, or nobody is told"
    return wrong_at_the_end(path, night)


def wrong_at_the_end(path: Path, night: Night) -> str:
    """Tell what is wrong where an evening should have come to its end."""
    if story(record_of(path)) != story(night.record):
        return "play went on to another end"
    return "" if score_of(path) == night.score else "play went on to another score"


def last_words(sat: Sat) -> str:
    """Give the last that the table read, for a failure."""
    return f"left with {sat.code}, said: {sat.err[-400:]!r}"


ERRNOS: Final = (
    *(errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.ESTALE, errno.EACCES, errno.EROFS),
    *(errno.EMFILE, errno.EINTR, errno.EPIPE, errno.EINVAL, errno.ENOLCK),
)
NOWHERE: Final = "could not be written anywhere else"


def faults(night: Night) -> Iterator[Planned]:
    """List every call of an evening with every errno, once and from then on."""
    for number, sitting in enumerate(night.sittings):
        for at in range(len(sitting.calls)):
            for deed in (Deed.FAILS, Deed.KEEPS_FAILING):
                for why in ERRNOS:
                    yield Planned(night.evening.game, number, Plan(at, deed, errno=why))


def wrong_with_fault(fault: Planned, night: Night, folder: Path) -> str:
    """Tell what is wrong after a sitting in which a call failed."""
    sitting = night.sittings[fault.sitting]
    sat = play(sitting, folder, fault.plan)
    if sat.code not in {0, 4} or "fault" in sat.err:
        return f"a journal's trouble leaves with 0 or 4: {last_words(sat)}"
    return _wrong_record(sat, folder, sitting.record, sitting.journal)


def _wrong_record(sat: Sat, folder: Path, before: int, resumed: str) -> str:
    """Tell what is wrong with the record; one that nobody named may be missing."""
    named = named_in(sat) or (resumed if before else None)
    if named is None:
        return "" if sat.code == 4 else f"nobody knows where the record is: {last_words(sat)}"
    said = said_in(sat, before)
    try:
        count = len(record_of(folder / TABLE / named))
    except JournalError as problem:
        told = NOWHERE in sat.err or not said
        return "" if told else f"it does not open: {problem}; {last_words(sat)}"
    if count < said and NOWHERE not in sat.err:
        return f"{said} marks were said to be noted, and {count} are there: {last_words(sat)}"
    return ""
