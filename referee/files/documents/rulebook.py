"""The installed rulebooks: found, and read once as long as they do not change.

A wheel has each of them compiled next to its YAML, so that no answer waits for parsing. The YAML
remains the source: a compiled book of other bytes is not used.
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
"""Where the rulebooks of our games are in a wheel, and in a checkout."""


def load_rulebook(game: str) -> Rulebook:
    """Read the rulebook of one of our games. Raises Unreadable."""
    if spoken() is None:
        return _english(game)
    from referee.files.languages import spoken_book  # not needed in English

    return spoken_book(_english(game))


def _english(game: str) -> Rulebook:
    name = game.replace("-", "_") + ".yaml"
    paths = [f"{folder}/{name}" for folder in _FOLDERS]
    path = next(filter(os.path.exists, paths), None)
    if path is None and os.path.isfile(os.path.dirname(_REFEREE)):  # noqa: PTH113, PTH120
        return _installed(_archived(paths[0]), paths[0])
    return load_rulebook_at(path or paths[-1])


def _archived(path: str) -> bytes:
    """Read a file of the program when the whole program is one archive."""
    from pkgutil import get_data

    try:
        return get_data("referee", path.removeprefix(f"{_REFEREE}/")) or b""
    except OSError:
        return b""


@lru_cache(maxsize=8)
def kept_numbers(game: str) -> Mapping[str, Any]:
    """Return the constants and options of earlier rulebooks of a game, by version.

    A game that was scored by them is always scored by them. Third-party games have none.
    """
    from referee.files.values.given import plain_of  # few games were scored by other numbers
    from referee.files.yaml.loader import parse

    paths = [f"{folder}/kept/{game.replace('-', '_')}.yaml" for folder in _FOLDERS]
    path = next(filter(os.path.exists, paths), None)
    raw = read_bytes(path) if path else _archived(paths[0])
    if not raw:
        return {}
    kept: Mapping[str, Any] = plain_of(parse(raw, path or paths[0]).root)
    return kept


def load_rulebook_at(path: str) -> Rulebook:
    """Read the rulebook at a path. Raises Unreadable."""
    return _installed(read_bytes(path), path)


@lru_cache(maxsize=8)
def _installed(raw: bytes, path: str) -> Rulebook:
    binary = path.removesuffix(".yaml") + ENDING
    if os.path.exists(binary):  # noqa: PTH110 - pathlib costs
        found = read_compiled(read_bytes(binary), digest_of(raw))
        if found is not None:
            return found
    from referee.files.documents.rules import read_rulebook  # a wheel has them compiled
    from referee.files.yaml.loader import parse

    return read_rulebook(parse(raw, path))


ENDING = ".msgpack"


def compiled(book: Rulebook) -> bytes:
    """Compile a rulebook into bytes."""
    return msgpack.encode(book)


def read_compiled(raw: bytes, digest: str) -> Rulebook | None:
    """Read the bytes of ``compiled``; None if they are of another file, or damaged."""
    try:
        book = msgpack.decode(raw, strict=False)
        if book["digest"] != digest:
            return None
        options = {name: Option(**_frozen(each)) for name, each in book["options"].items()}
        return Rulebook(
            **{
                **_frozen(book),
                "edition": Edition(**book["edition"]),
                "rules": {rule_id: _rule(each) for rule_id, each in book["rules"].items()},
                "options": options,
            }
        )
    except (MsgspecError, TypeError, KeyError, AttributeError):
        return None


def _rule(rule: Mapping[str, Any]) -> Rule:
    numbers = rule["table_numbers"]
    return Rule(
        **{
            **_frozen(rule),
            "clauses": tuple(Clause(**each) for each in rule["clauses"]),
            "constants": _frozen(rule["constants"]),
            "table_numbers": {name: TableNumber(**each) for name, each in numbers.items()},
        }
    )


def _frozen(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Turn lists back into tuples."""
    return {key: tuple(each) if type(each) is list else each for key, each in entries.items()}
