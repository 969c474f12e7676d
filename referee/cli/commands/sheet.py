"""``referee sheet``: the round-by-round scoresheet, blank or filled."""

from __future__ import annotations

import tempfile
import webbrowser
from functools import partial
from pathlib import Path
from shutil import get_terminal_size

import click
from msgspec.structs import replace

from referee.cli.open_files import names_file, open_journal
from referee.cli.output import (
    completed,
    for_any_encoding,
    format_option,
    long_result,
    pager_option,
    style,
    style_options,
    talk,
)
from referee.cli.reports.sheet_documents import blank_sheet, filled_sheet, render_document
from referee.cli.setup_options import GameCommand, SetupOptions, seat_options
from referee.core.say import Say
from referee.registry import open_game
from referee.render.formats import Format


def show_in_browser(page: str) -> None:
    """Show a page, and say in which file it is; where no browser opens, that alone.

    Raises ClickException where the file cannot be written.
    """
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="referee-", suffix=".html", delete=False, encoding="utf-8"
        ) as file:
            file.write(page)
    except OSError as error:
        said = Say(
            "The page cannot be written ({why}); print it with --format html.", why=str(error)
        )
        raise click.ClickException(str(said)) from error
    path = Path(file.name)
    if webbrowser.open(path.as_uri()):
        talk(str(Say("The sheet is in {path}.", path=str(path))))
    else:
        talk(str(Say("No browser could be opened; the sheet is in {path}.", path=str(path))))


@click.command("sheet", cls=GameCommand)
@click.argument("game", shell_complete=partial(completed, "games_or_files"))
@seat_options
@click.option("--place", default="", metavar="TEXT", help="Where you play, for the title.")
@click.option("--open", "is_opened", is_flag=True, help="Show it in the browser, to print it.")
@format_option(Format.CSV, Format.MARKDOWN, Format.HTML)
@pager_option
@style_options
def command(
    game: str,
    seats: SetupOptions,
    place: str,
    is_opened: bool,
    fmt: Format,
    no_pager: bool,
    why: bool,
    color: str,
) -> None:
    """Print the scoresheet: of a journal as far as it goes, or the pad of GAME to fill in.

    The names of a pad are optional, to print it for any evening. A sheet always shows its
    workings and the rules behind them, with or without --why.

    \b
    Examples: referee sheet no-swap --players Ana,Bo,Cy,Di --open
              referee sheet no-swap-no-pay-2026-11-21-1.jsonl --format html > saturday.html
    """
    if is_opened and fmt not in {Format.TABLE, Format.HTML}:
        raise click.UsageError("--open shows a web page. Leave out --format, or use html.")
    if names_file(game):
        seats.reject_all(game)
        paper = filled_sheet(open_journal(game), Path(game), place)
    else:
        room, book = open_game(game)
        many = max(room.players)
        setup = seats.setup(room, book, nobody=[f"#{n + 1}" for n in range(many)])
        names = None if seats.tells_who_plays else [""] * many
        paper = blank_sheet(room, book, setup, names, place)
    if is_opened:
        from referee.cli.commands.sheet import show_in_browser  # few have it shown

        show_in_browser(render_document(paper, Format.HTML, style()))
        return
    shown = render_document(
        paper, fmt, replace(style(why=True, color=color), width=terminal_width())
    )
    shown = for_any_encoding(shown) if fmt is Format.HTML else shown
    long_result(shown, fmt, no_pager=no_pager)


def terminal_width() -> int:
    """Tell how many cells a line has: COLUMNS, else the terminal, else 80."""
    return get_terminal_size().columns
