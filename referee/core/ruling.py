"""What the referee states about an event, a count, or a dispute."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from referee.core.rulebook import RuleLike, RuleRef, rule_refs
from referee.core.say import Fact, Say

FieldPath: TypeAlias = tuple[str, ...]
"""A path into a final count, such as ``("holdings", "Ana", "gold")``."""


class Verdict(StrEnum):
    """The one word of a ruling."""

    ALLOWED = "allowed"
    """Continue."""
    FORBIDDEN = "forbidden"
    """Against the rules, or against this session's record; the table may overrule it."""
    IMPOSSIBLE = "impossible"
    """No game with this box could show it; nobody can overrule it."""
    TABLE_CALL = "table-call"
    """Only the players can see this, or the rules do not say: they decide."""

    @property
    def stops_play(self) -> bool:
        """Whether the answer is not accepted."""
        return self is Verdict.FORBIDDEN or self is Verdict.IMPOSSIBLE


class Change(Struct, frozen=True):
    """A value of a final count as it was given, and another in its place.

    ``label`` names it among what its ``owner`` holds; what the table shares has no owner.
    """

    path: FieldPath
    told: Any
    instead: Any
    label: Say = Say("")
    owner: str = ""


class CorrectionKind(StrEnum):
    """What may have gone wrong."""

    MISCOUNTED = "miscounted"
    """One value is another."""
    MOVED = "moved"
    """Some pieces were counted with another player."""
    EXCHANGED = "exchanged"
    """Two values, or two whole entries, were swapped."""


class Correction(Struct, frozen=True):
    """Changes to a final count after which a finding is gone, and no other has come."""

    kind: CorrectionKind
    changes: tuple[Change, ...]


class Ruling(Struct, frozen=True):
    """A verdict with its reason in one sentence, the rules behind it and the facts used.

    ``rules`` are behind the reason, ``beside`` behind the sentences in ``because`` alone. Of an
    audit finding, ``fields`` are the places of the final count that the reason adds up or
    compares, and ``corrections`` the changes that would repair it, the nearest first;
    ``tried_all`` is false where not all could be tried.
    """

    verdict: Verdict
    reason: Say
    rules: tuple[RuleRef, ...]
    because: tuple[Say, ...] = ()
    fields: tuple[FieldPath, ...] = ()
    beside: tuple[RuleRef, ...] = ()
    corrections: tuple[Correction, ...] = ()
    tried_all: bool = True

    @property
    def all_rules(self) -> tuple[RuleRef, ...]:
        """List the rules behind all that it says, each once, those of the reason in front."""
        return tuple(dict.fromkeys((*self.rules, *self.beside)))

    def concerning(self, fields: Iterable[FieldPath]) -> Ruling:
        """Return the same ruling with the places of a final count that it is about.

        >>> impossible("9 gold coins.").concerning([("holdings", "Ana", "gold")]).fields
        (('holdings', 'Ana', 'gold'),)
        """
        return replace(self, fields=tuple(fields))


def _ruled(
    verdict: Verdict,
    template: str | Say,
    rules: tuple[RuleLike, ...],
    because: tuple[Say, ...],
    facts: dict[str, Fact],
) -> Ruling:
    said = template if isinstance(template, Say) else Say(template)
    said = said.again({**said.facts, **facts}) if facts else said
    return Ruling(verdict, said, rule_refs(rules), because)


def allowed(
    template: str | Say, /, *rules: RuleLike, because: tuple[Say, ...] = (), **facts: Fact
) -> Ruling:
    """Rule that play continues; the reason then says what happened.

    >>> allowed("{player} draws.", "PEB-2.1", player="Ana").verdict
    <Verdict.ALLOWED: 'allowed'>
    """
    return _ruled(Verdict.ALLOWED, template, rules, because, facts)


def forbidden(
    template: str | Say, /, *rules: RuleLike, because: tuple[Say, ...] = (), **facts: Fact
) -> Ruling:
    """Rule that it is against the rules or the record; the table may overrule it.

    >>> forbidden("{player} has drawn.", "PEB-2.1", player="Ana").verdict.stops_play
    True
    """
    return _ruled(Verdict.FORBIDDEN, template, rules, because, facts)


def impossible(
    template: str | Say, /, *rules: RuleLike, because: tuple[Say, ...] = (), **facts: Fact
) -> Ruling:
    """Rule that no game with this box could show it.

    >>> str(impossible("The box holds {n}.", "PEB-1.1", n=2).reason)
    'The box holds 2.'
    """
    return _ruled(Verdict.IMPOSSIBLE, template, rules, because, facts)


def table_call(
    template: str | Say, /, *rules: RuleLike, because: tuple[Say, ...] = (), **facts: Fact
) -> Ruling:
    """Leave it to the players, with the recommended reading as the reason.

    >>> table_call("Nobody saw it.", "PEB-1.1").verdict.stops_play
    False
    """
    return _ruled(Verdict.TABLE_CALL, template, rules, because, facts)


def cited(say: Say, rules: tuple[RuleRef, ...]) -> Say:
    """End a sentence in the ids of its rules."""
    where = ", ".join(map(str, rules))
    return Say("{sentence} ({where})", sentence=say, where=where) if where else say


class Notice(Struct, frozen=True):
    """A step of the printed sequence that nobody answers: the sentence, and the rule behind it.

    It is shown when its prompt first is, and ends in the id of the rule; said ``once`` among
    the notices of a prompt, only the first time in a game.

    >>> [str(rule) for rule in Notice(Say("Shuffle the cards."), ("PEB-1.1", "PEB-1.2")).rules]
    ['PEB-1.1', 'PEB-1.2']
    """

    say: Say
    rule: RuleLike | tuple[RuleLike, ...]
    once: bool = False

    @property
    def rules(self) -> tuple[RuleRef, ...]:
        """The rules behind it, in the order given."""
        return rule_refs(self.rule if isinstance(self.rule, tuple) else (self.rule,))

    @property
    def cited(self) -> Say:
        """The sentence, ending in the ids of its rules."""
        return cited(self.say, self.rules)
