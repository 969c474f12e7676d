"""A disk that is full or stuck, a file that vanished: told, nothing lost, and played on."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from tests.torture.deeds import Case, Deed, Plan
from tests.torture.kills import last_words, wrong_on_going_on
from tests.torture.nights import FIRST, OTHER, Night, Sitting, echoed_of, named_in, play, said_in
from tests.torture.sitting import TABLE, Sat

NOT_NOTED = "Not saved: "


class Way(StrEnum):
    """What a table does about the trouble."""

    AGAIN = "answers again"
    ELSEWHERE = "goes on in another file, and answers again"
    LEAVES = "leaves at once"


WAYS = {
    Deed.ONCE_FULL: (Way.AGAIN, Way.ELSEWHERE, Way.LEAVES),
    Deed.NO_FLUSH: (Way.AGAIN, Way.ELSEWHERE, Way.LEAVES),
    Deed.FULL: (Way.ELSEWHERE, Way.LEAVES),
    Deed.STUCK: (Way.ELSEWHERE, Way.LEAVES),
    Deed.VANISHED: (Way.ELSEWHERE, Way.LEAVES),
    Deed.REPLACED: (Way.ELSEWHERE, Way.LEAVES),
    Deed.CHANGED: (Way.ELSEWHERE, Way.LEAVES),
    Deed.LATE: (Way.LEAVES,),
}
LOOKS = {Deed.VANISHED, Deed.REPLACED, Deed.CHANGED}
"""Trouble that comes before the program looks at the file; elsewhere before it writes."""


class Trouble(Case, frozen=True):
    """Trouble with the file when a mark is to be noted, and what the table does about it.

    ``mark`` is counted from 0 within the first sitting of a night.
    """

    mark: int
    deed: Deed
    way: Way


def troubles(night: Night) -> Iterator[Trouble]:
    """List every trouble at every mark of the first sitting."""
    for mark in range(len(night.sittings[0].lines)):
        if mark < night.sittings[1].record:
            for deed, ways in WAYS.items():
                yield from (Trouble(night.evening.game, mark, deed, way) for way in ways)


def wrong_in_trouble(trouble: Trouble, night: Night, folder: Path) -> str:
    """Tell what is wrong where a mark could not be noted."""
    first = night.sittings[0]
    sat = play(_troubled(trouble, night, first), folder, _plan(trouble, first))
    if sat.err.count(NOT_NOTED) != (trouble.deed is not Deed.LATE):
        return f"it should have been said once that nothing is noted: {last_words(sat)}"
    journal = named_in(sat)
    if journal is None:
        return f"nobody knows where the record is: {last_words(sat)}"
    said = said_in(sat, 0)
    if said < _least(trouble, night):
        return f"only {said} marks were noted: {last_words(sat)}"
    return wrong_on_going_on(folder / TABLE / Path(journal).name, said, night) or _wrong_code(
        trouble, sat
    )


def _troubled(trouble: Trouble, night: Night, first: Sitting) -> Sitting:
    """Type what the table types when an answer is not noted."""
    evening = night.evening
    after = evening.marks.index(trouble.mark + 1)
    typed, failed = evening.lines[:after], evening.lines[after - 1]
    rest = first.lines[after:]
    more = {
        Way.AGAIN: (failed, *rest),
        Way.ELSEWHERE: (f"/journal {OTHER}", failed, *rest),
        Way.LEAVES: ("/quit",),
    }
    return Sitting(first.words, (*typed, *more[trouble.way]), first.files, FIRST, 0)


def _plan(trouble: Trouble, first: Sitting) -> Plan:
    """Find the call: the head is written first, and then one line for each mark."""

    def calls(name: str) -> list[int]:
        made = enumerate(first.calls)
        return [at for at, call in made if (call.name, call.file) == (name, FIRST)]

    at = calls("write")[trouble.mark + 1]
    if trouble.deed is Deed.NO_FLUSH:
        at = next(each for each in calls("fsync") if each > at)
    elif trouble.deed in LOOKS:
        at = max(each for each in calls("stat") if each < at)
    return Plan(at, trouble.deed, first.calls[at].size // 2)


def _least(trouble: Trouble, night: Night) -> int:
    most = trouble.mark if trouble.way is Way.LEAVES else night.sittings[1].record
    return echoed_of(night.record[:most])


def _wrong_code(trouble: Trouble, sat: Sat) -> str:
    """What was not noted at last shows in the exit code, and only that."""
    due = 4 if trouble.way is Way.LEAVES and trouble.deed is not Deed.LATE else 0
    return "" if sat.code == due else f"it should leave with {due}, but {last_words(sat)}"
