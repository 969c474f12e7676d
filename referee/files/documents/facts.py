"""The facts of a dispute, from the command line or from a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Listed
from itertools import chain
from typing import Final

from referee.core.answers.text_input import match_key, nearest, parse_count
from referee.core.fields import (
    Field,
    FileText,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Seats,
    Text,
    Value,
)
from referee.core.game import Facts, Question
from referee.core.rulebook import Option, Rulebook
from referee.core.say import AsIs, RefereeError, Say
from referee.files.diagnostics import excerpt, suggest
from referee.files.values.fields import Values, option_named, option_of, read_option
from referee.files.values.inline import NEW_NAME, SIGNS, read_compact, unescape
from referee.files.values.reader import Reader, is_null
from referee.files.values.scalars import Names, WrongType, printable_text
from referee.files.yaml.nodes import Map, Node


def read_facts(question: Question, book: Rulebook, words: Listed[str]) -> Facts:
    """Read facts as ``name=value``, in any order.

    Raises BadFacts, and Unreadable for a file that a fact names.
    """
    texts, options = sort_facts(question, book, words)
    names = Names()
    values: dict[str, Value] = {}
    for field in reading_order(question.fields, texts):
        read = [_read_fact(question, field, text, names, book) for text in texts[field.name]]
        read = [_seats_named(field, each) for each in read]
        values[field.name] = _joined(field, read)
        names.seated = names.seated or _seated(field, values[field.name])
    missing = [f for f in question.fields if f.required and f.name not in values]
    if missing:
        names_missing = tuple(AsIs(field.name) for field in missing)
        said = "Missing: {names} ({about}). For example: {example}"
        example, about = AsIs(question.example), missing[0].about
        raise BadFacts(Say(said, names=names_missing, about=about, example=example))
    return Facts({f.name: values[f.name] for f in question.fields if f.name in values}, options)


def facts_from(whole: Node, question: Question, book: Rulebook, reader: Reader) -> Facts:
    """Read the same facts from a map. The reader records what is wrong."""
    wanted = Say("the facts of “{name}”", name=AsIs(question.name))
    facts = reader.map(whole, wanted, may_be_blank=True)
    if facts is None:
        return Facts({})
    fields = {field.name: field for field in question.fields}
    taken = {match_key(name) for name in fields}
    options = [name for name in book.options if match_key(name) not in taken]
    found = reader.keys(facts, (*fields, *options))
    names = Names()
    reading = Values(reader, names)
    values: dict[str, Value] = {}
    for field in reading_order(question.fields, found):
        node = found[field.name][1]
        if is_null(node) and not field.required:
            continue
        if isinstance(field.shape, FileText):
            from referee.files.documents.texts import read_text_or_path  # see _read_fact

            value: Value | None = read_text_or_path(reader, node, field.shape, book.game)
        else:
            is_per_player = isinstance(field.shape, Integer) and isinstance(node, Map)
            shape = _PER_PLAYER if is_per_player else field.shape
            value = reading.read(node, shape, (field.name,))
            value = _sum(value) if is_per_player else value
        if value is not None:
            values[field.name] = value = _seats_named(field, value)
            names.seated = names.seated or _seated(field, value)
    reader.need(facts, found, {f.name: f.about for f in question.fields if f.required})
    chosen: dict[str, tuple[str, ...]] = {}
    for name in found.keys() - fields.keys():
        node = found[name][1]
        option = None if is_null(node) else read_option(reader, node, book.options[name])
        if option is not None:
            chosen[name] = option
    return Facts({f.name: values[f.name] for f in question.fields if f.name in values}, chosen)


def reading_order(fields: Iterable[Field], given: Mapping[str, object]) -> list[Field]:
    """Order the given fields so that those which introduce names come first.

    A name with ``-`` or ``:`` in it can only be recognized once it is known. The room checks
    whether a named person is at the table.

    >>> new, old = ListOf(PlayerName(new=True)), ListOf(PlayerName())
    >>> shapes = {"touched": old, "order": new}
    >>> fields = [Field(name=name, shape=each, about=Say("")) for name, each in shapes.items()]
    >>> [field.name for field in reading_order(fields, shapes)]
    ['order', 'touched']
    """
    return sorted((field for field in fields if field.name in given), key=_reading_priority)


def _reading_priority(field: Field) -> int:
    shape = field.shape
    introduces = (
        isinstance(shape, Seats) or (isinstance(shape, ListOf) and shape.each == NEW_NAME),
        isinstance(shape, MapOf) and shape.keys == NEW_NAME,
        isinstance(shape, PlayerName),
        isinstance(shape, MapOf) and isinstance(shape.keys, PlayerName),
        True,
    )
    return introduces.index(True)


_PER_PLAYER: Final = MapOf(Text(like="Ana"), Integer())
"""Per-player counts, accepted where a question wants only their sum."""


def _sum(counts: Value | None) -> Value:
    numbers = counts.values() if isinstance(counts, Mapping) else ()
    return sum(n for n in numbers if isinstance(n, int))


_SEATS: Final = ("players", "adventurers")
"""Facts that list who plays; the number of players is accepted instead of their names."""
_MOST_SEATS: Final = 9_999


def _seats_named(field: Field, value: Value) -> Value:
    """Turn a number of players into the names 1, 2, 3, ... if the fact asks for names.

    >>> from referee.core.say import Say
    >>> players = Field(name="players", shape=ListOf(NEW_NAME), about=Say(""))
    >>> _seats_named(players, ("3",)), _seats_named(players, ("Ana", "3"))
    (('1', '2', '3'), ('Ana', '3'))
    """
    if field.name in _SEATS and field.shape == ListOf(NEW_NAME):
        names = value if isinstance(value, tuple) else ()
        n = parse_count(str(names[0])) if len(names) == 1 else None
        if n is not None:
            return tuple(str(seat) for seat in range(1, min(n, _MOST_SEATS) + 1))
    return value


def _seated(field: Field, value: Value) -> tuple[str, ...]:
    """Return the players, clockwise, if this fact lists them or has an entry for each of them."""
    if field.name in _SEATS and isinstance(value, tuple):
        return tuple(map(str, value))
    has_all = field.as_facts and isinstance(field.shape, MapOf) and field.shape.keys == NEW_NAME
    return tuple(value) if has_all and isinstance(value, Mapping) else ()


def _read_fact(question: Question, field: Field, text: str, names: Names, book: Rulebook) -> Value:
    try:
        if isinstance(field.shape, FileText):
            from referee.files.documents.texts import text_in_file  # most facts need no file

            return text_in_file(printable_text(unescape(text)[0]), field.shape, book.game)
        if isinstance(field.shape, Integer) and ":" in text:
            return _sum(read_compact(text, _PER_PLAYER, Names(), wide=True))
        return read_compact(text, field.shape, names, wide=True)
    except WrongType as unfit:
        remedy = unfit.remedy
        name = unescape(text.partition(":")[0])[0]
        others = [other.name for other in question.fields if other.name != name]
        if field.as_facts and nearest(name, others) is not None:
            remedy = suggest(name, map(AsIs, others))  # a mistyped fact looks like a player
        raise _refuse_unreadable(field.name, unfit.message, remedy) from None


def _joined(field: Field, values: Listed[Value]) -> Value:
    """Combine the values of a repeated fact: lists are concatenated, maps merged."""
    if len(values) == 1:
        return values[0]
    lists = [each for each in values if isinstance(each, tuple)]
    maps = [each for each in values if isinstance(each, Mapping)]
    if len(lists) == len(values):
        joined = tuple(chain.from_iterable(lists))
        if field.shape == ListOf(NEW_NAME):
            _check_unique(map(str, joined))
        return joined
    if len(maps) == len(values):
        _check_unique(chain.from_iterable(maps))
        return {name: value for each in maps for name, value in each.items()}
    return values[-1]


def _check_unique(names: Iterable[str]) -> None:
    seen = set[str]()
    for name in names:
        if name in seen:
            raise _refuse_repeated(name)
        seen.add(name)


class BadFacts(RefereeError):  # noqa: N818 - the facts are wrong; nothing has failed
    """Facts that cannot be read or are missing; ``say`` names the first and what to do."""


def sort_facts(
    question: Question, book: Rulebook, words: Listed[str]
) -> tuple[dict[str, list[str]], dict[str, tuple[str, ...]]]:
    """Sort the texts of facts by field, and read the options among them. Raises BadFacts."""
    fields = {match_key(field.name): field for field in question.fields}
    by_entry = next((field for field in question.fields if field.as_facts), None)
    entry = by_entry.shape.each if by_entry and isinstance(by_entry.shape, MapOf) else None
    texts: dict[str, list[str]] = {}
    options: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, text = _split_fact(word, question)
        field, option = fields.get(match_key(name)), option_named(book.options, name)
        if field is not None:
            if field.name in texts and not isinstance(field.shape, ListOf):
                raise _refuse_repeated(name)
            texts.setdefault(field.name, []).append(text)
        elif option is not None:
            if option.name in options:
                raise _refuse_repeated(name)
            options[option.name] = _read_option_fact(option, text)
        elif by_entry is not None:
            fact = word.replace(",", "+") if isinstance(entry, ListOf) else word
            texts.setdefault(by_entry.name, []).append(_as_entry(fact, question))
        else:
            raise _refuse_unknown(name, question, book)
    return texts, options


def _refuse_repeated(name: str) -> BadFacts:
    return BadFacts(Say("“{name}” is given twice. Keep one.", name=excerpt(name)))


def _refuse_unreadable(name: str, message: Say, remedy: Say) -> BadFacts:
    return BadFacts(
        Say("“{name}”: {message} {remedy}", name=AsIs(name), message=message, remedy=remedy)
    )


def _split_fact(word: str, question: Question) -> tuple[str, str]:
    """Split a fact at its first ``=`` that is not escaped."""
    at = 0
    while at < len(word):
        if word[at] == "=":
            return unescape(word[:at])[0].strip(), word[at + 1 :]
        at += 2 if word[at] == "\\" else 1
    said = Say(
        "“{word}” is not a fact. Write name=value. For example: {example}",
        word=excerpt(word),
        example=AsIs(question.example),
    )
    raise BadFacts(said)


def _as_entry(word: str, question: Question) -> str:
    """Rewrite a fact as an entry of the map that it belongs to."""
    name, text = _split_fact(word, question)
    return "".join("\\" + sign if sign in SIGNS else sign for sign in name) + ":" + text


def _read_option_fact(option: Option, text: str) -> tuple[str, ...]:
    try:
        return option_of(unescape(text)[0], option)
    except WrongType as unfit:
        said = Say("{message} {remedy}", message=unfit.message, remedy=unfit.remedy)
        raise BadFacts(said) from None


def _refuse_unknown(name: str, question: Question, book: Rulebook) -> BadFacts:
    known = (*(field.name for field in question.fields), *book.options)
    said = Say(
        "“{name}” is not a fact of “{question}”. {guess} For example: {example}",
        name=excerpt(name),
        question=AsIs(question.name),
        guess=suggest(name, map(AsIs, known)),
        example=AsIs(question.example),
    )
    return BadFacts(said)
