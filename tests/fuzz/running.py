"""Runs one input in this process, in a folder that holds nothing but its files."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from traceback import format_exception
from types import FrameType
from typing import Final, TypeAlias

from msgspec import Struct

from referee.cli.main import main
from tests.conftest import HOME_VARIABLES
from tests.fuzz.inputs import Content, Huge, Input, Odd

LONGEST: Final = 60
"""Seconds after which a run that has not come to its end hangs; others work here too."""
Program: TypeAlias = Callable[[list[str]], object]
SURROUNDINGS: Final = {"COLUMNS": "80", "NO_COLOR": "", "FORCE_COLOR": "", "TERM": "dumb"}
_IN_MEMORY: Final = "/dev/shm"  # noqa: S108 - only a folder of our own within it is used


_STREAMS: Final = tuple(TextIOWrapper(BytesIO(), "utf-8", newline="\n") for _ in range(2))
"""Output and talk of all runs: click holds on to every stream that it has printed on."""


class Ran(Struct, frozen=True, kw_only=True):
    """What came of one run. ``fault`` is the traceback of what nothing caught."""

    code: int
    out: str
    err: str
    seconds: float = 0.0
    fault: str = ""
    kilobytes: int = 0
    """The most memory that a process of its own held; 0 for a run in this one."""
    signal: int = 0
    """The signal that ended a process of its own."""


class Hung(BaseException):
    """A run has not come to its end; no handler of the program takes this for a slip of its own."""


@contextmanager
def alone() -> Iterator[Path]:
    """Work in an empty folder, with a home, a width and colours that nobody else has chosen."""
    before, here = dict(os.environ), Path.cwd()
    place = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="fuzz-", dir=place) as folder:
        os.environ.update(SURROUNDINGS | {"REFEREE_TRACE": "1"})
        os.environ.update(dict.fromkeys(HOME_VARIABLES, f"{folder}/home"))
        os.chdir(folder)
        handler = signal.signal(signal.SIGALRM, _hung)
        try:
            yield Path(folder)
        finally:
            signal.signal(signal.SIGALRM, handler)
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)


@contextmanager
def wanted_to_stop() -> Iterator[list[int]]:
    """Keep signals that would end us, so that the program under trial does not take them."""
    kept: list[int] = []
    wanted = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, lambda number, _: kept.append(number)) for each in wanted]
    try:
        yield kept
    finally:
        for each, handler in zip(wanted, before, strict=True):
            signal.signal(each, handler)


def _hung(number: int, frame: FrameType | None) -> None:
    raise Hung


def laid_out(files: Mapping[str, Content]) -> None:
    """Put the files of an input into the current folder, and take away whatever lay there."""
    for each in os.scandir():
        if each.is_dir(follow_symlinks=False):
            shutil.rmtree(each.path)
        else:
            Path(each.path).unlink()
    for name, content in files.items():
        _lay(Path(name), content)


def _lay(path: Path, content: Content) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is Odd.FOLDER:
        path.mkdir()
    elif content is Odd.PIPE:
        os.mkfifo(path)
    elif isinstance(content, bytes):
        path.write_bytes(content)
    elif isinstance(content, Huge):
        with path.open("wb") as file:
            file.writelines(content.pattern for _ in range(content.times))


def run_here(given: Input, program: Program = main, longest: float = LONGEST) -> Ran:
    """Run an input in this process; its files lie in the current folder already.

    ``program`` is given the words of the command line and leaves with an exit code.
    """
    out, err = (emptied(stream) for stream in _STREAMS)
    before = sys.stdin
    sys.stdin = TextIOWrapper(BytesIO(given.heard), "utf-8", newline="\n")
    code, fault, begun = 0, "", process_time()
    signal.setitimer(signal.ITIMER_REAL, longest)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            program(list(given.words))
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else -1
    except KeyboardInterrupt:
        raise
    except BaseException as uncaught:  # noqa: BLE001  # whatever comes through is what we seek
        fault = "".join(format_exception(uncaught))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        seconds = process_time() - begun
        sys.stdin = before
    return Ran(code=code, out=_printed(out), err=_printed(err), seconds=seconds, fault=fault)


def emptied(stream: TextIOWrapper) -> TextIOWrapper:
    """Take away what was printed before."""
    stream.seek(0)
    stream.truncate()
    return stream


def _printed(stream: TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, BytesIO)
    return stream.buffer.getvalue().decode("utf-8")
