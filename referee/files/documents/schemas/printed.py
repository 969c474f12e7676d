"""The schemas of what commands print as JSON: the result, or the problem in its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.core.rulebook import ENFORCERS, STATUSES
from referee.core.say import Say
from referee.files.documents.schemas.shapes import (
    ANY_MAP,
    DIALECT,
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    VERDICT,
    WHOLE,
    YES_NO,
    Schema,
    by_name,
    list_of,
    map_with,
    or_null,
)

_POINTS: Final[Schema] = {"type": "number"}
_NUMBER: Final[Schema] = {"type": ["number", "null"]}
_CELL: Final[Schema] = {"type": ["string", "integer", "null"]}
_EXACT: Final[Schema] = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
_STATUS: Final[Schema] = {"enum": [*STATUSES]}
_NOT_OK: Final[Schema] = {"const": False}
_EDITION: Final = map_with(version=WHOLE, digest=TEXT)


def _result(*, optional: Mapping[str, Schema] | None = None, **required: Schema) -> Schema:
    """Allow these keys of a result, and the version of its schema before them."""
    return map_with(schema={"const": 1}, **required, optional=optional)


_BASIS: Final = list_of(
    map_with(
        id=TEXT,
        status={"enum": [*STATUSES, None], "description": "null of a rule that the book lacks"},
        against={**TEXT_OR_NULL, "description": "what the printed rules say, where we differ"},
    )
)
"""What each rule of a ruling rests on, in the order of ``rules``."""

_ASK: Final = _result(
    game=TEXT,
    question=TEXT,
    verdict=VERDICT,
    reason=TEXT,
    because=TEXTS,
    rules=TEXTS,
    basis=_BASIS,
    answer={**ANY_MAP, "description": "null means not known"},
    said={**ANY_MAP, "description": "the same sentences as templates with facts"},
)

_RULE_FOUND: Final = map_with(id=TEXT, title=TEXT, clause=TEXT, status=_STATUS)
_CASE_FOUND: Final = map_with(id=TEXT, question=TEXT, short=TEXT, rules=TEXTS)
_QUESTION_FOUND: Final = map_with(question=TEXT, about=TEXT, command=TEXT, filled=by_name(TEXT))
_SENTENCE: Final = _result(
    game=TEXT_OR_NULL,
    sentence=TEXT,
    fits=YES_NO,
    rules={**list_of(_RULE_FOUND), "maxItems": 5},
    cases={**list_of(_CASE_FOUND), "maxItems": 5},
    questions={**list_of(_QUESTION_FOUND), "maxItems": 2},
    elsewhere=TEXTS,
)

_VALUE: Final[Schema] = {"description": "in the shape of its field"}
_CHANGE: Final = map_with(
    path=TEXTS, told=_VALUE, instead=_VALUE, optional={"line": WHOLE, "entry": WHOLE}
)
_FINDING: Final = map_with(
    verdict=VERDICT,
    reason=TEXT,
    rules=TEXTS,
    optional={
        "because": TEXTS,
        "basis": _BASIS,
        "lines": list_of(WHOLE),
        "corrections": list_of(map_with(changes=list_of(_CHANGE))),
        "tried_all": YES_NO,
        "said": ANY_MAP,
    },
)

_LINE: Final = map_with(
    label=TEXT,
    points=_POINTS,
    exact=_EXACT,
    working=TEXT,
    rules=TEXTS,
    optional={"entries": list_of(WHOLE)},
)
_PLAYER_SCORE: Final = map_with(
    player=TEXT,
    rank={"type": ["integer", "null"], "minimum": 1},
    total=_POINTS,
    exact=_EXACT,
    lines=list_of(_LINE),
    tie_breakers=list_of(map_with(label=TEXT, value=_POINTS, rules=TEXTS)),
)
_SCORE: Final[Schema] = {
    **_result(
        ok=YES_NO,
        game=TEXT,
        rulebook=_EDITION,
        row_order=TEXTS,
        scores=list_of(_PLAYER_SCORE),
        winners=TEXTS,
        outcome=TEXT,
        outcome_rules=TEXTS,
        audit=list_of(_FINDING),
        not_checked=TEXTS,
    ),
    "additionalProperties": True,
}
_UNFINISHED: Final = _result(ok=_NOT_OK, game=TEXT, scores=list_of({}), hidden=TEXT)

_CHART: Final = map_with(
    title=TEXT,
    told=TEXT,
    rounds=list_of(_CELL),
    players=list_of(map_with(player=TEXT, numbers=list_of(_NUMBER))),
    marks=list_of(map_with(player=TEXT, round=_CELL, mark=TEXT)),
    signs=list_of(map_with(mark=TEXT, means=TEXT)),
)
_MADE: Final = map_with(
    program=TEXT,
    game=TEXT,
    rulebook=WHOLE,
    rulebook_digest=TEXT,
    journal=TEXT,
    digest=TEXT,
    entries=WHOLE,
    corrections=WHOLE,
    house_rules=by_name(TEXT),
    optional={"package": TEXT},
)
_SHEET: Final = _result(
    game=TEXT,
    title=TEXT,
    date=TEXT_OR_NULL,
    begun=TEXT_OR_NULL,
    ended=TEXT_OR_NULL,
    place=TEXT_OR_NULL,
    noted=TEXT_OR_NULL,
    players=TEXTS,
    former=by_name(TEXTS),
    row_order=TEXTS,
    score=or_null(_SCORE),
    today=or_null(_SCORE),
    hidden=TEXT_OR_NULL,
    counts=TEXT_OR_NULL,
    columns=TEXTS,
    rounds=list_of(map_with(round=_CELL, players=by_name(_CELL), table=by_name(_CELL))),
    rows=list_of(map_with(round=_CELL, line=TEXT, what=TEXT, cells=list_of(_CELL))),
    notes=TEXTS,
    chart=or_null(_CHART),
    pictures=list_of(map_with(title=TEXT, told=TEXT, lines=TEXTS)),
    decided=list_of(map_with(when=TEXT_OR_NULL, said=TEXTS, rules=TEXTS)),
    unchecked=TEXTS,
    rules=list_of(map_with(id=TEXT, title=TEXT, text=TEXT)),
    pad=or_null(list_of(ANY_MAP)),
    code=TEXT_OR_NULL,
    evening=TEXT_OR_NULL,
    provenance=_MADE,
)
"""A scoresheet: rounds and score of an evening, or parts of a pad."""

_FAULT: Final = map_with(
    path=TEXT,
    line={**WHOLE, "description": "from 1; 0 for the file as a whole"},
    column={**WHOLE, "description": "in characters, from 1"},
    code={**TEXT, "description": "as explain has it"},
    message=TEXT,
    remedy=TEXT,
)
_PROBLEM: Final = _result(ok=_NOT_OK, diagnostics=list_of(_FAULT))

_FACT: Final = map_with(name=TEXT, required=YES_NO, about=TEXT)
_QUESTION: Final = map_with(name=TEXT, about=TEXT, facts=list_of(_FACT), example=TEXT)

_CASE: Final = map_with(
    id=TEXT,
    question=TEXT,
    short={**TEXT, "description": "answers the question as it is asked"},
    asks=TEXT,
    facts=ANY_MAP,
    verdict=VERDICT,
    reason=TEXT,
    answer=ANY_MAP,
    rules=TEXTS,
    reading=TEXT,
    date=TEXT,
    status=TEXT,
)

_CHECK: Final = _result(
    ok=YES_NO,
    kind=TEXT,
    said=TEXT,
    audit=list_of(_FINDING),
    not_checked=or_null(TEXTS),
    unmet=TEXTS,
    diagnostics=list_of(ANY_MAP),
    optional={
        "evening": TEXT,
        "compared": {"enum": ["everything", "points", "nothing"]},
        "difference": or_null(map_with(line=WHOLE, paper=TEXT, replayed=TEXT)),
    },
)

_CODE: Final = map_with(code=TEXT, means=TEXT, remedy=TEXT)
_GAME: Final = map_with(
    id=TEXT, title=TEXT, players=TEXT, edition=TEXT, source=TEXT, optional={"parts": TEXTS}
)

_ENTRY: Final = map_with(
    number={"type": ["integer", "null"]},
    at=TEXT,
    step=TEXT,
    words=TEXT,
    said=TEXT,
    facts=ANY_MAP,
    verdict=or_null(VERDICT),
    rules=TEXTS,
    struck=YES_NO,
    overruled=TEXT,
    by_clock=YES_NO,
    note=TEXT,
)

_RULE: Final = map_with(
    id=TEXT,
    title=TEXT,
    text=TEXT,
    status=_STATUS,
    clauses=list_of(map_with(text=TEXT, status=_STATUS, source=TEXT, against=TEXT_OR_NULL)),
    synonyms=TEXTS,
    enforced={"enum": [*ENFORCERS]},
    source=TEXT,
    argument=TEXT,
    numbers=ANY_MAP,
    asks=ANY_MAP,
    repairs=TEXTS,
)

_WINS: Final = {"games": WHOLE, "alone": WHOLE, "shared": WHOLE}
_BEST: Final = map_with(points=_NUMBER, exact=TEXT, player=TEXT, date=TEXT_OR_NULL)
_EVENINGS: Final = map_with(
    game=TEXT,
    title=TEXT,
    evenings=WHOLE,
    players=TEXTS,
    average=_NUMBER,
    best=or_null(_BEST),
    wins=list_of(map_with(player=TEXT, **_WINS)),
    seats=list_of(map_with(seat=TEXT, **_WINS)),
    minutes=_NUMBER,
    rules=list_of(ANY_MAP),
)
_PLAYER: Final = map_with(
    player=TEXT,
    games=WHOLE,
    wins=WHOLE,
    streak=WHOLE,
    average_place=_NUMBER,
    head_to_head=list_of(map_with(player=TEXT, games=WHOLE, better=WHOLE, worse=WHOLE)),
)
_STATISTICS: Final = _result(
    ok=YES_NO,
    evenings=WHOLE,
    games=list_of(_EVENINGS),
    players=list_of(_PLAYER),
    unread=list_of(map_with(path=TEXT, reason=TEXT)),
    optional={"unconfirmed": WHOLE},
)

_PRINTED: Final[Mapping[str, tuple[Say, tuple[Schema, ...]]]] = {
    "ask": (
        Say("what ask prints with --format json"),
        (_ASK, _result(game=TEXT, questions=list_of(_QUESTION)), _SENTENCE),
    ),
    "cases": (
        Say("what cases prints with --format json"),
        (_result(game=TEXT, cases=list_of(_CASE)),),
    ),
    "check": (Say("what check prints with --format json"), (_CHECK,)),
    "explain": (Say("what explain prints with --format json"), (_result(codes=list_of(_CODE)),)),
    "games": (Say("what games prints with --format json"), (_result(games=list_of(_GAME)),)),
    "log": (Say("what log prints with --format json"), (_result(entries=list_of(_ENTRY)),)),
    "problem": (Say("what every command prints as JSON in place of a result"), ()),
    "replay": (
        Say("what replay prints with --format json"),
        (_result(ok=YES_NO, differences=TEXTS, said=TEXTS),),
    ),
    "rules": (
        Say("what rules prints with --format json"),
        (
            _result(game=TEXT, rulebook=_EDITION, rules=list_of(_RULE)),
            _result(game=TEXT, rule=_RULE),
        ),
    ),
    "score": (Say("what score prints with --format json"), (_SCORE, _UNFINISHED)),
    "sentence": (Say("what ask prints of a sentence with --format json"), (_SENTENCE,)),
    "sheet": (Say("what sheet prints with --format json"), (_SHEET,)),
    "stats": (Say("what stats prints with --format json"), (_STATISTICS,)),
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
        "oneOf": [*results, _PROBLEM],
    }
