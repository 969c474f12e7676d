"""``referee schema``: JSON Schema of the holdings file."""

from __future__ import annotations

import click
from msgspec import json

from referee.cli.output import result
from referee.cli.rooms import complete_games, open_game
from referee.files.schema import holdings_schema


@click.command("schema")
@click.argument("game", shell_complete=complete_games)
def command(game: str) -> None:
    """Print the JSON Schema of a holdings file of GAME, for editors.

    Example: referee schema no-swap > no-swap.schema.json
    """
    room, book = open_game(game)
    result(json.format(json.encode(holdings_schema(room, book)), indent=2).decode())
