"""The rulebooks that are installed: found, and read once for as long as they stay the same.

A wheel carries each next to its YAML as it was read, so that no answer waits for it. The YAML
remains the source: what was compiled from other bytes is not used.
"""

from __future__ import annotations

import os  # not pathlib, which would cost every start
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import MsgspecError, msgpack

import referee
from referee.core.rulebook import Clause, Edition, Option, Rule, Rulebook, TableNumber
from referee.core.say import spoken
from referee.files.decoding import digest_of, read_bytes

_REFEREE: Final = os.path.abspath(referee.__path__[0])  # noqa: PTH100 - pathlib costs
_FOLDERS: Final = (f"{_REFEREE}/rulebooks", f"{os.path.dirname(_REFEREE)}/rulebooks")  # noqa: PTH120
"""Where a wheel carries the rulebooks of our games, and where they stand in a checkout."""


def load_rulebook(game: str) -> Rulebook:
    """Read the rulebook of a game of ours. Raises Unreadable."""
    if spoken() is None:
        return _english(game)
    from referee.files.languages import spoken_book  # nothing of it is needed in English

    return spoken_book(_english(game))


def _english(game: str) -> Rulebook:
    name = game.replace("-", "_") + ".yaml"
    paths = [f"{folder}/{name}" for folder in _FOLDERS]
    path = next(filter(os.path.exists, paths), None)
    if path is None and os.path.isfile(os.path.dirname(_REFEREE)):  # noqa: PTH113, PTH120
        return _installed(_archived(paths[0]), paths[0])
    return load_rulebook_at(path or paths[-1])


def _archived(path: str) -> bytes:
    """Read a file of the program where all of it is one archive."""
    from pkgutil import get_data

    return get_data("referee", path.removeprefix(f"{_REFEREE}/")) or b""


def load_rulebook_at(path: str) -> Rulebook:
    """Read a rulebook that is installed at a path. Raises Unreadable."""
    return _installed(read_bytes(path), path)


@lru_cache(maxsize=8)
def _installed(raw: bytes, path: str) -> Rulebook:
    """Read an installed rulebook, once for as long as its bytes stay the same."""
    beside = path.removesuffix(".yaml") + ENDING
    if os.path.exists(beside):  # noqa: PTH110 - pathlib costs
        found = read_compiled(read_bytes(beside), digest_of(raw))
        if found is not None:
            return found
    from referee.files.documents.rules import read_rulebook  # a wheel has them compiled
    from referee.files.yaml.loader import parse

    return read_rulebook(parse(raw, path))


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
