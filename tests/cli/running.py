"""Runs the program: in this process where that tells enough, as a process of its own elsewhere."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
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


def call(*words: str, heard: str = "", merged: bool = False, encoding: str = "utf-8") -> Ran:
    """Run the program in this process; ``merged`` lets the talk run into the result."""
    out = _stream(encoding)
    err = out if merged else _stream(encoding)
    before, sys.stdin = sys.stdin, StringIO(heard)
    try:
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            main(list(words))
    finally:
        sys.stdin = before
    assert isinstance(left.value.code, int)
    assert "Traceback" not in _printed(err)
    return Ran(left.value.code, _printed(out), "" if merged else _printed(err))


def _stream(encoding: str) -> TextIOWrapper:
    """Make a stream that knows its encoding, as those of a terminal and of a pipe do."""
    return TextIOWrapper(BytesIO(), encoding, newline="\n")


def _printed(stream: TextIOWrapper) -> str:
    """Read what was printed on a stream so far."""
    stream.flush()
    assert isinstance(stream.buffer, BytesIO)
    return stream.buffer.getvalue().decode(stream.encoding)


def surroundings(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Give the environment of a process of its own: the checkout, UTF-8, no colours wished for."""
    kept = {name: text for name, text in os.environ.items() if not name.endswith("_COLOR")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **(more or {})}


def run(
    *words: str,
    heard: str = "",
    env: Mapping[str, str] | None = None,
    program: tuple[str, ...] = PROGRAM,
) -> Ran:
    """Run the program as a process of its own."""
    ran = subprocess.run(
        [*program, *words],
        input=heard.encode(),
        capture_output=True,
        env=surroundings(env),
        timeout=120,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


@contextmanager
def at_play(
    *words: str, until: str, heard: str = "", program: tuple[str, ...] = PROGRAM
) -> Iterator[subprocess.Popen[bytes]]:
    """Begin to play in a process of its own, and leave it there once these words were said."""
    with subprocess.Popen(
        [*program, "play", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=surroundings(),
    ) as playing:
        assert playing.stdin is not None
        assert playing.stderr is not None
        playing.stdin.write(heard.encode())
        playing.stdin.flush()
        while until.encode() not in playing.stderr.readline():
            assert playing.poll() is None
        yield playing


def entries(journal: str = "j.jsonl", *words: str) -> list[dict[str, Any]]:
    """Give the entries of a journal, as its log tells programs."""
    listed: list[dict[str, Any]] = call("log", journal, *words, "--format", "json").json["entries"]
    return listed


def ask_file(text: str, *words: str) -> Ran:
    """Put the dispute that stands in a file."""
    Path("d.yaml").write_text(text, encoding="utf-8")
    return call("ask", "--file", "d.yaml", *words)


def score_file(text: str, *words: str) -> Ran:
    """Score the final count that stands in a file."""
    Path("h.yaml").write_text(text, encoding="utf-8")
    return call("score", "h.yaml", *words)


def check_refused(text: str, old: str, new: str, said: str) -> None:
    """Change a word of a final count; see that it is then refused at a place, and not scored."""
    assert old in text
    Path("h.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    for command in ("score", "check"):
        ran = call(command, "h.yaml")
        assert (ran.code, ran.out) == (3, "")
        assert f"h.yaml:{said} " in ran.err
