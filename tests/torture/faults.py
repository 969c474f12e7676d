"""Calls that fail, each with every errno: what was said to be noted is there, or it is told."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.files.journal.errors import JournalError
from tests.torture.deeds import Deed, Plan, Planned
from tests.torture.kills import last_words
from tests.torture.nights import Night, named_in, play, record_of, said_in
from tests.torture.sitting import TABLE, Sat

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
