"""Recordings are made by the version that they are of, and compared with the one that lies here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.elsewhere.packages import changed
from tests.record.comparing import NOTHING, Difference, first_difference
from tests.record.recordings import parts
from tests.rooms import EVERY_ROOM, EVERY_TABLE, ROOT

COPIED = ("referee", "rulebooks", "tests", "scoresheets")
NOBODY = {
    **dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL"), "nobody"),
    **dict.fromkeys(("GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"), "nobody"),
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}
NO_GIT = shutil.which("git") is None


def run(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, where no other repository is in the way."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(
        words, cwd=folder, env={**kept, **NOBODY, **more}, capture_output=True, text=True,
        check=False, encoding="utf-8", timeout=120,
    )  # fmt: skip


def compared(folder: Path) -> subprocess.CompletedProcess[str]:
    """Compare what lies in a folder with its last commit, in one game of each table of a room."""
    words = ("compare", "--base=HEAD", "--count=1", "--only=no-swap-no-pay", "--jobs=1")
    return run(folder, sys.executable, "-m", "tests.record", *words)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Commit a copy of the project, with one room and few questions, in a repository of its own."""
    folder = tmp_path / "checkout"
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=_others)
    changed(folder / "tests/record/asked.py", ("= 4, 200, 40, 40", "= 1, 1, 1, 1"))
    (folder / ".gitignore").write_text("build/\n__pycache__/\n", encoding="utf-8")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "as it was")):
        assert run(folder, "git", *words).returncode == 0
    return folder


def _others(folder: str, names: list[str]) -> list[str]:
    """Leave out other rooms, which would be loaded, and compiled once more, for nothing."""
    own = ("__init__.py", "no_swap_no_pay", "no_swap_no_pay.yaml")
    rooms = ("referee/games", "tests/games", "rulebooks")
    return [name for name in names if folder.endswith(rooms) and name not in own]


@pytest.mark.skipif(NO_GIT, reason="there is no git here")
def test_a_sentence_that_was_changed_since_is_named(checkout: Path) -> None:
    rules = checkout / "referee/games/no_swap_no_pay/stages/draft.py"
    changed(rules, ("Who is the first captain?", "Who is captain first?"))
    done = compared(checkout)
    assert (done.returncode, done.stderr) == (1, "")
    assert "no-swap-no-pay-4-1, row 1, step.question\n  old: " in done.stdout
    assert done.stdout.endswith("rulings compared: 3 differ.\n")


def test_nothing_is_recorded_of_another_folder_than_this(tmp_path: Path) -> None:
    words = ("-m", "tests.record", "record", f"--to={tmp_path / 'made'}")
    done = run(tmp_path, sys.executable, *words, PYTHONPATH=str(ROOT))
    assert done.returncode == 1
    assert f"not from {tmp_path}" in done.stderr
    assert [*tmp_path.iterdir()] == []


def test_every_table_has_games_and_half_of_them_keep_the_rules() -> None:
    listed = parts(4, 0, EVERY_ROOM)
    assert len({part.name for part in listed}) == len(listed)
    assert {(part.room, part.seats) for part in listed if part.seats} == {*EVERY_TABLE}
    games = [part for part in listed if part.seats]
    assert sum(part.breaks_rules for part in games) == len(games) / 2


@pytest.mark.parametrize(
    "value", [None, True, 0, 1.5, "", "coin", [], {}, [1, [2, {}]], {"a": {"b": [None]}}]
)
def test_what_is_alike_does_not_differ(value: Any) -> None:
    assert first_difference(value, value) is None


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (1, 2, ("", 1, 2)),
        (1, True, ("", 1, True)),
        (1, "1", ("", 1, "1")),
        (None, 0, ("", None, 0)),
        ([], {}, ("", [], {})),
        ([1, 2], [2, 1], ("[0]", 1, 2)),
        ([1], [1, 2], ("[1]", NOTHING, 2)),
        ([1, 2], [1], ("[1]", 2, NOTHING)),
        ({"a": 1}, {"a": 1, "b": None}, ("b", NOTHING, None)),
        ({"a": 1, "b": 2}, {"a": 1}, ("b", 2, NOTHING)),
        ({"a": {"b": [0, 1]}}, {"a": {"b": [0, 2]}}, ("a.b[1]", 1, 2)),
        ({"said": {"EW 1,0": 1}}, {"said": {"EW 1,0": 2}}, ("said['EW 1,0']", 1, 2)),
        ({"said": {"1": {"text": 1}}}, {"said": {"1": {"text": 2}}}, ("said['1'].text", 1, 2)),
        ({"b": 1, "a": 1}, {"a": 2, "b": 2}, ("b", 1, 2)),
    ],
)
def test_the_first_difference_is_told_with_its_path(
    old: Any, new: Any, found: tuple[str, Any, Any]
) -> None:
    assert first_difference(old, new) == found


def test_what_was_null_and_what_was_not_there_differ() -> None:
    assert first_difference({"a": None}, {}) == ("a", None, NOTHING)


def test_a_difference_is_told_without_flooding_the_terminal() -> None:
    told = str(Difference(17, "step.id", "turn.card", "x" * 10_000))
    assert told.startswith('row 17, step.id\n  old: "turn.card"\n  new: "xxx')
    assert len(told) < 400


def test_of_long_values_the_place_is_shown_where_they_differ() -> None:
    told = str(Difference(17, "blank", "x" * 10_000 + "old", "x" * 10_000 + "new"))
    assert told.count("xxx") >= 2
    assert told.endswith('xnew"')
    assert len(told) < 400
