"""The lines of a journal: how a record is written, and how a broken line is found."""

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
from referee.files.journal.errors import BEGINNING, USE_ITS_VERSION, JournalBroken

E = TypeVar("E")

LONGEST_LINE: Final = 64 * 1024
"""The most bytes of one line, with its end."""
LARGEST: Final = 1792 * 1024
"""The most bytes of a journal: ten thousand entries, twenty times what the longest game takes."""
MAX_REFUSED: Final = 500
"""The most entries of a journal that the rules may refuse; a long game has as many in all.

A table overrules a few, and a rule that was corrected since may refuse the rest of a game.
Without a bound, a forged journal could play more cards than the box holds, thousands of times.
"""
_CHECKSUM_KEY: Final = b',"sum":"'
_CHECKSUM_END: Final = b'"}'
_LINE_END: Final = b"\n"
_WINDOWS_LINE_END: Final = b"\r\n"
_CHECKSUM_DIGITS: Final = 32
_CHECKSUM_LENGTH: Final = len(_CHECKSUM_KEY + _CHECKSUM_END) + _CHECKSUM_DIGITS
"""The bytes of a checksum with its key and the end of the line's JSON."""
_STRUCK: Final = b',"struck":['
_NO_JOURNAL: Final = Say("This is not a journal, or its beginning was changed.")
_USE_JOURNAL: Final = Say("Use the file that `referee play` named, or restore a copy.")
_BEFORE_1_0: Final = b'{"referee":1,'
"""How journals began before the first release; their checksums were shorter."""


class _EntryLine(
    Struct, Generic[E], frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A line with an entry and nothing else, as most are: it is read in half the time."""

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
    """One record as it is written: an event with its step and words, or one kind of mark."""

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
    """A line that only takes entries back, as ``undo`` writes it."""

    n: int
    at: str
    struck: tuple[int, ...]


_STRIKES: Final = json.Decoder(_StrikeLine)


class ChecksumChain(Struct, frozen=True):
    """The sound lines of a journal without their checksums, and what follows them.

    ``length`` is the bytes of the sound lines, ``torn`` an incomplete last line. If the last sound
    line ``lacks_line_end``, nothing else of it is missing; other characters may be in its place.
    ``line_end`` is how the lines end.
    """

    lines: tuple[bytes, ...]
    last_sum: str
    length: int
    torn: bytes
    lacks_line_end: bool
    line_end: bytes = _LINE_END


def with_checksum(body: bytes, previous: str) -> tuple[bytes, str]:
    """Return a line with the checksum of it and of the line before, and that checksum.

    >>> line, own = with_checksum(b'{"n":1}', "")
    >>> line == b'{"n":1,"sum":"' + own.encode() + b'"}' + bytes([10])
    True
    """
    own = _checksum(body[:-1], previous)
    return body[:-1] + _CHECKSUM_KEY + own.encode() + _CHECKSUM_END + _LINE_END, own


def check_line(line: bytes, previous: str) -> tuple[bytes, str] | Say:
    """Return the body and checksum of a line without its end; or why the line is not sound.

    >>> line, own = with_checksum(b'{"n":1}', "")
    >>> check_line(line[:-1], "") == (b'{"n":1}', own)
    True
    >>> str(check_line(line[:-1], "0" * 32))
    'The checksum does not fit: this line was changed, or a line before it is missing.'
    """
    if len(line) >= LONGEST_LINE:
        return Say("The line is longer than {most} bytes.", most=LONGEST_LINE)
    at = len(line) - _CHECKSUM_LENGTH
    if at < 1 or not (line.startswith(_CHECKSUM_KEY, at) and line.endswith(_CHECKSUM_END)):
        return Say("The line is not from a journal: it does not end in its checksum.")
    body = line[:at]
    own = _checksum(body, previous)
    if not line.endswith(own.encode() + _CHECKSUM_END):
        return Say(
            "The checksum does not fit: this line was changed, or a line before it is missing."
        )
    return body + b"}", own


def check_chain(path: Path, raw: bytes) -> ChecksumChain:
    """Check every line of a journal. Raises JournalBroken at the first that is not sound.

    Only a last line without its end may be incomplete: a write was cut short there. One that lacks
    nothing but its end is sound, also if other characters are in place of the end. All lines end as
    the first does: an editor or the mail may have given them the line ends of Windows.

    >>> line, own = with_checksum(b'{"referee":2}', "")
    >>> chain = check_chain(Path("fair.jsonl"), line + line[:9])
    >>> len(chain.lines), chain.length == len(line), chain.torn
    (1, True, b'{"referee')
    """
    if raw.startswith(_BEFORE_1_0):
        raise refuse_before_1_0(path)
    is_from_windows = raw.partition(_LINE_END)[0].endswith(b"}\r")
    line_end = _WINDOWS_LINE_END if is_from_windows else _LINE_END
    lines, previous = _sound_lines(raw, line_end)
    start = sum(map(len, lines)) + len(lines) * (_CHECKSUM_LENGTH - 1 + len(line_end))
    length = start
    while start < len(raw):
        end = raw.find(line_end, start)
        stops = (end,) if end >= 0 else range(len(raw), len(raw) - len(line_end) - 1, -1)
        for stop in stops:
            opened = check_line(raw[start:stop], previous)
            if not isinstance(opened, Say):
                break
        if isinstance(opened, Say):
            if not raw.startswith(BEGINNING[: len(raw)]):
                raise _refuse_other_file(path, raw)
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
    lacks_line_end = start > length
    torn = b"" if lacks_line_end else raw[length:]
    return ChecksumChain(tuple(lines), previous, length, torn, lacks_line_end, line_end)


def _refuse_other_file(path: Path, raw: bytes) -> JournalBroken:
    from referee.files.decoding import SAVE_AS, wide_encoding, wide_said  # for a wrong file alone

    if wide := wide_encoding(raw):
        return JournalBroken(path, 0, wide_said(wide), SAVE_AS)
    return JournalBroken(path, 1, _NO_JOURNAL, _USE_JOURNAL)


def refuse_before_1_0(path: Path) -> JournalBroken:
    """Refuse a journal from before the first release."""
    what = Say("This journal is of a format before 1.0, which is not read any more.")
    return JournalBroken(path, 1, what, USE_ITS_VERSION)


def _sound_lines(raw: bytes, line_end: bytes) -> tuple[list[bytes], str]:
    """Return the bodies of the sound lines before the first doubtful one, and their last checksum.

    Nearly all lines of nearly all journals are sound, and few calls are enough to see it.
    """
    bodies: list[bytes] = []
    own, end = b"", _CHECKSUM_END + line_end
    for line in BytesIO(raw):  # the last, if incomplete, does not end as it must
        body, _, last = line.rpartition(_CHECKSUM_KEY)
        due = blake2b(own + body, digest_size=_CHECKSUM_DIGITS // 2).hexdigest().encode()
        if last != due + end or not body or len(line) - len(line_end) >= LONGEST_LINE:
            break
        bodies.append(body + b"}")
        own = due
    return bodies, own.decode()


def write_mark(number: int, at: str, mark: Record) -> bytes:
    """Return a record as JSON, without its checksum.

    >>> write_mark(3, "20:15", Undo((2,)))
    b'{"n":3,"at":"20:15","struck":[2]}'
    """
    return json.encode(_line_of(number, at, mark))


class MarkReader:
    """Reads the records of one game; it knows only the events of that game."""

    def __init__(self, game: Game) -> None:
        self._event: Any = reduce(or_, game.course.recorded)
        form: Any = _EntryLine  # the events are known only here, too late for the type checker
        self._entries = json.Decoder(form[self._event])

    def read(self, path: Path, number: int, body: bytes) -> tuple[str, Record]:
        """Read the time and the record of a line. Raises JournalBroken.

        ``number`` is the one that the record must have. Its line has the next number, because the
        head is line 1.
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


_KIND_BY_KEY: Final[dict[str, Any]] = {
    "glass": TimerMark,
    "struck": Undo,
    "renamed": Rename,
    "substituted": Substitute,
    "preference": Preference,
    "note": Note,
}
"""The marks that consist of one value under a key, or of a pair."""
_KEY_BY_KIND: Final = {kind: key for key, kind in _KIND_BY_KEY.items()}


def _line_of(number: int, at: str, mark: Record) -> Line[Any]:
    match mark:
        case Entry():
            return _entry_line(number, at, mark)
        case Fix() | Insert():
            line = _entry_line(number, at, mark.entry) if mark.entry else Line(n=number, at=at)
            if isinstance(mark, Insert):
                return replace(line, insert=mark.place, rest=mark.rest)
            setting = None if mark.place else (mark.name, mark.value)
            return replace(line, fix=mark.place, rest=mark.rest, setting=setting)
        case Drop():
            return Line(n=number, at=at, drop=mark.place, rest=mark.rest)
        case Seats():
            return Line(n=number, at=at, seats=mark.seating, rest=mark.rest)
    values: Any = astuple(mark)
    value = values if len(values) > 1 else values[0]
    return Line(n=number, at=at, **{_KEY_BY_KIND[type(mark)]: value})


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
    for key, kind in _KIND_BY_KEY.items() if entry is None else ():
        value = getattr(line, key)
        if value is not None:
            mark: Record = kind(*value) if len(kind.__struct_fields__) > 1 else kind(value)
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
    return blake2b(previous.encode() + body, digest_size=_CHECKSUM_DIGITS // 2).hexdigest()
