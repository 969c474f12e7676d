"""The language in force: how a sentence is worded, how a word of a game is said and read.

English is the language of the code and needs nothing. Another language puts a catalogue of
each domain between: sentences by their English template, words by their English form. A word
of a game has any number of forms; the first is said, all are read, and English with them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from referee.core.words.forms import Table
    from referee.core.words.printed import Sentences, Told
    from referee.core.words.reading import Read

WORD: Final = "word"
"""The context of what may be typed, in a catalogue."""
NEXT: Final = "{first}, {next}"
_AND: Final = "{first} and {last}"
LISTED: Final = "words"
"""The message that lists all words of a catalogue, for it cannot be asked what it holds."""
BETWEEN: Final = " / "
"""What parts the forms of a word."""
NOISE: Final = "noise"
"""The context of what people write next to an answer."""
_COUNT: Final = "[1-9１-９一二三四五六七八九十两兩]"
_ONE: Final = frozenset("1１一")
_ORDINAL: Final = ("第", "もう")
"""Before these numbers say which one it is."""
_NEVER: Final = "(?!)"
NOISES: Final = ("measures", "particles", "joints", "labels", "numbers", "pieces", "names")
ASKED: Final = "question"
"""The context of what a question about the game that is played has in it."""
QUESTIONS: Final = ("who", "turn", "score", "state", "rules")
NO_NOISE: Final = "-"
"""What a catalogue has for a kind of noise that its language does not know."""
_LATIN: Final = re.compile(r"[A-Za-z][A-Za-z'-]+")
_GAP: Final = r"(?<=[^\x00-\u2e7f]) (?=[^\x00-\u2e7f])"
"""A space between two wide characters, which need none; to compile it takes its time."""
_FIELD: Final = re.compile(r"\{[^{}]*\}")
_LAST_LATIN: Final = "\u024f"
_COMMA: Final = r"(?<!\d), |, (?!\d)"
"""A comma between two things that are no numbers."""
_ID: Final = re.compile(r"\w+(?:[._-]\w+)*[._]\w+")
"""A key of a file or the id of a step: with a dot or an underscore between its parts."""
_BETWEEN_TWO: Final = re.compile(r"\{\w+\}(.*)\{\w+\}")


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
    """What a gettext catalogue can be asked, as the standard library has it."""

    def gettext(self, message: str, /) -> str:
        """Word a message; one that is not there stays as it is."""

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        """Word a message that counts."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Word a message that means something else in another place."""

    def messages(self) -> Iterable[tuple[str, str, str]]:
        """Yield the context of each message, its English and its text; none if it cannot."""


class Language:
    """A language other than English, with the catalogues of the domains that were opened."""

    def __init__(self, tag: str) -> None:
        self.tag: Final = tag
        self._domains: dict[str, Catalogue] = {}
        self._names: frozenset[str] = frozenset()
        self._names_and_parts: frozenset[str] = frozenset()
        self._worded: dict[str, str] = {}
        self.kin: Callable[[], Language] | None = None
        """Gives the same language in another script, of which all words are read, too."""

    def add(self, domain: str, catalogue: Catalogue) -> None:
        """Word what this catalogue holds; of two that hold the same, the later one does."""
        others = {name: each for name, each in self._domains.items() if name != domain}
        self._domains = {**others, domain: catalogue}
        self._forget()

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains whose catalogues were added."""
        return tuple(self._domains)

    def go_first(self, domain: str) -> bool:
        """Let a domain that was added before word what others hold, too; return whether it was."""
        if domain not in self._domains:
            return False
        if domain != next(reversed(self._domains)):
            self.add(domain, self._domains[domain])
        return True

    def _forget(self) -> None:
        self._worded = {}
        for name in (
            *("_catalogues", "_forms", "_table", "_with_kin", "_has_letters", "_sentences"),
            "_pieces",
        ):
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
        self.__dict__.pop("_parts", None)

    def text(self, message: str) -> str:
        """Word a template; one whose translation has fields that it lacks stays English."""
        found = self._worded.get(message)
        if found is None:
            found = self._worded[message] = self._text(message)
        return found

    def _text(self, message: str) -> str:
        """Look a template up: what one game says otherwise has its domain as context."""
        if not message:  # under it a catalogue describes itself
            return message
        for domain, each in reversed(self._domains.items()):
            for found in (each.pgettext(domain, message), each.gettext(message)):
                if found != message and fits(found, message):
                    return found
        return message

    def counted(self, one: str, many: str, n: int) -> str:
        """Word a template that counts ``n``."""
        plain = one if n == 1 else many
        for each in self._catalogues:
            found = each.ngettext(one, many, n)
            if found != plain and fits(found, one + many):
                return found
        return self.text(plain)

    def mark(self, message: str) -> str:
        """Return what a message puts between its two facts.

        >>> Language("tlh").mark("{first}; {next}")
        '; '
        """
        found = _BETWEEN_TWO.fullmatch(self.text(message))
        return found[1] if found else " "

    def of(self, context: str, message: str) -> str | None:
        """Return what a catalogue holds of something that English does not word, such as a rule."""
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
        """Return all words of this language for a word of the game, the first way first."""
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
        said, is_pair = self.words(english), len(parts) == len(words) == len(("silver", "ring"))
        return re.sub(_GAP, "", said) if is_pair else said

    def words(self, typed: str) -> str:
        """Write what may be typed in this language: each word in its form, all else as it is."""
        if typed in self._names or typed.startswith("@"):
            return typed
        if typed in self._forms:
            return self._forms[typed][0]

        def said(found: re.Match[str]) -> str:
            word = found[0]
            if word == ", ":
                return self.mark(NEXT)
            if word in self._names_and_parts:
                return word
            forms = self._forms.get(word)
            return forms[0] if forms else self.text(word)

        return self._parts.sub(said, typed)

    def english(self, typed: str, names: Iterable[str] = ()) -> str:
        """Read words of this language as English; what follows ``@``, and names, stay.

        A word that is also somebody's name is the word. What is none may begin one word alone.
        """
        if typed.isascii() and (not self._has_letters or typed.lower() == typed.upper()):
            return typed
        return self.read(typed, names).english

    def read(self, typed: str, names: Iterable[str] = ()) -> Read:
        """Read a line of this language: its English, and where in the line each part of it is."""
        from referee.core.words.reading import as_is, read  # only what is not English has to be

        if typed.isascii() and not self._has_letters:
            return as_is(typed)
        typed = unicodedata.normalize("NFC", typed)
        known = self._names.union(names)
        found = read(typed, self._table, known)
        if not found.is_whole and self.kin is not None:
            among = read(typed, self._with_kin, known)
            found = among if among.is_whole else found
        return found

    def told(
        self, typed: str, names: Iterable[str] = (), verbs: frozenset[str] = frozenset()
    ) -> Iterator[Told]:
        """Yield the English of each printed sentence with which a line may begin.

        What has one of the ``verbs`` comes first.
        """

        def read(part: str) -> tuple[str, ...]:
            found = self.read(part, names)
            return (found.english, *found.variants(found.english)) if found.is_whole else ()

        return self._sentences.told(unicodedata.normalize("NFC", typed), read, verbs)

    @cached_property
    def _sentences(self) -> Sentences:
        from referee.core.words.printed import Sentences  # most lines are answers

        known = (
            (english, text)
            for domain, each in reversed(self._domains.items())
            for context, english, text in each.messages()
            if context in {"", domain}
        )
        return Sentences(known, map(self.mark, (NEXT, _AND)))

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

    def asks(self, kind: str, text: str) -> bool:
        """Return whether a text has what this kind of question has; ``…`` is anything between."""
        return self._asked[kind].search(text) is not None

    @cached_property
    def _asked(self) -> dict[str, re.Pattern[str]]:
        def whole(form: str) -> str:
            edge = r"\b" if form[:1] <= _LAST_LATIN else ""
            return f"{edge}{re.escape(form)}{edge}".replace("…", ".*")

        forms = {kind: self.noise(kind, ASKED) - {NO_NOISE} for kind in QUESTIONS}
        return {
            kind: re.compile("|".join(map(whole, known)) or _NEVER, re.IGNORECASE)
            for kind, known in forms.items()
        }

    def noise(self, kind: str, context: str = NOISE) -> frozenset[str]:
        """Return what means nothing next to an answer: measures, particles, joints or labels."""
        told = (each.pgettext(context, kind) for each in self._catalogues)
        return frozenset(form for text in told if text != kind for form in text.split(BETWEEN))

    def pieces_in(self, text: str) -> str:
        """Return what says how many pieces there are of something, as *2枚* does; or nothing."""
        found = self._pieces.search(text)
        return found[0] if found else ""

    def without_a_piece(self, text: str) -> str:
        """Leave out that there is one of something, as in *1枚*."""
        return self._pieces.sub(lambda found: "" if found[1] in _ONE else found[0], text)

    def in_times(self, text: str) -> str:
        """Write how many cards of a number there are, *2枚の3* and *3を2枚* as 2x3; or nothing."""
        count = self._pieces.pattern
        times = re.sub(rf"(?<!\d){count}の?\s?(\d+)", r"\1x\2 ", text)
        times = re.sub(rf"(\d+)[^\W\d_]?{count}", r" \2x\1 ", times)
        for noise in sorted(self.noise("joints") | self.noise("particles"), key=len, reverse=True):
            times = times.replace(noise, " ")
        return re.sub("[、。]", " ", times) if "x" in times else ""

    @cached_property
    def _pieces(self) -> re.Pattern[str]:
        """Find a number of pieces that is none of what a label names: *1個*, not *蠍子1個*."""
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
    def _with_kin(self) -> Table:
        return self._table_of(self, *([self.kin()] if self.kin else []))

    def _table_of(self, *languages: Language) -> Table:
        from referee.core.words.forms import Noise, Table  # see above

        noise = Noise(*(self.noise(kind) - {NO_NOISE} for kind in NOISES[:-2]))
        return Table((pair for each in languages for pair in each.pairs()), noise)
