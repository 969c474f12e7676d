"""Pebble Fair for two to four players and a judge: an invented game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.core.old_game import Later, OldGame
from referee.core.say import Say
from referee.core.shape import PlayerName
from referee.core.table import SetupField

if TYPE_CHECKING:
    from . import events as seen
    from . import keys, margin, questions, rules, scoring, sheet, state, walkthrough
else:
    keys, margin, questions, rules, scoring, sheet, state, walkthrough, seen = (
        Later(f"{__name__}.{part}")
        for part in (
            *("keys", "margin", "questions", "rules", "scoring", "sheet", "state", "walkthrough"),
            "events",
        )
    )

GAME: Final = OldGame(
    id="pebble-fair",
    title="Pebble Fair",
    players=range(2, 5),
    max_events=33,
    setup=(SetupField("judge", PlayerName(), Say("Who is the judge?")),),
    has_glass=True,
    form=lambda book, options: scoring.form(book, options),
    keys=lambda: keys.KEYS,
    events=lambda: seen.EVENTS,
    questions=lambda: questions.QUESTIONS,
    views=lambda: sheet.VIEWS,
    start=lambda book, setup: state.start(book, setup),
    next_step=lambda book, now: walkthrough.next_step(book, now),
    judge=lambda book, now, event: rules.judge(book, now, event),
    apply=lambda now, event: state.apply(now, event),
    count=lambda now: state.count(now),
    audit=lambda book, final: scoring.audit(book, final),
    score=lambda book, final: scoring.score(book, final),
    sheet=lambda book, setup, log: sheet.sheet(book, setup, log),
    margin=lambda book, setup: margin.margin(book, setup),
)
