"""``referee completion``: completion for your shell."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

from referee.cli.output import result
from referee.render.formats import Format

SHELLS: Final = ("bash", "zsh", "fish", "powershell")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script that completes commands in SHELL; games are completed too.

    \b
    Examples: referee completion bash >> ~/.bashrc
              referee completion powershell >> $PROFILE
    """
    from referee.cli.main import referee  # the group that holds this very command

    kind = get_completion_class(shell)
    if kind is None:  # click has one for each of the choices
        raise AssertionError(shell)
    result(kind(referee, {}, "referee", "_REFEREE_COMPLETE").source(), Format.PLAIN)
