"""Bugs that are planted: a driver that does not find them would prove nothing.

``python -m tests.torture.planted`` tries a short evening as it is, and then again with each bug;
it prints what failed. A bug lives in the processes that try it, and dies with them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeAlias

from referee.core.play.session import Session
from referee.files.journal import disk as journal_file
from referee.files.journal import lines as journal_lines
from referee.files.journal.disk import JournalFile, write_all
from tests.torture.__main__ import Part, parts, room_for_it, wishes
from tests.torture.figures import Figure, figure
from tests.torture.nights import Evening, Night, evening_of, night_of

GAME: Final = "colorful-treasure"
LINES: Final = 18
FEW: Final = {"flips": 200, "troubles": 2, "faults": 6, "cuts": 20, "kills": 6}
MOST: Final = {"scenes": 0, "flips": 200, "troubles": 6, "faults": 30, "cuts": 100, "kills": 16}
SECONDS: Final = 120
Plant: TypeAlias = Callable[[], None]


def in_place_of(home: Any, name: str) -> Callable[[Callable[..., Any]], Plant]:
    """Make a plant that puts a function in the place of another."""

    if not hasattr(home, name):  # a bug that nobody calls would be found by nobody
        raise AttributeError(name)

    def plant(bug: Callable[..., Any]) -> Plant:
        return lambda: setattr(home, name, bug)

    return plant


@in_place_of(JournalFile, "append")
def says_noted_before_it_is_flushed(file: JournalFile, *bodies: bytes) -> None:
    lines, end = file._with_checksums(bodies)
    file._check_can_append(end.length)
    write_all(file._descriptor, lines)
    os.fstat(file._descriptor)  # as many calls as before
    file._copy[file._end.length :] = lines
    file._end = end
    file._known_stat = file._stat()


@in_place_of(journal_lines, "check_line")
def reads_without_the_checksum(line: bytes, _previous: str) -> tuple[bytes, str]:
    return line[:-42] + b"}", line[-34:-2].decode("ascii", "replace")


@in_place_of(Session, "_undoing")
def brings_struck_entries_back(*_: object) -> Callable[[], None]:
    return lambda: None


@in_place_of(JournalFile, "_cut_partial_line")
def leaves_half_a_line_behind(_file: JournalFile) -> None:
    return


@in_place_of(journal_file, "set_aside")
def throws_half_a_line_away(_path: Path, _torn: bytes) -> None:
    return


PLANTED: Final = (
    ("says noted before it is flushed", "kills", "/0/LOST/", says_noted_before_it_is_flushed),
    ("reads without the checksum", "flips", "", reads_without_the_checksum),
    ("brings struck entries back", "cuts", "", brings_struck_entries_back),
    ("leaves half a line behind", "troubles", "/ONCE_FULL/AGAIN", leaves_half_a_line_behind),
    ("throws half a line away", "cuts", "", throws_half_a_line_away),
)
"""Each bug, the kind of trial that has to find it, and which cases of it."""


def shortened(evening: Evening) -> Evening:
    """Leave an evening before its end."""
    return Evening(evening.game, evening.words, evening.lines[:LINES], evening.marks[: LINES + 1])


def tried(part: Part, night: Night, folder: Path, only: str = "", *plants: Plant) -> Figure:
    """Try a few of the cases, with a bug planted or without."""
    planted = list(plants)

    def wrong(case: Any) -> str:
        while planted:
            planted.pop()()
        return part.wrong(case, night, folder)

    cases = [case for case in part.cases if only in str(case)]
    most = FEW if plants else MOST
    return figure(part.kind, cases[: most[part.kind]], wrong, monotonic() + SECONDS)


def main() -> None:
    """Print what fails without a bug, and then with each."""
    with room_for_it(None) as folder:
        night = night_of(shortened(evening_of(GAME)), folder)
        known = {part.kind: part for part in parts([night], wishes(("--flips", "200")))}
        for part in known.values():
            print("\n".join(tried(part, night, folder).lines()))
        for bug, kind, only, plant in PLANTED:
            found = tried(known[kind], night, folder, only, plant)
            print(f"{bug}: {len(found.failures)} {kind} failed: {found.failures[:1]}")


if __name__ == "__main__":
    main()
