"""A journal and a sheet of a game from elsewhere name the package and its version."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import ROOT, call
from tests.elsewhere.packages import found_in
from tests.elsewhere.test_contract import copied

PLAY = ("play", "odd", "--players", "Ana,Bo", "--set", "rain=wet", "--journal", "odd.jsonl")


def other_version(folder: Path, *slips: tuple[str, str, str]) -> None:
    """Write version 1.1 of the odd fair."""
    copied(folder, *slips)
    told = folder / "odd-1.0.dist-info/METADATA"
    told.write_text(told.read_text().replace("Version: 1.0", "Version: 1.1"))


def played(folder: Path) -> None:
    """Play the odd fair, version 1.0."""
    copied(folder)
    with found_in(folder):
        assert call(*PLAY, heard="1p 2m\nrain falls\n").code == 0


def test_the_journal_and_the_foot_of_the_sheet_name_them(tmp_path: Path) -> None:
    played(tmp_path / "one")
    with found_in(tmp_path / "one"):
        head = json.loads(Path("odd.jsonl").read_bytes().split(b"\n")[0])
        assert head["release"] == {"package": "odd", "version": "1.0"}
        foot = "referee 1.0.0 · odd 1.0 · Pebble Fair rulebook 1 "
        assert foot in " ".join(call("sheet", "odd.jsonl").out.split())
        assert " odd 1.0 " in " ".join(call("sheet", "odd").out.split())
        printed = call("sheet", "odd.jsonl", "--format", "json").json
        assert printed["provenance"]["package"] == "odd 1.0"
    evening = ROOT / "scoresheets/saboteur/saturday.jsonl"
    assert b'"release"' not in evening.read_bytes()
    assert "package" not in call("sheet", str(evening), "--format", "json").json["provenance"]


def test_an_event_that_is_gone_names_the_version_to_install(tmp_path: Path) -> None:
    played(tmp_path / "one")
    before = Path("odd.jsonl").read_bytes()
    other_version(
        tmp_path / "two",
        ("odd/stages.py", "class RainFell", "class MudWashed"),
        ("odd/stages.py", '"falls": RainFell()', '"falls": MudWashed()'),
        ("odd/stages.py", "events=(RainFell,)", "events=(MudWashed,)"),
    )
    with found_in(tmp_path / "two"):
        for command in ("play", "log", "sheet", "replay"):
            ran = call(command, "odd.jsonl")
            assert (ran.code, ran.out) == (4, "")
            assert ran.err == (
                "referee: odd.jsonl:3: This journal was written by odd 1.0; 1.1 is installed "
                "and has no event RainFell. Install 1.0 to continue.\n"
            )
    assert Path("odd.jsonl").read_bytes() == before


def test_another_version_with_the_same_events_goes_on(tmp_path: Path) -> None:
    played(tmp_path / "one")
    other_version(tmp_path / "two")
    with found_in(tmp_path / "two"):
        assert call("play", "odd.jsonl", heard="3p\n").code == 0
        assert call("log", "odd.jsonl").code == 0
