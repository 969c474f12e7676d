"""Print results, talk and problems."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Final, TextIO

import click

from referee.cli.streams import Asked, OutputError
from referee.core.paper.wording import text_of
from referee.core.say import RefereeError, Say
from referee.files.diagnostics import Diagnostic, Unreadable
from referee.render.formats import Format, Style, json_for
from referee.render.text import ascii_only, is_utf8, wrapped_sentences

WRONG_USE: Final = 2
UNREADABLE: Final = 3
UNUSABLE_JOURNAL: Final = 4
FAULT: Final = 70


def style(*, why: bool = False) -> Style:
    """Decide on colour: as asked, else by NO_COLOR, FORCE_COLOR and the terminal."""
    color = Asked.color
    if color == "auto":
        if os.environ.get("NO_COLOR"):
            color = "never"
        elif os.environ.get("FORCE_COLOR") or (
            sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        ):
            color = "always"
    return Style(colour=color == "always", why=why, width=_cells(sys.stdout))


def _cells(stream: TextIO) -> int | None:
    """Return the cells of a line of the terminal; None if the stream goes elsewhere."""
    return columns() if stream.isatty() else None


def columns() -> int:
    """Return the cells of a line of the terminal, or what ``COLUMNS`` says; else 80."""
    from shutil import get_terminal_size  # it loads what packs archives; few need a width

    return get_terminal_size().columns


def result(text: str | Say, fmt: Format = Format.TABLE) -> None:
    """Print a result on standard output, ending its last line.

    At a terminal, tables break between words; other formats never do.
    """
    sys.stdout.write(_printable(text, fmt))


def long_result(text: str | Say, fmt: Format = Format.TABLE) -> None:
    """Print a result: at a terminal that it does not fit, in the pager that ``PAGER`` names.

    A pager that does not start is none.
    """
    if not (Asked.has_pager and sys.stdin.isatty() and sys.stdout.isatty()) or _fits(text, fmt):
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


def one_below_another(texts: Iterable[str | Say]) -> str:
    """Put results below each other, so that they are shown as one."""
    return "\n".join(_visible(each).removesuffix("\n") for each in texts)


def _fits(text: str | Say, fmt: Format) -> bool:
    """Return whether a result fits the screen, with a line to spare for the next prompt."""
    from shutil import get_terminal_size

    from referee.render.text import width

    screen = get_terminal_size()
    lines = _printable(text, fmt).splitlines()
    if len(lines) >= screen.lines:
        return False
    cells = (width(click.unstyle(line)) for line in lines)
    return sum(max(1, -(-each // screen.columns)) for each in cells) < screen.lines


def _printable(text: str | Say, fmt: Format) -> str:
    """Fit a text to the encoding of standard output, and end its last line."""
    encoding = sys.stdout.encoding or "utf-8"
    text = _visible(text)
    if fmt is Format.TABLE:
        text = _fitted(text, sys.stdout)
    if not is_utf8(encoding):
        text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")  # the mark is of UTF-8
    fit = json_for(encoding, text) if fmt is Format.JSON else ascii_only(text, encoding)
    return fit if fit.endswith("\n") else f"{fit}\n"


def for_any_encoding(page: str) -> str:
    """Fit a page to the encoding of standard output.

    >>> for_any_encoding("Zoë") in {"Zoë", "Zo&#235;"}
    True
    """
    if is_utf8(sys.stdout.encoding or "utf-8"):
        return page
    return page.encode("ascii", "xmlcharrefreplace").decode()


def result_to_be_read(text: str) -> None:
    """Print a file that the program will read: as UTF-8, or else escaped in ASCII."""
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
    cells = _cells(stream)
    return text if cells is None else wrapped_sentences(text, cells)


def _visible(text: str | Say) -> str:
    """Word a sentence so that no fact of it steers a terminal."""
    return text_of(text) if isinstance(text, Say) else text


def tell_problem(problem: RefereeError, *, as_json: bool) -> int:
    """Print a problem where its readers look for it, and return the exit code."""
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


def diagnosed(problem: RefereeError) -> tuple[int, tuple[Diagnostic, ...]]:
    """Return the exit code, and the problem as diagnostics.

    >>> from referee.core.say import BadAnswer
    >>> code, (told,) = diagnosed(BadAnswer(Say("No such game.")))
    >>> code, told.code
    (2, 'USAGE')
    """
    from referee.files.journal.errors import JournalBroken, JournalError  # nothing else needs them
    from referee.registry import PackageFault

    if isinstance(problem, Unreadable):
        return UNREADABLE, problem.diagnostics
    code, exit_code = "USAGE", WRONG_USE
    path, line, message, remedy = "", 0, problem.say, Say("")
    if isinstance(problem, JournalError):
        code, exit_code = "JOURNAL", UNUSABLE_JOURNAL
    if isinstance(problem, PackageFault):
        code, exit_code, path, line = "PACKAGE-FAULT", FAULT, problem.file, problem.line
    if isinstance(problem, JournalBroken):
        path, line, message, remedy = str(problem.path), problem.line, problem.what, problem.remedy
    told = Diagnostic(path=path, line=line, column=0, code=code, message=message, remedy=remedy)
    return exit_code, (told,)
