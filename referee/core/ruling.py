"""What the referee states about an event, a bag, or a dispute."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from referee.core.rulebook import RuleRef
from referee.core.say import Say

FieldPath: TypeAlias = tuple[str, ...]
"""A path into a final count, such as ``("holdings", "Ana", "gold")``."""


class Verdict(StrEnum):
    """The one word of a ruling."""

    ALLOWED = "allowed"
    """Go on."""
    FORBIDDEN = "forbidden"
    """Against the rules, or against this session's record; the table may overrule it."""
    IMPOSSIBLE = "impossible"
    """No game with this box could show it; nobody can overrule it."""
    TABLE_CALL = "table-call"
    """Only the players can see this, or the rules do not say: they decide."""

    @property
    def stops_play(self) -> bool:
        """Whether the answer is not taken as it stands."""
        return self in {Verdict.FORBIDDEN, Verdict.IMPOSSIBLE}


class Ruling(Struct, frozen=True):
    """A verdict with its reason in one sentence, the rules behind it and the facts used.

    ``fields`` are the places of a final count that an audit finding concerns.
    """

    verdict: Verdict
    reason: Say
    rules: tuple[RuleRef, ...]
    because: tuple[Say, ...] = ()
    fields: tuple[FieldPath, ...] = ()


def allowed(reason: Say, rules: tuple[RuleRef, ...], *because: Say) -> Ruling:
    """Rule that play goes on; the reason then tells what happened.

    >>> allowed(Say("Ana draws."), ()).verdict
    <Verdict.ALLOWED: 'allowed'>
    """
    return Ruling(Verdict.ALLOWED, reason, rules, because)


def forbidden(reason: Say, rules: tuple[RuleRef, ...], *because: Say) -> Ruling:
    """Rule that it is against the rules or the record; the table may overrule it.

    >>> forbidden(Say("Ana has drawn."), ()).verdict.stops_play
    True
    """
    return Ruling(Verdict.FORBIDDEN, reason, rules, because)


def impossible(reason: Say, rules: tuple[RuleRef, ...], *because: Say) -> Ruling:
    """Rule that no game with this box could show it.

    >>> impossible(Say("The box holds 2."), ()).verdict.stops_play
    True
    """
    return Ruling(Verdict.IMPOSSIBLE, reason, rules, because)


def table_call(reason: Say, rules: tuple[RuleRef, ...], *because: Say) -> Ruling:
    """Leave it to the players, with the recommended reading as the reason.

    >>> table_call(Say("Nobody saw it."), ()).verdict.stops_play
    False
    """
    return Ruling(Verdict.TABLE_CALL, reason, rules, because)
