"""The schemas of what commands print as JSON: the result, or the problem in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.core.rulebook import ENFORCERS, STATUSES
from referee.core.say import Say
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

_YES_NO: Final[Schema] = {"type": "boolean"}
_NUMBER: Final[Schema] = {"type": ["number", "null"]}
_TEXT_OR_NONE: Final[Schema] = {"type": ["string", "null"]}
_ONE: Final[Schema] = {"const": 1}


def _ask() -> Schema:
    return map_with(
        {
            "schema": _ONE,
            "game": TEXT,
            "question": TEXT,
            "verdict": verdict_schema(),
            "reason": TEXT,
            "because": TEXTS,
            "rules": TEXTS,
            "basis": _basis(),
            "answer": {**ANY_MAP, "description": "null means not known"},
            "said": {**ANY_MAP, "description": "the same sentences as templates with facts"},
        }
    )


def _sentence() -> Schema:
    rule = map_with({"id": TEXT, "title": TEXT, "clause": TEXT, "status": {"enum": [*STATUSES]}})
    case = map_with({"id": TEXT, "question": TEXT, "short": TEXT, "rules": TEXTS})
    question = map_with({"question": TEXT, "about": TEXT, "command": TEXT, "filled": by_name(TEXT)})
    return map_with(
        {
            "schema": _ONE,
            "game": _TEXT_OR_NONE,
            "sentence": TEXT,
            "fits": _YES_NO,
            "rules": {**list_of(rule), "maxItems": 5},
            "cases": {**list_of(case), "maxItems": 5},
            "questions": {**list_of(question), "maxItems": 2},
            "elsewhere": TEXTS,
        }
    )


def _basis() -> Schema:
    """Return the schema of what each rule of a ruling rests on, in the order of ``rules``."""
    against = {
        "type": ["string", "null"],
        "description": "what the printed rules say, where we differ",
    }
    status = {"enum": [*STATUSES, None], "description": "null of a rule that the book lacks"}
    return list_of(map_with({"id": TEXT, "status": status, "against": against}))


def _finding() -> Schema:
    value: Schema = {"description": "in the shape of its field"}
    change = map_with(
        {"path": TEXTS, "told": value, "instead": value}, {"line": WHOLE, "entry": WHOLE}
    )
    return map_with(
        {"verdict": verdict_schema(), "reason": TEXT, "rules": TEXTS},
        {
            "because": TEXTS,
            "basis": _basis(),
            "lines": list_of(WHOLE),
            "corrections": list_of(map_with({"changes": list_of(change)})),
            "tried_all": {"type": "boolean"},
            "said": ANY_MAP,
        },
    )


def _score() -> Schema:
    points = {"type": "number"}
    exact = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
    line = map_with(
        {"label": TEXT, "points": points, "exact": exact, "working": TEXT, "rules": TEXTS},
        {"entries": list_of(WHOLE)},
    )
    tie = map_with({"label": TEXT, "value": points, "rules": TEXTS})
    score = map_with(
        {
            "player": TEXT,
            "rank": {"type": ["integer", "null"], "minimum": 1},
            "total": points,
            "exact": exact,
            "lines": list_of(line),
            "tie_breakers": list_of(tie),
        }
    )
    return {
        **map_with(
            {
                "schema": _ONE,
                "ok": {"type": "boolean"},
                "game": TEXT,
                "rulebook": map_with({"version": WHOLE, "digest": TEXT}),
                "row_order": TEXTS,
                "scores": list_of(score),
                "winners": TEXTS,
                "outcome": TEXT,
                "outcome_rules": TEXTS,
                "audit": list_of(_finding()),
                "not_checked": TEXTS,
            }
        ),
        "additionalProperties": True,
    }


def _sheet() -> Schema:
    """Return the schema of a scoresheet: rounds and score of an evening, or parts of a pad."""
    text = {"type": ["string", "null"]}
    cell = {"type": ["string", "integer", "null"]}
    cells = list_of(cell)
    row = map_with({"round": cell, "line": TEXT, "what": TEXT, "cells": cells})
    rounds = map_with({"round": cell, "players": by_name(cell), "table": by_name(cell)})
    decided = map_with({"when": text, "said": TEXTS, "rules": TEXTS})
    rule = map_with({"id": TEXT, "title": TEXT, "text": TEXT})
    numbers = map_with({"player": TEXT, "numbers": list_of({"type": ["number", "null"]})})
    mark = map_with({"player": TEXT, "round": cell, "mark": TEXT})
    chart = map_with(
        {
            "title": TEXT,
            "told": TEXT,
            "rounds": cells,
            "players": list_of(numbers),
            "marks": list_of(mark),
            "signs": list_of(map_with({"mark": TEXT, "means": TEXT})),
        }
    )
    made = map_with(
        {
            "program": TEXT,
            "game": TEXT,
            "rulebook": WHOLE,
            "rulebook_digest": TEXT,
            "journal": TEXT,
            "digest": TEXT,
            "entries": WHOLE,
            "corrections": WHOLE,
            "house_rules": by_name(TEXT),
        },
        {"package": TEXT},
    )
    return map_with(
        {
            "schema": _ONE,
            "game": TEXT,
            "title": TEXT,
            "date": text,
            "begun": text,
            "ended": text,
            "place": text,
            "noted": text,
            "players": TEXTS,
            "former": by_name(TEXTS),
            "row_order": TEXTS,
            "score": {"anyOf": [_score(), {"type": "null"}]},
            "today": {"anyOf": [_score(), {"type": "null"}]},
            "hidden": text,
            "counts": text,
            "columns": TEXTS,
            "rounds": list_of(rounds),
            "rows": list_of(row),
            "notes": TEXTS,
            "chart": {"anyOf": [chart, {"type": "null"}]},
            "pictures": list_of(map_with({"title": TEXT, "told": TEXT, "lines": TEXTS})),
            "decided": list_of(decided),
            "unchecked": TEXTS,
            "rules": list_of(rule),
            "pad": {"anyOf": [list_of(ANY_MAP), {"type": "null"}]},
            "code": text,
            "evening": text,
            "provenance": made,
        }
    )


def _problem() -> Schema:
    found = {
        "path": TEXT,
        "line": {**WHOLE, "description": "from 1; 0 for the file as a whole"},
        "column": {**WHOLE, "description": "in characters, from 1"},
        "code": {**TEXT, "description": "as explain has it"},
        "message": TEXT,
        "remedy": TEXT,
    }
    return map_with(
        {"schema": _ONE, "ok": {"const": False}, "diagnostics": list_of(map_with(found))}
    )


def _questions() -> Schema:
    fact = map_with({"name": TEXT, "required": _YES_NO, "about": TEXT})
    question = map_with({"name": TEXT, "about": TEXT, "facts": list_of(fact), "example": TEXT})
    return map_with({"schema": _ONE, "game": TEXT, "questions": list_of(question)})


def _unfinished() -> Schema:
    return map_with(
        {
            "schema": _ONE,
            "ok": {"const": False},
            "game": TEXT,
            "scores": list_of({}),
            "hidden": TEXT,
        }
    )


def _cases() -> Schema:
    case = map_with(
        {
            "id": TEXT,
            "question": TEXT,
            "short": {**TEXT, "description": "answers the question as it is asked"},
            "asks": TEXT,
            "facts": ANY_MAP,
            "verdict": verdict_schema(),
            "reason": TEXT,
            "answer": ANY_MAP,
            "rules": TEXTS,
            "reading": TEXT,
            "date": TEXT,
            "status": TEXT,
        }
    )
    return map_with({"schema": _ONE, "game": TEXT, "cases": list_of(case)})


def _check() -> Schema:
    difference = map_with({"line": WHOLE, "paper": TEXT, "replayed": TEXT})
    return map_with(
        {
            "schema": _ONE,
            "ok": _YES_NO,
            "kind": TEXT,
            "said": TEXT,
            "audit": list_of(_finding()),
            "not_checked": {"anyOf": [TEXTS, {"type": "null"}]},
            "unmet": TEXTS,
            "diagnostics": list_of(ANY_MAP),
        },
        {
            "evening": TEXT,
            "compared": {"enum": ["everything", "points", "nothing"]},
            "difference": {"anyOf": [difference, {"type": "null"}]},
        },
    )


def _explain() -> Schema:
    return map_with(
        {"schema": _ONE, "codes": list_of(map_with({"code": TEXT, "means": TEXT, "remedy": TEXT}))}
    )


def _games() -> Schema:
    game = map_with(
        {"id": TEXT, "title": TEXT, "players": TEXT, "edition": TEXT, "source": TEXT},
        {"parts": TEXTS},
    )
    return map_with({"schema": _ONE, "games": list_of(game)})


def _log() -> Schema:
    entry = map_with(
        {
            "number": {"type": ["integer", "null"]},
            "at": TEXT,
            "step": TEXT,
            "words": TEXT,
            "said": TEXT,
            "facts": ANY_MAP,
            "verdict": {"anyOf": [verdict_schema(), {"type": "null"}]},
            "rules": TEXTS,
            "struck": _YES_NO,
            "overruled": TEXT,
            "by_clock": _YES_NO,
            "note": TEXT,
        }
    )
    return map_with({"schema": _ONE, "entries": list_of(entry)})


def _replay() -> Schema:
    return map_with({"schema": _ONE, "ok": _YES_NO, "differences": TEXTS, "said": TEXTS})


def _rule() -> Schema:
    status: Schema = {"enum": list(STATUSES)}
    clause = map_with(
        {"text": TEXT, "status": status, "source": TEXT, "against": {"type": ["string", "null"]}}
    )
    return map_with(
        {
            "id": TEXT,
            "title": TEXT,
            "text": TEXT,
            "status": status,
            "clauses": list_of(clause),
            "synonyms": TEXTS,
            "enforced": {"enum": list(ENFORCERS)},
            "source": TEXT,
            "argument": TEXT,
            "numbers": ANY_MAP,
            "asks": ANY_MAP,
            "repairs": TEXTS,
        }
    )


def _one_rule() -> Schema:
    return map_with({"schema": _ONE, "game": TEXT, "rule": _rule()})


def _rules() -> Schema:
    version = map_with({"version": WHOLE, "digest": TEXT})
    return map_with({"schema": _ONE, "game": TEXT, "rulebook": version, "rules": list_of(_rule())})


def _stats() -> Schema:
    wins = {"games": WHOLE, "alone": WHOLE, "shared": WHOLE}
    best = map_with({"points": _NUMBER, "exact": TEXT, "player": TEXT, "date": _TEXT_OR_NONE})
    game = map_with(
        {
            "game": TEXT,
            "title": TEXT,
            "evenings": WHOLE,
            "players": TEXTS,
            "average": _NUMBER,
            "best": {"anyOf": [best, {"type": "null"}]},
            "wins": list_of(map_with({"player": TEXT, **wins})),
            "seats": list_of(map_with({"seat": TEXT, **wins})),
            "minutes": _NUMBER,
            "rules": list_of(ANY_MAP),
        }
    )
    against = map_with({"player": TEXT, "games": WHOLE, "better": WHOLE, "worse": WHOLE})
    player = map_with(
        {
            "player": TEXT,
            "games": WHOLE,
            "wins": WHOLE,
            "streak": WHOLE,
            "average_place": _NUMBER,
            "head_to_head": list_of(against),
        }
    )
    return map_with(
        {
            "schema": _ONE,
            "ok": _YES_NO,
            "evenings": WHOLE,
            "games": list_of(game),
            "players": list_of(player),
            "unread": list_of(map_with({"path": TEXT, "reason": TEXT})),
        },
        {"unconfirmed": WHOLE},
    )


_PRINTED: Final[Mapping[str, tuple[Say, tuple[Callable[[], Schema], ...]]]] = {
    "ask": (Say("what ask prints with --format json"), (_ask, _questions, _sentence)),
    "cases": (Say("what cases prints with --format json"), (_cases,)),
    "check": (Say("what check prints with --format json"), (_check,)),
    "explain": (Say("what explain prints with --format json"), (_explain,)),
    "games": (Say("what games prints with --format json"), (_games,)),
    "log": (Say("what log prints with --format json"), (_log,)),
    "problem": (Say("what every command prints as JSON in place of a result"), ()),
    "replay": (Say("what replay prints with --format json"), (_replay,)),
    "rules": (Say("what rules prints with --format json"), (_rules, _one_rule)),
    "score": (Say("what score prints with --format json"), (_score, _unfinished)),
    "sentence": (Say("what ask prints of a sentence with --format json"), (_sentence,)),
    "sheet": (Say("what sheet prints with --format json"), (_sheet,)),
    "stats": (Say("what stats prints with --format json"), (_stats,)),
}
PRINTED: Final = tuple(_PRINTED)
"""What is printed as JSON and has a schema."""


def printed_schema(kind: str) -> Schema:
    """Return the schema of what is printed as JSON: the result, or a problem.

    >>> printed_schema("games")["$id"]
    'urn:referee:schema:games:1'
    """
    about, results = _PRINTED[kind]
    return {
        "$schema": DIALECT,
        "$id": f"urn:referee:schema:{kind}:1",
        "title": str(about),
        "type": "object",
        "oneOf": [make() for make in (*results, _problem)],
    }
