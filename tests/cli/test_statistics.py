"""``referee stats`` and ``referee export``: evenings looked back upon, and handed on."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import call
from tests.rooms import ROOT

SATURDAYS = sorted(str(path) for path in (ROOT / "scoresheets").rglob("*.jsonl"))
NO_SWAP = str(ROOT / "scoresheets/no-swap-no-pay/saturday.jsonl")
SABOTEUR = str(ROOT / "scoresheets/saboteur/saturday.jsonl")
SIDIBABA = str(ROOT / "scoresheets/sidibaba/saturday.jsonl")


def stats(*words: str) -> Any:
    return call("stats", *words, "--format", "json").json


def halved(folder: Path) -> str:
    """Write the beginning of an evening into a folder."""
    path = folder / "half.jsonl"
    path.write_bytes(b"".join(Path(NO_SWAP).read_bytes().splitlines(keepends=True)[:40]))
    return str(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in (NO_SWAP, SABOTEUR, SIDIBABA):
        home = tmp_path / Path(path).parent.name
        home.mkdir()
        shutil.copy(path, home)
    return tmp_path


def test_a_folder_is_read_with_all_that_is_below_it(folder: Path) -> None:
    told = stats(str(folder))
    assert told["evenings"] == 3
    assert [game["game"] for game in told["games"]] == ["no-swap-no-pay", "saboteur", "sidibaba"]
    first = told["games"][0]
    assert first["best"] == {"points": 27, "exact": "27", "player": "Ana", "date": "2026-11-21"}
    assert first["average"] == 16.75
    assert {"player": "Ana", "games": 1, "alone": 1, "shared": 0} in first["wins"]
    assert {"seat": "1", "games": 1, "alone": 1, "shared": 0} in first["seats"]


def test_a_player_is_told_with_streak_and_with_everybody_they_met(folder: Path) -> None:
    ana = next(each for each in stats(str(folder))["players"] if each["player"] == "Ana")
    assert (ana["games"], ana["wins"], ana["streak"]) == (3, 2, 2)
    assert {"player": "小明", "games": 3, "better": 2, "worse": 0} in ana["head_to_head"]


def test_head_to_head_is_a_matrix_without_empty_columns(folder: Path) -> None:
    lines = call("stats", str(folder)).out.splitlines()
    head = next(n for n, line in enumerate(lines) if line == "Head to head") + 2
    names = lines[head].split()[1:]
    rows = [line.split() for line in lines[head + 2 : head + 2 + len(names)]]
    assert [row[0] for row in rows] == names
    better = {(a, b): row[1 + int(b)] for a, row in zip(names, rows, strict=True) for b in names}
    for a in names:
        assert better[a, a] == "–"
        for b in names:
            assert better[a, b] == ":".join(reversed(better[b, a].split(":")))
    assert "won of 100" not in "".join(lines)
    assert any(line.endswith("100%") for line in lines)


def test_the_order_of_the_files_makes_no_difference() -> None:
    assert call("stats", *SATURDAYS).out == call("stats", *reversed(SATURDAYS)).out


def test_the_same_evening_twice_is_one(folder: Path) -> None:
    shutil.copy(NO_SWAP, folder / "copy.jsonl")
    assert stats(str(folder))["evenings"] == 3


def test_the_beginning_of_an_evening_is_told_as_such(folder: Path) -> None:
    halved(folder)
    (unread,) = stats(str(folder))["unread"]
    assert unread["path"].endswith("half.jsonl")
    assert unread["reason"].startswith("The game is not over.")


def test_what_cannot_be_read_is_told_and_costs_nothing(folder: Path) -> None:
    (folder / "broken.jsonl").write_text("{}", encoding="utf-8")
    ran = call("stats", str(folder))
    assert ran.code == 0
    assert "Not read\n" in ran.out
    assert "broken.jsonl: " in ran.out


def test_where_nothing_can_be_read_the_exit_code_is_3(tmp_path: Path) -> None:
    assert call("stats", str(tmp_path)).code == 3
    (tmp_path / "broken.jsonl").write_text("{}", encoding="utf-8")
    ran = call("stats", str(tmp_path))
    assert ran.code == 3
    assert "broken.jsonl" in ran.err


@pytest.mark.parametrize("words", [("--player", "Nobody"), ("--game", "aladdin"), ("--since", "x")])
def test_whoever_never_played_is_a_slip_of_the_typist(folder: Path, words: tuple[str, str]) -> None:
    assert call("stats", str(folder), *words).code == 2


def test_only_the_evenings_asked_for_count(folder: Path) -> None:
    assert stats(str(folder), "--game", "no-swap")["evenings"] == 1
    assert stats(str(folder), "--player", "Bo")["evenings"] == 2
    assert stats(str(folder), "--since", "2000-01-01")["evenings"] == 3
    assert stats(str(folder), "--since", "2999-01-01")["evenings"] == 0


def test_people_under_two_names_are_joined(folder: Path) -> None:
    names = {each["player"] for each in stats(str(folder), "--alias", "Bo=Boris")["players"]}
    assert "Boris" in names
    assert "Bo" not in names
    (folder / "players.yaml").write_text("Xiao Ming: [小明]\n", encoding="utf-8")
    assert "Xiao Ming" in {each["player"] for each in stats(str(folder))["players"]}


def test_two_names_of_one_table_cannot_be_one_person(folder: Path) -> None:
    told = stats(str(folder), "--alias", "Bo=Ana")
    assert told["evenings"] == 1
    assert all("both" in each["reason"] for each in told["unread"])


def test_typed_holdings_count_too() -> None:
    told = stats(str(ROOT / "scoresheets/no-swap-no-pay/evening.yaml"))
    assert told["games"][0]["best"]["date"] is None


def test_every_format_tells_it(folder: Path) -> None:
    rows = call("stats", str(folder), "--format", "csv").rows
    assert rows[0][-2:] == ["value", "exact"]
    assert rows[0][0].endswith("game")
    page = call("stats", str(folder), "--format", "html").out
    assert page.startswith("<!DOCTYPE html>")
    assert 'class="bar"' in page
    assert "小明" in call("stats", str(folder), "--format", "markdown").out


def exported(*words: str) -> Any:
    return call("export", "--to", "bgstats", *words).json


def test_exporting_twice_gives_the_same_bytes_in_any_order() -> None:
    first = call("export", "--to", "bgstats", *SATURDAYS)
    assert first == call("export", "--to", "bgstats", *reversed(SATURDAYS))
    assert first.json["userInfo"] == {"meRefId": 0}


def test_a_play_has_the_form_of_bg_stats() -> None:
    told = exported(NO_SWAP, "--place", "Bo's")
    (play,), (game,), (place,) = told["plays"], told["games"], told["locations"]
    assert play["playDate"] == play["modificationDate"] == "2026-11-21 07:59:03"
    assert (play["gameRefId"], play["locationRefId"]) == (game["id"], place["id"])
    assert play["playImages"] == "[]"
    assert play["uuid"] == play["uuid"].upper()
    assert len({each["uuid"] for each in told["players"]}) == 4
    names = {each["id"]: each["name"] for each in told["players"]}
    scores = {names[each["playerRefId"]]: each for each in play["playerScores"]}
    ana = scores["Ana"]
    assert (ana["score"], ana["winner"], ana["rank"]) == ("27", True, 1)
    assert [scores[name]["seatOrder"] for name in ("Ana", "小明", "ゆうこ", "Bo")] == [1, 2, 3, 4]


def test_somebody_beside_the_table_has_a_role() -> None:
    (play,) = exported(SIDIBABA)["plays"]
    assert [each.get("role") for each in play["playerScores"]][-1] == "leader"


def test_a_spreadsheet_has_a_line_for_each_player_and_evening() -> None:
    out = call("export", "--to", "csv", NO_SWAP).out.lstrip("\ufeff")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["player"], row["score"], row["winner"]) for row in rows] == [
        ("Ana", "27", "yes"), ("小明", "17", "no"), ("ゆうこ", "0", "no"), ("Bo", "23", "no"),
    ]  # fmt: skip


def test_what_cannot_be_exported_is_said(tmp_path: Path) -> None:
    for path in (halved(tmp_path), str(tmp_path / "nowhere.jsonl")):
        ran = call("export", "--to", "bgstats", NO_SWAP, path)
        assert (ran.code, ran.out) == (3, "")
        assert Path(path).name in ran.err
