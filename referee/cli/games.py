"""``referee games``: which games there are."""

from __future__ import annotations

import click

from referee.cli.output import format_option, result
from referee.cli.rooms import game_ids, open_game
from referee.render.formats import Format
from referee.render.rulebook import GameLine, render_games


@click.command("games")
@format_option(Format.CSV, Format.MARKDOWN)
def command(fmt: Format) -> None:
    """List the games, their player counts, editions, and where their rules come from."""
    lines = []
    for game_id in game_ids():
        game, book = open_game(game_id)
        least, most = book.players
        lines.append(
            GameLine(
                id=game.id,
                title=game.title,
                players=f"{least}-{most}",
                edition=f"{book.edition.title} ({book.edition.language})",
                source=f"{book.edition.source}, rulebook version {book.version}",
            )
        )
    result(render_games(lines, fmt), fmt)
