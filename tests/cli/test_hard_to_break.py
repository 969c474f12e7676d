"""Streams that a shell has closed, or that lead to a full disk: told, never a fault of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ASK = "ask no-swap value gold=2"
PLAY = "play no-swap --players Ana,Bo,Cy,Di --journal evening.jsonl"


def in_shell(
    words: str, folder: Path, out: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """Run one command line of a shell in ``folder``."""
    line = f"{sys.executable} -m referee {words}"
    return subprocess.run(  # noqa: S602  # closing a stream is what a shell does
        line,
        shell=True,
        cwd=folder,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", [f"{ASK} >&-", f"{ASK} >&- 2>&-", f"{PLAY} <&-"])
def test_a_closed_stream_is_an_empty_one(words: str, tmp_path: Path) -> None:
    """Nothing to read is the end of the input; what cannot be shown is not shown."""
    done = in_shell(words, tmp_path)
    assert (done.returncode, "fault" in done.stderr) == (0, False)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("log none.jsonl >&- 2>&-", 3),
        ("log none.jsonl 2>&1", 3),
        ("log none.jsonl --format json", 3),
        ("nonsense 2>&1", 2),
        (f"{PLAY} <answers 2>&1", 0),
    ],
)
def test_where_nobody_listens_the_exit_code_still_tells(
    words: str, code: int, tmp_path: Path
) -> None:
    """The output is a pipe whose reader has left."""
    (tmp_path / "answers").write_text("Ana\n", encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    done = in_shell(words, tmp_path, out=writing)
    os.close(writing)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize(
    ("words", "code"), [("log none.jsonl", 3), ("nonsense", 2), (f"{PLAY} <answers", 2)]
)
def test_where_nobody_can_be_told_the_exit_code_still_tells(
    words: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "answers").write_text("Ana\n", encoding="utf-8")
    assert in_shell(f"{words} 2>/dev/full", tmp_path).returncode == code


@pytest.mark.parametrize("stdin", ["0>typed", "<typed"])
def test_input_that_cannot_be_read_is_at_its_end(stdin: str, tmp_path: Path) -> None:
    (tmp_path / "typed").write_text("", encoding="utf-8")
    done = in_shell(f"{PLAY} {stdin}", tmp_path)
    assert (done.returncode, "Saved in evening.jsonl." in done.stderr) == (0, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [ASK, f"{ASK} --format json", f"{PLAY} < answers"])
def test_a_full_disk_is_told(words: str, tmp_path: Path) -> None:
    """Output that cannot be written has a reason and a remedy."""
    (tmp_path / "answers").write_text("Ana\n", encoding="utf-8")
    done = in_shell(f"{words} >/dev/full", tmp_path)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "fault" not in done.stderr
