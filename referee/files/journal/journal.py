"""The journal of a session: each record is on disk before it is confirmed, and read back later."""

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
from referee.files.journal.header import (
    Head,
    head_of,
    read_head,
    refuse_release,
    rules_in_force,
)
from referee.files.journal.lines import (
    MAX_REFUSED,
    ChecksumChain,
    MarkReader,
    check_chain,
    write_mark,
)

Now: TypeAlias = Callable[[], str]
"""Returns the time to write with a record."""
Find: TypeAlias = Callable[[str], tuple[Game, Rulebook]]
"""Finds a game by its id, with today's rulebook."""
_CORRECTIONS: Final = (Undo, Fix, Insert, Drop, Rename, Seats)
_MOST_JUDGED: Final = 256
"""The most entries that are remembered; a table mostly takes back its latest ones."""


class _JudgedEntries:
    """Judged entries and the states after them: corrections play most of a long journal again."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], tuple[Any, Rulebook, AnyEvent, Any, bool]] = {}

    def judged(self, session: Session, entry: Entry) -> tuple[Any, bool]:
        """Return the state after an entry, and whether the rules refuse it."""
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
        if len(self._found) >= _MOST_JUDGED:
            self._found.clear()
        self._found[key] = before, book, event, after, is_refused
        return after, is_refused


class Journal:
    """A session and the file that keeps it.

    ``times`` has the time of each record, in the order of ``session.record``. ``head`` is the
    first line as it was written, ``rulebook_now`` today's rulebook; the session uses the numbers
    of the head. ``torn`` is the incomplete last line that was found on opening, and ``set_aside``
    the file that it was moved to; a journal opened for reading moves nothing.
    """

    def __init__(self, head: Head, game: Game, books: tuple[Rulebook, Rulebook], now: Now) -> None:
        """Set the table by the head; ``books`` are the rules in force and today's."""
        self.head = head
        self.rulebook_now = books[1]
        self.times: list[str] = []
        self.corrected = 0
        """How many corrections a paper reports, which are not in the record."""
        self.torn = b""
        self.set_aside: Path | None = None
        self._now = now
        self._file: JournalFile | None = None
        self._has_file = True
        """Whether it is saved in a file, which may be open or not."""
        self._read_sum = ""
        """The checksum of the last line that was read."""
        self._restored = 0
        """How many records came from the file and must not be written again."""
        self._refused = 0
        """How many entries the rules refuse."""
        self.session: Session = Session(game, books[0], head.table, self._keep)

    @classmethod
    def create(cls, path: Path, game: Game, book: Rulebook, setup: Setup, now: Now) -> Journal:
        """Begin a journal in a new file. Raises EmptyJournal, and leaves no file then."""
        journal = cls(head_of(book, setup, now(), game.release), game, (book, book), now)
        journal.move_to(path)
        return journal

    @classmethod
    def in_memory(
        cls, game: Game, book: Rulebook, setup: Setup, now: Now, today: Rulebook | None = None
    ) -> Journal:
        """Begin a journal without a file; ``today`` is today's rulebook, if not ``book``."""
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
        """Open a journal and replay it, to continue it or only to read it.

        Raises JournalBroken with the line that is wrong, also if ``find`` raises a RefereeError,
        but not if that is Unreadable, which passes; and JournalLocked if another terminal plays it.
        """
        if not write:
            return cls._restore(path, check_chain(path, read_journal(path)), find, now)
        file = JournalFile.open(path)
        try:
            chain = check_chain(path, file.read())
            journal = cls._restore(path, chain, find, now)
            # Only a journal that can be replayed is repaired; a broken one is not changed.
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
        """The file that takes new records; None if the journal was opened for reading."""
        return self._file.path if self._file else None

    @property
    def digest(self) -> str:
        """The checksum of the last line, which identifies the record: it covers all lines."""
        return self._file.digest if self._file else self._read_sum

    def lost(self) -> Say | None:
        """Return why the journal is not at its path as it was written; None if it is."""
        return self._file.lost() if self._file else None

    def move_to(self, path: Path) -> None:
        """Write the whole journal to a new file and continue there; the old one is not changed.

        A table does this if the disk is full, the file has vanished, or the folder cannot be
        written. Raises EmptyJournal; then nothing has changed.
        """
        del self.times[len(self.session.record) :]  # Ctrl-C came before the session took them
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
        """Write records that are added in this block with this time, not the time of the clock."""
        now, self._now = self._now, lambda: time
        try:
            yield
        finally:
            self._now = now

    def close(self) -> None:
        """Close the file, so that another terminal can continue it."""
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
        """Replay the lines by the numbers of the journal's head."""
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
        except Exception as error:  # a room may raise anything for an impossible table
            what = Say("The first line does not fit the game: {why}.", why=_worded(error))
            raise JournalBroken(path, 1, what) from error
        reader, known = MarkReader(game), _JudgedEntries()
        for number, body in enumerate(chain.lines[1:], start=1):
            try:
                at, mark = reader.read(path, number, body)
            except JournalBroken as broken:
                other = refuse_release(path, number + 1, head, body, game)
                raise other or broken from broken
            journal._replay(path, number, at, mark, known)
        journal._check_next_step(path)
        journal.torn = chain.torn
        journal._read_sum = chain.last_sum
        return journal

    def _check_next_step(self, path: Path) -> None:
        """Check that the next step works with the numbers of the head. Raises JournalBroken."""
        try:
            _ = (step := self.session.step) and step.alternatives
        except Exception as error:  # a room may raise anything for numbers that no rulebook had
            what = Say(
                "The numbers of the first line do not fit the game: {why}.", why=_worded(error)
            )
            raise JournalBroken(path, 1, what) from error

    def _replay(
        self, path: Path, number: int, at: str, mark: Record, known: _JudgedEntries
    ) -> None:
        """Add a record of the file to the session. Raises JournalBroken if it does not fit.

        An event is judged again only to see that the room can judge it and that it names people of
        this table. Its verdict stops nothing, unless the rules refuse more entries than a game has.
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
        except Exception as error:  # an undo of no entry; or a room may raise anything for an event
            what = Say("The line does not fit those before it: {why}.", why=_worded(error))
            raise JournalBroken(path, number + 1, what) from error
        if self._refused > MAX_REFUSED:
            what = Say("The rules refuse more than {most} of these lines.", most=MAX_REFUSED)
            raise JournalBroken(path, number + 1, what)

    def _keep(self, number: int, mark: Record) -> None:
        """Write a new record to the disk before the session takes it. Raises WriteFailed."""
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
    """Return the path of a new journal: ``GAME-DATE-N.jsonl`` with the first N that is free."""
    number = 1
    while os.path.lexists(path := folder / f"{game_id}-{date}-{number}.jsonl"):
        number += 1  # Path.exists raises for a folder that may not be searched
    return path


def _worded(error: Exception) -> str:
    """Return the text of an error of a room, with its kind: a KeyError alone says little."""
    return str(error) if isinstance(error, MisfitError) else f"{type(error).__name__}: {error}"
