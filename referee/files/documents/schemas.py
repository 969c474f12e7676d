"""JSON Schemas, for editors and programs: of each kind of file, and of what commands print."""

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
from referee.files.documents.template import most
from referee.files.values.fields import asked_numbers
from referee.files.values.scalars import LONGEST_NAME

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_PRINTED: Final = "^[0-9]{1,9}$"
_SUM: Final = "^[0-9]{1,9}( *[+] *[0-9]{1,9})*$"
# An editor reads 007 as a number and no as a boolean; the referee reads both as names.
_NAME: Final = {"type": ["string", "number", "boolean", "null"], "maxLength": LONGEST_NAME}
_STRING: Final = {"type": "string"}


def holdings_schema(game: Game, book: Rulebook) -> dict[str, Any]:
    """Return the schema by which an editor completes and checks a holdings file.

    It has keys, words and types; the names of the players only the reader can check.
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


Schema = dict[str, Any]
_TEXT: Final[Schema] = {"type": "string"}
_WHOLE: Final[Schema] = {"type": "integer", "minimum": 0}
_TEXTS: Final[Schema] = {"type": "array", "items": _TEXT}
_ANY_MAP: Final[Schema] = {"type": "object"}
_NUMBER_OR_LIST: Final[Schema] = {"type": ["integer", "string", "array", "object"]}


def _map(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def _list(each: Schema) -> Schema:
    return {"type": "array", "items": each}


def _by_name(each: Schema) -> Schema:
    return {"type": "object", "additionalProperties": each}


def _verdict() -> Schema:
    from referee.files.documents.disputes import VERDICTS  # no other kind has a verdict

    return {"enum": list(VERDICTS)}


def _dispute() -> Schema:
    expect = _map({}, {"verdict": _verdict(), "rules": _TEXTS, "answer": _ANY_MAP})
    facts = {"type": ["object", "null"], "description": "by name, as the question lists them"}
    return _map(
        {"game": _TEXT, "question": _TEXT}, {"facts": facts, "expect": expect, "case": _case()}
    )


def _case() -> Schema:
    return _map(
        {"id": _TEXT, "asked": _TEXT, "date": _TEXT},
        {
            "short": _TEXT,
            "reading": _TEXT,
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
    totals = _by_name({"type": ["integer", "string"]})
    expect = _map({}, {"said": _TEXTS, "totals": totals, "winners": _TEXTS})
    table = {"game": _TEXT, "players": {"type": "array"}, "answers": _list(answer)}
    return {**_map(table, {"expect": expect}), "additionalProperties": True}


def _rulebook() -> Schema:
    status = {"enum": list(STATUSES)}
    clause = _map({"text": _TEXT}, {"status": status, "source": _TEXT, "against": _TEXT})
    rule = {
        **_map(
            {"title": _TEXT},
            {
                "text": _TEXT,
                "source": _TEXT,
                "status": status,
                "against": _TEXT,
                "clauses": _list(clause),
                "synonyms": _TEXTS,
                "enforced": {"enum": list(ENFORCERS)},
                "argument": _TEXT,
                "repairs": _TEXTS,
                "constants": _by_name(_NUMBER_OR_LIST),
                "asks": _ANY_MAP,
            },
        ),
        "anyOf": [{"required": ["text"]}, {"required": ["clauses"]}],
    }
    edition = _map({"title": _TEXT, "language": _TEXT, "source": _TEXT})
    players = {"type": "array", "items": _WHOLE, "minItems": 2, "maxItems": 2}
    return _map(
        {
            "game": _TEXT,
            "version": _WHOLE,
            "prefix": {"type": "string", "pattern": "^[A-Z]{2,5}$"},
            "edition": edition,
            "players": players,
            "rules": _by_name(rule),
        },
        {"options": {"type": ["object", "null"]}, "sections": _TEXTS},
    )


def _ask() -> Schema:
    return _map(
        {
            "schema": {"const": 1},
            "game": _TEXT,
            "question": _TEXT,
            "verdict": _verdict(),
            "reason": _TEXT,
            "because": _TEXTS,
            "rules": _TEXTS,
            "basis": _basis(),
            "answer": {**_ANY_MAP, "description": "null stands for what is not known"},
            "said": {**_ANY_MAP, "description": "the same sentences as templates with facts"},
        }
    )


def _basis() -> Schema:
    """Return the schema of what each rule of a ruling rests on, in the order of ``rules``."""
    against = {"type": ["string", "null"], "description": "what the print says, where we differ"}
    status = {"enum": [*STATUSES, None], "description": "null of a rule that the book lacks"}
    return _list(_map({"id": _TEXT, "status": status, "against": against}))


def _score() -> Schema:
    points = {"type": "number"}
    exact = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
    line = _map(
        {"label": _TEXT, "points": points, "exact": exact, "working": _TEXT, "rules": _TEXTS}
    )
    tie = _map({"label": _TEXT, "value": points, "rules": _TEXTS})
    score = _map(
        {
            "player": _TEXT,
            "rank": {"type": "integer", "minimum": 1},
            "total": points,
            "exact": exact,
            "lines": _list(line),
            "tie_breakers": _list(tie),
        }
    )
    value: Schema = {"description": "in the shape of its field"}
    change = _map(
        {"path": _TEXTS, "told": value, "instead": value}, {"line": _WHOLE, "entry": _WHOLE}
    )
    finding = _map(
        {"verdict": _verdict(), "reason": _TEXT, "rules": _TEXTS},
        {
            "because": _TEXTS,
            "basis": _basis(),
            "lines": _list(_WHOLE),
            "corrections": _list(_map({"changes": _list(change)})),
            "tried_all": {"type": "boolean"},
            "said": _ANY_MAP,
        },
    )
    return {
        **_map(
            {
                "schema": {"const": 1},
                "ok": {"type": "boolean"},
                "game": _TEXT,
                "rulebook": _map({"version": _WHOLE, "digest": _TEXT}),
                "scores": _list(score),
                "winners": _TEXTS,
                "outcome": _TEXT,
                "outcome_rules": _TEXTS,
                "audit": _list(finding),
                "not_checked": _TEXTS,
            }
        ),
        "additionalProperties": True,
    }


def _sheet() -> Schema:
    """Return the schema of a scoresheet: rounds and score of an evening, or parts of a pad."""
    text = {"type": ["string", "null"]}
    cell = {"type": ["string", "integer", "null"]}
    cells = _list(cell)
    row = _map({"round": cell, "line": _TEXT, "what": _TEXT, "cells": cells})
    rounds = _map({"round": cell, "players": _by_name(cell), "table": _by_name(cell)})
    decided = _map({"when": text, "said": _TEXTS, "rules": _TEXTS})
    rule = _map({"id": _TEXT, "title": _TEXT, "text": _TEXT})
    numbers = _map({"player": _TEXT, "numbers": _list({"type": ["integer", "null"]})})
    mark = _map({"player": _TEXT, "round": cell, "mark": _TEXT})
    chart = _map(
        {
            "title": _TEXT,
            "told": _TEXT,
            "rounds": cells,
            "players": _list(numbers),
            "marks": _list(mark),
            "signs": _list(_map({"mark": _TEXT, "means": _TEXT})),
        }
    )
    made = _map(
        {
            "program": _TEXT,
            "game": _TEXT,
            "rulebook": _WHOLE,
            "rulebook_digest": _TEXT,
            "journal": _TEXT,
            "digest": _TEXT,
            "entries": _WHOLE,
            "corrections": _WHOLE,
            "house_rules": _by_name(_TEXT),
        }
    )
    return _map(
        {
            "schema": {"const": 1},
            "game": _TEXT,
            "title": _TEXT,
            "date": text,
            "begun": text,
            "ended": text,
            "place": text,
            "players": _TEXTS,
            "former": _by_name(_TEXTS),
            "score": {"anyOf": [_score(), {"type": "null"}]},
            "today": {"anyOf": [_score(), {"type": "null"}]},
            "hidden": text,
            "counts": text,
            "columns": _TEXTS,
            "rounds": _list(rounds),
            "rows": _list(row),
            "notes": _TEXTS,
            "chart": {"anyOf": [chart, {"type": "null"}]},
            "pictures": _list(_map({"title": _TEXT, "told": _TEXT, "lines": _TEXTS})),
            "decided": _list(decided),
            "unchecked": _TEXTS,
            "rules": _list(rule),
            "pad": {"anyOf": [_list(_ANY_MAP), {"type": "null"}]},
            "provenance": made,
        }
    )


_KINDS: Final[Mapping[str, tuple[Say, Callable[[], Schema]]]] = {
    "dispute": (Say("a dispute with its facts"), _dispute),
    "scenario": (Say("answers to run through a game"), _scenario),
    "rulebook": (Say("the rules and numbers of a game"), _rulebook),
    "ask": (Say("what ask prints with --format json"), _ask),
    "score": (Say("what score prints with --format json"), _score),
    "sheet": (Say("what sheet prints with --format json"), _sheet),
}
KINDS: Final = tuple(_KINDS)
"""The kinds that have a schema, besides the holdings and texts of a game."""


def kind_schema(kind: str) -> Schema:
    """Return the schema of a kind of file that is the same for every game, or of a result.

    >>> kind_schema("dispute")["required"]
    ['game', 'question']
    """
    about, schema = _KINDS[kind]
    return {"$schema": DIALECT, "title": str(about), **schema()}
