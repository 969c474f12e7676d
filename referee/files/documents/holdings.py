"""A holdings file: what everyone holds at the end, as the table wrote it down."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.core.answers.choices import NOTHING
from referee.core.answers.text_input import match_key, nearest
from referee.core.fields import Choice, FieldType, ListOf, MapOf, Text, Value
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath
from referee.core.say import AsIs, BadAnswer, Say
from referee.core.table import FinalCount, HoldingsForm, Setup
from referee.files.diagnostics import excerpt, suggest
from referee.files.documents.setup import read_setup, table_keys
from referee.files.values.fields import Values
from referee.files.values.reader import ALMOST_HOLDINGS, Fields, Reader, is_blank, is_null
from referee.files.values.scalars import Names, cleaned, to_english
from referee.files.yaml.nodes import Document, Map, Node, Scalar

_MOST_MISSPELT = 100
"""The most unknown names that are compared with the missing ones."""


class HoldingsFile(Struct, frozen=True):
    """A final count, and the line of the file in which each part of it was written."""

    count: FinalCount
    lines: Mapping[FieldPath, int]


def read_holdings(document: Document, game: Game, book: Rulebook) -> HoldingsFile:
    """Read a holdings file by the room's form. Fields that an entry omits are not in the count.

    The audit, not this function, checks whether the box has so many pieces. Raises Unreadable.
    """
    reader = Reader(document)
    shared_names = (field.name for field in game.final.form_for(book, {}).shared)
    found = reader.keys(document.root, (*table_keys(game), "holdings", *shared_names))
    setup = read_setup(reader, found, game, book, complete=True)
    form = game.final.form_for(book, setup.options)
    values = Values(reader, Names(form.entries(setup.seating), closed=bool(setup.seating)))
    for name, (key, _) in found.items():
        values.lines[(name,)] = key.position.line
    holdings = _holdings(reader, found, form, values)
    shared = _shared(reader, found, form, values)
    _report_missing_entries(reader, found, form, setup, holdings)
    reader.raise_if_any()
    ordered = {str(name): holdings[name] for name in form.entries(setup.seating)}
    return HoldingsFile(FinalCount(setup, ordered, shared), values.lines)


def _holdings(
    reader: Reader, found: Fields, form: HoldingsForm, values: Values
) -> dict[str, dict[str, Value]]:
    if "holdings" not in found:
        if not any(key.text in ALMOST_HOLDINGS for key, _ in reader.document.root.entries):
            reader.missing(reader.document.root, "holdings", Say("an entry for every player"))
        return {}
    holdings: dict[str, dict[str, Value]] = {}
    for key, entry in reader.entries(found["holdings"][1], Say("an entry for every player")):
        name = cleaned(key.text)
        if values.names.closed and name not in values.names:
            said = Say("Nobody here is called “{name}”.", name=excerpt(name))
            reader.report("PLAYER", key, said, suggest(name, values.names.given))
        values.lines[("holdings", name)] = key.position.line
        fields = _entry(reader, name, entry, form, values)
        if name in holdings:
            said = Say("“{name}” has two entries.", name=name)
            reader.report("TWICE", key, said, Say("Delete one of the two."))
        holdings[name] = fields
    return holdings


def _entry(
    reader: Reader, name: str, node: Node, form: HoldingsForm, values: Values
) -> dict[str, Value]:
    """Read what somebody holds: a map, or a line if the game has a form for one."""
    if isinstance(node, Scalar) and match_key(node.text) in {NOTHING, "-"}:
        return {}
    if isinstance(node, Scalar) and not is_blank(node) and form.entry_line is not None:
        try:
            held = form.entry_line(to_english(node.text))
        except BadAnswer as bad:
            remedy = Say("Write a map, such as {example}.", example=_example(form))
            reader.report("TEXT", node, bad.say, remedy)
            return {}
        for field in held:
            values.lines[("holdings", name, field)] = node.position.line
        return dict(held)
    wanted = Say(
        "what {name} holds, as in {example}; {{}} if it is nothing",
        name=excerpt(name),
        example=_example(form),
    )
    whole = reader.map(node, wanted)
    return values.fields(whole, form.fields, ("holdings", name)) if whole else {}


def _example(form: HoldingsForm) -> AsIs:
    """Return an entry of this game as an example, as it is written in a file."""
    first = form.fields[0]
    return AsIs(f"{{{first.name}: {_example_value(first.shape)}}}")


def _example_value(shape: FieldType) -> str:
    """Return a value of a shape as text: a number, a list or map with one entry, a word."""
    if isinstance(shape, ListOf):
        return f"[{_example_value(shape.each)}]"
    if isinstance(shape, MapOf):
        keys = shape.keys
        key = keys.words[0] if isinstance(keys, Choice) else getattr(keys, "like", "Ana")
        return f"{{{key}: {_example_value(shape.each)}}}"
    if isinstance(shape, Choice):
        return shape.words[0]
    return shape.like if isinstance(shape, Text) else "3"


def _shared(reader: Reader, found: Fields, form: HoldingsForm, values: Values) -> dict[str, Value]:
    shared: dict[str, Value] = {}
    for field in form.shared:
        if field.name in found:
            node = found[field.name][1]
            if is_null(node) and not field.required:
                continue
            read = values.read(node, field.shape, (field.name,))
            if read is not None:
                shared[field.name] = read
        elif field.required:
            reader.missing(reader.document.root, field.name, field.about)
    return shared


def _report_missing_entries(
    reader: Reader, found: Fields, form: HoldingsForm, setup: Setup, holdings: Mapping[str, object]
) -> None:
    owners = form.entries(setup.seating)
    unknown = [name for name in holdings if name not in owners]
    misspelt = {nearest(name, owners) for name in unknown[:_MOST_MISSPELT]}
    missing = tuple(name for name in owners if name not in holdings and name not in misspelt)
    if "holdings" in found and isinstance(found["holdings"][1], Map) and missing:
        said = Say("No holdings for {names}.", names=tuple(map(excerpt, missing)))
        remedy = Say(
            "Add a line such as “{name}: {{}}”, with what they held.", name=excerpt(missing[0])
        )
        reader.report("ENTRY", found["holdings"][0], said, remedy)
