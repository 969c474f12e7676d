"""The schemas of each kind of file, by which an editor completes and checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

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
from referee.core.rulebook import ENFORCERS, STATUSES, Rulebook, TableNumber
from referee.core.say import Say
from referee.core.table import SetupField
from referee.files.documents.schemas.case_files import case_file_schema
from referee.files.documents.schemas.shapes import (
    ANY_MAP,
    DIALECT,
    TEXT,
    TEXTS,
    VERDICT,
    WHOLE,
    Schema,
    by_name,
    closed,
    list_of,
    map_with,
)
from referee.files.documents.template import box_limit
from referee.files.values.fields import table_numbers
from referee.files.values.scalars import LONGEST_NAME

_PRINTED: Final = "^[0-9]{1,9}$"
_SUM: Final = "^[0-9]{1,9}( *[+] *[0-9]{1,9})*$"
# An editor reads 007 as a number and no as a boolean; the referee reads both as names.
_NAME: Final[Schema] = {"type": ["string", "number", "boolean", "null"], "maxLength": LONGEST_NAME}


def holdings_schema(game: Game, book: Rulebook) -> Schema:
    """Return the schema by which an editor completes and checks a holdings file.

    It has keys, words and types; the names of the players only the reader can check.
    """
    form = game.final.form_for(book, {})
    numbers = table_numbers(book)
    players = {
        "type": "array",
        "items": _NAME,
        "minItems": game.players[0],
        "maxItems": game.players[-1],
        "description": "clockwise",
    }
    properties: dict[str, Schema] = {
        "game": {"const": game.id},
        "players": players,
        **{each.name: _setup_field(each, book) for each in game.setup},
        "options": _options(book),
        "numbers": {
            **closed({name: _table_number(each, book) for name, each in numbers.items()}, numbers),
            "type": "object" if numbers else ["object", "null"],
        },
        **_fields(form.shared, book),
        "holdings": by_name({**_record(form.fields, book), "type": ["object", "string"]}),
    }
    required = [
        *("game", "players"),
        *(field.name for field in game.setup if field.required),
        *(("numbers",) if numbers else ()),
        *(field.name for field in form.shared if field.required),
        "holdings",
    ]
    title = f"{game.title}: holdings"
    return {"$schema": DIALECT, "title": title, **closed(properties, required)}


def text_schema(key: str, fields: Mapping[str, SetupField]) -> Schema:
    """Return the schema of a file about a text alone; ``fields`` has the field of each game."""
    (first, *_), games = fields.values(), [*fields]
    game = {"const": games[0]} if len(games) == 1 else {"enum": games}
    text = {**TEXT, "description": str(first.ask)}
    title = f"{', '.join(games)}: {key}"
    return {"$schema": DIALECT, "title": title, **closed({"game": game, key: text}, ("game", key))}


def _setup_field(field: SetupField, book: Rulebook) -> Schema:
    if field.is_person:
        shape: Schema = _NAME
    else:
        shape = TEXT if isinstance(field.shape, Text | FileText) else _shape(field.shape, book)
    return {**shape, "description": str(field.ask)}


def _options(book: Rulebook) -> Schema:
    options = {}
    for name, option in book.options.items():
        flags = (True, False) if option.is_yes_or_no else ()
        values = {"type": "string"} if option.free else {"enum": [*option.values, *flags]}
        options[name] = {**values, "default": option.default}
    return {"type": ["object", "null"], "properties": options, "additionalProperties": False}


def _table_number(number: TableNumber, book: Rulebook) -> Schema:
    any_list = {**_shape(ListOf(Integer()), book), "description": str(number.wanted)}
    if number.count is None:
        return {**any_list, "minItems": 1}
    bounds = {"minItems": number.count, "maxItems": number.count}
    on_one_line = f"^[^,]*(,[^,]*){{{number.count - 1}}}$"
    kinds = any_list["type"] if number.count == 1 else ["array", "string"]
    return {**any_list, "type": kinds, **bounds, "pattern": on_one_line}


def _fields(fields: Iterable[Field], book: Rulebook) -> dict[str, Schema]:
    return {
        field.name: {**_shape(field.shape, book), "description": str(_about(field, book))}
        for field in fields
    }


def _about(field: Field, book: Rulebook) -> Say:
    bound = box_limit(field.shape, book)
    if bound is None:
        return field.about
    return Say("{about}; the box holds {n}", about=field.about, n=bound)


def _record(fields: tuple[Field, ...], book: Rulebook) -> Schema:
    return closed(_fields(fields, book), (field.name for field in fields if field.required))


def _shape(shape: FieldType, book: Rulebook) -> Schema:  # noqa: PLR0911 - one for each
    """Return the schema of a shape; values that can be on one line can also be text."""
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
    return _NAME


def _map_of(shape: MapOf, book: Rulebook) -> Schema:
    each = _shape(shape.each, book)
    names_cards = any(option.free for option in book.options.values())
    if isinstance(shape.keys, Choice) and not names_cards:
        known = {"properties": dict.fromkeys(shape.keys.words, each), "additionalProperties": False}
    else:
        known = {"additionalProperties": each}
    return {"type": ["object", "string"], **known}


_NUMBER_OR_LIST: Final[Schema] = {"type": ["integer", "string", "array", "object"]}


def _dispute() -> Schema:
    facts = {"type": ["object", "null"], "description": "by name, as the question lists them"}
    expect = map_with(optional={"verdict": VERDICT, "rules": TEXTS, "answer": ANY_MAP})
    status = {"type": "string", "pattern": "^(current|superseded by .+)$"}
    may_have = {"short": TEXT, "reading": TEXT, "status": status}
    case = map_with(id=TEXT, asked=TEXT, date=TEXT, optional=may_have)
    optional = {"facts": facts, "expect": expect, "case": case}
    return map_with(game=TEXT, question=TEXT, optional=optional)


def _scenario() -> Schema:
    answer = {
        "anyOf": [
            {"type": "string", "pattern": "^/"},
            {"type": "object", "minProperties": 1, "maxProperties": 1},
        ],
        "description": "a step with its answer, or a command such as /undo",
    }
    totals = by_name({"type": ["integer", "string"]})
    expect = map_with(optional={"said": TEXTS, "totals": totals, "winners": TEXTS})
    whole = map_with(
        game=TEXT,
        players={"type": "array"},
        answers=list_of(answer),
        optional={"expect": expect},
    )
    return {**whole, "additionalProperties": True}


def _rulebook() -> Schema:
    status = {"enum": list(STATUSES)}
    clause = map_with(text=TEXT, optional={"status": status, "source": TEXT, "against": TEXT})
    rule = {
        **map_with(
            title=TEXT,
            optional={
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
    return map_with(
        game=TEXT,
        version=WHOLE,
        prefix={"type": "string", "pattern": "^[A-Z]{2,5}$"},
        edition=map_with(title=TEXT, language=TEXT, source=TEXT),
        players={**list_of(WHOLE), "minItems": 2, "maxItems": 2},
        rules=by_name(rule),
        optional={"options": {"type": ["object", "null"]}, "sections": TEXTS},
    )


_KINDS: Final[Mapping[str, tuple[Say, Callable[[], Schema]]]] = {
    "dispute": (Say("a dispute with its facts"), _dispute),
    "scenario": (Say("answers to run through a game"), _scenario),
    "rulebook": (Say("the rules and numbers of a game"), _rulebook),
    "case-file": (Say("cases that hold a game"), case_file_schema),
}
KINDS: Final = tuple(_KINDS)
"""The kinds of file that have a schema, other than the holdings and texts of a game."""


def kind_schema(kind: str) -> Schema:
    """Return the schema of a kind of file that is the same for every game.

    >>> kind_schema("dispute")["required"]
    ['game', 'question']
    """
    about, schema = _KINDS[kind]
    return {"$schema": DIALECT, "title": str(about), **schema()}
