"""JSON Schemas of the files that are the same for every game, and of what commands print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core.rulebook import ENFORCERS, STATUSES
from referee.core.say import Say
from referee.files.documents.disputes.dispute import VERDICTS
from referee.files.documents.schema import DIALECT

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


def _dispute() -> Schema:
    expect = _map({}, {"verdict": {"enum": list(VERDICTS)}, "rules": _TEXTS, "answer": _ANY_MAP})
    facts = {"type": ["object", "null"], "description": "by name, as the question lists them"}
    return _map(
        {"game": _TEXT, "question": _TEXT}, {"facts": facts, "expect": expect, "case": _case()}
    )


def _case() -> Schema:
    return _map(
        {"id": _TEXT, "asked": _TEXT, "date": _TEXT},
        {"reading": _TEXT, "status": {"type": "string", "pattern": "^(current|superseded by .+)$"}},
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
    clause = _map({"text": _TEXT}, {"status": status, "source": _TEXT})
    rule = {
        **_map(
            {"title": _TEXT},
            {
                "text": _TEXT,
                "source": _TEXT,
                "status": status,
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
            "verdict": {"enum": list(VERDICTS)},
            "reason": _TEXT,
            "because": _TEXTS,
            "rules": _TEXTS,
            "answer": {**_ANY_MAP, "description": "null stands for what is not known"},
            "said": {**_ANY_MAP, "description": "the same sentences as templates with facts"},
        }
    )


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
        {"verdict": {"enum": list(VERDICTS)}, "reason": _TEXT, "rules": _TEXTS},
        {
            "because": _TEXTS,
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
    """A scoresheet: of an evening its rounds and score, of a pad its parts."""
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
"""The kinds that have a schema beside the holdings of a game and its texts."""


def kind_schema(kind: str) -> Schema:
    """Write the schema of a kind of file that is the same for every game, or of a result.

    >>> kind_schema("dispute")["required"]
    ['game', 'question']
    """
    about, schema = _KINDS[kind]
    return {"$schema": DIALECT, "title": str(about), **schema()}
