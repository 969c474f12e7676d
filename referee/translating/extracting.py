"""Finding what the program says: every template in the sources, without running them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

SAYING = frozenset(
    (
        *("Say", "allowed", "forbidden", "impossible", "table_call", "say", "fact", "Code"),
        *("titled_list", "heading", "number", "_told", "_such_as", "_say", "text", "worded"),
        *("identifier", "draw", "join", "Player"),
    )
)
"""Calls whose text is a message, however short it is."""
TYPED = frozenset(("verbs", "filler", "_RECOGNIZED"))
"""What words are called that are only read: by people, or in what a parser says."""
AS_IS, DESCRIPTION = ("AsIs", "Example"), "description"
COUNTING, MANY = "plural", 2
"""What a call that counts is named, and how many forms it has in English."""
_FACT = re.compile(r"\{\w*\}")
_NAMED = re.compile(r"\{[a-z]\w*\}")
_SEVERAL_WORDS = re.compile(r"[A-Za-z]{2}.*[ …“”].*[A-Za-z]{2}|“")
_NO_MESSAGE = re.compile(
    r"^@|^/\w|^<!|\(\?|\\[dwsSb]|\[\^|^</?\w|^[a-z_]+=|^\^|[\x00-\x08]|^[-\w/.]+$|\]\+|\*\)|%\(|\$\w"
)
_CODE = re.compile(r"[A-Z]+(-[A-Z0-9]+)*|[a-z]+\.yaml|referee( [a-z]+)* ?")
"""The code of a diagnostic, a letter for somebody, the name of a file, a command."""
_FAULTS = frozenset(("ValueError", "TypeError", "RuntimeError", "AssertionError", "KeyError"))
"""Errors of programmers, which nobody reads at a table."""
_CALLED = frozenset(("parse_and_bind", "compile", "import_module", "TypeVar", "cast"))
"""Calls whose text is for another program."""
_IN_TEMPLATE = re.compile(r'\b(?:say|worded_in)\((?:"(?P<context>[^"]*)", )?"(?P<text>[^"]+)"')
_LETTER = re.compile(r"[A-Za-z]")


class Message(NamedTuple):
    """A template, its form for many if it counts, and the call that it is handed to."""

    line: int
    template: str
    many: str = ""
    call: str = ""


def messages_of(path: Path, *, only_said: bool = False) -> Iterator[Message]:
    """Yield each message of a module: what is handed to a call that says, or has several words.

    ``only_said``: several words are no message by themselves, as where files are written.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [*ast.walk(tree)]
    notes = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    notes |= {id(text) for node in nodes for text in _unsaid(node)}
    yield from _helps(nodes)
    counted = set[int]()
    for line, one, many in _counting(tree, {}):
        if not {id(one), id(many)} & counted:
            yield Message(line, one.value, many.value, COUNTING)
        counted |= {id(one), id(many)}
    said = {
        id(text): _name(node.func)
        for node in nodes
        if isinstance(node, ast.Call) and _name(node.func) in SAYING and not _is_of_text(node)
        for given in (*node.args, *(each.value for each in node.keywords if each.arg == "help"))
        for text in _texts(given)
    }
    for node in nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if id(node) in counted or id(node) in notes:
            continue
        if only_said and id(node) not in said:
            continue
        if _is_message(node.value, is_said=id(node) in said):
            yield Message(node.lineno, node.value, call=said.get(id(node), ""))


def messages_of_template(path: Path) -> Iterator[tuple[str | None, str]]:
    """Give what a page's template says, each text with its context, if it has one."""
    for found in _IN_TEMPLATE.finditer(path.read_text(encoding="utf-8")):
        yield found["context"], found["text"]


def _is_message(text: str, *, is_said: bool) -> bool:
    if _CODE.fullmatch(text):
        return False
    words = _FACT.sub("…", text)
    if not _LETTER.search(words) and not (is_said and _FACT.search(text) and words != "…"):
        return False
    if _NAMED.search(text) and not _NO_MESSAGE.search(text):
        return True
    return is_said or bool(_SEVERAL_WORDS.search(words) and not _NO_MESSAGE.search(text))


def _counting(
    scope: ast.AST, outer: Mapping[str, list[ast.expr]]
) -> Iterator[tuple[int, Any, Any]]:
    """Yield the two texts of each call that counts, which may have been given names before."""
    named = {**outer, **_named(scope)}
    for node in _within(scope):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _counting(node, named)
        elif isinstance(node, ast.Call) and _name(node.func) == COUNTING:
            forms = node.args[1:]
            starred = [each.value for each in forms if isinstance(each, ast.Starred)]
            if starred:
                texts = [text for each in _values(starred[0], named) for text in _texts(each)]
                pairs = zip(texts[::2], texts[1::2], strict=False)
            elif len(forms) >= MANY:
                one, many = (
                    [text for each in _values(form, named) for text in _texts(each)]
                    for form in forms[:MANY]
                )
                pairs = zip(one, many, strict=False)
            else:
                continue
            yield from ((node.lineno, one, many) for one, many in pairs if one is not many)


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield what is in a module, a class or a function, and not in a function inside it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _within(node)


def _named(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """Return what is assigned to each name in a scope, in the order of the lines."""
    found: dict[str, list[ast.expr]] = {}
    for node in _within(scope):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            names, values = [target], [node.value]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                names, values = target.elts, node.value.elts
            for name, value in zip(names, values, strict=False):
                found.setdefault(_name(name), []).append(value)
    return found


def _values(node: ast.expr, named: Mapping[str, list[ast.expr]]) -> list[ast.expr]:
    """Return what an argument is: what its name was given, or itself."""
    inner = node.value if isinstance(node, ast.Subscript) else node
    return named.get(inner.id, []) if isinstance(inner, ast.Name) else [node]


def _is_of_text(call: ast.Call) -> bool:
    """Return whether a call is a method of a text: ``", ".join(words)`` says nothing."""
    return isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Constant)


def _texts(node: ast.AST) -> Iterator[Any]:
    """Give the texts that an argument may be: itself, or one of those chosen between."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))
    elif isinstance(node, ast.BoolOp | ast.Tuple | ast.List | ast.Dict):
        parts = node.elts if isinstance(node, ast.Tuple | ast.List) else node.values
        yield from (text for each in parts for text in _texts(each))
    elif isinstance(node, ast.Subscript):
        yield from _texts(node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        # What a class of a module is handed, as in api.Text("g"), is looked at by itself.
        parts = [] if node.func.attr[:1].isupper() else [node.func.value, *node.args]
        yield from (text for each in parts for text in _texts(each))


def _unsaid(node: ast.AST) -> Iterator[Any]:
    """Yield the texts that are no message: types, typed words, pieces of an f-string."""
    match node:
        case ast.Assign(targets=targets, value=value) if any(_name(t) in TYPED for t in targets):
            yield from _texts(value)
        case ast.Compare(left=left):
            yield left
        case ast.JoinedStr(values=values):
            yield from values
        case ast.AnnAssign() | ast.FunctionDef():
            yield from (text for each in _types(node) for text in ast.walk(each))
        case ast.Call(func=func, args=args) if _name(func) in {*AS_IS, *_CALLED, *_FAULTS}:
            yield from (text for given in args for text in ast.walk(given))
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if isinstance(key, ast.Constant) and key.value == DESCRIPTION:
                    yield from _texts(value)
        case ast.ClassDef(bases=bases, body=body) if any(_name(b).endswith("Enum") for b in bases):
            yield from (each.value for each in body if isinstance(each, ast.Assign))


def _types(node: ast.AnnAssign | ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield the types of a variable or a function, which may be written as texts."""
    if isinstance(node, ast.AnnAssign):
        yield node.annotation
        if node.value and _name(node.annotation) == "TypeAlias":
            yield node.value
        return
    args = (*node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
    every = (node.returns, *(arg.annotation for arg in args if arg))
    yield from filter(None, every)


def _helps(nodes: Iterable[ast.AST]) -> Iterator[Message]:
    """Give the help of each command as click has it: what documents its function."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and any(
            ast.unparse(each).startswith("click.") for each in node.decorator_list
        ):
            told = ast.get_docstring(node)
            if told:
                yield Message(node.lineno, told)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
