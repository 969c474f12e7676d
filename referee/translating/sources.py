"""What can be translated, and where it is: the program itself, our games, a package's game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from msgspec import Struct

from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import AND, CHOICES, LAST, NEXT, RefereeError, Say
from referee.core.words.language import NOISE, NOISES, QUESTION, QUESTIONS, WORD
from referee.files.documents.rules import read_rulebook
from referee.files.languages import SHELL
from referee.files.yaml.loader import parse
from referee.registry import open_game, own_ids
from referee.testing.room import Room
from referee.translating.catalogues import Key, messages, read
from referee.translating.texts import LOCALE, PACKAGE, RULEBOOKS, Cases
from referee.translating.words import OF_THE_SHELL, labels_of, words_of

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
_PLACEHOLDER = re.compile(r"\{\w*\}")
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
        is_said = id(node) in said
        is_passed_over = id(node) in counted or id(node) in notes or (only_said and not is_said)
        if not is_passed_over and _is_message(node.value, is_said=is_said):
            yield Message(node.lineno, node.value, call=said.get(id(node), ""))


def messages_of_template(path: Path) -> Iterator[tuple[str | None, str]]:
    """Give what a page's template says, each text with its context, if it has one."""
    for found in _IN_TEMPLATE.finditer(path.read_text(encoding="utf-8")):
        yield found["context"], found["text"]


def _is_message(text: str, *, is_said: bool) -> bool:
    if _CODE.fullmatch(text):
        return False
    words = _PLACEHOLDER.sub("…", text)
    if not _LETTER.search(words) and not (is_said and _PLACEHOLDER.search(text) and words != "…"):
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


CHECKOUT: Final = PACKAGE.parent
_NOT_SAID: Final = ("testing", "locale", "api", "games")
"""Of these the program says nothing itself: they hold checks, catalogues, names, and the games."""
_CLICK: Final = ("core", "decorators", "exceptions", "formatting", "parser", "types")
_OF_PROGRAMMERS: Final = re.compile(
    r"Argument (?!s)|Arguments take|Boolean option|Choice\(|Confirm|Could not|Deprecation"
    r"|deprecated|Do you want|Invalid start|Missing (parameter|\{)|Name '|No options"
    r"|Positional|Takes \{|Value must be|env var|path$|unknown error|\(dynamic|\{len_type"
    r"|\{value\} is not in|\{name\} \{filename!r\} is not (writable|executable)"
    r"|\{value!r\} (does not match|is not a valid)"
)
"""What click says to its programmers, and of types that no command of ours has."""
_FEW_WORDS: Final = 2
_FACT: Final = re.compile(r"\{\w*\}\W*")
_CASE: Final = ("asked", "short", "reading")
_ANYTHING: Final = "a label or a part of a sentence"


class Source(Struct, frozen=True, dict=True):
    """Something that has catalogues of its own: where its code, its book and they are."""

    domain: str
    folder: Path
    game: Game | None = None
    is_ours: bool = True

    def catalogue(self, tag: str) -> Path:
        """Return where its catalogue of a language is."""
        if self.is_ours:
            return LOCALE / tag / "LC_MESSAGES" / f"{self.domain}.po"
        return self.folder / f"locale/{tag}.po"

    def compiled(self, tag: str) -> Path:
        """Return where its compiled catalogue of a language is."""
        if self.is_ours:
            return self.catalogue(tag).with_suffix(".mo")
        return self.folder / f"locale/{tag}/LC_MESSAGES/{self.domain}.mo"

    def texts(self, tag: str) -> Path:
        """Return where the texts of its rules are in a language."""
        if self.is_ours:
            return RULEBOOKS / tag / f"{self.domain}.yaml"
        return self.folder / f"texts/{tag}.yaml"

    @cached_property
    def book(self) -> Rulebook | None:
        """The rulebook in English, whatever language is spoken."""
        if self.game is None:
            return None
        ours = RULEBOOKS / f"{self.domain}.yaml"
        path = ours if self.is_ours else self.folder / "rulebook.yaml"
        return read_rulebook(parse(path.read_bytes(), path.name))

    @cached_property
    def template(self) -> Catalog:
        """Everything that it says, in English, with a comment where a message is short."""
        said = Catalog(project="referee", version="1")
        for path in sorted(self.folder.rglob("*.py")):
            place = path.relative_to(self.folder)
            if self.domain == SHELL and str(place).startswith(_NOT_SAID):
                continue
            for each in messages_of(path, only_said=place.parts[0] == "translating"):
                key = (each.template, each.many) if each.many else each.template
                comments = (_comment(each, place),) if is_short(each.template) else ()
                said.add(key, locations=[(str(place), 1)], auto_comments=comments)
        if self.game is None:
            _add_shell(said)
        else:
            self._add_game(said, self.game)
        return said

    def _add_game(self, said: Catalog, game: Game) -> None:
        """Add what a game is called, the words that are typed in it, its labels and its cases."""
        said.add(game.title, auto_comments=("the title of the game",))
        ours = CHECKOUT / "tests/games" / self.domain
        tests = ours if self.is_ours else self.folder / "tests"
        room = Room(game, open_game(game.id)[1], tests)
        words = words_of(room) | self._kept_words
        for word in sorted(words):
            said.add(word, context=WORD)
        for label in sorted(labels_of(room)):
            if label not in words and not words.issuperset(label.split()):
                said.add(label, auto_comments=("the name of a fact or a number",))
        for case_id, texts in () if self.is_ours else self.cases.items():
            for text in texts.values():
                comments = (f"in case {case_id}",) if is_short(text) else ()
                said.add(text, auto_comments=comments)

    @cached_property
    def cases(self) -> Cases:
        """The texts of its casebook. Ours are translated with the rules."""
        ours = RULEBOOKS / "casebook" / self.domain
        found: dict[str, dict[str, str]] = {}
        for path in sorted((ours if self.is_ours else self.folder / "casebook").glob("*.yaml")):
            case = yaml.safe_load(path.read_text(encoding="utf-8"))["case"]
            found[case["id"]] = {name: case[name] for name in _CASE if case.get(name)}
        return found

    @property
    def _kept_words(self) -> set[str]:
        """The words that a catalogue has already: random play does not meet every one."""
        every = LOCALE.iterdir() if self.is_ours else self.folder.glob("locale/*.po")
        paths = (self.catalogue(each.stem) for each in every)
        known = (key for path in paths for key in messages(read(path)))
        return {str(text) for text, context in known if context == WORD}


def is_checkout() -> bool:
    """Return whether the sources of our catalogues are here; an installation has none."""
    return RULEBOOKS.is_dir() and (CHECKOUT / "pyproject.toml").is_file()


def sources() -> dict[str, Source]:
    """List what a checkout translates: the program, then our games, by their domains."""
    found = {SHELL: Source(SHELL, PACKAGE)}
    for game in own_ids():
        domain = game.replace("-", "_")
        found[domain] = Source(domain, PACKAGE / "games" / domain, open_game(game)[0])
    return found


def source_of(word: str) -> Source:
    """Find what a word names: ``referee``, or a game. Raises RefereeError."""
    game = None if word == SHELL else open_game(word)[0]
    if game is not None and game.id not in own_ids():
        folder = Path(str(import_module(game.package).__file__)).parent
        return Source(game.id, folder, game, is_ours=False)
    if not is_checkout():
        title = "referee" if game is None else game.title
        raise RefereeError(Say("{title} is translated in its sources.", title=title))
    return sources()[SHELL if game is None else game.id.replace("-", "_")]


def shared(every: dict[str, Source]) -> dict[str, Catalog]:
    """Return the templates by domain, where what several say is the program's, once.

    What a language says otherwise in one game has the domain of that game as its context.
    """
    apart = {
        (domain, text)
        for domain, source in every.items()
        for path in LOCALE.glob(f"*/LC_MESSAGES/{domain}.po")
        for text, context in messages(read(path))
        if context == source.domain
    }
    homes: dict[Key, list[str]] = {}
    for domain, source in every.items():
        for key in messages(source.template):
            homes.setdefault(key, []).append(domain)
    found = {domain: Catalog(project="referee", version="1") for domain in every}
    for domain, source in every.items():
        for (text, context), each in messages(source.template).items():
            many = len(homes[text, context]) > 1
            if context is None and (domain, text) in apart:
                home, context = domain, domain  # noqa: PLW2901 - its own from here on
            else:
                home = SHELL if many and context is None else domain
            found[home].add(
                each.id,
                context=context,
                locations=[(f"{domain}/{place}", line) for place, line in each.locations],
                auto_comments=each.auto_comments,
            )
    for each in (message for catalog in found.values() for message in catalog):
        # One that names a place only is kept where there is no better one.
        each.auto_comments = sorted(each.auto_comments, key=lambda c: c.startswith(_ANYTHING))[:1]
    return found


def is_short(text: str) -> bool:
    """Return whether a message has so few words beside its facts that it needs a comment."""
    return len(_FACT.sub("", text).split()) <= _FEW_WORDS


def _comment(message: Message, place: Path) -> str:
    """Say of a short message what it is, as far as its place shows it."""
    what = {"heading": "a heading", "plural": "something counted", "draw": "the head of a column"}
    where = str(place.with_suffix("")).replace("/__init__", "")
    return f"{what.get(message.call, _ANYTHING)}, in {where}"


def _add_shell(said: Catalog) -> None:
    """Add what pages say, what click says, for it has no catalogues, and words of every game."""
    for path in sorted(PACKAGE.glob("html/templates/*.html")):
        for context, text in messages_of_template(path):
            said.add(
                text,
                context=context,
                locations=[(f"html/{path.name}", 1)],
                auto_comments=(f"on paper, in {path.stem}",) if is_short(text) else (),
            )
    click = find_spec("click")
    for name in _CLICK if click and click.origin else ():
        path = Path(str(click and click.origin)).with_name(f"{name}.py")
        for _, message, _, _ in extract_from_file("python", path, {"_": None, "ngettext": (1, 2)}):
            text = message if isinstance(message, str) else message[0]
            if _OF_PROGRAMMERS.match(text):
                continue
            comments = (f"of the command line, in click.{name}",) if is_short(text) else ()
            said.add(message, locations=[(f"click/{name}.py", 1)], auto_comments=comments)
    said.add("required", auto_comments=("of an option, in click.core",))
    for word in OF_THE_SHELL:
        said.add(word, context=WORD)
    for mark in (AND, NEXT, LAST):
        said.add(mark, context=CHOICES)
    for kind in NOISES:
        said.add(kind, context=NOISE)
    for kind in QUESTIONS:
        said.add(kind, context=QUESTION)
