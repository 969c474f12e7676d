"""A small share of the torture, and the bugs that it must find."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT, surroundings

pytest.importorskip("fcntl", reason="no locks of this kind, and no forks, here")

STRACE = shutil.which("strace")
TYPED = "Ana\n/note tea\n/undo\nBo\n/journal {}/2.jsonl\n/undo\nAna\n"
NAMES = {"openat": "open", "pread64": "pread", "pwrite64": "pwrite"}
"""How the system's calls are called in Python."""


def python(*words: object, typed: str = "", before: tuple[str, ...] = ()) -> str:
    """Run a module of ours to its end, and give what it printed."""
    ran = subprocess.run(
        [*before, sys.executable, "-m", *map(str, words)],
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
        env=surroundings(),
        timeout=240,
        check=False,
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (0, False), ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def printed() -> list[str]:
    """A short evening as it is, and with each planted bug."""
    return python("tests.torture.planted").splitlines()


@pytest.mark.parametrize("kind", ["flips", "troubles", "faults", "cuts", "kills"])
def test_a_short_evening_survives(kind: str, printed: list[str]) -> None:
    (line,) = (line for line in printed if re.match(rf" *[\d,]+ {kind}: ", line))
    assert re.fullmatch(rf" *[1-9]\d* {kind}: no failure", line)


@pytest.mark.parametrize(
    ("bug", "found"),
    [
        ("says noted before it is flushed", "were said to be noted, and|it does not open"),
        ("reads without the checksum", "others came back|is named"),
        ("brings struck entries back", "a struck entry has come back|does not fit those before it"),
        ("leaves half a line behind", "said once that nothing is noted"),
        ("throws half a line away", "bytes were incomplete"),
    ],
)
def test_a_planted_bug_is_found(bug: str, found: str, printed: list[str]) -> None:
    (line,) = (line for line in printed if line.startswith(bug))
    assert re.search(rf": [1-9]\d* [a-z]+ failed: .*({found})", line), line


def seen_from_outside(trace: str, table: Path) -> list[str]:
    """Name the calls of a trace that touch a folder as Python names them."""
    lines = re.findall(rf"^\d+ +(\w+)\((\d*).*{re.escape(str(table))}", trace, re.MULTILINE)
    return [("fstat" if number else "stat") if name == "newfstatat" else NAMES.get(name, name)
            for name, number in lines if name != "execve"]  # fmt: skip


@pytest.mark.skipif(STRACE is None, reason="nothing here that looks on from outside")
def test_every_call_of_the_system_is_counted(tmp_path: Path) -> None:
    def play(*before: str, program: tuple[object, ...]) -> str:
        table.mkdir()
        words = ("play", "no-swap", "--players", "Ana,Bo,Cy", "--journal", table / "1.jsonl")
        out = python(*program, *words, typed=TYPED.format(table), before=before)
        shutil.rmtree(table)
        return out

    table, trace = tmp_path / "table", tmp_path / "trace"
    if subprocess.run([str(STRACE), "-o", trace, "true"], check=False).returncode:
        pytest.skip("whoever runs this may not look on from outside")
    counted = play(program=("tests.torture.seen", table)).rpartition("counted: ")[2].split()
    watch = (str(STRACE), "-f", "-y", "-e", "trace=file,desc", "-o", str(trace))
    play(*watch, program=("referee",))
    assert seen_from_outside(trace.read_text(encoding="utf-8"), table) == counted
    assert {"open", "flock", "fstat", "stat", "write", "fsync", "close"} <= {*counted}
