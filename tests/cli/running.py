"""Runs the program: in this process where that tells enough, as a process of its own elsewhere."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from referee.cli.main import main

ROOT = Path(__file__).parent.parent.parent
SHEETS = ROOT / "scoresheets/no-swap-no-pay"
PROGRAM = (sys.executable, "-m", "referee")
FOUR = "Ana,小明,ゆうこ,Bo"


class Ran(Struct, frozen=True):
    """What came of one run."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The result as a program reads it."""
        return json.loads(self.out)

    @property
    def rows(self) -> list[list[str]]:
        """The result as a spreadsheet reads it."""
        return list(csv.reader(StringIO(self.out)))


def call(*words: str, heard: str = "", merged: bool = False) -> Ran:
    """Run the program in this process; ``merged`` lets the talk run into the result."""
    out = StringIO()
    err = out if merged else StringIO()
    before, sys.stdin = sys.stdin, StringIO(heard)
    try:
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            main(list(words))
    finally:
        sys.stdin = before
    assert isinstance(left.value.code, int)
    assert "Traceback" not in err.getvalue()
    return Ran(left.value.code, out.getvalue(), "" if merged else err.getvalue())


def surroundings(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Give the environment of a process of its own: the checkout, UTF-8, no colours wished for."""
    kept = {name: text for name, text in os.environ.items() if not name.endswith("_COLOR")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **(more or {})}


def run(*words: str, heard: str = "", env: Mapping[str, str] | None = None) -> Ran:
    """Run the program as a process of its own."""
    ran = subprocess.run(
        [*PROGRAM, *words],
        input=heard.encode(),
        capture_output=True,
        env=surroundings(env),
        timeout=60,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())
