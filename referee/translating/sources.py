"""What can be translated, and where it is: the program itself, our games, a package's game."""

from __future__ import annotations

import re
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from msgspec import Struct

from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import AND, CHOICES, LAST, NEXT, RefereeError, Say
from referee.core.words.language import NOISE, NOISES, WORD
from referee.files.documents.rules import read_rulebook
from referee.files.languages import SHELL
from referee.files.yaml.loader import parse
from referee.registry import open_game, own_ids
from referee.testing.room import Room
from referee.translating.catalogues import Key, messages, read
from referee.translating.compiling import LOCALE, PACKAGE, RULEBOOKS
from referee.translating.extracting import Message, messages_of, messages_of_template
from referee.translating.texts import Cases
from referee.translating.words import OF_THE_SHELL, labels_of, words_of

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
        room = Room(game, open_game(game.id)[1], self._tests)
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

    @property
    def _tests(self) -> Path:
        return CHECKOUT / "tests/games" / self.domain if self.is_ours else self.folder / "tests"


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
    if word == SHELL:
        if not is_checkout():
            raise RefereeError(Say("{title} is translated in its sources.", title="referee"))
        return sources()[SHELL]
    game, _ = open_game(word)
    if game.id in own_ids():
        if not is_checkout():
            raise RefereeError(Say("{title} is translated in its sources.", title=game.title))
        return sources()[game.id.replace("-", "_")]
    return Source(game.id, _folder_of(game.package), game, is_ours=False)


def _folder_of(package: str) -> Path:
    from importlib import import_module

    return Path(str(import_module(package).__file__)).parent


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
        each.auto_comments = sorted(each.auto_comments, key=_tells_little)[:1]
    return found


def _tells_little(comment: str) -> bool:
    """Return whether a comment names a place only; of several, a message keeps the best one."""
    return comment.startswith(_ANYTHING)


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
