"""The pages of docs/ that are made from the program itself: ``make docs`` writes them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import chdir
from inspect import cleandoc, signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from referee import public
from referee.cli.output import diagnosed
from referee.core.paper.code import encode
from referee.core.say import RefereeError
from referee.files.codes import CODES
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
from tests.manual import commands_page, man_page
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
_SHOWN: Final = re.compile(
    r"^\*\*`(?P<path>\S+)`\*\*\n\n```(?P<kind>\w+)\n.*?^```\n", re.MULTILINE | re.DOTALL
)


def pages() -> dict[Path, str]:
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
            if not name.startswith("_") and _first_line(about):
                called = name if isinstance(member, property) else _called(about)
                lines += [""] * (lines[-1][:2] != "- ")
                lines.append(f"- `{called}`: {_first_line(about)}")
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
    about = getattr(each, "__doc__", None) or ""
    return cleandoc(about).split("\n")[0].replace("``", "`")


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
    given = [one for one in signature(each).parameters.values() if one.name not in {"self", "cls"}]
    names = [f"{'**' * (one.kind is one.VAR_KEYWORD)}{one.name}" for one in given]
    return f"{each.__name__}({', '.join(names)})"


def _documented(each: object) -> Iterator[str]:
    text, sign, example = cleandoc(each.__doc__ or "").replace("``", "`").partition(">>> ")
    yield text.strip()
    if sign:
        yield from ("", "```python", *f"{sign}{example}".strip().split("\n"), "```")


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
    for each in CODES:
        shown = render_diagnostics([example(each.code)], Format.TABLE, Style())
        lines += ["", f"## {each.code}", "", each.means, "", each.remedy, ""]
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
    name = Path(simplest(code).name)
    with chdir(ERRORS):
        return _first(code, lambda: read(name))


def _first(code: str, provoke: Callable[[], object]) -> Diagnostic:
    try:
        provoke()
    except (Unreadable, RefereeError) as problem:
        return next(each for each in diagnosed(problem)[1] if each.code == code)
    raise AssertionError(code)


def _bytes(raw: bytes) -> Callable[[], object]:
    def provoke() -> object:
        Path(EXAMPLE).write_bytes(raw)
        return read(Path(EXAMPLE))

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


_BY_HAND: Final[dict[str, Callable[[], object]]] = {
    "NO-FILE": lambda: detect(EXAMPLE),
    "NOT-A-FILE": _folder,
    "TOO-LARGE": _bytes(b"#" * (MAX_BYTES + 1)),
    "NOT-UTF-8": _bytes(b"game: pebble-fair\nplayers: [Ana, J\xfcrg, Cy]\n"),
    "KIND": _kind,
    **{code: _paper(text) for code, text in PAPERS.items()},
    "TOO-LONG": _bytes(b"a: [" + b"1," * 20_000 + b"1]"),
    "MORE": _bytes((pebble_fair.HOLDINGS + "".join(f"key{n}: 1\n" for n in range(500))).encode()),
    "USAGE": lambda: open_game("chess"),
    "JOURNAL": lambda: check_chain(Path("saturday.jsonl"), b'{"referee":2}\n'),
}


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
