"""What a command does not need is not loaded."""

from __future__ import annotations

import pytest

from tests.cli.test_loading import EVENING, SATURDAY, VALUE, _the_spy_leaves, loaded

__all__ = ["_the_spy_leaves"]
DEAR = {"tabulate", "wcwidth", "jinja2", "markupsafe", "csv", "json", "dataclasses", "logging"}
RULE = ("rules", "no-swap", "NSP-5.2")
TABLES = (("games",), ("score", EVENING), ("sheet", SATURDAY), ("log", SATURDAY))
SHOWN = [
    *((words, fmt) for words in TABLES for fmt in ("plain", "json", "csv")),
    *((words, fmt) for words in (VALUE, RULE, RULE[:2]) for fmt in ("plain", "json")),
    (("check", EVENING), "plain"),
    (("ask", "no-swap"), "json"),
]


@pytest.mark.parametrize(("words", "fmt"), SHOWN)
def test_no_grid_is_loaded_without_a_grid(words: tuple[str, ...], fmt: str) -> None:
    assert loaded(*words, "--format", fmt) & DEAR == set()


@pytest.mark.parametrize("words", [VALUE, RULE], ids=" ".join)
def test_a_dispute_and_a_rule_are_shown_as_table_without_a_grid(words: tuple[str, ...]) -> None:
    assert loaded(*words) & DEAR == set()
