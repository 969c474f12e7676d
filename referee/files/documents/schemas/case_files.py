"""The schema of the cases that hold a game: sentences, what is put, and what is expected."""

from __future__ import annotations

from functools import cache
from typing import Final

from referee.files.documents.schemas.shapes import (
    ANY_MAP,
    TEXT,
    TEXTS,
    Schema,
    by_name,
    list_of,
    map_with,
    verdict_schema,
)

_WORD: Final[Schema] = {"type": ["string", "integer", "boolean"]}
"""What YAML makes of a word, a number, or yes."""
_NUMBER: Final[Schema] = {"type": ["integer", "string"]}
_NONE_OR_TEXT: Final[Schema] = {"type": ["string", "null"]}
_TABLE: Final = {
    "options": {
        **by_name(_WORD),
        "description": "house rules by name; those left out have their default",
    },
    "numbers": {
        **by_name(list_of(_NUMBER)),
        "description": "what only the table can read, each a list",
    },
    "aside": {**by_name(TEXT), "description": "people beside the players, by their part"},
    "texts": {**by_name(TEXT), "description": "what a `SetupField` keeps as text"},
}
_RULES: Final[Schema] = {**TEXTS, "description": "ids, these among them"}
_PLAYERS: Final = {**list_of(_WORD), "description": "clockwise"}


def _ask() -> Schema:
    facts = {**list_of(_WORD), "description": "each as it is typed: `muddy=2`"}
    return map_with({"question": {**TEXT, "description": "its name, or an alias"}, "facts": facts})


def _score() -> Schema:
    holdings = by_name({"type": ["object", "null"]})
    held = {
        **holdings,
        "description": "an entry for everybody, by the fields of the form; sums in quotes",
    }
    shared = {**ANY_MAP, "description": "the fields of the table as a whole"}
    return map_with({"players": _PLAYERS, "holdings": held}, {"besides": shared, **_TABLE})


def _play() -> Schema:
    return map_with(
        {
            "players": _PLAYERS,
            "answers": {
                **list_of(TEXT),
                "description": "a step and its answer, `turn.draw: 2p 1m`; or a command",
            },
        },
        {
            "confirms": {"type": "boolean", "description": "whether a table call is asked back"},
            "looks": {**TEXT, "description": "the view that `seen` is about"},
            **_TABLE,
        },
    )


def _ruling() -> Schema:
    return map_with(
        {},
        {
            "verdict": {"enum": [*verdict_schema()["enum"], None]},
            "rules": _RULES,
            "kind": TEXT,
            "says": {**TEXT, "description": "some words of it"},
        },
    )


def _scored() -> dict[str, Schema]:
    line = {"type": "array", "description": "label, points, and some of its rules"}
    return {
        "totals": {**by_name(_NUMBER), "description": "points by player; fractions as `1/3`"},
        "ranks": {**by_name(_NUMBER), "description": "by player, from 1"},
        "winners": {**TEXTS, "description": "all, in order of seating"},
        "outcome": {**TEXT, "description": "some words of the sentence"},
        "outcome_rules": _RULES,
        "tie_breakers": by_name(by_name(_NUMBER)),
        "lines": {**by_name(list_of(line)), "description": "all of a player's, in order"},
        "audit": {**list_of(_ruling()), "description": "all findings, `[]` for none"},
    }


def _expected() -> dict[str, dict[str, Schema]]:
    asked = {
        "unreadable": {**TEXT, "description": "some words that say why it cannot be read"},
        "verdict": verdict_schema(),
        "answer": {**ANY_MAP, "description": "some of what was worked out, by name"},
        "rules": _RULES,
        "says": {**TEXT, "description": "some words of the reasons"},
    }
    played = {
        "step": {**_NONE_OR_TEXT, "description": "the id of what is asked now, null at the end"},
        "player": {**_NONE_OR_TEXT, "description": "who is asked"},
        "offered": {**list_of(_WORD), "description": "the answers that are shown"},
        "shows": {**TEXT, "description": "some words of the prompt"},
        "rules": _RULES,
        "seconds": {"type": ["integer", "null"], "description": "of the sand timer"},
        "last": {**_ruling(), "description": "what was said to the last answer"},
        "hidden": {**TEXT, "description": "why there is no score yet"},
        "sheet": {
            **by_name(by_name(_WORD)),
            "description": "by line and player, or `SHARED`: its last cell",
        },
        "seen": {**TEXT, "description": "some words of the view that it `looks` at"},
    }
    return {"ask": asked, "score": _scored(), "play": {**played, **_scored()}}


@cache
def case_schemas() -> dict[str, Schema]:
    """Return the schema of a case of each kind: a dispute, a count, a game."""
    kinds = {"ask": _ask, "score": _score, "play": _play}
    name = {**TEXT, "description": "a sentence that no other case has"}
    return {
        kind: map_with(
            {
                "name": name,
                kind: kinds[kind](),
                "expect": {**map_with({}, keys), "minProperties": 1},
            }
        )
        for kind, keys in _expected().items()
    }


def case_file_schema() -> Schema:
    """Return the schema of a file of cases, for editors.

    >>> case_file_schema()["type"]
    'array'
    """
    each = {"type": "object", "oneOf": [*case_schemas().values()]}
    return {"type": "array", "items": each}
