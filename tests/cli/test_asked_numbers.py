"""Numbers that only the table can read out: typed in, refused, kept for the next game."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.fair import ANSWERS, HOLDINGS
from tests.cli.running import call, run

TWO = ("--players", "Ana,Bo")
PLAY = ("play", "pebble", *TWO, "--journal", "j.jsonl")
JUDGE, BOARD, *LATER = ANSWERS.splitlines()
REST = "\n".join(LATER) + "\n"
ENTER = "(from an earlier game)"
KEEP = "Keep these numbers"
pytestmark = pytest.mark.usefixtures("fair")


def settings(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "home/referee/settings.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def told(journal: str = "j.jsonl") -> object:
    """Tell the numbers that a journal was begun with."""
    head = Path(journal).read_text(encoding="utf-8").split("\n", 1)[0]
    return json.loads(head.rpartition(" ")[0] or head)["setup"]["numbers"]


@pytest.mark.parametrize("board", ["1, 3, 6, 10", "1 3 6 10", "１，３、６　１０", "1,3,3+3,5 + 5"])
def test_numbers_are_typed_as_people_type_them(board: str) -> None:
    ran = call(*PLAY, heard=f"{JUDGE}\n{board}\n{REST}")
    assert ran.code == 0
    assert "Bo wins with 10 points." in ran.out
    assert KEEP not in ran.err
    assert not Path("home").exists()


def test_what_is_wrong_is_said_and_asked_again() -> None:
    wrong = ["1 3 6", "1,3,six,10", "1,,3,6", ""]
    ran = call(*PLAY, heard="\n".join([JUDGE, *wrong, BOARD, REST]))
    question = "Type what plain pebbles are worth.  (4 numbers; rain: dry)"
    said = [
        "4 numbers are needed, not 3.",
        "“six” is not a whole number of 0 or more.",
        "A number is missing next to a comma.",
        "4 numbers are needed, not 0.",
    ]
    lines = [line for each in said for line in (question, each)]
    assert ran.err.split("\n")[1 : 1 + len(lines)] == lines
    assert "Bo wins with 10 points." in ran.out


def test_without_an_answer_there_is_no_game() -> None:
    ran = call(*PLAY, heard=f"{JUDGE}\n1 3\n")
    assert (ran.code, ran.out) == (2, "")
    assert "No game was started. Missing: what plain pebbles are worth" in ran.err
    assert not list(Path().glob("*.jsonl"))


@pytest.mark.parametrize("command", ["play", "new", "sheet"])
def test_another_number_of_numbers_is_refused_before_anything(command: str) -> None:
    ran = call(command, "pebble", *TWO, "--set", "board=1,3,6")
    assert (ran.code, ran.out) == (2, "")
    assert "4 numbers are needed, not 3. Write as many: “board” is what" in ran.err
    assert not list(Path().glob("*.jsonl"))


@pytest.mark.parametrize("command", ["score", "check"])
def test_a_file_with_another_number_of_them_is_unreadable(command: str, tmp_path: Path) -> None:
    (tmp_path / "fair.yaml").write_text(HOLDINGS, "utf-8")
    assert call(command, "fair.yaml").code == 0
    text = HOLDINGS.replace("[1, 3, 6, 10]", "[1, 3, 6]")
    assert text != HOLDINGS
    (tmp_path / "fair.yaml").write_text(text, "utf-8")
    ran = call(command, "fair.yaml")
    assert ran.code == 3
    assert "ASKED-COUNT 4 numbers are needed, not 3." in ran.err


@pytest.mark.parametrize(("rain", "kept"), [("dry", [1, 3, 6, 10]), ("wet", [0, 0, 0, 9])])
def test_in_a_pipe_an_empty_line_takes_what_was_kept_of_that_setting(
    rain: str, kept: list[int], tmp_path: Path
) -> None:
    settings(tmp_path, "pebble-night: {board: {dry: [1, 3, 6, 10], wet: [0, 0, 0, 9]}}\n")
    ran = call(*PLAY, "--set", f"rain={rain}", heard=f"{JUDGE}\n\n{REST}")
    assert f"rain: {rain})\nEnter: {', '.join(map(str, kept))} {ENTER}\n" in ran.err
    assert (told(), KEEP in ran.err) == ({"board": kept}, False)


def test_other_numbers_may_be_typed_and_a_pipe_keeps_nothing(tmp_path: Path) -> None:
    path = settings(tmp_path, "pebble-night: {board: {dry: [9, 9, 9, 9]}}\n")
    before = path.read_bytes()
    ran = call(*PLAY, heard=ANSWERS)
    assert told() == {"board": [1, 3, 6, 10]}
    assert (path.read_bytes(), KEEP in ran.err) == (before, False)


def test_numbers_of_another_length_are_not_offered(tmp_path: Path) -> None:
    settings(tmp_path, "pebble-night: {board: {dry: [1, 3, 6]}}\n")
    ran = call(*PLAY, heard=ANSWERS)
    assert (ran.code, ENTER in ran.err, "passed over" in ran.err) == (0, False, False)


def test_numbers_told_on_the_command_line_are_not_asked_for(tmp_path: Path) -> None:
    settings(tmp_path, "a: [\n")
    ran = call(*PLAY, "--set", "board=1,3,6,10", heard=f"{JUDGE}\n{REST}")
    assert "Bo wins with 10 points." in ran.out
    assert "passed over" not in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pebble-night: {board: {dry: [1, x, 6, 10]}}\n", ", line 1: “x” is not a whole number."),
        ("a: 1\na: 2\n", ", line 2: "),
        ("pebble-night: [\n", "line "),
    ],
)
def test_settings_in_disorder_are_said_and_stop_nothing(
    text: str, said: str, tmp_path: Path
) -> None:
    path = settings(tmp_path, text)
    ran = call(*PLAY, heard=ANSWERS)
    assert (ran.code, "Bo wins with 10 points." in ran.out) == (0, True)
    (line,) = [each for each in ran.err.split("\n") if "were not read" in each]
    assert line.startswith(f"The settings were not read: {path}")
    assert said in line
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_in_place_of_the_settings_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "home/referee/settings.yaml").mkdir(parents=True)
    ran = call(*PLAY, heard=ANSWERS)
    assert (ran.code, "Bo wins with 10 points." in ran.out) == (0, True)
    assert "The settings were not read: " in ran.err


@pytest.mark.skipif(os.name == "nt", reason="homes are looked up in another way there")
@pytest.mark.parametrize(
    "home",
    [
        {"XDG_CONFIG_HOME": ""},
        {"HOME": "", "XDG_CONFIG_HOME": ""},
        {"HOME": "/dev/null", "XDG_CONFIG_HOME": "/dev/null"},
        {"HOME": "no/such", "XDG_CONFIG_HOME": "no/such"},
    ],
)
def test_without_a_home_all_works(home: dict[str, str], fair: Path, tmp_path: Path) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    ran = run(*PLAY, heard=ANSWERS, env=home, program=(sys.executable, str(fair)))
    assert ran.code == 0, ran.err
    assert "Bo wins with 10 points." in ran.out
    made = {path.name for path in tmp_path.iterdir()} - before
    assert made == {"j.jsonl"}


def test_a_blank_file_has_what_was_kept(tmp_path: Path) -> None:
    settings(tmp_path, "pebble-night: {board: {dry: [1, 3, 6, 10]}}\n")
    assert (
        "  # kept from an earlier game with rain: dry; compare them with the card\n"
        "  board: [1, 3, 6, 10]   # what plain pebbles are worth (4 numbers, by rain)\n"
    ) in call("new", "pebble", *TWO).out
    wet = call("new", "pebble", *TWO, "--set", "rain=wet").out
    assert "  # board: [ ]   # what plain pebbles are worth (4 numbers, by rain)\n" in wet
    own = call("new", "pebble", *TWO, "--set", "board=2,2,2,2").out
    assert "  board: [2, 2, 2, 2]   #" in own
    assert "kept from" not in wet + own


def test_a_broken_file_of_settings_leaves_the_blank_file_open(tmp_path: Path) -> None:
    settings(tmp_path, "a: [\n")
    ran = call("new", "pebble", *TWO)
    assert (ran.code, "# board: [ ]" in ran.out) == (0, True)
    assert "The settings were not read: " in ran.err


@pytest.mark.parametrize("command", ["score", "check"])
def test_what_counts_never_looks_at_settings(command: str, tmp_path: Path) -> None:
    settings(tmp_path, "pebble-night: {board: {dry: [9, 9, 9, 9]}}\n")
    text = HOLDINGS.replace("numbers: {board: [1, 3, 6, 10]}", "numbers:")
    (tmp_path / "fair.yaml").write_text(text, encoding="utf-8")
    ran = call(command, "fair.yaml")
    assert ran.code == 3
    assert "ASKED-NUMBER" in ran.err
