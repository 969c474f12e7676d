"""Values written on one line, as on the command line: ``A:4,B:0`` or ``A-B:refused``.

Commas separate the items of a list or map, a colon a key from its value, and a record has its own
separators; the items of a list within a list or map are separated by ``+``. A backslash escapes a
separator. What is counted or owned may also be written as at a prompt: ``A 4, B 0``, ``3g 2b``,
``red``.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final, TypeVar

from referee.core.answers.pieces import PieceCounts
from referee.core.answers.text_input import parse_count, prefix_matches, split_answers
from referee.core.fields import (
    Boolean,
    Choice,
    FieldType,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Record,
    Seats,
    Text,
    Value,
)
from referee.core.say import BadAnswer, Say, is_english
from referee.files.diagnostics import excerpt
from referee.files.values.scalars import (
    Names,
    WrongType,
    number_of,
    read_single,
    refuse_repeated_name,
    room_text_of,
    to_english,
)

SIGNS: Final = ",:=-+\\"
_ESCAPED: Final = r"\\([,:=+\-\\])"
_LETTER: Final = "a"
_LONGEST_CHOICE: Final = 80
"""No name or word is longer than this, with the spaces after it."""
_PLAIN_SIGNS: Final = str.maketrans("：，、＝－＋", ":,,=-+")
_COMMAS: Final = str.maketrans("，、", ",,")
_SEMICOLONS: Final = str.maketrans(";；", ",,")
NEW_NAME: Final = PlayerName(new=True)
T = TypeVar("T")
EMPTY: Final = frozenset(("", "[]", "{}", "-", "none"))
"""How an empty list or map is written on one line."""
_BLANK: Final = r"\s+"


def unescape(text: str) -> tuple[str, str]:
    r"""Remove the backslashes; in the second text a letter replaces each escaped separator.

    >>> unescape("A\\-B-C")
    ('A-B-C', 'AaB-C')
    """
    if "\\" not in text:
        return text, text
    return re.sub(_ESCAPED, r"\1", text), re.sub(_ESCAPED, _LETTER, text)


def read_compact(
    text: str, shape: FieldType, names: Names, depth: int = 0, *, wide: bool = False
) -> Value:
    """Read a text in a shape; ``depth`` is above 0 in a list or map. Raises WrongType.

    >>> from referee.core.fields import MapOf, PlayerName, Integer
    >>> names = Names(["A", "A-B", "C"], closed=True)
    >>> read_compact("A-B:4,C:0", MapOf(PlayerName(), Integer()), names)
    {'A-B': 4, 'C': 0}
    >>> read_compact("A-B 4, C 0", MapOf(PlayerName(), Integer()), names)
    {'A-B': 4, 'C': 0}

    A list of all who play is separated by spaces, unless it has a comma or semicolon.

    >>> read_compact("Ana 小明", Seats(), Names()), read_compact("Bo Li、Di", Seats(), Names())
    (('Ana', '小明'), ('Bo Li', 'Di'))
    """
    if isinstance(shape, Seats) or shape == ListOf(NEW_NAME):
        text = text.translate(_COMMAS)
        if "," not in text:
            text = text.translate(_SEMICOLONS)
        if "," not in text:
            text = ",".join(text.split())
    elif not is_english(text) and _has_words(shape):
        text = to_english(text.translate(_PLAIN_SIGNS), names.given)
    return _Line(text, names, wide=wide).whole(shape, depth)


def _has_words(shape: FieldType) -> bool:
    """Return whether a shape holds words of a game, and not only names."""
    if isinstance(shape, ListOf):
        return _has_words(shape.each)
    if isinstance(shape, MapOf):
        return _has_words(shape.keys) or _has_words(shape.each)
    if isinstance(shape, Record):
        return any(_has_words(field.shape) for field in shape.fields)
    return isinstance(shape, Choice | Boolean | Text)


class _Line:
    """A text, and how far it has been read."""

    def __init__(self, text: str, names: Names, *, wide: bool) -> None:
        self._plain, self._signs = unescape(text)
        self._names = names
        self._wide = wide
        self._at = 0

    def whole(self, shape: FieldType, depth: int) -> Value:
        try:
            return self._read(shape, "", depth)
        except WrongType as unfit:
            unfit.at = unfit.at or self._at
            raise

    def _read(self, shape: FieldType, stops: str, depth: int) -> Value:
        """Read one value, up to a separator among ``stops`` or the end."""
        if isinstance(shape, ListOf):
            return self._list(shape, stops, depth)
        if isinstance(shape, MapOf):
            return self._map(shape, stops, depth)
        if isinstance(shape, Record):
            return self._record(shape, stops, depth)
        if isinstance(shape, Seats):
            return self._seats(shape, stops)
        if isinstance(shape, PlayerName | Choice):
            choices = shape.words if isinstance(shape, Choice) else self._names
            if found := self._longest(choices, stops):
                return found
        value = read_single(self._part(stops), shape, self._names, wide=self._wide)
        return self._ended(value, stops)

    def _list(self, shape: ListOf, stops: str, depth: int) -> tuple[Value, ...]:
        if self._is_empty(stops):
            return self._ended((), stops)
        if isinstance(shape.each, Text) and "," in shape.each.like and depth == 0:
            parts = split_answers(self._part(stops))
            return self._ended(tuple(room_text_of(part, shape.each) for part in parts), stops)
        sign = "+" if depth else ","
        values = list(self._items(shape, stops + sign, depth))
        named = {*values} if shape.each == NEW_NAME else None
        while self._skip(sign):
            start = self._at
            more = self._items(shape, stops + sign, depth)
            if named is not None:
                if more[0] in named:
                    self._at = start
                    raise refuse_repeated_name(str(more[0]))
                named.update(more)
            values += more
        return tuple(values)

    def _items(self, shape: ListOf, stops: str, depth: int) -> tuple[Value, ...]:
        """Read one item, or several if each of its words is an item."""
        part = self._part(stops).strip()
        words = re.split(_BLANK, part)
        if len(words) > 1 and self._are_several(part, words, shape.each):
            return self._ended(tuple(self._read_alone(word, shape.each) for word in words), stops)
        if isinstance(shape.each, Record) and (each := self._with_common_start(shape.each, stops)):
            return self._ended(each, stops)
        return (self._read(shape.each, stops, depth + 1),)

    def _with_common_start(self, shape: Record, stops: str) -> tuple[Value, ...]:
        """Read records that differ in the last field alone: ``A:one+other``."""
        last, signs = shape.separators[-1], self._signs[self._at : self._next_stop(stops)]
        at = signs.rfind(last) + 1
        if not at or "+" not in signs[at:] or not isinstance(shape.fields[-1].shape, Choice):
            return ()
        head, ends = self._part(stops)[:at], self._part(stops)[at:].split("+")
        return tuple(self._read_alone(head + end, shape) for end in ends)

    def _are_several(self, part: str, words: list[str], each: FieldType) -> bool:
        if isinstance(each, PlayerName):
            if part in self._names or self._names.meant(part) is not None:
                return False
            return all(word in self._names or self._names.meant(word) for word in words)
        if isinstance(each, Choice):
            return part not in each.words and all(word.isalnum() for word in words)
        return isinstance(each, Integer) and "+" not in part

    def _read_alone(self, text: str, shape: FieldType, depth: int = 1) -> Value:
        return _Line(text, self._names, wide=self._wide).whole(shape, depth)

    def _map(self, shape: MapOf, stops: str, depth: int) -> dict[str, Value]:
        values: dict[str, Value] = {}
        if self._is_empty(stops):
            return self._ended(values, stops)
        sign = "+" if depth else ","
        if _counts_kinds(shape) and ":" not in self._signs[self._at : self._next_stop(stops)]:
            return self._ended(self._counted(shape, self._part(stops)), stops)
        while True:
            start = self._at
            key, own = self._entry(shape, stops + sign, depth)
            if key in values:
                raise refuse_repeated_key(key, start)
            values[key] = own
            if not self._skip(sign):
                return values

    def _entry(self, shape: MapOf, stops: str, depth: int) -> tuple[str, Value]:
        """Read a key and its value, with a colon or a space between them."""
        if ":" not in self._signs[self._at : self._next_stop(stops)]:
            key, text = self._split_entry(shape, self._part(stops).strip())
            own = "+".join(re.split(_BLANK, text)) if isinstance(shape.each, ListOf) else text
            return self._ended((key, self._read_alone(own, shape.each, depth + 1)), stops)
        key = str(self._read(shape.keys, stops + ":", depth))
        self._skip(":")
        return key, self._read(shape.each, stops, depth + 1)

    def _split_entry(self, shape: MapOf, text: str) -> tuple[str, str]:
        """Split a key from its value at a space: after a known name, else at the last space."""
        places = [found.start() for found in re.finditer(_BLANK, text)]
        known = shape.keys.words if isinstance(shape.keys, Choice) else self._names
        at = next((at for at in reversed(places) if text[:at] in known), None)
        is_count = isinstance(shape.each, Integer)
        is_alone = not places or (is_count and not text[-1:].isdigit())
        is_kind = isinstance(shape.keys, Text) or (is_count and isinstance(shape.keys, Choice))
        if at is None and is_alone and is_kind:
            return str(self._read_alone(text, shape.keys, 0)), "1"  # a kind without a count is one
        if at is None and not places:
            said = Say("“{key}” has no value.", key=excerpt(text))
            raise WrongType(
                "SHAPE", said, Say("Write it as “{key}:…”.", key=excerpt(text)), self._at
            )
        at = places[-1] if at is None else at
        return str(self._read_alone(text[:at], shape.keys, 0)), text[at:].strip()

    def _counted(self, shape: MapOf, text: str) -> dict[str, Value]:
        """Count pieces by kind, as at a prompt: a kind without a number is one piece."""
        kinds = shape.keys.words if isinstance(shape.keys, Choice) else ()
        try:
            counts = PieceCounts(dict.fromkeys(kinds, 0), 0, 0).parse(text)
        except BadAnswer as bad:
            like = ",".join(f"{kind}:1" for kind in kinds[:2])
            remedy = Say("Write it as “{like}”.", like=like)
            raise WrongType("SHAPE", bad.say, remedy, self._at) from bad
        return {kind: n for kind, n in counts.items() if n}

    def _record(self, shape: Record, stops: str, depth: int) -> dict[str, Value]:
        if owned := self._owned(shape, stops):
            return owned
        values: dict[str, Value] = {}
        for field, sign in zip(shape.fields, (*shape.separators, ""), strict=True):
            values[field.name] = self._read(field.shape, stops + sign, depth)
            if not (sign and self._skip(sign)):
                break
        missing = [each for each in shape.fields if each.required and each.name not in values]
        if missing:
            names, about = tuple(each.name for each in missing), missing[0].about
            said = Say("Missing: {names} ({about}).", names=names, about=about)
            remedy = Say("Write it as “{form}”.", form=syntax_of(shape))
            raise WrongType("MISSING", said, remedy, self._at)
        return values

    def _owned(self, shape: Record, stops: str) -> dict[str, Value] | None:
        """Read a word and its owner, as at a prompt: ``wet Ana`` or ``Ana wet`` for ``Ana:wet``."""
        owner, *words = shape.fields
        part = self._part(stops).strip()
        thing, _, name = part.partition(" ")
        before, _, last = part.rpartition(" ")
        if words and not _is_one_of(thing, words[0].shape) and _is_one_of(last, words[0].shape):
            thing, name = last, before
        is_pair = isinstance(owner.shape, PlayerName) and len(words) == 1
        if (
            not is_pair
            or not name
            or part in self._names
            or any(sign in thing + name for sign in (shape.separators[0], ";"))
        ):
            return None
        values = {
            owner.name: self._read_alone(name.strip(), owner.shape),
            words[0].name: self._read_alone(thing, words[0].shape),
        }
        return self._ended(values, stops)

    def _seats(self, shape: Seats, stops: str) -> int | tuple[Value, ...]:
        number = parse_count(self._part(stops))
        if number is None:
            names = self._list(ListOf(NEW_NAME), stops, 0)
            if shape.several and len(names) == 1:
                number_of(str(names[0]))
            return names
        return self._ended(number, stops)

    def _longest(self, choices: Container[str], stops: str) -> str | None:
        """Take the longest choice that begins here, up to a separator or the end."""
        start = self._at
        while self._signs[start : start + 1] == " ":
            start += 1
        last = min(len(self._signs), start + _LONGEST_CHOICE)
        for end in range(last, start, -1):
            if self._signs[end : end + 1] in ("", *stops):
                choice = self._plain[start:end].rstrip(" ")
                if choice in choices:
                    self._at = end
                    return choice
        return None

    def _is_empty(self, stops: str) -> bool:
        part = self._part(stops).strip()
        return part not in self._names and part.casefold() in EMPTY

    def _part(self, stops: str) -> str:
        return self._plain[self._at : self._next_stop(stops)]

    def _ended(self, value: T, stops: str) -> T:
        self._at = self._next_stop(stops)
        return value

    def _next_stop(self, stops: str) -> int:
        ends = range(self._at, len(self._signs))
        return next((at for at in ends if self._signs[at] in stops), len(self._signs))

    def _skip(self, sign: str) -> bool:
        if self._at < len(self._signs) and self._signs[self._at] == sign:
            self._at += 1
            return True
        return False


def refuse_repeated_key(key: str, at: int = 0) -> WrongType:
    """Refuse a key that occurred before in the same map.

    >>> str(refuse_repeated_key("red").message)
    '“red” is named twice.'
    """
    said = Say("“{key}” is named twice.", key=excerpt(key))
    return WrongType("TWICE", said, Say("Delete one."), at)


def _is_one_of(word: str, shape: FieldType) -> bool:
    return isinstance(shape, Choice) and len(prefix_matches(shape.read(word), shape.words)) == 1


def _counts_kinds(shape: MapOf) -> bool:
    return isinstance(shape.keys, Choice) and isinstance(shape.each, Integer)


def syntax_of(shape: Record) -> str:
    """Return the form of a record on one line.

    >>> from referee.core.fields import Field
    >>> by, to = (Field(name=name, shape=PlayerName(), about=Say("")) for name in ("by", "to"))
    >>> syntax_of(Record((by, to), ("-",)))
    'by-to'
    """
    signs = (*shape.separators, "")
    return "".join(field.name + sign for field, sign in zip(shape.fields, signs, strict=True))
