"""The casebook: disputes that tables have had, each a dispute file with how it was decided."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import Say, identifier, worded
from referee.files.diagnostics.diagnostic import Diagnostic, Unreadable, shown
from referee.files.documents.disputes.dispute import Dispute, read_dispute
from referee.files.values.reader import Reader, read_line
from referee.files.yaml.loader import parse
from referee.files.yaml.tree import Document, diagnose

_CASE: Final = ("id", "asked", "reading", "date", "status")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_STATUS: Final = re.compile(r"current|superseded by (\S+)")
CURRENT: Final = identifier("current")


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
        elif name == "date" and name in parts and not _is_day(told[name]):
            said = Say("No calendar has the day {date}.", date=told[name])
            reader.report("TEXT", parts[name][1], said, Say("Write the day of the decision."))
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


def _is_day(date: str) -> bool:
    from datetime import date as day  # only cases have days

    try:
        day.fromisoformat(date)
    except ValueError:
        return False
    return True


def load_cases(game: Game, book: Rulebook) -> tuple[Case, ...]:
    """Read the casebook of a game, by id; none where it has none.

    Raises Unreadable, also where two cases have one id, or one is superseded by none that is here.
    """
    found = [read_case(parse(raw, path), game, book) for path, raw in _files(game)]
    found.sort(key=lambda case: case.case_id)
    check_ids(found)
    return tuple(found)


def check_ids(cases: Sequence[Case]) -> None:
    """Make sure that each id stands for one case, and that a superseding one is another of them.

    Raises Unreadable.
    """
    ids = [case.case_id for case in cases]
    wrong = []
    for number, case in enumerate(cases):
        superseded = _STATUS.fullmatch(case.status)
        by = superseded and superseded[1]
        if case.case_id in ids[:number]:
            said = Say("There are two cases {id}.", id=case.case_id)
            wrong.append(_fault(case, said, Say("Give this one an id of its own.")))
        if by and (by not in ids or by == case.case_id):
            said = Say("There is no other case {id} in this casebook.", id=by)
            remedy = Say("Name the case that took the place of this one.")
            wrong.append(_fault(case, said, remedy))
    if wrong:
        raise Unreadable(wrong)


def _fault(case: Case, said: Say, remedy: Say) -> Diagnostic:
    document = case.document
    at = next(node.mark for key, node in document.root.entries if key.text == "case")
    return diagnose(document.path, document.lines, "TEXT", at, said, remedy)


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
        places = [each.joinpath("rulebooks", "casebook", room) for each in (ours, beside)]
    for place in places:
        if place.is_dir():
            for each in sorted(place.iterdir(), key=lambda file: file.name):
                if each.name.endswith(".yaml"):
                    yield os.fspath(str(each)), each.read_bytes()
            return
