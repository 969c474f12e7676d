"""The record of a journal, mark by mark, with the ruling that each entry was given."""

from __future__ import annotations

from typing import Final

from referee.core.paper.sheet_document import LogItem
from referee.core.play.session import GlassMark, GlassWord, Mark, Note, Session, Strike
from referee.core.say import Say
from referee.files.journal import Journal

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
    replay: Session = Session(journal.session.game, journal.session.book, journal.session.setup)
    items = []
    for number, mark in enumerate(record, start=1):
        items.append(_item(replay, number, journal.times[number - 1], mark, struck))
        replay.add(mark)
    return items


def _item(replay: Session, number: int, at: str, mark: Mark, struck: set[int]) -> LogItem:
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
    ruling = replay.game.course.rule_on(replay.book, replay.state, mark.event)
    return LogItem(
        number=number,
        at=at,
        step=mark.step,
        words=str(HIDDEN) if mark.secret else mark.words,
        said=ruling.reason,
        verdict=ruling.verdict,
        rules=ruling.rules,
        is_undone=number in struck,
        overrule_reason=mark.overruled,
        by_timer=mark.by_clock,
    )
