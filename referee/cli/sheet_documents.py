"""The scoresheet of a table: blank before the game, or filled from its journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from referee.cli.log_items import log_items
from referee.cli.score_report import score_today, session_report
from referee.core.game import Game
from referee.core.paper.sheet_document import Annotation, SheetDocument, time_text
from referee.core.play.record import (
    Entry,
    Fix,
    Note,
    Record,
    Rename,
    Seats,
    TimerAction,
    TimerMark,
    Undo,
)
from referee.core.play.session import Session
from referee.core.rulebook import Rule, Rulebook, RuleRef
from referee.core.ruling import Verdict
from referee.core.say import Say
from referee.core.table import Setup
from referee.files.journal.journal import Journal
from referee.render.formats import Format, Style
from referee.render.scores import cited_rules
from referee.render.sheets import render_sheet

_STOPPED: Final = {TimerAction.PAUSED: Say("paused"), TimerAction.RESUMED: Say("resumed")}
"""That the table left the program is no matter of the game."""


def filled_sheet(journal: Journal, path: Path) -> SheetDocument:
    """Gather the sheet of a journal as far as it goes, and the final score where there is one.

    ``path`` is the file that the foot names beside the journal's digest, which ties the paper
    to it: any other entry, or another order, would give another digest.
    """
    session = journal.session
    book = session.book
    tallied = session_report(session)
    told = None if isinstance(tallied, Say) else tallied.told
    today = None if isinstance(tallied, Say) else score_today(journal, tallied)
    rulings = tuple(
        item for item in log_items(journal) if item.verdict not in {None, Verdict.ALLOWED}
    )
    corrections = sum(isinstance(mark, Undo | Fix | Rename | Seats) for mark in session.record)
    scored = [ref for each in (told, today) if each for ref in cited_rules(each)]
    cites = [*scored, *(ref for item in rulings for ref in item.rules)]
    return SheetDocument(
        sheet=session.game.sheet(book, session.setup, session.log()),
        head=(
            *_head(session.game, book, session.setup),
            ("begun", time_text(journal.head.at)),
            *([("last entry", time_text(journal.times[-1]))] if journal.times else []),
        ),
        foot=(
            ("journal", path.name),
            ("entries", str(len(session.active))),
            *([("corrections", str(corrections))] if corrections else []),
            ("digest", journal.digest),
        ),
        language=book.edition.language,
        rules=_rules(book, cites),
        annotations=tuple(table_marks(session)),
        rulings=rulings,
        score=told,
        score_today=today,
        hidden=tallied if isinstance(tallied, Say) else None,
    )


def blank_sheet(game: Game, book: Rulebook, setup: Setup) -> SheetDocument:
    """Gather the blank form of a table."""
    book = book.with_table_numbers(setup.numbers)
    margin = game.reference(book, setup)
    cites = [ref for line in margin.scoring for ref in line.rules]
    return SheetDocument(
        sheet=game.sheet(book, setup, ()),
        head=_head(game, book, setup),
        foot=(),
        language=book.edition.language,
        rules=_rules(book, [*margin.rules_asked_most, *cites]),
        reference=margin,
        sitting=len(setup.seating),
    )


def render_document(paper: SheetDocument, fmt: Format, style: Style) -> str:
    """Show a scoresheet as a page for the printer, or in letters."""
    if fmt is Format.HTML:
        from referee.html.page import render_page  # its templates are dear

        return render_page(paper)
    return render_sheet(paper, fmt, style)


def table_marks(session: Session) -> Iterator[Annotation]:
    """Hang notes, table decisions and pauses on the events in force, counted from 0.

    What was noted or paused stands with the event before it, or else with the first.
    """
    at, count = -1, 0
    for number, mark in enumerate(session.record, start=1):
        at = session.place(number) - 1 if number in session.places else at
        said = _said(mark) if number in session.places or not isinstance(mark, Entry) else None
        if said is not None:
            count += 1
            yield Annotation(count, *said, entry=max(at, 0))


def _said(mark: Record) -> tuple[Say, str] | None:
    """Tell the kind of a mark and what it says; None for what was simply played."""
    match mark:
        case Note(text):
            return Say("note"), text
        case TimerMark(word):
            return (_STOPPED[word], "") if word in _STOPPED else None
        case Entry() if mark.overrule_reason:
            return Say("table decision"), mark.overrule_reason
    return None


def _head(game: Game, book: Rulebook, setup: Setup) -> tuple[tuple[str, str], ...]:
    """Name the game, its print, the rules in force and the table, in that order."""
    switches = {name: switch.default for name, switch in book.options.items()}
    switches |= {name: ",".join(values) for name, values in setup.options.items()}
    numbers = {name: ", ".join(map(str, each)) for name, each in setup.numbers.items()}
    facts = {
        "game": game.title,
        "edition": book.edition.title,
        "rulebook": str(
            Say("{game} {n} ({digest})", game=book.game, n=book.version, digest=book.digest)
        ),
        "players": ", ".join(setup.seating),
        **setup.roles,
        "switches": ", ".join(f"{name}={value}" for name, value in switches.items()),
        **numbers,
    }
    return tuple((name, fact) for name, fact in facts.items() if fact)


def _rules(book: Rulebook, cites: Iterable[RuleRef]) -> tuple[Rule, ...]:
    """Give each rule once, in the order of the rulebook."""
    cited = book.in_order({ref.rule_id for ref in cites})
    return tuple(book.rules[ref.rule_id] for ref in cited)
