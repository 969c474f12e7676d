"""The language in force: how a sentence is worded, how a word of a game is said and read.

English is the language of the code and needs no catalogue. Another language has one for each
domain: sentences by their English template, words by their English form. A word of a game has
any number of forms; the first is printed, and all of them can be typed, as can the English.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from referee.core.words.forms import Table
    from referee.core.words.printed import Printed, Sentences
    from referee.core.words.reading import Read

WORD: Final = "word"
"""The context of words that can be typed, in a catalogue."""
NEXT: Final = "{first}, {next}"
_AND: Final = "{first} and {last}"
LISTED: Final = "words"
"""The message that lists all words of a catalogue."""
BETWEEN: Final = " / "
"""Separates the forms of a word."""
NOISE: Final = "noise"
"""The context of what people write next to an answer."""
_COUNT: Final = "[1-9１-９一二三四五六七八九十两兩]"
_ONE: Final = frozenset("1１一")
_ORDINAL: Final = ("第", "もう")
"""Prefixes that make the number after them an ordinal."""
_NEVER: Final = "(?!)"
NOISES: Final = ("measures", "particles", "joints", "labels", "numbers", "pieces", "names")
QUESTION: Final = "question"
"""The context of words by which a question about the current game is recognised."""
QUESTIONS: Final = ("who", "turn", "score", "state", "rules")
NO_NOISE: Final = "-"
"""The translation of a kind of noise that a language does not have."""
_LATIN: Final = re.compile(r"[A-Za-z][A-Za-z'-]+")
_GAP: Final = r"(?<=[^\x00-\u2e7f]) (?=[^\x00-\u2e7f])"
"""A space between two wide characters, which need none; compiled late, because that is slow."""
_FIELD: Final = re.compile(r"\{[^{}]*\}")
_LAST_LATIN: Final = "\u024f"
_COMMA: Final = r"(?<!\d), |, (?!\d)"
"""A comma that is not between two numbers."""
_ID: Final = re.compile(r"\w+(?:[._-]\w+)*[._]\w+")
"""A key of a file or the id of a step: with a dot or an underscore between its parts."""
_BETWEEN_TWO: Final = re.compile(r"\{\w+\}(.*)\{\w+\}")
_PAIR: Final = 2  # words, as in silver ring


def fits(text: str, english: str) -> bool:
    """Return whether a translation has only fields of the English, none with a format code.

    >>> fits("{player}は{n}枚", "{player} takes {n}."), fits("{n:>9}", "{n}"), fits("{who}", "{n}")
    (True, False, False)
    """
    fields = {*_FIELD.findall(english)}
    if any(" " in each for each in fields):  # braces that are meant, in a text without facts
        return True
    plain = text.replace("{{", "").replace("}}", "")
    return not {"{", "}"} & set(_FIELD.sub("", plain)) and {*_FIELD.findall(plain)} <= fields


class Catalogue(Protocol):
    """The methods of a gettext catalogue, as in the standard library, and its messages."""

    def gettext(self, message: str, /) -> str:
        """Translate a message; an unknown one stays as it is."""

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        """Translate a message with a plural."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Translate a message that means something else in another context."""

    def messages(self) -> Iterable[tuple[str, str, str]]:
        """Yield the context of each message, its English and its translation; none if unknown."""


class Language:
    """A language other than English, with the catalogues of the domains that were opened."""

    def __init__(self, tag: str) -> None:
        self.tag: Final = tag
        self._domains: dict[str, Catalogue] = {}
        self._names: frozenset[str] = frozenset()
        self._names_and_parts: frozenset[str] = frozenset()
        self._worded: dict[str, str] = {}
        self.other_script: Callable[[], Language] | None = None
        """Returns the same language in its other script, whose words can be typed as well."""

    def add(self, domain: str, catalogue: Catalogue) -> None:
        """Use this catalogue, before all that were added earlier."""
        others = {name: each for name, each in self._domains.items() if name != domain}
        self._domains = {**others, domain: catalogue}
        self._forget()

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains whose catalogues were added."""
        return tuple(self._domains)

    def prefer_domain(self, domain: str) -> bool:
        """Look in this domain before the others; return False if its catalogue was never added."""
        if domain not in self._domains:
            return False
        if domain != next(reversed(self._domains)):
            self.add(domain, self._domains[domain])
        return True

    def _forget(self) -> None:
        """Drop everything that was computed from the catalogues."""
        self._worded = {}
        for name, member in vars(Language).items():
            if isinstance(member, cached_property):
                self.__dict__.pop(name, None)

    @cached_property
    def _catalogues(self) -> tuple[Catalogue, ...]:
        return tuple(reversed(self._domains.values()))

    def keep_names(self, names: Iterable[str]) -> None:
        """Never translate these players' names where they occur as whole words.

        The placeholder “The player” is not a name; it is translated.
        """
        self._names = frozenset(n for n in names if " " not in n or self.text(n) == n)
        self._names_and_parts = self._names.union(*(_LATIN.findall(name) for name in self._names))
        self.__dict__.pop("_parts", None)

    def text(self, message: str) -> str:
        """Translate a template; English if the translation has fields that the template lacks."""
        found = self._worded.get(message)
        if found is None:
            found = self._worded[message] = self._text(message)
        return found

    def _text(self, message: str) -> str:
        """Look up a template, in each catalogue first with its domain as context."""
        if not message:  # under it a catalogue describes itself
            return message
        for domain, each in reversed(self._domains.items()):
            for found in (each.pgettext(domain, message), each.gettext(message)):
                if found != message and fits(found, message):
                    return found
        return message

    def counted(self, one: str, many: str, n: int) -> str:
        """Translate a template with a plural, for ``n``."""
        plain = one if n == 1 else many
        for each in self._catalogues:
            found = each.ngettext(one, many, n)
            if found != plain and fits(found, one + many):
                return found
        return self.text(plain)

    def separator(self, message: str) -> str:
        """Return the text that a message has between its two facts.

        >>> Language("tlh").separator("{first}; {next}")
        '; '
        """
        found = _BETWEEN_TWO.fullmatch(self.text(message))
        return found[1] if found else " "

    def lookup(self, context: str, message: str) -> str | None:
        """Return the translation of a message in a context, such as a rule by its id, or None."""
        for each in self._catalogues:
            found = each.pgettext(context, message)
            if found != message:
                return found
        return None

    def word(self, english: str) -> str:
        """Translate a word of the game, or several; names and other words stay unchanged."""
        if english in self._names or english not in self._forms:
            return english if english in self._names else self._several(english)
        return self._forms[english][0]

    def forms(self, english: str) -> tuple[str, ...]:
        """Return all words of this language for a word of the game, the printed one first."""
        return self._forms.get(english, ())

    def _several(self, english: str) -> str:
        """Translate several words of the game; with an unknown word, text stays as it is."""
        whole = self.text(english)
        if whole != english or _ID.fullmatch(english):
            return whole
        parts = _LATIN.findall(english)
        words = set(parts) - self._names_and_parts
        if not words or any(word not in self._forms and self.text(word) == word for word in words):
            return english
        said = self.words(english)
        return re.sub(_GAP, "", said) if len(parts) == len(words) == _PAIR else said

    def words(self, typed: str) -> str:
        """Write an English answer in this language: known words translated, the rest as it is."""
        if typed in self._names or typed.startswith("@"):
            return typed
        if typed in self._forms:
            return self._forms[typed][0]

        def said(found: re.Match[str]) -> str:
            word = found[0]
            if word == ", ":
                return self.separator(NEXT)
            if word in self._names_and_parts:
                return word
            forms = self._forms.get(word)
            return forms[0] if forms else self.text(word)

        return self._parts.sub(said, typed)

    def english(self, typed: str, names: Iterable[str] = ()) -> str:
        """Read words of this language as English; names, and words after ``@``, stay.

        A word that is also somebody's name is read as the word. Any other may abbreviate one word.
        """
        if typed.isascii() and (not self._has_letters or typed.lower() == typed.upper()):
            return typed
        return self.read(typed, names).english

    def read(self, typed: str, names: Iterable[str] = ()) -> Read:
        """Read a line of this language: its English, and where in the line each part of it is."""
        from referee.core.words.reading import as_is, read  # not needed for English

        if typed.isascii() and not self._has_letters:
            return as_is(typed)
        typed = unicodedata.normalize("NFC", typed)
        known = self._names.union(names)
        found = read(typed, self._table, known)
        if not found.is_whole and self.other_script is not None:
            in_both = read(typed, self._with_other_script, known)
            found = in_both if in_both.is_whole else found
        return found

    def read_printed(
        self, typed: str, names: Iterable[str] = (), verbs: frozenset[str] = frozenset()
    ) -> Iterator[Printed]:
        """Yield the English of each sentence of the referee with which a line may begin.

        Sentences with one of the ``verbs`` come first.
        """

        def read(part: str) -> tuple[str, ...]:
            found = self.read(part, names)
            return (found.english, *found.variants(found.english)) if found.is_whole else ()

        return self._sentences.matches(unicodedata.normalize("NFC", typed), read, verbs)

    @cached_property
    def _sentences(self) -> Sentences:
        from referee.core.words.printed import Sentences  # most lines are answers

        known = (
            (english, text)
            for domain, each in reversed(self._domains.items())
            for context, english, text in each.messages()
            if context in {"", domain}
        )
        return Sentences(known, map(self.separator, (NEXT, _AND)))

    @cached_property
    def _parts(self) -> re.Pattern[str]:
        """Find names that have a comma, words, and commas between them."""
        names = sorted((name for name in self._names if ", " in name), key=len, reverse=True)
        return re.compile("|".join((*map(re.escape, names), _LATIN.pattern, _COMMA)))

    @cached_property
    def _forms(self) -> dict[str, tuple[str, ...]]:
        known: dict[str, tuple[str, ...]] = {}
        for each in reversed(self._catalogues):
            listed = each.pgettext(WORD, LISTED)
            for word in listed.split("\n") if listed != LISTED else ():
                known[word] = tuple(each.pgettext(WORD, word).split(BETWEEN))
        return known

    def has_question(self, kind: str, text: str) -> bool:
        """Return whether a text contains words of this kind of question, which may have gaps."""
        return self._questions[kind].search(text) is not None

    @cached_property
    def _questions(self) -> dict[str, re.Pattern[str]]:
        def as_words(form: str) -> str:
            edge = r"\b" if form[:1] <= _LAST_LATIN else ""
            return f"{edge}{re.escape(form)}{edge}".replace("…", ".*")

        forms = {kind: self.noise(kind, QUESTION) - {NO_NOISE} for kind in QUESTIONS}
        return {
            kind: re.compile("|".join(map(as_words, known)) or _NEVER, re.IGNORECASE)
            for kind, known in forms.items()
        }

    def noise(self, kind: str, context: str = NOISE) -> frozenset[str]:
        """Return the words of one kind of noise, or with ``QUESTION`` of question."""
        listed = (each.pgettext(context, kind) for each in self._catalogues)
        return frozenset(form for text in listed if text != kind for form in text.split(BETWEEN))

    def pieces_in(self, text: str) -> str:
        """Return the first number with a measure word, such as *2枚*; empty if there is none."""
        found = self._pieces.search(text)
        return found[0] if found else ""

    def without_a_piece(self, text: str) -> str:
        """Leave out the number one with a measure word, such as *1枚*."""
        return self._pieces.sub(lambda found: "" if found[1] in _ONE else found[0], text)

    def as_multiples(self, text: str) -> str:
        """Write *2枚の3* and *3を2枚*, two cards of 3, as 2x3; empty if a text has neither."""
        count = self._pieces.pattern
        multiples = re.sub(rf"(?<!\d){count}の?\s?(\d+)", r"\1x\2 ", text)
        multiples = re.sub(rf"(\d+)[^\W\d_]?{count}", r" \2x\1 ", multiples)
        for noise in sorted(self.noise("joints") | self.noise("particles"), key=len, reverse=True):
            multiples = multiples.replace(noise, " ")
        return re.sub("[、。]", " ", multiples) if "x" in multiples else ""

    @cached_property
    def _pieces(self) -> re.Pattern[str]:
        """Match a number with a measure word that no label needs: *1個*, not *蠍子1個*."""
        pieces = "|".join(map(re.escape, self.noise("pieces") - {NO_NOISE}))
        labels = [*map(re.escape, self.noise("labels") - {NO_NOISE})]
        before = "".join(rf"(?<!{label})" for label in (*labels, *_ORDINAL))
        behind = "|".join(labels) or _NEVER
        return re.compile(
            rf"{before}({_COUNT})\s?(?:{pieces})(?!目|の?(?:{behind}))" if pieces else _NEVER
        )

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield each form of each word, and the word."""
        yield from ((form, word) for word, forms in self._forms.items() for form in forms)

    @cached_property
    def _has_letters(self) -> bool:
        """Whether any word of the language is written in Latin letters."""
        return any("a" <= form[:1].lower() <= _LAST_LATIN for form, _ in self.pairs())

    @cached_property
    def _table(self) -> Table:
        return self._table_of(self)

    @cached_property
    def _with_other_script(self) -> Table:
        return self._table_of(self, *([self.other_script()] if self.other_script else []))

    def _table_of(self, *languages: Language) -> Table:
        from referee.core.words.forms import Noise, Table  # see above

        noise = Noise(*(self.noise(kind) - {NO_NOISE} for kind in NOISES[:-2]))
        return Table((pair for each in languages for pair in each.pairs()), noise)
