"""``referee translate``: write or renew what a game says in a language."""

from __future__ import annotations

import click

from referee.cli.output import result, talk
from referee.core.say import AsIs, RefereeError, Say

MORE = Say("Translating needs more: {command}", command=AsIs('pip install "referee[translate]"'))


@click.command(short_help="write or renew a translation")
@click.argument("game", required=False)
@click.argument("tag", required=False)
@click.option("--drop-obsolete", is_flag=True, help="Leave out what is no longer said.")
def command(game: str | None, tag: str | None, *, drop_obsolete: bool) -> None:
    """Write or renew the translation of GAME into the language TAG.

    GAME may be referee, the program itself. Without TAG, print the template. Without GAME,
    renew every language of a checkout.

    Example: referee translate no-swap de
    """
    try:
        from referee.translating import renewing
    except ModuleNotFoundError as lacking:
        if lacking.name in {"babel", "pytest"}:
            raise RefereeError(MORE) from lacking
        raise
    if game is not None and tag is None:
        result(AsIs(renewing.template_of(game).decode().rstrip("\n")))
        return
    renewed = (
        renewing.renew_all(drop_obsolete=drop_obsolete)
        if game is None
        else renewing.translate(game, str(tag), drop_obsolete=drop_obsolete)
    )
    for line in renewed:
        result(AsIs(line))
