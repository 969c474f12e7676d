"""A sentence and its facts, worded only when somebody reads it.

No room builds a finished sentence. It hands over a template and the facts that
belong into it; the template is the message id of a gettext catalogue, and JSON
output carries the facts along with the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from referee.core.words.language import Language

Fact: TypeAlias = "str | int | Fraction | Say | Term | tuple[Fact, ...]"

K = TypeVar("K")


class _Current(Struct):
    """The current language; a program has one at a time."""

    language: Language | None = None


_now: Final = _Current()


def speak(language: Language | None) -> None:
    """Use a language from now on; None is English, the language of the templates."""
    _now.language = language


def spoken() -> Language | None:
    """Return the current language; None for English.

    >>> spoken() is None
    True
    """
    return _now.language


def is_english(text: str) -> bool:
    """Return whether a text is surely English: ASCII, while the current language is English."""
    return text.isascii() and _now.language is None


@contextmanager
def speaking(language: Language | None) -> Iterator[None]:
    """Use another language within a block."""
    before, _now.language = _now.language, language
    try:
        yield
    finally:
        _now.language = before


class Say:
    """One sentence: a template with ``{names}`` and the fact behind each name.

    A fact is text, a whole number, a fraction, another ``Say``, or a tuple of
    these, which is read out as a list. Text is inserted as it is, braces and all.

    >>> str(Say("{player} holds {coins}.", player="Ana", coins=("2 gold", "1 black")))
    'Ana holds 2 gold and 1 black.'
    """

    __slots__ = ("facts", "template")

    def __init__(self, template: str, /, **facts: Fact) -> None:
        self.template: Final = template
        self.facts: Final = facts

    def __str__(self) -> str:
        worded = {name: _word(fact) for name, fact in self.facts.items()}
        language = _now.language
        if language is None:
            return self._in(None).format_map(worded)
        try:
            return self._in(language).format_map(worded)
        except (KeyError, ValueError, IndexError):  # a wrong translation stops no game
            return self._in(None).format_map(worded)

    def again(self, facts: Mapping[str, Fact]) -> Say:
        """Return the same sentence with other facts."""
        return Say(self.template, **facts)

    def _in(self, language: Language | None) -> str:
        return language.text(self.template) if language else self.template

    def __repr__(self) -> str:
        facts = "".join(f", {name}={fact!r}" for name, fact in self.facts.items())
        return f"Say({self.template!r}{facts})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Say):
            return NotImplemented
        return self.template == other.template and self.facts == other.facts

    def __hash__(self) -> int:
        return hash((self.template, *sorted(self.facts)))


class _Counted(Say):
    """A sentence that counts ``n``, with the plural forms of each language."""

    __slots__ = ("_forms",)

    def __init__(self, one: str, many: str, facts: Mapping[str, Fact]) -> None:
        super().__init__(one if facts["n"] == 1 else many, **facts)
        self._forms: Final = (one, many)

    def again(self, facts: Mapping[str, Fact]) -> Say:
        return _Counted(*self._forms, facts)

    def _in(self, language: Language | None) -> str:
        n = self.facts["n"]
        if language is None or not isinstance(n, int):
            return self.template
        return language.counted(*self._forms, n)


class _Joined(Say):
    """Several things joined by a separator, as the current language writes it."""

    __slots__ = ("_mark",)

    def __init__(self, mark: str, facts: Mapping[str, Fact]) -> None:
        super().__init__(_side_by_side(mark, tuple(facts)), **facts)
        self._mark: Final = mark

    def again(self, facts: Mapping[str, Fact]) -> Say:
        return _Joined(self._mark, facts)

    def _in(self, language: Language | None) -> str:
        if language is None:
            return self.template
        message = _SEPARATORS.get(self._mark)
        own = language.separator(message) if message else language.text(self._mark)
        return _side_by_side(own, tuple(self.facts))

    def parts_of(self, mark: str) -> tuple[Say, ...]:
        """Return the parts, if they are joined by this mark; else nothing."""
        parts = self.facts.values() if self._mark == mark else ()
        return tuple(each if isinstance(each, Say) else Say("{said}", said=each) for each in parts)


class _Row(_Joined):
    """Things with spaces between them, in every language."""

    __slots__ = ()

    def again(self, facts: Mapping[str, Fact]) -> Say:
        return _Row(" ", facts)

    def _in(self, _: Language | None) -> str:
        return self.template


@lru_cache(maxsize=256)
def _side_by_side(mark: str, names: tuple[str, ...]) -> str:
    return mark.join(f"{{{name}}}" for name in names)


class AsIs(str):
    """Text that is the same in every language: an id, a name, what somebody typed."""

    __slots__ = ()


class Example(str):
    """Words as they may be typed; another language has each in its form, and no abbreviation.

    >>> str(Say("such as {example}", example=Example("map top")))
    'such as map top'
    >>> str(Say("{n}{kind}", n=3, kind=Example("g", "gold")))
    '3g'
    """

    __slots__ = ("whole",)
    whole: str

    def __new__(cls, english: str, whole: str = "") -> Self:
        """Store English words, which can abbreviate a ``whole`` one."""
        shown = super().__new__(cls, english)
        shown.whole = whole or english
        return shown


class Term(Struct, frozen=True):
    """A word of a game: its id, which records keep, and how English says it, the first way first.

    >>> str(Term("x-ray", ("x-ray", "look")))
    'x-ray'
    """

    id: str
    english: tuple[str, ...]

    def __str__(self) -> str:
        return word_of(self.english[0])


class Vocabulary(dict[str, Term]):
    """The words of a game by id: all that a term has are read, the first is said.

    A ``_`` in a keyword is a ``-`` in the id.

    >>> words = Vocabulary("gold", no_swap=("pay", "refuse"))
    >>> [str(term) for term in words.values()], words["no-swap"].english
    (['gold', 'pay'], ('pay', 'refuse'))
    """

    def __init__(self, *ids: str, **ids_and_english: str | tuple[str, ...]) -> None:
        super().__init__({each: Term(each, (each,)) for each in ids})
        for name, english in ids_and_english.items():
            own = name.replace("_", "-")
            self[own] = Term(own, (english,) if isinstance(english, str) else english)


def plural(number: int, one: str, many: str, **facts: Fact) -> Say:
    """Choose the template by number; both may use ``{n}``.

    >>> str(plural(1, "{n} coin", "{n} coins")), str(plural(0, "{n} coin", "{n} coins"))
    ('1 coin', '0 coins')
    """
    return _Counted(one, many, {"n": number, **facts})


def join_or(words: Sequence[Fact]) -> Say:
    """Read out alternatives.

    >>> str(join_or(("gold", "silver", "black"))), str(join_or(("gold",)))
    ('gold, silver or black', 'gold')
    """
    if not words:
        return Say("nothing")
    *others, last = words
    said = Say("{word}", word=last)
    if not others:
        return said
    before = others[0] if len(others) == 1 else join(tuple(others), ", ")
    return Say("{word} or {rest}", word=before, rest=said)


def in_a_row(facts: Sequence[Fact]) -> Say:
    """Put things that are no sentence side by side, with spaces in every language.

    >>> str(in_a_row((Say("☐"), Say("☐"))))
    '☐ ☐'
    """
    return _Row(" ", {f"told{n}": fact for n, fact in enumerate(facts)})


def join(facts: Sequence[Fact], mark: str) -> Say:
    """Put one thing after the other, ``mark`` between them; of nothing comes an empty sentence.

    However many they are, they are parts of one flat sentence, none nested in another.

    >>> str(join((Say("leads"), Say("rain gone")), "; ")), str(join((), "; "))
    ('leads; rain gone', '')
    """
    return _Joined(mark, {f"told{n}": fact for n, fact in enumerate(facts)})


def sentences(said: Say) -> tuple[Say, ...]:
    """Return the sentences that were joined by spaces, one by one.

    >>> [str(each) for each in sentences(join((Say("Ana wins."), Say("It rains.")), " "))]
    ['Ana wins.', 'It rains.']
    """
    if isinstance(said, _Joined) and said.parts_of(" "):
        return said.parts_of(" ")
    return (said,)


def to_json(fact: Fact) -> Any:  # noqa: ANN401 - what JSON can carry
    """Turn a fact into what JSON can carry: text, numbers, lists and maps."""
    if isinstance(fact, Say):
        facts = {name: to_json(each) for name, each in fact.facts.items()}
        return {"template": fact.template, "facts": facts}
    if isinstance(fact, tuple):
        return [to_json(each) for each in fact]
    return str(fact) if isinstance(fact, Fraction | Term) else fact


class Choices(tuple[Any, ...]):
    """Things of which one is chosen.

    >>> str(Say("Choose from {choices}.", choices=Choices(("Ana", "Bo"))))
    'Choose from Ana and Bo.'
    """

    __slots__ = ()


def worded_in(context: str, text: str) -> str:
    """Word a text whose English means something else in another context.

    >>> worded_in("pad", "place")
    'place'
    """
    return (_now.language.lookup(context, text) if _now.language else None) or text


def in_plain_english(said: Say) -> str:
    """Word a sentence in English, whatever the current language, for programs.

    >>> in_plain_english(Say("coins in the bag"))
    'coins in the bag'
    """
    language = _now.language
    _now.language = None
    try:
        return str(said)
    finally:
        _now.language = language


def identifier(text: str) -> str:
    """Mark a text for the catalogues that is worded only where it is shown.

    >>> identifier("source")
    'source'
    """
    return text


AND: Final = identifier("{first} and {last}")
NEXT: Final = identifier("{first}, {next}")
LAST: Final = identifier("{others} and {last}")
"""The messages of a list: of two things; before each further one; before the last."""
CHOICES: Final = "choices"
"""The context of these messages for a list from which one is chosen."""
_SEPARATORS: Final = {
    ", ": NEXT,
    "; ": identifier("{one}; {next}"),
    " · ": identifier("{one} · {next}"),
    " ": identifier("{sentence} {next}"),
}
"""The message that has each separator."""


def word_of(english: str) -> str:
    """Translate a word of a game into the current language; any other text stays as it is.

    >>> word_of("gold"), word_of("Ana")
    ('gold', 'Ana')
    """
    return _now.language.word(english) if _now.language else english


def worded(text: str) -> str:
    """Translate a text without facts, such as a heading, into the current language.

    >>> worded("Rules")
    'Rules'
    """
    return _now.language.text(text) if _now.language else text


def as_typed(words: str) -> str:
    """Translate words that can be typed into the current language.

    >>> as_typed("gold 2, black 1")
    'gold 2, black 1'
    """
    return _now.language.words(words) if _now.language else words


def _word(fact: Fact) -> str:
    if isinstance(fact, Example):
        said = as_typed(fact) if fact == fact.whole else word_of(fact.whole)
        return fact if said == fact.whole else said
    if isinstance(fact, str):
        return fact if type(fact) is AsIs else word_of(fact)
    if isinstance(fact, tuple):
        words = [_word(each) for each in fact]
        return _listed(words, CHOICES if isinstance(fact, Choices) else "")
    return str(fact)


def _listed(words: list[str], context: str) -> str:
    if len(words) <= 1:
        return "".join(words)
    language = _now.language
    if language is None:
        return f"{', '.join(words[:-1])} and {words[-1]}"

    def text(message: str) -> str:
        return (language.lookup(context, message) if context else None) or language.text(message)

    *others, last = words
    if len(others) == 1:
        return text(AND).format_map({"first": others[0], "last": last})
    mark = language.separator(text(NEXT))
    return text(LAST).format_map({"others": mark.join(others), "last": last})


class RefereeError(Exception):
    """An error that the user can fix; ``say`` holds the message."""

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        self.say = say

    def __str__(self) -> str:
        return str(self.say)


class GameFault(Exception):  # noqa: N818 - it is the game's
    """An error in a function of a game's package; ``place`` is its file and line."""

    def __init__(self, function: Callable[..., object], what: str) -> None:
        super().__init__(f"{getattr(function, '__name__', type(function).__name__)} {what}")
        code = getattr(function, "__code__", None)
        self.place: Final = (code.co_filename, code.co_firstlineno) if code else ("", 0)


def error_text(error: BaseException) -> str:
    """Return the text of an error, even if its ``__str__`` fails."""
    try:
        return " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - whatever a stranger's __str__ raises
        return "?"


def of_kind(wanted: type[K], given: K, function: Callable[..., object]) -> K:
    """Return the result of a game's function. Raises GameFault if it has the wrong type.

    >>> of_kind(int, None, lambda book: None)
    Traceback (most recent call last):
    referee.core.say.GameFault: <lambda> gives NoneType, and has to give int
    """
    if not isinstance(given, wanted):
        what = AsIs(f"gives {type(given).__name__}, and has to give {wanted.__name__}")
        raise GameFault(function, what)
    return given


class BadAnswer(RefereeError):  # noqa: N818 - the field's word; "error" would blame the player
    """Words that mean nothing at this step; ask again.

    ``is_understood``: they mean something but leave a choice open, and the sentence asks for it.
    """

    def __init__(self, say: Say, *, is_understood: bool = False) -> None:
        super().__init__(say)
        self.is_understood = is_understood


class NumberMissing(RefereeError):  # noqa: N818 - see BadAnswer
    """A number that only the table can read out has not been given."""


class TextProblem(Struct, frozen=True):
    """One thing wrong in a drawing; line and column count from 1 within the drawing."""

    line: int
    column: int
    message: Say
    remedy: Say


class BadText(BadAnswer):
    """A drawing that means nothing, with all its problems; the first one speaks for them."""

    def __init__(self, problems: Iterable[TextProblem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda each: (each.line, each.column)))
        said = "{message} {remedy} (Line {line}, column {column} of the drawing.)"
        facts = ("message", "remedy", "line", "column")
        super().__init__(Say(said, **{name: getattr(self.problems[0], name) for name in facts}))
