"""``referee new``: a holdings file to fill in."""

from __future__ import annotations

import click
from msgspec.structs import replace

from referee.cli.output import complete_games, result_to_be_read
from referee.cli.saved_numbers import kept_for
from referee.cli.setup_options import GameCommand, SetupOptions, seat_options
from referee.files.documents.template import holdings_template
from referee.registry import open_game


@click.command("new", cls=GameCommand)
@click.argument("game", shell_complete=complete_games)
@seat_options
def command(game: str, seats: SetupOptions) -> None:
    """Print a commented holdings file for GAME, to fill in and to score.

    Example: referee new no-swap --players Ana,Bo,Cy,Di > evening.yaml
    """
    room, book = open_game(game)
    setup = seats.setup(room, book)
    kept = kept_for(book, setup).numbers
    setup = replace(setup, numbers={**setup.numbers, **kept})
    result_to_be_read(holdings_template(room, book, setup, tuple(kept)))
