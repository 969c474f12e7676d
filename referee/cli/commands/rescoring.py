"""The score of a journal: by the numbers it was played with, and by today's."""

from __future__ import annotations

from collections.abc import Mapping

from referee.cli.commands.tally import Tally, tally
from referee.core.paper.score_summary import Summary
from referee.core.rulebook import Rulebook, RuleRef
from referee.files.journal.journal import Journal
from referee.render.formats import Format, Style
from referee.render.scores import render_comparison


def show_journal_score(journal: Journal, tallied: Tally, fmt: Format, style: Style) -> str:
    """Word the score of a journal, by today's rulebook too where that gives another.

    A journal is scored by the numbers it was played with. Where a ruling was corrected since,
    the table sees both results and which rules changed.
    """
    today = score_today(journal, tallied)
    if today is None:
        return tallied.show(fmt, style)
    changed = changed_rules(tallied.book, today.book)
    return render_comparison(tallied.told, today, changed, fmt, style)


def score_today(journal: Journal, tallied: Tally) -> Summary | None:
    """Score a journal by today's rulebook; None where that gives the same."""
    today = journal.rulebook_now.with_table_numbers(journal.session.setup.numbers)
    if not changed_rules(tallied.book, today):
        return None
    other = tally(tallied.game, today, tallied.final)
    return other.told if other.sheet != tallied.sheet else None


def changed_rules(then: Rulebook, now: Rulebook) -> tuple[RuleRef, ...]:
    """List the rules whose numbers are not the same in both rulebooks."""
    ids = dict.fromkeys((*then.rules, *now.rules))
    return tuple(RuleRef(i) for i in ids if _numbers(then, i) != _numbers(now, i))


def _numbers(book: Rulebook, rule_id: str) -> Mapping[str, object]:
    return book.rules[rule_id].constants if rule_id in book.rules else {}
