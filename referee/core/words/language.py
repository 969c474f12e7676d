"""The language in force: how a sentence is worded, how a word of a game is said and read.

English is the language of the code and needs nothing. Another language puts a catalogue of
each domain between: sentences by their English template, words by their English form. A word
of a game has any number of forms; the first is said, all are read, and English with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final, Protocol

WORD: Final = "word"
"""The context of what may be typed, in a catalogue."""
LISTED: Final = "words"
"""The message that lists all words of a catalogue, for it cannot be asked what it holds."""
BETWEEN: Final = " / "
"""What parts the forms of a word."""
_LATIN: Final = re.compile(r"[A-Za-z][A-Za-z'-]+")
_FOREIGN: Final = re.compile(r"[^\W\d_]+")
_GAP: Final = re.compile(r"(?<=[^\x00-\u2e7f]) (?=[^\x00-\u2e7f])")
_SIGNS: Final = str.maketrans("、，：；。", ",,:;.")
_ID: Final = re.compile(r"\w+(?:[._-]\w+)*[._]\w+")
"""A key of a file or the id of a step: with a dot or an underscore between its parts."""
_AFTER_AT: Final = tuple(rf"{sign}[^\s,、，;；:：]+" for sign in "@＠")
_AFTER_SENTENCE: Final = re.compile("(?<=[。！？」）]) ")
_GAPS: Final = re.compile(" +(?=[,;:])| (?= )")


def _closed(text: str) -> str:
    """Leave no blank between two wide signs, which need none."""
    return _GAP.sub("", text)


class Catalogue(Protocol):
    """What a gettext catalogue can be asked, as the standard library has it."""

    def gettext(self, message: str, /) -> str:
        """Word a message; one that is not there stays as it is."""

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        """Word a message that counts."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Word a message that means something else in another place."""


class Language:
    """A language other than English, with the catalogues of the domains that were opened."""

    def __init__(self, tag: str) -> None:
        self.tag: Final = tag
        self._domains: dict[str, Catalogue] = {}
        self._names: frozenset[str] = frozenset()
        self._names_and_parts: frozenset[str] = frozenset()
        self._pattern: tuple[frozenset[str], re.Pattern[str]] | None = None

    def add(self, domain: str, catalogue: Catalogue) -> None:
        """Word what this catalogue holds; of two that hold the same, the later one does."""
        self._domains = {**self._without(domain), domain: catalogue}
        self._forget()

    def go_first(self, domain: str) -> bool:
        """Let a domain that was added before word what others hold, too; return whether it was."""
        if domain not in self._domains:
            return False
        if domain != next(reversed(self._domains)):
            self.add(domain, self._domains[domain])
        return True

    def _without(self, domain: str) -> dict[str, Catalogue]:
        return {name: each for name, each in self._domains.items() if name != domain}

    def _forget(self) -> None:
        self._pattern = None
        for name in ("_catalogues", "_forms", "_by_form"):
            self.__dict__.pop(name, None)

    @cached_property
    def _catalogues(self) -> tuple[Catalogue, ...]:
        return tuple(reversed(self._domains.values()))

    def keep(self, names: Iterable[str]) -> None:
        """Keep these as they are wherever they occur as whole words: they are players' names.

        Whom a dispute does not name, and the referee calls so, is worded: “The player”.
        """
        self._names = frozenset(n for n in names if " " not in n or self.text(n) == n)
        self._names_and_parts = self._names.union(*(_LATIN.findall(name) for name in self._names))

    def text(self, message: str) -> str:
        """Word a template."""
        if not message:  # under it a catalogue tells of itself
            return message
        for each in self._catalogues:
            found = each.gettext(message)
            if found is not message and found != message:
                return found
        return message

    def counted(self, one: str, many: str, n: int) -> str:
        """Word a template that counts ``n``."""
        plain = one if n == 1 else many
        for each in self._catalogues:
            found = each.ngettext(one, many, n)
            if found != plain:
                return found
        return self.text(plain)

    def closed(self, sentences: str) -> str:
        """Leave no blank between two sentences, as Chinese and Japanese have none there."""
        return _AFTER_SENTENCE.sub("", sentences)

    def of(self, context: str, message: str) -> str | None:
        """Give what a catalogue holds of something that English does not word, such as a rule."""
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
        """Give all words of this language for a word of the game, the first way first."""
        return self._forms.get(english, ())

    def _several(self, english: str) -> str:
        """Say words of the game side by side; where one is none, it is somebody's own text."""
        whole = self.text(english)
        if whole != english or _ID.fullmatch(english):
            return whole
        parts = _LATIN.findall(english)
        words = set(parts) - self._names_and_parts
        if not words or any(word not in self._forms and self.text(word) == word for word in words):
            return english
        said = self.words(english)
        return _closed(said) if len(parts) == len(words) == len(("silver", "ring")) else said

    def words(self, typed: str) -> str:
        """Write what may be typed in this language: each word in its form, all else as it is."""
        if typed in self._names or typed.startswith("@"):
            return typed
        if typed in self._forms:
            return self._forms[typed][0]

        def said(found: re.Match[str]) -> str:
            forms = self._forms.get(found[0])
            if found[0] in self._names_and_parts:
                return found[0]
            return forms[0] if forms else self.text(found[0])

        return _LATIN.sub(said, typed)

    def english(self, typed: str, names: Iterable[str] = ()) -> str:
        """Read words of this language as English; what follows ``@``, and names, stay.

        The longest that fits comes first, whether it is a word or a name; a word that is also
        somebody's name is the word. What is none may begin one word alone.
        """
        if typed.isascii():
            return typed
        known = self._names.union(names)
        read, at = list[str](), 0
        for found in self._reader(known).finditer(typed):
            read.append(self._begun(typed[at : found.start()], known))
            word = self._by_form.get(found[0])
            read.append(found[0] if word is None else f" {word} ")
            at = found.end()
        whole = "".join((*read, self._begun(typed[at:], known)))
        return typed if whole == typed else _GAPS.sub("", whole).strip()

    def _reader(self, names: frozenset[str]) -> re.Pattern[str]:
        """Give what finds words and names, the longest first, and what follows ``@``."""
        if self._pattern is None or self._pattern[0] != names:
            foreign = {each for each in (*self._by_form, *names) if not each.isascii()}
            longest = map(re.escape, sorted(foreign, key=len, reverse=True))
            found = re.compile("|".join((*_AFTER_AT, *longest)))
            self._pattern = (names, found)
        return self._pattern[1]

    def _begun(self, part: str, names: frozenset[str]) -> str:
        """Put English for what begins one word, and no name; and plain signs for wide ones."""

        def whole(found: re.Match[str]) -> str:
            if found[0].isascii() or any(name.startswith(found[0]) for name in names):
                return found[0]
            meant = self._by_start.get(found[0], ())
            return f" {meant[0]} " if len(meant) == 1 else found[0]

        return part if part.isascii() else _FOREIGN.sub(whole, part.translate(_SIGNS))

    @cached_property
    def _forms(self) -> dict[str, tuple[str, ...]]:
        known: dict[str, tuple[str, ...]] = {}
        for each in reversed(self._catalogues):
            listed = each.pgettext(WORD, LISTED)
            for word in listed.split("\n") if listed != LISTED else ():
                known[word] = tuple(each.pgettext(WORD, word).split(BETWEEN))
        return known

    @cached_property
    def _by_form(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for word, forms in self._forms.items():
            for form in forms:
                found.setdefault(form, word)
        return found

    @cached_property
    def _by_start(self) -> dict[str, list[str]]:
        """Map the beginnings of forms to the words meant, each once."""
        found: dict[str, list[str]] = {}
        for form, word in self._by_form.items():
            for end in range(1, len(form) + 1):
                meant = found.setdefault(form[:end], [])
                if word not in meant:
                    meant.append(word)
        return found
