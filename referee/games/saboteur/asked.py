"""What every step of this room shows: round and turn, hands and draw pile, broken tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.core.answers import Answers
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.step import Step
from referee.core.table import Player
from referee.games.saboteur import events as seen
from referee.games.saboteur.state import State
from referee.games.saboteur.turn import Phase

A = TypeVar("A")


def step(  # noqa: PLR0913 - the parts of a step that differ
    book: Rulebook,
    state: State,
    now: Phase,
    player: Player | None,
    step_id: str,
    ask: Say,
    answers: Answers[A],
    event: Callable[[A], seen.Event],
    *rules: Any,
    enter: str | None = None,
    lines: tuple[Say, ...] = (),
    besides: tuple[Step[seen.Event], ...] = (),
) -> Step[seen.Event]:
    """Put a step together; ``rules`` are what it cites, keys or ids, ``lines`` what it shows."""
    return Step(
        id=step_id,
        player=player,
        where=_where(state, now),
        ask=ask,
        answers=answers,
        read=lambda words: event(answers.parse(words)),
        rules=book.cite(*rules),
        shows=lines,
        enter=enter,
        besides=besides,
    )


def _where(state: State, now: Phase) -> Say:
    if state.is_played:
        return Say("End, {phase}", phase=now)
    if now is not Phase.TURN:
        return Say(
            "Round {round} of {rounds}, {phase}", round=state.round, rounds=state.rounds, phase=now
        )
    return Say(
        "Round {round} of {rounds}, turn {turn}",
        round=state.round,
        rounds=state.rounds,
        turn=state.now.turns + 1,
    )


def table_lines(state: State) -> tuple[Say, ...]:
    """Say how many cards there are to draw and in the hands, and which tools are broken."""
    return (Say("{pile}; {hands}.", pile=_pile(state), hands=hands_words(state)), *_broken(state))


def _pile(state: State) -> Say:
    n = state.now.draw_pile
    return plural(n, "{n} card to draw", "{n} cards to draw") if n else Say("No card to draw")


def hands_words(state: State) -> Say:
    """Say how many cards the hands have, in one word where all have the same."""
    hands = state.now.hands
    if len(set(hands.values())) == 1:
        return Say("hands of {n}", n=next(iter(hands.values())))
    each = tuple(Say("{player} {n}", player=player, n=n) for player, n in hands.items())
    return Say("hands: {each}", each=each)


def _broken(state: State) -> tuple[Say, ...]:
    broken = tuple(
        Say("{player} {tools}", player=player, tools=tools)
        for player, tools in state.now.broken.items()
        if tools
    )
    return (Say("Broken: {broken}.", broken=broken),) if broken else ()
