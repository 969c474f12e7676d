"""No Swap No Pay! for three to five players, with the ghost Davy Jones for three."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.core.old_game import Later, OldGame

if TYPE_CHECKING:
    from referee.games.no_swap_no_pay import (
        audit,
        count,
        effects,
        form,
        keys,
        margin,
        questions,
        rules,
        scoring,
        sheet,
        state,
        views,
        walkthrough,
    )
    from referee.games.no_swap_no_pay import events as seen
else:
    (
        audit,
        count,
        effects,
        form,
        keys,
        margin,
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
            "margin",
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
    id="no-swap-no-pay",
    title="No Swap No Pay!",
    players=range(3, 6),
    max_events=139,
    setup=(),
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
