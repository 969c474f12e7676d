"""The cases of every room: one sentence, one test."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.cases import run_case
from tests.rooms import EVERY_ROOM, ROOMS

CASES = [(name, case) for name in EVERY_ROOM for case in ROOMS[name].cases()]


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_room_has_cases_and_each_has_a_sentence_of_its_own(name: str) -> None:
    sentences = [case["name"] for case in ROOMS[name].cases()]
    assert len(sentences) >= 1
    assert sorted(set(sentences)) == sorted(sentences)
    assert [words for words in sentences if not words.endswith((".", "?", "!"))] == []


@pytest.mark.parametrize(
    ("name", "case"), CASES, ids=[f"{name}: {case['name']}" for name, case in CASES]
)
def test_case(name: str, case: dict[str, Any]) -> None:
    room = ROOMS[name]
    assert run_case(room.game, room.book, case) == []
