"""The journal of a session: what was said to be recorded is on disk, and comes back from it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

from msgspec import json

from referee.core.game import Game
from referee.core.play.course import players_not_seated
from referee.core.play.event import AnyEvent
from referee.core.play.record import Drop, Entry, Fix, Insert, Record, Rename, Seats, Undo
from referee.core.play.session import MisfitError, Session
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError, Say
from referee.core.table import Setup
from referee.files.diagnostics import Unreadable, for_shell
from referee.files.journal.disk import JournalFile, read_journal
from referee.files.journal.errors import EmptyJournal, JournalBroken, NameTaken, WriteFailed
from referee.files.journal.header import Head, head_of, of_other_release, read_head, rules_in_force
from referee.files.journal.lines import (
    MAX_REFUSED,
    ChecksumChain,
    MarkReader,
    check_chain,
    write_mark,
)

Now: TypeAlias = Callable[[], str]
"""Returns the time to record with a mark."""
Find: TypeAlias = Callable[[str], tuple[Game, Rulebook]]
"""Finds the game of a head by its id, and today's rulebook of it."""
_CORRECTIONS: Final = (Undo, Fix, Insert, Drop, Rename, Seats)
_MOST_KNOWN: Final = 256
"""Entries whose state is held while a journal is read; a table takes back the latest."""


class _Known:
    """What was judged and played while a journal is read: most of a long one is said again."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], tuple[Any, Rulebook, AnyEvent, Any, bool]] = {}

    def judged(self, session: Session, entry: Entry) -> tuple[Any, bool]:
        """Give the state after an entry, and whether the rules refuse it."""
        before, book, event = session.state, session.book, entry.event
        key = id(before), entry.words
        known = self._found.get(key)
        if known and known[0] is before and known[1] is book and known[2] == event:
            return known[3:]
        course = session.game.course
        is_refused = course.judge(book, before, event).verdict.stops_play
        if is_refused:
            setup = session.setup
            people = (*course.people(before), *setup.seating, *setup.roles.values())
            if strangers := players_not_seated(event, lambda _: people, before):
                raise KeyError(*strangers)
        after = course.apply(before, event)
        if len(self._found) >= _MOST_KNOWN:
            self._found.clear()
        self._found[key] = before, book, event, after, is_refused
        return after, is_refused


class Journal:
    """A session and the file that keeps it.

    ``times`` holds the time of each mark, in the order of ``session.record``. ``head`` is the
    first line as it was written, ``rulebook_now`` today's rulebook; the session goes by the
    numbers of the head. ``torn`` is the incomplete last line that was found on opening, and
    ``set_aside`` the file it was moved to; a journal opened for reading moves nothing.
    """

    def __init__(self, head: Head, game: Game, books: tuple[Rulebook, Rulebook], now: Now) -> None:
        """Set the table by the head; ``books`` are the rules in force and today's."""
        self.head = head
        self.rulebook_now = books[1]
        self.times: list[str] = []
        self.corrected = 0
        """How many corrections were made that the record does not show: those of a paper."""
        self.torn = b""
        self.set_aside: Path | None = None
        self._now = now
        self._file: JournalFile | None = None
        self._has_file = True
        """Whether a file is to keep it, open or not."""
        self._read_sum = ""
        """The checksum of the last line that was read."""
        self._restored = 0
        """How many marks came from the file and are not to be written again."""
        self._refused = 0
        """How many of them the room refuses today."""
        self.session: Session = Session(game, books[0], head.table, self._keep)

    @classmethod
    def create(cls, path: Path, game: Game, book: Rulebook, setup: Setup, now: Now) -> Journal:
        """Begin a journal where no file is. Raises EmptyJournal; no file stays then."""
        journal = cls(head_of(book, setup, now(), game.release), game, (book, book), now)
        journal.move_to(path)
        return journal

    @classmethod
    def in_memory(
        cls, game: Game, book: Rulebook, setup: Setup, now: Now, today: Rulebook | None = None
    ) -> Journal:
        """Begin a journal that no file keeps; ``today`` is the rulebook now, if not ``book``."""
        books = (book, today or book)
        journal = cls(head_of(book, setup, now(), game.release), game, books, now)
        journal._has_file = False
        return journal

    @classmethod
    def create_next(
        cls, folder: Path, game: Game, book: Rulebook, setup: Setup, now: Now
    ) -> Journal:
        """Begin the next journal of the day: ``GAME-DATE-N.jsonl`` with the first N that is free.

        Another terminal may take that number first. Raises EmptyJournal.
        """
        while True:
            try:
                path = next_journal_path(folder, game.id, now()[:10])
                return cls.create(path, game, book, setup, now)
            except NameTaken:
                continue

    @classmethod
    def open(cls, path: Path, find: Find, now: Now, *, write: bool) -> Journal:
        """Open a journal and replay it, to go on with it or only to read it.

        Raises JournalBroken with the place where it cannot be trusted, and JournalLocked where
        another terminal plays it; what ``find`` raises passes through, unless it is that there
        is no such game.
        """
        if not write:
            return cls._restore(path, check_chain(path, read_journal(path)), find, now)
        file = JournalFile.open(path)
        try:
            chain = check_chain(path, file.read())
            journal = cls._restore(path, chain, find, now)
            # Only what can be replayed is put right; a broken journal stays as it was found.
            journal.set_aside = file.flush(chain)
        except BaseException:
            file.close()
            raise
        journal._file = file  # noqa: SLF001 - our own class
        return journal

    @property
    def corrections(self) -> int:
        """How often the table corrected what it had typed."""
        return self.corrected + sum(isinstance(each, _CORRECTIONS) for each in self.session.record)

    @property
    def path(self) -> Path | None:
        """The file that takes the marks; None where the journal was opened for reading."""
        return self._file.path if self._file else None

    @property
    def digest(self) -> str:
        """The checksum of the last line. It covers all lines before, so it names this record."""
        return self._file.digest if self._file else self._read_sum

    def lost(self) -> Say | None:
        """Say why the journal is not at its path as it was written; None where it is."""
        return self._file.lost() if self._file else None

    def move_to(self, path: Path) -> None:
        """Write the whole journal to a new file and go on there; the old one stays as it is.

        This is the way out of a full disk, a vanished file, or a folder that cannot be
        written. Raises EmptyJournal; then nothing has changed.
        """
        del self.times[len(self.session.record) :]  # what Ctrl-C kept from the session
        marks = zip(self.times, self.session.record, strict=True)
        try:
            lines = [write_mark(n, at, mark) for n, (at, mark) in enumerate(marks, start=1)]
            file = JournalFile.begin(path, json.encode(self.head), *lines)
        except UnicodeEncodeError as error:
            why = Say("a name or an option has a character that no file can keep.")
            raise EmptyJournal(path, why, Say("Write it with other characters.")) from error
        self.close()
        self._file = file

    @contextmanager
    def as_of(self, time: str) -> Iterator[None]:
        """Note what is added meanwhile under the time at which it happened, not under the hour."""
        now, self._now = self._now, lambda: time
        try:
            yield
        finally:
            self._now = now

    def close(self) -> None:
        """Close the file, so that another terminal may go on with it."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def __enter__(self) -> Self:
        """Use the journal in a ``with`` block."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    def _restore(cls, path: Path, chain: ChecksumChain, find: Find, now: Now) -> Journal:
        """Replay the lines by the journal's own numbers; no ruling counts again."""
        head = read_head(path, chain.lines[0])
        try:
            game, today = find(head.game)
        except Unreadable:  # it has a place of its own
            raise
        except RefereeError as problem:
            raise JournalBroken(path, 1, problem.say) from problem
        books = (rules_in_force(path, head, today), today)
        try:
            journal = cls(head, game, books, now)
        except Exception as error:  # whatever a room makes of a table that it cannot set
            what = Say("The first line does not fit the game: {why}.", why=_named(error))
            raise JournalBroken(path, 1, what) from error
        reader, known = MarkReader(game), _Known()
        for number, body in enumerate(chain.lines[1:], start=1):
            try:
                at, mark = reader.read(path, number, body)
            except JournalBroken as broken:
                other = of_other_release(path, number + 1, head, body, game)
                raise other or broken from broken
            journal._take_back(path, number, at, mark, known)
        journal._look_ahead(path)
        journal.torn = chain.torn
        journal._read_sum = chain.last_sum
        return journal

    def _look_ahead(self, path: Path) -> None:
        """See what is asked next. Raises JournalBroken where the numbers of the head forbid it."""
        try:
            _ = (step := self.session.step) and step.alternatives
        except Exception as error:  # whatever a room makes of numbers that no rulebook had
            what = Say(
                "The numbers of the first line do not fit the game: {why}.", why=_named(error)
            )
            raise JournalBroken(path, 1, what) from error

    def _take_back(self, path: Path, number: int, at: str, mark: Record, known: _Known) -> None:
        """Let a mark of the file take effect. Raises JournalBroken where it does not fit.

        The ruling on an event does not count again. It is only seen that the room has one: an
        event that names nobody at this table is none, whatever its checksum says. Only where
        the rules refuse more than any evening can hold is it no record of this game.
        """
        self._restored = number
        self.times.append(at)
        session = self.session
        try:
            after = None
            if isinstance(mark, Entry):
                after, is_refused = known.judged(session, mark)
                self._refused += is_refused
            session.add(mark, after)
        except Exception as error:  # an unknown strike, or whatever a room makes of an event
            what = Say("The line does not fit those before it: {why}.", why=_named(error))
            raise JournalBroken(path, number + 1, what) from error
        if self._refused > MAX_REFUSED:
            what = Say("The rules refuse more than {most} of these lines.", most=MAX_REFUSED)
            raise JournalBroken(path, number + 1, what)

    def _keep(self, number: int, mark: Record) -> None:
        """Put a new mark on disk before the session takes it. Raises WriteFailed."""
        if number <= self._restored:
            return
        if not self._has_file:
            self.times.append(self._now())
            return
        path = Path() if self._file is None else self._file.path
        if self._file is None:
            why = Say("the journal is not open for writing.")
            raise WriteFailed(path, why, Say("To continue: referee play JOURNAL"))
        if number != self._file.lines:  # Ctrl-C came between the disk and the session
            why = Say("{path} has an entry that was never confirmed.", path=for_shell(path))
            remedy = Say("Open it again with: referee play {path}", path=for_shell(path))
            raise WriteFailed(path, why, remedy)
        is_overruled = isinstance(mark, Entry) and bool(mark.overrule_reason)
        if is_overruled and self._refused == MAX_REFUSED:
            why = Say("the rules refuse {most} of its entries already.", most=MAX_REFUSED)
            raise WriteFailed(path, why, Say("Write it down with note."))
        at = self._now()
        try:
            line = write_mark(number, at, mark)
        except UnicodeEncodeError as error:
            why = Say("the text has a character that no file can keep.")
            raise WriteFailed(path, why, Say("Write it with other characters.")) from error
        self._file.append(line)
        self.times.append(at)
        self._refused += is_overruled


def next_journal_path(folder: Path, game_id: str, date: str) -> Path:
    """Name the next journal of a day: ``GAME-DATE-N.jsonl`` with the first N that is free."""
    number = 1
    while os.path.lexists(path := folder / f"{game_id}-{date}-{number}.jsonl"):
        number += 1  # Path.exists would stumble over a folder that may not be searched
    return path


def _named(error: Exception) -> str:
    """Word an error of a room: some, such as a missing key, say little without their kind."""
    return str(error) if isinstance(error, MisfitError) else f"{type(error).__name__}: {error}"
