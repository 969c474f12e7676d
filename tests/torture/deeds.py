"""What may happen to a disk at a call: killed, cut short, full, gone, or the power failed."""

from __future__ import annotations

import errno
import os
import signal
from enum import Enum, StrEnum
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple


class Deed(StrEnum):
    """What happens at a call."""

    BEFORE = "killed before"
    AFTER = "killed after"
    SHORT = "killed when a part was written"
    LOST = "power failed, what was not flushed is lost"
    PART = "power failed, half of what was not flushed is there"
    ZEROS = "power failed, what was not flushed is zeros"
    ONCE_FULL = "full once, when a part was written"
    NO_FLUSH = "cannot be flushed once"
    READ_ONLY = "cannot be opened"
    FULL = "full from here on"
    STUCK = "can neither be written nor cut from here on"
    VANISHED = "removed"
    LATE = "removed after the program has looked"
    REPLACED = "a copy in its place"
    CHANGED = "another program wrote behind its end"
    FAILS = "fails once"
    KEEPS_FAILING = "fails, and so does every call on the file from here on"


SHORTENED: Final = {Deed.SHORT, Deed.ONCE_FULL}
POWER_FAILS: Final = {Deed.LOST, Deed.PART, Deed.ZEROS}
KILLS: Final = {Deed.BEFORE, Deed.AFTER, Deed.SHORT, *POWER_FAILS}
REFUSED: Final = {
    Deed.FULL: ({"write"}, errno.ENOSPC),
    Deed.STUCK: ({"write", "fsync", "ftruncate"}, errno.EIO),
}
"""What a disk refuses from a call on, and why."""


class Plan(Struct, frozen=True):
    """What is to happen, and at which call, counted from 0."""

    at: int
    deed: Deed
    size: int = 0
    """How many bytes a write that is cut short still writes."""
    errno: int = 0
    """Why a call fails, where the deed does not say."""

    def __str__(self) -> str:
        """Name it as ``--only`` takes it."""
        return f"{self.deed.name}/{self.at}/{errno.errorcode.get(self.errno, self.size)}"


class Case(Struct, frozen=True):
    """One trial of an evening, by its game and what it is about."""

    game: str

    def __str__(self) -> str:
        """Name it as ``--only`` takes it."""
        parts = (each.name if isinstance(each, Enum) else str(each) for each in astuple(self))
        return "/".join(parts)


class Planned(Case, frozen=True):
    """A sitting in which something is planned for a call."""

    sitting: int
    plan: Plan


def die() -> None:
    """Be killed as no program can prevent."""
    os.kill(os.getpid(), signal.SIGKILL)


def refusal(number: int) -> OSError:
    """Make the error that the system gives."""
    return OSError(number, os.strerror(number))


def befall(plan: Plan, path: Path, arguments: tuple[Any, ...]) -> None:
    """Let happen what is planned for before a call on this file. May not return."""
    deed = plan.deed
    if deed in SHORTENED:
        os.write(arguments[0], arguments[1][: plan.size])
    if deed in {Deed.BEFORE, Deed.SHORT}:
        die()
    if deed is Deed.ONCE_FULL:
        raise refusal(errno.ENOSPC)
    if deed is Deed.READ_ONLY:
        raise refusal(errno.EROFS)
    if deed in {Deed.FAILS, Deed.KEEPS_FAILING}:
        raise refusal(plan.errno)
    if deed is Deed.NO_FLUSH:
        raise refusal(errno.EIO)
    if deed in {Deed.VANISHED, Deed.LATE}:
        path.unlink()
    elif deed is Deed.REPLACED:
        copy = path.with_name("copy")
        copy.write_bytes(path.read_bytes())
        copy.replace(path)
    elif deed is Deed.CHANGED:
        with path.open("ab") as file:
            file.write(b"a line of another program\n")


def pull_the_plug(deed: Deed, folder: Path, flushed: dict[str, bytes]) -> None:
    """Leave of the files in the folder what a power failure may leave of them."""
    for path in folder.iterdir():
        safe, seen = flushed.get(path.name), path.read_bytes()
        if safe is None and deed is Deed.LOST:
            path.unlink()
            continue
        safe = safe or b""
        rest = seen[len(safe) :] if seen.startswith(safe) else b""
        if deed is Deed.PART:
            safe += rest[: (len(rest) + 1) // 2]
        elif deed is Deed.ZEROS:
            safe += bytes(len(rest))
        path.write_bytes(safe)
