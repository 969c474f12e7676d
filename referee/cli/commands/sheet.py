"""``referee sheet`` and ``referee log``: the scoresheet, blank or filled, and the record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from referee.cli.everywhere import Command
from referee.cli.output import columns, for_any_encoding, long_result, style, talk
from referee.cli.parameters import (
    JOURNALS,
    complete_games_or_files,
    format_option,
    game_argument,
    why_option,
)
from referee.cli.setup_options import GameCommand, SetupOptions, seat_options
from referee.core.say import Say
from referee.files.diagnostics import Unreadable, for_shell
from referee.files.documents.detect import DocumentKind, detect
from referee.operations.opening import names_file, open_journal
from referee.registry import open_game
from referee.render.formats import Format

if TYPE_CHECKING:  # a pad records nothing
    from referee.files.journal.journal import Journal


@click.command("sheet", cls=GameCommand)
@game_argument(complete_games_or_files, required=True)
@seat_options
@click.option("--place", default="", metavar="TEXT", help="Where you play, for the title.")
@click.option("--large", is_flag=True, help="Large letters, for those who see badly; with html.")
@click.option("--no-names", is_flag=True, help="Name nobody; leave out notes, reasons and place.")
@click.option("--no-code", is_flag=True, help="Leave out the code, which holds the whole evening.")
@click.option(
    "--open", "is_opened", is_flag=True, help=("Open the page in the browser, to print it.")
)
@format_option(Format.CSV, Format.MARKDOWN, Format.HTML)
@click.option("--why", is_flag=True, hidden=True)
def sheet(
    game: str,
    seats: SetupOptions,
    place: str,
    large: bool,
    no_names: bool,
    no_code: bool,
    is_opened: bool,
    fmt: Format,
    why: bool,
) -> int:
    """Print the scoresheet of a journal, finished or not, of holdings, or a blank pad for GAME.

    A pad needs no names. A sheet always shows where every point comes from.
    For a holdings file the exit code is 1 if a problem was found, as with score.

    \b
    Examples: referee sheet no-swap --players Ana,Bo,Cy,Di --open
              referee sheet no-swap-no-pay-2026-11-21-1.jsonl --format html > saturday.html
              referee sheet evening.yaml --format html --large > large.html
    """
    if is_opened and fmt not in {Format.TABLE, Format.HTML}:
        raise click.UsageError("--open shows a web page. Leave out --format, or use html.")
    from referee.operations import sheets  # no log has one

    if names_file(game):
        seats.reject_all(game)
        has_code = not no_code and fmt is not Format.CSV
        paper = sheets.sheet_of(game, place, talk, sheets.Shown(names=not no_names, code=has_code))
    else:
        room, book = open_game(game)
        many = max(room.players)
        setup = seats.setup(room, book, nobody=[f"#{n + 1}" for n in range(many)])
        names = None if seats.tells_who_plays else [""] * many
        paper = sheets.blank_sheet(room, book, setup, names, place)
    paper = replace(paper, large=large)
    is_unconfirmed = paper.score is not None and not paper.score.is_confirmed
    code = int(is_unconfirmed and paper.sheet is None)
    if is_opened:
        _show_in_browser(sheets.render_document(paper, Format.HTML, style()))
        return code
    look = replace(style(why=True), width=columns())
    shown = sheets.render_document(paper, fmt, look)
    long_result(for_any_encoding(shown) if fmt is Format.HTML else shown, fmt)
    return code


def _show_in_browser(page: str) -> None:
    """Show a page, and say in which file it is. Raises ClickException if it cannot be written."""
    import webbrowser  # few have a sheet shown
    from tempfile import NamedTemporaryFile

    try:
        with NamedTemporaryFile(
            "w", prefix="referee-", suffix=".html", delete=False, encoding="utf-8"
        ) as file:
            file.write(page)
    except OSError as error:
        said = "The page cannot be written ({why}); print it with --format html."
        raise click.ClickException(str(Say(said, why=str(error)))) from error
    path = Path(file.name)
    said = "No browser could be opened; the sheet is in {path}."
    if webbrowser.open(path.as_uri()):
        said = "The sheet is in {path}."
    talk(str(Say(said, path=for_shell(path))))


@click.command("log", cls=Command)
@click.argument("journal", type=JOURNALS)
@format_option(Format.CSV, Format.MARKDOWN)
@click.option("--all", "is_complete", is_flag=True, help="Also show entries that were taken back.")
@why_option
def log(journal: str, fmt: Format, is_complete: bool, why: bool) -> None:
    """Show the entries of JOURNAL, each with its ruling.

    --all adds entries that were taken back or corrected; --why adds what was typed, the step
    and the rules.

    Example: referee log no-swap-no-pay-2026-11-21-1.jsonl
    """
    from referee.operations.log import log_items  # a pad records nothing
    from referee.render.logs import render_log

    items = log_items(_record(journal), is_complete=is_complete)
    long_result(render_log(items, fmt, style(why=why)), fmt)


def _record(path: str) -> Journal:
    """Open a journal, or play the evening of a paper again."""
    try:
        opened = detect(path)
    except Unreadable:  # what opens a journal says what is wrong
        return open_journal(path, talk)
    if opened.kind is not DocumentKind.PAPER:
        return open_journal(path, talk)
    from referee.operations.papers.reading import evening_of, open_paper  # most are journals

    return evening_of(open_paper(opened, path))
