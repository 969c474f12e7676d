"""Recording a game: what is tried where, and which answer is taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

from msgspec import json

from referee.core.play.stage import Step
from referee.core.ruling import Verdict
from referee.core.table import FinalCount, Setup
from referee.testing.play import OPEN, offer, opening_words, sampled, size
from tests.record.counts import drawn_changes
from tests.record.positions import Played
from tests.record.telling import Seen, seen_setup
from tests.rooms import ROOT, Room

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
