"""The scale of the house: ceilings that only a commit which says why may raise.

``MEASURED`` is what each folder had when a ceiling was last set, so that whoever meets the
ceiling sees which folder grew.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from referee import api

ROOT = Path(__file__).parent.parent
LINES = {"referee": 57_500, "tests": 42_500}
FILES = 300
NAMES = 100
MEASURED = {
    "referee/games": 30_000,
}


def modules(top: str) -> list[Path]:
    return sorted((ROOT / top).rglob("*.py"))


def lines_by_folder(top: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for path in modules(top):
        inner = path.relative_to(ROOT / top).parts
        depth = 2 if inner[0] in {"core", "games"} else 1
        folder = "/".join((top, *inner[:-1][:depth]))
        found[folder] += len(path.read_text(encoding="utf-8").splitlines())
    return found


def grown(folders: Counter[str]) -> str:
    """Name the folders that have grown since they were measured, the most first."""
    more = {each: n - MEASURED.get(each, 0) for each, n in folders.items()}
    listed = sorted(more.items(), key=lambda each: -each[1])
    return ", ".join(f"{folder} by {n} to {folders[folder]}" for folder, n in listed if n > 0)


@pytest.mark.parametrize("top", sorted(LINES))
def test_the_lines_of_python_keep_their_ceiling(top: str) -> None:
    folders = lines_by_folder(top)
    n = folders.total()
    assert n <= LINES[top], f"{top} has {n} lines, {LINES[top]} at most. Grown: {grown(folders)}"


def test_the_files_keep_their_ceiling() -> None:
    folders = Counter(str(path.parent.relative_to(ROOT)) for path in modules("referee"))
    assert folders.total() <= FILES, folders.most_common(8)


def test_rooms_learn_few_names() -> None:
    assert len(api.__all__) <= NAMES, sorted(api.__all__)
    assert len(set(api.__all__)) == len(api.__all__)
