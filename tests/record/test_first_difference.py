"""The first difference between two values of JSON is found wherever it lies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.record.comparing import NOTHING, Difference, first_difference


@pytest.mark.parametrize(
    "value", [None, True, 0, 1.5, "", "coin", [], {}, [1, [2, {}]], {"a": {"b": [None]}}]
)
def test_what_is_alike_does_not_differ(value: Any) -> None:
    assert first_difference(value, value) is None


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (1, 2, ("", 1, 2)),
        (1, True, ("", 1, True)),
        (1, "1", ("", 1, "1")),
        (None, 0, ("", None, 0)),
        ([], {}, ("", [], {})),
        ([1, 2], [2, 1], ("[0]", 1, 2)),
        ([1], [1, 2], ("[1]", NOTHING, 2)),
        ([1, 2], [1], ("[1]", 2, NOTHING)),
        ({"a": 1}, {"a": 1, "b": None}, ("b", NOTHING, None)),
        ({"a": 1, "b": 2}, {"a": 1}, ("b", 2, NOTHING)),
        ({"a": {"b": [0, 1]}}, {"a": {"b": [0, 2]}}, ("a.b[1]", 1, 2)),
        ({"said": {"EW 1,0": 1}}, {"said": {"EW 1,0": 2}}, ("said['EW 1,0']", 1, 2)),
        ({"said": {"1": {"text": 1}}}, {"said": {"1": {"text": 2}}}, ("said['1'].text", 1, 2)),
        ({"b": 1, "a": 1}, {"a": 2, "b": 2}, ("b", 1, 2)),
    ],
)
def test_the_first_difference_is_told_with_its_path(
    old: Any, new: Any, found: tuple[str, Any, Any]
) -> None:
    assert first_difference(old, new) == found


def test_what_was_null_and_what_was_not_there_differ() -> None:
    assert first_difference({"a": None}, {}) == ("a", None, NOTHING)


def test_a_difference_is_told_without_flooding_the_terminal() -> None:
    told = str(Difference(17, "step.id", "turn.card", "x" * 10_000))
    assert told.startswith('row 17, step.id\n  old: "turn.card"\n  new: "xxx')
    assert len(told) < 400


def test_of_long_values_the_place_is_shown_where_they_differ() -> None:
    told = str(Difference(17, "blank", "x" * 10_000 + "old", "x" * 10_000 + "new"))
    assert told.count("xxx") >= 2
    assert told.endswith('xnew"')
    assert len(told) < 400
