"""Where results and talk go, whether in colour, and how a problem is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Final, TextIO, TypeVar

import click

from referee.core.paper.wording import text_of
from referee.core.say import RefereeError, Say
from referee.files.diagnostics import Diagnostic, Unreadable
from referee.render.formats import Format, Style, json_for
from referee.render.text import ascii_only, is_utf8, wrapped_sentences

F = TypeVar("F", bound=Callable[..., Any])
WRONG_USE: Final = 2
UNREADABLE: Final = 3
UNUSABLE_JOURNAL: Final = 4
NAMED: Final = "referee.named"
"""Where click's context keeps the word that names the game, once it has been typed."""


def complete_games(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete the name of a game in the shell, ours or from elsewhere."""
    return completed("games", ctx, param, word)


def completed(what: str, ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
    """Complete a word of this kind: only a shell that asks loads what is needed for it."""
    from referee.cli import completion

    found: list[Any] = getattr(completion, f"complete_{what}")(ctx, param, word)
    return found


class InputFile(click.Path):
    """A file that is read: a shell offers those with these endings, as long as there are any.

    That it cannot be read is told by who reads it, who knows what it should be.
    """

    def __init__(self, *endings: str) -> None:
        """Name the endings, without their dot."""
        super().__init__(readable=False)
        self._endings = "|".join(endings)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
        """Leave it to the shell, which knows how names are quoted."""
        from click.shell_completion import CompletionItem  # for a shell that asks

        return [CompletionItem(word, type="file", endings=self._endings)]


JOURNALS: Final = InputFile("jsonl")
YAML: Final = InputFile("yaml", "yml")
ANY_FILE: Final = InputFile("yaml", "yml", "jsonl")


def format_option(*others: Format) -> Callable[[F], F]:
    """Offer ``--format`` with table, plain and json, and the others that make sense."""
    names = [Format.TABLE, Format.PLAIN, Format.JSON, *others]
    return click.option(
        "--format",
        "fmt",
        type=click.Choice([name.value for name in names]),
        default=Format.TABLE.value,
        callback=lambda ctx, param, value: Format(value),
        help="How to print the result.",
    )


def style_options(command: F) -> F:
    """Offer ``--why`` and ``--color``; the command gets both as one Style."""
    why = click.option("--why", is_flag=True, help="Add reasons, workings and rule texts.")
    return why(color_option(command))


def color_option(command: F) -> F:
    """Offer ``--color``."""
    option = click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Whether to use colour.",
    )
    return option(command)


def pager_option(command: F) -> F:
    """Offer ``--no-pager``, where what is printed may be long."""
    told = "Print it without a pager, however long it is."
    return click.option("--no-pager", is_flag=True, help=told)(command)


def style(*, why: bool = False, color: str = "auto") -> Style:
    """Decide on colour: as told, else by NO_COLOR, FORCE_COLOR and the terminal."""
    if color == "auto":
        if os.environ.get("NO_COLOR"):
            color = "never"
        elif os.environ.get("FORCE_COLOR") or (
            sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        ):
            color = "always"
    return Style(colour=color == "always", why=why, width=_cells(sys.stdout))


def _cells(stream: TextIO) -> int | None:
    """Tell how many cells a line of the terminal has; None where the stream goes elsewhere."""
    if not stream.isatty():
        return None
    from shutil import get_terminal_size  # a dispute in a pipe needs no width

    return get_terminal_size().columns


def result(text: str | Say, fmt: Format = Format.TABLE) -> None:
    """Print a result on standard output, with one line end.

    What people read breaks between words at a terminal; what programs and voices read never does.
    """
    sys.stdout.write(_printable(text, fmt))


def long_result(text: str, fmt: Format, *, no_pager: bool) -> None:
    """Print a result that may be long: people at a terminal get it in the pager of their choice.

    ``less`` leaves at once where all of it fits on the screen. What ``PAGER`` names and cannot be
    started is none.
    """
    from referee.cli.streams import OutputError  # for people at a terminal alone

    is_read = fmt in {Format.TABLE, Format.TEXT} and sys.stdin.isatty() and sys.stdout.isatty()
    if no_pager or not is_read:
        result(text, fmt)
        return
    import signal

    os.environ.setdefault("LESS", "FRX")
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is the pager's own, as long as it runs
    try:
        click.echo_via_pager(_printable(text, fmt).removesuffix("\n"), color=True)
    except OutputError:
        raise
    except (OSError, ValueError):
        result(text, fmt)


def _printable(text: str | Say, fmt: Format) -> str:
    """Write a text so that standard output can hold it, with one line end."""
    encoding = sys.stdout.encoding or "utf-8"
    text = _visible(text)
    if fmt is Format.TABLE:
        text = _fitted(text, sys.stdout)
    if not is_utf8(encoding):
        text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")  # the mark is of UTF-8
    fit = json_for(encoding, text) if fmt is Format.JSON else ascii_only(text, encoding)
    return fit if fit.endswith("\n") else f"{fit}\n"


def for_any_encoding(page: str) -> str:
    """Write a page so that it holds in whatever encoding standard output has.

    >>> for_any_encoding("Zoë") in {"Zoë", "Zo&#235;"}
    True
    """
    if is_utf8(sys.stdout.encoding or "utf-8"):
        return page
    return page.encode("ascii", "xmlcharrefreplace").decode()


def result_to_be_read(text: str) -> None:
    """Print a file that we are to read again: as UTF-8, or in signs that all encodings share."""
    if not is_utf8(sys.stdout.encoding or "utf-8"):
        from referee.files.decoding import in_plain_signs  # few streams are so poor

        plain = ascii_only(in_plain_signs(text), "ascii")
        text = plain.encode("ascii", "backslashreplace").decode()
    result(text, Format.PLAIN)


def talk(text: str | Say = "") -> None:
    """Print talk for people on standard error."""
    sys.stdout.flush()
    fitted = _fitted(_visible(text), sys.stderr)
    sys.stderr.write(f"{ascii_only(fitted, sys.stderr.encoding or 'utf-8')}\n")
    sys.stderr.flush()


def _fitted(text: str, stream: TextIO) -> str:
    """Break the sentences of a text where the lines of a terminal end; elsewhere nothing does."""
    cells = _cells(stream)
    return text if cells is None else wrapped_sentences(text, cells)


def _visible(text: str | Say) -> str:
    """Word a sentence so that no fact of it steers a terminal; a text is one already."""
    return text_of(text) if isinstance(text, Say) else text


def tell_problem(problem: RefereeError | Unreadable, *, as_json: bool) -> int:
    """Print a problem where its readers look for it, and give the exit code."""
    from msgspec.structs import replace  # only where something went wrong

    from referee.render.diagnostics import render_diagnostics

    code, diagnostics = diagnosed(problem)
    fmt = Format.JSON if as_json else Format.TABLE
    if as_json:
        result(render_diagnostics(diagnostics, fmt, style()), fmt)
    elif isinstance(problem, Unreadable):
        looks = replace(style(), width=_cells(sys.stderr))
        talk(render_diagnostics(diagnostics, fmt, looks).rstrip("\n"))
    else:
        talk(Say("referee: {problem}", problem=problem.say))
    return code


def exit_code_of(problem: RefereeError | Unreadable) -> int:
    """Give the exit code of what a person can put right."""
    return diagnosed(problem)[0]


def diagnosed(problem: RefereeError | Unreadable) -> tuple[int, tuple[Diagnostic, ...]]:
    """Give the exit code, and the problem in the form of diagnostics.

    >>> from referee.core.say import BadAnswer
    >>> code, (told,) = diagnosed(BadAnswer(Say("No such game.")))
    >>> code, told.code
    (2, 'USAGE')
    """
    from referee.files.journal.errors import JournalBroken, JournalError  # nothing else needs them

    if isinstance(problem, Unreadable):
        return UNREADABLE, problem.diagnostics
    code, exit_code = "USAGE", WRONG_USE
    path, line, message, remedy = "", 0, problem.say, Say("")
    if isinstance(problem, JournalError):
        code, exit_code = "JOURNAL", UNUSABLE_JOURNAL
    if isinstance(problem, JournalBroken):
        path, line, message, remedy = str(problem.path), problem.line, problem.what, problem.remedy
    told = Diagnostic(path=path, line=line, column=0, code=code, message=message, remedy=remedy)
    return exit_code, (told,)
