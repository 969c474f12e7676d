"""The current language: its compiled catalogues, and the rulebooks in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from gettext import NullTranslations, c2py
from pkgutil import get_data
from struct import unpack_from
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.text_input import in_english
from referee.core.rulebook import Rule, Rulebook
from referee.core.say import AsIs, Say, join, speak, speaking, spoken
from referee.core.words.language import Language
from referee.files.tags import DOMAINS, tags

_MAGIC: Final = 0x950412DE
_HEAD: Final = 28
_MOST_MESSAGES: Final = 100_000
"""The most messages that a catalogue may have; ours have 1,500."""
_PLURAL: Final = re.compile(r"^Plural-Forms:[^;\n]*;\s*plural=([^;\n]*)", re.MULTILINE)
_CONTEXT: Final = "\x04"
"""What separates a context from its message."""


class Catalogue:
    r"""The messages of a GNU ``.mo`` file, with the plural rule of its header.

    A message is decoded when it is looked up. The standard library decodes all of them first,
    which for two catalogues takes a tenth of a dispute. Raises ValueError for other bytes.

    >>> from struct import pack
    >>> head = pack("<7I", 0x950412DE, 0, 1, 28, 36, 0, 0)
    >>> raw = head + pack("<4I", 4, 44, 3, 49) + b"gold\0" + "金".encode() + b"\0"
    >>> Catalogue(raw).gettext("gold"), Catalogue(raw).gettext("silver")
    ('金', 'silver')
    """

    def __init__(self, raw: bytes) -> None:
        if len(raw) < _HEAD:
            raise ValueError(len(raw))
        self._order = "<" if unpack_from("<I", raw)[0] == _MAGIC else ">"
        magic, _, count, keys, texts = unpack_from(f"{self._order}5I", raw)
        if magic != _MAGIC:
            raise ValueError(magic)
        if max(keys, texts) + 8 * count > len(raw) or count > _MOST_MESSAGES:
            raise ValueError(count)
        at = unpack_from(f"{self._order}{2 * count}I", raw, keys)
        self._raw = raw
        self._texts = unpack_from(f"{self._order}{2 * count}I", raw, texts)
        found = [raw[start : start + size] for size, start in zip(at[::2], at[1::2], strict=True)]
        self._places = {key: place for place, key in enumerate(found)}
        counted = [(key, place) for key, place in self._places.items() if b"\0" in key]
        for key, place in counted:  # a plural message is found by its singular, too
            self._places.setdefault(key.partition(b"\0")[0], place)

    def check(self) -> None:
        """Decode all messages, which is otherwise done one by one. Raises ValueError."""
        for place in range(len(self._texts) // 2):
            self._text(place).decode()

    def gettext(self, message: str) -> str:
        """Translate a message; one that is not in the catalogue is returned as it is."""
        return self._translation(message) or message

    def ngettext(self, one: str, many: str, n: int) -> str:
        """Translate a message with a plural; a form that is missing is English."""
        forms = self._forms(f"{one}\0{many}")
        at = self._form_index(n) if len(forms) > 1 else 0
        form = forms[at] if 0 <= at < len(forms) else b""
        return form.decode() or (one if n == 1 else many)

    def _form_index(self, n: int) -> int:
        try:
            return self._plural(n)
        except ArithmeticError:  # a rule may divide by zero
            return _one_or_many(n)

    @cached_property
    def _plural(self) -> Callable[[int], int]:
        """The plural rule of the header; the English rule if the header is damaged."""
        named = _PLURAL.search(self.gettext(""))
        try:
            return c2py(named[1]) if named else _one_or_many
        except (ValueError, RecursionError):
            return _one_or_many

    def pgettext(self, context: str, message: str) -> str:
        """Translate a message that means something else in another context."""
        return self._translation(f"{context}{_CONTEXT}{message}") or message

    def messages(self) -> Iterator[tuple[str, str, str]]:
        """Yield the context of each message, its English and its text.

        Of a plural, that is each form; the first one counts 1.
        """
        for key, place in self._places.items():
            text = self._text(place).decode()
            context, _, message = key.decode().rpartition(_CONTEXT)
            forms = text.split("\0")
            one, *many = message.split("\0")
            if many:
                yield context, one.replace("{n}", "1"), forms[0].replace("{n}", "1")
            yield context, [one, *many][-1], forms[-1]

    def _translation(self, message: str) -> str | None:
        forms = self._forms(message)
        return forms[0].decode() if forms else None

    def _forms(self, message: str) -> list[bytes]:
        place = self._places.get(message.encode())
        return [] if place is None else self._text(place).split(b"\0")

    def _text(self, place: int) -> bytes:
        size, start = self._texts[2 * place : 2 * place + 2]
        return self._raw[start : start + size]


def _one_or_many(n: int) -> int:
    return n != 1


SHELL: Final = "referee"


class _BrokenFiles(Struct):
    """Where broken files of the current language are reported, and which were reported already."""

    tell: Callable[[Say], object] | None = None
    reported: frozenset[str] = frozenset()


_broken_files: Final = _BrokenFiles()
_OTHER_SCRIPT: Final = {"zh-Hant": "zh-Hans", "zh-Hans": "zh-Hant"}
"""Two scripts of one language: words in either are read, whichever is current."""
_LONGEST: Final = 4_000
"""The most characters of a text that is read in a language other than the current one."""


def begin_to_speak(tag: str, tell: Callable[[Say], object] | None = None) -> None:
    """Use a language other than English from now on, starting with the shell.

    ``tell`` is called once for each file of it that is broken.
    """
    _broken_files.tell, _broken_files.reported = tell, frozenset()
    language = Language(tag)
    if tag in _OTHER_SCRIPT:
        language.other_script = lambda: _language_of(_OTHER_SCRIPT[tag], _opened(language))
    speak(language)
    open_domain("referee", SHELL)


def _opened(language: Language) -> tuple[tuple[str, str], ...]:
    return tuple((name, DOMAINS[name]) for name in language.domains if name in DOMAINS)


def open_domain(package: str, domain: str) -> None:
    """Add the catalogue that a package has for a domain in the current language, if any."""
    language = spoken()
    if language is not None and not language.prefer_domain(domain):
        _add_catalogue(language, package, domain)


def _add_catalogue(language: Language, package: str, domain: str) -> None:
    try:
        raw = get_data(package, f"locale/{language.tag}/LC_MESSAGES/{domain}.mo")
    except OSError:  # missing: English is better than nothing
        return
    try:
        found = _catalogue(raw or b"")
        if package != "referee":  # ours are checked when they are made
            found.check()
        language.add(domain, found)
    except ValueError as error:
        _report_broken(language, f"{package}/locale/{language.tag}/LC_MESSAGES/{domain}.mo", error)


def _report_broken(language: Language, file: str, error: Exception) -> None:
    """Report once that a file of the current language is broken."""
    tell = _broken_files.tell
    if language is not spoken() or tell is None or file in _broken_files.reported:
        return
    _broken_files.reported |= {file}
    said = "{file} is broken: what it translates is said in English. ({kind}: {text})"
    text = " ".join(str(error).split())
    kind = type(error).__name__
    tell(Say(said, file=AsIs(file), kind=AsIs(kind), text=AsIs(text)))


def catalogue_of(tag: str, package: str) -> Catalogue | None:
    """Return the catalogue of one of our games, by its package, or None if it has none."""
    top, _, domain = package.rpartition(".")
    try:
        raw = get_data("referee", f"locale/{tag}/LC_MESSAGES/{domain}.mo")
    except OSError:
        return None
    return _catalogue(raw) if raw and top == "referee.games" else None


@lru_cache(maxsize=32)
def _catalogue(raw: bytes) -> Catalogue:
    return Catalogue(raw)


def from_any_language(words: str, names: Iterable[str] = ()) -> str:
    """Translate text of a file into English from whichever of our languages it is written in.

    The current language comes first. Text that the others read in two ways is returned as it is,
    and so is text that is longer than anything a table writes.
    """
    read = in_english(words, names)
    if read.isascii() or len(read) > _LONGEST:
        return read
    games = tuple(DOMAINS.items())
    own = spoken()
    others = (tag for tag in tags()[1:] if own is None or tag != own.tag)
    found = {_language_of(tag, games).english(words, names) for tag in others}
    meant = [each for each in found if each.isascii()]
    return meant[0] if len(meant) == 1 else read


def other_readings(text: str) -> Iterator[str]:
    """Yield the other meanings of a text in the current language, if a form has two."""
    language = spoken()
    if language is not None:
        found = language.read(text)
        yield from found.variants(found.english)


@lru_cache(maxsize=32)
def _language_of(tag: str, games: tuple[tuple[str, str], ...]) -> Language:
    language = Language(tag)
    for domain, package in ((SHELL, "referee"), *games):
        _add_catalogue(language, package, domain)
    return language


def spoken_book(book: Rulebook) -> Rulebook:
    """Return the rulebook with its titles and texts in the current language."""
    language = spoken()
    if language is None:
        return book
    sections = tuple(
        language.lookup(f"{book.prefix} sections", str(n)) or title
        for n, title in enumerate(book.sections)
    )
    title = language.lookup(f"{book.prefix} edition", "title") or book.edition.title
    return replace(
        book,
        rules=_SpokenRules(book.rules, language),
        sections=sections,
        edition=replace(book.edition, title=title),
    )


class _SpokenRules(Mapping[str, Rule]):
    """Rules in a language, each translated on first use: a dispute quotes one or two."""

    def __init__(self, rules: Mapping[str, Rule], language: Language) -> None:
        self._rules = rules
        self._language = language
        self._worded: dict[str, Rule] = {}

    def __getitem__(self, rule_id: str) -> Rule:
        found = self._worded.get(rule_id)
        if found is None:
            with speaking(self._language):
                found = _spoken_rule(self._rules[rule_id], self._language)
            self._worded[rule_id] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


def _spoken_rule(rule: Rule, language: Language) -> Rule:
    def worded(part: str, english: str) -> str:
        return language.lookup(rule.rule_id, part) or english

    if language.lookup(rule.rule_id, "title") is None:
        return rule
    clauses = tuple(
        replace(
            each,
            text=worded(f"text {n}", each.text),
            source=worded(f"source {n}", each.source),
            against=worded(f"against {n}", each.against),
        )
        for n, each in enumerate(rule.clauses)
    )
    asks = {
        name: replace(asked, question=worded(f"ask {name}", asked.question))
        for name, asked in rule.table_numbers.items()
    }
    return replace(
        rule,
        title=worded("title", rule.title),
        text=str(join(tuple(AsIs(each.text) for each in clauses), " ")),
        clauses=clauses,
        source="；".join(dict.fromkeys(each.source for each in clauses if each.source)),
        synonyms=(*rule.synonyms, *worded("synonyms", "").split("\n")),
        repairs=tuple(worded(f"repair {n}", each) for n, each in enumerate(rule.repairs)),
        table_numbers=asks,
    )


def parts_of(texts: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str, str]]:
    """Yield the texts of a rulebook: the id of its rule, its name there, and the text."""
    if "title" in texts:
        yield f"{prefix} edition", "title", texts["title"]
    for n, title in enumerate(texts.get("sections", ())):
        yield f"{prefix} sections", str(n), title
    for rule_id, rule in texts["rules"].items():
        if rule and "was" not in rule:  # else its English has changed, and is shown
            yield from ((rule_id, name, text) for name, text in _texts_of_rule(rule))


def _texts_of_rule(rule: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "title", rule.get("title") or ""
    for n, each in enumerate(rule.get("clauses", [rule])):
        yield from ((f"{name} {n}", each.get(name) or "") for name in ("text", "source", "against"))
    for n, repair in enumerate(rule.get("repairs") or ()):
        yield f"repair {n}", repair or ""
    for name, ask in (rule.get("asks") or {}).items():
        yield f"ask {name}", ask or ""
    yield "synonyms", "\n".join(map(str, rule.get("synonyms") or ()))


class _PackageTexts(NullTranslations):
    """The translated texts of a rulebook, from a package's own YAML file."""

    def __init__(self, texts: Mapping[str, Any], prefix: str) -> None:
        super().__init__()
        self._known = {(about, name): text for about, name, text in parts_of(texts, prefix)}

    def pgettext(self, context: str, message: str) -> str:
        return self._known.get((context, message)) or message

    def messages(self) -> tuple[()]:
        """Return nothing: these texts are rules, not sentences of the program."""
        return ()


def brought_book(book: Rulebook, package: str) -> Rulebook:
    """Return an outside package's rulebook with its own translated texts, if it has them."""
    language = spoken()
    if language is None:
        return book
    try:
        raw = get_data(package, f"texts/{language.tag}.yaml")
    except OSError:
        return book
    import yaml  # few games come from elsewhere, and fewer bring texts

    try:
        texts = _PackageTexts(yaml.safe_load(raw or b""), book.prefix)
    except (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError) as error:
        _report_broken(language, f"{package}/texts/{language.tag}.yaml", error)
        return book
    language.add(f"{book.game} rules", texts)
    return spoken_book(book)
