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
LINES = {"referee": 61_500, "tests": 46_000}
"""The house aims at 57,500 and 42,500."""
FILES = 300
NAMES = 100
MEASURED = {
    "referee": 867,
    "referee/api": 287,
    "referee/cli": 4_075,
    "referee/core": 1_401,
    "referee/core/answers": 1_061,
    "referee/core/paper": 2_150,
    "referee/core/play": 3_156,
    "referee/core/scoring": 649,
    "referee/core/words": 399,
    "referee/files": 7_324,
    "referee/games": 1,
    "referee/games/aladdin": 5_052,
    "referee/games/colorful_treasure": 6_600,
    "referee/games/no_swap_no_pay": 5_104,
    "referee/games/saboteur": 8_273,
    "referee/games/sidibaba": 7_547,
    "referee/html": 1_094,
    "referee/operations": 1_411,
    "referee/render": 2_645,
    "referee/testing": 2_239,
    "tests": 2_759,
    "tests/cli": 9_028,
    "tests/contract": 75,
    "tests/core": 4_101,
    "tests/elsewhere": 837,
    "tests/files": 4_157,
    "tests/fuzz": 2_334,
    "tests/games/aladdin": 2_657,
    "tests/games/colorful_treasure": 3_475,
    "tests/games/no_swap_no_pay": 1_885,
    "tests/games/saboteur": 2_811,
    "tests/games/sidibaba": 4_209,
    "tests/html": 616,
    "tests/journals": 197,
    "tests/languages": 903,
    "tests/package": 229,
    "tests/pebble_fair": 294,
    "tests/print": 474,
    "tests/record": 1_525,
    "tests/render": 1_739,
    "tests/torture": 1_667,
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
