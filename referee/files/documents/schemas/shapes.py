"""The parts that schemas are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.core.game import ANSWERED
from referee.core.ruling import Verdict

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
TEXT: Final[Schema] = {"type": "string"}
TEXT_OR_NULL: Final[Schema] = {"type": ["string", "null"]}
WHOLE: Final[Schema] = {"type": "integer", "minimum": 0}
YES_NO: Final[Schema] = {"type": "boolean"}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
ANY_MAP: Final[Schema] = {"type": "object"}
VERDICT: Final[Schema] = {"enum": [*(each.value for each in Verdict), ANSWERED]}


def closed(properties: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    """Allow these keys and no others."""
    return {
        "type": "object",
        "properties": {**properties},
        "required": [*required],
        "additionalProperties": False,
    }


def map_with(*, optional: Mapping[str, Schema] | None = None, **required: Schema) -> Schema:
    """Allow these keys and no others; those of ``optional`` may be missing."""
    return closed({**required, **(optional or {})}, required)


def list_of(each: Schema) -> Schema:
    """Allow a list of such items."""
    return {"type": "array", "items": each}


def by_name(each: Schema) -> Schema:
    """Allow a map from names to such values."""
    return {"type": "object", "additionalProperties": each}


def or_null(each: Schema) -> Schema:
    """Allow such a value, or null."""
    return {"anyOf": [each, {"type": "null"}]}
