"""Recording a game: what is tried where, and which answer is taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from msgspec import json

from referee.core.play.loop import GameLoop
from referee.core.play.record import Entry
from referee.core.play.stage import Step
from referee.core.ruling import Verdict
from referee.core.say import BadAnswer, Say
from referee.core.table import FinalCount, Setup
from referee.files.journal.errors import JournalBroken
from referee.files.journal.lines import MarkReader, write_mark
from referee.testing.play import OPEN, attempt, begin, offer, opening_words, sampled, size, taken
from tests.record.counts import changed, drawn_changes, seen_count
from tests.record.telling import (
    Seen,
    plain,
    seen_grid,
    seen_ruling,
    seen_setup,
    seen_sheet,
    seen_step,
)
from tests.rooms import ROOT, Room

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


MOST_ANSWERS: Final = 400
"""A game is left behind so many answers; few are so long."""
CLOSE: Final = 60
"""So many positions are looked at closely from the beginning, then every second, every third."""
WRONG: Final = 1 / 3
"""How often the answer is a forbidden one, where rules are broken."""
OFFERED, TRIED, EVENTS, COUNTS = 6, 16, 4, 8
"""How much of each kind is tried at a position, and how many counts at the end."""


def recorded_game(
    room: Room, setup: Setup, seed: int, *, breaks_rules: bool, most: int = MOST_ANSWERS
) -> Iterator[Seen]:
    """Play a game of a table, for so many answers at most, and give the rows of its recording."""
    yield {"given": {"kind": "game", "game": room.game.id, "setup": seen_setup(setup)}, "seen": {}}
    played, table = Played(room, setup), _Table(room, seed, breaks_rules=breaks_rules)
    answers = opening_words(room, setup, seed)
    for number in range(min(most, 2 * room.game.max_events)):
        if played.session.step is None:
            break
        given, wanted = table.given(played, answers[number : number + 1])
        seen = played.look(given)
        given["answer"] = table.answer(seen["said"], given["words"][:wanted])
        yield {"given": given, "seen": seen}
        if given["answer"] is None:
            break
        played.take(given["answer"])
    given = {"kind": "end", "counts": list(table.counts(played))}
    yield {"given": given, "seen": played.end(given)}


class _Table:
    """Those who play: they draw by lot what is tried and what is answered."""

    def __init__(self, room: Room, seed: int, *, breaks_rules: bool) -> None:
        self._room = room
        self._seed = seed
        self._draw = Random(seed)
        self._wrong = WRONG if breaks_rules else 0
        self._errs = False

    def given(self, played: Played, ahead: tuple[str, ...]) -> tuple[Seen, int]:
        """Draw what is tried at a position; so many words at the beginning may be answered.

        ``ahead`` is the answer that a beginning wants here, if any.
        """
        step, number, draw = played.session.step, len(played.session.active), self._draw
        assert step is not None
        is_close = number % (1 + number // CLOSE) == 0
        self._errs = not ahead and draw.random() < self._wrong
        offered = ahead or tuple(offer(step, draw.randrange(size(step))) for _ in range(3))
        words = [*dict.fromkeys(each.strip() for each in offered)]
        wanted = len(words)
        if is_close or self._errs:
            words += [*sampled(step, OFFERED), *self._tried(step)]
        events = [*self._events(played)] if is_close else []
        unlike = list(dict.fromkeys(each.strip() for each in words))
        return {"kind": "position", "words": unlike, "events": events, "views": is_close}, wanted

    def answer(self, said: Seen, offered: list[str]) -> str | None:
        """Choose an answer by what is said to it: a forbidden one, or one that is offered.

        Where rules were broken, what is offered may be forbidden itself; None where nothing goes.
        """
        wrong = [words for words in said if said[words]["verdict"] == Verdict.FORBIDDEN]
        if self._errs and wrong:
            return self._draw.choice(wrong)
        fitting = [words for words in (*offered, *said) if said[words]["verdict"] in OPEN]
        return next(iter(fitting or (wrong if self._wrong else [])), None)

    def counts(self, played: Played) -> Iterator[list[Seen]]:
        """Draw what is told otherwise of the count at the end."""
        count = self._room.game.final.count(played.session.state)
        if isinstance(count, FinalCount):
            for number in range(COUNTS):
                yield drawn_changes(self._room, count, self._seed * COUNTS + number)

    def _tried(self, step: Step) -> list[str]:
        """Draw among what the room's tests try here."""
        words = self._room.attempts(step)
        return self._draw.sample(words, min(TRIED, len(words)))

    def _events(self, played: Played) -> Iterator[Seen]:
        """Draw events that this position need not ask for: of this game, and of any other."""
        if played.events:
            yield from (self._draw.choice(played.events) for _ in range(EVENTS))
        pool = event_pool(self._room.tests.name)
        for kind in self._draw.sample(sorted(pool), min(EVENTS, len(pool))):
            yield self._draw.choice(pool[kind])


@cache
def event_pool(folder: str) -> dict[str, list[Seen]]:
    """Read the events of a room's frozen journals, by their kind."""
    pool: dict[str, list[Seen]] = {}
    for path in sorted((ROOT / "tests/journals" / folder).glob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            event = json.decode(line).get("event")
            if event is not None:
                pool.setdefault(event["type"], []).append(event)
    return pool
