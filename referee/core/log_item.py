"""A log as it is printed: each mark of the record with what became of it."""

from __future__ import annotations

from msgspec import Struct

from referee.core.paper.wording import text_of
from referee.core.rulebook import RuleRef
from referee.core.ruling import Verdict
from referee.core.say import Say


class LogItem(Struct, frozen=True, kw_only=True):
    """One mark of the record: what was answered when, what came of it, and what became of it.

    ``number`` counts all marks from 1. Only entries answer a step and have a verdict; elsewhere
    ``step`` is empty.
    """

    number: int
    at: str
    step: str
    words: str
    said: Say
    verdict: Verdict | None = None
    rules: tuple[RuleRef, ...] = ()
    is_undone: bool = False
    overrule_reason: str = ""
    by_timer: bool = False
    note: str = ""


def remarks_on(item: LogItem) -> list[str]:
    """Word what became of an entry, and who noted it: undone, overruled, by the timer, a note.

    >>> item = LogItem(number=1, at="", step="", words="", said=Say(""), overrule_reason="agreed")
    >>> remarks_on(item)
    ['overruled: agreed']
    """
    said = [Say("struck")] if item.is_undone else []
    said += (
        [Say("overruled: {reason}", reason=item.overrule_reason)] if item.overrule_reason else []
    )
    said += [Say("by the clock")] if item.by_timer else []
    said += [Say("note: {text}", text=item.note)] if item.note else []
    return [text_of(each) for each in said]


def time_text(at: str) -> str:
    """Leave the time zone and the ``T`` to programs.

    >>> time_text("2026-11-21T20:15:00+01:00")
    '2026-11-21 20:15:00'
    """
    return f"{at[:10]} {at[11:19]}" if at[10:11] == "T" else at
