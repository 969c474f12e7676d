"""A stranger brings a sixth room: files are added, none is changed, and everything holds for it.

What he does is what docs/adding-a-game.md tells; every command of that page is run here.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rooms import EVERY_ROOM, ROOT

BRINGS = Path(__file__).parent / "brings"
PAGE = ROOT / "docs/adding-a-game.md"
TAKEN_ALONG = ("referee", "rulebooks", "docs", "scoresheets", "tests")
COMMANDS = re.findall(r"^\$ (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
BRINGING, *LATER = COMMANDS


ALONE = {"PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1", "PYTEST_ADDOPTS": "-n 0"}
"""Runs within a run: its cores are taken already."""


def run(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the page tells it, by the Python that runs the tests."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        ["sh", "-c", command],  # noqa: S607 - the page is for people with a shell
        cwd=folder,
        env={**os.environ, "PATH": path, **ALONE},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def files_in(folder: Path) -> Iterator[Path]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return (path.relative_to(folder) for path in found if "__pycache__" not in path.parts)


def digests(folder: Path) -> dict[Path, str]:
    """Tell the files of a folder apart by what they hold."""
    return {
        path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in files_in(folder)
    }


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project, and let the stranger bring his room."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in TAKEN_ALONG:
        ignored = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    before, brought = digests(folder), set(files_in(BRINGS))
    assert len(brought) >= 15
    assert brought & before.keys() == set()
    done = run(folder, BRINGING)
    assert done.returncode == 0, done.stderr
    after = digests(folder)
    assert {path: after[path] for path in before} == before
    assert after.keys() - before.keys() == brought
    return folder


def test_the_sixth_room_is_held_against_every_part_of_the_contract(checkout: Path) -> None:
    (command,) = (each for each in LATER if "pytest" in each)
    done = run(checkout, f"{command} --collect-only")
    found = re.findall(r"^(tests/\S+\.py)::.*pebble.fair", done.stdout, re.MULTILINE)
    files = {f"tests/contract/{path.name}" for path in (ROOT / "tests/contract").glob("test_*.py")}
    assert len(files) >= 7
    assert files - set(found) == set()
    assert "test_a_room_imports_one_way[pebble_fair]" in done.stdout


def test_what_holds_between_rooms_holds_with_the_sixth(checkout: Path) -> None:
    rooms = " or ".join((*EVERY_ROOM, "pebble"))
    tests = "tests/contract tests/test_architecture.py referee/games/pebble_fair"
    done = run(checkout, f"python -m pytest -q -p no:cacheprovider {tests} -k 'not ({rooms})'")
    assert done.returncode == 0, done.stdout[-4_000:]


def test_the_page_begins_with_bringing_and_shows_every_part() -> None:
    assert BRINGING == "cp -R tests/sixth_room/brings/. ."
    shown = PAGE.read_text(encoding="utf-8")
    rooms_files = {path.name for path in (BRINGS / "referee/games/pebble_fair").glob("*.py")}
    assert [name for name in sorted(rooms_files) if name not in shown] == []
    assert len(LATER) >= 5


def test_each_command_of_the_page_does_what_it_says(checkout: Path) -> None:
    for command in LATER:  # in their order: one plays, another shows the sheet of it
        done = run(checkout, command)
        assert done.returncode == 0, done.stdout + done.stderr
        expected = TELLS[next(word for word in TELLS if word in command)]
        assert expected in done.stdout, command


TELLS = {
    "pytest": " passed",
    "referee games": "pebble-fair: Pebble Fair, 2-4 players",
    "referee rules": "Two or more muddy pebbles spoil the whole basket.",
    "referee ask": "The basket is spoiled.",
    "referee score": "Bo wins with 14 points.",
    "referee play": "Bo wins with 15 points.",
    "referee sheet": "overruled 11: nobody wanted to guess",
}
"""A part of each command's name, and what it must say."""


SABOTAGE = [
    ("state.py", "washed, basket[MUDDY])}", "washed, basket[MUDDY] - 1)}", "test_case"),
    ("rules.py", "if event.stall == state.stall:", "if False:", "test_what_is_allowed_is_offered"),
    ("rules.py", "<= n <= book[keys.MOST_DRAWN]", "<= n < 3", "test_what_is_offered_is_allowed"),
    ("rules.py", "book[keys.MOST_DRAWN]:", "3:", "test_a_number_nudged_by_one_makes_a_case_fail"),
    ("scoring.py", "muddy >= book[keys.BUST_AT]", "muddy >= 2", "test_a_number_nudged"),
    ("keys.py", "    WASHED,\n)", ")", "test_keys_and_numbers_are_the_same"),
    ("state.py", "max(0, state.sack[kind] - ", "(state.sack[kind] - ", "can_be_worded_and_sent"),
    ("state.py", "if player in state.guesses:", "if state.guesses is not None:", "referee_goes_on"),
    ("state.py", "state.round + 1, waiting", "state.round, waiting", "test_a_stranger_reaches"),
    ("state.py", "waiting=state.waiting[1:]", "waiting=state.waiting", "test_a_stranger_reaches"),
    ("__init__.py", "longest=33", "longest=24", "test_a_stranger_reaches_an_end"),
    ("walkthrough.py", '"{judge}, who begins?"', '"{jugde}, who?"', "can_be_worded_and_sent"),
    ("walkthrough.py", '"turn.stall"', '"turn.place"', "test_the_ids_of_the_steps"),
    ("walkthrough.py", "SomePlayer(players, players)", "SomePlayer(players, players[1:])",
     "test_what_is_allowed_is_offered"),
    ("walkthrough.py", "SomePlayer(players, players)",
     "SomePlayer(players, tuple(sorted(players)))", "test_other_names_change_the_names"),
    ("sheet.py", "rows.enter(where, number)", "rows.enter(where, 1)",
     "test_each_event_stands_in_exactly_one_row"),
    ("events.py", "is_clean: bool", "is_clean: bool | None", "NOTHING"),
    ("scoring.py", "Fraction(points), working, book.cite(rule)", "Fraction(points), working, ()",
     "test_totals_are_their_lines"),
    ("questions.py", "if muddy > box:", "if 7 // (11 - muddy) < 0:", "test_whatever_can_be_read"),
    ("walkthrough.py", "state.run_out + 1 >= book", "state.run_out >= book", "test_case"),
    ("events.py", "    washed: int", "    washed: str", "survives_the_journal"),
]  # fmt: skip


@pytest.mark.prove
@pytest.mark.parametrize(("file", "old", "new", "noticed_by"), SABOTAGE)
def test_a_spoiled_room_is_noticed(
    checkout: Path, tmp_path: Path, file: str, old: str, new: str, noticed_by: str
) -> None:
    folder = tmp_path / "spoiled"
    shutil.copytree(checkout, folder)
    spoiled = folder / "referee/games/pebble_fair" / file
    source = spoiled.read_text(encoding="utf-8")
    assert source.count(old) == 1
    spoiled.write_text(source.replace(old, new), encoding="utf-8")
    contract = "python -m pytest -q -p no:cacheprovider tests/contract"
    if noticed_by == "NOTHING":  # a change that changes nothing, so that the proof can fail
        assert run(folder, f"{contract} -k pebble-fair").returncode == 0
        return
    # The part that is there for it is to notice; some faults only its long form meets.
    done = run(folder, f"{contract} -k 'pebble and {noticed_by}' -m 'prove or not prove'")
    failed = re.findall(r"^FAILED .*::(\w+)", done.stdout, re.MULTILINE)
    assert [name for name in failed if noticed_by in name] != [], done.stdout[-2_000:]
