"""``referee explain``: what the code of a diagnostic means, and what helps."""

from __future__ import annotations

import click

from referee.cli.output import format_option, result, style
from referee.core.say import Say
from referee.files.diagnostics.codes import CATALOGUE, find_codes
from referee.files.diagnostics.suggestions import guess
from referee.render.diagnostics import render_codes
from referee.render.formats import Format


@click.command("explain")
@click.argument("code", nargs=-1, metavar="[CODE or WORDS]...")
@format_option(Format.CSV, Format.MARKDOWN)
def command(code: tuple[str, ...], fmt: Format) -> None:
    """Tell what the CODE of a message about a file means, and what to do; or list all codes.

    Example: referee explain FULL-WIDTH
    """
    words = " ".join(code)
    found = find_codes(words)
    if not found:
        remedy = guess(words, [each.code for each in CATALOGUE])
        said = Say("No code “{words}”. {remedy}", words=words, remedy=remedy)
        raise click.UsageError(str(said))
    result(render_codes([(each.code, each.means, each.helps) for each in found], fmt, style()), fmt)
