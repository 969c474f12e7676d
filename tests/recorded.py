"""Recorded games of a room, run to their ends; the contract holds them against what they expect."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from referee.core.scoring.score import Scoresheet
from referee.core.table import FinalCount
from referee.files.decoding import read_bytes
from referee.files.documents.scenarios import Given, Scenario, read_scenario
from referee.files.yaml.loader import parse
from tests.rooms import ROOMS, Room

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class Moment(NamedTuple, Generic[StateT, EventT]):
    """An event of a recorded game, and how things stood before and after it."""

    before: StateT
    event: EventT
    after: StateT


class Recorded(Generic[StateT, EventT]):
    """A scenario run to its end: what was said, what happened, and what was counted."""

    def __init__(self, room: Room, path: Path) -> None:
        self.room = room
        self.script: Scenario = read_scenario(
            parse(read_bytes(str(path)), str(path)), room.game, room.book
        )
        setup = self.script.setup
        self.book = room.book.with_table_numbers(setup.numbers)
        self.session: Session = Session(room.game, self.book, setup)
        drive = GameLoop(self.session)
        self.said: list[str] = []
        for given in self.script.answers:
            self.said += [str(echo.say) for echo in drive.feed_line(self.words(given))]
        final = room.game.final.count(self.session.state)
        assert isinstance(final, FinalCount), final
        self.final = final
        self.sheet: Scoresheet = room.game.final.score(self.book, final)

    def words(self, given: Given) -> str:
        """Word an answer as it is typed: one beside the step has its own word in front."""
        step = self.session.step
        words = step.typed(given.step, given.words) if step and given.step else given.words
        assert words is not None, f"line {given.line}: {step and step.id} was asked"
        return words

    @property
    def moments(self) -> list[Moment[StateT, EventT]]:
        """List what happened, leaving out what was taken back."""
        numbers = list(self.session.active)
        befores = [self.session.state_before(number) for number in numbers]
        afters = [*befores[1:], self.session.state]
        events: list[Any] = [self.session.entry(number).event for number in numbers]
        return [Moment(*each) for each in zip(befores, events, afters, strict=True)]

    @property
    def answers(self) -> list[tuple[str, str]]:
        """List the steps that were answered and the words, leaving out what was taken back."""
        entries = map(self.session.entry, self.session.active)
        return [(entry.step, entry.words) for entry in entries]


@cache
def run(path: Path) -> Recorded[Any, Any]:
    """Run a recorded game to its end, once for all who look at it."""
    return Recorded(ROOMS[path.parents[1].name.replace("_", "-")], path)


def scenarios(room: Room) -> list[Path]:
    return sorted(room.tests.glob("scenarios/*.yaml"))


def every(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=[path.stem for path in paths])
