"""Sidibaba for a Leader and two to six adventurers, with or without the maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.core.old_game import Later, OldGame
from referee.core.say import Say
from referee.core.shape import FileText, PlayerName
from referee.core.table import SetupField

if TYPE_CHECKING:
    from referee.games.sidibaba import (
        audit,
        count,
        effects,
        form,
        keys,
        looking_over,
        margin,
        maze,
        questions,
        rules,
        scoring,
        sheet,
        state,
        views,
        walkthrough,
    )
    from referee.games.sidibaba import events as seen
else:
    (
        audit,
        count,
        effects,
        form,
        keys,
        looking_over,
        margin,
        maze,
        questions,
        rules,
        scoring,
        sheet,
        state,
        views,
        walkthrough,
    ) = (
        Later(f"{__name__}.{part}")
        for part in (
            "audit",
            "count",
            "effects",
            "form",
            "keys",
            "looking_over",
            "margin",
            "maze",
            "questions",
            "rules",
            "scoring",
            "sheet",
            "state",
            "views",
            "walkthrough",
        )
    )
    seen = Later(f"{__name__}.events")

GAME: Final = OldGame(
    id="sidibaba",
    title="Sidibaba",
    players=range(2, 7),
    max_events=4_000,
    setup=(
        SetupField("leader", PlayerName(), Say("Who is the Leader of the Thieves?")),
        SetupField(
            "maze",
            FileText("maze", "+-+ +\n|T  |\n+-+-+\n", lambda drawing: maze.read_maze(drawing)),
            Say("the maze"),
            required=False,
            about=lambda book, drawing: looking_over.about_maze(book, drawing),
        ),
    ),
    has_glass=True,
    form=lambda book, options: form.form(book, options),
    keys=lambda: keys.KEYS,
    events=lambda: seen.EVENTS,
    questions=lambda: questions.QUESTIONS,
    views=lambda: views.VIEWS,
    start=lambda book, setup: state.start(book, setup),
    next_step=lambda book, now: walkthrough.next_step(book, now),
    judge=lambda book, now, event: rules.judge(book, now, event),
    apply=lambda now, event: effects.apply(now, event),
    count=lambda now: count.count(now),
    audit=lambda book, final: audit.audit(book, final),
    score=lambda book, final: scoring.score(book, final),
    sheet=lambda book, setup, log: sheet.sheet(book, setup, log),
    margin=lambda book, setup: margin.margin(book, setup),
)
