"""Who plays and what was agreed on, as ``new``, ``sheet`` and ``play`` take it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import SHEETS, call
from tests.rooms import EVERY_ROOM, ROOMS

THREE = ("--players", "Ana,Bo,Cy")
TABLE = """\
game: no-swap-no-pay
players: [小明, "no", "007"]
options: {silver_sets: once}
"""


def players_line(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("players:"))


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "Ana,Bo,Cy"],
        ["--players", " Ana , Bo,Cy "],
        ["--player", "Ana", "--player", "Bo", "--player", "Cy"],
        ["--players", "Ana,Bo", "--player", "Cy"],
    ],
)
def test_players_may_be_named_in_one_list_or_one_by_one(words: list[str]) -> None:
    assert players_line(call("new", "no-swap", *words).out).startswith("players: [Ana, Bo, Cy]")


@pytest.mark.parametrize(
    "words",
    [["--player", "Smith, Jr", "--players", "Bo,Cy"], ["--players", "Smith\\, Jr,Bo,Cy"]],
)
def test_a_name_may_hold_a_comma(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text(call("new", "no-swap", *words).out, encoding="utf-8")
    told = call("score", "e.yaml", "--format", "json").json
    assert "Smith, Jr" in [score["player"] for score in told["scores"]]


def test_a_table_of_three_has_a_bag_for_the_ghost() -> None:
    assert "Davy Jones: {" in call("new", "no-swap", *THREE).out
    assert "Davy Jones" not in call("new", "no-swap", "--players", "Ana,Bo,Cy,Di").out


@pytest.mark.parametrize("name", ["silver_sets", "silver-sets"])
def test_a_switch_is_set(name: str) -> None:
    out = call("new", "no-swap", *THREE, "--set", f"{name}=once", "--set", "purple_in_ties=no").out
    assert "silver_sets: once" in out
    assert 'purple_in_ties: "no"' in out


def test_the_table_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text(TABLE, encoding="utf-8")
    new = call("new", "no-swap", "--from", "table.yaml").out
    assert players_line(new).startswith('players: [小明, "no", "007"]')
    assert "silver_sets: once" in new
    sheet = call("sheet", "no-swap", "--from", "table.yaml").out
    assert [name for name in ("小明", "no", "007") if name not in sheet] == []
    played = call("play", "no-swap", "--from", "table.yaml", "--journal", "j.jsonl")
    assert (played.code, "1 小明  2 no  3 007" in played.err) == (0, True)


@pytest.mark.parametrize("command", ["new", "sheet", "play"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--leader", "Zed", *THREE], "no-swap-no-pay has no leader"),
        (["--maze", "maze.yaml", *THREE], "no-swap-no-pay has no maze"),
        (["--timer", *THREE], "no-swap-no-pay has no sand timer. Leave out --timer."),
        (["--players", "Ana,Bo"], "3 to 5"),
        (["--players", "A,B,C,D,E,F"], "3 to 5"),
        (["--players", "Ana,Bo,Ana"], "named twice"),
        (["--players", "Ana,Bo,Davy Jones"], "Davy Jones"),
        ([*THREE, "--set", "silver=once"], "Did you mean “silver_sets”?"),
        ([*THREE, "--set", "silver_sets=twice"], "every"),
        ([*THREE, "--set", "silver_sets"], "NAME=VALUE"),
        ([*THREE, "--from", "table.yaml"], "--from already names the players"),
    ],
)
def test_a_table_that_cannot_be_is_refused(command: str, words: list[str], said: str) -> None:
    ran = call(command, "no-swap", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert not list(Path().glob("*.jsonl"))


@pytest.mark.parametrize("command", ["new", "sheet", "play"])
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_no_other_number_of_players_sits_down(command: str, name: str) -> None:
    few, *_, many = ROOMS[name].game.players
    for n in (few - 1, many + 1):
        ran = call(command, name, "--players", ",".join("ABCDEFGHIJK"[:n]))
        assert (ran.code, ran.out) == (2, "")
        assert f"{few} to {many}" in ran.err


@pytest.mark.parametrize("command", ["new", "play"])
@pytest.mark.parametrize("words", [[], ["--players", ""]])
def test_somebody_has_to_play(command: str, words: list[str]) -> None:
    ran = call(command, "no-swap", *words)
    assert (ran.code, ran.out) == (2, "")
    assert "Who plays? Write the names clockwise" in ran.err


def test_a_pad_may_be_for_nobody_yet() -> None:
    ran = call("sheet", "no-swap")
    assert (ran.code, ran.err) == (0, "")
    assert "No Swap No Pay!" in ran.out


def test_a_file_that_tells_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text(TABLE.replace('"no"', "小明"), encoding="utf-8")
    assert call("new", "no-swap", "--from", "table.yaml").code == 3
    assert call("new", "no-swap", "--from", "none.yaml").code == 3
    assert call("new", "no-swap", "--from", str(SHEETS / "dispute.yaml")).code == 3


@pytest.mark.parametrize("seats", ["Ana,Bo,小明", "Ana,Bo,小明,ゆうこ", "Ana,Bo,小明,ゆうこ,Zed"])
def test_the_pad_has_a_column_for_each_player(seats: str) -> None:
    told = call("sheet", "no-swap", "--players", seats, "--format", "json").json
    assert told["schema"] == 1
    text = str(told)
    assert [name for name in seats.split(",") if name not in text] == []
    for fmt in ("table", "markdown"):
        out = call("sheet", "no-swap", "--players", seats, "--format", fmt).out
        assert [name for name in seats.split(",") if name not in out] == []
