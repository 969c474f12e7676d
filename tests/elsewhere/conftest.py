"""Pebble Fair, installed once for all tests of this folder."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.elsewhere.packages import FAIR, found_in, pip_install


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder that Pebble Fair was installed in, as a stranger installs it."""
    base = tmp_path_factory.getbasetemp()
    place = (base if worker_id == "master" else base.parent) / "pebble-fair"
    done = place / "done"
    try:
        place.mkdir()
    except FileExistsError:  # another worker is at it
        while not done.exists():
            time.sleep(0.1)
        return place / "target"
    unseen = shutil.ignore_patterns("__pycache__", "tests")
    shutil.copytree(FAIR, place / "source", ignore=unseen)  # nothing is built in the checkout
    pip_install(place / "source", place / "target")
    done.touch()
    return place / "target"


@pytest.fixture
def fair(installed: Path) -> Iterator[Path]:
    """Let this process find Pebble Fair; gives the folder that it lies in."""
    with found_in(installed):
        yield installed
