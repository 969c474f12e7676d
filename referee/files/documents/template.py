"""The blank holdings file that ``referee new`` prints, with comments on what belongs where."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import Final

from msgspec import json

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
    Text,
    Value,
)
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, Say
from referee.core.table import Setup
from referee.files.decoding import HIDDEN
from referee.files.values.fields import table_numbers

# What needs no quotes: letters and digits of any script, with spaces and dashes between.
_BARE: Final = re.compile(r"\w(?:[\w .-]*\w)?")
# Unquoted words that other YAML readers would not read as text.
_NO_TEXT: Final = re.compile(r"(?i)[0-9.+-].*|null|true|false|yes|no|on|off|y|n")


def holdings_template(game: Game, book: Rulebook, setup: Setup, kept: Container[str] = ()) -> str:
    """Return a holdings file in which nobody has anything, which can be read as it is.

    Table numbers, and values without which there is no score, are named and left open. Numbers
    ``kept`` from an earlier game have a comment that says so.
    """
    return "\n".join(_lines(game, book, setup, kept)) + "\n"


def quoted(text: str) -> str:
    r"""Write a text so that every YAML reader reads it as text, quoted if needed.

    >>> quoted("Ana"), quoted("no"), quoted("007"), quoted('"')
    ('Ana', '"no"', '"007"', '"\\""')
    """
    if _BARE.fullmatch(text) and not _NO_TEXT.fullmatch(text) and "\n" not in text:
        return text
    return re.sub(HIDDEN, lambda sign: f"\\U{ord(sign[0]):08x}", json.encode(text).decode())


def _lines(game: Game, book: Rulebook, setup: Setup, kept: Container[str]) -> Iterator[str]:
    form = game.final.form_for(book, setup.options)
    about = Say(
        "{game}: what everyone holds at the end. Text after a # is a comment.", game=game.title
    )
    yield f"# {about}"
    yield f"game: {game.id}"
    yield f"players: {_flow(setup.seating)}   # {Say('clockwise')}"
    roles = (field.name for field in game.setup if field.is_person)
    for role in dict.fromkeys((*roles, *setup.roles)):
        yield f"{role}: {quoted(setup.roles[role]) if role in setup.roles else ''}".rstrip()
    for asked in game.setup:  # an optional text remains in its file
        needs_no_file = asked.required or not isinstance(asked.shape, FileText)
        if asked.name in setup.texts and needs_no_file:
            yield from _text(asked.name, setup.texts[asked.name])
    yield from _options(book, setup, form.moot)
    yield from _numbers(book, setup, kept)
    for field in form.shared:
        if not field.unlisted:
            yield ""
            yield from _shared(field, setup)
    yield ""
    yield f"# {Say('Anything left out counts as none. Sums are fine, such as 2+1.')}"
    fields = [field for field in form.fields if not field.unlisted]
    for field in fields:
        bound = box_limit(field.shape, book)
        said = field.about
        if bound is not None:
            said = Say("{about} ({n} in the box)", about=field.about, n=bound)
        yield f"#   {field.name}: {_example(field.shape, setup)}   # {said}"
    yield "holdings:"
    entry = [f"{each.name}: {_nothing(each.shape, setup)}" for each in fields if not each.rare]
    for name in form.entries(setup.seating):
        yield f"  {quoted(name)}: {{{', '.join(entry)}}}"


def _text(name: str, text: str) -> Iterator[str]:
    """Write a text on one line, or its lines after ``|``."""
    if "\n" not in text:
        yield f"{name}: {quoted(text)}"
        return
    ending = "+" if text.endswith("\n\n") else "" if text.endswith("\n") else "-"
    yield f"{name}: |2{ending}"
    yield from (f"  {line}" if line else "" for line in text.removesuffix("\n").split("\n"))


def box_limit(shape: FieldType, book: Rulebook) -> int | None:
    """Return the most pieces that the box has, if the rulebook says so.

    >>> box_limit(Choice(("a", "b")), None) is None
    True
    """
    if not isinstance(shape, Integer) or shape.most is None:
        return None
    bound = book[shape.most]
    return bound if isinstance(bound, int) else None


def _example(shape: FieldType, setup: Setup) -> str:  # noqa: PLR0911 - one for each shape
    """Return an example of a shape, as it is written in a file."""
    if isinstance(shape, Integer):
        return str(shape.least)
    if isinstance(shape, Choice):
        return quoted(shape.words[0])
    if isinstance(shape, Boolean):
        return "no"
    if isinstance(shape, Text):
        return json.encode(shape.like).decode()
    if isinstance(shape, ListOf):
        return f"[{_example(shape.each, setup)}]"
    if isinstance(shape, MapOf):
        keys: tuple[str, ...] = setup.seating
        if not isinstance(shape.keys, PlayerName):
            keys = shape.keys.words if isinstance(shape.keys, Choice) else (shape.keys.like,)
        each = _example(shape.each, setup)
        return f"{{{', '.join(f'{quoted(key)}: {each}' for key in keys)}}}"
    if isinstance(shape, Record):
        return f"{{{', '.join(f'{f.name}: {_example(f.shape, setup)}' for f in shape.fields)}}}"
    return quoted(setup.seating[0]) if setup.seating else "Ana"


def _nothing(shape: FieldType, setup: Setup) -> str:
    """Return the value for nothing, or an example if the shape has no such value."""
    if isinstance(shape, ListOf | MapOf):
        return "[]" if isinstance(shape, ListOf) else "{}"
    return _example(shape, setup)


def _shared(field: Field, setup: Setup) -> Iterator[str]:
    about = "{about} (fill it in)" if field.required else "{about} (optional)"
    yield f"# {Say(about, about=field.about)}"
    if isinstance(field.shape, Choice):
        yield f"# {Say('one of: {words}', words=AsIs(', '.join(field.shape.words)))}"
    yield f"# {field.name}: {_example(field.shape, setup)}"


def _options(book: Rulebook, setup: Setup, moot: Container[str]) -> Iterator[str]:
    listed = {
        name: option
        for name, option in book.options.items()
        if name not in moot or name in setup.options
    }
    if not listed:
        return
    yield f"options:   # {Say('what your table has agreed on')}"
    for name, option in listed.items():
        values = str(Say("any word")) if option.free else " | ".join(option.values)
        chosen = book.option(setup.options, name)
        yield f"  {name}: {quoted(chosen)}   # {values}; {option.rule_id}"


def _numbers(book: Rulebook, setup: Setup, kept: Container[str]) -> Iterator[str]:
    numbers = table_numbers(book)
    if not numbers:
        return
    given = {name: setup.numbers[name] for name in numbers if name in setup.numbers}
    yield f"numbers:   # {Say('what only you can read')}"
    for name, each in numbers.items():
        if name in kept:
            said = Say("kept from an earlier game; compare them with the card")
            if each.by:
                said = Say(
                    "kept from an earlier game with {setting}; compare them with the card",
                    setting=AsIs(f"{each.by}: {book.option(setup.options, each.by)}"),
                )
            yield f"  # {said}"
        if name in given:
            yield f"  {name}: {_flow(given[name])}   # {each.wanted}"
        else:
            yield f"  # {name}: [ ]   # {each.wanted}"


def _flow(values: Iterable[Value]) -> str:
    return f"[{', '.join(quoted(v) if isinstance(v, str) else str(v) for v in values)}]"
