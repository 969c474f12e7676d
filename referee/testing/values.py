"""Events that no answer may have named: what a field has been, with another value in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from pkgutil import walk_packages
from random import Random
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import fields, replace

from referee.core.play.event import Event
from referee.core.play.stage import Stage
from referee.core.say import Vocabulary
from referee.core.table import Player
from referee.testing.play import STRANGERS, AnySession, mark_of, played_out
from referee.testing.room import Room, some_tables

Field: TypeAlias = "tuple[type, str]"
MOST_VALUES: Final = 40
"""How many values of a field are tried at a position, drawn among all."""
MOST_BASES: Final = 3
"""In how many events of a kind they are put."""


class Values:
    """All that the fields of a room's events have been, and what else is of their types."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._seen = dict[Field, dict[bytes, Any]]()
        for number, seats in product(STRANGERS[::4], some_tables(room.game.players)):
            for event in played_out(room, room.setup(seats, number), number).log():
                self._see(event)
        self._words = tuple(dict.fromkeys(_words_of(room)))
        self._numbers = tuple(dict.fromkeys(_numbers_of(room)))

    def _see(self, event: Any) -> None:
        for each in fields(type(event)):
            value = getattr(event, each.name)
            known = self._seen.setdefault((type(event), each.name), {})
            known.setdefault(msgspec.json.encode(value), value)

    def of(self, kind: type, name: str, hint: Any, people: Iterable[Player]) -> list[Any]:
        """List what a field may be: what it was in any game, and others of its type."""
        values = list(self._seen.get((kind, name), {}).values())
        if hint is bool:
            return [False, True]
        if hint is int:
            known = [*values, *self._numbers]
            return [*dict.fromkeys(n + by for n in known for by in (0, 1, -1) if n + by >= 0)]
        if hint is Player:
            return [*people]
        if hint == tuple[Player, ...]:
            everybody = tuple(people)
            return [some for n in range(len(everybody) + 1) for some in combinations(everybody, n)]
        return [*values, *self._words] if hint is str else values

    def events(
        self,
        kinds: Iterable[type[Event[Any]]],
        bases: Iterable[Any],
        people: Iterable[Player],
        draw: Random,
    ) -> Iterator[tuple[Any, Any]]:
        """Yield events like those given, with one value changed each, and that value."""
        everybody, wanted = tuple(people), tuple(kinds)
        known = dict[type[Event[Any]], list[Any]]()
        for base in bases:
            if len(known.setdefault(type(base), [])) < MOST_BASES:
                known[type(base)].append(base)
        for kind in wanted:
            for base, each in product(known.get(kind, ()), fields(kind)):
                if each.type is Player and not kind.actor_field:
                    continue  # such events may be reported of anybody, in any order
                values = self.of(kind, each.name, each.type, everybody)
                if len(values) > MOST_VALUES:
                    values = draw.sample(values, MOST_VALUES)
                for value in values:
                    yield replace(base, **{each.name: value}), value


def values_of(room: Room) -> Values:
    """Collect the values of a room, once."""
    known: Values = room.known.setdefault("values", None) or Values(room)
    room.known["values"] = known
    return known


def _words_of(room: Room) -> Iterator[str]:
    """Yield the ids of the room's vocabularies, and the words of its rulebook."""
    from importlib import import_module

    package = import_module(room.game.package)
    for each in walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(each.name)).values():
            if isinstance(value, Vocabulary):
                yield from value
    for _, _, value in room.book.constants():
        if isinstance(value, Mapping):
            yield from (key for key in value if isinstance(key, str))
    for switch in room.book.options.values():
        yield from switch.values


def _numbers_of(room: Room) -> Iterator[int]:
    """Yield the numbers of the rulebook, and the keys of its tables."""
    for _, name, value in room.book.constants():
        if isinstance(value, int):
            yield value
        elif isinstance(value, Mapping):
            yield from (key for key in value if isinstance(key, int))
            yield from value.values()
        elif name:
            yield from value


def stages_at(room: Room, session: AnySession) -> list[Stage[Any]]:
    """List the stages that are due: the one that is asked, and what may be reported instead."""
    course, state = room.game.course, session.state
    due = course.due(state)
    if due is None:
        return []
    return [due, *(each for each in (*due.alternatives, *course.anytime) if each.when(state))]


def worded(value: Any) -> str:
    """Word a value of a field, as far as somebody could type it.

    >>> worded((Player("Ana"), Player("Bo"))), worded(17), worded(())
    ('Ana Bo', '17', 'none')
    """
    if isinstance(value, tuple | list):
        return " ".join(map(worded, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{worded(each)} {key}" for key, each in value.items()) or "none"
    if isinstance(value, msgspec.Struct):
        return str(value) if type(value).__str__ is not object.__str__ else mark_of(value).decode()
    return str(value)
