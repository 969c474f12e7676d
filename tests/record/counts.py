"""Final counts: drawn at random, changed a little, and what audit and score make of them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.core.fields import Field, Value
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError
from referee.core.table import FinalCount, Setup
from referee.testing.room import Drawn
from tests.record.telling import Seen, plain, seen_finding, seen_score
from tests.rooms import Room


def seen_count(game: Game, book: Rulebook, count: FinalCount) -> Seen:
    """Score and audit a count; a number that only the table can tell may be missing."""
    try:
        score = seen_score(game.final.scoresheet(book, count))
        return {
            "score": score,
            "audit": [seen_finding(each) for each in game.final.audit(book, count)],
        }
    except RefereeError as problem:
        return {"problem": str(problem)}


def value_of(told: Any) -> Value:
    """Take a value as JSON holds it."""
    if isinstance(told, list):
        return tuple(map(value_of, told))
    if isinstance(told, Mapping):
        return {key: value_of(each) for key, each in told.items()}
    assert isinstance(told, int | str | bool), told
    return told


def fields_of(told: Seen) -> dict[str, Value]:
    """Take the fields of an entry, of the table or of a dispute as JSON holds them."""
    return {name: value_of(each) for name, each in told.items()}


def drawn_count(room: Room, setup: Setup, seed: int) -> Seen:
    """Draw holdings that can be read, sensible or not."""
    form = room.game.final.form(room.book.with_table_numbers(setup.numbers), setup.options)
    drawn = Drawn(seed, tuple(setup.seating))
    holdings = {owner: drawn.fields(form.fields) for owner in form.entries(setup.seating)}
    return {"holdings": plain(holdings), "besides": plain(drawn.fields(form.shared))}


def drawn_changes(room: Room, count: FinalCount, seed: int) -> list[Seen]:
    """Draw one or two statements of a count that shall be told otherwise."""
    form = room.game.final.form(
        room.book.with_table_numbers(count.setup.numbers), count.setup.options
    )
    own = [(owner, field) for owner in count.holdings for field in form.fields]
    table: list[tuple[str, Field]] = [("", field) for field in form.shared]
    drawn = Drawn(seed, tuple(count.setup.seating))
    changes = []
    for owner, field in drawn.draw.sample([*own, *table], drawn.draw.choice((1, 1, 2))):
        told = (count.holdings[owner] if owner else count.shared).get(field.name)
        is_nudged = told is not None and drawn.draw.random() < 2 / 3
        value = nudged(told, drawn.draw) if is_nudged else drawn.value(field.shape)
        changes.append({"owner": owner, "field": field.name, "value": plain(value)})
    return changes


def nudged(value: Any, draw: Random) -> Any:
    """Change one number or flag in a value by a little; other values stay."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + draw.choice((-1, 1, 1, 5)))
    if isinstance(value, Mapping) and value:
        key = draw.choice([*value])
        return {**value, key: nudged(value[key], draw)}
    if isinstance(value, tuple) and value:
        place = draw.randrange(len(value))
        return (*value[:place], nudged(value[place], draw), *value[place + 1 :])
    return value


def changed(count: FinalCount, changes: list[Seen]) -> FinalCount:
    """Tell these statements otherwise; what the record proves stays."""
    holdings, besides = dict(count.holdings), dict(count.shared)
    for change in changes:
        told = {change["field"]: value_of(change["value"])}
        if change["owner"]:
            holdings[change["owner"]] = {**holdings.get(change["owner"], {}), **told}
        else:
            besides |= told
    return replace(count, holdings=holdings, shared=besides)
