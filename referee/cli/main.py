"""Run the program: load the command that is called, and turn failures into exit codes."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final, NoReturn

import click

from referee import __version__
from referee.cli.everywhere import Command
from referee.cli.languages import help_in_language, speak_as_told
from referee.cli.streams import Asked, OutputError, drop_output, ready_streams
from referee.core.say import AsIs, RefereeError, Say, worded

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS: Final = {
    "games": "list the games",
    "rules": "read or search the rules",
    "ask": "settle a dispute",
    "new": "write a form for the final score",
    "score": "count the final score",
    "check": "check a file without scoring it",
    "play": "play a game step by step, or continue one",
    "sheet": "print a blank pad, or the scoresheet of a journal",
    "log": "show what happened, entry by entry",
    "replay": "replay a scenario or a journal, and compare",
    "stats": "show statistics of many games",
    "export": "export games to other programs",
    "cases": "search decided disputes",
    "explain": "explain the code of an error message",
    "schema": "print the JSON Schema of a file or result",
    "new-game": "write a package for a game of your own",
    "mcp": "let an assistant ask the referee",
    "translate": "write or renew a translation",
    "completion": "set up completion in your shell",
    "help": "show help for a command",
}
"""Every command, in the order of the help page, with its line there."""
_FUNCTIONS: Final = {
    "games": "rules:games",
    "rules": "rules:rules",
    "cases": "rules:cases",
    "score": "files:score",
    "check": "files:check",
    "replay": "files:replay",
    "sheet": "sheet:sheet",
    "log": "sheet:log",
    "stats": "statistics:stats",
    "export": "statistics:export",
    "explain": "reference:explain",
    "schema": "reference:schema",
    "help": "reference:help_page",
    "new-game": "authoring:new_game",
    "translate": "authoring:translate",
}
"""The module and the function of each command that has no module of its own name."""

_HELP_WORDS: Final = frozenset(("-h", "--help", "help"))
"""Words that ask for a help page, which is translated only then, as that is slow."""
_WANTS_HELP: Final = "help"
COMPLETING: Final = "_REFEREE_COMPLETE"
_FOR_SHELLS: Final = Say("{name} is for shells; see: referee completion", name=AsIs(COMPLETING))


class Commands(Command, click.Group):
    """Loads a command when it is called, and no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command; None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        home = _FUNCTIONS.get(cmd_name, f"{cmd_name}:command")
        module, _, name = home.partition(":")
        command = getattr(import_module(f"referee.cli.commands.{module}"), name)
        if not isinstance(command, click.Command):
            return None
        return help_in_language(command) if ctx.obj == _WANTS_HELP else command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; name the nearest if there is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from referee.files.diagnostics import suggest  # only for a slip

            near = suggest(args[0], map(AsIs, COMMANDS))
            said = Say("There is no command “{word}”. {near}", word=args[0], near=near)
            raise click.UsageError(str(said), ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command without loading any."""
        from click.shell_completion import CompletionItem  # for a shell that asks

        begun = [name for name in COMMANDS if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(name, help=worded(COMMANDS[name])) for name in begun), *options]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the commands without loading them."""
        with formatter.section(worded("Commands")):
            formatter.write_dl([(name, worded(about)) for name, about in COMMANDS.items()])


FIRST_WORDS: Final = """\
The referee walks you through a game, settles disputes by the rules, counts the
final scores and prints the scoresheet. You play with real cards; it keeps the
record.

Try:
  referee games                     list the games
  referee play                      play a game step by step
  {ask}  list the questions; then settle a dispute
  referee new {game} --players Ana,Bo,Cy    a form for the final score

All commands: referee help"""
"""What a bare ``referee`` says."""


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"max_content_width": 100},
    epilog="Example: referee help ask",
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
@click.pass_context
def referee(ctx: click.Context) -> None:
    """A referee for tabletop games: disputes, turn sequences, final scores, scoresheets."""
    if ctx.invoked_subcommand is None:
        from referee.cli.output import result  # only for a bare ``referee``
        from referee.registry import own_ids

        game = own_ids()[0]
        ask = f"referee ask {game}"
        result(str(Say(FIRST_WORDS, ask=AsIs(f"{ask:<32}"), game=AsIs(game))))


def main(words: list[str] | None = None) -> NoReturn:
    """Run one command and leave with its exit code."""
    words = sys.argv[1:] if words is None else words
    is_completing = COMPLETING in os.environ
    if is_completing:
        from referee.cli.commands.completion import ready  # only where a shell asks

        ready()
    ready_streams()
    Asked.forget()
    shown = sys.stdout
    try:
        words = speak_as_told(words)
        helps = _WANTS_HELP if _HELP_WORDS.intersection(words) else None
        called = help_in_language(referee) if helps else referee
        code = called.main(args=words, prog_name="referee", standalone_mode=False, obj=helps)
        sys.stdout.flush()
    except SystemExit as left:
        from referee.registry import fault_of  # few commands leave so

        # Where the reader has left, click muffles the output and leaves with 1; for us it is done.
        code = left.code if sys.stdout is shown else 0
        if fault_of(left) is not None:  # a package from elsewhere has tried to end the program
            code = report_failure(left, words)
        elif is_completing and code:
            code = report_failure(click.UsageError(str(_FOR_SHELLS)), words)
    except (KeyError, ValueError) as problem:
        failure = click.UsageError(str(_FOR_SHELLS)) if is_completing else problem
        code = report_failure(failure, words)
    except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001  # told by what it is
        code = report_failure(problem, words)
    sys.exit(code if isinstance(code, int) else 0)


INTERRUPTED: Final = 130
INTERNAL_ERROR: Final = 70
WRITE_FAILED: Final = 2
TRACE: Final = "REFEREE_TRACE"
"""The environment variable that asks for the traceback of a bug."""


def report_failure(problem: BaseException, words: list[str]) -> int:
    """Report what stopped a command, and return the exit code, also if nothing can be written."""
    try:
        code = _report_by_kind(problem, words)
        sys.stdout.flush()
    except OSError as silenced:
        if silenced is problem:  # a fault of ours whose trace was asked for
            raise
        drop_output(sys.stdout, sys.stderr)
        return _code_of(problem)
    return code


def _code_of(problem: BaseException) -> int:
    if isinstance(problem, click.ClickException):
        return problem.exit_code
    if isinstance(problem, RefereeError):
        from referee.cli.output import diagnosed  # only where something went wrong

        return diagnosed(problem)[0]
    if isinstance(problem, (KeyboardInterrupt, click.Abort)):
        return INTERRUPTED
    return WRITE_FAILED if isinstance(problem, OutputError) else INTERNAL_ERROR


def _report_by_kind(problem: BaseException, words: list[str]) -> int:
    if isinstance(problem, click.ClickException):
        return _report_wrong_use(problem, words)
    if isinstance(problem, (KeyboardInterrupt, click.Abort)):
        return INTERRUPTED
    refusal = problem if isinstance(problem, RefereeError) else _package_fault(problem)
    if refusal is not None:
        return _report_problem(refusal, words)
    if isinstance(problem, OutputError):
        drop_output(sys.stdout)
        if problem.errno == errno.EPIPE:
            return 0  # the reader has what it wanted
        why = problem.strerror or str(problem)
        # Not as JSON: that would go where nothing can be written.
        said = Say("The output cannot be written: {why}.", why=why)
        return _report_problem(RefereeError(said), [])
    return _report_bug(problem)


def _package_fault(problem: BaseException) -> RefereeError | None:
    """Return the fault if a package from elsewhere has failed; print its traceback if wanted."""
    from referee.registry import fault_of  # only where something went wrong

    fault = fault_of(problem)
    if fault is not None and os.environ.get(TRACE):
        from traceback import format_exception

        click.echo("".join(format_exception(problem)), err=True, nl=False)
    return fault


def _report_problem(problem: RefereeError, words: list[str]) -> int:
    """Report a mistake of the user, as JSON if that was asked for."""
    from referee.cli.output import tell_problem  # only where something went wrong

    return tell_problem(problem, as_json=_wants_json(words))


def _report_wrong_use(problem: click.ClickException, words: list[str]) -> int:
    """Report a wrong command line like all other talk."""
    message = _message_of(problem)
    if _wants_json(words):
        _report_problem(RefereeError(Say("{message}", message=message)), words)
        return problem.exit_code
    from io import StringIO

    from referee.cli.output import talk  # only where something went wrong
    from referee.core.paper.wording import escaped

    shown = StringIO()
    where = problem.ctx if isinstance(problem, click.UsageError) else None
    click.UsageError("\n".join(map(escaped, message.split("\n"))), where).show(shown)
    talk(shown.getvalue().rstrip("\n"))
    return problem.exit_code


def _message_of(problem: click.ClickException) -> str:
    """Translate a message of click; one that click joins from pieces is one sentence here."""
    if not isinstance(problem, click.MissingParameter) or problem.param is None:
        return worded(problem.format_message())
    param = problem.param
    if param.type.get_missing_message(param=param, ctx=problem.ctx):
        return worded(problem.format_message())
    is_option = param.param_type_name == "option"
    said = "Missing option {hint}." if is_option else "Missing argument {hint}."
    return str(Say(said, hint=AsIs(param.get_error_hint(problem.ctx))))


def _report_bug(fault: BaseException) -> int:
    """Report a bug of the referee; the traceback is printed only if it is asked for."""
    if os.environ.get(TRACE):
        raise fault
    said = Say("The referee itself has a fault ({fault}).", fault=AsIs(repr(fault)))
    again = "To see where, set {setting} and do the same again; then please report it."
    click.echo(f"{said}\n{Say(again, setting=AsIs(f'{TRACE}=1'))}", err=True)
    return INTERNAL_ERROR


def _wants_json(words: list[str]) -> bool:
    return any(
        word == "--format=json" or words[at : at + 2] == ["--format", "json"]
        for at, word in enumerate(words)
    )
