"""Time for tests: it passes when it is told to, and nobody waits for it."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

from referee.cli.play.timer import TimerClock
from referee.core.game import Game
from referee.core.play.loop import GameLoop
from referee.core.play.timer import advance
from referee.core.rulebook import Rulebook
from referee.files.journal.journal import Journal
from tests.core.lamps import BOOK, GAME, SETUP

ZONE = timezone(timedelta(hours=1))
EVENING = datetime(2026, 11, 21, 20, tzinfo=ZONE)


class Hours:
    """A clock on the wall, which may be set, and seconds that only ever pass."""

    def __init__(self) -> None:
        self.wall = EVENING
        self.passed = 1000.0

    def pass_by(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.passed += seconds

    def now(self) -> str:
        return self.wall.isoformat(timespec="seconds")

    def tick(self) -> float:
        return self.passed


class Evening:
    """A journal at play: it can be left, torn from its power, and gone on with."""

    def __init__(self, path: Path) -> None:
        self.hours = Hours()
        self.path = path
        self.said: list[str] = []
        self.journal = Journal.create(path, GAME, BOOK, SETUP, self.hours.now)
        self._sit_down()

    def _sit_down(self) -> None:
        self.drive: GameLoop = GameLoop(self.journal.session)
        self.clock = TimerClock(self.journal, self.drive, self.hours.now, self.hours.tick)

    def type(self, line: str, *, after: float = 0) -> None:
        """Let seconds pass, then do what play does with a line, up to the next prompt."""
        self.hours.pass_by(after)
        self.clock.note_what_ran_out(lambda echo: self.said.append(str(echo.say)))
        self.said += [str(echo.say) for echo in self.drive.feed_line(line)]
        self.clock.left_text()

    def left(self, *, after: float = 0) -> float | None:
        self.hours.pass_by(after)
        return self.clock.left()

    def pull_the_plug(self) -> None:
        """Stop without a word: what is on disk is all there is."""
        self.journal.close()

    def crash(self, *, after: float = 0) -> None:
        """Stop without a word, and go on later."""
        self.pull_the_plug()
        self.go_on(after=after)

    def leave(self) -> None:
        self.clock.leave()
        self.journal.close()

    def go_on(self, *, after: float = 0) -> None:
        self.hours.pass_by(after)
        self.journal = Journal.open(self.path, find, self.hours.now, write=True)
        advance(self.journal.session)
        self._sit_down()


def find(_game: str) -> tuple[Game, Rulebook]:
    return GAME, BOOK
