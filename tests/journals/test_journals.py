"""Journals that were kept at tables stay readable for ever, and say what they said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from tests.journals.printed import FOLDER, journals, printed
from tests.rooms import EVERY_ROOM, ROOMS

every_room = pytest.mark.parametrize("name", EVERY_ROOM)


def lines_of(name: str) -> list[Any]:
    """Read the lines of all journals of a game, as they stand in the files."""
    folder = FOLDER / ROOMS[name].tests.name
    paths = sorted(folder.glob("*.jsonl"))
    return [json.decode(line) for path in paths for line in path.read_bytes().splitlines()]


SINCE = {"sidibaba": {"LockLeft", "OrderVoted"}}
"""Kinds of event that came with the second form of journals."""


def promised_kinds(name: str) -> list[str]:
    """List the kinds of event that journals of a game may hold, as they are named there."""
    return (FOLDER / ROOMS[name].tests.name / "events.txt").read_text(encoding="utf-8").split()


@pytest.mark.parametrize(
    "path", journals(), ids=[f"{path.parent.name}/{path.stem}" for path in journals()]
)
def test_a_journal_of_an_earlier_referee_says_what_it_said(path: Path) -> None:
    assert printed(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


@every_room
def test_every_kind_of_event_stands_in_a_journal(name: str) -> None:
    kept = {line["event"]["type"] for line in lines_of(name) if "event" in line}
    assert sorted(kept) == promised_kinds(name)


@every_room
def test_every_kind_of_event_that_is_written_today_was_promised(name: str) -> None:
    written: set[str] = {str(kind.__struct_config__.tag) for kind in ROOMS[name].game.course.events}
    assert written - set(promised_kinds(name)) == SINCE.get(name, set())


@every_room
def test_something_is_overruled_struck_and_noted_in_the_journals_of_a_game(name: str) -> None:
    lines = lines_of(name)
    for mark in ("overruled", "struck", "note"):
        assert [line for line in lines if line.get(mark)] != [], mark


def test_every_journal_has_the_first_form() -> None:
    heads = [path.read_bytes().partition(b"\n")[0] for path in journals()]
    assert [head for head in heads if not head.startswith(b'{"referee":1,')] == []
