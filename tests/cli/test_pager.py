"""Long output at a terminal: in the pager that people name, and whole where there is none."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.cli.running import SHEETS, call
from tests.cli.terminal import CTRL_C, ENTER, Terminal

LOG = ("log", str(SHEETS / "saturday.jsonl"))
LONG = [("rules", "saboteur"), ("cases", "no-swap"), LOG, ("sheet", LOG[1])]


@pytest.fixture
def pager(tmp_path: Path) -> Path:
    """A pager that marks its lines, hears Ctrl-C, and leaves at Enter."""
    program = tmp_path / "pager"
    script = "trap 'echo heard' INT\nsed 's/^/| /'\nwhile ! read -r gone </dev/tty; do :; done\n"
    program.write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
    program.chmod(0o755)
    return program


def at_a_terminal(*words: str, **env: str) -> Terminal:
    return Terminal(*words, env={"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "80", **env})


def left(terminal: Terminal) -> list[str]:
    """Wait for the end, with exit code 0; give the lines that were shown."""
    try:
        terminal.wait_for_all()
        assert terminal.leave() == 0, terminal.shown
    finally:
        terminal.close()
    return terminal.shown.splitlines()


@cache
def whole(*words: str) -> list[str]:
    """Give the lines of a command that is asked for no pager."""
    return left(at_a_terminal(*words, "--no-pager"))


@pytest.mark.parametrize("words", LONG, ids=lambda words: words[0])
def test_what_is_long_comes_in_the_pager_that_is_named(words: tuple[str, ...], pager: Path) -> None:
    terminal = at_a_terminal(*words, PAGER=str(pager))
    terminal.wait_for(f"| {whole(*words)[-1]}")
    terminal.type(ENTER)
    assert [f"| {line}" for line in whole(*words)] == [line for line in left(terminal) if line]


def test_ctrl_c_in_the_pager_is_for_the_pager(pager: Path) -> None:
    terminal = at_a_terminal(*LOG, PAGER=str(pager))
    terminal.wait_for("declares black")
    terminal.wait_for("heard", press=CTRL_C)
    terminal.type(ENTER)
    left(terminal)


@pytest.mark.parametrize("name", ["cat", "/none/here", "less 'x", "/etc", "./odd", ""])
def test_without_a_pager_that_can_be_started_all_is_printed(name: str, tmp_path: Path) -> None:
    odd = Path("odd")
    odd.write_bytes(b"\0")
    odd.chmod(0o755)
    assert left(at_a_terminal(*LOG, PAGER=name)) == whole(*LOG)


@pytest.mark.parametrize("name", ["true", "head -1", "false"])
def test_a_pager_that_leaves_early_has_seen_enough(name: str) -> None:
    shown = left(at_a_terminal(*LONG[0], PAGER=name))
    assert len(shown) <= 1


def test_nothing_is_paged_for_programs(pager: Path) -> None:
    shown = left(at_a_terminal(*LOG, "--format", "plain", PAGER=str(pager)))
    assert shown == call(*LOG, "--format", "plain").out.splitlines()
