"""``referee score`` and ``referee new``: final scores, for people, spreadsheets and programs."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator
from msgspec import json

from referee.core.play.loop import GameLoop
from referee.core.table import Player, Setup
from referee.files.journal.journal import Journal
from referee.games.no_swap_no_pay import keys
from referee.operations.opening import now
from referee.registry import open_game
from tests.cli.running import FOUR, SHEETS, call, score_file

EVENING = str(SHEETS / "evening.yaml")
TABLE = ("--players", FOUR)
ANA = {
    "player": "Ana",
    "rank": 1,
    "total": 25,
    "exact": "25",
    "lines": [
        {"label": "gold coins", "points": 12, "exact": "12", "working": "4 × 3",
         "rules": ["NSP-5.1"]},
        {"label": "silver coins", "points": 3, "exact": "3", "working": "3 × 1",
         "rules": ["NSP-5.2"]},
        {"label": "black set", "points": 10, "exact": "10", "working": "2 black and 1 purple",
         "rules": ["NSP-5.4", "NSP-5.5"]},
    ],
}  # fmt: skip
ODD_NAMES = ("小明", "no", "007", "ゆうこ")
HARD_NAMES = ("=1+1", "<b>", "Smith, Jr", "a|b")
BROKEN_BOX = """\
game: no-swap-no-pay
players: [A, B, C, D]
holdings:
  A: {gold: 17, silver: 3}
  B: {silver: 5}
  C: {}
  D: {}
"""


def test_the_score_for_programs_is_as_promised() -> None:
    ran = call("score", EVENING, "--format", "json")
    told = ran.json
    assert (ran.code, told["schema"], told["ok"]) == (0, 1, True)
    assert told["game"] == "no-swap-no-pay"
    assert set(told["rulebook"]) == {"version", "digest"}
    ana = dict(told["scores"][0])
    breakers = ana.pop("tie_breakers")
    assert ana == ANA
    assert breakers[0] == {"label": "black coins", "value": 3, "rules": ["NSP-6.1"]}
    assert [score["player"] for score in told["scores"]] == FOUR.split(",")
    assert [score["rank"] for score in told["scores"]] == [1, 2, 3, 4]
    assert told["winners"] == ["Ana"]
    assert told["outcome"] == "Ana wins with 25 points."
    assert told["outcome_rules"] == ["NSP-6.3"]
    assert told["audit"] == []


def test_the_score_is_a_spreadsheet() -> None:
    head, *rows = call("score", EVENING, "--format", "csv").rows
    assert head[:3] == ["player", "rank", "total"]
    assert {len(row) for row in rows} == {len(head)}
    points: dict[str, int] = {}
    for row in rows:
        line = dict(zip(head, row, strict=True))
        points[line["player"]] = points.get(line["player"], 0) + int(line["points"])
    assert points == {"Ana": 25, "小明": 24, "ゆうこ": 17, "Bo": 0}


def test_the_score_is_a_markdown_table() -> None:
    lines = call("score", EVENING, "--format", "markdown").out.splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert {line.count("|") for line in table} == {6}
    assert any("total" in line and "25" in line for line in table)


def test_the_score_can_be_read_aloud() -> None:
    out = call("score", EVENING, "--format", "plain").out
    assert "Ana: 25 points, rank 1" in out.splitlines()
    assert "--" not in out


def test_why_tells_the_working_and_the_rules() -> None:
    assert "Each gold coin" not in call("score", EVENING).out
    assert "Each gold coin is worth 3 points." in call("score", EVENING, "--why").out


@pytest.mark.parametrize("names", [ODD_NAMES, HARD_NAMES])
def test_a_new_file_scores_at_once_with_hard_names(names: tuple[str, ...]) -> None:
    new = call("new", "no-swap", *(word for name in names for word in ("--player", name)))
    assert (new.code, new.err) == (0, "")
    told = score_file(new.out, "--format", "json").json
    assert [score["player"] for score in told["scores"]] == list(names)
    assert [score["total"] for score in told["scores"]] == [0] * 4
    rows = call("score", "h.yaml", "--format", "csv").rows
    assert [row[0].removeprefix("'") for row in rows[1:]] == list(names)


def test_a_name_that_looks_like_a_formula_stays_text_in_a_spreadsheet() -> None:
    seats = (word for name in HARD_NAMES for word in ("--player", name))
    rows = score_file(call("new", "no-swap", *seats).out, "--format", "csv").rows
    assert {row[0][0] for row in rows[1:]} == set("'<Sa")
    out = call("score", "h.yaml", "--format", "markdown").out
    assert "\\<b>" in out
    assert "a\\|b" in out


def test_what_cannot_be_is_scored_all_the_same_and_leaves_with_1() -> None:
    ran = score_file(BROKEN_BOX)
    assert ran.code == 1
    assert "total (not confirmed)" in ran.out
    assert "Not confirmed: A wins with 54 points." in ran.out
    told = call("score", "h.yaml", "--format", "json").json
    assert told["ok"] is False
    box = next(each for each in told["audit"] if each["rules"] == ["NSP-1.1"])
    assert (box["verdict"], box["lines"]) == ("impossible", [4])
    rows = call("score", "h.yaml", "--format", "csv").rows
    assert {row[-1] for row in rows[1:]} == {"no"}


def test_an_unreadable_file_is_told_in_full_and_not_scored() -> None:
    text = BROKEN_BOX.replace("gold: 17", "gold: -1").replace("silver: 5", "silvr: 5")
    ran = score_file(text)
    assert (ran.code, ran.out) == (3, "")
    assert "h.yaml:4:13: BELOW-ZERO" in ran.err
    assert "h.yaml:5:7: UNKNOWN-KEY" in ran.err
    assert "^" in ran.err
    told = call("score", "h.yaml", "--format", "json")
    assert (told.code, told.err, told.json["schema"], told.json["ok"]) == (3, "", 1, False)
    assert [each["code"] for each in told.json["diagnostics"]] == ["BELOW-ZERO", "UNKNOWN-KEY"]
    for each in told.json["diagnostics"]:
        assert set(each) == {"path", "line", "column", "code", "message", "remedy"}


@pytest.mark.parametrize(
    ("path", "code"), [("none.yaml", "NO-FILE"), (".", "NOT-A-FILE"), ("d.yaml", "KIND")]
)
def test_what_is_no_holdings_file_is_refused(path: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "d.yaml").write_bytes((SHEETS / "dispute.yaml").read_bytes())
    ran = call("score", path)
    assert (ran.code, ran.out) == (3, "")
    assert f"{path}: {code} " in ran.err


def test_a_played_game_scores_like_its_holdings(played: str) -> None:
    ran = call("score", played, "--format", "json")
    assert ran.code == 0
    assert (ran.json["ok"], len(ran.json["scores"]), len(ran.json["winners"])) == (True, 4, 1)
    assert call("score", played, "--format", "csv").rows[0][0] == "player"
    assert call("score", played, "--format", "markdown").out.count("| total") == 1


@pytest.mark.parametrize("fmt", ["table", "plain", "json", "csv", "markdown"])
def test_a_game_that_is_not_over_has_no_score(begun: str, fmt: str) -> None:
    ran = call("score", begun, "--format", fmt)
    assert ran.code == 1
    assert "Round 1 of 4 is not over." in ran.out + ran.err
    assert "total" not in ran.out
    if fmt == "json":
        assert (ran.json["ok"], ran.json["scores"]) == (False, [])


def old_game(path: str, points: int) -> None:
    """Play the evening among the scoresheets under another worth of a silver set."""
    game, book = open_game("no-swap-no-pay")
    setup = Setup(tuple(map(Player, FOUR.split(","))))
    then = book.with_number(keys.SILVER_SET_WORTH, points)
    with Journal.create(Path(path), game, then, setup, now) as journal:
        drive: GameLoop = GameLoop(journal.session, announces=True)
        for line in (SHEETS / "saturday.answers").read_text(encoding="utf-8").splitlines():
            if drive.session.step is not None:
                drive.feed_line(line)
        assert drive.session.step is None


def test_a_game_played_by_other_numbers_is_scored_by_both(played: str) -> None:
    old_game("old.jsonl", 10)
    assert "NSP-5.2" in call("score", "old.jsonl").out
    told, today = (call("score", path, "--format", "json").json for path in ("old.jsonl", played))
    then, totals = ([score["total"] for score in each["scores"]] for each in (told, today))
    assert then != totals
    assert all(str(total) in str(told) for total in (*then, *totals))
    old_game("same.jsonl", 15)
    assert call("score", "same.jsonl").out == call("score", played).out


def test_a_file_is_written_with_the_schema_that_its_first_line_names(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    ran = call("new", "no-swap", *TABLE, "-o", str(path))
    assert (ran.code, ran.out) == (0, "")
    first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    assert rest == call("new", "no-swap", *TABLE).out
    name = first.removeprefix("# yaml-language-server: $schema=")
    schema = json.decode((tmp_path / name).read_bytes())
    assert list(Draft202012Validator(schema).iter_errors(yaml.safe_load(rest))) == []
    assert call("score", str(path)).code in {0, 1}


def test_no_file_is_written_over_unless_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text("ours\n", encoding="utf-8")
    ran = call("new", "no-swap", *TABLE, "--output", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "already exists" in ran.err
    assert path.read_text(encoding="utf-8") == "ours\n"
    assert call("new", "no-swap", *TABLE, "-o", str(path), "--force").code == 0
    assert "holdings:" in path.read_text(encoding="utf-8")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    ran = call("new", "no-swap", *TABLE, "-o", str(tmp_path / "no" / "evening.yaml"))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be written" in ran.err


def test_a_folder_is_no_file_to_write_to(tmp_path: Path) -> None:
    for folder in (tmp_path, Path()):
        for forced in ((), ("--force",)):
            ran = call("new", "no-swap", *TABLE, "-o", str(folder), *forced)
            assert (ran.code, ran.out) == (2, "")
            assert "cannot be written: Is a directory." in ran.err
    assert [*tmp_path.iterdir()] == []


def test_a_dash_is_standard_output() -> None:
    assert call("new", "no-swap", *TABLE, "-o", "-").out == call("new", "no-swap", *TABLE).out
