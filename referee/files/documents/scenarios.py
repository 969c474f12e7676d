"""A scenario file: a list of answers to run through a game, and what is expected of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.files.diagnostics import excerpt, suggest
from referee.files.documents.setup import read_setup, table_keys
from referee.files.values.reader import Fields, Reader, value_of
from referee.files.values.scalars import WrongType, cleaned
from referee.files.yaml.nodes import Document, Map, Node, Scalar, Sequence

_STEP = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_POINTS = re.compile(r"-?[0-9]{1,9}(?:/[1-9][0-9]{0,8})?")
_SLASH: Final = "/"


class Given(Struct, frozen=True):
    """One answer: its step, its words, and its line in the file.

    A command such as ``/undo`` belongs to no step: ``step`` is then empty.
    """

    step: str
    words: str
    line: int


class Expected(Struct, frozen=True):
    """The expected result of the run; None means that any is accepted."""

    said: tuple[str, ...] = ()
    totals: Mapping[str, Fraction] | None = None
    winners: tuple[str, ...] | None = None


class Scenario(Struct, frozen=True):
    """A table, the answers in order, and what is expected."""

    setup: Setup
    answers: tuple[Given, ...]
    expect: Expected


def read_scenario(document: Document, game: Game, book: Rulebook) -> Scenario:
    """Read a scenario file; its answers are checked when it runs. Raises Unreadable."""
    reader = Reader(document)
    found = reader.keys(document.root, (*table_keys(game), "answers", "expect"))
    setup = read_setup(reader, found, game, book, complete=True)
    answers = _answers(reader, found)
    owners = game.ending.form_for(book, setup.options).entries(setup.seating)
    expect = _expected(reader, found, (*owners, *setup.roles.values()))
    reader.raise_if_any()
    return Scenario(setup, answers, expect)


def _answers(reader: Reader, found: Fields) -> tuple[Given, ...]:
    reader.need(reader.document.root, found, {"answers": Say("the answers, in order")})
    wanted = Say("a list of answers; [] if there is none")
    answers = (_answer(reader, item) for item in reader.items(value_of(found, "answers"), wanted))
    return tuple(each for each in answers if each is not None)


def _answer(reader: Reader, item: Node) -> Given | None:
    line = item.position.line
    if isinstance(item, Scalar) and item.text.startswith(_SLASH):
        return Given("", item.text.strip(), line)
    if isinstance(item, Map) and len(item.entries) == 1:
        key, value = item.entries[0]
        words = _words(reader, value)
        if words is None:
            return None
        if key.text.startswith(_SLASH):
            return Given("", f"{key.text.strip()} {words}".strip(), line)
        if _STEP.fullmatch(key.text):
            return Given(key.text, words, line)
        said = Say("“{key}” is not the id of a step.", key=excerpt(key.text))
        remedy = Say("An id looks like “draft.drawn”. ? shows it at the prompt.")
        reader.report("ANSWER", key, said, remedy)
        return None
    said = Say("This does not answer a step.")
    remedy = Say("Write “- step.id: answer” for one answer each, or a command such as “- /undo”.")
    reader.report("ANSWER", item, said, remedy)
    return None


def _words(reader: Reader, node: Node) -> str | None:
    """Read the words of an answer; those of a list are joined by commas."""
    parts = node.items if isinstance(node, Sequence) else (node,)
    texts = []
    for part in parts:
        scalar = reader.scalar(part, Say("the answer as words"))
        if scalar is None:
            return None
        texts.append(scalar.text.strip())
    return ", ".join(texts)


def _expected(reader: Reader, found: Fields, owners: tuple[str, ...]) -> Expected:
    if "expect" not in found:
        return Expected()
    wanted = Say("a map with said, totals and winners")
    node = reader.map(found["expect"][1], wanted, may_be_blank=True)
    parts = reader.keys(node, ("said", "totals", "winners"))
    said = _texts(reader, parts, "said") or ()
    winners = _texts(reader, parts, "winners")
    winners = None if winners is None else tuple(map(cleaned, winners))
    for name, at in zip(winners or (), _items(parts.get("winners")), strict=False):
        _check_owner(reader, at, name, owners)
    return Expected(said, _totals(reader, parts, owners), winners)


def _totals(reader: Reader, parts: Fields, owners: tuple[str, ...]) -> dict[str, Fraction] | None:
    if "totals" not in parts:
        return None
    wanted = Say("a map of points by name, as in {{Ana: 25}}")
    totals = {}
    for key, value in reader.entries(parts["totals"][1], wanted):
        name = cleaned(key.text)
        _check_owner(reader, key, name, owners)
        points = reader.value(value, Say("a number of points"), _points_of)
        if points is not None:
            totals[name] = points
    return totals


def _points_of(text: str) -> Fraction:
    """Read points: a whole number or a fraction. Raises WrongType."""
    if not _POINTS.fullmatch(text.strip()):
        said = Say("“{text}” is not a number of points.", text=excerpt(text))
        raise WrongType("NUMBER", said, Say("Write a whole number, or a fraction such as 97/3."))
    return Fraction(text.strip())


def _texts(reader: Reader, parts: Fields, name: str) -> tuple[str, ...] | None:
    if name not in parts:
        return None
    items = reader.items(parts[name][1], Say("a list of texts; [] if there is none"))
    scalars = [reader.scalar(item, Say("a text")) for item in items]
    return tuple(scalar.text for scalar in scalars if scalar is not None)


def _items(part: tuple[Scalar, Node] | None) -> tuple[Node, ...]:
    if part is None:
        return ()
    return part[1].items if isinstance(part[1], Sequence) else (part[1],)


def _check_owner(reader: Reader, at: Node, name: str, owners: tuple[str, ...]) -> None:
    if owners and name not in owners:
        said = Say("Nobody here is called “{name}”.", name=excerpt(name))
        reader.report("PLAYER", at, said, suggest(name, owners))
