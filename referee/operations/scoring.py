"""Score and audit a final count, typed or from a journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.core.game import Game
from referee.core.paper.score_summary import Summary
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.ruling import FieldPath
from referee.core.say import Say
from referee.core.table import FinalCount
from referee.render.formats import Format, Style
from referee.render.scores import render_comparison, render_scores
from referee.render.text import wrapped_sentences

if TYPE_CHECKING:  # a typed count has no session, and no journal
    from referee.core.play.session import Session
    from referee.files.journal.journal import Journal
    from referee.operations.opening import LoadedFile


class ScoreReport(Summary, frozen=True, kw_only=True):
    """A scored and audited final count: its summary, its game, and the count."""

    room: Game
    final: FinalCount

    @property
    def exit_code(self) -> int:
        """0 if the audit confirms the count, else 1."""
        return int(not self.is_confirmed)

    def show(self, fmt: Format, style: Style) -> str:
        """Print scores, outcome and findings."""
        return _wrapped(render_scores(self, fmt, style), fmt, style)


def score_report(
    game: Game,
    book: Rulebook,
    final: FinalCount,
    lines: Mapping[FieldPath, int] | None = None,
    entries: Mapping[FieldPath, int] | None = None,
) -> ScoreReport:
    """Score and audit a final count. Raises NumberMissing if the table still has to give a number.

    ``lines`` are those of a typed file; ``entries`` are the numbers of the entries in which a
    session counted each part.
    """
    return ScoreReport(
        game=game.id,
        title=game.title,
        room=game,
        book=book,
        final=final,
        sheet=game.final.scoresheet(book, final),
        audit=game.final.audit(book, final, entries),
        lines=lines or {},
        unchecked=game.final.unchecked(book, final),
        entries=entries or {},
    )


def holdings_report(read: LoadedFile) -> ScoreReport:
    """Score a holdings file."""
    from referee.operations.opening import open_holdings  # who plays opens no file

    book, holdings = open_holdings(read)
    return score_report(read.game, book, holdings.count, holdings.lines)


def session_report(session: Session) -> ScoreReport | Say:
    """Score a session that is over; otherwise say what is still hidden."""
    final = session.game.ending.count(session.state)
    if isinstance(final, Say):
        return final
    entries = {path: n for n, event in enumerate(session.log(), 1) for path in event.counted}
    return score_report(session.game, session.book, final, entries=entries)


def show_journal_score(journal: Journal, report: ScoreReport, fmt: Format, style: Style) -> str:
    """Print the score of a journal, by the numbers it was played with.

    If today's rulebook gives another score, both are printed, with the rules that changed.
    """
    today = score_today(journal, report)
    if today is None:
        return report.show(fmt, style)
    changed = changed_rules(report.book, today.book)
    return _wrapped(render_comparison(report, today, changed, fmt, style), fmt, style)


def _wrapped(text: str, fmt: Format, style: Style) -> str:
    """Wrap the sentences of a score to the width of its table, in a pipe too."""
    return wrapped_sentences(text, style.cells) if fmt is Format.TABLE else text


def score_today(journal: Journal, report: ScoreReport) -> Summary | None:
    """Score a journal by today's rulebook; None if that gives the same."""
    today = journal.rulebook_now.with_table_numbers(journal.session.setup.numbers)
    if not changed_rules(report.book, today):
        return None
    other = score_report(report.room, today, report.final, entries=report.entries)
    return other if other.sheet != report.sheet else None


def changed_rules(then: Rulebook, now: Rulebook) -> tuple[RuleRef, ...]:
    """List the rules whose numbers are not the same in both rulebooks."""
    ids = dict.fromkeys((*then.rules, *now.rules))
    return tuple(RuleRef(i) for i in ids if _numbers(then, i) != _numbers(now, i))


def _numbers(book: Rulebook, rule_id: str) -> Mapping[str, object]:
    return book.rules[rule_id].constants if rule_id in book.rules else {}
