"""Content that another program passes instead of a file, read as the same document."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from math import isfinite
from typing import Any, Final, TypeAlias

from msgspec import json
from msgspec.structs import replace

from referee.core.answers.text_input import MAX_DIGITS
from referee.core.say import Say
from referee.files.diagnostics import Diagnostic, Unreadable, excerpt, whole_file
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Document, Map, Node, Position, Scalar, Sequence

Told: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"
"""A file by its path, or its content as a map, which may hold fractions and paths."""
GIVEN: Final = "<given by a program>"
"""The path in the diagnostics of content that is in no file."""
_WHOLE: Final = re.compile(rf"0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}}")
_NULL: Final = {"", "~", "null", "Null", "NULL"}
_MOST_BITS: Final = 4096
"""Python writes no number of more than 4,300 digits; a shorter one is refused at its place."""


def document_given(given: Mapping[str, Any], path: str = GIVEN) -> Document:
    """Read a map as if it were the content of a file, which diagnostics call ``path``.

    Raises Unreadable for what a file could hold but cannot be read, and TypeError for what no
    file can hold, such as bytes, functions, or NaN.

    >>> document_given({"game": "pebble-fair", "players": ("A", Fraction(1, 2))}).lines
    ('{"game":"pebble-fair","players":["A","1/2"]}',)
    """
    try:
        plain = _plain(given)
    except RecursionError:
        said = Say("Lists and maps are nested more than {n} deep here.", n=32)
        remedy = Say("No file of the referee is that deep.")
        raise whole_file(GIVEN, "TOO-DEEP", said, remedy) from None
    return parse(json.encode(plain), path)


@contextmanager
def errors_by_key(given: object, path: str = GIVEN) -> Iterator[None]:
    """Place problems of a map by its keys: there is no file whose lines could be named.

    >>> from referee.files.yaml.nodes import diagnose
    >>> with errors_by_key({"players": ["Ana"]}):
    ...     found = document_given({"players": ["Ana"]})
    ...     raise Unreadable([diagnose(GIVEN, found.lines, "X", found.root.entries[0][1].position,
    ...         Say("So."), Say("No."))])
    Traceback (most recent call last):
    referee.files.diagnostics.Unreadable: players: X So. No.
    """
    try:
        yield
    except Unreadable as unreadable:
        if not isinstance(given, Mapping):
            raise
        placed = [replace(each, **_place(given, each, path)) for each in unreadable.diagnostics]
        raise Unreadable(placed) from unreadable.__cause__


def _place(given: Mapping[str, Any], found: Diagnostic, path: str) -> dict[str, Any]:
    if found.path != path or not found.line:
        return {}
    try:
        node: Node = document_given(given, path).root
    except Unreadable:  # what no file could hold has no place in one
        return {"line": 0, "column": 0, "source": ""}
    place, position = list[str | int](), Position(found.line, found.column)
    while not isinstance(node, Scalar):
        parts = node.entries if isinstance(node, Map) else enumerate(node.items)
        inside = [(key, each) for key, each in parts if _start(key, each) <= position]
        if not inside:
            break
        key, node = inside[-1]
        place.append(key.text if isinstance(key, Scalar) else key)
    return {"line": 0, "column": 0, "source": "", "place": tuple(place)}


def _start(key: Scalar | int, each: Node) -> Position:
    return key.position if isinstance(key, Scalar) else each.position


def plain_of(node: Node) -> Any:  # noqa: ANN401 - whatever a file holds
    r"""Return the content of a file, or of a part of it, as ``document_given`` takes it.

    >>> plain_of(parse(b"players: [Ana, '7']\ngold: {Ana: 3, '7': 2+1}", "x.yaml").root)
    {'players': ['Ana', '7'], 'gold': {'Ana': 3, '7': '2+1'}}
    """
    match node:
        case Map(entries):
            return {key.text: plain_of(value) for key, value in entries}
        case Sequence(items):
            return [plain_of(each) for each in items]
        case Scalar(text, quoted):
            return _plain_scalar(text) if not quoted else text


def _plain_scalar(text: str) -> int | str | None:
    if _WHOLE.fullmatch(text):
        return int(text)
    return None if text in _NULL else text


def path_given(given: object) -> str:
    """Return the path of a file. Raises TypeError for anything else.

    >>> path_given(b"evening.yaml")
    'evening.yaml'
    """
    if not isinstance(given, str | bytes | os.PathLike):
        said = Say("A file is given by its path or as a map, not as {kind}.", kind=_kind(given))
        raise TypeError(str(said))
    return os.fsdecode(given)


def game_given(given: object) -> str:
    """Return the name of a game. Raises TypeError for anything but text.

    >>> game_given("pebble-fair")
    'pebble-fair'
    """
    if not isinstance(given, str):
        raise TypeError(str(Say("A game is given by its name, not as {kind}.", kind=_kind(given))))
    return given


def question_given(given: object) -> str:
    """Return the name of a question. Raises TypeError for anything but text."""
    if not isinstance(given, str):
        said = Say("A question is given by its name, not as {kind}.", kind=_kind(given))
        raise TypeError(str(said))
    return given


def _kind(value: object) -> str:
    return type(value).__name__


def _plain(value: object) -> object:
    """Convert a value to what JSON has; what a file cannot hold is refused, never rewritten."""
    if value is None or isinstance(value, bool) or (isinstance(value, float) and isfinite(value)):
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, Mapping):
        return {_key(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(each) for each in value]
    return _written(value)


def _key(key: object) -> object:
    if key is None or isinstance(key, bool | Mapping | tuple | frozenset):
        raise _refuse_value(key)
    return _plain(key)


def _text(text: str) -> str:
    """Refuse text with half of a surrogate pair, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        said = Say("“{word}” contains half a character.", word=excerpt(text))
        remedy = Say("Delete {sign}.", sign=f"U+{ord(text[error.start]):04X}")
        raise whole_file(GIVEN, "NOT-UTF-8", said, remedy) from None
    return text


def _number(number: int) -> int:
    if number.bit_length() > _MOST_BITS:
        said = Say("“{word}” has more than {n} digits.", word=excerpt(hex(number)), n=MAX_DIGITS)
        raise whole_file(GIVEN, "NUMBER", said, Say("That is more than any game needs."))
    return number


def _written(value: object) -> str | int:
    """Write a path, a fraction, a decimal or a date as they are typed, and a number of numpy."""
    from datetime import date  # only programs hand these over
    from decimal import Decimal
    from numbers import Integral

    if isinstance(value, os.PathLike):
        return _text(os.fsdecode(value))
    if isinstance(value, Integral):
        return _number(int(value))
    if isinstance(value, Fraction | Say | date) or (
        isinstance(value, Decimal) and value.is_finite()
    ):
        return _text(str(value))
    raise _refuse_value(value)


def _refuse_value(value: object) -> TypeError:
    said = Say("A file cannot contain {kind}: {value}", kind=_kind(value), value=repr(value))
    return TypeError(str(said))
