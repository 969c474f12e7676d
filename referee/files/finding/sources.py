"""What people say: sentences of rules and cases, and groups of words for one thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.answers.text_input import match_key
from referee.core.say import AsIs, Say
from referee.files.diagnostics import excerpt, suggest
from referee.files.documents.detect import check_game
from referee.files.tags import tags
from referee.files.values.reader import Reader, read_prose, value_of
from referee.files.yaml.nodes import Document, Map, Node, Scalar

Group: TypeAlias = tuple[str, ...]
_GAME: Final = Say("the game that the sentences are about")
_SENTENCES: Final = Say("a list of sentences, as they are said at a table")
_BY_ID: Final = Say("a map: sentences by the id of a rule or a case")
_GROUPS: Final = Say("a list of groups, each a list of words for one thing")
_LEAST: Final = 2
"""The fewest words of a group: a single word needs none."""


class Groups(Struct, frozen=True):
    """Words for one thing: in every game, and in single ones."""

    everywhere: tuple[Group, ...] = ()
    by_game: Mapping[str, tuple[Group, ...]] = {}

    def of(self, game: str) -> tuple[Group, ...]:
        """List the groups that hold in a game.

        >>> Groups((("steal", "nick"),), {"fair": (("pebble", "stone"),)}).of("fair")
        (('steal', 'nick'), ('pebble', 'stone'))
        """
        return (*self.everywhere, *self.by_game.get(game, ()))


def read_said(
    document: Document, game: str, known: Collection[str]
) -> Mapping[str, tuple[str, ...]]:
    """Read what people say about a game: sentences by the id of a rule or a case.

    ``known`` are the ids of the rulebook and of the casebook. Raises Unreadable, also for a
    sentence that is there twice, because it must lead to one place.
    """
    reader = Reader(document)
    found = reader.keys(document.root, ("game", "said"))
    if "game" in found:
        check_game(reader, found, game)
    reader.need(document.root, found, {"game": _GAME, "said": _BY_ID})
    said: dict[str, tuple[str, ...]] = {}
    first: dict[str, str] = {}
    for key, node in reader.entries(value_of(found, "said"), _BY_ID):
        if key.text not in known:
            message = Say("No rule or case is called “{id}”.", id=excerpt(key.text))
            reader.report("WORD", key, message, suggest(key.text, map(AsIs, known)))
        else:
            said[key.text] = _sentences(reader, node, key.text, first)
    reader.raise_if_any()
    return said


def _sentences(reader: Reader, node: Node, about: str, first: dict[str, str]) -> tuple[str, ...]:
    texts = []
    for item in reader.items(node, _SENTENCES):
        text = read_prose(reader, item)
        key = match_key(text)
        if not key:
            reader.wrong_shape(item, _SENTENCES)
        elif key in first:
            message = Say("{id} has this sentence already.", id=AsIs(first[key]))
            reader.report("TWICE", item, message, Say("Delete one of the two."))
        else:
            first[key] = about
            texts.append(text)
    return tuple(texts)


def read_groups(document: Document, games: Collection[str]) -> Groups:
    """Read groups of words for one thing: ``groups`` hold in all games, ``rooms`` in one each.

    Raises Unreadable.
    """
    reader = Reader(document)
    found = reader.keys(document.root, ("groups", "rooms"))
    everywhere = _groups(reader, found["groups"][1]) if "groups" in found else ()
    by_game: dict[str, tuple[Group, ...]] = {}
    wanted = Say("a map: groups by the id of a game")
    for key, node in reader.entries(value_of(found, "rooms"), wanted, may_be_blank=True):
        if key.text in games:
            by_game[key.text] = _groups(reader, node)
        else:
            message = Say("There is no game “{id}”.", id=excerpt(key.text))
            reader.report("GAME", key, message, suggest(key.text, map(AsIs, games)))
    reader.raise_if_any()
    return Groups(everywhere, by_game)


def _groups(reader: Reader, node: Node) -> tuple[Group, ...]:
    return tuple(_group(reader, each) for each in reader.items(node, _GROUPS))


def _group(reader: Reader, node: Node) -> Group:
    if isinstance(node, (Scalar, Map)):
        reader.wrong_shape(node, _GROUPS)
        return ()
    words: dict[str, str] = {}
    for item in node.items:
        word = read_prose(reader, item)
        words[match_key(word)] = word
    if len(words) < _LEAST:
        message = Say("A group has two words or more.")
        reader.report("SHAPE", node, message, Say("Add another word, or delete the group."))
    return tuple(words.values())


def said_files(package: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files with what people say about a game, one for each language: path and bytes.

    Those of a third-party package are in its folder ``said``.
    """
    top, _, room = package.rpartition(".")
    if top != "referee.games":
        yield from _read(files(package.partition(".")[0]), "said", "")
        return
    for tag in tags():
        yield from _read(_rulebooks(), f"casebook/said/{tag}", f"{room}.yaml")


def search_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files with groups of words, one for each language: path and bytes."""
    yield from _read(_rulebooks(), "search", "")


def _rulebooks() -> Traversable:
    """Find the rulebooks in a wheel, or in a checkout."""
    ours = files("referee")
    inside = ours.joinpath("rulebooks")
    return inside if inside.is_dir() else Path(str(ours)).parent / "rulebooks"


def _read(place: Traversable, folder: str, only: str) -> Iterator[tuple[str, bytes]]:
    inside = place.joinpath(*folder.split("/"))
    for each in sorted(inside.iterdir(), key=str) if inside.is_dir() else ():
        if each.name.endswith(".yaml") and only in {"", each.name}:
            yield str(each), each.read_bytes()
