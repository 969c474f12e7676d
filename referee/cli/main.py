"""The program's entry: commands loaded when called, failures turned into exit codes."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Final, NoReturn

import click

from referee import __version__
from referee.cli.exit import report_failure
from referee.cli.languages import help_in_language, speak_as_told
from referee.cli.streams import ready_streams
from referee.core.say import AsIs, Say, worded
from referee.core.words.tags import TAGS

COMMANDS: Final = {
    "games": "the games, their player counts and editions",
    "rules": "read or search a rulebook",
    "ask": "put a dispute",
    "new": "a holdings file to fill in",
    "score": "final scoring of a holdings file or a journal",
    "check": "reading and checking only, of any file",
    "play": "walk through a game, or go on with one",
    "sheet": "the scoresheet: a pad to fill in, or the record of a journal",
    "log": "what happened, entry by entry",
    "replay": "run a scenario and compare",
    "stats": "what many evenings add up to",
    "export": "plays for other programs",
    "cases": "the casebook: decided disputes",
    "explain": "what the code of a message means",
    "schema": "JSON Schema of the holdings file",
    "completion": "completion for your shell",
    "help": "the help page of a command",
}
"""Every command, in the order of the help page, with its line there."""
_HOMES: Final = {
    "games": ("rules", "games"),
    "stats": ("statistics", "stats"),
    "export": ("statistics", "export"),
    "explain": ("reference", "explain"),
    "schema": ("reference", "schema"),
    "completion": ("reference", "completion"),
    "help": ("reference", "help_page"),
}
"""Where a command lies that has no module of its own name."""


HELPING: Final = frozenset(("-h", "--help", "help"))
"""Words that ask for a help page, which is worded only then: that takes its time."""
HELPS: Final = "help"
COMPLETING: Final = "_REFEREE_COMPLETE"
_FOR_SHELLS: Final = f"{COMPLETING} is for shells; see: referee completion"


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
        if not isinstance(command, click.Command):
            return None
        return help_in_language(command) if ctx.obj == HELPS else command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; name the nearest where there is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from referee.files.diagnostics import suggest  # only for a slip

            near = suggest(args[0], map(AsIs, COMMANDS))
            said = Say("There is no command “{word}”. {near}", word=args[0], near=near)
            raise click.UsageError(str(said), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the commands without loading them."""
        with formatter.section(worded("Commands")):
            formatter.write_dl([(name, worded(about)) for name, about in COMMANDS.items()])


FIRST_WORDS: Final = """\
The referee walks a table through its game, rules on disputes with the rule
behind them, counts the final scores and prints the scoresheets. You play with
real cards; it keeps the record.

Try:
  referee games                     which games it knows
  referee play                      walk through a game
  referee ask saboteur              what can be asked; then put a dispute
  referee new no-swap --players Ana,Bo,Cy   a file for the final score

All commands: referee help"""
"""What a bare ``referee`` says."""


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: referee ask no-swap value gold=2 silver=4 purple=1",
)
@click.option(
    "--lang",
    metavar="TAG",
    type=click.Choice(TAGS),
    help="The language to speak: en, zh-Hant, zh-Hans or ja.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def referee(ctx: click.Context, lang: str | None) -> None:
    """Call the referee: turn sequences, disputes, final scores and scoresheets."""
    if ctx.invoked_subcommand is None:
        from referee.cli.output import result  # only for a bare ``referee``

        result(worded(FIRST_WORDS))


def main(words: list[str] | None = None) -> NoReturn:
    """Run one command and leave with its exit code."""
    words = sys.argv[1:] if words is None else words
    is_completing = COMPLETING in os.environ
    if is_completing:
        from referee.cli.completion import ready  # only where a shell asks

        ready()
    ready_streams()
    shown = sys.stdout
    try:
        words = speak_as_told(words)
        helps = HELPS if HELPING.intersection(words) else None
        if helps:
            help_in_language(referee)
        code = referee.main(args=words, prog_name="referee", standalone_mode=False, obj=helps)
        sys.stdout.flush()
    except SystemExit as left:
        # Where the reader has left, click muffles the output and leaves with 1; for us it is done.
        code = left.code if sys.stdout is shown else 0
        if is_completing and code:
            code = report_failure(click.UsageError(_FOR_SHELLS), words)
    except (KeyError, ValueError) as problem:
        told = click.UsageError(_FOR_SHELLS) if is_completing else problem
        code = report_failure(told, words)
    except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001  # told by what it is
        code = report_failure(problem, words)
    sys.exit(code if isinstance(code, int) else 0)
