"""The reference of ``referee.api``, made from the code, and the signatures that are promised.

``python -m tests.reference`` adds what is new to the list of signatures; nothing is ever changed
there without a new major version.
"""

# ruff: noqa: E501 - rows of tables

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from inspect import Parameter, cleandoc
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

from referee import __version__, api
from referee.files.documents.schemas.case_files import case_schemas
from referee.testing import contract
from referee.testing.room import FIRST

ROOT: Final = Path(__file__).parent.parent
KEPT: Final = Path(__file__).parent / "elsewhere/signatures.txt"
"""What is promised: each name, since which version, and its signature without types."""
MADE: Final = "<!-- made by `make docs`; what is changed here is lost -->"
PLACES: Final = ("tests/stone_night/stone_night", "tests/pebble_fair/pebble_fair", "referee/games")
"""Where examples are looked for, the smallest game first."""
_PROMISE: Final = """\
# What a game may import

All of `referee.api`, by what it is for. `help(referee.api)` lists it at a prompt, and
`help(referee.api.Stage)` explains one name.

**The promise.** From version 1 on, within one first number of the version:

- no name on this page goes away;
- no parameter goes away, moves, or changes its default, and none becomes required; new ones have a
  default and come last, or by keyword;
- no check of the contract that was green turns red, unless a package asks for newer checks:
  `contract(..., since="1.1")`.

So a package needs `referee>=1,<2`. [The signatures](../tests/elsewhere/signatures.txt) are kept,
and a test compares every change with them; *since* is the version that first had a name.
Everything else in the package is private. Games begin with [adding-a-game.md](adding-a-game.md)."""
_TESTS: Final = """
## The tests of a game

`referee.testing` needs `pip install "referee[testing]"`. It has one function for packages.

### contract

{contract}
A failure has no traceback. Where an error of the referee seems to be behind one, `REFEREE_TRACE=1`
in the environment makes every command print the traceback of an error, yours or ours.

### Files of the tests

All are optional, in the folder of the test.

| file | what it holds | and without it |
|---|---|---|
| `cases/*.yaml` | sentences that have to be true, see below | numbers and rules are held by nothing |
| `scenarios/*.yaml` | recorded games with what they expect, `referee schema scenario` | no game is replayed |
| `scenarios/*.jsonl` | journals of played evenings; each answer is judged again as it was | no evening is replayed |
| `step_ids.txt` | the ids of all steps, in alphabetical order: journals depend on them | an id may change |
| `attempts.py` | `ATTEMPTS`: words to try, by the id of a step; `TAKEN_ANYWAY`: ids of steps that accept what is not on offer | a few general words are tried |
| `openings.py` | `OPENINGS`: tuples of answers from the start of a game, or a function that gives them for a `Setup` | games are random from the start |
| `fixtures.py` | `NUMBERS`: what only a table can read, by name, such as `{{"card": (3,)}}`, needed where the rulebook `asks`; `TEXTS`: maps of texts for `SetupField`; `fitting(question, facts)`: facts that go together | defaults |
| `refusals.py` | `question_for(state, event, ruling)`: for a refusal the name of a question and its facts, such as `("bust", {{"muddy": "2"}})`, or None; ten refusals at least | no refusal is put as a question |

### Cases

A file in `cases/` is a list. Each entry has a `name`, which is a sentence, one of `ask`, `score` and
`play`, and `expect`. `referee schema case-file` prints the schema for an editor. Of what is expected,
only the keys that are given are compared.
"""


def themes() -> dict[str, tuple[tuple[str, object], ...]]:
    """List all names by theme, those of the modules under the module's own sentence."""
    found = {
        theme: tuple(
            (name, getattr(api, name)) for names in homes.values() for name in names.split()
        )
        for theme, homes in api._THEMES.items()
    }
    for module in api._MODULES:
        home: Any = getattr(api, module)
        found[f"`referee.api.{module}`"] = tuple(
            (f"{module}.{name}", getattr(home, name)) for name in home.__all__
        )
    return found


def signature(named: object) -> str:
    """Write the parameters of something with their defaults; empty where it is not called."""
    return f"({', '.join(f'{name}{default}' for name, _, default in _parameters(named))})"


def _parameters(named: Any) -> Iterator[tuple[str, str, str]]:
    """Give each parameter: its name with its stars, its type, its default behind a ``=``."""
    if not _is_called(named):
        return
    if inspect.isclass(named) and named.__new__ is str.__new__:  # Python tells nothing of it
        yield "text", "str", ""
        return
    types = _annotations(named)
    has_star = False
    for each in inspect.signature(named).parameters.values():
        if each.kind is Parameter.KEYWORD_ONLY and not has_star:
            yield "*", "", ""
        has_star |= each.kind in {Parameter.KEYWORD_ONLY, Parameter.VAR_POSITIONAL}
        stars = "*" * (each.kind is Parameter.VAR_POSITIONAL)
        stars += "**" * (each.kind is Parameter.VAR_KEYWORD)
        given = "" if each.default is Parameter.empty else f"={_default(each.default)}"
        yield f"{stars}{each.name}", types.get(each.name, ""), given


def _is_called(named: object) -> bool:
    if inspect.isclass(named):
        return not issubclass(named, Enum) and not getattr(named, "_is_protocol", False)
    return inspect.isfunction(named)


def _annotations(named: Any) -> dict[str, str]:
    if not inspect.isclass(named):
        return {name: str(each) for name, each in named.__annotations__.items()}
    found: dict[str, str] = {}
    for base in reversed(named.__mro__):
        told = {**vars(base).get("__annotations__", {})}
        made = vars(base).get("__init__")
        told |= getattr(made, "__annotations__", {}) if inspect.isfunction(made) else {}
        found |= {name: str(each) for name, each in told.items()}
    return found


def _default(value: object) -> str:
    plain = value is None or isinstance(value, str | int | tuple | frozenset | dict)
    return repr(value) if plain and "<" not in repr(value) else "..."


def reference_page() -> str:
    """Tell of each name its signature, what it is, its parts, and an example or where one is."""
    since = {name: version for name, (version, _) in kept().items()}
    lines = [MADE, *_PROMISE.split("\n"), ""]
    told = themes()
    for theme, names in told.items():
        listed = ", ".join(f"[`{name}`](#{_anchor(name)})" for name, _ in names)
        lines.append(f"- {theme}: {listed}")
    for theme, names in told.items():
        lines += ["", f"## {theme[0].upper()}{theme[1:]}"]
        for name, named in names:
            lines += ["", f"### {name}", "", *_told(name, named), f"Since {since[name]}."]
    return "\n".join(lines) + "\n" + _tests_told()


def _tests_told() -> str:
    """Tell of the contract, and of each key of a case."""
    call = signature(contract)
    about = cleandoc(contract.__doc__ or "").replace("``", "`")
    lines = [_TESTS.format(contract=f"```python\ncontract{call}\n```\n\n{about}\n")]
    for kind, schema in case_schemas().items():
        for part in (kind, "expect"):
            title = f"`{kind}`" if part == kind else f"`expect` of `{kind}`"
            lines += [title, "", "| key | is | |", "|---|---|---|"]
            inside = schema["properties"][part]
            required = inside.get("required", ())
            lines += [
                f"| `{key}`{' (needed)' if key in required else ''} | {_shape(each)} "
                f"| {each.get('description', '')} |"
                for key, each in inside["properties"].items()
            ]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _shape(schema: dict[str, Any]) -> str:
    """Word the shape of a value, as far as an author needs it."""
    if "enum" in schema:
        return ", ".join(f"`{'null' if each is None else each}`" for each in schema["enum"])
    kinds = schema.get("type", "string")
    names = {"object": "map", "array": "list", "string": "text", "integer": "number"}
    kinds = [kinds] if isinstance(kinds, str) else kinds
    said = " or ".join(names.get(each, each) for each in kinds)
    keys = schema.get("properties")
    return f"{said}: {', '.join(f'`{key}`' for key in keys)}" if keys else said


def _anchor(name: str) -> str:
    return name.lower().replace(".", "")


def _told(name: str, named: Any) -> Iterator[str]:
    about, definition = _written(name, named)
    if named in {api.Struct, api.replace}:
        about = f"{about.split(chr(10) * 2)[0]} It is that of [msgspec](https://jcristharif.com/msgspec)."
    elif inspect.isclass(named) and issubclass(named, Enum):
        yield from (f"One of {', '.join(f'`{each.name}`' for each in named)}.", "")
    elif definition:
        yield from ("```python", definition, "```", "")
    elif _is_called(named):
        short = name.rpartition(".")[2]
        parts = [
            f"{each}{f': {kind}' if kind else ''}{f' {given[:1]} {given[1:]}' if given else ''}"
            for each, kind, given in _parameters(named)
        ]
        one = f"{short}({', '.join(parts)})"
        many = [f"{short}(", *(f"    {part}," for part in parts), ")"]
        yield from ("```python", *([one] if len(one) <= 100 else many), "```", "")
    text, sign, example = about.replace("``", "`").partition(">>> ")
    if text.strip():
        yield from (text.strip(), "")
    members = list(_members(named)) if inspect.isclass(named) else []
    if members:
        yield from (*members, "")
    if sign:
        yield from ("```python", *f"{sign}{example}".strip().split("\n"), "```", "")
    elif place := _used(name.rpartition(".")[2]):
        yield from (f"An example: [{Path(place).name}](../{place}).", "")


def _members(named: type) -> Iterator[str]:
    """List what else a class has, with the first sentence of each."""
    yield from _settings(named)
    for name, member in vars(named).items():
        inner = getattr(member, "__func__", getattr(member, "func", member))
        about = getattr(member, "fget", inner)
        said = cleandoc(getattr(about, "__doc__", None) or "").split("\n")[0].replace("``", "`")
        if name.startswith("_") or not said or not inspect.isfunction(about):
            continue
        called = name if about is not member and not hasattr(member, "__func__") else f"{name}()"
        yield f"- `{called}`: {said}"


def _settings(named: type) -> Iterator[str]:
    """List what a class of a game may set, with what is said of each below it."""
    if "ClassVar" not in str(vars(named).get("__annotations__", {})):
        return
    (tree,) = ast.parse(dedent(inspect.getsource(named))).body
    body = getattr(tree, "body", [])
    for statement, behind in pairwise(body):
        is_told = isinstance(behind, ast.Expr) and isinstance(behind.value, ast.Constant)
        if isinstance(statement, ast.AnnAssign) and "ClassVar" in ast.unparse(statement.annotation):
            given = f" = {ast.unparse(statement.value)}" if statement.value else ""
            said = cleandoc(str(behind.value.value)) if is_told else ""
            yield f"- `{ast.unparse(statement.target)}{given}`: {said.replace('``', '`')}"


def _written(name: str, named: Any) -> tuple[str, str]:
    """Give what is said of a name, and how a constant or a type is defined."""
    if inspect.isclass(named) or inspect.isfunction(named) or inspect.isbuiltin(named):
        return cleandoc(named.__doc__ or ""), ""
    module, _, short = name.rpartition(".")
    home = f"referee.api.{module}" if module else api._HOMES[short]
    for body in _bodies(home, short):
        for statement, behind in zip(body, [*body[1:], None], strict=False):
            targets = getattr(statement, "targets", None) or [None]
            target = getattr(statement, "target", targets[0])
            if isinstance(target, ast.Name) and target.id == short:
                said = ""
                if isinstance(behind, ast.Expr) and isinstance(behind.value, ast.Constant):
                    said = cleandoc(str(behind.value.value))
                return said, ast.unparse(statement).replace("'", '"')
    return "", ""


def _bodies(home: str, short: str) -> Iterator[list[ast.stmt]]:
    """Give the module that a name is written in, and those that it is imported from."""
    source = inspect.getsource(import_module(home))
    tree = ast.parse(source)
    yield tree.body
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and short in {a.name for a in statement.names}:
            yield from _bodies(statement.module or "", short)


def _used(name: str) -> str:
    """Find the first file of a game that uses a name."""
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*.py")):
            if re.search(rf"\bapi\.{name}\b|[ ,]{name},", path.read_text("utf-8")):
                return path.relative_to(ROOT).as_posix()
    return ""


def today() -> dict[str, str]:
    found = {name: signature(named) for names in themes().values() for name, named in names}
    return {**found, "testing.contract": signature(contract)}


def kept() -> dict[str, tuple[str, str]]:
    """Read the promised signatures: by name, since when, and what."""
    lines = KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
    rows = (line.split(" ", 2) for line in lines)
    return {name: (version, told) for name, version, told in rows}


def write_kept() -> None:
    """Add the names that are new, and what old ones can be called with now."""
    before = kept()
    version = max(__version__.rpartition(".")[0], FIRST)
    rows = {name: (before.get(name, (version, ""))[0], told) for name, told in today().items()}
    KEPT.write_text("".join(f"{n} {v} {told}\n" for n, (v, told) in rows.items()), "utf-8")


if __name__ == "__main__":
    write_kept()
