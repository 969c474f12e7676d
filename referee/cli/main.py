"""The program's entry: commands loaded when called, failures turned into exit codes."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final, NoReturn

import click

from referee import __version__
from referee.cli.exit import report_failure
from referee.cli.streams import ready_streams

COMMANDS: Final = {
    "games": "the games, their player counts and editions",
    "rules": "read or search a rulebook",
    "ask": "put a dispute",
    "new": "a holdings file to fill in",
    "score": "final scoring of a holdings file or a journal",
    "check": "reading and audit only, of any file",
    "play": "walk through a game, or go on with one",
    "sheet": "the scoresheet: a blank form, or the record of a journal",
    "log": "what happened, entry by entry",
    "replay": "run a scenario and compare",
    "explain": "what the code of a message means",
    "schema": "JSON Schema of the holdings file",
    "completion": "completion for your shell",
}
"""Every command, in the order of the help page, with its line there."""
_HOMES: Final = {
    "games": ("rules", "games"),
    "explain": ("reference", "explain"),
    "schema": ("reference", "schema"),
    "completion": ("reference", "completion"),
}
"""Where a command lies that has no module of its own name."""


class Commands(click.Group):
    """Loads the file of a command when it is called, and no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command; None where there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module, name = _HOMES.get(cmd_name, (cmd_name, "command"))
        command = getattr(import_module(f"referee.cli.commands.{module}"), name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: referee ask no-swap value gold=2 silver=4 purple=1",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def referee() -> None:
    """Call the referee: turn sequences, disputes, final scores and scoresheets."""


def main(words: list[str] | None = None) -> NoReturn:
    """Run one command and leave with its exit code."""
    words = sys.argv[1:] if words is None else words
    ready_streams()
    shown = sys.stdout
    try:
        code = referee.main(args=words, prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit as left:
        # Where the reader has left, click muffles the output and leaves with 1; for us it is done.
        code = left.code if sys.stdout is shown else 0
    except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001  # told by what it is
        code = report_failure(problem, words)
    sys.exit(code if isinstance(code, int) else 0)
