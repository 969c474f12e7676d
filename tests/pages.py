"""The pages of docs/ that are made from the program itself: ``make docs`` writes them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import chdir
from inspect import cleandoc, signature
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any, Final

import click

from referee import __version__, public
from referee.cli.main import COMMANDS, referee
from referee.cli.output import diagnosed
from referee.cli.setup_options import ASKED, fields_of_all
from referee.core.paper.code import encode
from referee.core.say import RefereeError
from referee.files.codes import CATALOGUE
from referee.files.decoding import MAX_BYTES
from referee.files.diagnostics import Diagnostic, Unreadable
from referee.files.documents.detect import DocumentKind, detect, unexpected_kind
from referee.files.journal.lines import check_chain
from referee.operations.papers.reading import open_paper
from referee.registry import open_game
from referee.render.diagnostics import render_diagnostics
from referee.render.formats import Format, Style
from tests.files import pebble_fair
from tests.files.test_errors import ERRORS, FILES, expected, read
from tests.reference import reference_page

DOCS: Final = Path(__file__).parent.parent / "docs"
MADE: Final = "<!-- made by `make docs`; what is changed here is lost -->"
EXAMPLE: Final = "evening.yaml"
PAPER: Final = "saturday.txt"
PAPERS: Final = {
    "BAD-CODE": "REFEREE/1/ABC\n",
    "NEW-CODE": encode(b'{"game":"chess","rules":1,"text":"","seats":2}\n'),
    "NO-CODE": "<!doctype html><title>Saboteur</title><p>1\n",
}
"""Papers whose code cannot be read, by what is wrong with it."""
FAIR: Final = Path(__file__).parent / "pebble_fair"
_WIDEST: Final = 100
STONE: Final = Path(__file__).parent / "stone_night"
LINE: Final = re.compile(r"\[`(?P<name>\w+)`\]\((?P<path>[\w./]+)#L\d+\)")
"""A link to the line where something is defined."""
EXITS: Final = (
    (0, "Done: the ruling is yes, a table call or an answer; nothing was found."),
    (1, "Done: the ruling is no; the audit found what cannot be; a journal is not at its end."),
    (2, "Wrong use of the command line, or the output cannot be written."),
    (3, "An input file cannot be read as what it should be."),
    (4, "A journal cannot be used."),
)
"""The exit codes that a person meets."""
_SHOWN: Final = re.compile(
    r"^\*\*`(?P<path>\S+)`\*\*\n\n```(?P<kind>\w+)\n.*?^```\n", re.MULTILINE | re.DOTALL
)


def pages() -> dict[Path, str]:
    """Make every page, by its path."""
    return {
        DOCS / "api.md": api_page(),
        DOCS / "game-reference.md": reference_page(),
        DOCS / "commands.md": commands_page(),
        DOCS / "errors.md": errors_page(),
        DOCS / "referee.1": man_page(),
        DOCS / "start-here.md": with_lines((DOCS / "start-here.md").read_text("utf-8")),
        DOCS / "adding-a-game.md": with_files((DOCS / "adding-a-game.md").read_text("utf-8")),
    }


def with_files(page: str) -> str:
    """Put each file of Stone Night and Pebble Fair where a page names it, in bold above a block."""

    def shown(found: re.Match[str]) -> str:
        package = STONE if found["path"].startswith("stone_night/") else FAIR
        text = (package / found["path"]).read_text(encoding="utf-8").strip("\n")
        return f"**`{found['path']}`**\n\n```{found['kind']}\n{text}\n```\n"

    return _SHOWN.sub(shown, page)


def with_lines(page: str) -> str:
    """Let each link to a line lead to the one where its name is defined."""

    def led(found: re.Match[str]) -> str:
        name, path = found["name"], found["path"]
        lines = (DOCS / path).read_text(encoding="utf-8").split("\n")
        defined = re.compile(rf"(?:class |def )?{name}\b(?:\[\w+\])?(?:\(|:| =)")
        number = next(n for n, line in enumerate(lines, start=1) if defined.match(line))
        return f"[`{name}`]({path}#L{number})"

    return LINE.sub(led, page)


def api_page() -> str:
    """Tell what ``import referee`` offers, from its docstrings, whose examples are run."""
    lines = [
        MADE,
        "# For other programs",
        "",
        "The functions and classes of `import referee`. None of them prints or exits. Everything",
        "else in the package is private, except `referee.api`, for writing games",
        "([adding-a-game.md](adding-a-game.md)), and `referee.testing`, the tests that every game",
        "must pass.",
        "",
        *_EXAMPLES.split("\n"),
    ]
    offered = [getattr(public, name) for name in sorted(public.__all__)]
    lines += ["", "## Errors", "", *_errors(offered)]
    for each in sorted(offered, key=lambda each: isinstance(each, type)):
        lines += ["", f"## {_called(each)}", ""]
        if not isinstance(each, type):
            lines += ["```python", *_typed(each), "```", ""]
        lines += _documented(each)
        if not isinstance(each, type) or issubclass(each, Exception):
            continue
        for name, member in vars(each).items():
            about = getattr(member, "fget", getattr(member, "__func__", member))
            if not name.startswith("_") and cleandoc(getattr(about, "__doc__", None) or ""):
                called = name if isinstance(member, property) else _called(about)
                first = cleandoc(about.__doc__).split("\n")[0].replace("``", "`")
                lines += (
                    ["", f"- `{called}`: {first}"]
                    if lines[-1][:2] != "- "
                    else [f"- `{called}`: {first}"]
                )
    return "\n".join(lines) + "\n"


_EXAMPLES: Final = """\
Settle a dispute, and quote the rules behind the answer:

```python
>>> import referee
>>> asked = referee.ask("saboteur", "setup", players=7)
>>> asked.results["hand"], str(asked.rules[0])
(5, 'SAB-1.6')
```

Score an evening, from a file or from what would stand in it:

```python
>>> bags = {"Ana": {"gold": 4}, "Bo": {"silver": 6}, "Cy": {"black": 3}, "Di": {}}
>>> told = {"game": "no-swap-no-pay", "players": list(bags), "holdings": bags}
>>> scored = referee.score(told)
>>> str(scored), scored.totals["Ana"]
('Bo wins with 16 points.', Fraction(12, 1))
```

Play a game, answer by answer; with `journal="bots.jsonl"` it is kept, and `referee.resume` goes on
with it:

```python
>>> import random
>>> with referee.start("saboteur", ["Ana", "Bo", "Cy"]) as table:
...     first = table.answer("Cy")
...     while table.step:
...         reply = table.answer(random.choice(table.step.offered))
>>> first.verdict, str(first), table.step
('allowed', 'Cy begins.', None)
```"""


def _errors(offered: list[Any]) -> Iterator[str]:
    """Draw the tree of what is raised, each with its sentence."""
    kinds = [each for each in offered if isinstance(each, type) and issubclass(each, RefereeError)]
    top, *others = sorted(kinds, key=lambda each: (len(each.__mro__), each.__name__))
    widest = max(len(each.__name__) for each in kinds) + len("├── ")
    yield "Whatever a person can put right is a `RefereeError`: its text is a whole sentence."
    yield from ("", "```text", f"{top.__name__:<{widest}}  {_first_line(top)}")
    for each in others:
        branch = "└── " if each is others[-1] else "├── "
        assert each.__base__ is top
        yield f"{branch + each.__name__:<{widest}}  {_first_line(each)}"
    yield "```"


def _first_line(each: Any) -> str:
    return cleandoc(each.__doc__ or "").split("\n")[0].replace("``", "`")


def _typed(each: Any) -> Iterator[str]:
    """Write the signature of a function with its types, as the code has them."""
    one = f"{each.__name__}{signature(each)}".replace("'", "")
    if len(one) <= _WIDEST:
        yield one
        return
    opened, _, rest = one.partition("(")
    inside, _, gives = rest.rpartition(")")
    yield f"{opened}("
    yield from (f"    {part}," for part in re.split(r", (?![^\[]*\])", inside))
    yield f"){gives}"


def _called(each: Any) -> str:
    """Write what is called, with its arguments and without their types."""
    if isinstance(each, type):
        return each.__name__
    names = [
        f"{'**' * (each_.kind is each_.VAR_KEYWORD)}{each_.name}"
        for each_ in signature(each).parameters.values()
        if each_.name not in {"self", "cls"}
    ]
    return f"{each.__name__}({', '.join(names)})"


def _documented(each: object) -> Iterator[str]:
    """Give the docstring of something, its example as a block."""
    text, sign, example = cleandoc(each.__doc__ or "").replace("``", "`").partition(">>> ")
    yield text.strip()
    if sign:
        yield from ("", "```python", *f"{sign}{example}".strip().split("\n"), "```")


def commands_page() -> str:
    """Tell what the help pages tell, command by command."""
    lines = [
        MADE,
        "# Commands",
        "",
        "What `referee COMMAND --help` prints. `-h` is short for `--help`; GAME is a game's name",
        "or any beginning that fits no other.",
        "",
        *(f"- [`{name}`](#referee-{name}): {line}" for name, line in COMMANDS.items()),
    ]
    with click.Context(referee) as ctx:
        for name in COMMANDS:
            command = referee.get_command(ctx, name)
            assert command is not None
            lines += ["", *_command(name, command)]
    return "\n".join(lines) + "\n"


def _command(name: str, command: click.Command) -> Iterator[str]:
    with click.Context(command, **referee.context_settings) as ctx:
        ctx.meta[ASKED] = fields_of_all()
        params = [each for each in command.get_params(ctx) if "--help" not in each.opts]
    options = [each for each in params if isinstance(each, click.Option)]
    arguments = [each for each in params if isinstance(each, click.Argument)]
    yield f"## referee {name}"
    yield ""
    yield f"`referee {name}{' [OPTIONS]' if options else ''}{''.join(map(_argument, arguments))}`"
    for paragraph in cleandoc(command.help or "").replace("\b\n", "").split("\n\n"):
        yield ""
        yield from _paragraph(paragraph)
    if options:
        yield ""
        yield "| option | |"
        yield "|---|---|"
        yield from map(_option, options)


def _paragraph(paragraph: str) -> list[str]:
    if not paragraph.startswith("Example"):
        return paragraph.split("\n")
    examples = [line.partition("referee ")[2] for line in paragraph.split("\n")]
    return ["```sh", *(f"referee {example}" for example in examples), "```"]


def _argument(argument: click.Argument) -> str:
    name = argument.metavar or (argument.name or "").upper()
    if isinstance(argument.type, click.Choice):
        name = "|".join(map(str, argument.type.choices))
    name = name if argument.required else f"[{name}]"
    return f" {name}{'...' if argument.nargs < 0 else ''}"


def _option(option: click.Option) -> str:
    words = ", ".join(option.opts)
    if isinstance(option.type, click.Choice):
        words += " " + "|".join(map(str, option.type.choices))
    elif not option.is_flag:
        words += f" {option.metavar or (option.name or '').upper()}"
    cell = words.replace("|", "\\|")
    again = " May be given again." if option.multiple else ""
    return f"| `{cell}` | {option.help}{again} |"


def man_page() -> str:
    """Write the manual page, for man: the commands with their options, files and exit codes."""
    lines = [
        '.\\" made by make docs; what is changed here is lost',
        f'.TH REFEREE 1 "2026-11-22" "referee {__version__}" "Games"',
        ".SH NAME",
        "referee \\- settle disputes, walk through a game and count the scores",
        ".SH SYNOPSIS",
        ".B referee",
        ".I COMMAND",
        "[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]",
        ".SH DESCRIPTION",
        "The referee that a table of friends calls for. It walks through a game's turn sequence,",
        "rules on disputes, computes final scores from holdings that are typed in, and prints",
        "scoresheets, round by round. Every ruling names the rule behind it.",
        "GAME is a game's name or any beginning that fits no other.",
        ".SH COMMANDS",
    ]
    with click.Context(referee) as ctx:
        for name in COMMANDS:
            command = referee.get_command(ctx, name)
            assert command is not None
            lines += _man_command(name, command)
    lines += [".SH EXIT STATUS"]
    for code, meaning in EXITS:
        lines += [".TP", f".B {code}", _roff(meaning)]
    lines += [
        ".SH ENVIRONMENT",
        ".TP",
        ".B NO_COLOR\\fR, \\fBFORCE_COLOR",
        "Never, or always, colour.",
        ".TP",
        ".B PAGER\\fR, \\fBLESS",
        "What shows long output at a terminal.",
        ".TP",
        ".B REFEREE_LANG",
        "The language to speak, en, zh\\-Hant, zh\\-Hans or ja, where no option names one; else",
        "the locale decides (LC_ALL, LC_MESSAGES, LANG).",
        ".TP",
        ".B REFEREE_TRACE",
        "Shows where a fault of the referee came from.",
        ".SH FILES",
        "A journal,",
        ".IR GAME\\-DATE\\-N.jsonl ,",
        "is written in the current folder by",
        ".BR \\%\\(dqreferee play\\(dq ;",
        "every answer is in it before the next question is asked.",
    ]
    return "".join(f"{line}\n" for each in lines for line in _filled(each))


def _filled(line: str) -> list[str]:
    """Break a line of text where a page of roff wants it; a request stays whole."""
    return [line] if line.startswith(".") else wrap(line, 78, break_on_hyphens=False)


def _man_command(name: str, command: click.Command) -> Iterator[str]:
    with click.Context(command, **referee.context_settings) as ctx:
        ctx.meta[ASKED] = fields_of_all()
        params = [each for each in command.get_params(ctx) if "--help" not in each.opts]
    options = [each for each in params if isinstance(each, click.Option)]
    arguments = [each for each in params if isinstance(each, click.Argument)]
    yield f".SS referee {name}{' [OPTIONS]' if options else ''}{''.join(map(_argument, arguments))}"
    about, *_ = cleandoc(command.help or "").replace("\b\n", "").split("\n\nExample")
    for at, paragraph in enumerate(about.split("\n\n")):
        if at:
            yield ".PP"
        yield _roff(" ".join(paragraph.split("\n")))
    for option in options:
        yield ".TP"
        yield f".B {_roff(', '.join(option.opts))}"
        yield _roff(f"{option.help}{' May be given again.' if option.multiple else ''}")


def _roff(text: str) -> str:
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


def errors_page() -> str:
    """Tell what each code of a diagnostic means, and show one."""
    lines = [
        MADE,
        "# Messages about files",
        "",
        "All problems of a file are reported in one run; the exit code is 3 (USAGE: 2,",
        "JOURNAL: 4). Each message gives the place as `path:line:column`, a code, the line with a",
        "caret, and what to do. The codes never change; the words may. The examples are from",
        "[the broken files](../tests/errors) that the tests keep, about an invented game.",
        "`referee explain CODE` prints the text below, without the example.",
    ]
    for each in CATALOGUE:
        shown = render_diagnostics([example(each.code)], Format.TABLE, Style())
        lines += ["", f"## {each.code}", "", each.means, "", each.helps, ""]
        if each.code not in _BY_HAND:
            name = simplest(each.code).name
            lines += [f"Such a file: [{name}](../tests/errors/{name}).", ""]
        lines += ["```text", *shown.rstrip("\n").split("\n"), "```"]
    return "\n".join(lines) + "\n"


def simplest(code: str) -> Path:
    """Find the broken file with the fewest problems, one of which has this code."""
    having = [path for path in FILES if code in {told for told, _, _ in expected(path)}]
    return min(having, key=lambda each: (len(expected(each)), each.name))


def example(code: str) -> Diagnostic:
    """Provoke a diagnostic: with the simplest broken file that has it, or by hand."""
    if code in _BY_HAND:
        with TemporaryDirectory() as folder, chdir(folder):
            return _first(code, _BY_HAND[code])
    path = simplest(code)
    with chdir(ERRORS):
        name = Path(path.name)
        return _first(code, lambda: read(name, pebble_fair.GAME, pebble_fair.book()))


def _first(code: str, provoke: Callable[[], object]) -> Diagnostic:
    try:
        provoke()
    except (Unreadable, RefereeError) as problem:
        return next(each for each in diagnosed(problem)[1] if each.code == code)
    raise AssertionError(code)


def _bytes(raw: bytes) -> Callable[[], object]:
    def provoke() -> object:
        path = Path(EXAMPLE)
        path.write_bytes(raw)
        return read(path, pebble_fair.GAME, pebble_fair.book())

    return provoke


def _folder() -> object:
    os.mkdir("evening")  # noqa: PTH102 - beside the others, the shortest
    return detect("evening")


def _paper(text: str) -> Callable[[], object]:
    def provoke() -> object:
        Path(PAPER).write_text(text, encoding="utf-8")
        return open_paper(detect(PAPER), PAPER)

    return provoke


def _kind() -> object:
    Path(EXAMPLE).write_bytes(b"game: pebble-fair\nplayers: [Ana, Bo, Cy]\n")
    raise unexpected_kind(detect(EXAMPLE), EXAMPLE, DocumentKind.HOLDINGS)


def _flood() -> bytes:
    from tests.files.pebble_fair import HOLDINGS

    return (HOLDINGS + "".join(f"key{n}: 1\n" for n in range(500))).encode()


_BY_HAND: Final[dict[str, Callable[[], object]]] = {
    "NO-FILE": lambda: detect(EXAMPLE),
    "NOT-A-FILE": _folder,
    "TOO-LARGE": _bytes(b"#" * (MAX_BYTES + 1)),
    "NOT-UTF-8": _bytes(b"game: pebble-fair\nplayers: [Ana, J\xfcrg, Cy]\n"),
    "KIND": _kind,
    **{code: _paper(text) for code, text in PAPERS.items()},
    "TOO-LONG": _bytes(b"a: [" + b"1," * 20_000 + b"1]"),
    "MORE": _bytes(_flood()),
    "USAGE": lambda: open_game("chess"),
    "JOURNAL": lambda: check_chain(Path("saturday.jsonl"), b'{"referee":2}\n'),
}


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
