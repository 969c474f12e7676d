"""Streams that a shell has closed, or that lead to a full disk: told, never a fault of ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ASK = "ask no-swap value gold=2"
PLAY = "play no-swap --players Ana,Bo,Cy,Di --journal evening.jsonl"


def in_shell(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one command line of a shell in ``folder``."""
    line = f"{sys.executable} -m referee {words}"
    return subprocess.run(  # noqa: S602  # closing a stream is what a shell does
        line, shell=True, cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", [f"{ASK} >&-", f"{ASK} >&- 2>&-", f"{PLAY} <&-"])
def test_a_closed_stream_is_an_empty_one(words: str, tmp_path: Path) -> None:
    """Nothing to read is the end of the input; what cannot be shown is not shown."""
    done = in_shell(words, tmp_path)
    assert (done.returncode, "fault" in done.stderr) == (0, False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [ASK, f"{ASK} --format json", f"{PLAY} < answers"])
def test_a_full_disk_is_told(words: str, tmp_path: Path) -> None:
    """Output that cannot be written has a reason and a remedy."""
    (tmp_path / "answers").write_text("Ana\n", encoding="utf-8")
    done = in_shell(f"{words} >/dev/full", tmp_path)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "fault" not in done.stderr
