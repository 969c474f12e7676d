"""The program's entry: commands loaded when called, failures turned into exit codes."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Final, NoReturn

import click

from referee import __version__
from referee.core.errors import RefereeError
from referee.core.say import Say
from referee.files.diagnostics import Unreadable

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
    "schema": "JSON Schema of the holdings file",
    "completion": "completion for your shell",
}
"""Every command, in the order of the help page, with its line there."""

INTERRUPTED: Final = 130
OUR_FAULT: Final = 70
TRACE: Final = "REFEREE_TRACE"
"""The variable of the environment that shows where a fault of ours came from."""


class Commands(click.Group):
    """Loads the file of a command when it is called, and no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command; None where there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"referee.cli.{cmd_name}").command
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
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if words is None else words
    shown = sys.stdout
    try:
        code = referee.main(args=words, prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as problem:
        code = _tell_wrong_use(problem, words)
    except (RefereeError, Unreadable) as problem:
        code = _tell(problem, words)
    except BrokenPipeError:
        # The reader has what it wanted; leave no complaint from the interpreter's own flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except SystemExit as left:
        # Where the reader has left, click muffles the output and leaves with 1; for us it is done.
        code = left.code if sys.stdout is shown else 0
    except (KeyboardInterrupt, click.Abort):
        code = INTERRUPTED
    except Exception as fault:
        # A table in the middle of a game is not the place for a traceback.
        if os.environ.get(TRACE):
            raise
        click.echo(f"The referee itself has a fault ({fault!r}). What was noted is kept.", err=True)
        click.echo(
            f"To see where, set {TRACE}=1 and do the same again; then please report it.", err=True
        )
        code = OUR_FAULT
    sys.exit(code if isinstance(code, int) else 0)


def _tell_wrong_use(problem: click.ClickException, words: list[str]) -> int:
    """Tell what is wrong with the command line."""
    if not _wants_json(words):
        problem.show()
    else:
        _tell(RefereeError(Say("{message}", message=problem.format_message())), words)
    return problem.exit_code


def _tell(problem: RefereeError | Unreadable, words: list[str]) -> int:
    """Tell what a person can put right, as JSON where JSON was asked for."""
    from referee.cli.output import tell_problem  # only where something went wrong

    return tell_problem(problem, as_json=_wants_json(words))


def _wants_json(words: list[str]) -> bool:
    return any(
        word == "--format=json" or words[at : at + 2] == ["--format", "json"]
        for at, word in enumerate(words)
    )
