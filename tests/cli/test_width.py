"""Ten players with long names: tables keep to the line, in a pipe and on a narrow terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from wcwidth import wcswidth

from tests.cli.running import call
from tests.cli.terminal import Terminal

NAMES = tuple(f"Maximilian{letter}" for letter in "ABCDEFGHIJ")
ROUND = ("EW 1,0; EW 2,0; EW 3,0; NEW 4,0; NEW 5,0; NEW 6,0; NEW 7,0", "treasure", "ssssdddddd")
GOLD = "".join(f"  {name}: {'2+1' if n < 6 else '1'}\n" for n, name in enumerate(NAMES))
COMMANDS = {
    "score": ("score", "ten.yaml"),
    "score with reasons": ("score", "ten.yaml", "--why"),
    "log": ("log", "ten.jsonl"),
    "log with reasons": ("log", "ten.jsonl", "--why"),
    "stats": ("stats", "ten.jsonl"),
    "sheet": ("sheet", "ten.jsonl"),
    "pad": ("sheet", "saboteur", "--players", ",".join(NAMES)),
    "state": ("play", "two.jsonl"),
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of a table of ten: holdings, two rounds of play, and three."""
    folder = tmp_path_factory.mktemp("ten")
    players = ", ".join(NAMES)
    gold = f"game: saboteur\nplayers: [{players}]\nholdings:\n{GOLD}"
    (folder / "ten.yaml").write_text(gold)
    two = [NAMES[0], *ROUND, "open", *"222222211", *ROUND, "open", *"111111111"]
    three = [*two, *ROUND, "open", *"333321111", *[""] * len(NAMES)]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for path, heard in (("two.jsonl", two), ("ten.jsonl", three)):
            named = ("--players", players, "--journal", path)
            played = call("play", "saboteur", *named, heard="\n".join([*heard, ""]))
            assert too_wide(played.out + played.err, 80) == []
    assert "The game is over." in played.err
    return folder


@pytest.fixture(autouse=True)
def _at_the_table(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(table)


def too_wide(text: str, cells: int) -> list[str]:
    return [line for line in text.splitlines() if wcswidth(line) > cells]


@pytest.mark.parametrize("name", COMMANDS)
def test_ten_players_fit_a_pipe(name: str) -> None:
    heard = "state\nscore\nlog\nsheet\n" if name == "state" else ""
    ran = call(*COMMANDS[name], heard=heard)
    assert too_wide(ran.out, 80) == []
    assert NAMES[0] in ran.out + ran.err


@pytest.mark.parametrize("name", COMMANDS)
def test_ten_players_fit_a_terminal_of_sixty(name: str) -> None:
    narrow = {"TERM": "dumb", "COLUMNS": "60", "PAGER": "cat"}
    with Terminal(*COMMANDS[name], env=narrow) as terminal:
        for command in ("state", "score", "quit") if name == "state" else ():
            terminal.answer(command)
        terminal.wait_for_all()
        assert terminal.leave() == 0 or name.startswith("score")
    assert too_wide(terminal.shown.replace("\r", ""), 60) == []


def test_a_table_that_does_not_fit_is_a_block_for_each_player() -> None:
    said = call("score", "ten.yaml").out
    assert f"\n\n{NAMES[0]}\n  nuggets on cards of 1: 1\n  nuggets on cards of 2: 2\n" in said
    assert f"\n\n{NAMES[9]}\n  nuggets on cards of 1: 1\n" in said
