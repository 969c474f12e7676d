"""Facts as they are typed: which word of the command line is for what."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Listed

from referee.core.answers.text_input import match_key
from referee.core.fields import Field, ListOf
from referee.core.question import Question
from referee.core.rulebook import Option, Rulebook
from referee.core.say import RefereeError, Say
from referee.files.agreed import named, read_switch
from referee.files.compact import SIGNS, unescaped
from referee.files.diagnostics import shown
from referee.files.nearest import guess
from referee.files.scalars import Unfit


class BadFacts(RefereeError):  # noqa: N818 - facts are wrongly told; nothing has failed
    """Facts that cannot be read, or are missing; ``say`` names the first and the remedy."""


def sort_facts(
    question: Question, book: Rulebook, words: Listed[str]
) -> tuple[dict[str, list[str]], dict[str, tuple[str, ...]]]:
    """Tell which field or switch each fact is for; the switches are read. Raises BadFacts."""
    fields = {match_key(field.name): field for field in question.fields}
    own = next((field for field in question.fields if field.as_facts), None)
    given: dict[str, list[str]] = {}
    options: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, text = _parted(word, question)
        field, switch = fields.get(match_key(name)), named(book.options, name)
        if field is not None:
            _once(field, name, given)
            given.setdefault(field.name, []).append(text)
        elif switch is not None:
            if switch.name in options:
                raise told_twice(name)
            options[switch.name] = _switched(switch, text)
        elif own is not None:
            given.setdefault(own.name, []).append(_as_entry(word, question))
        else:
            raise _unknown(name, question, book)
    return given, options


def told_twice(name: str) -> BadFacts:
    """Refuse a fact that was told before.

    >>> str(told_twice("rain"))
    '“rain” is told twice; once is enough.'
    """
    return BadFacts(Say("“{name}” is told twice; once is enough.", name=shown(name)))


def unread(name: str, message: Say, remedy: Say) -> BadFacts:
    """Refuse a fact that cannot be read.

    >>> str(unread("plain", Say("No number."), Say("Write one.")))
    '“plain”: No number. Write one.'
    """
    return BadFacts(Say("“{name}”: {message} {remedy}", name=name, message=message, remedy=remedy))


def _parted(word: str, question: Question) -> tuple[str, str]:
    """Part a fact at its first ``=`` that is no letter."""
    at = 0
    while at < len(word):
        if word[at] == "=":
            return unescaped(word[:at])[0].strip(), word[at + 1 :]
        at += 2 if word[at] == "\\" else 1
    said = Say(
        "“{word}” is no fact: write name=value. For example: {example}",
        word=shown(word),
        example=question.example,
    )
    raise BadFacts(said)


def _as_entry(word: str, question: Question) -> str:
    """Write a fact of its own as an entry of the map that it belongs to."""
    name, text = _parted(word, question)
    return "".join("\\" + sign if sign in SIGNS else sign for sign in name) + ":" + text


def _switched(switch: Option, text: str) -> tuple[str, ...]:
    try:
        return read_switch(unescaped(text)[0], switch)
    except Unfit as unfit:
        said = Say("{message} {remedy}", message=unfit.message, remedy=unfit.remedy)
        raise BadFacts(said) from None


def _once(field: Field, name: str, given: Mapping[str, object]) -> None:
    if field.name in given and not isinstance(field.shape, ListOf):
        raise told_twice(name)


def _unknown(name: str, question: Question, book: Rulebook) -> BadFacts:
    known = (*(field.name for field in question.fields), *book.options)
    return BadFacts(
        Say(
            "“{name}” is no fact of “{question}”. {guess} For example: {example}",
            name=shown(name),
            question=question.name,
            guess=guess(name, known),
            example=question.example,
        )
    )
