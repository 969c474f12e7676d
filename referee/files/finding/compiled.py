"""The index of a game on disk: compiled in a wheel, written next to the sources in a checkout."""

from __future__ import annotations

import os  # not pathlib, which would cost every start
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Final

from msgspec import MsgspecError, Struct, msgpack

import referee
from referee.core.words.index import Index
from referee.files.tags import tags

_REFEREE: Final = os.path.abspath(referee.__path__[0])  # noqa: PTH100 - pathlib costs
_CHECKOUT: Final = os.path.dirname(_REFEREE)  # noqa: PTH120
_CACHE_FOLDER: Final = "__pycache__"
"""A folder for computed files in a checkout, which git and wheels ignore."""

ZH, JA = "zh", "ja"
"""The languages written without spaces, both scripts of Chinese being one."""
QUESTION_PREFIX: Final = "?"
"""Begins the id of a question in an index."""


class CaseSummary(Struct, frozen=True):
    """What a reply quotes of a case, in English, so that no file of the casebook is opened.

    ``facts`` are as typed on the command line, or empty if they cannot be typed there.
    """

    question: str
    asked: str
    short: str
    reading: str
    rules: list[str]
    facts: list[str]


class QuestionSummary(Struct, frozen=True):
    """What a reply quotes of a question, in English, and its example as typed.

    ``things`` are the words that its facts choose from.
    """

    about: str
    example: list[str]
    things: list[str]


class GameIndex(Struct, frozen=True):
    """All data of a game that is needed to understand a sentence about it.

    ``names`` are the names that a sentence can use for it. ``wide`` has, for Chinese and Japanese,
    the words of facts by their folded forms, so that no catalogue has to be read.
    """

    game: str
    names: list[str]
    index: Index
    cases: dict[str, CaseSummary]
    questions: dict[str, QuestionSummary]
    wide: dict[str, dict[str, str]]


_DECODER: Final = msgpack.Decoder(GameIndex)


def load_index(game: str, build: Callable[[], GameIndex]) -> GameIndex:
    """Load the index of one of our games; if none fits the sources, build it.

    A new index is saved for the next time, if it can be written.
    """
    room = game.replace("-", "_")
    found = _read(f"{_REFEREE}/rulebooks/search/{room}.msgpack", b"")
    if found is None and os.path.isfile(_CHECKOUT):  # noqa: PTH113 - all is one archive
        from pkgutil import get_data

        found = _decoded(get_data("referee", f"rulebooks/search/{room}.msgpack") or b"")
    if found is not None:
        return found
    stamp = repr([*_sources(room)]).encode()
    path = f"{_CHECKOUT}/rulebooks/{_CACHE_FOLDER}/{room}.search"
    found = _read(path, stamp)
    if found is None:
        found = build()
        with suppress(OSError):
            _write(path, stamp + compiled(found))
    return found


@cache
def elsewhere_words() -> frozenset[str]:
    """Read the keys of words of other games and other subjects.

    A sentence with one of them is about something else, unless a text of the game has the word.
    """
    name = "rulebooks/search/elsewhere.txt"
    for path in (f"{_REFEREE}/{name}", f"{_CHECKOUT}/{name}"):
        with suppress(OSError), open(path, encoding="utf-8") as file:  # noqa: PTH123
            return frozenset(file.read().splitlines())
    from pkgutil import get_data  # all is one archive

    return frozenset((get_data("referee", name) or b"").decode().splitlines())


def compiled(found: GameIndex) -> bytes:
    """Compile an index into bytes."""
    return msgpack.encode(found)


def _read(path: str, stamp: bytes) -> GameIndex | None:
    """Read an index that begins with this stamp; None if there is none."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib costs
            raw = file.read()
    except OSError:
        return None
    return _decoded(raw[len(stamp) :]) if raw.startswith(stamp) else None


def _decoded(raw: bytes) -> GameIndex | None:
    try:
        return _DECODER.decode(raw)
    except MsgspecError:
        return None


def _write(path: str, raw: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
    mine = f"{path}.{os.getpid()}"
    with open(mine, "wb") as file:  # noqa: PTH123
        file.write(raw)
    os.replace(mine, path)  # noqa: PTH105 - so nobody reads half of it


def _sources(room: str) -> Iterator[tuple[str, int, int]]:
    """List the files that an index is made of, with their times and sizes."""
    books, package = f"{_CHECKOUT}/rulebooks", _REFEREE
    yield from _stamps(books, f"{room}.yaml")
    for tag in tags():
        for folder in (f"{books}/{tag}", f"{books}/casebook/said/{tag}"):
            yield from _stamps(folder, f"{room}.yaml")
        yield from _stamps(f"{package}/locale/{tag}/LC_MESSAGES", f"{room}.mo")
    for folder in (
        f"{books}/search",
        f"{books}/casebook/{room}",
        f"{package}/games/{room}/questions",
        f"{package}/core/words",
        f"{package}/files/finding",
    ):
        yield from _stamps(folder)


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except OSError:
        return []


def _stamps(folder: str, only: str = "") -> Iterator[tuple[str, int, int]]:
    for name in [only] if only else _names(folder):
        with suppress(OSError):
            found = os.stat(f"{folder}/{name}")  # noqa: PTH116
            if name.endswith((".yaml", ".mo", ".py", ".txt")):
                yield f"{folder}/{name}", found.st_mtime_ns, found.st_size
