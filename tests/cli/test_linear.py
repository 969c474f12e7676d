"""Four times the input is about four times the work, whatever is given at length.

Calls are counted, not seconds: `tools/benchmarks/linear.py` measures time and memory of the same.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest

from tests.cli.running import call
from tools.benchmarks.linear import CASES, MOST, Case, names

FEW = 60
LEAST = 2_000
"""Calls that are not counted: to find a guess for a word takes so many, and it is told of few."""


def calls_of(case: Case, size: int) -> int:
    """Run the command of a case on an input of a size, and count the calls of any function."""
    Path("in.yaml").write_text(case.file(size), encoding="utf-8")
    Path("new.jsonl").unlink(missing_ok=True)
    counted = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal counted
        counted += event in {"call", "c_call"}

    words, typed = case.words(size), case.typed(size)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        call(*words, heard=typed)
    finally:
        sys.setprofile(before)
    return counted


def growth(case: Case) -> float:
    nothing = min(calls_of(case, 1), calls_of(case, 1))
    one, four = (calls_of(case, size) - nothing for size in (FEW, 4 * FEW))
    return four / max(one, LEAST)


@pytest.mark.parametrize(
    "case", [each for each in CASES if "journal" not in each.name], ids=lambda case: case.name
)
def test_four_times_the_input_is_no_more_than_six_times_the_work(case: Case) -> None:
    assert growth(case) <= MOST


def test_what_grows_with_the_square_is_found() -> None:
    def told(n: int) -> list[str]:
        return [f"--player={name}" for name in names(n * n // 10)]

    square = Case("square", 0, lambda n: ["new", "saboteur", *told(n)])
    assert growth(square) > MOST
