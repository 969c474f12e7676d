"""A log as it is printed: each mark of the record with what became of it."""

from __future__ import annotations

from msgspec import Struct

from referee.core.rulebook import RuleRef
from referee.core.ruling import Verdict
from referee.core.say import Say
from referee.core.wording import worded


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
    struck: bool = False
    overruled: str = ""
    by_clock: bool = False
    note: str = ""


def marks_on(item: LogItem) -> list[str]:
    """Word what became of an entry, and who noted it: struck, overruled, by the clock, a note.

    >>> marks_on(LogItem(number=1, at="", step="", words="", said=Say(""), overruled="we agreed"))
    ['overruled: we agreed']
    """
    said = [Say("struck")] if item.struck else []
    said += [Say("overruled: {reason}", reason=item.overruled)] if item.overruled else []
    said += [Say("by the clock")] if item.by_clock else []
    said += [Say("note: {text}", text=item.note)] if item.note else []
    return [worded(each) for each in said]


def clock(at: str) -> str:
    """Leave the time zone and the ``T`` to programs.

    >>> clock("2026-11-21T20:15:00+01:00")
    '2026-11-21 20:15:00'
    """
    return f"{at[:10]} {at[11:19]}" if at[10:11] == "T" else at
