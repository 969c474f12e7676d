"""What a table brings and what it gets back: every file is read, and up to date."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.cli.running import call
from tests.examples import ENDINGS, FOLDER, examples
from tests.rooms import EVERY_ROOM

BROUGHT = sorted(path for path in FOLDER.rglob("*") if path.suffix in {".yaml", ".jsonl"})
RECORDED = sorted(FOLDER.rglob("*.jsonl"))
PAPERS = sorted(path for path in FOLDER.rglob("*") if path.suffix in ENDINGS.values())
ANNOUNCED = {"no-swap-no-pay"}
"""Where nobody types what the rules force, as at a terminal."""
VOLATILE = re.compile(r"^referee .*|^\w+ [0-9]+ \w+ [0-9]{4}, .*")
"""What differs between two records of the same evening: the small print, and the hour."""


def file_id(path: Path) -> str:
    return str(path.relative_to(FOLDER))


def leading(leaders: Iterable[str]) -> list[str]:
    return [word for leader in leaders for word in ("--leader", leader)]


def test_every_game_has_a_folder_with_files_of_each_kind() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(EVERY_ROOM)
    kinds = {path.suffix for path in FOLDER.rglob("*") if path.is_file()}
    assert kinds == {".answers", ".jsonl", ".yaml", *ENDINGS.values()}
    for name in EVERY_ROOM:
        found = sorted(path.name for path in (FOLDER / name).iterdir())
        assert {"dispute.yaml", "evening.yaml", "saturday.answers", "saturday.jsonl"} <= {*found}
        assert {"saturday.txt", "saturday.html"} <= {*found}
        assert {"by-round.answers", "by-round.jsonl", "by-round.txt"} <= {*found}
        assert {"pad.txt", "pad.html", "rules.html"} <= {*found}


@pytest.mark.parametrize("path", BROUGHT, ids=file_id)
def test_nothing_speaks_against_a_file_that_a_table_brings(path: Path) -> None:
    checked = call("check", str(path))
    assert (checked.code, checked.err) == (0, "")
    assert "No problem found." in checked.out


@pytest.mark.parametrize("path", RECORDED, ids=file_id)
def test_a_recorded_evening_is_what_its_answers_lead_to(path: Path, tmp_path: Path) -> None:
    head = json.loads(path.read_text(encoding="utf-8").partition("\n")[0])
    assert head["game"] == path.parent.name
    heard = path.with_suffix(".answers").read_text(encoding="utf-8")
    table = ("--players", ",".join(head["setup"]["seating"]))
    mazes = [
        word
        for name in head["setup"]["texts"]
        for word in ("--maze", str(path.parent / f"{name}.yaml"))
    ]
    played, leaders = str(tmp_path / "played.jsonl"), head["setup"]["aside"].values()
    start = ("play", head["game"], *table, *leading(leaders), *mazes)
    forced = "announce" if head["game"] in ANNOUNCED else "ask"
    start = (*start, "--by", head["setup"].get("by", "turn"))
    ran = call(*start, "--journal", played, "--forced", forced, heard=heard)
    assert ran.code == 0
    assert "The game is over." in ran.err
    for command in ("score", "sheet"):
        fresh = call(command, played, "--format", "plain").out
        kept = call(command, str(path), "--format", "plain").out
        assert lasting(fresh) == lasting(kept)


def lasting(printed: str) -> list[str]:
    told, _, _ = printed.partition("\nREFEREE/")  # the code holds the hours
    return [line for line in told.splitlines() if not VOLATILE.match(line)]


@cache
def printed() -> dict[Path, str]:
    return dict(examples())


def test_every_sheet_that_lies_there_is_printed_anew() -> None:
    assert set(PAPERS) == printed().keys()


@pytest.mark.parametrize("path", PAPERS, ids=file_id)
def test_a_printed_sheet_is_what_the_program_prints(path: Path) -> None:
    assert printed()[path] == path.read_text(encoding="utf-8"), "make docs prints it anew"
