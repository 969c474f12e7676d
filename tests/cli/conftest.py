"""What the tests of the commands share: a folder of their own, and games that were played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.fair import bring, brought
from tests.cli.running import SHEETS
from tests.conftest import HOME_VARIABLES

SATURDAY = SHEETS / "saturday.jsonl"


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    for name in HOME_VARIABLES:  # nothing that one test keeps is there for the next
        monkeypatch.setenv(name, str(tmp_path / "home"))


@pytest.fixture
def played(tmp_path: Path) -> str:
    """A journal of a game that is over."""
    (tmp_path / "saturday.jsonl").write_bytes(SATURDAY.read_bytes())
    return "saturday.jsonl"


@pytest.fixture
def begun(tmp_path: Path) -> str:
    """A journal of ten entries, in the middle of the first round."""
    lines = SATURDAY.read_bytes().splitlines(keepends=True)
    (tmp_path / "begun.jsonl").write_bytes(b"".join(lines[:11]))
    return "begun.jsonl"


@pytest.fixture
def fair(tmp_path: Path) -> Iterator[Path]:
    """Let this process find a game from elsewhere; gives what starts a process that finds it."""
    launcher = bring(tmp_path)
    with brought():
        yield launcher
