"""``referee score``: final scoring of a holdings file or a journal."""

from __future__ import annotations

import click

from referee.cli.open_files import open_journal, opened_as, read_as
from referee.cli.output import ANY_FILE, format_option, result, style, style_options
from referee.cli.reports.score_report import score_report, session_report
from referee.core.say import Say
from referee.files.documents.detect import DocumentKind
from referee.files.documents.holdings import read_holdings
from referee.render.formats import Format, Style


@click.command("score")
@click.argument("file", type=ANY_FILE)
@format_option(Format.CSV, Format.MARKDOWN)
@style_options
def command(file: str, fmt: Format, why: bool, color: str) -> int:
    """Score a holdings FILE or a journal, and check it.

    The exit code is 1 if a problem was found, or if a journal is not at its end.

    Example: referee score evening.yaml --why
    """
    shown = style(why=why, color=color)
    opened = opened_as(file)
    if opened.kind is DocumentKind.JOURNAL:
        return _score_journal(file, fmt, shown)
    read = read_as(opened, file, DocumentKind.HOLDINGS)
    holdings = read_holdings(read.document, read.game, read.book)
    book = read.book.with_table_numbers(holdings.count.setup.numbers)
    tallied = score_report(read.game, book, holdings.count, holdings.lines)
    result(tallied.show(fmt, shown), fmt)
    return tallied.exit_code


def _score_journal(path: str, fmt: Format, shown: Style) -> int:
    from referee.cli.reports.score_report import (
        show_journal_score,  # a typed count needs no journal
    )
    from referee.render.scores import render_unfinished

    journal = open_journal(path)
    tallied = session_report(journal.session)
    if isinstance(tallied, Say):
        result(render_unfinished(tallied, game=journal.session.game.id, fmt=fmt), fmt)
        return 1
    result(show_journal_score(journal, tallied, fmt, shown), fmt)
    return tallied.exit_code
