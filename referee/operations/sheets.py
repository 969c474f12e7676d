"""Make the scoresheet of a table: blank before the game, or filled from its journal."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, structs

from referee import __version__
from referee.core.game import Game
from referee.core.paper.lines import END, RoundSummary
from referee.core.paper.round_sheet import RoundSheet, SummaryRow
from referee.core.paper.score_summary import Summary, not_checked
from referee.core.paper.sheet_document import (
    Decision,
    Occasion,
    Provenance,
    SheetCode,
    SheetDocument,
)
from referee.core.paper.wording import constant_text
from referee.core.play.marks.depth import DepthChosen
from referee.core.play.reading.commands import PLACE
from referee.core.play.session import Session
from referee.core.rulebook import Rule, Rulebook, RuleRef
from referee.core.ruling import Verdict
from referee.core.say import AsIs, Say, join, worded
from referee.core.table import ROUND, Setup
from referee.files.documents.detect import DocumentKind
from referee.files.journal.journal import Journal
from referee.operations.log import entry_items, with_notes
from referee.operations.opening import LoadedFile, open_journal, opened_as, read_as
from referee.operations.papers import writing
from referee.operations.papers.replaying import NO_REASON
from referee.operations.scoring import holdings_report, score_today, session_report
from referee.render.formats import Format, Style
from referee.render.scores import cited_rules
from referee.render.sheets import render_sheet

if TYPE_CHECKING:  # few sheets are of paper
    from referee.operations.papers.reading import Paper


class Shown(Struct, frozen=True):
    """What a sheet may show: ``names``, with notes, reasons and place, and its ``code``."""

    names: bool = True
    code: bool = True


ALL: Final = Shown()


def filled_sheet(
    journal: Journal,
    path: Path,
    place: str = "",
    code: SheetCode | None = None,
    shown: Shown = ALL,
) -> SheetDocument:
    """Make the sheet of a journal as far as it goes, with the final score if there is one.

    The JSON has ``path`` and the journal's digest; a paper has the ``code`` of the evening, which
    is written here if the evening is over and no code is given.
    """
    place = place or journal.session.preferences.get(PLACE, "")
    decided: set[int] | None = None
    if not shown.names:
        (journal, code), place = writing.evening_without_names(journal), ""
    elif code is None and shown.code:
        judged = set[int]()
        code = writing.code_of(journal, place, judged)
        decided = judged if code else None
    code = code if shown.code else None
    session = journal.session
    book = session.book
    report = session_report(session)
    paper, log = session.game.paper, session.log()
    sheet = session.game.sheet(book, session.setup, log)
    summary = None if isinstance(report, Say) else report
    if summary is not None:
        behind = {row: tuple(n + 1 for n in each) for row, each in sheet.behind.items()}
        summary = structs.replace(summary, behind=behind)
        sheet = _ended(sheet, summary, paper.in_short)
    today = None if isinstance(report, Say) else score_today(journal, report)
    decisions = tuple(_decisions(journal, decided))
    cites = [ref for each in (summary, today) if each for ref in cited_rules(each)]
    cites += [ref for each in decisions for ref in each.rules]
    return SheetDocument(
        game=session.game.id,
        title=worded(session.game.title),
        language=book.edition.language,
        occasion=Occasion(
            players=len(session.setup.seating),
            begun=journal.head.at,
            ended=journal.times[-1] if journal.times else "",
            place=place,
            former={str(now): before for now, before in session.former.items()},
            by_round=_is_by_round(session),
        ),
        provenance=_provenance(session.game, book, session.setup, code, journal, path),
        sheet=sheet,
        seats=session.setup.seating,
        decided=decisions,
        score=summary,
        score_today=today,
        hidden=report if isinstance(report, Say) else None,
        unchecked=() if summary is None else (not_checked(summary.unchecked),),
        rules=_rules(book, cites),
        row_order=_score_rows(session.game, book, session.setup),
        ink=paper.ink,
        code=code,
    )


def _ended(sheet: RoundSheet, summary: Summary, short: RoundSummary[Any] | None) -> RoundSheet:
    """Add the totals to a chart of points, and a last row to the rounds."""
    scores = {str(score.player): score for score in summary.sheet.scores}
    chart = sheet.chart
    if chart and chart.of_points:
        chart = chart.ended({player: score.total for player, score in scores.items()})
    table = sheet.in_short
    if short and short.at_end and table.rows:
        end = SummaryRow(
            round=END,
            cells=tuple(short.at_end(scores[seat]) for seat in sheet.seats),
            before=(None,) * len(table.before),
            after=(None,) * len(table.after),
        )
        table = structs.replace(table, rows=(*table.rows, end))
    return structs.replace(sheet, chart=chart, in_short=table)


def sheet_of(
    path: str,
    place: str = "",
    tell: Callable[[Say], object] | None = None,
    shown: Shown = ALL,
) -> SheetDocument:
    """Make the sheet of a journal, of a holdings file, or of a paper of either.

    Raises as opening and scoring do.
    """
    opened = None if path.endswith(".jsonl") else opened_as(path)
    if opened is None or opened.kind is DocumentKind.JOURNAL:
        return filled_sheet(open_journal(path, tell), Path(path), place, shown=shown)
    if opened.kind is DocumentKind.PAPER:
        from referee.operations.papers.reading import open_paper  # few sheets are of paper

        return sheet_again(open_paper(opened, path), place, shown)
    return holdings_sheet(read_as(opened, path, DocumentKind.HOLDINGS), place, shown=shown)


def sheet_again(paper: Paper, place: str = "", shown: Shown = ALL) -> SheetDocument:
    """Make the sheet of a paper again, with the code that it has. Raises Unreadable."""
    head = paper.payload.head
    code = paper.code if place in {"", head.place} else None
    place = place or head.place
    if head.holdings is not None:
        return holdings_sheet(paper.holdings(), place, code, shown)
    return filled_sheet(paper.evening(), Path(), place, code, shown)


def holdings_sheet(
    read: LoadedFile,
    place: str = "",
    code: SheetCode | None = None,
    shown: Shown = ALL,
) -> SheetDocument:
    """Make the sheet of a holdings file: without rounds, times and entries.

    Raises Unreadable where the file cannot be scored, and NumberMissing.
    """
    if not shown.names:
        read, place, code = writing.holdings_without_names(read), "", None
    report = holdings_report(read)
    summary, game = structs.replace(report, lines={}), report.room
    if not shown.code:
        code = None
    elif code is None:
        code = writing.holdings_code(read, report.final.setup, place)
    return SheetDocument(
        game=game.id,
        title=worded(game.title),
        language=report.book.edition.language,
        occasion=Occasion(players=len(summary.sheet.scores), place=place),
        provenance=_provenance(game, report.book, report.final.setup, code),
        seats=report.final.setup.seating,
        score=summary,
        unchecked=(not_checked(summary.unchecked),),
        rules=_rules(report.book, cited_rules(summary)),
        row_order=summary.sheet.rows,
        ink=game.paper.ink,
        code=code,
    )


def blank_sheet(
    game: Game, book: Rulebook, setup: Setup, seats: Sequence[str] | None = None, place: str = ""
) -> SheetDocument:
    """Make the pad of a table; ``seats`` are the names on it if they are not the players'."""
    book = book.with_table_numbers(setup.numbers)
    names = tuple(setup.seating if seats is None else seats)
    return SheetDocument(
        game=game.id,
        title=worded(game.title),
        language=book.edition.language,
        occasion=Occasion(players=len(names), place=place),
        provenance=_provenance(game, book, setup),
        pad=game.pad(book, setup, names),
        seats=names,
        row_order=_most_score_rows(game, book, setup),
        ink=game.paper.ink,
    )


def _most_score_rows(game: Game, book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """List the rows of a pad: the most that a table can have, with any option still open."""
    unsaid = (each for name, each in book.options.items() if name not in setup.options)
    agreed = ({each.name: (value,)} for each in unsaid for value in each.values)
    setups = (structs.replace(setup, options={**setup.options, **each}) for each in ({}, *agreed))
    return max((_score_rows(game, book, each) for each in setups), key=len)


def _score_rows(game: Game, book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    return game.final.rows(book, setup.options) if "score" in game.parts else ()


def render_document(paper: SheetDocument, fmt: Format, style: Style) -> str:
    """Render a scoresheet as a page to print, or as text."""
    if fmt is Format.HTML:
        from referee.html.page import render_page  # its templates take time to load

        return render_page(paper)
    return render_sheet(paper, fmt, style)


def _is_by_round(session: Session) -> bool:
    chosen = (event.by for event in session.log() if isinstance(event, DepthChosen))
    return ROUND in {session.setup.by, *chosen}


def _decisions(journal: Journal, decided: Container[int] | None) -> Iterator[Decision]:
    """Yield what the table overruled, ruled on itself, and noted, by rounds.

    What was taken back is left out. ``decided`` are the positions of the entries that the table
    decided, if they are known already.
    """
    session = journal.session
    paper = session.game.paper
    is_over = session.step is None

    def when(last: int) -> Say | None:  # few entries need it, and each is looked up in the states
        if not last:
            return None
        if paper.is_of_end(session.log()[last - 1], session.states.at(last - 1)):
            return END
        n = paper.number(session.states.at(last - 1))
        return Say("{counts} {n}", counts=paper.counts, n=n) if n else Say("setup")

    for last, item in with_notes(journal, entry_items(journal, only=decided)):
        if item.note:
            yield Decision(when=when(last), said=(Say("Note: {text}", text=item.note),))
        if item.number is None:
            continue
        if session.entry(session.active[item.number - 1]).secret and not is_over:
            continue
        if item.overrule_reason:
            allowed = _allowed_by_table(item.overrule_reason)
            yield Decision(when=when(last), said=(item.said, allowed), rules=item.rules)
        elif item.verdict is Verdict.TABLE_CALL:
            yield Decision(when=when(last), said=(item.said,), rules=item.rules)


def _allowed_by_table(reason: str) -> Say:
    if reason == NO_REASON:
        return Say("The table allowed it.")
    return Say("The table allowed it: “{reason}”.", reason=reason)


def _provenance(  # noqa: PLR0913 - what a sheet is made from
    game: Game,
    book: Rulebook,
    setup: Setup,
    code: SheetCode | None = None,
    journal: Journal | None = None,
    path: Path | None = None,
) -> Provenance:
    switches = {name: ",".join(values) for name, values in setup.options.items()}
    house = [(n, v) for n, v in switches.items() if v != book.options[n].default]
    house += [(name, ",".join(map(str, each))) for name, each in setup.numbers.items()]
    return Provenance(
        program=__version__,
        game=game.title,
        rulebook=book.version,
        rulebook_digest=book.digest,
        package=" ".join(game.release).strip(),
        journal=path.name if path else "",
        digest=journal.digest if journal else "",
        evening=code.evening if code else "",
        entries=len(journal.session.active) if journal else 0,
        corrections=journal.corrections if journal else 0,
        house_rules=tuple(house),
    )


def _rules(book: Rulebook, cites: Iterable[RuleRef]) -> tuple[Rule, ...]:
    """Return the cited rules; table numbers follow the text of their rule."""
    cited = book.in_order({ref.rule_id for ref in cites})
    return tuple(_with_table_numbers(book.rules[ref.rule_id]) for ref in cited)


def _with_table_numbers(rule: Rule) -> Rule:
    read_out = [rule.constants[name] for name in rule.table_numbers if name in rule.constants]
    said = [Say("At this table: {numbers}.", numbers=constant_text(each)) for each in read_out]
    text = join([AsIs(rule.text.strip()), *said], " ")
    return structs.replace(rule, text=str(text)) if said else rule
