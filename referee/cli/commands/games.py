"""``referee games``: which games there are."""

from __future__ import annotations

import click

from referee.cli.output import format_option, result, tell_problem
from referee.registry import sound_games
from referee.render.formats import Format
from referee.render.rulebook import GameLine, render_games


@click.command("games")
@format_option(Format.CSV, Format.MARKDOWN)
def command(fmt: Format) -> None:
    """List the games, their player counts, editions, and where their rules come from.

    A package from elsewhere that cannot be used is told beside the list.
    """
    sound, broken = sound_games()
    lines = []
    for game, book in sound:
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
    for problem in broken:
        tell_problem(problem, as_json=False)
