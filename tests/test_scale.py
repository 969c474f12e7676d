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
LINES = {"referee": 76_000, "tests": 51_500}
"""The house alone aims at 57,500 and 42,500.

Since then came the second evening (a reader of whole lines, every step said, corrections, by the
round), disputes in sentences, and what authors and programs get. Then papers: sheets anew, and the
code on them, which is written, read, and held against the paper.
"""
FILES = 358
NAMES = 100
MEASURED = {
    "referee": 594,
    "referee/api": 312,
    "referee/cli": 5_577,
    "referee/core": 1_518,
    "referee/core/answers": 1_202,
    "referee/core/paper": 2_314,
    "referee/core/play": 4_846,
    "referee/core/scoring": 686,
    "referee/core/words": 921,
    "referee/files": 8_186,
    "referee/games": 1,
    "referee/games/aladdin": 5_518,
    "referee/games/colorful_treasure": 7_200,
    "referee/games/no_swap_no_pay": 5_773,
    "referee/games/saboteur": 8_741,
    "referee/games/sidibaba": 8_126,
    "referee/html": 1_094,
    "referee/operations": 2_312,
    "referee/public": 859,
    "referee/render": 3_082,
    "referee/testing": 3_549,
    "tests": 3_674,
    "tests/cli": 10_286,
    "tests/contract": 80,
    "tests/core": 4_400,
    "tests/elsewhere": 1_805,
    "tests/files": 4_352,
    "tests/fuzz": 2_334,
    "tests/games": 298,
    "tests/games/aladdin": 2_763,
    "tests/games/colorful_treasure": 3_581,
    "tests/games/no_swap_no_pay": 2_169,
    "tests/games/saboteur": 2_914,
    "tests/games/sidibaba": 4_378,
    "tests/html": 616,
    "tests/journals": 197,
    "tests/languages": 903,
    "tests/package": 229,
    "tests/pebble_fair": 294,
    "tests/print": 474,
    "tests/record": 1_524,
    "tests/render": 1_772,
    "tests/sentences": 188,
    "tests/stone_night": 48,
    "tests/torture": 1_689,
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
