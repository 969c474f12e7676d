"""From nodes to values: a room's fields by their shapes, options and numbers of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.core.answers.text_input import match_key
from referee.core.fields import (
    Boolean,
    Choice,
    Field,
    FieldType,
    FileText,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Record,
    Seats,
    Text,
    Value,
)
from referee.core.rulebook import Option, Rulebook, TableNumber
from referee.core.ruling import FieldPath
from referee.core.say import AsIs, Say
from referee.files.diagnostics import excerpt, suggest
from referee.files.values.inline import NEW_NAME, read_compact, refuse_repeated_key
from referee.files.values.reader import Fields, Reader, is_blank, is_null, value_of
from referee.files.values.scalars import (
    Names,
    WrongType,
    find_flag,
    printable_text,
    read_single,
    refuse_repeated_name,
    room_text_of,
    word_of,
)
from referee.files.yaml.nodes import Map, Node, Position, Scalar, Sequence


class Values:
    """Reads values for one reader; ``lines`` has the line of each value, by its path of keys."""

    def __init__(self, reader: Reader, names: Names) -> None:
        self.reader = reader
        self.names = names
        self.lines: dict[FieldPath, int] = {}

    def read(
        self, node: Node, shape: FieldType, path: FieldPath = (), depth: int = 0
    ) -> Value | None:
        """Read a node in a shape; None if it does not fit, which the reader has recorded."""
        if path:
            self.lines.setdefault(path, node.position.line)
        try:
            if isinstance(node, Scalar):
                return self._from_scalar(node, shape, depth)
            if isinstance(node, Sequence):
                return self._from_list(node, shape, path, depth)
            return self._from_map(node, shape, path, depth)
        except WrongType as unfit:
            self.reader.wrong_type(node, unfit)
        return None

    def fields(self, node: Map, fields: Iterable[Field], path: FieldPath) -> dict[str, Value]:
        """Read a map of named fields; the result lacks those that the map leaves out."""
        known = {field.name: field for field in fields}
        found = self.reader.keys(node, known)
        values = {}
        for name, (key, value) in found.items():
            if is_null(value):
                continue
            self.lines[(*path, name)] = key.position.line
            read = self.read(value, known[name].shape, (*path, name))
            if read is not None:
                values[name] = read
        needed = {name: field.about for name, field in known.items() if field.required}
        self.reader.need(node, found, needed)
        return values

    def _from_scalar(self, node: Scalar, shape: FieldType, depth: int) -> Value:
        if isinstance(shape, ListOf | MapOf | Record | Seats):
            if is_blank(node):
                self.reader.wrong_shape(node, wanted(shape))
                return ()
            return read_compact(node.text, shape, self.names, depth)
        return read_single(node.text, shape, self.names)

    def _from_list(
        self, node: Sequence, shape: FieldType, path: FieldPath, depth: int
    ) -> Value | None:
        if isinstance(shape, ListOf):
            return self._list(node, shape, path, depth)
        if isinstance(shape, Seats):
            return self._list(node, ListOf(NEW_NAME), path, depth)
        if isinstance(shape, MapOf):
            return self._entries(node, shape, path, depth)
        if isinstance(shape, Text) and shape.none and not node.items:
            return room_text_of("[]", shape)
        self.reader.wrong_shape(node, wanted(shape))
        return None

    def _from_map(self, node: Map, shape: FieldType, path: FieldPath, depth: int) -> Value | None:
        if isinstance(shape, MapOf):
            return self._map(node, shape, path, depth)
        if isinstance(shape, Record):
            return self.fields(node, shape.fields, path)
        if isinstance(shape, ListOf):
            return self._as_list(node, shape, path, depth)
        pairs = tuple(_pairs(node)) if isinstance(shape, Text) and _has_colons(shape) else ()
        if isinstance(shape, Text) and len(pairs) == 1:
            return room_text_of(pairs[0].text, shape)
        self.reader.wrong_shape(node, wanted(shape))
        return None

    def _list(
        self, node: Sequence, shape: ListOf, path: FieldPath, depth: int
    ) -> tuple[Value, ...]:
        values: list[Value] = []
        named = set[str]()
        for number, item in enumerate(node.items):
            if self.reader.is_full:  # a suggestion takes time, and nobody would read it
                break
            if isinstance(shape.each, Text) and _is_cut(item, shape.each):
                said = Say(
                    "“{part}” is only a part: in a list, a comma separates texts.",
                    part=excerpt(_text(item)),
                )
                remedy = Say('Put each text in quotes, as in ["{like}"].', like=shape.each.like)
                self.reader.report("TEXT", item, said, remedy)
                continue
            value = self.read(item, shape.each, (*path, str(number)), depth + 1)
            if isinstance(value, str) and value in named:
                self.reader.wrong_type(item, refuse_repeated_name(str(value)))
            elif value is not None:
                values.append(value)
                if isinstance(value, str) and shape.each == NEW_NAME:
                    named.add(value)
        return tuple(values)

    def _as_list(self, node: Map, shape: ListOf, path: FieldPath, depth: int) -> Value | None:
        """Read a map where a list belongs: a record, or texts with colons.

        ``{B: wet}`` means ``["B:wet"]``, as it does on one line.
        """
        each = shape.each
        if isinstance(each, Record):
            known = {field.name for field in each.fields}
            if ":" not in each.separators or any(key.text in known for key, _ in node.entries):
                return (self.fields(node, each.fields, (*path, "0")),)
        elif not isinstance(each, Text) or not _has_colons(each):
            self.reader.wrong_shape(node, wanted(shape))
            return None
        return self._list(Sequence(tuple(_pairs(node)), node.position), shape, path, depth)

    def _entries(self, node: Sequence, shape: MapOf, path: FieldPath, depth: int) -> Value:
        """Read a list whose items are the entries of a map.

        ``[red:2, green]`` and ``[{red: 2}, green]`` mean ``red:2,green``.
        """
        values: dict[str, Value] = {}
        for item in node.items:
            if self.reader.is_full:
                break
            if isinstance(item, Sequence):
                self.reader.wrong_shape(item, wanted(shape))
                continue
            entries = self.read(item, shape, path, depth)
            for name, value in entries.items() if isinstance(entries, dict) else ():
                if name in values:
                    self.reader.wrong_type(item, refuse_repeated_key(name))
                values[name] = value
                self.lines[(*path, name)] = item.position.line
        return values

    def _map(self, node: Map, shape: MapOf, path: FieldPath, depth: int) -> dict[str, Value]:
        values: dict[str, Value] = {}
        firsts: dict[str, Scalar] = {}
        for key, item in node.entries:
            if self.reader.is_full:
                break
            name = self.read(key, shape.keys)
            if not isinstance(name, str):
                continue
            if name in firsts:
                self.reader.duplicate(key, firsts[name])
                continue
            firsts[name] = key
            self.lines[(*path, name)] = key.position.line
            value = self.read(item, shape.each, (*path, name), depth + 1)
            if value is not None:
                values[name] = value
        return values


def wanted(shape: FieldType) -> Say:  # noqa: PLR0911 - one sentence for each shape
    """Describe what belongs where a shape is expected.

    >>> str(wanted(Integer()))
    'a whole number'
    """
    if isinstance(shape, Integer):
        return Say("a whole number")
    if isinstance(shape, Choice):
        return Say("one of {words}", words=shape.words)
    if isinstance(shape, Boolean):
        return Say("{yes} or {no}", yes="yes", no="no")
    if isinstance(shape, PlayerName):
        return Say("a player's name")
    if isinstance(shape, Seats):
        return Say("how many play, or their names")
    if isinstance(shape, Text):
        return Say("a text such as “{like}”", like=shape.like)
    if isinstance(shape, FileText):
        return Say("the path of a file with “{key}:”", key=shape.key)
    if isinstance(shape, ListOf):
        return Say(
            "a list such as [a, b], each being {each}; [] if there is none", each=wanted(shape.each)
        )
    if isinstance(shape, MapOf):
        return Say("a map such as {form}; {{}} if there is none", form=_map_form(shape))
    return Say("a map with the keys {names}", names=tuple(field.name for field in shape.fields))


def _map_form(shape: MapOf) -> str:
    key = "Ana"
    if not isinstance(shape.keys, PlayerName):
        key = shape.keys.words[0] if isinstance(shape.keys, Choice) else shape.keys.like
    return f"{{{key}: …}}"


def _pairs(node: Node, before: str = "") -> Iterator[Scalar]:
    """Yield each entry of a map as text on one line, with its colons."""
    if isinstance(node, Scalar):
        yield Scalar(before + node.text, quoted=True, position=node.position)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _pairs(item, before)
    else:
        for key, item in node.entries:
            yield from _pairs(item, f"{before}{key.text}:")


def _has_colons(shape: Text) -> bool:
    """Return whether the room may read a colon in this text as a separator."""
    return ":" in shape.like or shape.read is not str


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _is_cut(node: Node, text: Text) -> bool:
    """Return whether the comma of a list has cut a text that should contain commas."""
    plain = isinstance(node, Scalar) and not node.quoted
    return plain and "," in text.like and "," not in _text(node)


def table_numbers(book: Rulebook) -> dict[str, TableNumber]:
    """Return the table numbers of a rulebook that have no value yet, by name."""
    return {
        name: number
        for rule in book.rules.values()
        for name, number in rule.table_numbers.items()
        if name not in rule.constants
    }


def option_of(text: str, option: Option) -> tuple[str, ...]:
    """Read the value of an option; a free one takes any word. Raises WrongType.

    For an option of yes and no every way to write them counts, ``true`` of YAML included.

    >>> option_of("wet", Option("rain", ("dry", "wet"), "dry", "PEB-6.1"))
    ('wet',)
    >>> option_of("true", Option("hail", ("no", "yes"), "no", "PEB-6.1"))
    ('yes',)
    """
    if option.free:
        return (printable_text(text),)
    if option.is_yes_or_no and (flag := find_flag(text)) is not None:
        return ("yes" if flag else "no",)
    try:
        return (word_of(text, option.values),)
    except WrongType as unfit:
        said = Say("{switch} cannot be “{word}”.", switch=option.name, word=excerpt(text))
        raise WrongType(unfit.code, said, unfit.remedy, unfit.at) from None


def read_option(reader: Reader, node: Node, option: Option) -> tuple[str, ...] | None:
    """Read the value of an option; None if it does not fit, which the reader has recorded."""
    values = Say("one of {words}", words=option.values)
    return reader.value(node, values, lambda text: option_of(text, option))


def option_named(options: Mapping[str, Option], name: str) -> Option | None:
    """Find an option by name; ``-`` and ``_`` are the same.

    >>> option_named({"rain": Option("rain", ("dry", "wet"), "dry", "PEB-6.1")}, "Rain").default
    'dry'
    """
    return next(
        (each for each in options.values() if match_key(each.name) == match_key(name)), None
    )


def read_options(reader: Reader, found: Fields, book: Rulebook) -> dict[str, tuple[str, ...]]:
    """Read the options by name. The reader records what is wrong."""
    values: dict[str, tuple[str, ...]] = {}
    a_map = Say("a map of house rules, or {{}}")
    for key, node in reader.entries(value_of(found, "options"), a_map, may_be_blank=True):
        option = option_named(book.options, key.text)
        if option is None:
            said = Say("The rulebook has no house rule “{key}”.", key=excerpt(key.text))
            is_number = key.text in table_numbers(book)
            number = Say("It is a number: write it under “numbers”.")
            remedy = number if is_number else suggest(key.text, map(AsIs, book.options))
            reader.report("SWITCH", key, said, remedy)
            continue
        if option.name in values and isinstance(node, Scalar):
            said = Say("“{key}” is set twice.", key=option.name)
            reader.report("TWICE", key, said, Say("Delete one."))
        value = read_option(reader, node, option)
        if value is not None:
            values[option.name] = value
    return values


def read_numbers(
    reader: Reader, found: Fields, book: Rulebook, *, complete: bool
) -> dict[str, tuple[int, ...]]:
    """Read the table numbers by name; if ``complete``, all are required."""
    known = table_numbers(book)
    at: Node | Position = reader.document.root
    given: Fields = {}
    if "numbers" in found:
        at, value = found["numbers"]
        node = reader.map(value, Say("a map of numbers, or {{}}"), may_be_blank=True)
        if node is None:
            return {}
        given = reader.keys(node, known)
    numbers = {
        name: read_table_number(reader, value, name, known[name])
        for name, (_, value) in given.items()
    }
    for name, number in known.items() if complete else ():
        if name not in given:
            said = Say("Only the table can read “{name}”: {ask}.", name=name, ask=number.wanted)
            form = "Write it under “numbers”, as in “numbers: {{{name}: {like}}}”."
            reader.report("ASKED-NUMBER", at, said, Say(form, name=name, like=_example(number)))
    return numbers


def read_table_number(
    reader: Reader, node: Node, name: str, number: TableNumber
) -> tuple[int, ...]:
    """Read the list of a table number. The reader records what is wrong.

    If one number of the list cannot be read, their count is not checked.
    """
    read = Values(reader, Names()).read(node, ListOf(Integer()))
    items = node.items if isinstance(node, Sequence) else ()
    if not isinstance(read, tuple) or is_blank(node) or len(read) < len(items):
        return ()
    numbers = tuple(each for each in read if isinstance(each, int))
    wrong = number.wrong_count(numbers)
    if wrong is not None:
        remedy = Say("Write as many: “{name}” is {ask}.", name=name, ask=number.wanted)
        reader.report("ASKED-COUNT", node, wrong, remedy)
    return numbers


def _example(number: TableNumber) -> str:
    return str(list(range(1, 4 if number.count is None else number.count + 1)))
