"""``referee schema``: JSON Schema of the holdings file, and of texts in files of their own."""

from __future__ import annotations

import click

from referee.cli.output import complete_games, result
from referee.files.documents.schema import holdings_schema, text_schema
from referee.registry import games_asking_for, open_game
from referee.render.formats import Format, as_json


@click.command("schema")
@click.argument("what", metavar="GAME", shell_complete=complete_games)
def command(what: str) -> None:
    """Print the JSON Schema of a holdings file of GAME, for editors.

    In place of a game, the key of a text that some game takes from a file.

    Example: referee schema no-swap > no-swap.schema.json
    """
    asked = games_asking_for(what)
    if asked:
        result(as_json(text_schema(what, asked)), Format.JSON)
        return
    room, book = open_game(what)
    result(as_json(holdings_schema(room, book)), Format.JSON)
