"""What every step of this room shows: the lamp, the order, the sand; and what lies ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.core.answers import Answers, OneOf
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.step import Step
from referee.core.table import Player
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.holding import Holding
from referee.games.sidibaba.places import said_ahead
from referee.games.sidibaba.state import State
from referee.games.sidibaba.tokens import jewel_words
from referee.games.sidibaba.turn import BEFORE_THE_MARCH, WITHOUT_SAND, phase

A = TypeVar("A")
OUT = "out"


def step(  # noqa: PLR0913 - the parts of a step that differ
    book: Rulebook,
    state: State,
    step_id: str,
    ask: Say,
    answers: Answers[A],
    event: Callable[[A], seen.Event],
    *rules: Any,
    player: Player | None = None,
    enter: str | None = None,
    lines: tuple[Say, ...] = (),
    besides: tuple[Step[seen.Event], ...] = (),
    secret: bool = False,
    blind: bool = False,
) -> Step[seen.Event]:
    """Put a step together; ``rules`` are what it cites, keys or ids, ``lines`` what it shows.

    ``secret`` are answers that would show the maze, ``blind`` those whose rulings would. While
    the sand runs, that it has run out may be reported beside every step.
    """
    is_timed = phase(state) not in WITHOUT_SAND
    return Step(
        id=step_id,
        player=player,
        where=_where(state),
        ask=ask,
        answers=answers,
        read=lambda words: event(answers.parse(words)),
        rules=book.cite(*rules),
        shows=lines,
        enter=enter,
        besides=(*besides, *((sand(book, state),) if is_timed else ())),
        glass=state.terms.seconds if is_timed else None,
        glass_turn=state.glass,
        secret=secret,
        blind=blind,
    )


def sand(book: Rulebook, state: State) -> Step[seen.Event]:
    """Give the step that reports the sand has run out. Cites: SID-3.1."""
    answers = OneOf((OUT,), (OUT,))
    return Step(
        id="lamp.sand",
        player=None,
        where=_where(state),
        ask=Say("The sand runs out."),
        answers=answers,
        read=lambda words: _sand_of(answers.parse(words)),
        rules=book.cite(keys.SAND),
    )


def _sand_of(word: str) -> seen.Event:
    return seen.SandRanOut()


def _where(state: State) -> Say:
    now = phase(state)
    if now in BEFORE_THE_MARCH:
        return Say("Setup, {phase}", phase=now)
    return Say("Lamp {n}, {phase}", n=state.glass, phase=now)


def lamps_line(state: State) -> Say:
    """Say who leads, how many lamps are left, and what lies ahead."""
    said = plural(
        state.unlit,
        "{order} march; {n} lamp left.",
        "{order} march; {n} lamps left.",
        order=state.order or state.players,
    )
    ahead = said_ahead(state)
    return Say("{said} {ahead}", said=said, ahead=ahead) if ahead else said


def holding_line(state: State, player: Player) -> Say:
    """Say in one line what an adventurer holds."""
    held = held_words(state.holdings[player])
    return Say("{player}: {held}.", player=player, held=held)


def held_words(held: Holding) -> Say:
    """List tokens that were seen, and how many were not."""
    parts: list[str | Say] = list(jewel_words(held.tokens))
    if held.hidden:
        parts.append(plural(held.hidden, "{n} token unseen", "{n} tokens unseen"))
    return Say("{parts}", parts=tuple(parts)) if parts else Say("nothing")
