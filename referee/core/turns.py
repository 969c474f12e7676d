"""Events at the wrong time, and of the wrong player."""

from __future__ import annotations

from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, forbidden
from referee.core.say import Say
from referee.core.table import Player


def wrong_time(book: Rulebook, now: str, waits_for: str, rule: Any) -> Ruling | None:  # noqa: ANN401 - a key or an id
    """Stop an event that waits for another phase than the session is in; ``rule`` says so."""
    if now == waits_for:
        return None
    said = Say("Now is the time for: {now}; not for: {other}.", now=now, other=waits_for)
    return forbidden(said, rule)


def wrong_player(
    book: Rulebook,
    active: Player | None,
    actor: Player | None,
    rule: Any,  # noqa: ANN401 - see above
) -> Ruling | None:
    """Stop an event of a player whose turn it is not; None on either side stops nothing."""
    if not actor or not active or actor == active:
        return None
    said = Say("It is {active}'s turn, not {other}'s.", active=active, other=actor)
    return forbidden(said, rule)
