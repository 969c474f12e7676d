"""``referee sheet``: the round-by-round scoresheet, blank or filled."""

from __future__ import annotations

import click

from referee.cli.opening import names_file, open_journal
from referee.cli.output import format_option, result, style, style_options
from referee.cli.records import blank_sheet, filled_sheet
from referee.cli.rooms import complete_games, open_game
from referee.cli.seats import Seats, seat_options
from referee.tables.formats import Format


@click.command("sheet")
@click.argument("game", shell_complete=complete_games)
@seat_options
@format_option(Format.CSV, Format.MARKDOWN)
@style_options
def command(game: str, seats: Seats, fmt: Format, why: bool, color: str) -> None:
    """Print the scoresheet: of a journal as far as it goes, or the blank form of GAME.

    \b
    Examples: referee sheet no-swap --players Ana,Bo,Cy,Di
              referee sheet no-swap-no-pay-2026-11-21-1.jsonl --format markdown
    """
    if names_file(game):
        seats.refuse_any(game)
        result(filled_sheet(open_journal(game), fmt, style(why=why, color=color)))
        return
    room, book = open_game(game)
    result(blank_sheet(room, book, seats.setup(room, book), fmt))
