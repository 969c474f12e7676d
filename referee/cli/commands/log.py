"""``referee log``: what happened, entry by entry."""

from __future__ import annotations

import click

from referee.cli.open_files import open_journal
from referee.cli.output import (
    JOURNALS,
    format_option,
    long_result,
    pager_option,
    style,
    style_options,
)
from referee.cli.reports.log_items import log_items
from referee.render.formats import Format
from referee.render.logs import render_log


@click.command("log")
@click.argument("journal", type=JOURNALS)
@format_option(Format.CSV, Format.MARKDOWN)
@click.option("--all", "is_complete", is_flag=True, help="Also show entries that were taken back.")
@pager_option
@style_options
def command(
    journal: str, fmt: Format, is_complete: bool, no_pager: bool, why: bool, color: str
) -> None:
    """Print every entry of JOURNAL that counts, with its ruling.

    With --all what was taken back or corrected is shown as well, in the order of the record;
    with --why what was typed at which step, and the rules.

    Example: referee log no-swap-no-pay-2026-11-21-1.jsonl
    """
    items = log_items(open_journal(journal), is_complete=is_complete)
    shown = render_log(items, fmt, style(why=why, color=color))
    long_result(shown, fmt, no_pager=no_pager)
