"""The record of a journal as log and as sheet, with the table's marks where they belong."""

from __future__ import annotations

from typing import Any, Final

from referee.cli.tally import tally_of
from referee.core.game import AnyGame
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.session import GlassMark, GlassWord, Mark, Note, Session, Strike
from referee.core.table import Setup
from referee.files.journal import Journal
from referee.tables.formats import Format, Style
from referee.tables.logs import LogItem
from referee.tables.sheets import show_sheet

HIDDEN: Final = Say("(hidden)")
"""What stands for words that are not for everyone's eyes; the journal has them."""
GLASS: Final = {
    GlassWord.PAUSED: ("/pause", Say("The glass stands still.")),
    GlassWord.RESUMED: ("/resume", Say("The glass runs on.")),
    GlassWord.LEFT: ("", Say("The game was left, and the glass with it.")),
    GlassWord.GONE_ON: ("", Say("The game goes on; the time between does not count.")),
}
"""What was typed, and what it means; nobody types that he goes."""


def log_items(journal: Journal) -> list[LogItem]:
    """List every mark of the record with the ruling it was given, struck ones too.

    The record is replayed, so that each entry is judged where it was made.
    """
    record = journal.session.record
    struck = {n for mark in record if isinstance(mark, Strike) for n in mark.entries}
    replay: Session[Any, Any] = Session(
        journal.session.game, journal.session.book, journal.session.setup
    )
    items = []
    for number, mark in enumerate(record, start=1):
        items.append(_item(replay, number, journal.times[number - 1], mark, struck))
        replay.add(mark)
    return items


def _item(replay: Session[Any, Any], number: int, at: str, mark: Mark, struck: set[int]) -> LogItem:
    if isinstance(mark, Strike):
        said = Say("taken back: {numbers}", numbers=mark.entries)
        return LogItem(number=number, at=at, step="", words="/undo", said=said)
    if isinstance(mark, Note):
        return LogItem(
            number=number,
            at=at,
            step="",
            words="/note",
            note=mark.text,
            said=Say(""),
        )
    if isinstance(mark, GlassMark):
        words, said = GLASS[mark.word]
        return LogItem(number=number, at=at, step="", words=words, said=said)
    ruling = replay.game.judge(replay.book, replay.state, mark.event)
    return LogItem(
        number=number,
        at=at,
        step=mark.step,
        words=str(HIDDEN) if mark.secret else mark.words,
        said=ruling.reason,
        rules=ruling.cites,
        struck=number in struck,
        overruled=mark.overruled,
        by_clock=mark.by_clock,
    )


def sheet_marks(session: Session[Any, Any]) -> dict[int, list[str]]:
    """Hang strikes, notes, overrulings and pauses on the events in force, counted from 0.

    What was struck, noted or paused stands with the event before it, or else with the first.
    """
    marks: dict[int, list[str]] = {}
    in_force = list(session.in_force)
    struck = {n for mark in session.record if isinstance(mark, Strike) for n in mark.entries}
    at = -1
    for number, mark in enumerate(session.record, start=1):
        if number in in_force:
            at += 1
        said = _mark(mark, number, is_struck=number in struck)
        if said:
            marks.setdefault(max(at, 0), []).append(said)
    return marks


def _mark(mark: Mark, number: int, *, is_struck: bool) -> str:
    if isinstance(mark, Note):
        return str(Say("note: {text}", text=mark.text))
    if isinstance(mark, Strike):
        return ""
    if isinstance(mark, GlassMark):
        return _stopped(mark.word, number)
    if is_struck:
        words = str(HIDDEN) if mark.secret else mark.words
        return str(Say("struck {n}: {words}", n=number, words=words))
    if mark.overruled:
        return str(Say("overruled {n}: {reason}", n=number, reason=mark.overruled))
    return ""


def _stopped(word: GlassWord, number: int) -> str:
    """Word that the table stopped the glass; that it left the program is no matter of the game."""
    if word is GlassWord.PAUSED:
        return str(Say("paused {n}", n=number))
    return str(Say("resumed {n}", n=number)) if word is GlassWord.RESUMED else ""


def filled_sheet(journal: Journal, fmt: Format, style: Style) -> str:
    """Word the sheet of a journal as far as it goes, and the final score where there is one.

    JSON and CSV hold the sheet alone; ``referee score`` gives the score in these.
    """
    session = journal.session
    sheet = session.game.sheet(session.book, session.setup, session.log())
    shown = show_sheet(sheet, fmt, head=_head(journal), marks=sheet_marks(session))
    tallied = tally_of(session)
    if fmt in {Format.JSON, Format.CSV} or isinstance(tallied, Say):
        return shown
    return f"{shown}\n{tallied.show(fmt, style)}"


def blank_sheet(game: AnyGame, book: Rulebook, setup: Setup, fmt: Format) -> str:
    """Word the blank form of a table."""
    return show_sheet(game.sheet(book, setup, ()), fmt, head=_table_head(book, setup))


def _head(journal: Journal) -> list[tuple[str, str]]:
    session = journal.session
    return [("begun", journal.head.at), *_table_head(session.book, session.setup)]


def _table_head(book: Rulebook, setup: Setup) -> list[tuple[str, str]]:
    options = ", ".join(f"{name}={','.join(values)}" for name, values in setup.options.items())
    head = [
        ("rulebook", f"{book.game} {book.version} ({book.digest})"),
        ("players", ", ".join(setup.seating)),
    ]
    return head + ([("switches", options)] if options else [])
