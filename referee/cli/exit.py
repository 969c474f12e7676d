"""How the program leaves: every way out has its exit code and, where it helps, a sentence."""

from __future__ import annotations

import errno
import os
import sys
from typing import Final

import click

from referee.cli.streams import OutputError, drop_output
from referee.core.say import AsIs, RefereeError, Say, worded
from referee.files.diagnostics import Unreadable

INTERRUPTED: Final = 130
INTERNAL_ERROR: Final = 70
WRITE_FAILED: Final = 2
TRACE: Final = "REFEREE_TRACE"
"""The variable of the environment that shows where a fault of ours came from."""


def report_failure(problem: BaseException, words: list[str]) -> int:
    """Tell what stopped a command, and give the exit code, also where nobody can be told."""
    try:
        code = _told_by_kind(problem, words)
        sys.stdout.flush()
    except OSError as silenced:
        if silenced is problem:  # a fault of ours whose trace was asked for
            raise
        drop_output(sys.stdout, sys.stderr)
        return _code_of(problem)
    return code


def _code_of(problem: BaseException) -> int:
    """Give the exit code of what stopped a command."""
    if isinstance(problem, click.ClickException):
        return problem.exit_code
    if isinstance(problem, (RefereeError, Unreadable)):
        from referee.cli.output import exit_code_of  # see below

        return exit_code_of(problem)
    if isinstance(problem, (KeyboardInterrupt, click.Abort)):
        return INTERRUPTED
    return WRITE_FAILED if isinstance(problem, OutputError) else INTERNAL_ERROR


def _told_by_kind(problem: BaseException, words: list[str]) -> int:
    if isinstance(problem, click.ClickException):
        return _told_wrong_use(problem, words)
    if isinstance(problem, (RefereeError, Unreadable)):
        return _told(problem, words)
    if isinstance(problem, (KeyboardInterrupt, click.Abort)):
        return INTERRUPTED
    if isinstance(problem, OutputError):
        drop_output(sys.stdout)
        if problem.errno == errno.EPIPE:
            return 0  # the reader has what it wanted
        why = problem.strerror or str(problem)
        # Not as JSON: that would go where nothing can be written.
        return _told(RefereeError(Say("The output cannot be written: {why}.", why=why)), [])
    return _told_fault(problem)


def _told(problem: RefereeError | Unreadable, words: list[str]) -> int:
    """Tell what a person can put right, as JSON where JSON was asked for."""
    from referee.cli.output import tell_problem  # only where something went wrong

    return tell_problem(problem, as_json=_wants_json(words))


def _told_wrong_use(problem: click.ClickException, words: list[str]) -> int:
    """Tell what is wrong with the command line, in the streams and signs of all other talk."""
    message = _message_of(problem)
    if _wants_json(words):
        _told(RefereeError(Say("{message}", message=message)), words)
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
    """Word what click says; what it puts together of pieces is one sentence here."""
    if not isinstance(problem, click.MissingParameter) or problem.param is None:
        return worded(problem.format_message())
    param = problem.param
    if param.type.get_missing_message(param=param, ctx=problem.ctx):
        return worded(problem.format_message())
    is_option = param.param_type_name == "option"
    said = "Missing option {hint}." if is_option else "Missing argument {hint}."
    return str(Say(said, hint=AsIs(param.get_error_hint(problem.ctx))))


def _told_fault(fault: BaseException) -> int:
    """Own up to a fault of ours; a table in the middle of a game needs no traceback."""
    if os.environ.get(TRACE):
        raise fault
    click.echo(f"The referee itself has a fault ({fault!r}).", err=True)
    click.echo(
        f"To see where, set {TRACE}=1 and do the same again; then please report it.", err=True
    )
    return INTERNAL_ERROR


def _wants_json(words: list[str]) -> bool:
    return any(
        word == "--format=json" or words[at : at + 2] == ["--format", "json"]
        for at, word in enumerate(words)
    )
