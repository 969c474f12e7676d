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
from referee.files.diagnostics import shown, suggest
from referee.files.values.fields import Values, named, read_setting, read_switch
from referee.files.values.inline import NEW_NAME, SIGNS, read_compact, unescape
from referee.files.values.reader import Reader, is_null
from referee.files.values.scalars import Names, WrongType, text_of
from referee.files.yaml.nodes import Map, Node


def read_facts(question: Question, book: Rulebook, words: Listed[str]) -> Facts:
    """Read facts as ``name=value``, in any order.

    Raises BadFacts, and Unreadable for a file that a fact names.
    """
    given, options = sort_facts(question, book, words)
    names = Names()
    values: dict[str, Value] = {}
    for field in reading_order(question.fields, given):
        read = [_read(question, field, text, names, book) for text in given[field.name]]
        read = [_numbered(field, each) for each in read]
        values[field.name] = _joined(field, read)
        names.seated = names.seated or _seated(field, values[field.name])
    missing = [f for f in question.fields if f.required and f.name not in values]
    if missing:
        names_missing = tuple(AsIs(field.name) for field in missing)
        said = "Missing: {names} ({about}). For example: {example}"
        example, about = AsIs(question.example), missing[0].about
        raise BadFacts(Say(said, names=names_missing, about=about, example=example))
    return Facts({f.name: values[f.name] for f in question.fields if f.name in values}, options)


def facts_from(node: Node, question: Question, book: Rulebook, reader: Reader) -> Facts:
    """Read the same facts from a map. The reader records what is wrong."""
    facts = reader.map(
        node, Say("the facts of “{name}”", name=AsIs(question.name)), may_be_blank=True
    )
    if facts is None:
        return Facts({})
    fields = {field.name: field for field in question.fields}
    folds = {match_key(name) for name in fields}
    found = reader.keys(facts, (*fields, *(s for s in book.options if match_key(s) not in folds)))
    names = Names()
    reading = Values(reader, names)
    values: dict[str, Value] = {}
    for field in reading_order(question.fields, found):
        value = found[field.name][1]
        if is_null(value) and not field.required:
            continue
        if isinstance(field.shape, FileText):
            from referee.files.documents.texts import read_text_or_path  # see _read

            read: Value | None = read_text_or_path(reader, value, field.shape, book.game)
        else:
            is_by_name = isinstance(field.shape, Integer) and isinstance(value, Map)
            shape = _BY_NAME if is_by_name else field.shape
            read = reading.read(value, shape, (field.name,))
            read = _sum(read) if is_by_name else read
        if read is not None:
            values[field.name] = read = _numbered(field, read)
            names.seated = names.seated or _seated(field, read)
    reader.need(facts, found, {f.name: f.about for f in question.fields if f.required})
    options: dict[str, tuple[str, ...]] = {}
    for name in found.keys() - fields.keys():
        value = found[name][1]
        setting = None if is_null(value) else read_setting(reader, value, book.options[name])
        if setting is not None:
            options[name] = setting
    return Facts({f.name: values[f.name] for f in question.fields if f.name in values}, options)


def reading_order(fields: Iterable[Field], given: Mapping[str, object]) -> list[Field]:
    """Order the fields given so that names are introduced before they are referred to.

    A name with ``-`` or ``:`` in it can only be recognized once it is known. Whether somebody
    named is at the table at all, the room decides.

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
        isinstance(shape, Seats) or (isinstance(shape, ListOf) and shape.each == NEW_NAME),
        isinstance(shape, MapOf) and shape.keys == NEW_NAME,
        isinstance(shape, PlayerName),
        isinstance(shape, MapOf) and isinstance(shape.keys, PlayerName),
        True,
    )
    return introduces.index(True)


_BY_NAME: Final = MapOf(Text(like="Ana"), Integer())
"""How another question wants by name what this one wants in all."""


def _sum(told: Value | None) -> Value:
    """Add up what is given by name where one number is wanted, such as what a party has."""
    return sum(n for n in told.values() if isinstance(n, int)) if isinstance(told, Mapping) else 0


_SEATS: Final = ("players", "adventurers")
"""Facts that say who plays: where they ask for names, how many seats there are will do."""
_MOST_SEATS: Final = 9_999


def _numbered(field: Field, value: Value) -> Value:
    """Name the seats 1 to 5 where it is said that five play, and names are wanted.

    >>> from referee.core.say import Say
    >>> players = Field(name="players", shape=ListOf(NEW_NAME), about=Say(""))
    >>> _numbered(players, ("3",)), _numbered(players, ("Ana", "3"))
    (('1', '2', '3'), ('Ana', '3'))
    """
    if field.name in _SEATS and field.shape == ListOf(NEW_NAME):
        told = value if isinstance(value, tuple) else ()
        n = parse_count(str(told[0])) if len(told) == 1 else None
        if n is not None:
            return tuple(str(seat) for seat in range(1, min(n, _MOST_SEATS) + 1))
    return value


def _seated(field: Field, value: Value) -> tuple[str, ...]:
    """Return all who play, clockwise, if a fact says so or each has a fact of their own."""
    if field.name in _SEATS and isinstance(value, tuple):
        return tuple(map(str, value))
    is_each = field.as_facts and isinstance(field.shape, MapOf) and field.shape.keys == NEW_NAME
    return tuple(value) if is_each and isinstance(value, Mapping) else ()


def _read(question: Question, field: Field, text: str, names: Names, book: Rulebook) -> Value:
    try:
        if isinstance(field.shape, FileText):
            from referee.files.documents.texts import text_in_file  # most facts need no file

            return text_in_file(text_of(unescape(text)[0]), field.shape, book.game)
        if isinstance(field.shape, Integer) and ":" in text:
            return _sum(read_compact(text, _BY_NAME, Names(), wide=True))
        return read_compact(text, field.shape, names, wide=True)
    except WrongType as unfit:
        remedy = unfit.remedy
        name = unescape(text.partition(":")[0])[0]
        others = [other.name for other in question.fields if other.name != name]
        if field.as_facts and nearest(name, others) is not None:
            remedy = suggest(name, map(AsIs, others))  # a mistyped fact looks like a player
        raise unread(field.name, unfit.message, remedy) from None


def _joined(field: Field, values: Listed[Value]) -> Value:
    """Combine the values of a repeated fact: lists are concatenated, maps merged."""
    if len(values) == 1:
        return values[0]
    lists = [each for each in values if isinstance(each, tuple)]
    maps = [each for each in values if isinstance(each, Mapping)]
    if len(lists) == len(values):
        joined = tuple(chain.from_iterable(lists))
        if field.shape == ListOf(NEW_NAME):
            _refuse_twice(map(str, joined))
        return joined
    if len(maps) == len(values):
        _refuse_twice(chain.from_iterable(maps))
        return {name: value for each in maps for name, value in each.items()}
    return values[-1]


def _refuse_twice(names: Iterable[str]) -> None:
    seen = set[str]()
    for name in names:
        if name in seen:
            raise given_twice(name)
        seen.add(name)


class BadFacts(RefereeError):  # noqa: N818 - the facts are wrong; nothing has failed
    """Facts that cannot be read, or are missing; ``say`` has the first and its remedy."""


def sort_facts(
    question: Question, book: Rulebook, words: Listed[str]
) -> tuple[dict[str, list[str]], dict[str, tuple[str, ...]]]:
    """Sort facts by their fields, and read those that set switches. Raises BadFacts."""
    fields = {match_key(field.name): field for field in question.fields}
    own = next((field for field in question.fields if field.as_facts), None)
    has_lists = own and isinstance(own.shape, MapOf) and isinstance(own.shape.each, ListOf)
    given: dict[str, list[str]] = {}
    options: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, text = _parted(word, question)
        field, switch = fields.get(match_key(name)), named(book.options, name)
        if field is not None:
            if field.name in given and not isinstance(field.shape, ListOf):
                raise given_twice(name)
            given.setdefault(field.name, []).append(text)
        elif switch is not None:
            if switch.name in options:
                raise given_twice(name)
            options[switch.name] = _switched(switch, text)
        elif own is not None:
            listed = word.replace(",", "+") if has_lists else word  # a list within the map
            given.setdefault(own.name, []).append(_as_entry(listed, question))
        else:
            raise _unknown(name, question, book)
    return given, options


def given_twice(name: str) -> BadFacts:
    """Refuse a fact that was given before.

    >>> str(given_twice("rain"))
    '“rain” is given twice. Keep one.'
    """
    return BadFacts(Say("“{name}” is given twice. Keep one.", name=shown(name)))


def unread(name: str, message: Say, remedy: Say) -> BadFacts:
    """Refuse a fact that cannot be read.

    >>> str(unread("plain", Say("No number."), Say("Write one.")))
    '“plain”: No number. Write one.'
    """
    return BadFacts(
        Say("“{name}”: {message} {remedy}", name=AsIs(name), message=message, remedy=remedy)
    )


def _parted(word: str, question: Question) -> tuple[str, str]:
    """Split a fact at its first ``=`` that is not escaped."""
    at = 0
    while at < len(word):
        if word[at] == "=":
            return unescape(word[:at])[0].strip(), word[at + 1 :]
        at += 2 if word[at] == "\\" else 1
    said = Say(
        "“{word}” is not a fact. Write name=value. For example: {example}",
        word=shown(word),
        example=AsIs(question.example),
    )
    raise BadFacts(said)


def _as_entry(word: str, question: Question) -> str:
    """Rewrite a fact as an entry of the map that it belongs to."""
    name, text = _parted(word, question)
    return "".join("\\" + sign if sign in SIGNS else sign for sign in name) + ":" + text


def _switched(switch: Option, text: str) -> tuple[str, ...]:
    try:
        return read_switch(unescape(text)[0], switch)
    except WrongType as unfit:
        said = Say("{message} {remedy}", message=unfit.message, remedy=unfit.remedy)
        raise BadFacts(said) from None


def _unknown(name: str, question: Question, book: Rulebook) -> BadFacts:
    known = (*(field.name for field in question.fields), *book.options)
    said = Say(
        "“{name}” is not a fact of “{question}”. {guess} For example: {example}",
        name=shown(name),
        question=AsIs(question.name),
        guess=suggest(name, map(AsIs, known)),
        example=AsIs(question.example),
    )
    return BadFacts(said)
