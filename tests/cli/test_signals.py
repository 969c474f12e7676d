"""Signals, windows that close or change, odd terminals: a clean end, and a terminal as before."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.cli.running import FOUR, PROGRAM, at_play, call, entries

pytest.importorskip("pty", reason="no pseudo terminals here")
from tests.cli.terminal import CTRL_C, CTRL_D, Terminal  # it needs pty

CAVE = ("play", "sidibaba", "--players", "Ana,Bo", "--leader", "Zed", "--journal", "t.jsonl")
SHIP = ("play", "no-swap", "--players", FOUR, "--journal", "t.jsonl")
XTERM = {"TERM": "xterm-256color"}
TIMER = ("--timer",)
KEPT = "Saved in t.jsonl."
PASTING, NO_PASTING = "\x1b[?2004h", "\x1b[?2004l"


@contextmanager
def at_table(*words: str, env: dict[str, str] | None = None) -> Iterator[Terminal]:
    """Sit down to a game, and give the first answer."""
    with Terminal(*words, env=XTERM if env is None else env) as table:
        table.answer("1" if "no-swap" in words else "")
        table.wait_for("captain." if "no-swap" in words else "Lamp 1")
        table.wait_for("> ")
        yield table


def check_left(table: Terminal) -> None:
    """Hold the terminal against what it was before."""
    assert table.settings() == table.settings_before
    assert table.shown.count(PASTING) == table.shown.count(NO_PASTING)
    assert "Traceback" not in table.shown


def marks() -> list[str]:
    return [entry["said"] for entry in entries("t.jsonl", "--all")]


@pytest.mark.parametrize(
    ("number", "code", "timer"),
    [
        (signal.SIGTERM, -15, ()),
        (signal.SIGHUP, -1, TIMER),
        (signal.SIGINT, 130, TIMER),
        pytest.param(signal.SIGTERM, -15, TIMER, marks=pytest.mark.prove),
        pytest.param(signal.SIGHUP, -1, (), marks=pytest.mark.prove),
        pytest.param(signal.SIGINT, 130, (), marks=pytest.mark.prove),
    ],
    ids=str,
)
def test_a_signal_at_a_prompt_leaves_all_in_order(
    number: int, code: int, timer: tuple[str, ...]
) -> None:
    """A shell shows 128+n for a process that the signal n has ended; Python shows -n."""
    with at_table(*CAVE, *timer) as table:
        table.type("f")
        table.wait_for("f")
        assert table.settings() != table.settings_before, "lines are edited here"
        table.wait_for(f"\r\n      {KEPT}", number=number)
        table.wait_for("To continue: referee play t.jsonl\r\n")
        assert table.leave() == code
        check_left(table)
    told = marks()
    left = "The timer stops here."
    assert (told[-1] == left) is bool(timer)
    assert len([each for each in told if "leads" in each]) == 1
    assert call("play", "t.jsonl").code == 0


@pytest.mark.parametrize(
    ("key", "timer"),
    [
        (CTRL_D, TIMER),
        pytest.param(CTRL_C, TIMER, marks=pytest.mark.prove),
        pytest.param(CTRL_D, (), marks=pytest.mark.prove),
        pytest.param(CTRL_C, (), marks=pytest.mark.prove),
    ],
)
def test_a_key_that_leaves_leaves_the_terminal_as_it_was(key: str, timer: tuple[str, ...]) -> None:
    with at_table(*CAVE, *timer) as table:
        table.wait_for(f"\r\n      {KEPT}", press=key)
        assert table.leave() == (130 if key == CTRL_C else 0)
        check_left(table)
    assert len([each for each in marks() if "leads" in each]) == 1


@pytest.mark.parametrize("timer", [TIMER, pytest.param((), marks=pytest.mark.prove)])
def test_a_window_that_closes_loses_nothing(timer: tuple[str, ...]) -> None:
    with at_table(*CAVE, *timer) as table:
        table.hang_up()
        assert table.leave() == -signal.SIGHUP
    assert len([each for each in marks() if "leads" in each]) == 1


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.prove)], ids=str
)
def test_a_signal_in_the_middle_of_output_is_heard(number: int) -> None:
    """The terminal takes some thousand signs; then the program waits for somebody to read."""
    with at_table(*SHIP) as table:
        table.type("/rules\r" * 20)
        table.wait_for("NSP-1.1")
        table.send(number)
        table.wait_for(KEPT)
        assert table.leave() == (130 if number == signal.SIGINT else -number)
        check_left(table)
    assert len(marks()) == 1


def test_a_signal_before_the_first_turn_leaves_no_file() -> None:
    words = ("play", "colorful-treasure", "--players", "Ana,Bo", "--journal", "t.jsonl")
    with Terminal(*words) as table:
        table.wait_for("> ")
        table.send(signal.SIGTERM)
        assert table.leave() == -signal.SIGTERM
        assert table.settings() == table.settings_before
    assert call("log", "t.jsonl").code == 3


def test_what_was_started_to_outlast_its_terminal_does() -> None:
    program = ("/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh", *PROGRAM)
    with at_play(*SHIP[1:], until="first captain?", program=program) as playing:
        playing.send_signal(signal.SIGHUP)
        playing.communicate(b"Bo\n", timeout=30)
        assert playing.returncode == 0
    assert marks() == ["Bo is the first captain."]


def test_a_window_may_change_its_size() -> None:
    with at_table(*SHIP) as table:
        table.resize(10, 30)
        table.type("?\r")
        table.wait_for("> ")
        table.type("/note a window may be as narrow as it likes\r")
        table.wait_for("      Note: a window may be as\r\n")
        table.wait_for("> ")  # the line editor sets the size anew that it found as it began
        table.resize(50, 200)
        table.type("/note a window may be as wide as it likes\r")
        table.wait_for("      Note: a window may be as wide as it likes\r\n")
        table.wait_for("> ")
        table.type(CTRL_D)
        assert table.leave() == 0
        check_left(table)


@pytest.mark.parametrize(
    "env",
    [
        {"TERM": "", "COLUMNS": "wide"},
        {"TERM": "vt100", "COLUMNS": "1", "LINES": "1"},
        pytest.param({"TERM": "dumb"}, marks=pytest.mark.prove),
        pytest.param({"TERM": "no-such-terminal"}, marks=pytest.mark.prove),
        pytest.param({"TERM": "xterm", "COLUMNS": "0"}, marks=pytest.mark.prove),
        pytest.param({"TERM": "xterm", "COLUMNS": "-3"}, marks=pytest.mark.prove),
        pytest.param({"TERM": "xterm", "COLUMNS": "9" * 12}, marks=pytest.mark.prove),
    ],
    ids=str,
)
def test_an_odd_terminal_is_a_terminal(env: dict[str, str]) -> None:
    with at_table(*SHIP, env=env) as table:
        table.type("3g 3s 2b\r")
        table.wait_for("   2")
        table.wait_for("black.")
        table.answer("/sheet")
        table.wait_for("> ")
        table.type(CTRL_D)
        assert table.leave() == 0
        check_left(table)
    assert len(marks()) == 2
