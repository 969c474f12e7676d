"""Ctrl-C at any moment of a command, while it loads too: ended by the signal, without a word."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.cli.running import ROOT, SHEETS, Ran, run, surroundings

COMMANDS: Final = (
    ("games",),
    ("ask", "no-swap", "value", "gold=2"),
    ("score", str(SHEETS / "evening.yaml")),
    ("log", str(SHEETS / "saturday.jsonl")),
)
PLAY: Final = ("play", "no-swap", "--players", "Ana,小明,ゆうこ", "--journal")
MOMENTS: Final = 2
READY: Final = 4
"""Calls of our entry module until it listens to nobody any more."""
COUNTING: Final = """
import os, runpy, signal, sys

at, count, begun = int(sys.argv.pop(1)), 0, 0

def called(frame, event, argument):
    global count, begun
    count += 1
    if not begun and frame.f_code.co_filename.endswith("__main__.py"):
        begun = count
    if count == at:
        sys.setprofile(None)
        os.kill(os.getpid(), signal.SIGINT)

os._exit = sys.exit
sys.setprofile(called)
try:
    runpy.run_module("referee", run_name="__main__", alter_sys=True)
finally:
    sys.setprofile(None)
    print(begun, count, file=sys.stderr)
"""


def ran(at: int, words: tuple[str, ...]) -> Ran:
    """Run a command with Ctrl-C at a call of any function, counted from 1; 0 is never."""
    return run(*words, heard="Ana\n/state\n", program=(sys.executable, "-c", COUNTING, str(at)))


def moments(words: tuple[str, ...], many: int) -> list[int]:
    """Draw moments between the first statement of ours and the last."""
    begun, count = map(int, ran(0, words).err.splitlines()[-1].split())
    return sorted(Random(4711).sample(range(begun + READY, count), many))


@pytest.mark.parametrize("many", [MOMENTS, pytest.param(200, marks=pytest.mark.prove)])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_ctrl_c_ends_a_command_without_a_word(words: tuple[str, ...], many: int) -> None:
    for at in moments(words, many):
        done = ran(at, words)
        assert (done.code, done.err) == (-signal.SIGINT, ""), at


def test_ctrl_c_in_a_game_leaves_by_the_signal_or_in_order(tmp_path: Path) -> None:
    drawn = moments((*PLAY, str(tmp_path / "counted.jsonl")), MOMENTS)
    for at in drawn:
        done = ran(at, (*PLAY, str(tmp_path / f"{at}.jsonl")))
        assert done.code in {-signal.SIGINT, 130}, at
        assert "Traceback" not in done.err, at


def test_whoever_ignores_ctrl_c_goes_on_ignoring_it() -> None:
    line = f"trap '' INT; {sys.executable} -m referee games & kill -INT $!; wait $!"
    done = subprocess.run(line, shell=True, cwd=ROOT, env=surroundings(), check=False)  # noqa: S602
    assert done.returncode == 0
