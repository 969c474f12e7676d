"""The schema of a game's cases: a name, the question, count or game, and its expected result."""

from __future__ import annotations

from typing import Final

from referee.files.documents.schemas.shapes import (
    ANY_MAP,
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    VERDICT,
    Schema,
    by_name,
    list_of,
    map_with,
)

_WORD: Final[Schema] = {"type": ["string", "integer", "boolean"]}
"""How YAML reads a word, a number, or yes."""
_NUMBER: Final[Schema] = {"type": ["integer", "string"]}
_TABLE: Final = {
    "options": {
        **by_name(_WORD),
        "description": "house rules by name; those left out have their default",
    },
    "numbers": {
        **by_name(list_of(_NUMBER)),
        "description": "what only the table can read, each a list",
    },
    "aside": {**by_name(TEXT), "description": "people with a role of their own, by role"},
    "texts": {**by_name(TEXT), "description": "what a `SetupField` keeps as text"},
}
_RULES: Final[Schema] = {**TEXTS, "description": "ids, these among them"}
_PLAYERS: Final = {**list_of(_WORD), "description": "clockwise"}


_DISPUTE: Final = map_with(
    question={**TEXT, "description": "its name, or an alias"},
    facts={**list_of(_WORD), "description": "each as it is typed: `muddy=2`"},
)
_COUNT: Final = map_with(
    players=_PLAYERS,
    holdings={
        **by_name({"type": ["object", "null"]}),
        "description": "an entry for everybody, by the fields of the form; sums in quotes",
    },
    optional={
        "besides": {**ANY_MAP, "description": "the fields of the table as a whole"},
        **_TABLE,
    },
)
_GAME: Final = map_with(
    players=_PLAYERS,
    answers={
        **list_of(TEXT),
        "description": "a step and its answer, `turn.draw: 2p 1m`; or a command",
    },
    optional={
        "confirms": {"type": "boolean", "description": "whether a table call must be confirmed"},
        "looks": {**TEXT, "description": "the view that `seen` is about"},
        **_TABLE,
    },
)
_RULING: Final = map_with(
    optional={
        "verdict": {"enum": [*VERDICT["enum"], None]},
        "rules": _RULES,
        "kind": TEXT,
        "says": {**TEXT, "description": "some words of it"},
    }
)
_LINE: Final = {"type": "array", "description": "label, points, and some of its rules"}
_EXPECTED_ANSWER: Final = {
    "unreadable": {**TEXT, "description": "some words that say why it cannot be read"},
    "verdict": VERDICT,
    "answer": {**ANY_MAP, "description": "some of what was worked out, by name"},
    "rules": _RULES,
    "says": {**TEXT, "description": "some words of the reasons"},
}
_EXPECTED_SCORE: Final = {
    "totals": {**by_name(_NUMBER), "description": "points by player; fractions as `1/3`"},
    "ranks": {**by_name(_NUMBER), "description": "by player, from 1"},
    "winners": {**TEXTS, "description": "all, in order of seating"},
    "outcome": {**TEXT, "description": "some words of the sentence"},
    "outcome_rules": _RULES,
    "tie_breakers": by_name(by_name(_NUMBER)),
    "lines": {**by_name(list_of(_LINE)), "description": "all of a player's, in order"},
    "audit": {**list_of(_RULING), "description": "all findings, `[]` for none"},
}
_EXPECTED_POSITION: Final = {
    "step": {**TEXT_OR_NULL, "description": "the id of what is asked now, null at the end"},
    "player": {**TEXT_OR_NULL, "description": "who is asked"},
    "offered": {**list_of(_WORD), "description": "the answers that are shown"},
    "shows": {**TEXT, "description": "some words of the prompt"},
    "rules": _RULES,
    "seconds": {"type": ["integer", "null"], "description": "of the sand timer"},
    "last": {**_RULING, "description": "what was said to the last answer"},
    "hidden": {**TEXT, "description": "why there is no score yet"},
    "sheet": {
        **by_name(by_name(_WORD)),
        "description": "by line and player, or `SHARED`: its last cell",
    },
    "seen": {**TEXT, "description": "some words of the view that it `looks` at"},
    **_EXPECTED_SCORE,
}


def case_schemas() -> dict[str, Schema]:
    """Return the schema of a case of each kind: a dispute, a count, a game."""
    name = {**TEXT, "description": "a sentence that no other case has"}
    kinds = {
        "ask": (_DISPUTE, _EXPECTED_ANSWER),
        "score": (_COUNT, _EXPECTED_SCORE),
        "play": (_GAME, _EXPECTED_POSITION),
    }
    return {
        kind: map_with(
            name=name,
            **{kind: given},
            expect={**map_with(optional=expected), "minProperties": 1},
        )
        for kind, (given, expected) in kinds.items()
    }


def case_file_schema() -> Schema:
    """Return the schema of a file of cases, for editors.

    >>> case_file_schema()["type"]
    'array'
    """
    return list_of({"type": "object", "oneOf": [*case_schemas().values()]})
