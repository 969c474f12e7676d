"""A rulebook file: rules, numbers and switches of one game, each where it is written."""

from __future__ import annotations

import os  # not pathlib, which would cost every start
import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

import referee
from referee.core.rulebook import Edition, Rulebook
from referee.core.say import Say, spoken
from referee.files.diagnostics.diagnostic import shown
from referee.files.documents.compiled_rulebook import ENDING, read_compiled
from referee.files.documents.rules import read_line, read_number, read_options, read_rules
from referee.files.values.reader import Fields, Reader
from referee.files.yaml.loader import parse, read_bytes
from referee.files.yaml.tree import Document, Sequence

_KEYS: Final = ("game", "version", "prefix", "edition", "players", "sections", "options", "rules")
_EDITION: Final = ("title", "language", "source")
_PREFIX: Final = r"[A-Z]{2,5}"
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
    return read_rulebook(parse(raw, path))


def read_rulebook(document: Document) -> Rulebook:
    """Read a rulebook. Raises Unreadable with everything that is wrong with it."""
    reader = Reader(document)
    root = document.root
    found = reader.keys(root, _KEYS)
    for name, about in _REQUIRED.items():
        if name not in found:
            reader.missing(root, name, about)
    prefix = _prefix(reader, found)
    rules = read_rules(reader, found, prefix)
    book = Rulebook(
        game=read_line(reader, found, "game"),
        version=read_number(reader, found["version"][1], 1) if "version" in found else 0,
        digest=digest_of(document.raw),
        prefix=prefix,
        edition=_edition(reader, found),
        players=_players(reader, found),
        rules=rules,
        options=read_options(reader, found, rules),
        sections=_sections(reader, found),
    )
    reader.raise_if_any()
    return book


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


def _prefix(reader: Reader, found: Fields) -> str:
    prefix = read_line(reader, found, "prefix")
    if prefix and not re.fullmatch(_PREFIX, prefix):
        said = Say("“{prefix}” cannot begin the ids of rules.", prefix=shown(prefix))
        reader.report("RULE-ID", found["prefix"][1], said, Say("Use two to five capital letters."))
        return ""
    return prefix


def _sections(reader: Reader, found: Fields) -> tuple[str, ...]:
    """Read the names of the parts of the booklet, in their order; there may be none."""
    node = found["sections"][1] if "sections" in found else None
    if node is None:
        return ()
    items = node.items if isinstance(node, Sequence) else (node,)
    names = [reader.scalar(item, Say("the name of a section")) for item in items]
    return tuple(name.text.strip() for name in names if name is not None)


def _edition(reader: Reader, found: Fields) -> Edition:
    node = reader.map(found["edition"][1], _REQUIRED["edition"]) if "edition" in found else None
    parts = reader.keys(node, _EDITION) if node else {}
    for name in _EDITION:
        if node is not None and name not in parts:
            reader.missing(node, name, Say("which printed rules are followed"))
    return Edition(*(read_line(reader, parts, name) for name in _EDITION))


def _players(reader: Reader, found: Fields) -> tuple[int, int]:
    node = reader.list(found["players"][1], _REQUIRED["players"]) if "players" in found else None
    if node is None:
        return (0, 0)
    bounds = [read_number(reader, item, 1) for item in node.items]
    if len(bounds) != 2 or bounds[0] > bounds[1]:  # noqa: PLR2004 - the fewest and the most
        said = Say("The fewest and the most players are missing.")
        reader.report("PLAYERS", node, said, Say("Write two numbers, as in [2, 4]."))
        return (0, 0)
    return (bounds[0], bounds[1])


_REQUIRED: Final = {
    "game": Say("the name of the game"),
    "version": Say("a number that grows with every change"),
    "prefix": Say("what the ids of the rules begin with"),
    "edition": Say("title, language and source of the printed rules that are followed"),
    "players": Say("the fewest and the most players"),
    "rules": Say("the rules by id"),
}
