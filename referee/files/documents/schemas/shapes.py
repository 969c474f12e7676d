"""The parts that schemas are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
TEXT: Final[Schema] = {"type": "string"}
WHOLE: Final[Schema] = {"type": "integer", "minimum": 0}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
ANY_MAP: Final[Schema] = {"type": "object"}


def map_with(
    required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None
) -> Schema:
    """Allow these keys and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def list_of(each: Schema) -> Schema:
    """Allow a list of such items."""
    return {"type": "array", "items": each}


def by_name(each: Schema) -> Schema:
    """Allow a map from names to such values."""
    return {"type": "object", "additionalProperties": each}


def verdict_schema() -> Schema:
    """Allow the word of a verdict."""
    from referee.files.documents.disputes import VERDICTS  # no other kind has a verdict

    return {"enum": list(VERDICTS)}
