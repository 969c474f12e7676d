"""What the tests of the commands share: a folder of their own, and games that were played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.core.play.record import Preference
from referee.files.journal.journal import Journal
from referee.operations.opening import now, open_journal
from tests.cli.fair import bring, brought
from tests.cli.running import FOUR, SHEETS, call
from tests.conftest import HOME_VARIABLES


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    for name in HOME_VARIABLES:  # nothing that one test keeps is there for the next
        monkeypatch.setenv(name, str(tmp_path / "home"))


@pytest.fixture(scope="session")
def saturday(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The journal of the whole evening among the scoresheets."""
    folder = tmp_path_factory.mktemp("saturday")
    path, bare = folder / "announced.jsonl", folder / "saturday.jsonl"
    answers = (SHEETS / "saturday.answers").read_text(encoding="utf-8")
    table = ("--players", FOUR, "--journal", str(path), "--forced", "announce")
    ran = call("play", "no-swap", *table, heard=answers)
    assert ran.code == 0
    session = open_journal(str(path)).session
    setup, book = session.begun
    with Journal.create(bare, session.game, book, setup, now) as journal:
        for mark in session.record:  # how the table wished to be asked is left out
            if not isinstance(mark, Preference):
                journal.session.add(mark)
    return bare.read_bytes()


@pytest.fixture
def played(saturday: bytes, tmp_path: Path) -> str:
    """A journal of a game that is over."""
    (tmp_path / "saturday.jsonl").write_bytes(saturday)
    return "saturday.jsonl"


@pytest.fixture
def begun(saturday: bytes, tmp_path: Path) -> str:
    """A journal of ten entries, in the middle of the first round."""
    (tmp_path / "begun.jsonl").write_bytes(b"".join(saturday.splitlines(keepends=True)[:11]))
    return "begun.jsonl"


@pytest.fixture
def fair(tmp_path: Path) -> Iterator[Path]:
    """Let this process find a game from elsewhere; gives what starts a process that finds it."""
    launcher = bring(tmp_path)
    with brought():
        yield launcher
