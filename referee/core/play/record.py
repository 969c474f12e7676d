"""What a record holds: entries, what was corrected of them, notes, and how the table plays."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.play.event import AnyEvent
from referee.core.say import Say
from referee.core.table import Player

SECRET: Final = Say("(secret)")
"""What is shown in place of what is not for everyone's eyes."""


class Entry(Struct, frozen=True, kw_only=True):
    """An event as recorded: the step it answered, the words, and why it was overruled, if it was.

    ``by_timer``: no player said it, the clock saw the sand run out; ``is_forced``: nobody was
    asked, as the rules left one answer. The words of a ``secret`` entry are not for
    everyone's eyes. While a fix is open, ``rest`` says what becomes of the entries that wait.
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
    """What becomes of the entries after a corrected one.

    Of those that wait, ``dropped`` count no longer, by their numbers; of the others the first
    ``kept`` still fit, and whatever is left waits until what was asked again is answered.
    """

    kept: int
    dropped: tuple[int, ...] = ()


class Undo(Struct, frozen=True):
    """The table took back these entries, by their numbers; they stay in the record.

    The number of a fix that is still open takes the whole fix back.
    """

    entries: tuple[int, ...]


class Fix(Struct, frozen=True, kw_only=True):
    """The entry at ``place`` says something else; without an ``entry`` it is asked again.

    At place 0 it is the set-up: ``name`` is a number or an option of it, ``value`` as written.
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
    """Somebody is called otherwise, from the first entry on."""

    old: Player
    new: Player


class Substitute(Struct, frozen=True):
    """From now on somebody else plays a seat."""

    old: Player
    new: Player


class Seats(Struct, frozen=True):
    """The players sit in another order, or are others, and were so from the start.

    Without a ``rest`` every entry still fits.
    """

    seating: tuple[Player, ...]
    rest: Rest | None = None


class Preference(Struct, frozen=True):
    """How the table wants to be asked: a setting of the program, not of the game."""

    name: str
    value: str


class Note(Struct, frozen=True):
    """Something the table wanted on the record."""

    text: str


class TimerAction(StrEnum):
    """What a mark says about the sand timer."""

    PAUSED = "paused"
    """The table stops the sand timer."""
    RESUMED = "resumed"
    """The glass runs on."""
    CLOSED = "left"
    """The program was left; what follows is no time at the table."""
    REOPENED = "gone on"
    """The program was begun again; what came before, since the last mark, was no time either."""


class TimerMark(Struct, frozen=True):
    """The sand timer was stopped or runs on; it is no event of the game."""

    word: TimerAction


Correction: TypeAlias = Fix | Insert | Drop
"""What changes one entry, and may let others wait."""
Record: TypeAlias = (
    Entry | Undo | Note | TimerMark | Correction | Rename | Substitute | Seats | Preference
)
Persist: TypeAlias = Callable[[int, Record], None]
"""Keeps a mark under its number, counted from 1; raises if it cannot: then it is not recorded."""
