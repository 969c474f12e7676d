"""An event: something that the table saw, with its ruling, its effect and its sentence."""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct

from referee.core.rulebook import Rulebook, RuleLike, RuleRef, rule_refs
from referee.core.ruling import FieldPath, Notice, Ruling, Verdict
from referee.core.say import Fact, Say
from referee.core.table import Player

if TYPE_CHECKING:  # a dispute judges events, and puts none on paper
    from referee.core.paper.round_sheet import SheetCells

S = TypeVar("S")
Template: TypeAlias = str | Say
"""A sentence with names in braces, or a Say with facts of its own, such as from ``plural``."""


class Event(Struct, Generic[S], frozen=True, tag=True):
    """Something that happened at the table: its fields, rule, judgement, effect and sheet entry.

    The name of the class is its tag in journals and never changes, nor do its fields.

    >>> class BellRung(Event[int], frozen=True):  # the state is how often it has rung
    ...     rule = "BEL-1"
    ...     actor_field = ""
    ...     times: int
    ...
    ...     def judge(self, book: Rulebook, state: int) -> Ruling:
    ...         if state + self.times > 3:
    ...             return self.forbidden("{times} more are too many.")
    ...         return self.allowed("The bell rings: {times}.")
    ...
    ...     def apply(self, state: int) -> int:
    ...         return state + self.times
    >>> from referee.core.rulebook import Edition
    >>> book = Rulebook(game="bell", version=1, digest="", prefix="BEL", players=(1, 4),
    ...     edition=Edition("", "", ""), rules={})
    >>> rung = BellRung(times=2)
    >>> str(rung.judge(book, 1).reason), str(rung.judge(book, 2).reason), rung.apply(1)
    ('The bell rings: 2.', '2 more are too many.', 3)
    """

    rule: ClassVar[RuleLike]
    """The rule by which it happens; cited when it comes at the wrong time."""
    actor_field: ClassVar[str] = "player"
    """The field with the player whose turn it must be; empty where anybody may."""
    sheet_line: ClassVar[str] = ""
    """The line of the round sheet on which it appears; empty for none."""

    tells_rule: ClassVar[bool] = False
    """Whether its sentence ends with its first rule, because it is a step of the sequence."""

    view: ClassVar[str] = ""
    """The view that is shown after it, because the change is hard to picture."""

    verbs: ClassVar[str] = ""
    """The verbs by which a typed sentence is recognised as its own, such as ``takes``."""
    filler: ClassVar[str] = ""
    """Words of its sentence between the parts of the answer."""
    everyone: ClassVar[str] = ""
    """The subject of one sentence if it is forced of every player in a row; empty for none."""

    @property
    def actor(self) -> Player | None:
        """Who acts; None for what nobody does alone."""
        return getattr(self, self.actor_field, None) if self.actor_field else None

    @property
    def counted(self) -> tuple[FieldPath, ...]:
        """The places of the final count that it fills, if it counts something at the end.

        Only these can be counted again if the audit of a session finds a problem.
        """
        return ()

    @abstractmethod
    def judge(self, book: Rulebook, state: S) -> Ruling:
        """Rule on it; stage, people and turn have been checked before."""
        raise NotImplementedError

    @abstractmethod
    def apply(self, state: S) -> S:
        """Return the state after the event. Never refuses and never reads the rulebook."""
        raise NotImplementedError

    def ends_in(self, ruling: Ruling) -> tuple[RuleRef, ...]:
        """Return the rules with which its sentence ends: the first one if it ``tells_rule``."""
        return ruling.rules[:1] if self.tells_rule else ()

    def mended(self, state: S, *, is_moved: bool) -> Event[S]:
        """Return the event as it reads after an earlier entry was corrected.

        It ``is_moved`` if an entry was inserted or dropped before it; the player who acts is then
        changed by the course. Never refuses, never reads the rulebook.
        """
        return self

    def first_time(self, state: S) -> Notice | None:
        """Return a notice for the first such event in a game; ``state`` is the one before it."""
        return None

    def tell(self, state: S) -> SheetCells:
        """Return what it writes on its line of the sheet; ``state`` is the state before it."""
        return {}

    def say(self, template: Template, /, **facts: Fact) -> Say:
        """Word a sentence; a name in it that is not among ``facts`` is a field of the event."""
        said = Say(template) if isinstance(template, str) else template
        facts = {**said.facts, **facts}
        for name in _names_in(said.template):
            if name not in facts:
                facts[name] = getattr(self, name)
        return said.again(facts)

    def allowed(
        self, template: Template, /, *rules: RuleLike, because: tuple[Say, ...] = (), **facts: Fact
    ) -> Ruling:
        """Allow it, by its own rule unless another is given; the reason says what happened."""
        return Ruling(Verdict.ALLOWED, self.say(template, **facts), self._by(rules), because)

    def forbidden(
        self, template: Template, /, *rules: RuleLike, because: tuple[Say, ...] = (), **facts: Fact
    ) -> Ruling:
        """Forbid it; the table may overrule that."""
        return Ruling(Verdict.FORBIDDEN, self.say(template, **facts), self._by(rules), because)

    def impossible(
        self, template: Template, /, *rules: RuleLike, because: tuple[Say, ...] = (), **facts: Fact
    ) -> Ruling:
        """Rule that no game with this box could show it."""
        return Ruling(Verdict.IMPOSSIBLE, self.say(template, **facts), self._by(rules), because)

    def table_call(
        self, template: Template, /, *rules: RuleLike, because: tuple[Say, ...] = (), **facts: Fact
    ) -> Ruling:
        """Leave it to the players; the reason is the recommended reading."""
        return Ruling(Verdict.TABLE_CALL, self.say(template, **facts), self._by(rules), because)

    def _by(self, rules: tuple[RuleLike, ...]) -> tuple[RuleRef, ...]:
        return rule_refs(rules or (self.rule,))


AnyEvent: TypeAlias = Event[Any]


@cache
def _names_in(template: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\{(\w+)\}", template)))
