"""``referee log``: what happened, entry by entry."""

from __future__ import annotations

import click

from referee.cli.log_items import log_items
from referee.cli.open_files import open_journal
from referee.cli.output import format_option, result, style, style_options
from referee.render.formats import Format
from referee.render.logs import render_log


@click.command("log")
@click.argument("journal", type=click.Path())
@format_option(Format.CSV, Format.MARKDOWN)
@style_options
def command(journal: str, fmt: Format, why: bool, color: str) -> None:
    """Print every entry of JOURNAL with its ruling; struck ones are marked.

    Example: referee log no-swap-no-pay-2026-11-21-1.jsonl
    """
    result(render_log(log_items(open_journal(journal)), fmt, style(why=why, color=color)), fmt)
