"""The marks of a record: entries, their corrections, notes, preferences and the timer."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.play.event import AnyEvent
from referee.core.say import Say
from referee.core.table import Player

SECRET: Final = Say("(secret)")
"""Shown in place of a secret entry."""


class Entry(Struct, frozen=True, kw_only=True):
    """An event as recorded: the step it answered, the words, and the reason if it was overruled.

    ``by_timer``: the clock saw the sand run out, nobody typed it; ``is_forced``: nobody was asked,
    because the rules left one answer. A ``secret`` entry is not shown to everyone. While a fix is
    open, ``rest`` says what happens to the waiting entries.
    """

    step: str
    words: str
    event: AnyEvent
    overrule_reason: str = ""
    by_timer: bool = False
    secret: bool = False
    is_forced: bool = False
    rest: Rest | None = None

    @property
    def is_typed(self) -> bool:
        """Whether somebody at the table answered it."""
        return not (self.by_timer or self.is_forced)


class Rest(Struct, frozen=True):
    """The result of a correction for the entries after it, which wait.

    Those with the numbers in ``dropped`` are removed; of the others the first ``kept`` still fit,
    and the remaining ones wait until the step that is asked again is answered.
    """

    kept: int
    dropped: tuple[int, ...] = ()


class Undo(Struct, frozen=True):
    """The table took back these entries, by their numbers; they stay in the record.

    The number of a fix that is still open takes the whole fix back.
    """

    entries: tuple[int, ...]


class Fix(Struct, frozen=True, kw_only=True):
    """The entry at ``place`` is replaced by ``entry``; without one it is asked again.

    Place 0 is the setup: ``name`` is a number or an option of it, ``value`` as written.
    """

    place: int
    rest: Rest
    entry: Entry | None = None
    name: str = ""
    value: str = ""


class Insert(Struct, frozen=True, kw_only=True):
    """Something happened before the entry at ``place``; without an ``entry`` it is asked for."""

    place: int
    rest: Rest
    entry: Entry | None = None


class Drop(Struct, frozen=True, kw_only=True):
    """The entry at ``place`` did not happen."""

    place: int
    rest: Rest


class Rename(Struct, frozen=True):
    """Somebody has another name, from the first entry on."""

    old: Player
    new: Player


class Substitute(Struct, frozen=True):
    """From now on somebody else plays a seat."""

    old: Player
    new: Player


class Seats(Struct, frozen=True):
    """The seating was another one from the start: the order, or the players.

    Without a ``rest`` every entry still fits.
    """

    seating: tuple[Player, ...]
    rest: Rest | None = None


class Preference(Struct, frozen=True):
    """A setting of the program that the table chose, not of the game."""

    name: str
    value: str


class Note(Struct, frozen=True):
    """A note of the table."""

    text: str


class TimerAction(StrEnum):
    """What happened to the sand timer."""

    PAUSED = "paused"
    """The table paused it."""
    RESUMED = "resumed"
    """The table let it continue."""
    CLOSED = "left"
    """The program was closed; the time from here on does not count."""
    REOPENED = "gone on"
    """The program was started again; the time since the last mark does not count."""


class TimerMark(Struct, frozen=True):
    """A mark about the sand timer, which is no event of the game."""

    word: TimerAction


Correction: TypeAlias = Fix | Insert | Drop
"""Marks that change one entry, and can make others wait."""
Record: TypeAlias = (
    Entry | Undo | Note | TimerMark | Correction | Rename | Substitute | Seats | Preference
)
Persist: TypeAlias = Callable[[int, Record], None]
"""Saves a mark under its number, counted from 1; if it raises, the mark is not recorded."""
