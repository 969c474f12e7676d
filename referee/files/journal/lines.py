"""The lines of a journal: how a mark is written, and how a broken line is found."""

from __future__ import annotations

from _blake2 import blake2b  # where hashlib has it from, which loads OpenSSL: 3 ms
from functools import cached_property, reduce
from io import BytesIO
from operator import or_
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct, json
from msgspec.structs import astuple, replace

from referee.core.game import Game
from referee.core.play.event import AnyEvent
from referee.core.play.record import (
    Drop,
    Entry,
    Fix,
    Insert,
    Note,
    Preference,
    Record,
    Rename,
    Rest,
    Seats,
    Substitute,
    TimerAction,
    TimerMark,
    Undo,
)
from referee.core.say import Say
from referee.core.table import Player
from referee.files.journal.errors import BEGINNING, OTHER_REFEREE, JournalBroken

E = TypeVar("E")

LONGEST_LINE: Final = 64 * 1024
"""Bytes of one line, its end included."""
LARGEST: Final = 1792 * 1024
"""Bytes of one journal: ten thousand entries, twenty times what the longest game takes."""
MAX_REFUSED: Final = 500
"""Events of one journal that the rules refuse; a long evening has as many in all.

A table overrules a few, and a rule that was corrected since may refuse the rest of an evening.
Without a bound a forger could lay more cards than any box holds, thousands of times.
"""
_KEY: Final = b',"sum":"'
_END: Final = b'"}'
_LINE_END: Final = b"\n"
_WINDOWS_LINE_END: Final = b"\r\n"
_DIGITS: Final = 32
_SUM: Final = len(_KEY + _END) + _DIGITS
"""Bytes of a checksum with what is around it."""
_STRUCK: Final = b',"struck":['
_NO_JOURNAL: Final = Say("This is not a journal, or its beginning was changed.")
_OTHER_FILE: Final = Say("Use the file that `referee play` named, or restore a copy.")
_BEFORE_1_0: Final = b'{"referee":1,'
"""How journals began before the first release; their checksums were shorter."""


class _EntryLine(
    Struct, Generic[E], frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A line that holds an entry and nothing else, as most do: read in half the time."""

    n: int
    at: str
    step: str = ""
    words: str = ""
    event: E
    overruled: str = ""
    by_clock: bool = False
    secret: bool = False
    forced: bool = False
    rest: Rest | None = None


class Line(_EntryLine[E | None], Generic[E], frozen=True, kw_only=True):
    """One mark as it is written: an event with its step and words, a strike, a note, the glass."""

    event: E | None = None
    struck: tuple[int, ...] | None = None
    note: str | None = None
    glass: TimerAction | None = None
    fix: int | None = None
    setting: tuple[str, str] | None = None
    renamed: tuple[Player, Player] | None = None
    substituted: tuple[Player, Player] | None = None
    seats: tuple[Player, ...] | None = None
    preference: tuple[str, str] | None = None
    insert: int | None = None
    drop: int | None = None


class _StrikeLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that strikes entries and does nothing else."""

    n: int
    at: str
    struck: tuple[int, ...]


_STRIKES: Final = json.Decoder(_StrikeLine)


class ChecksumChain(Struct, frozen=True):
    """The sound lines of a journal without their checksums, and what follows them.

    ``length`` is the bytes of the sound lines, ``torn`` an incomplete last line. With
    ``ends_bare`` the last sound line lacks nothing but its end of line, or has another sign there.
    ``line_end`` is how the lines end.
    """

    lines: tuple[bytes, ...]
    last_sum: str
    length: int
    torn: bytes
    ends_bare: bool
    line_end: bytes = _LINE_END


def with_checksum(body: bytes, previous: str) -> tuple[bytes, str]:
    """Close a line with a checksum over it and over the line before; both are returned.

    >>> line, own = with_checksum(b'{"n":1}', "")
    >>> line == b'{"n":1,"sum":"' + own.encode() + b'"}' + bytes([10])
    True
    """
    own = _checksum(body[:-1], previous)
    return body[:-1] + _KEY + own.encode() + _END + _LINE_END, own


def checked(line: bytes, previous: str) -> tuple[bytes, str] | Say:
    """Check a line, its end taken off, and open it; a Say says why it is not sound.

    >>> line, own = with_checksum(b'{"n":1}', "")
    >>> checked(line[:-1], "") == (b'{"n":1}', own)
    True
    >>> str(checked(line[:-1], "0" * 32))
    'The checksum does not fit: this line was changed, or a line before it is missing.'
    """
    if len(line) >= LONGEST_LINE:
        return Say("The line is longer than {most} bytes.", most=LONGEST_LINE)
    at = len(line) - _SUM
    if at < 1 or not (line.startswith(_KEY, at) and line.endswith(_END)):
        return Say("The line is not from a journal: it does not end in its checksum.")
    told = line[:at]
    own = _checksum(told, previous)
    if not line.endswith(own.encode() + _END):
        return Say(
            "The checksum does not fit: this line was changed, or a line before it is missing."
        )
    return told + b"}", own


def check_chain(path: Path, raw: bytes) -> ChecksumChain:
    """Check every line of a journal. Raises JournalBroken at the first that is not sound.

    Only what has no end of line may be incomplete: a write was cut short there. A last line
    that lacks nothing else is sound, also where its end of line has become another sign.
    All lines end as the first one does: an editor or the mail may have given them ends as Windows
    has them.

    >>> line, own = with_checksum(b'{"referee":2}', "")
    >>> chain = check_chain(Path("fair.jsonl"), line + line[:9])
    >>> len(chain.lines), chain.length == len(line), chain.torn
    (1, True, b'{"referee')
    """
    if raw.startswith(_BEFORE_1_0):
        raise before_1_0(path)
    is_from_windows = raw.partition(_LINE_END)[0].endswith(b"}\r")
    line_end = _WINDOWS_LINE_END if is_from_windows else _LINE_END
    lines, previous = _sound_lines(raw, line_end)
    start = sum(map(len, lines)) + len(lines) * (_SUM - 1 + len(line_end))
    length = start
    while start < len(raw):
        end = raw.find(line_end, start)
        stop = end if end >= 0 else len(raw)
        opened = checked(raw[start:stop], previous)
        for _ in line_end if end < 0 else b"":
            if isinstance(opened, Say):
                stop -= 1
                opened = checked(raw[start:stop], previous)
        if isinstance(opened, Say):
            if not raw.startswith(BEGINNING[: len(raw)]):
                raise _no_journal(path, raw)
            if end < 0 and _LINE_END not in raw[start:stop]:
                break
            raise JournalBroken(path, len(lines) + 1, opened)
        body, previous = opened
        lines.append(body)
        start = stop + len(line_end)
        length = stop if end < 0 else start
    if not lines:
        what = Say("The first line is incomplete: nothing had been noted in this file.")
        raise JournalBroken(path, 1, what, Say("Remove it and start the game again."))
    is_bare = start > length
    torn = b"" if is_bare else raw[length:]
    return ChecksumChain(tuple(lines), previous, length, torn, is_bare, line_end)


def _no_journal(path: Path, raw: bytes) -> JournalBroken:
    from referee.files.decoding import SAVE_AS, wide_encoding, wide_said  # for a wrong file alone

    if wide := wide_encoding(raw):
        return JournalBroken(path, 0, wide_said(wide), SAVE_AS)
    return JournalBroken(path, 1, _NO_JOURNAL, _OTHER_FILE)


def before_1_0(path: Path) -> JournalBroken:
    """Refuse a journal of the time before the first release."""
    what = Say("This journal is of a format before 1.0, which is not read any more.")
    return JournalBroken(path, 1, what, OTHER_REFEREE)


def _sound_lines(raw: bytes, line_end: bytes) -> tuple[list[bytes], str]:
    """Open whole lines until one needs a closer look; give them and the last one's checksum.

    Nearly every line of nearly every journal is sound: that is seen here with few calls.
    """
    opened: list[bytes] = []
    own, end = b"", _END + line_end
    for line in BytesIO(raw):  # the last, if incomplete, does not end as it must
        told, _, last = line.rpartition(_KEY)
        due = blake2b(own + told, digest_size=_DIGITS // 2).hexdigest().encode()
        if last != due + end or not told or len(line) - len(line_end) >= LONGEST_LINE:
            break
        opened.append(told + b"}")
        own = due
    return opened, own.decode()


def write_mark(number: int, at: str, mark: Record) -> bytes:
    """Write a mark as JSON, without its checksum.

    >>> write_mark(3, "20:15", Undo((2,)))
    b'{"n":3,"at":"20:15","struck":[2]}'
    """
    return json.encode(_line_of(number, at, mark))


class MarkReader:
    """Reads the marks of one game: it knows the game's events and no other."""

    def __init__(self, game: Game) -> None:
        self._event: Any = reduce(or_, game.course.recorded)
        form: Any = _EntryLine  # the events are known only here, too late for the type checker
        self._entries = json.Decoder(form[self._event])

    def read(self, path: Path, number: int, body: bytes) -> tuple[str, Record]:
        """Read the time and the mark of a line. Raises JournalBroken.

        ``number`` is the one the mark must have; it is in the line below, the head being
        the first.
        """
        try:
            if body.find(_STRUCK) > 0:  # for "in", Python first takes the bytes for a number
                strike = _STRIKES.decode(body)
                if strike.n == number:
                    return strike.at, Undo(strike.struck)
            else:
                line = self._entries.decode(body)
                if line.n == number:
                    return line.at, _entry_of(line, line.event)
        except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
            pass  # it is another mark, or none: that is reported below
        return self._read_any(path, number, body)

    def _read_any(self, path: Path, number: int, body: bytes) -> tuple[str, Record]:
        try:
            line = self._lines.decode(body)
        except (ValueError, RecursionError) as error:
            what = Say("The line cannot be read: {detail}.", detail=str(error))
            raise JournalBroken(path, number + 1, what) from error
        if line.n != number:
            what = Say("The line has number {n}, but {number} is due.", n=line.n, number=number)
            raise JournalBroken(path, number + 1, what)
        mark = _mark_of(line)
        if line != _line_of(number, line.at, mark):
            what = Say("The line is not one event, correction, note or mark of the timer.")
            raise JournalBroken(path, number + 1, what)
        return line.at, mark

    @cached_property
    def _lines(self) -> json.Decoder[Line[Any]]:
        form: Any = Line
        return json.Decoder(form[self._event])


_KINDS: Final[dict[str, Any]] = {
    "glass": TimerMark,
    "struck": Undo,
    "renamed": Rename,
    "substituted": Substitute,
    "preference": Preference,
    "note": Note,
}
"""The marks that are one value under a key, or a pair of them."""
_KEYS: Final = {kind: key for key, kind in _KINDS.items()}


def _line_of(number: int, at: str, mark: Record) -> Line[Any]:
    match mark:
        case Entry():
            return _entry_line(number, at, mark)
        case Fix() | Insert():
            told = _entry_line(number, at, mark.entry) if mark.entry else Line(n=number, at=at)
            if isinstance(mark, Insert):
                return replace(told, insert=mark.place, rest=mark.rest)
            setting = None if mark.place else (mark.name, mark.value)
            return replace(told, fix=mark.place, rest=mark.rest, setting=setting)
        case Drop():
            return Line(n=number, at=at, drop=mark.place, rest=mark.rest)
        case Seats():
            return Line(n=number, at=at, seats=mark.seating, rest=mark.rest)
    values: Any = astuple(mark)
    told = values if len(values) > 1 else values[0]
    return Line(n=number, at=at, **{_KEYS[type(mark)]: told})


def _entry_line(number: int, at: str, entry: Entry) -> Line[Any]:
    return Line(
        n=number,
        at=at,
        step=entry.step,
        words=entry.words,
        event=entry.event,
        overruled=entry.overrule_reason,
        by_clock=entry.by_timer,
        secret=entry.secret,
        forced=entry.is_forced,
        rest=entry.rest,
    )


def _mark_of(line: Line[Any]) -> Record:
    entry = _entry_of(line, line.event) if line.event is not None else None
    bare = replace(entry, rest=None) if entry else None
    rest = line.rest or Rest(0)
    if line.insert is not None:
        return Insert(place=line.insert, rest=rest, entry=bare)
    if line.drop is not None:
        return Drop(place=line.drop, rest=rest)
    if line.fix is not None:
        name, value = line.setting or ("", "")
        return Fix(place=line.fix, rest=rest, entry=bare, name=name, value=value)
    if line.seats is not None:
        return Seats(line.seats, line.rest)
    for key, kind in _KINDS.items() if entry is None else ():
        told = getattr(line, key)
        if told is not None:
            mark: Record = kind(*told) if len(kind.__struct_fields__) > 1 else kind(told)
            return mark
    return entry or Note("")


def _entry_of(line: _EntryLine[Any], event: AnyEvent) -> Entry:
    return Entry(
        step=line.step,
        words=line.words,
        event=event,
        overrule_reason=line.overruled,
        by_timer=line.by_clock,
        secret=line.secret,
        is_forced=line.forced,
        rest=line.rest,
    )


def _checksum(body: bytes, previous: str) -> str:
    return blake2b(previous.encode() + body, digest_size=_DIGITS // 2).hexdigest()
