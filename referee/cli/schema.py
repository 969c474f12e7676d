"""``referee schema``: JSON Schema of the holdings file."""

from __future__ import annotations

import click

from referee.cli.output import complete_games, result
from referee.files.schema import holdings_schema
from referee.registry import open_game
from referee.tables.formats import Format, as_json


@click.command("schema")
@click.argument("game", shell_complete=complete_games)
def command(game: str) -> None:
    """Print the JSON Schema of a holdings file of GAME, for editors.

    Example: referee schema no-swap > no-swap.schema.json
    """
    room, book = open_game(game)
    result(as_json(holdings_schema(room, book)), Format.JSON)
