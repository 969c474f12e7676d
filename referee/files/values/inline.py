"""Values written on one line, as on the command line: ``A:4,B:0`` or ``A-B:refused``.

The commas part a list or map, colons a map's key from its value, a record's own signs its
parts; a list within a list or map is parted by ``+``. A backslash makes a sign a letter.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final, TypeVar

from referee.core.fields import (
    Boolean,
    Choice,
    FieldType,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Record,
    Text,
    Value,
)
from referee.core.say import Say
from referee.files.diagnostics.diagnostic import shown
from referee.files.values.player_names import Names, named_twice
from referee.files.values.scalars import WrongType, flag_of, number_for, room_text_of, word_of

SIGNS: Final = ",:=-+\\"
_LETTER: Final = "a"
_LONGEST_CHOICE: Final = 80
"""Further than this no name or word reaches, blanks behind it included."""
NEW_NAME: Final = PlayerName(new=True)
T = TypeVar("T")
EMPTY: Final = ("", "[]", "{}")


def unescape(text: str) -> tuple[str, str]:
    r"""Take the backslashes out; the second text has a letter wherever a sign is none.

    >>> unescape("A\\-B-C")
    ('A-B-C', 'AaB-C')
    """
    if "\\" not in text:
        return text, text
    plain, signs = [], []
    letters = iter(text)
    for letter in letters:
        following = next(letters, "") if letter == "\\" else ""
        if following and following in SIGNS:
            plain.append(following)
            signs.append(_LETTER)
        else:
            plain += [letter, following] if following else [letter]
            signs += [letter, following] if following else [letter]
    return "".join(plain), "".join(signs)


def read_compact(
    text: str, shape: FieldType, names: Names, depth: int = 0, *, wide: bool = False
) -> Value:
    """Read a whole text in a shape. ``depth`` above 0 means inside a list or map. Raises Unfit.

    >>> from referee.core.fields import MapOf, PlayerName, Integer
    >>> names = Names(["A", "A-B", "C"], closed=True)
    >>> read_compact("A-B:4,C:0", MapOf(PlayerName(), Integer()), names)
    {'A-B': 4, 'C': 0}
    """
    return _Line(text, names, wide=wide).whole(shape, depth)


class _Line:
    """A text and how far it has been read."""

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

    def _read(self, shape: FieldType, stops: str, depth: int) -> Value:  # noqa: PLR0911 - by shape
        """Read one value, up to a sign among ``stops`` or the end."""
        if isinstance(shape, ListOf):
            return self._list(shape, stops, depth)
        if isinstance(shape, MapOf):
            return self._map(shape, stops, depth)
        if isinstance(shape, Record):
            return self._record(shape, stops, depth)
        if isinstance(shape, PlayerName):
            return self._name(shape, stops)
        if isinstance(shape, Choice):
            return self._longest(shape.words, stops) or self._end(
                word_of(self._part(stops), shape.words), stops
            )
        if isinstance(shape, Integer):
            number = number_for(shape, self._part(stops), may_be_wide=self._wide)
            return self._end(number, stops)
        if isinstance(shape, Boolean):
            return self._end(flag_of(self._part(stops)), stops)
        return self._end(room_text_of(self._part(stops), shape), stops)

    def _list(self, shape: ListOf, stops: str, depth: int) -> tuple[Value, ...]:
        if self._part(stops).strip() in EMPTY:
            return self._end((), stops)
        if isinstance(shape.each, Text) and "," in shape.each.like and depth == 0:
            return (self._read(shape.each, stops, 1),)
        sign = "+" if depth else ","
        values = [self._read(shape.each, stops + sign, depth + 1)]
        while self._takes(sign):
            start = self._at
            value = self._read(shape.each, stops + sign, depth + 1)
            if shape.each == NEW_NAME and value in values:
                self._at = start
                raise named_twice(str(value))
            values.append(value)
        return tuple(values)

    def _map(self, shape: MapOf, stops: str, depth: int) -> dict[str, Value]:
        values: dict[str, Value] = {}
        if self._part(stops).strip() in EMPTY:
            return self._end(values, stops)
        sign = "+" if depth else ","
        while True:
            key = str(self._read(shape.keys, stops + sign + ":", depth))
            if not self._takes(":"):
                said = Say("“{key}” has no value.", key=shown(key))
                raise WrongType(
                    "SHAPE", said, Say("Write it as “{key}:…”.", key=shown(key)), self._at
                )
            if key in values:
                raise WrongType(
                    "TWICE",
                    Say("“{key}” is named twice.", key=shown(key)),
                    Say("Keep one."),
                    self._at,
                )
            values[key] = self._read(shape.each, stops + sign, depth + 1)
            if not self._takes(sign):
                return values

    def _record(self, shape: Record, stops: str, depth: int) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for field, sign in zip(shape.fields, (*shape.separators, ""), strict=True):
            values[field.name] = self._read(field.shape, stops + sign, depth)
            if not (sign and self._takes(sign)):
                break
        missing = [each for each in shape.fields if each.required and each.name not in values]
        if missing:
            said = Say(
                "{names} missing: {about}.",
                names=tuple(m.name for m in missing),
                about=missing[0].about,
            )
            raise WrongType(
                "MISSING", said, Say("Write it as “{form}”.", form=syntax_of(shape)), self._at
            )
        return values

    def _name(self, shape: PlayerName, stops: str) -> str:
        found = self._longest(self._names, stops)
        read = self._names.add if shape.new else self._names.find
        return found or self._end(read(self._part(stops)), stops)

    def _longest(self, choices: Container[str], stops: str) -> str | None:
        """Take the longest of the choices that stands here whole, up to a sign or the end."""
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

    def _part(self, stops: str) -> str:
        return self._plain[self._at : self._stop(stops)]

    def _end(self, value: T, stops: str) -> T:
        self._at = self._stop(stops)
        return value

    def _stop(self, stops: str) -> int:
        ends = range(self._at, len(self._signs))
        return next((at for at in ends if self._signs[at] in stops), len(self._signs))

    def _takes(self, sign: str) -> bool:
        if self._at < len(self._signs) and self._signs[self._at] == sign:
            self._at += 1
            return True
        return False


def syntax_of(shape: Record) -> str:
    """Show how a record is written on one line.

    >>> from referee.core.fields import Field
    >>> by, to = (Field(name=name, shape=PlayerName(), about=Say("")) for name in ("by", "to"))
    >>> syntax_of(Record((by, to), ("-",)))
    'by-to'
    """
    signs = (*shape.separators, "")
    return "".join(field.name + sign for field, sign in zip(shape.fields, signs, strict=True))
