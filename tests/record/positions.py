"""A game under way, and what is seen of it where it stands and at its end."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import json

from referee.core.play.loop import GameLoop
from referee.core.play.record import Entry
from referee.core.ruling import Verdict
from referee.core.say import BadAnswer, Say
from referee.core.table import Setup
from referee.files.journal.errors import JournalBroken
from referee.files.journal.lines import MarkReader, write_mark
from referee.testing.play import attempt, begin, taken
from tests.record.counts import changed, seen_count
from tests.record.telling import (
    Seen,
    plain,
    seen_grid,
    seen_ruling,
    seen_sheet,
    seen_step,
)
from tests.rooms import Room

NO_FILE: Final = Path("recording")
UNREAD: Final = "unread"
"""Stands for the verdict on what means nothing here."""


class CannotTake(Exception):  # noqa: N818 - it tells what happened, and is no fault
    """An answer that was taken once means nothing here, or nobody could overrule it."""


class Played:
    """A game that is played, looked at before each answer and at its end."""

    def __init__(self, room: Room, setup: Setup) -> None:
        """Set the table."""
        self.session = begin(room, setup)
        self.events: list[Seen] = []
        """Every event that was read so far, as a journal holds it."""
        self._reader = MarkReader(room.game)

    def look(self, given: Seen) -> Seen:
        """See the position: what is asked, what is said to words and events, what lies open."""
        session = self.session
        if session.step is None:
            return {"step": None}
        seen: Seen = {
            "step": seen_step(session.step),
            "said": {words: self._said_to(words) for words in given["words"]},
            "judged": [self._judged(event) for event in given["events"]],
        }
        if given["views"]:
            seen["views"] = {
                name: seen_grid(view.show(session.book, session.state))
                for name, view in session.game.paper.views.items()
            }
        return seen

    def take(self, words: str) -> None:
        """Note an answer, overruled where the rules forbid it. Raises CannotTake."""
        tried = attempt(self.session, words)
        if tried is None or tried.ruling.verdict is Verdict.IMPOSSIBLE:
            raise CannotTake(words)
        taken(self.session, tried)

    def end(self, given: Seen) -> Seen:
        """See what comes of it all, of the game's first half, and of counts that are not true."""
        session = self.session
        game, book, log = session.game, session.book, session.log()
        count = game.final.count(session.state)
        half = log[: len(log) // 2]
        seen = {
            "is_over": session.step is None,
            "answers": len(log),
            "sheet": seen_sheet(game.sheet(book, session.setup, log)),
            "half_sheet": seen_sheet(game.sheet(book, session.setup, half)),
        }
        if isinstance(count, Say):
            return {**seen, "hidden": str(count)}
        told = {"holdings": plain(count.holdings), "besides": plain(count.shared)}
        counts = (count, *(changed(count, changes) for changes in given["counts"]))
        return {**seen, "count": told, "scored": [seen_count(game, book, each) for each in counts]}

    def _said_to(self, words: str) -> Seen:
        try:
            tried = GameLoop(self.session).parse(words.strip())
        except BadAnswer as bad:
            return {"verdict": UNREAD, "text": str(bad.say)}
        entry = Entry(step=tried.step.id, words=words, event=tried.event)
        self.events.append(json.decode(write_mark(1, "", entry))["event"])
        return seen_ruling(tried.ruling)

    def _judged(self, event: Seen) -> Seen:
        """Judge an event that no step need ask for, as one that stands in a journal is judged."""
        session = self.session
        line = json.encode({"n": 1, "at": "", "step": "step", "words": "", "event": event})
        try:
            _, mark = self._reader.read(NO_FILE, 1, line)
        except JournalBroken:
            return {"verdict": UNREAD}
        assert isinstance(mark, Entry)
        try:
            ruling = session.game.course.rule_on(session.book, session.state, mark.event)
        except Exception:  # noqa: BLE001 - whatever a room makes of it: the line does not fit
            return {"verdict": "unfit"}
        return seen_ruling(ruling)
