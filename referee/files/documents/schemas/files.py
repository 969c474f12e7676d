"""The schemas of each kind of file, by which an editor completes and checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
from referee.core.rulebook import ENFORCERS, STATUSES, Option, Rulebook, TableNumber
from referee.core.say import Say
from referee.core.table import HoldingsForm, SetupField
from referee.files.documents.schemas.case_files import case_file_schema
from referee.files.documents.schemas.shapes import (
    ANY_MAP,
    DIALECT,
    TEXT,
    TEXTS,
    WHOLE,
    Schema,
    by_name,
    list_of,
    map_with,
    verdict_schema,
)
from referee.files.documents.template import most
from referee.files.values.fields import asked_numbers
from referee.files.values.scalars import LONGEST_NAME

_PRINTED: Final = "^[0-9]{1,9}$"
_SUM: Final = "^[0-9]{1,9}( *[+] *[0-9]{1,9})*$"
# An editor reads 007 as a number and no as a boolean; the referee reads both as names.
_NAME: Final = {"type": ["string", "number", "boolean", "null"], "maxLength": LONGEST_NAME}
_STRING: Final = {"type": "string"}


def holdings_schema(game: Game, book: Rulebook) -> dict[str, Any]:
    """Return the schema by which an editor completes and checks a holdings file.

    It has keys, words and types; the names of the players only the reader can check.
    """
    form = game.final.form_for(book, {})
    return {
        "$schema": DIALECT,
        "title": f"{game.title}: holdings",
        "type": "object",
        "properties": _properties(game, book, form),
        "required": _required(game, book, form),
        "additionalProperties": False,
    }


def text_schema(key: str, asked: Mapping[str, SetupField]) -> dict[str, Any]:
    """Return the schema of a file about a text alone; ``asked`` has the field of each game."""
    (first, *_), games = asked.values(), [*asked]
    return {
        "$schema": DIALECT,
        "title": f"{', '.join(games)}: {key}",
        "type": "object",
        "properties": {
            "game": {"const": games[0]} if len(games) == 1 else {"enum": games},
            key: {**_STRING, "description": str(first.ask)},
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
    return dict(_STRING) if is_text else _shape(field.shape, book)


def _required(game: Game, book: Rulebook, form: HoldingsForm) -> list[str]:
    people = (field.name for field in game.setup if field.required)
    shared = (field.name for field in form.shared if field.required)
    numbers = ("numbers",) if asked_numbers(book) else ()
    return ["game", "players", *people, *numbers, *shared, "holdings"]


def _options(book: Rulebook) -> dict[str, Any]:
    switches = {
        name: {"type": "string", "default": switch.default}
        if switch.free
        else {"enum": [*switch.values, *_flags(switch)], "default": switch.default}
        for name, switch in book.options.items()
    }
    return {"type": ["object", "null"], "properties": switches, "additionalProperties": False}


def _flags(switch: Option) -> tuple[bool, ...]:
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
    """Return the schema of a shape; what may be on one line may also be text."""
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
        return _map_of(shape, book)
    if isinstance(shape, Record):
        return {**_record(shape.fields, book), "type": ["object", "string"]}
    if isinstance(shape, Seats):
        return {"type": ["integer", "array", "string"], "items": _NAME}
    return dict(_NAME)


def _map_of(shape: MapOf, book: Rulebook) -> dict[str, Any]:
    each = _shape(shape.each, book)
    names_cards = any(switch.free for switch in book.options.values())
    if isinstance(shape.keys, Choice) and not names_cards:
        known = {"properties": dict.fromkeys(shape.keys.words, each), "additionalProperties": False}
    else:
        known = {"additionalProperties": each}
    return {"type": ["object", "string"], **known}


_NUMBER_OR_LIST: Final[Schema] = {"type": ["integer", "string", "array", "object"]}


def _dispute() -> Schema:
    expect = map_with({}, {"verdict": verdict_schema(), "rules": TEXTS, "answer": ANY_MAP})
    facts = {"type": ["object", "null"], "description": "by name, as the question lists them"}
    return map_with(
        {"game": TEXT, "question": TEXT}, {"facts": facts, "expect": expect, "case": _case()}
    )


def _case() -> Schema:
    return map_with(
        {"id": TEXT, "asked": TEXT, "date": TEXT},
        {
            "short": TEXT,
            "reading": TEXT,
            "status": {"type": "string", "pattern": "^(current|superseded by .+)$"},
        },
    )


def _scenario() -> Schema:
    answer = {
        "anyOf": [
            {"type": "string", "pattern": "^/"},
            {"type": "object", "minProperties": 1, "maxProperties": 1},
        ],
        "description": "a step with its answer, or a command such as /undo",
    }
    totals = by_name({"type": ["integer", "string"]})
    expect = map_with({}, {"said": TEXTS, "totals": totals, "winners": TEXTS})
    table = {"game": TEXT, "players": {"type": "array"}, "answers": list_of(answer)}
    return {**map_with(table, {"expect": expect}), "additionalProperties": True}


def _rulebook() -> Schema:
    status = {"enum": list(STATUSES)}
    clause = map_with({"text": TEXT}, {"status": status, "source": TEXT, "against": TEXT})
    rule = {
        **map_with(
            {"title": TEXT},
            {
                "text": TEXT,
                "source": TEXT,
                "status": status,
                "against": TEXT,
                "clauses": list_of(clause),
                "synonyms": TEXTS,
                "enforced": {"enum": list(ENFORCERS)},
                "argument": TEXT,
                "repairs": TEXTS,
                "constants": by_name(_NUMBER_OR_LIST),
                "asks": ANY_MAP,
            },
        ),
        "anyOf": [{"required": ["text"]}, {"required": ["clauses"]}],
    }
    edition = map_with({"title": TEXT, "language": TEXT, "source": TEXT})
    players = {"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2}
    return map_with(
        {
            "game": TEXT,
            "version": WHOLE,
            "prefix": {"type": "string", "pattern": "^[A-Z]{2,5}$"},
            "edition": edition,
            "players": players,
            "rules": by_name(rule),
        },
        {"options": {"type": ["object", "null"]}, "sections": TEXTS},
    )


_KINDS: Final[Mapping[str, tuple[Say, Callable[[], Schema]]]] = {
    "dispute": (Say("a dispute with its facts"), _dispute),
    "scenario": (Say("answers to run through a game"), _scenario),
    "rulebook": (Say("the rules and numbers of a game"), _rulebook),
    "case-file": (Say("cases that hold a game"), case_file_schema),
}
KINDS: Final = tuple(_KINDS)
"""The kinds of file that have a schema, besides the holdings and texts of a game."""


def kind_schema(kind: str) -> Schema:
    """Return the schema of a kind of file that is the same for every game.

    >>> kind_schema("dispute")["required"]
    ['game', 'question']
    """
    about, schema = _KINDS[kind]
    return {"$schema": DIALECT, "title": str(about), **schema()}
