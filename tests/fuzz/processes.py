"""Runs one input as a process of its own, as a table would, with its time and memory weighed."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct

from tests.fuzz.examples import ROOT
from tests.fuzz.inputs import Input, Kind
from tests.fuzz.running import LONGEST, Ran, laid_out

_WEIGH: Final = str(Path(__file__).with_name("weigh.py"))
_MOST_RUNS: Final = 3
_SLOW: Final = 0.2
_PROGRAM: Final = ("-m", "referee")
_WITHOUT_C: Final = """\
import sys
sys.modules["yaml._yaml"] = sys.modules["_yaml"] = None
from referee.cli import main
main()
"""
"""The program as it runs where PyYAML has been installed without its C parser."""


def run_apart(given: Input, *, pure: bool = False) -> Ran:
    """Run an input as a process of its own; its files lie in the current folder already."""
    program = ("-c", _WITHOUT_C) if pure else _PROGRAM
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    del surroundings["REFEREE_TRACE"]
    with TemporaryDirectory(prefix="weighed-") as folder:
        report = Path(folder) / "report"
        command = [sys.executable, "-IS", _WEIGH, str(report), sys.executable, *program]
        try:
            done = subprocess.run(
                [*command, *given.words],
                input=given.heard,
                capture_output=True,
                env=surroundings,
                timeout=LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            return Ran(code=-1, out="", err="", fault=f"it hung: {late}")
        if not report.exists():
            return Ran(code=-1, out="", err="", fault=done.stderr.decode("utf-8", "replace"))
        code, seconds, kilobytes = report.read_text(encoding="ascii").split()
    return Ran(
        code=max(int(code), 0),
        signal=max(-int(code), 0),
        out=done.stdout.decode("utf-8", "backslashreplace"),
        err=done.stderr.decode("utf-8", "backslashreplace"),
        seconds=float(seconds),
        kilobytes=int(kilobytes),
    )


class Weighed(Struct, frozen=True):
    """A process of its own, and what it took above the bare start: CPU seconds and kilobytes."""

    ran: Ran
    seconds: float
    kilobytes: int


def weigh(given: Input, *, pure: bool) -> Weighed:
    """Run an input as a process of its own, again if it seems slow: others work here too."""
    bare = bare_start(pure=pure)
    runs: list[Ran] = []
    while not runs or (len(runs) < _MOST_RUNS and runs[-1].seconds - bare.seconds > _SLOW):
        laid_out(given.files)
        runs.append(run_apart(given, pure=pure))
    least = min(ran.seconds for ran in runs)
    return Weighed(runs[-1], least - bare.seconds, runs[-1].kilobytes - bare.kilobytes)


@cache
def bare_start(*, pure: bool) -> Ran:
    """Start the program for nothing but its version, a few times; give the middle one."""
    given = Input(kind=Kind.WORDS, words=("--version",))
    runs = [run_apart(given, pure=pure) for _ in range(3)]
    return sorted(runs, key=lambda ran: ran.seconds)[1]
