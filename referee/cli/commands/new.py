"""``referee new``: a holdings file to fill in."""

from __future__ import annotations

import errno
import os

import click
from msgspec.structs import replace

from referee.cli.output import result_to_be_read, talk
from referee.cli.parameters import complete_games, game_argument
from referee.cli.setup_options import GameCommand, SetupOptions, kept_for, seat_options
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError, Say
from referee.files.diagnostics import for_shell
from referee.files.documents.template import holdings_template
from referee.registry import open_game


@click.command("new", cls=GameCommand)
@game_argument(complete_games, required=True)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(readable=False),
    help="Write to this file, with its schema next to it.",
)
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@seat_options
def command(game: str, seats: SetupOptions, output: str | None, force: bool) -> None:
    """Print a form with comments for the final score of GAME. Fill it in, then score it.

    With -o a schema is written next to the form, so that editors complete and check what you
    type.

    Example: referee new no-swap --players Ana,Bo,Cy,Di > evening.yaml
    """
    room, book = open_game(game)
    setup = seats.setup(room, book)
    kept = kept_for(book, setup).numbers
    setup = replace(setup, numbers={**setup.numbers, **kept})
    text = holdings_template(room, book, setup, tuple(kept))
    if output is None or output == "-":
        result_to_be_read(text)
    else:
        _write(output, text, room, book, may_replace=force)


def _write(output: str, text: str, game: Game, book: Rulebook, *, may_replace: bool) -> None:
    """Write the file and, next to it, its schema, which is made again each time."""
    from pathlib import Path  # few write files

    from referee.files.documents.schemas.files import holdings_schema
    from referee.render.formats import as_json

    path = Path(output)
    beside = path.parent / f"{game.id}.schema.json"
    modeline = f"# yaml-language-server: $schema={beside.name}\n"
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with path.open("w" if may_replace else "x", encoding="utf-8") as file:
            file.write(modeline + text)
        beside.write_text(as_json(holdings_schema(game, book)), encoding="utf-8")
    except FileExistsError as error:
        said = Say("{path} already exists. Use --force to overwrite it.", path=for_shell(path))
        raise RefereeError(said) from error
    except OSError as error:
        why = error.strerror or str(error)
        said = Say("{path} cannot be written: {why}.", path=for_shell(path), why=why)
        raise RefereeError(said) from error
    talk(Say("Fill in {path}, then: referee score {path}", path=for_shell(path)))
