"""A rulebook as the wheel carries it beside its YAML: read already, so that no answer waits for it.

The YAML stays the source. What was compiled from other bytes than lie beside it gives way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from msgspec import MsgspecError, msgpack

from referee.core.rulebook import Clause, Edition, Option, Rule, Rulebook, TableNumber

ENDING = ".msgpack"


def compiled(book: Rulebook) -> bytes:
    """Write a rulebook that was read."""
    return msgpack.encode(book)


def read_compiled(raw: bytes, digest: str) -> Rulebook | None:
    """Read what ``compiled`` wrote; None where it comes from another file, or is damaged."""
    try:
        told = msgpack.decode(raw, strict=False)
        if told["digest"] != digest:
            return None
        options = {name: Option(**_frozen(each)) for name, each in told["options"].items()}
        return Rulebook(
            **{
                **_frozen(told),
                "edition": Edition(**told["edition"]),
                "rules": {rule_id: _rule(each) for rule_id, each in told["rules"].items()},
                "options": options,
            }
        )
    except (MsgspecError, TypeError, KeyError, AttributeError):
        return None


def _rule(told: Mapping[str, Any]) -> Rule:
    numbers = told["table_numbers"]
    return Rule(
        **{
            **_frozen(told),
            "clauses": tuple(Clause(**each) for each in told["clauses"]),
            "constants": _frozen(told["constants"]),
            "table_numbers": {name: TableNumber(**each) for name, each in numbers.items()},
        }
    )


def _frozen(told: Mapping[str, Any]) -> dict[str, Any]:
    """Turn lists into the tuples that they were."""
    return {key: tuple(each) if type(each) is list else each for key, each in told.items()}


def digest_of(raw: bytes) -> str:
    """Give the first 12 hexadecimal digits of SHA-256: enough to tell two rulebooks apart.

    >>> digest_of(b"")
    'e3b0c44298fc'
    """
    return str(_sha256()(raw).hexdigest())[:12]


def _sha256() -> Callable[[bytes], Any]:
    """Find SHA-256 without loading OpenSSL, which takes longer than reading the rulebook.

    The standard library's ``random`` does the same; the module's name depends on the version.
    """
    for lean in ("_sha256", "_sha2"):
        try:
            found: Callable[[bytes], Any] = import_module(lean).sha256
        except ImportError:
            continue
        return found
    from hashlib import sha256

    return sha256
