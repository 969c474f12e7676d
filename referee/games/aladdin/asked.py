"""What every step of this room shows: the turn, and what lies before the players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.core.answers import Answers
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.step import Step
from referee.core.table import Player
from referee.games.aladdin import events as seen
from referee.games.aladdin.holding import Holding
from referee.games.aladdin.state import State
from referee.games.aladdin.treasures import GEMS, METALS, set_of
from referee.games.aladdin.turn import Phase, active_player, phase

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
    besides: tuple[Step[seen.Event], ...] = (),
) -> Step[seen.Event]:
    """Put a step together; ``rules`` are what it cites, keys or ids, ``lines`` what it shows."""
    return Step(
        id=step_id,
        player=active_player(state),
        where=_where(state),
        ask=ask,
        answers=answers,
        read=lambda words: event(answers.parse(words)),
        rules=book.cite(*rules),
        shows=lines,
        enter=enter,
        besides=besides,
    )


def _where(state: State) -> Say:
    now = phase(state)
    if now is Phase.GEMS:
        return Say("Setup, {phase}", phase=now)
    if now is Phase.EXPLORE and state.drawing:
        return Say("Turn {turn}, {chest} chest", turn=state.turn, chest=state.drawing.chest)
    return Say("Turn {turn}, {phase}", turn=state.turn, phase=now)


def holding_line(state: State, player: Player) -> Say:
    """Say in one line what lies before a player."""
    return Say("{player}: {held}.", player=player, held=held_words(state, state.holdings[player]))


def held_words(state: State, held: Holding) -> Say:
    """List what is held: gems with their talismans, ornaments, sets, talismans alone, the Ring."""
    parts: list[Say] = []
    for kind in GEMS:
        n, on_it = held.gem(kind), held.talismans.get(kind, 0)
        if n or on_it:
            said = Say("{n} {kind}", n=n, kind=state.called(kind))
            parts.append(
                Say("{gems} + {more}", gems=said, more=_talismans(on_it)) if on_it else said
            )
    for metal in METALS:
        sets = held.sets(metal)
        if sets:
            parts.append(plural(sets, "{n} {metal} set", "{n} {metal} sets", metal=metal))
        for ornament in set_of(metal):
            rest = held.ornaments.get(ornament, 0) - sets
            if rest > 0:
                parts.append(Say("{n} {card}" if rest > 1 else "{card}", n=rest, card=ornament))
    alone = held.lone + held.to_place
    if alone:
        parts.append(Say("{talismans} alone", talismans=_talismans(alone)))
    if held.ring:
        parts.append(Say("the Magic Ring"))
    return Say("{parts}", parts=tuple(parts)) if parts else Say("nothing")


def _talismans(n: int) -> Say:
    return plural(n, "{n} talisman", "{n} talismans")
