"""One sitting: the program in a process of its own, on a disk that fails when it is told to."""

from __future__ import annotations

import datetime as dt
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from msgspec import Struct, json

from referee.cli.main import main
from tests.torture.deeds import Plan
from tests.torture.disk import Call, Disk

EVENING = (2026, 11, 21, 20)


def clock_standing_still() -> None:
    """Let the clock stand, so that the same evening leaves the same bytes."""
    _set(0)


def clock_going_back() -> None:
    """Let the clock go back an hour whenever somebody looks."""
    _set(1)


def _set(hours: int) -> None:
    looked = 0

    class Clock(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Clock:
            nonlocal looked
            looked += 1
            return cls(*EVENING, tzinfo=tz) - dt.timedelta(hours=looked * hours)

    dt.datetime = Clock  # type: ignore[misc]


TABLE = "table"
"""The folder of the journals; what else a sitting needs stands beside it."""


class Sat(Struct, frozen=True):
    """What came of a sitting: how it ended (minus the signal, as ``subprocess`` has it)."""

    code: int
    out: str
    err: str
    calls: tuple[Call, ...]


def sit(
    folder: Path,
    words: Sequence[str],
    lines: Sequence[str],
    plan: Plan | None = None,
    first: Callable[[], None] | None = None,
) -> Sat:
    """Run the program in the folder's table, and type the lines; ``first`` is done before."""
    (folder / "typed").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for name in ("out", "err", "calls"):
        (folder / name).write_bytes(b"")
    sys.stdout.flush()
    child = os.fork()
    if not child:
        try:
            if first:
                first()
            _sit_down(folder, words, plan)
        finally:
            os._exit(99)
    _, status = os.waitpid(child, 0)
    calls = (folder / "calls").read_bytes()
    return Sat(
        os.waitstatus_to_exitcode(status),
        (folder / "out").read_text(encoding="utf-8"),
        (folder / "err").read_text(encoding="utf-8"),
        json.decode(calls, type=tuple[Call, ...]) if calls else (),
    )


def _sit_down(folder: Path, words: Sequence[str], plan: Plan | None) -> NoReturn:
    """Become the program; what it prints stands in files, so that nothing said is lost."""
    streams = (("typed", os.O_RDONLY), ("out", os.O_WRONLY), ("err", os.O_WRONLY))
    for number, (name, flags) in enumerate(streams):
        os.dup2(os.open(folder / name, flags), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    os.chdir(folder / TABLE)
    disk = Disk(folder / TABLE, plan)
    disk.lie_between()
    try:
        main(list(words))
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 98
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    (folder / "calls").write_bytes(json.encode(disk.calls))
    os._exit(code)
