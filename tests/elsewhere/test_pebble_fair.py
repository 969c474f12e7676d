"""Pebble Fair is installed, and that is all: every command works with it."""

from __future__ import annotations

import csv
import re
import shutil
from io import StringIO
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.cli.running import Ran, call
from tests.elsewhere.packages import FAIR, changed, completed, run_python, surroundings

TWO = ("--players", "Ana,Bo")
ANSWERS = "1p 2m\nrain falls\n4p\n/overrule nobody counted\n3p\n2p 1m\n"
PLAY = ("play", "pebble", *TWO, "--set", "rain=wet", "--journal", "fair.jsonl")
DISPUTE = (
    "game: pebble-fair\nquestion: bust\nfacts: {muddy: 1}\nexpect: {answer: {spoiled: false}}\n"
)
pytestmark = pytest.mark.usefixtures("fair")


def played(answers: str = ANSWERS) -> Ran:
    ran = call(*PLAY, heard=answers)
    assert ran.code == 0, ran.err
    return ran


def test_it_is_among_the_games() -> None:
    ran = call("games")
    assert (ran.code, ran.err) == (0, "")
    assert "pebble-fair: Pebble Fair, 2-4 players" in ran.out
    told = call("games", "--format", "json").json["games"]
    assert [game["id"] for game in told][-1] == "pebble-fair"
    assert len(told) == 6


def test_a_process_of_its_own_finds_it(installed: Path) -> None:
    words = ("-m", "referee", "ask", "pebble", "bust", "muddy=2")
    done = run_python(*words, env=surroundings(installed))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Answer: The basket is spoiled. (PEB-3.2)\n")


def test_its_rules_are_read_and_searched() -> None:
    assert (
        "Two or more muddy pebbles spoil the whole basket." in call("rules", "pebble", "bust").out
    )
    assert "PEB-1.1" in call("rules", "pebble-fair", "--format", "json").out
    assert call("rules", "pebble", "PEB-2.1").out.startswith("PEB-2.1 Drawing")


def test_its_disputes_are_answered() -> None:
    assert call("ask", "pebble").out.startswith("bust  Is a basket ")
    assert "referee ask pebble-fair bust muddy=2\n" in call("ask", "pebble", "bust").out
    said = call("ask", "pebble", "do two muddy pebbles spoil the basket").out
    assert said.startswith("PEB-3.2  ")
    ran = call("ask", "pebble", "bust", "muddy=9", "--format", "json")
    assert (ran.code, ran.json["verdict"], ran.json["rules"]) == (1, "impossible", ["PEB-1.1"])
    Path("dispute.yaml").write_text(DISPUTE, encoding="utf-8")
    assert call("ask", "--file", "dispute.yaml").out.startswith("Answer: The basket counts.")
    assert call("check", "dispute.yaml").code == 0
    assert call("ask", "pebble", "bust", "mud=9").code == 2


def test_a_count_is_filled_in_scored_and_checked() -> None:
    blank = call("new", "pebble", *TWO, "--set", "rain=wet")
    assert "  rain: wet   # dry | wet; PEB-2.3" in blank.out
    text = blank.out.replace("Ana: {plain: 0,", "Ana: {plain: 2+1,")
    Path("count.yaml").write_text(text, encoding="utf-8")
    Draft202012Validator(call("schema", "pebble").json).validate(yaml.safe_load(text))
    assert "Ana wins with 3 points. (PEB-3.3)" in call("score", "count.yaml", "--why").out
    assert call("check", "count.yaml").code == 0
    Path("count.yaml").write_text(text.replace("2+1", "21"), encoding="utf-8")
    ran = call("score", "count.yaml", "--format", "json")
    assert (ran.code, ran.json["ok"]) == (1, False)
    assert [each["rules"] for each in ran.json["audit"]] == [["PEB-1.1"]]
    Path("count.yaml").write_text(text.replace("game: pebble", "game: pebbel"), encoding="utf-8")
    ran = call("score", "count.yaml")
    assert (ran.code, "Did you mean “pebble-fair”?" in ran.err) == (3, True)


def test_a_fair_is_played_and_gone_on_with() -> None:
    first, rest = ANSWERS.split("\n", 1)
    ran = played(first)
    assert "Ana, which pebbles?" in ran.err
    assert "Ana draws 1 plain, 2 muddy." in ran.out
    ran = call("play", "fair.jsonl", heard=f"?\n/why-not 9m\n{rest}")
    assert "It rains. All mud goes back into the sack." in ran.out
    assert "No: Draw 1 to 3 pebbles. (PEB-2.1)" in ran.out
    assert "Round 2 is over." in ran.out
    assert "Bo wins with 6 points." in call("score", "fair.jsonl").out
    assert call("check", "fair.jsonl").code == 0


def test_a_journal_takes_its_name_from_the_game() -> None:
    assert call("play", "pebble", *TWO, heard="1p\n").code == 0
    (journal,) = Path().glob("pebble-fair-*-1.jsonl")
    assert call("log", str(journal)).code == 0


@pytest.mark.parametrize("fmt", ["table", "plain", "csv", "markdown", "html", "json"])
def test_its_sheets_are_printed(fmt: str) -> None:
    blank = call("sheet", "pebble", *TWO, "--format", fmt)
    assert (blank.code, blank.err) == (0, "")
    if fmt != "csv":  # nothing has happened that could stand in a row
        assert "Each plain pebble is worth 1 point." in " ".join(
            re.sub("[|]", "", blank.out).split()
        )
    played()
    filled = call("sheet", "fair.jsonl", "--format", fmt)
    assert (filled.code, filled.err) == (0, "")
    assert "3 plain, 0 muddy" in filled.out
    if fmt == "csv":
        rows = list(csv.reader(StringIO(filled.out)))
        assert {tuple(row[3:6]) for row in rows[1:]} >= {
            ("1", "Ana", "drawn"),
            ("2", "Bo", "drawn"),
            ("", "Bo", "total"),
        }
    else:
        assert "nobody counted" in " ".join(filled.out.split()), "wherever the line breaks"


@pytest.mark.parametrize("fmt", ["table", "plain", "json"])
def test_its_log_tells_what_happened(fmt: str) -> None:
    played()
    log = call("log", "fair.jsonl", "--format", fmt)
    assert (log.code, "nobody counted" in " ".join(log.out.split())) == (0, True)
    told = call("log", "fair.jsonl", "--format", fmt, "--why")
    assert ("any.rain" in log.out, "any.rain" in told.out) == (fmt == "json", True)


def test_its_scenario_runs_as_expected() -> None:
    ran = call("replay", str(FAIR / "tests/scenarios/shower.yaml"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("As expected.\n")


def test_a_shell_completes_its_name(installed: Path) -> None:
    assert completed("ask pebb", installed) == "plain,pebble-fair\n"
    assert completed("play sab", installed) == "plain,saboteur\n"


SPOILED = [
    ("stages.py", 'basket, "muddy": 0}', 'basket, "muddy": 1}', "it is so"),
    ("stages.py", "    least, most = min(1, ", "    least, most = min(2, ", "offered is allowed"),
    ("stages.py", "self.pebbles.values()) <= most:", "self.pebbles.values()) <= 3:", "nudge"),
    ("stages.py", "answers=PieceCounts(left, ", "answers=PieceCounts({**left, 'plain': 1}, ",
     "allowed is offered"),
    ("stages.py", "waiting=state.waiting[1:])", "waiting=state.waiting)", "come to an end"),
    ("stages.py", 'id="turn.draw"', 'id="turn.pick"', "ids of the steps"),
    ("stages.py", '"{player}, which pebbles?"', '"{plaier}, which pebbles?"', "worded and sent"),
    ("model.py", "muddy >= book[BUST_AT]", "muddy >= 2", "nudge"),
    ("final.py", "PlayerScore(Player(name), (", "PlayerScore(Player(name.upper()), (", "it is so"),
    ("__init__.py", "max_events=9", "max_events=3", "come to an end"),
    ("paper.py", "after_round=_sizes", "after_round= _sizes", ""),
]  # fmt: skip


@pytest.mark.prove
@pytest.mark.parametrize(("file", "old", "new", "noticed_by"), SPOILED)
def test_a_spoiled_fair_is_noticed(
    installed: Path, tmp_path: Path, file: str, old: str, new: str, noticed_by: str
) -> None:
    """The last one changes nothing, so that this can fail."""
    unread = shutil.ignore_patterns("__pycache__")  # it may be as old as what is written anew
    shutil.copytree(installed, tmp_path / "spoiled", ignore=unread)
    changed(tmp_path / "spoiled/pebble_fair" / file, (old, new))
    shutil.copytree(FAIR / "tests", "tests", dirs_exist_ok=True)  # away from the checkout
    env = {**surroundings(tmp_path / "spoiled"), "PYTEST_ADDOPTS": ""}
    done = run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", env=env)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    if not noticed_by:
        assert (done.returncode, failed) == (0, [])
        return
    assert [line for line in failed if noticed_by in line] != [], done.stdout[-2_000:]
