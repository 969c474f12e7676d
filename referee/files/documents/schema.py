"""The JSON Schema of a holdings file, for editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.core.fields import (
    Boolean,
    Choice,
    Field,
    FieldType,
    FileText,
    Integer,
    ListOf,
    MapOf,
    Record,
    Seats,
    Text,
)
from referee.core.game import Game
from referee.core.rulebook import Option, Rulebook, TableNumber
from referee.core.say import Say
from referee.core.table import HoldingsForm, SetupField
from referee.files.documents.options import asked_numbers
from referee.files.documents.template import most
from referee.files.values.player_names import LONGEST_NAME

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_PRINTED: Final = "^[0-9]{1,9}$"
_SUM: Final = "^[0-9]{1,9}( *[+] *[0-9]{1,9})*$"
# An editor takes 007 for a number and no for a truth value; the referee takes both for names.
_NAME: Final = {"type": ["string", "number", "boolean", "null"], "maxLength": LONGEST_NAME}
_TEXT: Final = {"type": "string"}


def holdings_schema(game: Game, book: Rulebook) -> dict[str, Any]:
    """Write the schema: what an editor may offer, and mark as wrong, in a holdings file.

    It knows keys, words and kinds; who sits at the table only the reader can check.
    """
    form = game.final.form(book, {})
    return {
        "$schema": DIALECT,
        "title": f"{game.title}: holdings",
        "type": "object",
        "properties": _properties(game, book, form),
        "required": _required(game, book, form),
        "additionalProperties": False,
    }


def text_schema(key: str, asked: Mapping[str, SetupField]) -> dict[str, Any]:
    """Write the schema of a file about a text alone; ``asked`` are the fields of each game."""
    (first, *_), games = asked.values(), [*asked]
    return {
        "$schema": DIALECT,
        "title": f"{', '.join(games)}: {key}",
        "type": "object",
        "properties": {
            "game": {"const": games[0]} if len(games) == 1 else {"enum": games},
            key: {**_TEXT, "description": str(first.ask)},
        },
        "required": ["game", key],
        "additionalProperties": False,
    }


def _properties(game: Game, book: Rulebook, form: HoldingsForm) -> dict[str, Any]:
    asked = {
        field.name: {**_asked_field(field, book), "description": str(field.ask)}
        for field in game.setup
    }
    return {
        "game": {"const": game.id},
        "players": {
            "type": "array",
            "items": _NAME,
            "minItems": game.players[0],
            "maxItems": game.players[-1],
            "description": "clockwise",
        },
        **asked,
        "options": _options(book),
        "numbers": _numbers(book),
        **_fields(form.shared, book),
        "holdings": {
            "type": "object",
            "additionalProperties": {
                **_record(form.fields, book),
                "type": ["object", "string"],
            },
        },
    }


def _asked_field(field: SetupField, book: Rulebook) -> dict[str, Any]:
    if field.is_person:
        return dict(_NAME)
    is_text = isinstance(field.shape, Text | FileText)
    return dict(_TEXT) if is_text else _shape(field.shape, book)


def _required(game: Game, book: Rulebook, form: HoldingsForm) -> list[str]:
    people = (field.name for field in game.setup if field.required)
    besides = (field.name for field in form.shared if field.required)
    numbers = ("numbers",) if asked_numbers(book) else ()
    return ["game", "players", *people, *numbers, *besides, "holdings"]


def _options(book: Rulebook) -> dict[str, Any]:
    switches = {
        name: {"type": "string", "default": switch.default}
        if switch.free
        else {"enum": [*switch.values, *_flags(switch)], "default": switch.default}
        for name, switch in book.options.items()
    }
    return {"type": ["object", "null"], "properties": switches, "additionalProperties": False}


def _flags(switch: Option) -> tuple[bool, ...]:
    """List what stands for yes and no in a switch of these two."""
    return (True, False) if switch.is_yes_or_no else ()


def _numbers(book: Rulebook) -> dict[str, Any]:
    asked = asked_numbers(book)
    return {
        "type": "object" if asked else ["object", "null"],
        "properties": {name: _asked(each, book) for name, each in asked.items()},
        "required": list(asked),
        "additionalProperties": False,
    }


def _asked(asked: TableNumber, book: Rulebook) -> dict[str, Any]:
    """Describe a list of numbers that the table reads out: as many as are wanted."""
    any_list = {**_shape(ListOf(Integer()), book), "description": str(asked.wanted)}
    if asked.count is None:
        return {**any_list, "minItems": 1}
    bounds = {"minItems": asked.count, "maxItems": asked.count}
    in_a_line = f"^[^,]*(,[^,]*){{{asked.count - 1}}}$"
    kinds = any_list["type"] if asked.count == 1 else ["array", "string"]
    return {**any_list, "type": kinds, **bounds, "pattern": in_a_line}


def _fields(fields: Iterable[Field], book: Rulebook) -> dict[str, Any]:
    return {field.name: {**_shape(field.shape, book), **_about(field, book)} for field in fields}


def _about(field: Field, book: Rulebook) -> dict[str, str]:
    bound = most(field.shape, book)
    about = (
        field.about
        if bound is None
        else Say("{about}; the box holds {n}", about=field.about, n=bound)
    )
    return {"description": str(about)}


def _record(fields: tuple[Field, ...], book: Rulebook) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": _fields(fields, book),
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }


def _shape(shape: FieldType, book: Rulebook) -> dict[str, Any]:  # noqa: PLR0911 - one for each
    """Describe a shape; what may be written on one line is also taken as text."""
    if isinstance(shape, Integer):
        whole = {"type": "integer", "minimum": shape.least}
        pattern = _PRINTED if shape.is_face_value else _SUM
        return {"anyOf": [whole, {"type": "string", "pattern": pattern}]}
    if isinstance(shape, Choice):
        return {"enum": list(shape.words)}
    if isinstance(shape, Boolean):
        return {"enum": [True, False, "yes", "no"]}
    if isinstance(shape, ListOf):
        return {"type": ["array", "string", "integer"], "items": _shape(shape.each, book)}
    if isinstance(shape, MapOf):
        return _map(shape, book)
    if isinstance(shape, Record):
        return {**_record(shape.fields, book), "type": ["object", "string"]}
    if isinstance(shape, Seats):
        return {"type": ["integer", "array", "string"], "items": _NAME}
    return dict(_NAME)


def _map(shape: MapOf, book: Rulebook) -> dict[str, Any]:
    each = _shape(shape.each, book)
    names_cards = any(switch.free for switch in book.options.values())
    if isinstance(shape.keys, Choice) and not names_cards:
        known = {"properties": dict.fromkeys(shape.keys.words, each), "additionalProperties": False}
    else:
        known = {"additionalProperties": each}
    return {"type": ["object", "string"], **known}
