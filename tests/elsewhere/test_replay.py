"""A played evening as a test: ``referee replay JOURNAL``, and ``scenarios/*.jsonl``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.running import call
from tests.elsewhere.packages import found_in
from tests.elsewhere.test_contract import copied, faults_in, said

ANSWERS = "1p 2m\nrain falls\n4p\n/overrule nobody counted\n3p\n2p 1m\n"
PLAY = ("play", "odd", "--players", "Ana,Bo", "--set", "rain=wet", "--journal")
CHECK = "a recorded game ends as recorded"
SLIPS = {
    "refused": (
        ("odd/stages.py", "least, most = min(1, sum(left.values())), book[MOST_DRAWN]",
         "least, most = min(1, sum(left.values())), 2"),
        "Entry 1 is another now: the rules refuse it. Draw 1 to 2 pebbles.",
    ),
    "allowed": (
        ("odd/stages.py", "if not least <= sum(self.pebbles.values()) <= most:", "if False:"),
        "Entry 3 is another now: the rules allow what was overruled. Bo draws 4 plain, 0 muddy.",
    ),
    "not asked": (
        ("odd/stages.py", 'id="turn.draw"', 'id="turn.take"'),
        "Entry 1 is another now: turn.draw is not asked. Asked is: turn.take, any.rain.",
    ),
    "read otherwise": (
        ("odd/stages.py", "(player, pebbles)", "(player, {**pebbles, 'plain': 0})"),
        ("Entry 1 is another now: “1p 2m” at turn.draw is taken for something else. "
         "Ana draws 0 plain, 2 muddy."),
    ),
}  # fmt: skip


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """An evening with a fair of another name."""
    copied(tmp_path / "sound")
    path = tmp_path / "evening.jsonl"
    with found_in(tmp_path / "sound"):
        assert call(*PLAY, str(path), heard=ANSWERS).code == 0
    return path


def test_a_journal_is_as_recorded(tmp_path: Path, journal: Path) -> None:
    before = journal.read_bytes()
    with found_in(tmp_path / "sound"):
        ran = call("replay", str(journal))
        assert (ran.code, ran.out) == (0, "5 entries: as recorded.\n")
        told = call("replay", str(journal), "--format", "json")
        assert (told.code, told.json["ok"], told.json["differences"]) == (0, True, [])
    assert journal.read_bytes() == before


@pytest.mark.parametrize("slip", SLIPS)
def test_the_first_entry_that_differs_is_told(slip: str, tmp_path: Path, journal: Path) -> None:
    change, differs = SLIPS[slip]
    tests = copied(tmp_path / "wrong", change)
    with found_in(tmp_path / "wrong"):
        ran = call("replay", str(journal))
        assert (ran.code, ran.out) == (1, f"{differs}\n")
        told = call("replay", str(journal), "--format", "json")
        assert (told.code, told.json["differences"]) == (1, [differs])
    shutil.copy(journal, tests / "scenarios")
    (fault,) = faults_in(tests, f"{CHECK}: evening")
    do = "Do: Play it again, or correct odd/stages.py."
    assert fault == f"What: {differs}\nWhere: scenarios/evening.jsonl\n{do}"


def test_the_contract_replays_the_journals_of_a_package(tmp_path: Path, journal: Path) -> None:
    shutil.copy(journal, tmp_path / "sound/tests/scenarios")
    assert said(tmp_path / "sound/tests", CHECK) == []
