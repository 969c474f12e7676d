"""Five people before one screen, and one who knows the maze: the others learn nothing of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="no pseudo terminals here")
from tests.cli.running import Ran, call
from tests.cli.terminal import Terminal  # it needs pty

OPEN = "game: sidibaba\nmaze: |\n  +-+-+ +\n  |T    |\n  + + + +\n   C    |\n  +-+-+-+\n"
CLOSED = OPEN.replace("|T    |", "|T| | |")
"""Ahead of the entrance both look the same; where a landslide may fall, they differ."""
TABLE = ("play", "sidibaba", "--players", "Ana,Bo", "--leader", "Zed", "--maze", "maze.yaml")
APART = re.compile(r"\x1b\[\?1049h.*?\x1b\[\?1049l", re.DOTALL)
SQUARES = [f"{x},{y}" for y in range(5) for x in range(5)]
TRIED = [
    *("undo to 2", "redo", "why", "why 1", "why 3", "why 4"),
    *("fix 1", "fix 1 3,1 S", "fix 1 9,9", "insert 1 3,1", "drop 1"),
    *("fix 4", "insert 4 3,2", "drop 4", "fix 4 off", "fix 3 event landslide 1,1"),
    *(f"fix 4 {square}" for square in SQUARES[:8]),
    *("insert 3 event landslide 2,2", "event landslide", "ev l", "EVENT LANDS 2,2", "map"),
    *(f"event landslide {square}" for square in SQUARES),
    *(
        "f; event landslide 1,2",
        "/why-not event landslide 1,2",
        "evl2,2",
        "event landslide at 2,2",
        "\x1b[A\x15state",
    ),
    *("score", "state", "?", "\x1b[A\x15log", "ev\t\t\x15state", "event lan\t\t\x15state"),
]
OF_LATER = {line for line in TRIED if re.match("(undo|redo|(fix|insert|drop) [34])", line)}
"""What is tried where the Leader has moved already."""
REFUSED = "A landslide is Zed's secret. Type leader to hand over the keyboard."


def sat_through(maze: str, lines: list[str], *, has_moved: bool) -> tuple[str, list[str]]:
    """Sit through an evening with a maze; give what everybody saw, and what was noted."""
    Path("maze.yaml").write_text(maze, encoding="utf-8")
    Path("s.jsonl").unlink(missing_ok=True)
    words = (*TABLE, "--journal", "s.jsonl")
    with Terminal(*words, env={"TERM": "xterm", "COLUMNS": "100"}) as table:

        def answer_apart(line: str) -> None:
            table.wait_for("Zed, press Enter")
            table.answer()
            table.wait_for("1049h")
            table.answer(line, at="Zed> ")
            table.wait_for("1049l")

        answer_apart("3,1 S")
        table.answer()
        table.wait_for("Ana leads")
        if has_moved:
            table.answer("event movement 1")
            answer_apart("1,2")
            table.answer("undo")
            answer_apart("redo")
        for line in (*lines, "quit"):
            table.answer(line)
        table.wait_for_all()
    marks = Path("s.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    return APART.sub("", table.shown), marks


def told(shown: str) -> str:
    """Leave out the hours."""
    return re.sub(r"\d\d:\d\d", "hh:mm", shown)


@pytest.mark.parametrize("has_moved", [False, True])
def test_what_an_adventurer_tries_shows_nothing_of_the_maze(*, has_moved: bool) -> None:
    lines = TRIED if has_moved else [line for line in TRIED if line not in OF_LATER]
    in_open, noted = sat_through(OPEN, lines, has_moved=has_moved)
    in_closed, noted_too = sat_through(CLOSED, lines, has_moved=has_moved)
    assert told(in_open) == told(in_closed)
    assert in_open.count(REFUSED) == len([line for line in lines if is_about_landslide(line)])
    assert in_open.count("Entry 1 is Zed's secret. Type leader, then fix 1 there.") == 3
    assert in_open.count("event landslide at 2,2") == 1, "the Up key brings it back"
    assert len(noted) == len(noted_too)
    assert not any("landslide" in line for line in noted)


def is_about_landslide(line: str) -> bool:
    return "evl" in line or "ev l" in line or ("lands" in line.lower() and "why" not in line)


def apart(*lines: str, maze: str = CLOSED) -> Ran:
    """Type in a pipe what the Leader types out of sight, where there is a screen for it."""
    Path("maze.yaml").write_text(maze, encoding="utf-8")
    typed = ["3,1 S", "", "leader", *lines, "done", ""]
    return call(*TABLE, "--journal", "s.jsonl", heard="\n".join(typed))


def test_the_leader_is_asked_where_a_landslide_falls() -> None:
    ran = apart("event landslide", "2,2", "event landslide", "2,1")
    assert "Zed, on which square?" in ran.err
    assert "No: A landslide cannot fall there. (SID-6.8)" in ran.out
    assert "   3  A landslide. The Treasure and an exit can still be reached." in ran.out


def test_the_leader_corrects_a_secret_out_of_sight() -> None:
    ran = apart(
        "event movement 1", "3,2", "1,2", "fix 4 1,2", "fix 4 3,1", "fix 3 event movement 2"
    )
    assert "      Possible: 1,2  3,1" in ran.err
    assert "Entry 4 says so already." in ran.out
    assert "   4  The Leader reaches the party.\n      Caught!" in ran.out


def test_the_help_of_the_leader_is_another() -> None:
    ran = apart("?")
    assert "event: such as movement 3, thief, or illusion move" in ran.out
    said = "Also: map undo redo fix insert drop note log state; done: back to the table"
    assert said in " ".join(ran.out.split())
