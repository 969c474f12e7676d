"""Long output at a terminal: in the pager that people name, and whole where there is none."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.cli.running import ROOT, SHEETS, call
from tests.cli.terminal import CTRL_C, ENTER, Terminal

SCENARIO = ROOT / "tests/games/no_swap_no_pay/scenarios/four_players_most_points.yaml"
LOG = ("log", str(SHEETS / "saturday.jsonl"))
LONG = [("rules", "saboteur"), ("cases", "no-swap"), LOG, ("sheet", LOG[1])]
ALSO_LONG = [
    (*LOG, "--format", "plain"),
    ("score", LOG[1], "--format", "json"),
    ("ask", "sidibaba"),
    ("explain",),
    ("help", "play"),
    ("play", "--help"),
    ("replay", str(SCENARIO)),
]
"""Of other commands and formats, help pages among them."""
NEVER_PAGED = [
    ("new", "saboteur", "--players", "Ana,Bo,Cy"),
    ("schema", "score"),
    ("export", "--to", "bgstats", LOG[1]),
    ("completion", "zsh"),
]
SHORT = [("score", LOG[1]), ("games",), ("rules", "no-swap", "NSP-5.2"), ("help", "mcp")]


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
    with terminal:
        terminal.wait_for_all()
        assert terminal.leave() == 0, terminal.shown
    return terminal.shown.splitlines()


@cache
def whole(*words: str) -> list[str]:
    """Give the lines of a command that is asked for no pager."""
    return left(at_a_terminal("--no-pager", *words))


@pytest.mark.parametrize("words", [*LONG, *ALSO_LONG], ids=" ".join)
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


@pytest.mark.parametrize("words", SHORT + NEVER_PAGED, ids=" ".join)
def test_what_fits_the_screen_and_what_is_written_to_a_file_is_not_paged(
    words: tuple[str, ...], pager: Path
) -> None:
    assert left(at_a_terminal(*words, PAGER=str(pager))) == whole(*words)


def test_the_pager_begins_where_the_screen_ends(pager: Path) -> None:
    lines = len(whole("games"))
    fits = at_a_terminal("games", PAGER=str(pager), LINES=str(lines + 1))
    assert left(fits) == whole("games")
    paged = at_a_terminal("games", PAGER=str(pager), LINES=str(lines))
    paged.wait_for("| aladdin")
    paged.type(ENTER)
    left(paged)


def test_nothing_is_paged_for_programs(pager: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", str(pager))
    assert not any(line.startswith("|") for line in call(*LOG).out.splitlines())
