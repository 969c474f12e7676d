"""How the program leaves: signals, closed pipes, colours, odd surroundings."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import FOUR, PROGRAM, SHEETS, at_play, call, entries, run, surroundings

EVENING = str(SHEETS / "evening.yaml")
ESCAPE = "\x1b["


@pytest.mark.parametrize(
    ("name", "code"),
    [("SIGINT", 130), ("SIGTERM", -15), ("SIGHUP", -1), ("SIGKILL", -9)],
)
@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_ended_by_a_signal_the_journal_holds_all_that_was_noted(name: str, code: int) -> None:
    """A shell shows 128+n for a process that the signal n has ended; Python shows -n."""
    words = ("no-swap", "--players", FOUR, "--journal", "j.jsonl")
    with at_play(*words, heard="Bo\n3g 3s 2b\n", until="take a coin.") as playing:
        playing.send_signal(getattr(signal, name))
        assert playing.wait(timeout=30) == code
    assert [entry["words"] for entry in entries()] == ["Bo", "3g 3s 2b"]


@pytest.mark.skipif(os.name == "nt", reason="a shell's pipe")
def test_the_first_lines_of_a_game_can_be_looked_at(tmp_path: Path) -> None:
    playing = " ".join([*PROGRAM, "play no-swap --players", FOUR, "--journal j.jsonl 2>&1"])
    ran = subprocess.run(
        [
            "/bin/sh",
            "-c",
            f"{{ {playing}; echo $? >code; }} <{SHEETS / 'saturday.answers'} | head -3",
        ],
        capture_output=True,
        env=surroundings(),
        timeout=60,
        check=True,
    )
    assert ran.stdout.decode().startswith("      Clockwise: 1 Ana, ")
    assert ran.stderr == b""
    assert (tmp_path / "code").read_text().strip() == "0"
    assert call("log", "j.jsonl").code == 0


@pytest.mark.parametrize(
    ("wish", "env", "coloured"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": ""}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        (["--color", "auto"], {}, False),
    ],
)
def test_colour_is_as_wished(
    wish: list[str], env: dict[str, str], *, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in env.items():
        monkeypatch.setenv(name, text)
    plain = call("score", EVENING, "--color", "never").out
    out = call("score", EVENING, *wish).out
    assert (ESCAPE in out) is coloured
    if coloured:
        assert out.replace(f"{ESCAPE}32m", "").replace(f"{ESCAPE}0m", "") == plain


@pytest.mark.parametrize("fmt", ["json", "csv", "markdown", "plain"])
def test_what_programs_read_has_no_colour(fmt: str) -> None:
    out = call("score", EVENING, "--format", fmt, "--color", "always").out
    assert fmt == "plain" or ESCAPE not in out


def test_names_survive_a_terminal_that_has_no_letters_for_them() -> None:
    ran = run("score", EVENING, env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    assert ran.code == 0
    assert "Ana" in ran.out
    assert "\\u5c0f\\u660e" in ran.out


COMMANDS_WITHOUT_TALK = (
    ["games"],
    ["rules", "no-swap"],
    ["ask", "no-swap", "setup", "players=4"],
    ["new", "no-swap", "--players", "A,B,C"],
    ["new", "no-swap"],
    ["score", EVENING],
    ["check", EVENING],
    ["sheet", "no-swap", "--players", "A,B,C"],
    ["sheet", "no-swap"],
    ["schema", "no-swap"],
    ["completion", "bash"],
)


@pytest.mark.parametrize("words", COMMANDS_WITHOUT_TALK, ids=" ".join)
def test_nothing_asks_back_unless_it_is_play(words: list[str]) -> None:
    waiting = call(*words, heard="Ana\nBo\nCy\n")
    silent = call(*words)
    assert waiting == silent
    assert not silent.err or silent.code == 2
