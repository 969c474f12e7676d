"""A sentence and its facts, worded only when somebody reads it.

No room builds a finished sentence. It hands over a template and the facts that
belong into it; the template is the message id of a gettext catalogue, and JSON
output carries the facts beside the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from msgspec import Struct

Fact: TypeAlias = "str | int | Fraction | Say | Term | tuple[Fact, ...]"
Translate: TypeAlias = Callable[[str], str]

AND: Final = "{first} and {last}"


def untranslated(template: str) -> str:
    """Word a template as it stands: English templates are their own translation.

    >>> untranslated("{player} passes.")
    '{player} passes.'
    """
    return template


class Say:
    """One sentence: a template with ``{names}`` and the fact behind each name.

    A fact is text, a whole number, a fraction, another ``Say``, or a tuple of
    these, which is read out as a list. Text is inserted as it is, braces and all.

    >>> str(Say("{player} holds {coins}.", player="Ana", coins=("2 gold", "1 black")))
    'Ana holds 2 gold and 1 black.'
    """

    __slots__ = ("facts", "template")

    def __init__(self, template: str, /, **facts: Fact) -> None:
        """Keep the template and its facts apart."""
        self.template: Final = template
        self.facts: Final = facts

    def format(self, translate: Translate = untranslated) -> str:
        """Put the facts into the template, in the language of ``translate``."""
        return translate(self.template).format_map(
            {name: _word(fact, translate) for name, fact in self.facts.items()}
        )

    def __str__(self) -> str:
        """Word the sentence in English."""
        return self.format()

    def __repr__(self) -> str:
        """Show template and facts, for tests and debuggers."""
        facts = "".join(f", {name}={fact!r}" for name, fact in self.facts.items())
        return f"Say({self.template!r}{facts})"

    def __eq__(self, other: object) -> bool:
        """Two sentences are equal when template and facts are."""
        if not isinstance(other, Say):
            return NotImplemented
        return self.template == other.template and self.facts == other.facts

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.template, *sorted(self.facts)))


class Term(Struct, frozen=True):
    """A word of a game: its id, which records keep, and how English says it, the first way first.

    >>> str(Term("x-ray", ("x-ray", "look")))
    'x-ray'
    """

    id: str
    english: tuple[str, ...]

    def __str__(self) -> str:
        """Give the word that is said."""
        return self.english[0]


class Terms(dict[str, Term]):
    """The words of a game by id: all that a term has are read, the first is said.

    A ``_`` in a keyword is a ``-`` in the id.

    >>> words = Terms("gold", no_swap=("pay", "refuse"))
    >>> [str(term) for term in words.values()], words["no-swap"].english
    (['gold', 'pay'], ('pay', 'refuse'))
    """

    def __init__(self, *ids: str, **ids_and_english: str | tuple[str, ...]) -> None:
        """Take ids that are English words themselves, and others with their words."""
        super().__init__({each: Term(each, (each,)) for each in ids})
        for name, english in ids_and_english.items():
            own = name.replace("_", "-")
            self[own] = Term(own, (english,) if isinstance(english, str) else english)


def plural(number: int, one: str, many: str, **facts: Fact) -> Say:
    """Choose the template by number; both may use ``{n}``.

    >>> str(plural(1, "{n} coin", "{n} coins")), str(plural(0, "{n} coin", "{n} coins"))
    ('1 coin', '0 coins')
    """
    return Say(one if number == 1 else many, n=number, **facts)


def join_or(words: Sequence[str]) -> Say:
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


def join(facts: Sequence[Fact], mark: str) -> Say:
    """Put one thing after the other, ``mark`` between them; of nothing comes an empty sentence.

    However many they are, they stand in one sentence side by side, none inside another.

    >>> str(join((Say("leads"), Say("rain gone")), "; ")), str(join((), "; "))
    ('leads; rain gone', '')
    """
    named = {f"told{n}": fact for n, fact in enumerate(facts)}
    return Say(mark.join(f"{{{name}}}" for name in named), **named)


def to_json(fact: Fact) -> Any:  # noqa: ANN401 - what JSON can carry
    """Turn a fact into what JSON can carry: text, numbers, lists and maps.

    >>> to_json(Say("{n} of {all}", n=2, all=Fraction(7, 3)))
    {'template': '{n} of {all}', 'facts': {'n': 2, 'all': '7/3'}}
    """
    if isinstance(fact, Say):
        facts = {name: to_json(each) for name, each in fact.facts.items()}
        return {"template": fact.template, "facts": facts}
    if isinstance(fact, tuple):
        return [to_json(each) for each in fact]
    return str(fact) if isinstance(fact, Fraction | Term) else fact


def _word(fact: Fact, translate: Translate) -> str:
    if isinstance(fact, Say):
        return fact.format(translate)
    if isinstance(fact, tuple):
        return _listed([_word(each, translate) for each in fact], translate)
    return str(fact)


def _listed(words: list[str], translate: Translate) -> str:
    if len(words) <= 1:
        return "".join(words)
    return translate(AND).format_map({"first": ", ".join(words[:-1]), "last": words[-1]})


class RefereeError(Exception):
    """Something that a person can put right; ``say`` tells what and how."""

    def __init__(self, say: Say) -> None:
        """Carry the sentence; the traceback is for programmers only."""
        super().__init__(say)
        self.say = say

    def __str__(self) -> str:
        """Word the sentence."""
        return str(self.say)


class BadAnswer(RefereeError):  # noqa: N818 - the field's word; "error" would blame the player
    """Words that mean nothing at this step; ask again."""


class Undecided(BadAnswer):
    """Words that are understood but leave a choice open; what is said asks for it."""


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
        """Keep the problems, at least one, sorted by place."""
        self.problems = tuple(sorted(problems, key=lambda each: (each.line, each.column)))
        first = self.problems[0]
        super().__init__(
            Say(
                "{message} {remedy} (Line {line}, column {column} of the drawing.)",
                message=first.message,
                remedy=first.remedy,
                line=first.line,
                column=first.column,
            )
        )
