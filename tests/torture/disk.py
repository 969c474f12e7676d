"""A disk that counts every call on the files of one folder, and fails at the call it is told to.

Every call goes through to the system; nothing is answered in its place. The layer lies around
the functions of ``os`` and ``fcntl``, in a process that is there for one sitting only.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from tests.torture.deeds import (
    POWER_FAILS,
    REFUSED,
    Deed,
    Plan,
    befall,
    die,
    pull_the_plug,
    refusal,
)

BY_PATH: Final = ("open", "stat", "lstat", "unlink", "remove", "truncate", "mkdir", "access")
BY_PATHS: Final = ("rename", "replace", "link")
BY_DESCRIPTOR: Final = (
    *("close", "read", "pread", "write", "pwrite", "writev", "lseek", "fstat"),
    *("fsync", "fdatasync", "ftruncate"),
)
LOCKS: Final = ("flock", "lockf")
FLUSHES: Final = {"fsync", "fdatasync"}


class Call(Struct, frozen=True):
    """One call: its name, the file, the bytes it was given; whether anything is not flushed."""

    name: str
    file: str
    size: int
    is_dirty: bool


class Disk:
    """Lies between the program and the files of one folder."""

    def __init__(self, folder: Path, plan: Plan | None = None) -> None:
        """Know what is on the disk, and what is planned."""
        self.calls: list[Call] = []
        self._folder = Path(os.path.realpath(folder))
        self._plan = plan
        self._count = 0
        self._open: dict[int, str] = {}
        self._spoiled = ""
        self._is_aside = False
        self._flushed = self._contents()
        """What a power failure leaves: the names and the bytes that were flushed."""

    def lie_between(self) -> None:
        """Put the layer around the functions of the system; there is no way back."""
        for name in (*BY_PATH, *BY_PATHS, *BY_DESCRIPTOR):
            setattr(os, name, self._watched(name, getattr(os, name)))
        for name in LOCKS:
            setattr(fcntl, name, self._watched(name, getattr(fcntl, name)))

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            path = None if self._is_aside else self._touched(name, arguments)
            if path is None:
                return real(*arguments, **more)
            with self._aside():
                return self._made(name, path, arguments, lambda: real(*arguments, **more))

        return call

    @contextmanager
    def _aside(self) -> Iterator[None]:
        """Let our own calls through uncounted."""
        self._is_aside = True
        try:
            yield
        finally:
            self._is_aside = False

    def _touched(self, name: str, arguments: tuple[Any, ...]) -> str | None:
        """Tell which file of the folder a call is about; None for any other."""
        for argument in arguments[: 2 if name in BY_PATHS else 1]:
            if isinstance(argument, int):
                return self._open.get(argument)
            path = os.path.abspath(os.fsdecode(argument))  # noqa: PTH100  # touches no file
            if Path(path) == self._folder or Path(path).parent == self._folder:
                return path
        return None

    def _made(
        self, name: str, path: str, arguments: tuple[Any, ...], real: Callable[[], Any]
    ) -> Any:
        """Make a call, unless something is planned for it."""
        plan = self._planned(name, path, arguments)
        if plan:
            self._befall(plan, path, arguments)
        self._refuse(name, path)
        try:
            given = real()
        finally:
            if plan and plan.deed is Deed.AFTER:
                die()
        self._follow(name, path, arguments, given)
        return given

    def _refuse(self, name: str, path: str) -> None:
        """Fail where the file was spoiled by a call before."""
        if self._plan is None or path != self._spoiled:
            return
        if self._plan.deed is Deed.KEEPS_FAILING:
            raise refusal(self._plan.errno)
        refused, why = REFUSED[self._plan.deed]
        if name in refused:
            raise refusal(why)

    def _planned(self, name: str, path: str, arguments: tuple[Any, ...]) -> Plan | None:
        """Count a call, and tell what is planned for it. Without a plan it is written down."""
        number, self._count = self._count, self._count + 1
        if self._plan is None:
            size = len(arguments[1]) if name == "write" else 0
            is_dirty = self._contents() != self._flushed
            self.calls.append(Call(name, Path(path).name, size, is_dirty))
            return None
        return self._plan if self._plan.at == number else None

    def _befall(self, plan: Plan, path: str, arguments: tuple[Any, ...]) -> None:
        if plan.deed in POWER_FAILS:
            pull_the_plug(plan.deed, self._folder, self._flushed)
            die()
        if plan.deed in REFUSED or plan.deed is Deed.KEEPS_FAILING:
            self._spoiled = path
        befall(plan, Path(path), arguments)

    def _follow(self, name: str, path: str, arguments: tuple[Any, ...], given: Any) -> None:
        """Remember what is open, and what has been flushed."""
        if name == "open":
            self._open[given] = path
        elif name == "close":
            del self._open[arguments[0]]
        elif name in FLUSHES and Path(path) == self._folder:
            self._flushed = dict.fromkeys(self._contents(), b"") | self._flushed
        elif name in FLUSHES and Path(path).is_file():
            self._flushed[Path(path).name] = Path(path).read_bytes()

    def _contents(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self._folder.iterdir()}
