"""The facts of a dispute, from the command line or from a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Listed

from referee.core.answers.text_input import match_key
from referee.core.fields import Field, FileText, ListOf, MapOf, PlayerName, Value
from referee.core.question import Facts, Question
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.files.diagnostics.suggestions import guess, nearest
from referee.files.documents.options import read_switch
from referee.files.fact_words import BadFacts, sort_facts, told_twice, unread
from referee.files.names import Names
from referee.files.values.fields import Values
from referee.files.values.inline import NEW_NAME, read_compact, unescaped
from referee.files.values.reader import Reader
from referee.files.values.scalars import Unfit, text_of
from referee.files.yaml.tree import Node

__all__ = ["BadFacts", "facts_from", "read_facts", "reading_order"]


def read_facts(question: Question, book: Rulebook, words: Listed[str]) -> Facts:
    """Read facts as ``name=value``, in any order.

    Raises BadFacts, and Unreadable for a file that a fact names.

    >>> from referee.core.question import Answer
    >>> from referee.core.rulebook import Edition
    >>> from referee.core.fields import Integer
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("", "", ""), rules={})
    >>> field = Field(name="plain", shape=Integer(), about=Say("plain pebbles"))
    >>> question = Question(name="worth", about=Say(""), fields=(field,), example="plain=2",
    ...     answer=lambda book, facts: Answer.answered(Say(""), {}))
    >>> read_facts(question, book, ["plain=2+1"]).values
    {'plain': 3}
    """
    given, options = sort_facts(question, book, words)
    names = Names()
    values: dict[str, Value] = {}
    for field in reading_order(question.fields, given):
        for text in given[field.name]:
            told = _read(question, field, text, names, book)
            values[field.name] = _joined(values, field, told)
    missing = [f for f in question.fields if f.required and f.name not in values]
    if missing:
        raise BadFacts(
            Say(
                "{names} missing: {about}. For example: {example}",
                names=tuple(field.name for field in missing),
                about=missing[0].about,
                example=question.example,
            )
        )
    return Facts({f.name: values[f.name] for f in question.fields if f.name in values}, options)


def facts_from(node: Node, question: Question, book: Rulebook, reader: Reader) -> Facts:
    """Read the same facts from a map; what is wrong, the reader knows afterwards."""
    facts = reader.map(node, Say("the facts of “{name}”", name=question.name), may_be_blank=True)
    if facts is None:
        return Facts({})
    fields = {field.name: field for field in question.fields}
    folds = {match_key(name) for name in fields}
    found = reader.keys(facts, (*fields, *(s for s in book.options if match_key(s) not in folds)))
    reading = Values(reader, Names())
    values: dict[str, Value] = {}
    for field in reading_order(question.fields, found):
        told = found[field.name][1]
        if isinstance(field.shape, FileText):
            from referee.files.values.texts import read_told_text  # see _read

            read: Value | None = read_told_text(reader, told, field.shape, book.game)
        else:
            read = reading.read(told, field.shape, (field.name,))
        if read is not None:
            values[field.name] = read
    for field in question.fields:
        if field.required and field.name not in found:
            reader.missing(facts, field.name, field.about)
    options: dict[str, tuple[str, ...]] = {}
    for name in found.keys() - fields.keys():
        _set_switch(reader, found[name][1], book, name, options)
    return Facts({f.name: values[f.name] for f in question.fields if f.name in values}, options)


def reading_order(fields: Iterable[Field], given: Mapping[str, object]) -> list[Field]:
    """Order the fields given so that names come before what names them again.

    A name that holds ``-`` or ``:`` can only be told from its neighbours once it is known.
    Whether somebody named is at the table at all is for the room to say.

    >>> new, old = ListOf(PlayerName(new=True)), ListOf(PlayerName())
    >>> shapes = {"touched": old, "order": new}
    >>> fields = [Field(name=name, shape=each, about=Say("")) for name, each in shapes.items()]
    >>> [field.name for field in reading_order(fields, shapes)]
    ['order', 'touched']
    """
    return sorted((field for field in fields if field.name in given), key=_rank)


def _rank(field: Field) -> int:
    shape = field.shape
    introduces = (
        isinstance(shape, ListOf) and shape.each == NEW_NAME,
        isinstance(shape, MapOf) and shape.keys == NEW_NAME,
        isinstance(shape, PlayerName),
        isinstance(shape, MapOf) and isinstance(shape.keys, PlayerName),
        True,
    )
    return introduces.index(True)


def _read(question: Question, field: Field, text: str, names: Names, book: Rulebook) -> Value:
    try:
        if isinstance(field.shape, FileText):
            from referee.files.values.texts import text_in_file  # most facts need no file

            return text_in_file(text_of(unescaped(text)[0]), field.shape, book.game)
        return read_compact(text, field.shape, names, wide=True)
    except Unfit as unfit:
        remedy = unfit.remedy
        name = unescaped(text.partition(":")[0])[0]
        others = [other.name for other in question.fields if other is not field]
        if field.as_facts and nearest(name, others) is not None:
            remedy = guess(name, others)  # a fact's name mistyped reads as a player's
        raise unread(field.name, unfit.message, remedy) from None


def _joined(values: Mapping[str, Value], field: Field, value: Value) -> Value:
    """Add what a repeated fact tells to what was told before."""
    before = values.get(field.name)
    if isinstance(before, tuple) and isinstance(value, tuple):
        again = [name for name in value if name in before]
        if again and field.shape == ListOf(NEW_NAME):
            raise told_twice(str(again[0]))
        return before + value
    if isinstance(before, Mapping) and isinstance(value, Mapping):
        for name in value:
            if name in before:
                raise told_twice(name)
        return {**before, **value}
    return value


def _set_switch(
    reader: Reader, node: Node, book: Rulebook, name: str, options: dict[str, tuple[str, ...]]
) -> None:
    switch = book.options[name]
    text = reader.scalar(node, Say("one of {words}", words=switch.values))
    if text is None:
        return
    try:
        options[name] = read_switch(text.text, switch)
    except Unfit as unfit:
        reader.unfit(text, unfit)
