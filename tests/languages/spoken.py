"""The program in one of its languages, for as long as a test speaks it, or in one that nobody does.

That one is English in letters with accents, so that what stays plain shows. Only what stands in
the catalogues is written so. A sentence that is in none, a word glued on, a heading that no
catalogue ever saw: each stays in plain letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

from referee.core.say import speak, spoken
from referee.core.words.language import BETWEEN, LISTED, WORD, Language
from referee.files.languages import begin_to_speak
from referee.files.tags import tags
from referee.translating.texts import cases_of

FOREIGN = ("ja", "zh-Hans", "zh-Hant")
"""The languages that are complete: a gap in one of them is a fault. Others may be partial."""

PARTIAL = tuple(tag for tag in tags()[1:] if tag not in FOREIGN)
"""The languages in which English fills what is missing."""


@contextmanager
def speaking(tag: str) -> Iterator[Language]:
    """Speak a language, or the one that nobody speaks, and English afterwards."""
    if tag == "qps":
        speak(Pseudo())
    else:
        begin_to_speak(tag)
    language = spoken()
    assert language is not None
    try:
        yield language
    finally:
        speak(None)


ROOT: Final = Path(__file__).resolve().parents[2]
ONE_OF_THEM: Final = ROOT / "referee/locale/zh-Hant/LC_MESSAGES"
_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀćđéƒǵħíĵķĺḿńóƥɋŕśţúṽŵẋýźÁƁĆĐÉƑǴĦÍĴĶĹḾŃÓƤɊŔŚŢÚṼŴẊÝŹ"
_LETTERS: Final = str.maketrans(_PLAIN, _ACCENTED)
_FACT: Final = re.compile(r"(\{[^{}]*\}|%\(\w+\)s)")


def accented(template: str) -> str:
    """Write a template in accented letters, its facts aside.

    >>> accented("{player} takes 2.")
    '{player} ţáķéś 2.'
    """
    parts = _FACT.split(template)
    return "".join(part if n % 2 else part.translate(_LETTERS) for n, part in enumerate(parts))


class _Catalogue:
    """A catalogue that holds what one of ours holds, in accented letters."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            catalog = read_po(file)
        ids = [(each.id, each.context) for each in catalog if each.id]
        self._known = {
            text
            for told, context in ids
            if context is None
            for text in ([told] if isinstance(told, str) else told)
        }
        book = ROOT / "rulebooks" / path.parts[-3] / f"{path.stem}.yaml"
        self._known |= {english for english, _ in cases_of(book)}
        self._elsewhere = {(told, context) for told, context in ids if context not in {None, WORD}}
        self._words = {str(told) for told, context in ids if context == WORD}

    def gettext(self, message: str) -> str:
        return accented(message) if message in self._known else message

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        if context == WORD and message == LISTED:
            return "\n".join(sorted(self._words))
        if (message, context) in self._elsewhere:
            return accented(message)
        if context == WORD and message in self._words:
            return BETWEEN.join((accented(message), f"{accented(message)}ø"))
        return message

    def messages(self) -> list[tuple[str, str, str]]:
        return [("", message, accented(message)) for message in sorted(self._known)]


class _Part:
    """Every other message and word of a catalogue, each word with a capital."""

    def __init__(self, whole: _Catalogue) -> None:
        self._whole = whole

    def gettext(self, message: str) -> str:
        return self._whole.gettext(message) if len(message) % 2 else message

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        found = self._whole.pgettext(context, message)
        if context != WORD:
            return found if len(message) % 2 else message
        if message == LISTED:
            return "\n".join(word for word in found.split("\n") if not len(word) % 2)
        return BETWEEN.join(form.capitalize() for form in found.split(BETWEEN))

    def messages(self) -> tuple[()]:
        return ()


class Pseudo(Language):
    """The pseudo-language with the catalogues of the shell and of all rooms.

    A ``partial`` one has half of each: what it lacks is in English.
    """

    def __init__(self, *, partial: bool = False) -> None:
        super().__init__("qps")
        for path in sorted(ONE_OF_THEM.glob("*.po")):
            whole = _opened(path)
            self.add(path.stem, _Part(whole) if partial else whole)

    def lookup(self, context: str, message: str) -> str | None:
        """Word whatever a rulebook has: nothing of its English is left."""
        return super().lookup(context, message) or accented(f"some {message}")


@cache
def _opened(path: Path) -> _Catalogue:
    return _Catalogue(path)


def leaks(text: str, but: frozenset[str] = frozenset()) -> list[str]:
    """List the words in plain letters, but for ids, numbers and those that may be there."""
    bare = re.sub(r"\b[A-Z]{3}-[CD]?\d[\d.]*\b", " ", text)
    return [word for word in re.findall(r"[A-Za-z][A-Za-z'-]+", bare) if word not in but]
