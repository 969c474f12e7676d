"""What every step of this room shows: round and phase, the bags, what lies open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.core.answers import Answers
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay.state import State
from referee.games.no_swap_no_pay.turn import active_player, phase

A = TypeVar("A")


def step(  # noqa: PLR0913 - the parts of a step that differ
    book: Rulebook,
    state: State,
    step_id: str,
    ask: Say,
    answers: Answers[A],
    event: Callable[[A], seen.Event],
    *rules: Any,
    enter: str | None = None,
    lines: tuple[Say, ...] = (),
) -> Step[seen.Event]:
    """Put a step together; what everyone may see is the same at each.

    ``rules`` are what it cites, keys or ids; ``lines`` stand above what it shows anyway.
    """
    return Step(
        id=step_id,
        player=active_player(state),
        where=_where(state),
        ask=ask,
        answers=answers,
        read=lambda words: event(answers.parse(words)),
        rules=book.cite(*rules),
        shows=(*lines, *_shows(state)),
        enter=enter,
    )


def _where(state: State) -> Say:
    now = phase(state)
    if state.is_played:
        return Say("End, {phase}", phase=now)
    return Say(
        "Round {round} of {rounds}, {phase}", round=state.round, rounds=state.rounds, phase=now
    )


def _shows(state: State) -> tuple[Say, ...]:
    bags = tuple(Say("{owner} {n}", owner=owner, n=bag.count) for owner, bag in state.bags.items())
    shown = Say("Bags: {bags}; treasure bag {treasure}.", bags=bags, treasure=state.treasure)
    if state.order and state.table:
        return (shown, Say("In the middle: {coins}.", coins=state.table.say))
    return (shown,)
