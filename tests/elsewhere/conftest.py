"""Pebble Fair, installed once for all tests of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.elsewhere.packages import FAIR, found_in, pip_install


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def installed(made_once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The folder that Pebble Fair was installed in, as a stranger installs it."""

    def install(place: Path) -> None:
        unseen = shutil.ignore_patterns("__pycache__", "tests")
        shutil.copytree(FAIR, place / "source", ignore=unseen)  # nothing is built in the checkout
        pip_install(place / "source", place / "target")

    return made_once("pebble-fair", install) / "target"


@pytest.fixture
def fair(installed: Path) -> Iterator[Path]:
    """Let this process find Pebble Fair; gives the folder that it lies in."""
    with found_in(installed):
        yield installed
