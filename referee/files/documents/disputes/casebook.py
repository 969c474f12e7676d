"""The casebook: disputes that tables have had, each a dispute file with how it was decided."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import Say, to_word, worded
from referee.files.diagnostics.diagnostic import shown
from referee.files.documents.disputes.dispute import Dispute, read_dispute
from referee.files.documents.rules import read_line
from referee.files.values.reader import Reader
from referee.files.yaml.loader import parse
from referee.files.yaml.tree import Document

_CASE: Final = ("id", "asked", "reading", "date", "status")
_DATE = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]")
_STATUS = re.compile(r"current|superseded by \S+")
CURRENT: Final = to_word("current")


class Case(Struct, frozen=True):
    """A decided dispute: what was asked in a player's words, and on what reading it rests.

    ``reading`` is empty where the print decides. ``status`` is ``current`` or tells which case
    took its place; a case is never deleted.
    """

    case_id: str
    asked: str
    reading: str
    date: str
    status: str
    dispute: Dispute
    document: Document


def read_case(document: Document, game: Game, book: Rulebook) -> Case:
    """Read a dispute file that is a case. Raises Unreadable."""
    dispute = read_dispute(document, game, book)
    reader = Reader(document)
    root = {key.text: (key, node) for key, node in document.root.entries}
    wanted = Say("how the dispute was decided: id, asked, date")
    if "case" not in root:
        reader.missing(document.root, "case", wanted)
    node = reader.map(root["case"][1], wanted) if "case" in root else None
    parts = reader.keys(node, _CASE) if node else {}
    told = {name: read_line(reader, parts, name) for name in _CASE}
    for name in ("id", "asked", "date"):
        if node is not None and name not in parts:
            reader.missing(node, name, wanted)
    told["status"] = told["status"] or CURRENT
    forms = (("date", _DATE, "2026-11-22"), ("status", _STATUS, "superseded by NSP-C31"))
    for name, form, like in forms:
        if name in parts and not form.fullmatch(told[name]):
            said = Say("“{word}” does not fit here.", word=shown(told[name]))
            reader.report("TEXT", parts[name][1], said, Say("Write it as in “{like}”.", like=like))
    if dispute.expect is None or dispute.expect.verdict is None:
        reader.missing(document.root, "expect", Say("the verdict, and its rules"))
    reader.raise_if_any()
    return Case(
        told["id"],
        worded(told["asked"]),
        worded(told["reading"]),
        told["date"],
        told["status"],
        dispute,
        document,
    )


def load_cases(game: Game, book: Rulebook) -> tuple[Case, ...]:
    """Read the casebook of a game, by id; none where it has none. Raises Unreadable."""
    found = [read_case(parse(raw, path), game, book) for path, raw in _files(game)]
    return tuple(sorted(found, key=lambda case: case.case_id))


def _files(game: Game) -> Iterator[tuple[str, bytes]]:
    """Give the files of a game's casebook: in our wheel or checkout, or in its package."""
    from importlib.resources import files
    from importlib.resources.abc import Traversable

    package = game.package.partition(".")[0]
    places: list[Traversable] = [files(package).joinpath("casebook")]
    if package == "referee":
        room = game.package.rpartition(".")[2]
        ours = files(package)
        beside = ours.parent if hasattr(ours, "parent") else ours
        places = [each.joinpath("casebook", room) for each in (ours, beside)]
    for place in places:
        if place.is_dir():
            for each in sorted(place.iterdir(), key=lambda file: file.name):
                if each.name.endswith(".yaml"):
                    yield os.fspath(str(each)), each.read_bytes()
            return
