"""Journals are read for ever: each is scored, logged and printed as when it was written."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from referee.core.play.record import TimerAction
from referee.files.journal.lines import Line
from tests.journals.printed import FOLDER, journals, printed
from tests.journals.written import evenings
from tests.rooms import EVERY_ROOM, ROOMS

every_room = pytest.mark.parametrize("name", EVERY_ROOM)


@cache
def lines_of(name: str) -> tuple[dict[str, Any], ...]:
    folder = FOLDER / ROOMS[name].tests.name
    paths = sorted(folder.glob("*.jsonl"))
    return tuple(json.decode(line) for path in paths for line in path.read_bytes().splitlines())


@pytest.mark.parametrize(
    "path", journals(), ids=[f"{path.parent.name}/{path.stem}" for path in journals()]
)
def test_a_journal_says_what_it_said(path: Path) -> None:
    assert printed(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_evening_that_is_told_was_written() -> None:
    assert {path.with_suffix(".jsonl") for path in evenings()} <= {*journals()}


@every_room
def test_every_kind_of_event_stands_in_a_journal(name: str) -> None:
    kept = {line["event"]["type"] for line in lines_of(name) if "event" in line}
    assert kept == {str(kind.__struct_config__.tag) for kind in ROOMS[name].game.course.recorded}


@every_room
def test_something_is_overruled_taken_back_and_noted_in_every_game(name: str) -> None:
    lines = lines_of(name)
    for mark in ("overruled", "struck", "note"):
        assert [line for line in lines if line.get(mark)] != [], mark


def test_every_kind_of_mark_stands_in_a_journal() -> None:
    lines = [line for name in EVERY_ROOM for line in lines_of(name)]
    assert {key for line in lines for key in line} >= {*Line.__struct_fields__}
    assert {line["glass"] for line in lines if "glass" in line} == {*TimerAction}


def test_every_journal_has_the_format_that_is_promised() -> None:
    heads = [path.read_bytes().partition(b"\n")[0] for path in journals()]
    assert len(heads) >= len(EVERY_ROOM)
    assert [head for head in heads if not head.startswith(b'{"referee":2,')] == []
