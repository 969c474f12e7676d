"""The pages about the commands, made from their help: ``docs/commands.md`` and the manual page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from pathlib import Path
from textwrap import wrap
from typing import Final

import click

from referee import __version__
from referee.cli.everywhere import HELP, OPTIONS
from referee.cli.main import COMMANDS, referee
from referee.cli.setup_options import ASKED, fields_of_all

ROOT: Final = Path(__file__).parent.parent
MADE: Final = "<!-- made by `make docs`; what is changed here is lost -->"
EXITS: Final = (
    ("0", "Done. The ruling is yes, a table call or an answer, and no problem was found."),
    ("1", "Done, but the ruling is no, a problem was found, or a journal is not finished."),
    ("2", "The command line is wrong, or the output cannot be written."),
    ("3", "An input file cannot be read."),
    ("4", "A journal cannot be used."),
    ("70", "The referee, or the package of a game, has a fault."),
    ("129, 130, 143", "A signal ended the program: the terminal was closed, Ctrl-C, or kill."),
)
"""The exit codes, each with its meaning."""
_RELEASE: Final = re.compile(r"^## \[(?P<version>[\d.]+)\] - (?P<day>[\d-]+)$", re.MULTILINE)
_FIRST_DAY: Final = "2026-11-22"


def commands_page() -> str:
    """Write the page of all commands: what their help says, and the exit codes."""
    lines = [
        MADE,
        "# Commands",
        "",
        "What `referee COMMAND --help` prints. GAME is the name of a game, or any beginning of it",
        "that fits no other. `-` as a FILE is the standard input.",
        "",
        *(f"- [`{name}`](#referee-{name}): {line}" for name, line in COMMANDS.items()),
        "- [options of every command](#every-command)",
        "- [exit codes](#exit-codes)",
    ]
    for name, command, ctx in _commands():
        lines += ["", f"## referee {name}", "", f"`referee {name} {_usage(command, ctx)}`"]
        for paragraph in cleandoc(command.help or "").replace("\b\n", "").split("\n\n"):
            lines += ["", *_paragraph(paragraph)]
        lines += _table(own_options(command, ctx))
    lines += ["", "## Every command", "", "These can be before or after the name of the command."]
    lines += _table((*OPTIONS, HELP))
    lines += ["", "`referee -V`, or `--version`, prints the version.", "", "## Exit codes", ""]
    lines += [
        "| code | meaning |",
        "|---|---|",
        *(f"| {code} | {about} |" for code, about in EXITS),
    ]
    return "\n".join(lines) + "\n"


def man_page() -> str:
    """Write the manual page: the commands with their options, exit codes, variables, files."""
    version, day = newest_release()
    lines = [
        '.\\" made by make docs; what is changed here is lost',
        f'.TH REFEREE 1 "{day}" "referee {version}" "Games"',
        ".SH NAME",
        "referee \\- settle disputes, walk through a game and count the score",
        ".SH SYNOPSIS",
        ".B referee",
        ".I COMMAND",
        "[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]",
        ".br",
        ".B referee help",
        "[\\fICOMMAND\\fR]",
        ".SH DESCRIPTION",
        *_sentences(
            "referee settles disputes, walks a table through a game and counts the score. "
            "You play with real cards; it keeps the record and prints the scoresheet. "
            "Every ruling names its rules. "
            "GAME is the name of a game, or any beginning of it that fits no other. "
            "A FILE called - is the standard input."
        ),
        ".SH COMMANDS",
    ]
    for name, command, ctx in _commands():
        lines.append(f".SS {_roff(f'referee {name} {_usage(command, ctx)}')}")
        about, *_ = cleandoc(command.help or "").replace("\b\n", "").split("\n\nExample")
        for at, paragraph in enumerate(about.split("\n\n")):
            lines += [*([".PP"] if at else []), *_sentences(paragraph)]
        lines += _entries(own_options(command, ctx))
    lines += [".SH OPTIONS OF EVERY COMMAND"]
    lines += _sentences("These can be before or after the name of the command.")
    lines += _entries((*OPTIONS, HELP))
    lines += [".TP", ".BR \\-V , \\-\\-version", "Print the version. Only without a command."]
    lines += [".SH EXIT STATUS"]
    for code, meaning in EXITS:
        lines += [".TP", f".B {code}", *_sentences(meaning)]
    lines += _ENVIRONMENT.splitlines()
    return "".join(f"{line}\n" for each in lines for line in _filled(each))


_ENVIRONMENT: Final = """\
.SH ENVIRONMENT
.TP
.BR NO_COLOR ", " FORCE_COLOR
Never, or always, colour.
.TP
.BR PAGER ", " LESS
The pager for results that are longer than the screen, and its options.
.TP
.B REFEREE_LANG
The language if no option names one: en, zh\\-Hant, zh\\-Hans or ja.
Without it the locale decides (LC_ALL, LC_MESSAGES, LANG).
.TP
.B REFEREE_TRACE
Show where a fault of the referee is.
.SH FILES
.TP
.I GAME\\-DATE\\-N.jsonl
A journal, in the folder where
.B referee play
was started.
Every answer is in it before the next question is asked.
.TP
.I GAME.schema.json
The schema of a form, in the folder of the form.
.B referee new \\-o
writes it for your editor.
.TP
.I players.yaml
Names of players who played under two names, for
.BR "referee stats" .
.TP
.I $XDG_CONFIG_HOME/referee/settings.yaml
Numbers of your edition that you let the referee keep for the next game.
Without that variable the folder is
.IR \\(ti/.config/referee .
You can delete the file.
"""


def newest_release() -> tuple[str, str]:
    found = _RELEASE.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    return (found["version"], found["day"]) if found else (__version__, _FIRST_DAY)


def own_options(command: click.Command, ctx: click.Context) -> list[click.Option]:
    every = (*OPTIONS, HELP)
    params = command.get_params(ctx)
    return [each for each in params if isinstance(each, click.Option) and each not in every]


def option_words(option: click.Option) -> str:
    """Write the names of an option and its value, as in ``--format table|plain|json``."""
    words = ", ".join(option.opts)
    if option.is_flag:
        return words
    if option.metavar:
        return f"{words} {option.metavar}"
    assert isinstance(option.type, click.Choice), option.name
    return f"{words} {'|'.join(map(str, option.type.choices))}"


def _commands() -> Iterator[tuple[str, click.Command, click.Context]]:
    with click.Context(referee) as root:
        for name in COMMANDS:
            command = referee.get_command(root, name)
            assert command is not None
            with click.Context(command, **referee.context_settings) as ctx:
                ctx.meta[ASKED] = fields_of_all()
                yield name, command, ctx


def _usage(command: click.Command, ctx: click.Context) -> str:
    return " ".join(command.collect_usage_pieces(ctx))


def _about(option: click.Option) -> str:
    return f"{option.help}{' May be given again.' if option.multiple else ''}"


def _paragraph(paragraph: str) -> list[str]:
    if not paragraph.startswith("Example"):
        return paragraph.split("\n")
    examples = [line.partition("referee ")[2] for line in paragraph.split("\n")]
    return ["```sh", *(f"referee {example}" for example in examples), "```"]


def _table(options: Sequence[click.Option]) -> Iterator[str]:
    if options:
        yield from ("", "| option | |", "|---|---|")
    for each in options:
        cell = option_words(each).replace("|", "\\|")
        yield f"| `{cell}` | {_about(each)} |"


def _entries(options: Sequence[click.Option]) -> Iterator[str]:
    for each in options:
        words = ", ".join(f"\\fB{_roff(name)}\\fR" for name in each.opts)
        value = option_words(each).removeprefix(", ".join(each.opts)).strip()
        yield ".TP"
        yield f"{words} \\fI{_roff(value)}\\fR" if value else words
        yield from _sentences(_about(each))


def _sentences(text: str) -> list[str]:
    """Put each sentence of a paragraph on a line of its own, as pages of roff do."""
    return [_roff(each) for each in re.split(r"(?<=[.?!:]) (?=[A-Z])", " ".join(text.split()))]


def _roff(text: str) -> str:
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


def _filled(line: str) -> list[str]:
    """Break a line of text where a page of roff wants it; a request stays whole."""
    return [line] if line.startswith(".") else wrap(line, 78, break_on_hyphens=False)
