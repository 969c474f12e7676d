"""The tutorial is typed at a pseudo terminal, word for word.

In a block ``$`` begins a command and ``>`` what is typed at a prompt; every other line but ``...``
is shown, in this order. A block without a command goes on with the program of the one before.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.running import ROOT
from tests.cli.terminal import Terminal
from tests.test_readme import ANY_LINES, BLOCK, Typed, in_shell, lay_out

PAGE = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
LINES = "".join(BLOCK.findall(PAGE)).splitlines()


def test_the_tutorial_is_what_somebody_types_and_reads(tmp_path: Path) -> None:
    environment = lay_out(tmp_path)
    open_terminal: Terminal | None = None
    for line in LINES:
        if line.startswith("$ "):
            leave(open_terminal)
            open_terminal = began(line[2:], tmp_path, environment)
        elif line and line != ANY_LINES:
            assert open_terminal, f"{line}: no program shows it"
            if line.startswith("> "):
                open_terminal.answer(line[2:], at="\n> ")
            else:
                open_terminal.wait_for(line.strip())
    leave(open_terminal)


def began(command: str, folder: Path, environment: dict[str, str]) -> Terminal | None:
    """Run a command that writes a file; begin any other at a terminal."""
    if not Typed(command, ()).is_run:
        return None
    if ">" in command:
        code, said = in_shell(command, folder, environment)
        assert (code, said) == (0, "")
        return None
    name, *words = shlex.split(command)
    assert name == "referee"
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
    return Terminal(*words, env={"TERM": "dumb", "NO_COLOR": "1", **home})


def leave(terminal: Terminal | None) -> None:
    """Let a program end by itself."""
    if terminal:
        terminal.wait_for_all()
        assert terminal.leave() == 0
        terminal.close()


def test_the_tutorial_needs_no_pipe_and_shows_a_picture_after_two_commands() -> None:
    before, _, _ = PAGE.partition("![")
    assert before.count("\n$ ") == 2
    assert "printf" not in PAGE
    assert not [line for line in LINES if line.startswith("$ ") and ("|" in line or "<" in line)]
    assert sum(line.startswith("> ") for line in LINES) >= 15


def test_a_page_that_shows_what_is_never_printed_is_found(tmp_path: Path) -> None:
    terminal = began("referee ask no-swap setup players=9", tmp_path, {})
    assert terminal
    with terminal, pytest.raises(AssertionError):
        terminal.wait_for("Allowed: ")
